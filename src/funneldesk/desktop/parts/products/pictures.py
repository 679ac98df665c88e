"""Pictures of products in the rows of the table, made as those of files are."""

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QPixmap

from funneldesk.desktop.assets.library.addressed_row import picture_row
from funneldesk.desktop.assets.thumbnails.source import Thumbnails
from funneldesk.desktop.records.rows import SummaryRow
from funneldesk.desktop.records.table.table_pane import TablePane
from funneldesk.desktop.workspace.workspace import Workspace


class ProductPictures(QObject):
    """Gives ``pane`` the picture of each row that is seen. An image has an address of its own for
    each of its versions: nothing else has to tell them apart.
    ``ready`` tells the address of one that is there now."""

    ready = Signal(str)

    def __init__(self, workspace: Workspace) -> None:
        super().__init__()
        self._thumbnails = workspace.shared(Thumbnails)
        self._rows: dict[str, set[str]] = {}
        self._pane: TablePane | None = None
        self._thumbnails.ready.connect(self._ready)

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

    def at(self, address: str, side: int) -> QPixmap | None:
        """The picture behind an address."""
        return self._thumbnails.picture(picture_row(address), side)

    def _ready(self, key: str) -> None:
        self.ready.emit(key)
        if self._pane is not None:
            for record_id in self._rows.get(key, ()):
                self._pane.table.rows.tell_changed(record_id)
