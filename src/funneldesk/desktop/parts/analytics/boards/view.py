"""View of a board: cards and charts in their cells, all charts in one web view."""

from PySide6.QtCore import QRect, QSize, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QWidget

from funneldesk.desktop.insight.brand_insight import BrandInsight
from funneldesk.desktop.insight.reading import Slot
from funneldesk.desktop.insight.scope import Scope
from funneldesk.desktop.kit.charts.board import ChartBoard
from funneldesk.desktop.kit.charts.chart import Cell
from funneldesk.desktop.kit.style.mirroring import RTL
from funneldesk.desktop.parts.analytics.boards.arranging import TileHandle
from funneldesk.desktop.parts.analytics.boards.spec import COLUMNS, Board
from funneldesk.desktop.parts.analytics.boards.tiles import TileFigures

ROW_HEIGHT, GAP = 128, 16


class BoardView(QWidget):
    """``arranged`` carries the board as the user moved it; ``state_changed``: it is read."""

    arranged = Signal(object)
    state_changed = Signal()
    opened = Signal(object)
    """A card or a point of a chart was clicked: the tile."""

    def __init__(self, insight: BrandInsight) -> None:
        super().__init__()
        self.insight = insight
        self.shown = Board()
        self.tiles: list[TileFigures] = []
        self.handles: list[TileHandle] = []
        self.scope = Scope()
        self.is_arranging = False
        self.charts = ChartBoard(insight.formats, self)
        self.charts.picked.connect(lambda key, *_rest: self._open(int(key)))

    @property
    def slots(self) -> list[Slot]:
        """The places of all tiles for answers."""
        return [slot for tile in self.tiles for slot in tile.slots]

    def show_board(self, board: Board) -> None:
        """Show other tiles; figures that are known stay."""
        if [(t.kind, t.report, t.name) for t in board.tiles] != [
            (each.tile.kind, each.tile.report, each.tile.name) for each in self.tiles
        ]:
            self._make(board)
        self.shown = board
        self._show_handles()
        self._arrange()

    def _make(self, board: Board) -> None:
        for each in self.tiles:
            if each.card is not None:
                each.card.hide()
                each.card.deleteLater()
            each.deleteLater()
        self.tiles = [
            TileFigures(self.insight, tile, str(at), self) for at, tile in enumerate(board.tiles)
        ]
        for at, each in enumerate(self.tiles):
            each.answered.connect(self._show_charts)
            each.changed.connect(self.state_changed)
            if each.card is not None:
                each.card.setCheckable(False)
                each.card.setMinimumHeight(0)
                each.card.setMaximumHeight(10_000)
                each.card.setParent(self)
                each.card.clicked.connect(lambda _=False, at=at: self._open(at))
                each.card.show()

    def ask(self, scope: Scope, *, anew: bool = False) -> None:
        """Show a scope in every tile."""
        self.scope = scope
        for each in self.tiles:
            each.ask(scope, anew=anew)
        self._show_charts()

    def _show_charts(self) -> None:
        made = (each.chart() for each in self.tiles)
        self.charts.set_formats(self.insight.formats)
        charts = [chart for chart in made if chart is not None]
        self.charts.show_charts(charts, self._rects())

    # Places

    def arrange(self, on: bool) -> None:
        """Let tiles be moved, resized and taken off, or no longer."""
        self.is_arranging = on
        self._show_handles()

    def sizeHint(self) -> QSize:
        return QSize(800, self._height())

    def _height(self) -> int:
        rows = max((t.cell.row + t.cell.rows for t in self.shown.tiles), default=2)
        return rows * ROW_HEIGHT + max(0, rows - 1) * GAP

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._arrange()

    def rect_of(self, cell: Cell) -> QRect:
        """Where a cell lies."""
        wide = (self.width() - (COLUMNS - 1) * GAP) / COLUMNS
        width = round(cell.columns * wide + (cell.columns - 1) * GAP)
        left = round(cell.column * (wide + GAP))
        if self.layoutDirection() == RTL:
            left = self.width() - left - width
        top = cell.row * (ROW_HEIGHT + GAP)
        return QRect(left, top, width, cell.rows * ROW_HEIGHT + (cell.rows - 1) * GAP)

    def steps(self, dx: int, dy: int) -> tuple[int, int]:
        """So many pixels as columns and rows."""
        wide = (self.width() - (COLUMNS - 1) * GAP) / COLUMNS + GAP
        way = -1 if self.layoutDirection() == RTL else 1
        return way * round(dx / wide), round(dy / (ROW_HEIGHT + GAP))

    def widgets(self) -> list[tuple[QWidget, QRect]]:
        """The cards with their places."""
        places = self._rects()
        return [(t.card, places[t.key]) for t in self.tiles if t.card is not None]

    def chart_places(self) -> dict[str, QRect]:
        """Where the tiles are, by the keys of their charts."""
        return self._rects()

    def _rects(self) -> dict[str, QRect]:
        return {str(at): self.rect_of(tile.cell) for at, tile in enumerate(self.shown.tiles)}

    def _arrange(self) -> None:
        self.setMinimumHeight(self._height())
        self.charts.setGeometry(self.rect())
        rects = self._rects()
        self.charts.show_charts(self.charts.charts, rects)
        for each in self.tiles:
            if each.card is not None and each.key in rects:
                each.card.setGeometry(rects[each.key])
                each.card.raise_()
        for handle in self.handles:
            handle.setGeometry(rects[str(handle.number)])
            handle.raise_()

    def _show_handles(self) -> None:
        for handle in self.handles:
            handle.hide()
            handle.deleteLater()
        self.handles = []
        if not self.is_arranging:
            return
        for at, each in enumerate(self.tiles):
            handle = TileHandle(self, at, each.title)
            handle.asked_to_move.connect(self._move)
            handle.asked_to_remove.connect(self._remove)
            handle.show()
            self.handles.append(handle)
        self._arrange()

    def _move(self, number: int, columns: int, rows: int, wider: int, higher: int) -> None:
        """By so many columns and rows, and so many of them wider and higher."""
        cell = self.shown.tiles[number].cell
        size = cell.columns + wider, cell.rows + higher
        wanted = Cell(cell.column + columns, cell.row + rows, *size)
        board = self.shown.moving(number, wanted)
        if board != self.shown:
            self.shown = board
            self._arrange()
            self.arranged.emit(board)

    def _remove(self, number: int) -> None:
        board = self.shown.without(number)
        self.show_board(board)
        self.ask(self.scope)
        self.arranged.emit(board)
        if self.handles:
            self.handles[min(number, len(self.handles) - 1)].setFocus(
                Qt.FocusReason.OtherFocusReason
            )

    def _open(self, number: int) -> None:
        if not self.is_arranging and number < len(self.tiles):
            self.opened.emit(self.tiles[number].tile)
