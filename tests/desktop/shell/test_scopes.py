"""Whatever works for a brand ends with it: every scope belongs to what is closed with the brand."""

from typing import Any

import pytest
import shiboken6
from PySide6.QtCore import QObject
from tests.desktop.support.live_server import LiveBrand
from tests.desktop.support.window_bench import MemoryKeyring, WindowBench, in_the_window, turns

from funneldesk.desktop.kit.tasks import TaskScope
from funneldesk.desktop.shell.sections import SECTIONS


def topmost(scope: QObject) -> QObject:
    """The oldest ancestor of a scope."""
    parent = scope.parent()
    return scope if parent is None else topmost(parent)


@in_the_window
async def test_every_scope_of_a_section_ends_with_the_section_or_its_brand(
    bench: WindowBench,
    brand: LiveBrand,
    memory_keyring: MemoryKeyring,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    made: list[TaskScope] = []
    make = TaskScope.__init__

    def noted(scope: TaskScope, *given: Any, **named: Any) -> None:
        make(scope, *given, **named)
        made.append(scope)

    session = bench.session()
    await bench.add_brand(session, brand)
    session.window.show()
    monkeypatch.setattr(TaskScope, "__init__", noted)  # those before belong to the program
    for section in SECTIONS:
        session.window.show_section(section.name)
        await turns()
    alive = [scope for scope in made if shiboken6.isValid(scope)]
    assert len(alive) > len(SECTIONS)
    assert {type(topmost(each)).__name__ for each in alive} == {"MainWindow", "Workspace"}
