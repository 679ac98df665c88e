"""Texts that a brand's visitors and other programs may leave in any field, and whether a window
shows them as what they are: letters."""

from PySide6.QtCore import QAbstractListModel, QModelIndex, Qt
from PySide6.QtWidgets import QAbstractItemView, QLabel, QWidget

HOSTILE = (
    "<img src=x onerror=alert(1)><script>alert(2)</script>\"' onload=x &amp; {{7*7}} </textarea>"
)
MOST_ROWS = 12
TEXTS = (
    HOSTILE,
    "\u202eesrever\u2066x",
    "=HYPERLINK(1)",
    "Zoë 👩‍🍳 O’Brien\u200b",
    "تمر هندي",
    "%s {name} {0} %(x)d",
)


def taken_as_markup(window: QWidget) -> list[str]:
    """Labels and tips of a window that show one of these texts and are not plain."""
    wrong = []
    for widget in (window, *window.findChildren(QWidget)):
        tip = widget.toolTip()
        if "<img" in tip or "<script" in tip:
            wrong.append(f"tip: {tip[:80]}")
        is_label = isinstance(widget, QLabel) and "<" in widget.text()
        if is_label and widget.textFormat() != Qt.TextFormat.PlainText:
            wrong.append(f"label: {widget.text()[:80]}")
        if isinstance(widget, QAbstractItemView) and widget.model() is not None:
            wrong += _tips_of(widget)
    return wrong


def _tips_of(view: QAbstractItemView) -> list[str]:
    """Tips of its first rows that are not plain."""
    model, none = view.model(), QModelIndex()
    columns = 1 if isinstance(model, QAbstractListModel) else model.columnCount(none)
    rows = min(model.rowCount(none), MOST_ROWS)
    cells = (model.index(row, at) for row in range(rows) for at in range(columns))
    tips = [str(cell.data(Qt.ItemDataRole.ToolTipRole) or "") for cell in cells]
    for at in range(columns):
        head = model.headerData(at, Qt.Orientation.Horizontal, Qt.ItemDataRole.ToolTipRole)
        tips.append(str(head or ""))
    return [f"cell: {tip[:80]}" for tip in tips if "<img" in tip or "<script" in tip]
