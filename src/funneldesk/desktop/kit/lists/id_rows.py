"""Records of a view's model by their ids, in an order; what is shown of one is asked when seen."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QModelIndex, QPersistentModelIndex

if TYPE_CHECKING:
    from PySide6.QtCore import QAbstractItemModel as Model
else:
    Model = object

Index = QModelIndex | QPersistentModelIndex
NO_INDEX = QModelIndex()


class IdRows(Model):
    """Part of an item model: stands before the model's class among its bases."""

    _ids: Sequence[str] = ()

    @property
    def ids(self) -> Sequence[str]:
        """The records in their order; not to be changed."""
        return self._ids

    def arrange(self, ids: Sequence[str]) -> None:
        """Show these records; rows that only come to the end leave the others untouched."""
        known = len(self._ids)
        if len(ids) < known or not known or list(ids[:known]) != self._ids:
            self.beginResetModel()
            self._ids = list(ids)
            self.endResetModel()
        elif len(ids) > known:
            self.beginInsertRows(NO_INDEX, known, len(ids) - 1)
            self._ids = list(ids)
            self.endInsertRows()

    def tell_changed(self, record_id: str = "") -> None:
        """The content of a record has changed, or of all of them."""
        last = len(self._ids) - 1
        first, end = (self.row_of(record_id),) * 2 if record_id else (0, last)
        if 0 <= first <= last:
            last_column = self.columnCount(NO_INDEX) - 1
            self.dataChanged.emit(self.index(first, 0), self.index(end, last_column))

    def row_of(self, record_id: str) -> int:
        """Where a record stands, or -1."""
        try:
            return self._ids.index(record_id)
        except ValueError:
            return -1

    def rowCount(self, parent: Index = NO_INDEX) -> int:
        return 0 if parent.isValid() else len(self._ids)
