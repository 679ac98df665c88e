"""The rows of a difference as a view asks for them, and as a screen reader says them."""

from collections.abc import Callable

from PySide6.QtCore import QAbstractListModel, QModelIndex, QPersistentModelIndex, Qt

from funneldesk.desktop.kit.diff.row_painter import ROW, fold_words
from funneldesk.desktop.kit.diff.rows import Row, Table
from funneldesk.desktop.local.texts import _

Index = QModelIndex | QPersistentModelIndex


class RowsModel(QAbstractListModel):
    """The rows that are shown, and what a screen reader says of them."""

    def __init__(self) -> None:
        super().__init__()
        self.table = Table([])
        self.names: tuple[str, ...] = ()
        self.title: Callable[[int], str] = lambda block: _("Change {number}").format(
            number=block + 1
        )

    @property
    def rows(self) -> list[Row]:
        """The rows that are shown, folds as one."""
        return self.table.rows

    def set_table(self, table: Table) -> None:
        """Show these."""
        self.beginResetModel()
        self.table = table
        self.endResetModel()

    def unfold(self, at: int) -> None:
        """Show what a fold holds."""
        hidden = len(self.rows[at].rows)
        if hidden > 1:
            self.beginInsertRows(QModelIndex(), at + 1, at + hidden - 1)
        self.table.unfold(at)
        if hidden > 1:
            self.endInsertRows()
        self.dataChanged.emit(self.index(at), self.index(at))

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else len(self.rows)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if not index.isValid() or index.row() >= len(self.rows):
            return None
        row = self.rows[index.row()]
        if role == ROW:
            return row
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            return self._told(row)
        return None

    def _told(self, row: Row) -> str:
        if row.kind == "fold":
            return _("{folded}, Enter shows them").format(folded=fold_words(row))
        if row.kind == "bar":
            return self.title(row.block)
        told: list[str] = []
        for name, cell in zip((*self.names, "", "", ""), row.cells, strict=False):
            if cell is not None and (cell.tone or not told):
                number = next((n for n in cell.numbers if n), 0)
                told.append(f"{name} {number} {cell.tone}: {cell.text.rstrip()}".strip())
        return "; ".join(told)
