"""States of the CRM board for the screenshots: cards, a drag, an empty stage, a refused move."""

from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QApplication

from funneldesk.desktop.parts.crm.board.page import BoardPage
from funneldesk.desktop.parts.crm.panel import CrmPanel
from funneldesk.desktop.records.board.card_look import AGE
from screenshots.calm import calm, until

if TYPE_CHECKING:
    from funneldesk.desktop.app.session import Session

DRAWN_SECONDS = 1.2
NARROW = (860, 640)
State = tuple[str, Callable[[], Awaitable[None]]]
NO_BUTTON, LEFT = Qt.MouseButton.NoButton, Qt.MouseButton.LeftButton


def board_states(session: "Session", first_page: Callable[[], Awaitable[None]]) -> list[State]:
    """Each with the name of its screenshot."""
    scenes = BoardScenes(session, first_page)
    return [
        ("crm-board", scenes.selected),
        ("crm-board-beside", scenes.beside),
        ("crm-board-dragging", scenes.dragging),
        ("crm-board-coloured", scenes.coloured),
        ("crm-board-empty", scenes.empty),
        ("crm-board-refused", scenes.refused),
        ("crm-board-adding", scenes.adding),
        ("crm-board-narrow", scenes.narrow),
    ]


class BoardScenes:
    """Leads the window through the states of the board."""

    def __init__(self, session: "Session", first_page: Callable[[], Awaitable[None]]) -> None:
        self._session, self._first_page = session, first_page

    async def page(self) -> BoardPage:
        """The board of the first entity, read."""
        await self._first_page()
        self._session.window.show_section("crm")
        panel = self._session.window.panel()
        if not isinstance(panel, CrmPanel):
            raise RuntimeError("CRM is not shown.")
        panel.show_page("board")
        await until(lambda: panel.is_quiet)
        page = panel.page
        if not isinstance(page, BoardPage):
            raise RuntimeError("The board is not shown.")
        page.board.drag.cancel()
        page.peek.close_record()
        page.toolbar.ask(page.toolbar.query.cleared())
        await calm(DRAWN_SECONDS)
        return page

    async def selected(self) -> None:
        """A card that is selected."""
        page = await self.page()
        ids = self._column(page, 1)
        page.board.select(ids[1:2])
        page.board.take_keyboard()

    async def beside(self) -> None:
        """A card that is opened beside the board."""
        page = await self.page()
        ids = self._column(page, 1)
        page.board.select(ids[1:2])
        page.beside.open(ids[1])
        await calm(DRAWN_SECONDS)

    async def dragging(self) -> None:
        """Two cards over another stage."""
        page = await self.page()
        board, ids = page.board, self._column(page, 0)
        board.select(ids[1:3])
        cards = board.columns[next(iter(board.columns))].cards
        start = cards.visualRect(cards.rows.index(1, 0)).center()
        there = start + QPoint(2 * board.columns[next(iter(board.columns))].width() - 40, 60)
        press, move = QEvent.Type.MouseButtonPress, QEvent.Type.MouseMove
        for kind, place in ((press, start), (move, start + QPoint(60, 8)), (move, there)):
            button = LEFT if kind == press else NO_BUTTON
            at = QPointF(cards.viewport().mapToGlobal(place))
            event = QMouseEvent(
                kind, QPointF(place), at, button, LEFT, Qt.KeyboardModifier.NoModifier
            )
            QApplication.sendEvent(cards.viewport(), event)
        await calm(DRAWN_SECONDS)

    async def coloured(self) -> None:
        """Cards with a colour by the days in their stage, and with chips."""
        page = await self.page()
        look = page.toolbar.look
        chips = [name for name, each in page.maker.fields.items() if each.kind == "choice"]
        fields = (*look.fields, *[each for each in chips[:1] if each not in look.fields])
        page.toolbar.show_look(replace(look, colour=AGE, fields=fields))
        await calm(DRAWN_SECONDS)

    async def empty(self) -> None:
        """A search that leaves some columns empty."""
        page = await self.page()
        row = page.rows.get(self._column(page, 0)[0])
        page.toolbar.search.setText(str(row.get("title")) if row is not None else "a")
        await calm(DRAWN_SECONDS)

    async def refused(self) -> None:
        """A move that the server refuses: the card is back, with the reason."""
        page = await self.page()
        ids = self._column(page, 0)
        page.moves.move(ids[:1], 999_999)
        await until(lambda: page.is_quiet)
        await calm(DRAWN_SECONDS)

    async def adding(self) -> None:
        """A title for a new card."""
        page = await self.page()
        add = next(iter(page.board.columns.values())).add
        add.begin()
        add.field.setText("Bakery Olive")
        await calm(DRAWN_SECONDS)

    async def narrow(self) -> None:
        """A small window."""
        await self.page()
        self._session.window.resize(*NARROW)
        await calm(DRAWN_SECONDS)

    def _column(self, page: BoardPage, place: int) -> list[str]:
        key = list(page.board.columns)[place]
        return list(page.board.columns[key].cards.rows.ids)
