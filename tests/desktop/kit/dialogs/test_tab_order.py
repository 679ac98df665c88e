"""The Tab key: through every section as one reads it, with the keyboard in sight at each halt."""

from collections.abc import Iterator, Sequence
from itertools import pairwise

import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtGui import QImage
from PySide6.QtTest import QTest
from PySide6.QtWebEngineWidgets import QWebEngineView
from PySide6.QtWidgets import QApplication, QWidget
from tests.desktop.support.live_server import LiveBrand
from tests.desktop.support.window_bench import MemoryKeyring, WindowBench, in_the_window, until

from funneldesk.desktop.app.session import Session
from funneldesk.desktop.kit.style.stylesheet import style_sheet
from funneldesk.desktop.kit.style.theme import theme
from funneldesk.desktop.kit.web.editor.tab_keys import TAB_MODE_KEYS
from funneldesk.desktop.parts.pages.panel import PagesPanel

Key = Qt.Key
SHIFT, NONE = Qt.KeyboardModifier.ShiftModifier, Qt.KeyboardModifier.NoModifier
MOST = 60
FIELDS = "<a href='#'>one</a><input><button>two</button><p>three</p>"


async def shown(bench: WindowBench, brand: LiveBrand) -> tuple[Session, PagesPanel]:
    await brand.add(title="Spring", html=FIELDS)
    session = bench.session()
    session.window.resize(1440, 900)
    session.window.show()
    session.window.activateWindow()
    panel = await bench.add_brand(session, brand)
    await until(lambda: session.window.isActiveWindow() and panel.session.document is not None)
    await until(lambda: panel.editor.code and panel.editor.code.is_ready)
    await until(lambda: panel.preview.stage and panel.preview.stage.is_ready)
    return session, panel


def holder() -> QWidget:
    """What has the keyboard."""
    found = QApplication.focusWidget()
    assert found is not None
    return found


def place(window: QWidget, widget: QWidget) -> QRect:
    return QRect(widget.mapTo(window, QPoint(0, 0)), widget.size())


async def tabbed(window: QWidget, start: QWidget, key: Qt.Key = Key.Key_Tab) -> list[QWidget]:
    """The halts of the Tab key from a widget on until it comes back there."""
    start.setFocus(Qt.FocusReason.TabFocusReason)
    halts = [start]
    for _ in range(MOST):
        before = holder()
        QTest.keyClick(before, key, SHIFT if key == Key.Key_Backtab else NONE)
        # A document in the web engine hands the key on in its own time.
        await until(lambda before=before: QApplication.focusWidget() not in (None, before))
        if holder() is start:
            return halts
        halts.append(holder())
    raise AssertionError([type(halt).__name__ for halt in halts])


def is_read_after(before: QRect, after: QRect) -> bool:
    """Below it, or right of it, in a column of its own or in the same line."""
    return after.top() > before.bottom() or after.left() > before.right()


def picture(window: QWidget, widget: QWidget) -> QImage:
    return window.grab(place(window, widget).adjusted(-3, -3, 3, 3)).toImage()


@pytest.fixture(autouse=True)
def _dressed(qapp: QApplication) -> Iterator[None]:
    qapp.setStyleSheet(style_sheet(theme.tokens, theme.density))
    yield
    qapp.setStyleSheet("")


def is_document(widget: QWidget) -> bool:
    """Whether the web engine draws it, which shows a caret or a ring of its own."""
    return isinstance(widget.parent(), QWebEngineView)


def assert_seen(window: QWidget, halts: Sequence[QWidget]) -> None:
    """Each halt looks otherwise while it has the keyboard."""
    for halt, other in zip(halts, (*halts[1:], halts[0]), strict=True):
        if is_document(halt):
            continue
        halt.setFocus(Qt.FocusReason.TabFocusReason)
        held = picture(window, halt)
        other.setFocus(Qt.FocusReason.TabFocusReason)
        assert picture(window, halt) != held, halt.accessibleName()


@pytest.mark.parametrize("section", ["pages", "files", "brands"])
@in_the_window
async def test_tab_reads_the_window_and_is_seen_at_each_halt(
    bench: WindowBench, brand: LiveBrand, memory_keyring: MemoryKeyring, section: str
) -> None:
    session, panel = await shown(bench, brand)
    window = session.window
    window.show_section(section)
    await bench.idle(panel)
    halts = await tabbed(window, window.sidebar.brand)
    assert sum(map(is_document, halts)) == (2 if section == "pages" else 0)
    for before, after in pairwise(halts):
        places = place(window, before), place(window, after)
        assert is_read_after(*places), (before.accessibleName(), after.accessibleName())
    back = await tabbed(window, window.sidebar.brand, Key.Key_Backtab)
    assert back[1:] == halts[:0:-1]
    assert panel.session.document is not None
    assert not panel.session.document.is_dirty
    assert_seen(window, halts)


@in_the_window
async def test_tab_indents_once_somebody_writes_and_leaves_by_its_keys(
    bench: WindowBench, brand: LiveBrand, memory_keyring: MemoryKeyring
) -> None:
    _, panel = await shown(bench, brand)
    code = panel.editor.code
    assert code is not None
    code.setFocus(Qt.FocusReason.TabFocusReason)
    keyboard = holder()
    QTest.keyClick(keyboard, Key.Key_Right)
    await code.settled()
    QTest.keyClick(keyboard, Key.Key_Tab)
    await until(lambda: panel.editor.source("html") == f"  {FIELDS}")
    assert holder() is keyboard
    QTest.keyClick(keyboard, Key.Key_M, Qt.KeyboardModifier.ControlModifier)
    QTest.keyClick(keyboard, Key.Key_Right)
    QTest.keyClick(keyboard, Key.Key_Tab)
    assert holder() is not keyboard
    await code.settled()
    assert panel.editor.source("html") == f"  {FIELDS}"
    code.focus()
    QTest.keyClick(keyboard, Key.Key_M, Qt.KeyboardModifier.ControlModifier)
    await code.settled()
    QTest.keyClick(keyboard, Key.Key_Tab)
    await until(lambda: panel.editor.source("html") != f"  {FIELDS}")
    assert any(keys == TAB_MODE_KEYS for keys, _ in panel.shortcuts())
