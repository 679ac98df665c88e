"""The Tab key pressed through a window: where it halts, in which order, and whether one sees it."""

from collections.abc import Iterator, Sequence
from itertools import pairwise

import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtGui import QImage
from PySide6.QtTest import QTest
from PySide6.QtWebEngineWidgets import QWebEngineView
from PySide6.QtWidgets import QAbstractScrollArea, QApplication, QScrollArea, QWidget
from tests.desktop.support.window_bench import until

from funneldesk.desktop.kit.style.stylesheet import style_sheet
from funneldesk.desktop.kit.style.theme import theme

Key = Qt.Key
SHIFT, NONE = Qt.KeyboardModifier.ShiftModifier, Qt.KeyboardModifier.NoModifier
MOST = 60
_SOON = 15.0
"""Seconds until a document is taken not to have heard a key."""


@pytest.fixture(autouse=True)
def dressed(qapp: QApplication) -> Iterator[None]:
    """Focus is drawn by the style sheet."""
    qapp.setStyleSheet(style_sheet(theme.tokens, theme.density))
    yield
    qapp.setStyleSheet("")


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
        await _pressed(before, key)
        assert not holder().visibleRegion().isEmpty(), named(holder())
        if holder() is start:
            return halts
        halts.append(holder())
    raise AssertionError([type(halt).__name__ for halt in halts])


async def _pressed(before: QWidget, key: Qt.Key) -> None:
    """Press until the keyboard moves on: a document in the web engine hands the key on in its own
    time, and a key that comes before it knows of its focus only gives it that."""
    for last in (False, False, True):
        QTest.keyClick(before, key, SHIFT if key == Key.Key_Backtab else NONE)
        try:
            await until(lambda: QApplication.focusWidget() not in (None, before), _SOON)
        except TimeoutError:
            if last or not is_document(before):
                raise
        else:
            return


def is_read_after(before: QRect, after: QRect) -> bool:
    """Below it, or right of it, in a column of its own or in the same line."""
    return after.top() > before.bottom() or after.left() > before.right()


def picture(window: QWidget, widget: QWidget) -> QImage:
    return window.grab(place(window, widget).adjusted(-3, -3, 3, 3)).toImage()


def is_document(widget: QWidget) -> bool:
    """Whether the web engine draws it, which shows a caret or a ring of its own."""
    return isinstance(widget.parent(), QWebEngineView)


def assert_seen(window: QWidget, halts: Sequence[QWidget]) -> None:
    """Each halt looks otherwise while it has the keyboard."""
    for halt, other in zip(halts, (*halts[1:], halts[0]), strict=True):
        if is_document(halt):
            continue
        halt.setFocus(Qt.FocusReason.TabFocusReason)
        _bring(halt)
        held = picture(window, halt)
        other.setFocus(Qt.FocusReason.TabFocusReason)
        assert picture(window, halt) != held, named(halt)


def _bring(halt: QWidget) -> None:
    context = halt.parentWidget()
    while context is not None:
        if isinstance(context, QScrollArea):
            context.ensureWidgetVisible(halt)
        context = context.parentWidget()


def misread(window: QWidget, halts: Sequence[QWidget]) -> list[tuple[str, str]]:
    """Neighbours of which the second is not read after the first."""
    found = []
    for before, after in pairwise(halts):
        if not is_read_after(_box(window, before, after), _box(window, after, before)):
            found.append((named(before), named(after)))
    return found


def named(widget: QWidget) -> str:
    """What a finding says of a widget."""
    return f"{type(widget).__name__} {widget.accessibleName() or widget.property('text') or ''}"


def _box(window: QWidget, widget: QWidget, other: QWidget) -> QRect:
    """Its place; that of the area which scrolls it, seen from without."""
    at, context = widget, widget.parentWidget()
    while context is not None and context is not window:
        if isinstance(context, QAbstractScrollArea) and not context.isAncestorOf(other):
            at = context
        context = context.parentWidget()
    return place(window, at)
