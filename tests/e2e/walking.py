"""Walks in a real window, by mouse and keys, in a process of their own: each waits for what the
program says, and prints what a user would then know, as JSON."""

import json
import os
import sys
import tempfile
from collections.abc import Awaitable, Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, TypeVar

import keyring
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractItemView, QApplication, QWidget
from tests.desktop.support.live_server import LiveBrand, live_platform
from tests.desktop.support.window_bench import MemoryKeyring, WindowBench, until

from funneldesk.desktop.app.application import make_application
from funneldesk.desktop.app.session import Session
from funneldesk.desktop.kit.controls.buttons import Button
from funneldesk.desktop.kit.style.theme import theme
from funneldesk.desktop.kit.tasks import make_loop
from funneldesk.desktop.sections.panel import Panel
from funneldesk.desktop.shell.palette.palette import ENTRY, Palette

AnyPanel = TypeVar("AnyPanel", bound=Panel)
Walk = Callable[[WindowBench, LiveBrand], Awaitable[None]]
CTRL = Qt.KeyboardModifier.ControlModifier
LEFT = Qt.MouseButton.LeftButton
ZONE = "zone.json"
"""A file in the folder of the bench: what the platform finds in the DNS."""


def told(**found: Any) -> None:
    """Hand a finding to the test."""
    print(json.dumps(found), flush=True)


async def window(bench: WindowBench, brand: LiveBrand, base_url: str = "") -> Session:
    """The program with this brand open."""
    session = bench.session()
    session.window.resize(1440, 900)
    session.window.show()
    session.window.activateWindow()
    await until(session.window.isActiveWindow)
    await bench.add_brand(session, brand, base_url=base_url)
    return session


async def section(session: Session, name: str, kind: type[AnyPanel]) -> AnyPanel:
    """Go to a section; its panel, once all is read."""
    session.window.show_section(name)
    panel = session.window.panel()
    assert isinstance(panel, kind)
    await until(lambda: panel.is_quiet)
    return panel


def click(widget: QWidget, place: QPoint | None = None) -> None:
    """With the left button, where it is shown."""
    assert widget.isVisible()
    assert widget.isEnabled(), widget.toolTip()
    QTest.mouseClick(widget, LEFT, pos=place or widget.rect().center())


def click_row(table: QAbstractItemView, row: int) -> None:
    """Click the first cell of a row."""
    click(table.viewport(), table.visualRect(table.model().index(row, 0)).center())


def buttons(under: QWidget, words: str) -> list[Button]:
    """Those in sight that begin with these words."""
    shown = [each for each in under.findChildren(Button) if each.isVisible()]
    return [each for each in shown if each.text().startswith(words)]


def press_button(under: QWidget, words: str) -> None:
    """Click the first button that begins with these words."""
    found = buttons(under, words)
    assert found, [each.text() for each in buttons(under, "")]
    click(found[0])


def write(target: QWidget, text: str) -> None:
    """Type in place of what is there."""
    target.setFocus()
    QTest.keySequence(target, "Ctrl+A")
    QTest.keyClicks(target, text)


async def press_keys(widget: QWidget, keys: str) -> None:
    """Where the keyboard is in the window of a widget: ``Ctrl+S``."""
    window = widget.window()
    window.activateWindow()  # There is no window manager that does after a dialog.
    await until(window.isActiveWindow)
    QTest.keySequence(QApplication.focusWidget() or window, keys)


async def do(session: Session, words: str) -> None:
    """Something that the palette finds."""
    session.window.activateWindow()  # There is no window manager that does after a dialog.
    await until(session.window.isActiveWindow)
    QTest.keyClick(QApplication.focusWidget() or session.window, Qt.Key.Key_K, CTRL)
    await until(lambda: isinstance(QApplication.activePopupWidget(), Palette))
    palette = QApplication.activePopupWidget()
    assert isinstance(palette, Palette)
    write(palette.field, words)

    def first() -> str:
        item = palette.list.item(0)
        return item.data(ENTRY).title if item is not None else ""

    await until(lambda: words.casefold() in first().casefold())
    QTest.keyClick(palette.field, Qt.Key.Key_Return)


async def _walk(bench: WindowBench, brand: LiveBrand, walk: Walk) -> None:
    """Walk, and end the program whatever comes of it."""
    try:
        await walk(bench, brand)
    finally:
        await bench.end()


def start(walks: Mapping[str, Walk], words: Sequence[str], *server: str) -> None:
    """Start server and window, and walk as the first word says. ``server`` is more of the
    server's command line."""
    app = make_application([])
    theme.install(app, "light")
    theme.install_rest()
    keyring.set_keyring(MemoryKeyring())
    with tempfile.TemporaryDirectory(prefix="funneldesk-walk-") as name:
        folder = Path(name)
        (folder / ZONE).write_text("{}", "utf-8")
        zone = ("--dns-zone", str(folder / ZONE))
        with live_platform(folder / "platform", *zone, *server) as platform:
            loop = make_loop(app)
            try:
                bench = WindowBench(folder)
                loop.run_until_complete(_walk(bench, platform.brand(), walks[words[0]]))
            finally:
                loop.close()
    sys.stdout.flush()
    os._exit(0)  # Qt's own threads outlive the window on some machines.
