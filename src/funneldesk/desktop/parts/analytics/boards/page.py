"""Boards page: the boards of a brand, arranged by hand, and all brands side by side."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QScrollArea, QStackedWidget, QWidget

from funneldesk.desktop.insight.buckets import span_words
from funneldesk.desktop.insight.exporting import answer_table, filters_sheet
from funneldesk.desktop.insight.named import Named, NamedThings
from funneldesk.desktop.insight.reading import Slot
from funneldesk.desktop.kit.charts.chart import Cell
from funneldesk.desktop.kit.charts.images import CannotDraw
from funneldesk.desktop.kit.controls.buttons import Button, column, row, surface
from funneldesk.desktop.kit.controls.menus import passing_menu, pop_up_below
from funneldesk.desktop.kit.dialogs.dialog import ask_text
from funneldesk.desktop.kit.export.file_dialog import ask_place
from funneldesk.desktop.kit.export.names import safe_name
from funneldesk.desktop.kit.export.table import Table
from funneldesk.desktop.kit.tasks import TaskScope
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.parts.analytics.boards.brands import BrandsView
from funneldesk.desktop.parts.analytics.boards.paper import pdf_of, pictures_of, save_pdf
from funneldesk.desktop.parts.analytics.boards.spec import CARD, CHART, Board, Tile, usual_board
from funneldesk.desktop.parts.analytics.boards.view import BoardView
from funneldesk.desktop.parts.analytics.boards.wall import Wall
from funneldesk.desktop.parts.analytics.explore.report import HEAT, Report
from funneldesk.desktop.parts.analytics.explore.saved import saved_reports
from funneldesk.desktop.parts.analytics.page import AnalyticsPage, Desk
from funneldesk.desktop.parts.analytics.saving import Exports
from funneldesk.desktop.sections.actions import Action

BRANDS = "brands"
PLACE = "analytics.boards"
SETTLE = 0.2
"""Seconds after which what was arranged is kept."""


class BoardsPage(AnalyticsPage):
    """Without a board of its own a brand has the usual one; the first change keeps it."""

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk)
        self.tasks = TaskScope(self)
        self.boards: NamedThings[Board] = NamedThings(
            desk.workspace.store, PLACE, Board.of, Board.state
        )
        self.boards.setParent(self)
        self.reports = saved_reports(desk.workspace.store)
        self.reports.setParent(self)
        self.key = ""
        self.wall: Wall | None = None
        self._arranged: Board | None = None
        """What waits to be kept."""
        self.view = BoardView(self.insight)
        self.brands = BrandsView(self.workspace)
        self._build()
        self.exports = Exports(self, lambda: self.shown_view.charts)
        self.view.arranged.connect(self._keep)
        self.view.opened.connect(self._open)
        self.view.state_changed.connect(self.state_changed)
        self.brands.state_changed.connect(self.state_changed)
        self.tasks.start(self._recall())

    def _build(self) -> None:
        self.name = Button(kind="strong-name", icon_name="chevron-down", on_click=self._open_names)
        self.add = Button(_("Add"), icon_name="plus", on_click=self._open_add)
        self.arranging = Button(_("Arrange"), icon_name="layout-grid", checkable=True)
        self.arranging.toggled.connect(lambda on: self.view.arrange(on))
        self.full = Button(_("Full screen"), icon_name="maximize-2", on_click=self.show_wall)
        head = surface("top")
        head.setLayout(
            row(
                *(self.name, None, self.add, self.arranging, self.full),
                spacing=8,
                margins=(16, 8, 16, 8),
            )
        )
        self.stack = QStackedWidget()
        for each in (self.view, self.brands):
            self.stack.addWidget(_scrolled(each))
        whole = column(head, self.stack, spacing=0)
        whole.setStretch(1, 1)
        self.setLayout(whole)

    async def _recall(self) -> None:
        await self.boards.recall()
        await self.reports.recall()
        self._show()

    # What is shown

    @property
    def board(self) -> Board:
        """The board of now."""
        if self._arranged is not None:
            return self._arranged
        known = self.boards.get(self.key)
        return known.thing if known is not None else usual_board()

    @property
    def shows_brands(self) -> bool:
        """Whether all brands are shown."""
        return self.key == BRANDS

    @property
    def shown_view(self) -> "BrandsView | BoardView":
        """What is shown: one board, or all brands."""
        return self.brands if self.shows_brands else self.view

    @property
    def slots(self) -> list[Slot]:
        return [slot for slot in self.shown_view.slots if slot.question is not None]

    @property
    def title(self) -> str:
        """What the board is called."""
        known = self.boards.get(self.key)
        if self.shows_brands:
            return _("Brands side by side")
        return known.name if known is not None else _("Board")

    def ask(self, *, anew: bool = False) -> None:
        self._show()
        self.shown_view.ask(self.desk.scope, anew=anew)

    def _show(self) -> None:
        if not self.key and len(self.boards):
            self.key = next(iter(self.boards)).key
        self.name.setText(self.title.replace("&", "&&"))
        self.titled.emit(_("Boards · {board}").format(board=self.title))
        self.stack.setCurrentIndex(1 if self.shows_brands else 0)
        for button in (self.add, self.arranging):
            button.setVisible(not self.shows_brands)
        if not self.shows_brands:
            self.view.show_board(self.board)

    def show_key(self, key: str) -> None:
        """Show another board; "" is the first one."""
        self.arranging.setChecked(False)
        self.key = key
        self.ask()

    # What is changed

    def _keep(self, board: Board) -> None:
        """Keep what was arranged, several steps in a row at once."""
        self._arranged = board
        self.tasks.steadily("keep", SETTLE, self._save)

    async def _save(self) -> None:
        board, known = self._arranged, self.boards.get(self.key)
        if board is None:
            return
        if known is None:
            self.key = (await self.boards.add(_("My board"), board)).key
        else:
            await self.boards.put(known.key, known.name, board)
        if self._arranged is board:
            self._arranged = None
        self._show()

    def add_tile(self, tile: Tile) -> None:
        """Put a tile where there is room."""
        board = self.board.adding(tile)
        self.view.show_board(board)
        self.view.ask(self.desk.scope)
        self._keep(board)

    def _open_add(self) -> None:
        menu = passing_menu(self)
        cards, charts = menu.addMenu(_("Card")), menu.addMenu(_("Trend"))
        hours, saved = menu.addMenu(_("Hours of the week")), menu.addMenu(_("Saved report"))
        for metric in self.insight.catalogue:
            name, report = metric.name.replace("&", "&&"), Report((metric.key,), ("day",))
            card, trend = Tile(CARD, report), Tile(CHART, report, Cell(0, 0, 2, 2))
            week = Tile(CHART, replace(report, drawn=HEAT), Cell(0, 0, 2, 2))
            for inner, tile in ((cards, card), (charts, trend), (hours, week)):
                inner.addAction(name, partial(self.add_tile, tile))
        for each in self.reports:
            tile = Tile(CHART, each.thing.report, Cell(0, 0, 2, 2), each.name)
            saved.addAction(each.name.replace("&", "&&"), partial(self.add_tile, tile))
        saved.setEnabled(bool(len(self.reports)))
        pop_up_below(menu, self.add)

    def _open_names(self) -> None:
        menu = passing_menu(self)
        for each in self.boards:
            action = menu.addAction(each.name.replace("&", "&&"), partial(self.show_key, each.key))
            action.setCheckable(True)
            action.setChecked(each.key == self.key)
        action = menu.addAction(_("Brands side by side"), partial(self.show_key, BRANDS))
        action.setCheckable(True)
        action.setChecked(self.shows_brands)
        menu.addSeparator()
        menu.addAction(_("New board…"), lambda: self.tasks.latest("name", self._new()))
        known = self.boards.get(self.key)
        if known is not None:
            menu.addAction(_("Rename…"), lambda: self.tasks.latest("name", self._rename(known)))
            menu.addAction(_("Delete"), lambda: self.tasks.latest("name", self._remove(known)))
        pop_up_below(menu, self.name)

    async def _new(self) -> None:
        name = await self._ask_name(_("New board"), "", _("Create board"))
        if name is not None:
            self.show_key((await self.boards.add(name, usual_board())).key)

    async def _rename(self, known: Named[Board]) -> None:
        name = await self._ask_name(_("Rename board"), known.name, _("Rename"), known.key)
        if name is not None:
            await self.boards.put(known.key, name, known.thing)
            self._show()

    async def _remove(self, known: Named[Board]) -> None:
        await self.boards.remove(known.key)
        self.show_key("")

    async def _ask_name(self, title: str, value: str, action: str, but: str = "") -> str | None:
        said = _("Boards are kept for this brand, on this computer.")
        while (name := await ask_text(self, title, said, value=value, action=action)) is not None:
            said, value = self.boards.name_problem(name, but), name
            if not said:
                return name.strip()
        return None

    def _open(self, tile: Tile) -> None:
        self.desk.asked_for_page.emit("explore", {"report": tile.report.state()})

    # On a wall, on paper

    def show_wall(self, *_given: object) -> None:
        """Every board in turn on the whole screen, all brands last where there are several."""
        boards = [(each.name, each.thing) for each in self.boards] or [(self.title, usual_board())]
        shown: list[tuple[str, BoardView | BrandsView]] = []
        for name, board in boards:
            view = BoardView(self.insight)
            view.show_board(board)
            shown.append((name, view))
        if len(self.brands.order) > 1 or self.shows_brands:
            shown.append((_("Brands side by side"), BrandsView(self.workspace)))
        if self.shows_brands:
            shown = [shown[-1], *shown[:-1]]
        views = [view for _name, view in shown]

        def ask(number: int, anew: bool) -> None:
            views[number].ask(self.desk.scope, anew=anew)

        self.wall = Wall(self, [(name, _scrolled(view)) for name, view in shown], ask)
        self.wall.destroyed.connect(self._wall_gone)
        self.wall.showFullScreen()

    def _wall_gone(self) -> None:
        self.wall = None

    def _about(self) -> str:
        """Whose board it is, and of which days."""
        days = span_words(self.desk.scope.days(self.insight.today), self.insight.formats.locale)
        brands = [each.workspace.connection.name for each in self.brands.rows.values()]
        if self.shows_brands:
            return " · ".join((*brands, days))
        told = [self.workspace.connection.name, days]
        if compared := self.insight.compared_words(self.desk.scope):
            told.append(_("Compared with {days}").format(days=compared))
        return " · ".join(told)

    async def save_as_pdf(self, path: Path | None = None) -> None:
        """Ask for a place and put the board there as a PDF."""
        title = _("Save the board")
        name = Path(f"{safe_name(self.title, 'board')}.pdf")
        path = path or await ask_place(self, title, name)
        if path is None:
            return
        told = self._about()
        try:
            pictures = await pictures_of(self.shown_view)
        except CannotDraw as problem:
            self.workspace.notifications.post(problem.notice)
            return
        content = pdf_of(self.title, told, pictures, self.shown_view.width())
        self.workspace.notifications.post(await save_pdf(path, content))

    async def print_board(self) -> None:
        """Ask for a printer and print the board."""
        from funneldesk.desktop.parts.analytics.boards.printing import print_pictures

        told = self._about()
        try:
            pictures = await pictures_of(self.shown_view)
        except CannotDraw as problem:
            self.workspace.notifications.post(problem.notice)
            return
        await print_pictures(self, self.title, told, pictures, self.shown_view.width())

    def export_table(self) -> Table:
        """The cards of the board as rows; a chart's table follows on a sheet of its own."""
        if self.shows_brands:
            return self.brands.table(self.title)
        sheets = [filters_sheet(self.insight, self.desk.scope)]
        cards: list[list[Any]] = []
        for each in self.view.tiles:
            answer, formats = each.main.answer, self.insight.formats
            if answer is None:
                continue
            if each.tile.kind == CARD:
                cell = answer.total.cell(each.metrics[0].key)
                cards.append(
                    [
                        *(each.title, cell.value, cell.compared, cell.before),
                        cell.text(each.metrics[0], formats),
                    ]
                )
            elif each.tile.report.drawn != HEAT:
                by = each.groupings
                sheets.append(answer_table(each.title, answer.rows, by, each.metrics, formats))
        titles = (_("Card"), _("Value"), _("Compared"), _("Before"), _("As shown"))
        return Table(self.title, titles, cards, (30, 18, 18, 18, 18), tuple(sheets))

    def export_name(self) -> str:
        """What a file is called."""
        return self.title

    def top_actions(self) -> QWidget | None:
        return self.exports.top

    def declare(self) -> Sequence[Action]:
        def start(work: Any) -> Any:
            return lambda *_given: self.tasks.latest("paper", work())

        return (
            *self.exports.declare(),
            Action("analytics.board-pdf", _("Save board as PDF…"), start(self.save_as_pdf), "file"),
            Action("analytics.print", _("Print board…"), start(self.print_board), "file", "Ctrl+P"),
            Action(
                "analytics.wall", _("Boards on full screen"), self.show_wall, "maximize-2", "F11"
            ),
        )

    def back(self) -> bool:
        if self.arranging.isChecked():
            self.arranging.setChecked(False)
            return True
        return False

    def state(self) -> dict[str, Any]:
        return {"board": self.key}

    def restore(self, state: Mapping[str, Any]) -> None:
        key = state.get("board")
        self.key = key if isinstance(key, str) else ""


def _scrolled(view: QWidget) -> QScrollArea:
    ground = surface("app")
    ground.setLayout(row(view, spacing=0, margins=(16, 16, 16, 16)))
    area = QScrollArea()
    area.setFrameShape(QFrame.Shape.NoFrame)
    area.setWidgetResizable(True)
    area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    area.setWidget(ground)
    return area


def boards_page(desk: Desk) -> BoardsPage:
    """The page of boards."""
    return BoardsPage(desk)
