"""Whatever works for a brand ends with it: every scope belongs to what is closed with the brand."""

import gc

from PySide6.QtCore import QObject
from tests.desktop.support.live_server import LiveBrand
from tests.desktop.support.window_bench import MemoryKeyring, WindowBench, in_the_window, turns

from funneldesk.desktop.kit.tasks import TaskScope
from funneldesk.desktop.shell.sections import SECTIONS


def topmost(scope: QObject) -> QObject:
    """The oldest ancestor of a scope."""
    parent = scope.parent()
    return scope if parent is None else topmost(parent)


def scopes() -> list[TaskScope]:
    """Every scope alive. Holding the list keeps their addresses from being given to new ones."""
    return [each for each in gc.get_objects() if isinstance(each, TaskScope)]


@in_the_window
async def test_every_scope_of_a_section_ends_with_the_section_or_its_brand(
    bench: WindowBench, brand: LiveBrand, memory_keyring: MemoryKeyring
) -> None:
    before = scopes()
    session = bench.session()
    await bench.add_brand(session, brand)
    session.window.show()
    for section in SECTIONS:
        session.window.show_section(section.name)
        await turns()
    made = [scope for scope in scopes() if not any(scope is other for other in before)]
    assert len(made) > len(SECTIONS)
    assert {type(topmost(each)).__name__ for each in made} == {"MainWindow", "Workspace"}
