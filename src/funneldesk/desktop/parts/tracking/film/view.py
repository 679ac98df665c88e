"""Filmstrip of sessions, below their list: what is selected in one is selected in the other."""

from collections.abc import Callable

from PySide6.QtCore import QItemSelectionModel, QModelIndex, QPoint, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QHideEvent, QKeyEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QAbstractItemView, QListView

from funneldesk.desktop.kit.formats import Formats
from funneldesk.desktop.kit.table.view import TableView
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.parts.tracking.film.cards import (
    SIZE,
    FilmCard,
    FilmPainter,
    FilmRows,
    card_of,
)
from funneldesk.desktop.parts.tracking.film.frames import SessionFrames
from funneldesk.desktop.records.rows import SummaryRow
from funneldesk.desktop.workspace.workspace import Workspace

PAUSE_MS = 80
"""How long a strip rests before the sessions that are seen are read."""
NEAR = 4 * SIZE.width()
SCROLL_BAR = 14
Flag = QItemSelectionModel.SelectionFlag
RowOf = Callable[[str], SummaryRow | None]


class SessionsFilm(QListView):
    """Follows ``table`` while it is shown. ``opened`` carries the session to play."""

    opened = Signal(str)

    def __init__(
        self, workspace: Workspace, table: TableView, row: RowOf, formats: Callable[[], Formats]
    ) -> None:
        super().__init__()
        self._table, self._row, self._formats = table, row, formats
        self.frames = SessionFrames(workspace, self)
        self.rows = FilmRows(self._card)
        self._resting = QTimer(self, interval=PAUSE_MS, singleShot=True)
        self._resting.timeout.connect(self._look)
        self._set_up()
        self._wire()

    def _set_up(self) -> None:
        self.setModel(self.rows)
        self.setItemDelegate(FilmPainter(self))
        self.setAccessibleName(_("Filmstrip of the sessions"))
        self.setFlow(QListView.Flow.LeftToRight)
        self.setWrapping(False)
        self.setUniformItemSizes(True)
        self.setMouseTracking(True)
        self.setFrameShape(QListView.Shape.NoFrame)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOn)
        self.horizontalScrollBar().setSingleStep(SIZE.width() // 3)
        self.setFixedHeight(SIZE.height() + SCROLL_BAR)

    def _wire(self) -> None:
        for signal in (self._table.rows.modelReset, self._table.rows.rowsInserted):
            signal.connect(self._follow)
        self._table.rows.dataChanged.connect(self._changed)
        self._table.selectionModel().currentChanged.connect(self._follow_choice)
        self.selectionModel().currentChanged.connect(self._chosen)
        self.doubleClicked.connect(lambda index: self.opened.emit(self.rows.ids[index.row()]))
        self.frames.ready.connect(self._came)
        self.horizontalScrollBar().valueChanged.connect(self._scrolled)

    def sizeHint(self) -> QSize:
        return QSize(4 * SIZE.width(), SIZE.height() + SCROLL_BAR)

    def seen(self) -> list[str]:
        """The sessions whose cards are in view."""
        middle, ids = SIZE.height() // 2, self.rows.ids
        ends = (
            self.indexAt(QPoint(x, middle)).row() for x in (1, max(1, self.viewport().width() - 2))
        )
        places = [len(ids) - 1 if each < 0 else each for each in ends]
        return list(ids[min(places) : max(places) + 1]) if ids else []

    # Following the list

    def _follow(self) -> None:
        if self.isVisible():
            self.rows.arrange(list(self._table.rows.ids))
            self._follow_choice(self._table.currentIndex())
            self._scrolled()

    def _changed(self) -> None:
        if self.isVisible():
            self.viewport().update()
            self._resting.start()

    def _follow_choice(self, index: QModelIndex) -> None:
        place = index.row()
        if not self.isVisible() or not 0 <= place < len(self.rows.ids):
            return
        if place != self.currentIndex().row():
            own = self.rows.index(place, 0)
            self.selectionModel().setCurrentIndex(own, Flag.ClearAndSelect)
            self.scrollTo(own)

    def _chosen(self, index: QModelIndex) -> None:
        """What is chosen here is chosen in the list, which shows it beside itself."""
        if index.isValid() and index.row() != self._table.currentIndex().row():
            self._table.select(self.rows.ids[index.row()])

    def _scrolled(self) -> None:
        bar = self.horizontalScrollBar()
        if self.rows.ids and bar.value() >= bar.maximum() - NEAR:
            self._table.end_near.emit()
        self._resting.start()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._follow()

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self.frames.want(())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._scrolled()

    # Pictures

    def _look(self) -> None:
        """Have what is seen read, that which is chosen first."""
        if not self.isVisible():
            return
        rows = [row for each in self.seen() if (row := self._row(each)) is not None]
        here = self.currentIndex().row()
        chosen = self.rows.ids[here] if here >= 0 else ""
        self.frames.want(sorted(rows, key=lambda row: row.id != chosen))

    def _came(self, session_id: str) -> None:
        self.rows.tell_changed(session_id)
        if not session_id:
            self._resting.start()

    def _card(self, session_id: str) -> FilmCard | None:
        row = self._row(session_id)
        if row is None:
            return None
        return card_of(row, self.frames.frame(session_id), self._formats())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self.currentIndex().isValid():
            self.opened.emit(self.rows.ids[self.currentIndex().row()])
        else:
            super().keyPressEvent(event)
