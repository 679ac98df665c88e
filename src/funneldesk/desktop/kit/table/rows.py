"""Records in the columns of a table, by their ids; a cell is asked of its column when seen."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from PySide6.QtCore import QAbstractTableModel, QObject, Qt
from PySide6.QtGui import QPixmap

from funneldesk.desktop.kit.controls.labels import plain_tip
from funneldesk.desktop.kit.lists.id_rows import NO_INDEX, IdRows, Index
from funneldesk.desktop.kit.lists.record_list import ListRow
from funneldesk.desktop.kit.style.icons import pixmap
from funneldesk.desktop.kit.table.column import Bar, CellMark, Column
from funneldesk.desktop.kit.table.groups import Heading, TableGroups
from funneldesk.desktop.local.texts import _

R = TypeVar("R")

TONE_ROLE = int(Qt.ItemDataRole.UserRole) + 1
MARK_ROLE = int(Qt.ItemDataRole.UserRole) + 2
TIPPED_ROLE = int(Qt.ItemDataRole.UserRole) + 3
"""Whether a cell has more to say than its text."""

ICON = 14
_ALIGN = {
    "left": Qt.AlignmentFlag.AlignLeft,
    "right": Qt.AlignmentFlag.AlignRight,
    "centre": Qt.AlignmentFlag.AlignHCenter,
}
_ALIGNED = {name: align | Qt.AlignmentFlag.AlignVCenter for name, align in _ALIGN.items()}
"""Put together once: flags of Qt are slow to add in Python, and every cell has some."""
_CELL = Qt.ItemFlag.ItemIsSelectable | Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemNeverHasChildren
_MARKED: Mapping[int, Callable[[CellMark], Any]] = {
    Qt.ItemDataRole.DisplayRole: lambda mark: " ".join(mark.text.split()),
    Qt.ItemDataRole.ToolTipRole: lambda mark: plain_tip(mark.tip),
    Qt.ItemDataRole.AccessibleDescriptionRole: lambda mark: mark.tip,
    TONE_ROLE: lambda mark: None,
    MARK_ROLE: lambda mark: mark.tone,
}


@dataclass(frozen=True, slots=True)
class CellLook:
    """All that is painted of a cell, asked for at once: a painter that asks for each of these by
    a role goes to and fro between C++ and Python for each."""

    text: str = ""
    tone: str | None = None
    mark: str = ""
    lines: ListRow | None = None
    bar: Bar | None = None
    is_strong: bool = False
    is_pictured: bool = False
    align: str = "left"


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
            return _ALIGNED[column.align]
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
        return None

    def look(self, place: int, at: int) -> CellLook:
        """What is painted in a row and a column; of a heading the text."""
        record_id, column = self._ids[place], self.columns[at]
        heading = self.groups.headings.get(record_id)
        if heading is not None:
            return CellLook(_heading_data(heading, at, Qt.ItemDataRole.DisplayRole))
        row, mark = self._row(record_id), self.mark(record_id, column.key)
        if row is None:
            return CellLook(mark.text, mark=mark.tone) if mark is not None else CellLook()
        text = mark.text if mark is not None else column.value(row)
        tone = column.tone(row) if mark is None and column.tone is not None else None
        return CellLook(
            " ".join(text.split()),
            tone,
            mark.tone if mark is not None else "",
            column.lines(row) if column.lines is not None else None,
            column.bar(row) if column.bar is not None else None,
            column.strong is not None and column.strong(row),
            column.picture is not None,
            column.align,
        )

    def picture(self, index: Index, side: int) -> QPixmap | None:
        """The picture of a cell, as its column gives it."""
        picture, row = self.columns[index.column()].picture, self._row(self._ids[index.row()])
        return picture(row, side) if picture is not None and row is not None else None

    def flags(self, index: Index) -> Qt.ItemFlag:
        if not index.isValid():
            return Qt.ItemFlag.NoItemFlags
        headings = self.groups.headings
        if headings and self._ids[index.row()] in headings:
            return Qt.ItemFlag.ItemIsEnabled
        return _CELL

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
            return _ALIGNED[self.columns[section].align]
        return _about_title(self.columns[section], role)


def _about_title(column: Column[Any], role: int) -> Any:
    """The icon beside a title, and what it means."""
    if role == Qt.ItemDataRole.DecorationRole and column.icon:
        return pixmap(column.icon, "muted", ICON)
    if role == Qt.ItemDataRole.ToolTipRole:
        return plain_tip(column.about or column.title)  # A narrow column has no room for it.
    if role == Qt.ItemDataRole.AccessibleTextRole and column.about:
        return f"{column.title}, {column.about}"
    return None


def _heading_data(heading: Heading, column: int, role: int) -> Any:
    """What a heading says to those who do not see it; it is painted over the whole row."""
    if column or role not in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
        return "" if role == Qt.ItemDataRole.DisplayRole else None
    words = _("{title}, {count:,}, folded") if heading.is_folded else _("{title}, {count:,}")
    return words.format(title=heading.title, count=heading.count)
