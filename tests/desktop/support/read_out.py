"""What a screen reader is told of a window, and what is wrong with it."""

import re
from collections.abc import Iterator

from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import QAbstractButton, QAbstractItemView, QAbstractScrollArea, QWidget

Role = QAccessible.Role
Text = QAccessible.Text
MARKUP = re.compile(r"</?(?:a|b|br|div|font|html|i|p|qt|span)\b[^>]*>|&(?:lt|gt|amp|#\d+);")
ROLELESS = (Role.Client, Role.NoRole, Role.LayeredPane, Role.Pane, Role.Grouping, Role.Form)
SOURCES = ("RowsView",)
"""Their lines are a page's own source, tags and all."""
LINES = 3
"""Of a list, so many are read."""


def read_out(widget: QWidget) -> tuple[str, str]:
    """Name and description."""
    told = QAccessible.queryAccessibleInterface(widget)
    return told.text(Text.Name), told.text(Text.Description)


def reached(window: QWidget) -> Iterator[QWidget]:
    """What Tab or a click brings the keyboard to, and whatever is pressed."""
    for widget in window.findChildren(QWidget):
        takes = widget.focusPolicy() & Qt.FocusPolicy.TabFocus or isinstance(
            widget, QAbstractButton
        )
        inner = widget.objectName().startswith("qt_") or widget.focusProxy() is not None
        seen = widget.isVisibleTo(window) and widget.window() is window
        if seen and takes and not inner and not _is_document(widget):
            yield widget


def faults(window: QWidget) -> list[str]:
    """A line for each control that is told wrongly."""
    found = [] if window.windowTitle() or read_out(window)[0] else ["the window has no name"]
    for widget in reached(window):
        found += [f"{_place(widget)}: {fault}" for fault in _faults(widget)]
    return found


def _faults(widget: QWidget) -> Iterator[str]:
    told = QAccessible.queryAccessibleInterface(widget)
    name, description = read_out(widget)
    if not name.strip():
        yield "no name"
    if MARKUP.search(name) or MARKUP.search(description):
        yield f"markup in {name!r}, {description!r}"
    if told.role() in ROLELESS and not isinstance(widget, QAbstractScrollArea):
        yield f"{name!r} is a {told.role().name}"
    if told.state().disabled == widget.isEnabled():
        yield f"{name!r} tells another state"
    if isinstance(widget, QAbstractButton) and widget.isCheckable():
        one_of_several = widget.autoExclusive() or _is_exclusive(widget)
        wanted = Role.RadioButton if one_of_several else Role.CheckBox
        if told.role() != wanted:
            yield f"{name!r} is a {told.role().name} and works as a {wanted.name}"
        if told.state().checked != widget.isChecked():
            yield f"{name!r} tells another state"
    if isinstance(widget, QAbstractItemView):
        yield from _nameless_lines(widget)


def _is_exclusive(button: QAbstractButton) -> bool:
    group = button.group()
    return group is not None and group.exclusive()


def _nameless_lines(view: QAbstractItemView) -> Iterator[str]:
    model = view.model()
    told = QAccessible.queryAccessibleInterface(view)
    for row in range(min(LINES, model.rowCount() if model is not None else 0)):
        box = view.visualRect(model.index(row, 0))
        place = view.viewport().mapToGlobal(box.center())
        line = None if box.isEmpty() else told.childAt(place.x(), place.y())
        if line is None:
            continue
        name, description = line.text(Text.Name), line.text(Text.Description)
        if not name.strip():
            yield f"line {row} of {read_out(view)[0]!r} has no name"
        if type(view).__name__ not in SOURCES and MARKUP.search(f"{name} {description}"):
            yield f"markup in line {row}: {name!r}, {description!r}"


def _is_document(widget: QWidget) -> bool:
    """What the web engine draws is told by its document."""
    parent = widget.parentWidget()
    return widget.inherits("QWebEngineView") or (
        parent is not None and parent.inherits("QWebEngineView")
    )


def _place(widget: QWidget) -> str:
    names, at = [], widget
    while at is not None and len(names) < 4:
        names.append(type(at).__name__)
        at = at.parentWidget()
    return " in ".join(names)
