"""Pictures of products in the rows of the table, made as those of files are."""

from PySide6.QtGui import QPixmap

from funneldesk.desktop.assets.record_pictures import AddressPictures
from funneldesk.desktop.records.rows import SummaryRow
from funneldesk.desktop.records.table.table_pane import TablePane
from funneldesk.desktop.workspace.workspace import Workspace


class ProductPictures(AddressPictures):
    """Gives ``pane`` the picture of each row that is seen."""

    def __init__(self, workspace: Workspace) -> None:
        super().__init__(workspace)
        self._rows: dict[str, set[str]] = {}
        self._pane: TablePane | None = None
        self.ready.connect(self._ready)

    def show_in(self, pane: TablePane) -> None:
        """Give the rows of a pane their pictures."""
        self._pane = pane
        pane.picture_of = self.picture

    def picture(self, row: SummaryRow, side: int) -> QPixmap | None:
        """The picture of a row; None while it is on its way or when there is none."""
        address = row.get("image") or row.get("image_link")
        if not isinstance(address, str) or not address:
            return None
        self._rows.setdefault(address, set()).add(row.id)
        return self.at(address, side)

    def _ready(self, key: str) -> None:
        if self._pane is not None:
            for record_id in self._rows.get(key, ()):
                self._pane.table.rows.tell_changed(record_id)
