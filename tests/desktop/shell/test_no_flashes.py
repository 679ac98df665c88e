"""Sections come up within the window: nothing flashes as a window of its own."""

import pytest
from PySide6.QtWidgets import QApplication
from tests.desktop.support.live_server import LiveBrand
from tests.desktop.support.window_bench import (
    MemoryKeyring,
    WindowBench,
    in_the_window,
    turns,
    until,
)

from funneldesk.desktop.shell.sections import SECTIONS


@pytest.mark.parametrize("section", [section.name for section in SECTIONS])
@in_the_window
async def test_a_section_that_is_made_leaves_the_window_its_keyboard(
    bench: WindowBench, brand: LiveBrand, memory_keyring: MemoryKeyring, section: str
) -> None:
    """A widget that is shown before it has a parent is a window for a moment, and takes it."""
    session = bench.session()
    await bench.add_brand(session, brand)
    session.window.show()
    session.window.activateWindow()
    await until(session.window.isActiveWindow)
    session.window.show_section(section)
    await turns()
    assert QApplication.activeWindow() is session.window
