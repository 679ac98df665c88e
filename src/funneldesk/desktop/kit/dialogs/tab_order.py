"""The order of the Tab key: as one reads the window, however its widgets came to be."""

from collections.abc import Callable, Iterator, Sequence

from PySide6.QtCore import QRect, Qt
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractSpinBox,
    QApplication,
    QComboBox,
    QKeySequenceEdit,
    QScrollArea,
    QWidget,
)

Span = tuple[int, int]
_WHOLE = (QAbstractSpinBox, QComboBox, QKeySequenceEdit)
"""Controls of Qt whose parts hand the keyboard to the whole."""


def step(window: QWidget, forward: bool) -> bool:
    """Give the keyboard to the next stop of a window, or the one before; whether there is one."""
    found = stops(window)
    if not found:
        return False
    holder = QApplication.focusWidget()
    if holder in found:
        place = found.index(holder) + (1 if forward else -1)
    else:
        place = _after(window, found, holder) - (0 if forward else 1)
    target = found[place % len(found)]
    reason = Qt.FocusReason.TabFocusReason if forward else Qt.FocusReason.BacktabFocusReason
    target.setFocus(reason)
    _bring(target)
    return True


def stops(window: QWidget) -> list[QWidget]:
    """Stops of the Tab key in a window, in reading order."""
    return [widget for widget in _read(window) if _is_stop(widget)]


def _is_stop(widget: QWidget) -> bool:
    if not widget.isEnabled():
        return False
    group = widget.group() if isinstance(widget, QAbstractButton) else None
    if group is not None and group.exclusive() and group.checkedButton() is not None:
        # One of several is one stop, the one that is on; arrows lead to the others.
        return widget is group.checkedButton() and any(map(_takes_tab, group.buttons()))
    return _takes_tab(widget) and not _hands_on(widget)


def _hands_on(widget: QWidget) -> bool:
    """Whether the keyboard goes to another widget in its stead. Parts of a whole are known by that
    whole: to be asked for it ties the whole to its part in the bindings, and both end together."""
    return isinstance(widget.parentWidget(), _WHOLE) or widget.focusProxy() is not None


def _takes_tab(widget: QWidget) -> bool:
    return bool(widget.focusPolicy() & Qt.FocusPolicy.TabFocus)


def _after(window: QWidget, found: Sequence[QWidget], holder: QWidget | None) -> int:
    """Where among the stops one would be that is none itself: a panel that was clicked, say."""
    if holder is None or not window.isAncestorOf(holder):
        return 0
    whole = list(_read(window))
    if holder not in whole:
        return 0
    read = set(map(id, whole[: whole.index(holder)]))
    return sum(id(each) in read for each in found)


def _read(parent: QWidget) -> Iterator[QWidget]:
    inside = [
        each
        for each in parent.children()
        if isinstance(each, QWidget) and each.isVisible() and not each.isWindow()
    ]
    for child in _in_order(inside):
        yield child
        yield from _read(child)


def _in_order(widgets: list[QWidget]) -> list[QWidget]:
    """Bands from top to bottom, and in each its columns from left to right, and so on."""
    if len(widgets) < 2:
        return widgets
    bands = _cut(widgets, lambda box: (box.top(), box.bottom()))
    if len(bands) == 1:
        bands = _cut(widgets, lambda box: (box.left(), box.right()))
    if len(bands) == 1:
        # They lie upon each other: nothing is read between them.
        return sorted(widgets, key=lambda each: (each.y(), each.x()))
    return [widget for band in bands for widget in _in_order(band)]


def _cut(widgets: list[QWidget], span_of: Callable[[QRect], Span]) -> list[list[QWidget]]:
    """Groups between which a straight line can be drawn."""
    groups: list[list[QWidget]] = []
    end = 0
    for widget in sorted(widgets, key=lambda each: span_of(each.geometry())):
        first, last = span_of(widget.geometry())
        if groups and first <= end:
            groups[-1].append(widget)
            end = max(end, last)
        else:
            groups.append([widget])
            end = last
    return groups


def _bring(target: QWidget) -> None:
    """Scroll to what has the keyboard now."""
    around = target.parentWidget()
    while around is not None:
        if isinstance(around, QScrollArea):
            around.ensureWidgetVisible(target)
        around = around.parentWidget()
