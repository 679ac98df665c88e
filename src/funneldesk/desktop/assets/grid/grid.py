"""The brand's files as images in a grid, or as a detailed list: one view, one selection."""

from collections.abc import Callable, Iterable, Mapping
from itertools import chain

from PySide6.QtCore import QMimeData, QSize, Qt, Signal, SignalInstance
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QWidget

from funneldesk.desktop.assets.grid.cells import CellPainter, cell_size
from funneldesk.desktop.assets.grid.columns import ListHeader
from funneldesk.desktop.assets.grid.drag_image import HELD_AT, drag_picture
from funneldesk.desktop.assets.grid.list_cells import LinePainter
from funneldesk.desktop.assets.grid.rows import AssetRows
from funneldesk.desktop.assets.library.order import AssetFilter, Keep, rule_of
from funneldesk.desktop.assets.library.row import AssetRow
from funneldesk.desktop.assets.thumbnails.source import Thumbnails
from funneldesk.desktop.kit.dragging import drag_out
from funneldesk.desktop.kit.grid.view import GridView
from funneldesk.desktop.kit.lists.local_rows import LocalRows
from funneldesk.desktop.kit.style.theme import theme
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.workspace.workspace import Workspace

LEAST_SIDE, MOST_SIDE, USUAL_SIDE = 100, 400, 160
GRID, LIST = "grid", "list"
Records = Mapping[str, AssetRow]


class AssetGrid(GridView):
    """Shows what ``show_rows`` or ``show_records`` gave it, ordered and narrowed by ``query``.

    ``opened`` carries the row on Enter and a double click, ``looked_at`` on Space;
    ``selection_changed`` tells that ``selected()`` gives others now; ``shown``: all rows that are
    wanted are there; ``given_away``: another program took what was dragged out, its QMimeData.
    """

    opened = Signal(object)
    looked_at = Signal(object)
    shown = Signal()
    asked_to_sort = Signal(str)
    given_away = Signal(object)

    def __init__(self, workspace: Workspace, parent: QWidget | None = None) -> None:
        self.query = AssetFilter()
        self.keep: Keep | None = None
        self.shape, self.side = GRID, USUAL_SIDE
        self._records: Callable[[], Records] = dict
        self._mime_of: Callable[[list[AssetRow]], QMimeData | None] = lambda rows: None
        self.thumbnails = workspace.shared(Thumbnails)
        self.model_rows = AssetRows(lambda: self._records())
        self.model_rows.failure = self.thumbnails.failure
        super().__init__(_("Files"), self.model_rows)
        self.setParent(parent)
        self.header = ListHeader(self)
        self.header.hide()
        self._cells = CellPainter(self, self.model_rows, self.thumbnails.picture)
        self._lines = LinePainter(self.header, self.model_rows, self.thumbnails.picture)
        self.setItemDelegate(self._cells)
        self.local: LocalRows[AssetRow] = LocalRows(self, lambda: self._records())
        self.local.shown.connect(self.shown)
        self.thumbnails.ready.connect(self._draw_picture)
        self.chosen.connect(self._open)
        self.asked_for_look.connect(self._look)
        self.header.asked_to_sort.connect(self.asked_to_sort)
        self.header.resized.connect(self.viewport().update)
        self.order(self.query)

    # What is shown

    def show_rows(self, rows: Iterable[AssetRow]) -> None:
        """Show these files and folders."""
        taken = {row.path: row for row in rows}
        self.show_records(lambda: taken)

    def show_records(self, records: Callable[[], Records]) -> None:
        """Show what a mapping holds, which may change: tell ``local`` of it."""
        self._records = records
        self.local.order(rule_of(self.query, self.keep))

    def order(self, query: AssetFilter) -> None:
        """Narrow and order anew."""
        if query.text.strip() != self.query.text.strip():
            self.local.narrow(query.text)
        ordered = (query.sort, query.descending, query.kind, query.size, query.age)
        before = self.query
        self.query = query
        self.header.show_sort(query.sort, query.descending)
        known = (before.sort, before.descending, before.kind, before.size, before.age)
        if ordered != known or before.narrows != query.narrows:
            self.local.order(rule_of(query, self.keep))

    def selected(self) -> list[AssetRow]:
        """The selected files and folders, in the order shown."""
        records = self._records()
        found = (records.get(path) for path in self.selected_ids())
        return [row for row in found if row is not None]

    def shown_rows(self) -> list[AssetRow]:
        """All that is shown, in its order."""
        records = self._records()
        return [row for path in self.rows.ids if (row := records.get(path)) is not None]

    def row_at(self, place: int) -> AssetRow | None:
        """The row at a place."""
        return self.model_rows.record(place)

    def drag_as(self, mime_of: Callable[[list[AssetRow]], QMimeData | None]) -> None:
        """Let files be dragged out, as what ``mime_of`` makes of them."""
        self._mime_of = mime_of
        self.model_rows.may_be_dragged = True
        self.setDragEnabled(True)

    def startDrag(self, _: Qt.DropAction) -> None:
        rows = self.selected()
        mime = self._mime_of(rows)
        if mime is None:
            return
        picture = drag_picture(rows, self.thumbnails.picture, self.devicePixelRatioF())
        if drag_out(self, mime, picture, HELD_AT):
            self.given_away.emit(mime)

    # How it is shown

    def show_as(self, shape: str) -> None:
        """``grid`` or ``list``; what is selected and in view stays so."""
        self.shape = LIST if shape == LIST else GRID
        listed = self.shape == LIST
        self.setItemDelegate(self._lines if listed else self._cells)
        self.header.setVisible(listed)
        self.setViewportMargins(0, self.header.sizeHint().height() if listed else 0, 0, 0)
        self._place_header()
        self.lay_out()

    def set_side(self, side: int) -> None:
        """Width of an image in the grid, in device-independent pixels."""
        self.side = max(LEAST_SIDE, min(MOST_SIDE, side))
        self.lay_out()

    def cell_size(self) -> QSize:
        return QSize(0, theme.density.row + 4) if self.shape == LIST else cell_size(self.side)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._place_header()

    def seek_title(self, letters: str, start: int) -> int:
        ids = self.rows.ids
        count = len(ids)
        for place in chain(range(start, count), range(start)):
            if ids[place].rpartition("/")[2].casefold().startswith(letters):
                return place
        return -1

    def _place_header(self) -> None:
        box = self.viewport().geometry()
        height = self.header.sizeHint().height()
        self.header.setGeometry(box.x(), box.y() - height, box.width(), height)
        self.header.fit(box.width())

    def _draw_picture(self, path: str) -> None:
        """The image of a file came: draw its cell if it is in view, or its folder's."""
        ids = self.rows.ids
        for place in self.rows_in(0, self.viewport().height() - 1):
            if ids[place] == path or path.startswith(f"{ids[place]}/"):
                self.viewport().update(self.visualRect(self.rows.index(place)))
                return

    def _open(self, place: int) -> None:
        self._tell(self.opened, place)

    def _look(self, place: int) -> None:
        self._tell(self.looked_at, place)

    def _tell(self, signal: SignalInstance, place: int) -> None:
        row = self.row_at(place)
        if row is not None:
            signal.emit(row)
