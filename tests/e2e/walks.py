"""What walks in a real window share: the program with one brand open, hands on what it shows, and
the process that is led. A walk prints what a user would then know, as JSON."""

import json
import os
import sys
import tempfile
from collections.abc import Awaitable, Callable, Mapping
from pathlib import Path
from typing import Any, TypeVar

import keyring
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget
from tests.desktop.support.live_server import LiveBrand, live_platform
from tests.desktop.support.window_bench import MemoryKeyring, WindowBench, until

from funneldesk.desktop.app.application import make_application
from funneldesk.desktop.app.session import Session
from funneldesk.desktop.kit.controls.buttons import Button
from funneldesk.desktop.kit.style.theme import theme
from funneldesk.desktop.kit.tasks import make_loop
from funneldesk.desktop.sections.panel import Panel

AnyPanel = TypeVar("AnyPanel", bound=Panel)
Walk = Callable[[WindowBench, LiveBrand], Awaitable[None]]
CTRL = Qt.KeyboardModifier.ControlModifier
LEFT = Qt.MouseButton.LeftButton


def told(**found: Any) -> None:
    """Hand a finding to the test."""
    print(json.dumps(found), flush=True)


async def window(bench: WindowBench, brand: LiveBrand, base_url: str = "") -> Session:
    """The program with this brand open."""
    session = bench.session()
    session.window.resize(1440, 900)
    session.window.show()
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


async def _walked(bench: WindowBench, brand: LiveBrand, walk: Walk) -> None:
    """A walk, ended whatever comes of it."""
    try:
        await walk(bench, brand)
    finally:
        await bench.end()


def lead_walk(walks: Mapping[str, Walk], name: str) -> None:
    """In the probe's process: start server and window, and walk."""
    app = make_application([])
    theme.install(app, "light")
    theme.install_rest()
    keyring.set_keyring(MemoryKeyring())
    with (
        tempfile.TemporaryDirectory(prefix="funneldesk-walk-") as folder,
        live_platform(Path(folder) / "platform") as platform,
    ):
        loop = make_loop(app)
        try:
            bench = WindowBench(Path(folder))
            loop.run_until_complete(_walked(bench, platform.brand(), walks[name]))
        finally:
            loop.close()
    sys.stdout.flush()
    os._exit(0)  # Qt's own threads outlive the window on some machines.
