"""Place of the user in a grid: the selection, and the cell at the top."""

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QItemSelectionModel

from funneldesk.desktop.kit.grid.cell_view import CellView
from funneldesk.desktop.kit.lists.view_place import runs_among


@dataclass(frozen=True, slots=True)
class GridPlace:
    """``beyond``: how many pixels of the top record's cell are above the viewport."""

    selected: Sequence[str]
    current: str
    top: str
    beyond: int

    @classmethod
    def of(cls, view: CellView) -> "GridPlace":
        """Where the view is now."""
        ids, offset = view.rows.ids, view.verticalOffset()
        here, first = view.currentIndex().row(), view.rows_in(0, 0).start
        scrolled = bool(offset) and first < len(ids)
        return cls(
            view.selected_ids(),
            ids[here] if 0 <= here < len(ids) else "",
            ids[first] if scrolled else "",
            offset - view.content_y(first) if scrolled else 0,
        )

    def restore(self, view: CellView) -> bool:
        """Go back there as far as the records are still shown; False: some selected are not."""
        rows, flags = view.rows, QItemSelectionModel.SelectionFlag
        if not view.currentIndex().isValid() and self.current:
            here = rows.row_of(self.current)
            if here >= 0:
                view.selectionModel().setCurrentIndex(rows.index(here), flags.NoUpdate)
        if self.selected and not view.selectionModel().hasSelection():
            view.select_runs(list(runs_among(rows.ids, set(self.selected))))
        view.updateGeometries()
        first = rows.row_of(self.top) if self.top else -1
        if first >= 0:
            view.verticalScrollBar().setValue(view.content_y(first) + self.beyond)
        return len(view.selected_ids()) == len(self.selected)
