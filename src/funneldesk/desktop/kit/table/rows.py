"""Records in the columns of a table, by their ids; a cell is asked of its column when seen."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Generic, TypeVar

from PySide6.QtCore import QAbstractTableModel, QObject, Qt
from PySide6.QtGui import QPixmap

from funneldesk.desktop.kit.controls.labels import plain_tip
from funneldesk.desktop.kit.lists.id_rows import NO_INDEX, IdRows, Index
from funneldesk.desktop.kit.style.icons import pixmap
from funneldesk.desktop.kit.table.column import CellMark, Column
from funneldesk.desktop.kit.table.groups import Heading, TableGroups
from funneldesk.desktop.local.texts import _

R = TypeVar("R")

TONE_ROLE = int(Qt.ItemDataRole.UserRole) + 1
MARK_ROLE = int(Qt.ItemDataRole.UserRole) + 2
TIPPED_ROLE = int(Qt.ItemDataRole.UserRole) + 3
"""Whether a cell has more to say than its text."""
STRONG_ROLE = int(Qt.ItemDataRole.UserRole) + 4
LINES_ROLE = int(Qt.ItemDataRole.UserRole) + 5
BAR_ROLE = int(Qt.ItemDataRole.UserRole) + 6

ICON = 14
_ALIGN = {
    "left": Qt.AlignmentFlag.AlignLeft,
    "right": Qt.AlignmentFlag.AlignRight,
    "centre": Qt.AlignmentFlag.AlignHCenter,
}
_MARKED: Mapping[int, Callable[[CellMark], Any]] = {
    Qt.ItemDataRole.DisplayRole: lambda mark: " ".join(mark.text.split()),
    Qt.ItemDataRole.ToolTipRole: lambda mark: plain_tip(mark.tip),
    Qt.ItemDataRole.AccessibleDescriptionRole: lambda mark: mark.tip,
    TONE_ROLE: lambda mark: None,
    MARK_ROLE: lambda mark: mark.tone,
}


class TableRows(IdRows, QAbstractTableModel, Generic[R]):
    """``row`` gives a record by its id, or None once it is gone: its cells are empty then.

    ``mark`` gives what stands over the cell of an id and a column's key, None for most.
    """

    def __init__(
        self,
        columns: Sequence[Column[R]],
        row: Callable[[str], R | None],
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self.columns = tuple(columns)
        self.groups = TableGroups()
        self.mark: Callable[[str, str], CellMark | None] = lambda *_: None
        self._row = row
        self._sorted = -1
        self._sort_mark = ""

    @property
    def has_lines(self) -> bool:
        """Whether its rows are as high as three lines."""
        return any(column.lines is not None for column in self.columns)

    def mark_sorted(self, column: int, descending: bool) -> None:
        """Show in the header which column the rows are ordered by; -1 for none."""
        self._sorted, self._sort_mark = column, " ↓" if descending else " ↑"
        self.headerDataChanged.emit(Qt.Orientation.Horizontal, 0, len(self.columns) - 1)

    def columnCount(self, parent: Index = NO_INDEX) -> int:
        return 0 if parent.isValid() else len(self.columns)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid() or index.row() >= len(self._ids):
            return None
        column = self.columns[index.column()]
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return _ALIGN[column.align] | Qt.AlignmentFlag.AlignVCenter
        heading = self.groups.headings.get(self._ids[index.row()])
        if heading is not None:
            return _heading_data(heading, index.column(), role)
        mark = self.mark(self._ids[index.row()], column.key)
        if mark is not None and role in _MARKED:
            return _MARKED[role](mark)
        row = self._row(self._ids[index.row()])
        if role == Qt.ItemDataRole.DisplayRole:
            return " ".join(column.value(row).split()) if row is not None else ""
        if role == Qt.ItemDataRole.ToolTipRole and row is not None:
            return plain_tip((column.tip or column.value)(row))
        if role == TIPPED_ROLE:
            return column.tip is not None
        if role == TONE_ROLE and column.tone is not None and row is not None:
            return column.tone(row)
        if role == LINES_ROLE:
            return column.lines(row) if row is not None and column.lines is not None else None
        if role == BAR_ROLE:
            return column.bar(row) if row is not None and column.bar is not None else None
        if role == STRONG_ROLE:
            return row is not None and column.strong is not None and column.strong(row)
        return None

    def is_pictured(self, index: Index) -> bool:
        """Whether a picture stands before the text of a cell."""
        heading = self._ids[index.row()] in self.groups.headings
        return self.columns[index.column()].picture is not None and not heading

    def picture(self, index: Index, side: int) -> QPixmap | None:
        """The picture of a cell, as its column gives it."""
        picture, row = self.columns[index.column()].picture, self._row(self._ids[index.row()])
        return picture(row, side) if picture is not None and row is not None else None

    def flags(self, index: Index) -> Qt.ItemFlag:
        if index.isValid() and self._ids[index.row()] in self.groups.headings:
            return Qt.ItemFlag.ItemIsEnabled
        return super().flags(index)

    def headerData(
        self,
        section: int,
        orientation: Qt.Orientation,
        role: int = Qt.ItemDataRole.DisplayRole,
    ) -> Any:
        if orientation is not Qt.Orientation.Horizontal or section >= len(self.columns):
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            mark = self._sort_mark if section == self._sorted else ""
            return f"{self.columns[section].title}{mark}"
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return _ALIGN[self.columns[section].align] | Qt.AlignmentFlag.AlignVCenter
        return _about_title(self.columns[section], role)


def _about_title(column: Column[Any], role: int) -> Any:
    """The icon beside a title, and what it means."""
    if role == Qt.ItemDataRole.DecorationRole and column.icon:
        return pixmap(column.icon, "muted", ICON)
    if role == Qt.ItemDataRole.ToolTipRole and column.about:
        return plain_tip(column.about)
    if role == Qt.ItemDataRole.AccessibleTextRole and column.about:
        return f"{column.title}, {column.about}"
    return None


def _heading_data(heading: Heading, column: int, role: int) -> Any:
    """What a heading says to those who do not see it; it is painted over the whole row."""
    if column or role not in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
        return "" if role == Qt.ItemDataRole.DisplayRole else None
    words = _("{title}, {count:,}, folded") if heading.is_folded else _("{title}, {count:,}")
    return words.format(title=heading.title, count=heading.count)
