"""Model of the file views: rows, and their texts."""

from collections.abc import Callable, Mapping

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, Qt

from funneldesk.desktop.assets.library.row import AssetRow
from funneldesk.desktop.kit.lists.record_list import ListRow, ListRows
from funneldesk.desktop.kit.sizes import size_words
from funneldesk.desktop.kit.units import counted
from funneldesk.desktop.local.texts import _

Index = QModelIndex | QPersistentModelIndex
KIND_WORD = {
    "image": _("image"),
    "vector": _("vector image"),
    "video": _("video"),
    "font": _("font"),
    "text": _("text"),
    "other": _("file"),
}


class AssetRows(ListRows):
    """Paths in an order; ``may_be_dragged``: out of the view."""

    def __init__(self, records: Callable[[], Mapping[str, AssetRow]]) -> None:
        super().__init__(self._in_words)
        self._records = records
        self.may_be_dragged = False
        self.failure: Callable[[str], str] = lambda path: ""
        self.held: Callable[[AssetRow], int] = lambda row: 0
        self.samples: Callable[[AssetRow], list[AssetRow]] = lambda row: []

    def record(self, place: int) -> AssetRow | None:
        """The file or folder at a place; None once it is gone."""
        ids = self.ids
        return self._records().get(ids[place]) if 0 <= place < len(ids) else None

    def flags(self, index: Index) -> Qt.ItemFlag:
        flags = super().flags(index)
        if index.isValid() and self.may_be_dragged:
            return flags | Qt.ItemFlag.ItemIsDragEnabled
        return flags

    def _in_words(self, path: str) -> ListRow | None:
        row = self._records().get(path)
        if row is None:
            return None
        facts = facts_of(row, self.held(row))
        why = self.failure(path)
        hover = "\n".join(part for part in (row.path, facts, why) if part)
        kind = _("folder") if row.is_folder else KIND_WORD[row.kind]
        return ListRow(path, row.name, kind, "", facts, "muted", hover=hover)


def facts_of(row: AssetRow, held: int = 0) -> str:
    """The second line of a cell: sides and size, or how much a folder holds."""
    if row.is_folder:
        return _("Empty") if not held else counted(held, "item")
    sides = f"{row.width:,} × {row.height:,}" if row.width and row.height else ""
    return " · ".join(part for part in (sides, size_words(row.size)) if part)
