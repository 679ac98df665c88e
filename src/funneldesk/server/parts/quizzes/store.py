"""Queries on quizzes: every one within a brand (quirk 54)."""

from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import delete, select
from sqlalchemy.orm import Session

from funneldesk.server.db.counters import counted, move
from funneldesk.server.db.types import now
from funneldesk.server.parts.brands.turns import take_turn
from funneldesk.server.parts.domains.tables import DomainRow
from funneldesk.server.parts.pages.tables import PageRow
from funneldesk.server.parts.quizzes.bodies import LISTED, quiz_body
from funneldesk.server.parts.quizzes.rules import EMPTY_FLOW, new_code
from funneldesk.server.parts.quizzes.screens import ScreenStore
from funneldesk.server.parts.quizzes.tables import QuizFlowRow, QuizRow
from funneldesk.server.web.errors import invalid, missing
from funneldesk.server.web.fields import LARGEST_ID
from funneldesk.server.web.listing import By, Paging, count_of, rows_of
from funneldesk.server.web.searching import holding

COUNTER = "quizzes"
_ORDERS = {
    "newest": (QuizRow.created_at, True),
    "created_at": (QuizRow.created_at, True),
    "oldest": (QuizRow.created_at, False),
    "updated_at": (QuizRow.updated_at, True),
    "name": (QuizRow.name_key, False),
}


class QuizStore:
    """The quizzes of one brand, in one session."""

    def __init__(self, session: Session, brand_id: int) -> None:
        self._session = session
        self._brand_id = brand_id

    def count(self) -> int:
        """How many quizzes the brand has."""
        return counted(self._session, self._brand_id, COUNTER)

    def reserve(self) -> None:
        """Make other creates of this brand wait until this session ends, so that counts hold."""
        take_turn(self._session, self._brand_id)

    def all(self) -> list[dict[str, Any]]:
        """``{id, name, code}`` of every quiz, by name."""
        query = (
            select(QuizRow.id, QuizRow.name, QuizRow.code)
            .where(QuizRow.brand_id == self._brand_id)
            .order_by(QuizRow.name_key, QuizRow.id)
        )
        return [row._asdict() for row in self._session.execute(query)]

    def page(self, wanted: Paging, q: str, sort: str) -> tuple[int, Sequence[Any]]:
        """How many quizzes fit, and those of a page."""
        equal, found = {QuizRow.brand_id: self._brand_id}, []
        if q:
            own = [QuizRow.brand_id == self._brand_id]
            found = [holding(self._session, QuizRow.id, (QuizRow.name,), own, q)]
        total = count_of(self._session, QuizRow, equal, found) if q else self.count()
        column, descending = _ORDERS[sort]
        order = By(column, descending), By(QuizRow.id, descending)
        rows = rows_of(
            self._session, QuizRow, equal, order, total, wanted, shown=LISTED, further=found
        )
        return total, rows

    def get(self, quiz_id: int, *, lock: bool = False) -> QuizRow:
        """A quiz. Raises Refused (404)."""
        row = None
        if quiz_id <= LARGEST_ID:
            key = (self._brand_id, quiz_id)
            row = self._session.get(QuizRow, key, with_for_update=lock)
        if row is None:
            raise missing("quiz")
        return row

    def by_code(self, code: str) -> QuizRow | None:
        """The quiz that visitors know by this code."""
        query = select(QuizRow).where(QuizRow.brand_id == self._brand_id, QuizRow.code == code)
        return self._session.scalar(query)

    def body(self, row: QuizRow, *, with_page: bool = True) -> dict[str, Any]:
        """A quiz with its page and its screens' summaries."""
        page, domain = None, None
        if row.page_id is not None and with_page:
            page = self._session.get(PageRow, (self._brand_id, row.page_id))
        if page is not None and page.domain_id is not None:
            found = self._session.get(DomainRow, (self._brand_id, page.domain_id))
            domain = found.domain if found else None
        return quiz_body(row, page, domain, ScreenStore(self._session, row).list())

    def create(self, name: str) -> QuizRow:
        """A new quiz with a code of its own and an empty flow."""
        row = QuizRow(brand_id=self._brand_id, name=name, code=new_code())
        self._session.add(row)
        self._session.flush()
        move(self._session, self._brand_id, COUNTER, 1)
        return row

    def update(self, quiz_id: int, values: Mapping[str, Any]) -> QuizRow:
        """Set what was sent. Raises Refused (404, 422)."""
        row = self.get(quiz_id, lock=True)
        page_id = values.get("page_id")
        if page_id and self._session.get(PageRow, (self._brand_id, page_id)) is None:
            raise invalid({"page_id": "The selected page_id is invalid."})
        for name, value in values.items():
            setattr(row, name, value)
        row.updated_at = now()
        self._session.flush()
        return row

    def delete(self, quiz_id: int) -> None:
        """Remove a quiz with its screens and entries. Raises Refused (404)."""
        row = self.get(quiz_id, lock=True)
        self._session.execute(
            delete(QuizRow).where(QuizRow.brand_id == row.brand_id, QuizRow.id == row.id)
        )
        move(self._session, self._brand_id, COUNTER, -1)

    def flow(self, row: QuizRow) -> dict[str, Any]:
        """The flow graph as it was sent, or the empty one."""
        found = self._session.get(QuizFlowRow, (row.brand_id, row.id))
        return found.flow if found else EMPTY_FLOW

    def set_flow(self, row: QuizRow, flow: dict[str, Any] | None) -> None:
        """Keep a flow graph whole; None clears it. The quiz must be locked."""
        found = self._session.get(QuizFlowRow, (row.brand_id, row.id))
        if flow is None:
            if found is not None:
                self._session.delete(found)
        elif found is None:
            self._session.add(QuizFlowRow(brand_id=row.brand_id, quiz_id=row.id, flow=flow))
        else:
            found.flow = flow
        row.updated_at = now()
        self._session.flush()
