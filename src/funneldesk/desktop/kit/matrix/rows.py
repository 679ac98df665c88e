"""Rows and columns of a matrix: which cells are on, asked of a row once it is seen."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from funneldesk.desktop.kit.controls.labels import plain_tip
from funneldesk.desktop.local.texts import _

Index = QModelIndex | QPersistentModelIndex
NO_INDEX = QModelIndex()


@dataclass(frozen=True, slots=True)
class MatrixColumn:
    """``key`` is what rows have of it, ``short`` heads it, ``title`` says it in full."""

    key: int
    short: str
    title: str


class MatrixRows(QAbstractTableModel):
    """``title`` names a row by its id, ``keys`` are the columns that are on in it. Both are asked
    once, until ``refresh``."""

    def __init__(
        self,
        title: Callable[[str], str],
        keys: Callable[[str], Sequence[int]],
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self.ids: Sequence[str] = ()
        self.columns: Sequence[MatrixColumn] = ()
        self._title, self._keys = title, keys
        self._places: dict[int, int] = {}
        self._on: list[frozenset[int] | None] = []

    def show_columns(self, columns: Sequence[MatrixColumn]) -> None:
        """Other columns."""
        self.beginResetModel()
        self.columns = tuple(columns)
        self._places = {each.key: at for at, each in enumerate(columns)}
        self._on = [None] * len(self.ids)
        self.endResetModel()

    def arrange(self, ids: Sequence[str]) -> None:
        """These rows in this order."""
        if list(ids) == list(self.ids):
            self.refresh()
            return
        self.beginResetModel()
        self.ids = tuple(ids)
        self._on = [None] * len(self.ids)
        self.endResetModel()

    def refresh(self) -> None:
        """Rows are others now than when they were asked for."""
        self._on = [None] * len(self.ids)
        if self.ids and self.columns:
            last = self.index(len(self.ids) - 1, len(self.columns) - 1)
            self.dataChanged.emit(self.index(0, 0), last)

    def on(self, row: int) -> frozenset[int]:
        """The places of the columns that are on in a row."""
        known = self._on[row]
        if known is None:
            places = self._places
            found = (places.get(key, -1) for key in self._keys(self.ids[row]))
            known = self._on[row] = frozenset(found)
        return known

    def rowCount(self, parent: Index = NO_INDEX) -> int:
        return 0 if parent.isValid() else len(self.ids)

    def columnCount(self, parent: Index = NO_INDEX) -> int:
        return 0 if parent.isValid() else len(self.columns)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid() or index.row() >= len(self.ids):
            return None
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return self.words(index)
        if role == Qt.ItemDataRole.ToolTipRole:
            return plain_tip(self.words(index))
        return None

    def words(self, index: Index) -> str:
        """A cell as it is read out."""
        told = _("{row}, {column}: done") if self.is_on(index) else _("{row}, {column}: open")
        title = self._title(self.ids[index.row()])
        return told.format(row=title, column=self.columns[index.column()].title)

    def is_on(self, index: Index) -> bool:
        """Whether a cell is on."""
        return index.column() in self.on(index.row())

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        across = orientation is Qt.Orientation.Horizontal
        if section >= (len(self.columns) if across else len(self.ids)):
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            return self.columns[section].short if across else self._title(self.ids[section])
        if role in (Qt.ItemDataRole.ToolTipRole, Qt.ItemDataRole.AccessibleTextRole):
            words = self.columns[section].title if across else self._title(self.ids[section])
            return plain_tip(words) if role == Qt.ItemDataRole.ToolTipRole else words
        if role == Qt.ItemDataRole.TextAlignmentRole:
            side = Qt.AlignmentFlag.AlignHCenter if across else Qt.AlignmentFlag.AlignLeft
            return side | Qt.AlignmentFlag.AlignVCenter
        return None
