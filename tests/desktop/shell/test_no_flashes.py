"""Sections come up within the window: nothing flashes as a window of its own."""

from collections.abc import Iterator

import pytest
from PySide6.QtGui import QGuiApplication, QWindow
from PySide6.QtWidgets import QApplication, QLabel
from tests.desktop.support.live_server import LiveBrand
from tests.desktop.support.window_bench import (
    MemoryKeyring,
    WindowBench,
    in_the_window,
    turns,
    until,
)

from funneldesk.desktop.shell.sections import SECTIONS

Names = list[str]


@pytest.fixture
def flashed() -> Iterator[Names]:
    """The names of widgets' windows that got the keyboard; those of the web engine are others."""
    names: Names = []

    def note(window: QWindow | None) -> None:
        if window is not None and window.metaObject().className() == "QWidgetWindow":
            names.append(window.objectName())

    application = QApplication.instance()
    assert isinstance(application, QGuiApplication)
    application.focusWindowChanged.connect(note)
    yield names
    application.focusWindowChanged.disconnect(note)


@pytest.mark.parametrize("section", [section.name for section in SECTIONS])
@in_the_window
async def test_a_section_that_is_made_leaves_the_window_its_keyboard(
    bench: WindowBench,
    brand: LiveBrand,
    memory_keyring: MemoryKeyring,
    flashed: Names,
    section: str,
) -> None:
    """A widget that is shown before it has a parent is a window for a moment, and takes it."""
    session = bench.session()
    await bench.add_brand(session, brand)
    session.window.show()
    session.window.activateWindow()
    await until(session.window.isActiveWindow)
    own = session.window.windowHandle().objectName()
    session.window.show_section(section)
    await turns()
    assert set(flashed) == {own}


@in_the_window
async def test_a_widget_that_is_shown_too_early_would_be_noticed(
    bench: WindowBench, flashed: Names
) -> None:
    label = QLabel("Too early")
    label.show()
    await turns()
    label.close()
    assert flashed == ["QLabelClassWindow"]
