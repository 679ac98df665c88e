"""Queries on clicks, sessions and short links: every one within a brand."""

import builtins
from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import ColumnElement, and_, or_, select, union
from sqlalchemy.orm import Session

from funneldesk.server.db.counters import counted
from funneldesk.server.parts.tracking.bodies import SHOWN
from funneldesk.server.parts.tracking.codes import random_code
from funneldesk.server.parts.tracking.ingest import BOTS, VISITS
from funneldesk.server.parts.tracking.rules import EQUALS, PER_PAGE, SORTED_BY, Clicks
from funneldesk.server.parts.tracking.tables import ReplayRow, ShortLinkRow, VisitEventRow, VisitRow
from funneldesk.server.web.errors import missing
from funneldesk.server.web.listing import Attribute, By, Paging, conditions, count_of, rows_of

SEARCHED = 100_000
"""How many of the newest clicks a ``query`` looks into the addresses of."""

MOST_EVENTS = 10_000
"""Of a session's events this many are shown, the first ones."""

_CODE_LETTERS = 8
_EXPORTED_AT_A_TIME = 500


class TrackingStore:
    """The clicks of one brand, in one session of the database."""

    def __init__(self, session: Session, brand_id: int) -> None:
        self._session = session
        self._brand_id = brand_id

    def list(self, wanted: Clicks) -> tuple[Sequence[Any], Paging, int]:
        """A page of clicks, the newest first unless asked otherwise; its place; their number."""
        equal, found = self._equal(wanted), self._found(wanted)
        total = self._total(wanted, equal, found)
        paging = Paging(wanted.page, PER_PAGE)
        column = getattr(VisitRow, SORTED_BY[wanted.sortBy or "created_at"])
        descending = wanted.sortDir != "asc"
        order = [By(column, descending)]
        if wanted.sortBy not in (None, "created_at", "id"):
            order.append(By(VisitRow.started_at, descending))
        if wanted.sortBy != "id":
            order.append(By(VisitRow.id, descending))
        rows = rows_of(
            self._session, VisitRow, equal, tuple(order), total, paging, shown=SHOWN, further=found
        )
        return rows, paging, total

    def recorded_pages(self, visit_ids: Sequence[int]) -> dict[int, builtins.list[int]]:
        """The pages of which visits have recordings."""
        query = select(ReplayRow.visit_id, ReplayRow.page_id).where(
            ReplayRow.brand_id == self._brand_id,
            ReplayRow.visit_id.in_(visit_ids),
        )
        found: dict[int, builtins.list[int]] = {}
        for visit_id, page_id in self._session.execute(query.distinct()):
            if page_id is not None:
                found.setdefault(visit_id, []).append(page_id)
        return found

    def get(self, code: str) -> VisitRow:
        """The click of a click code or session id. Raises Refused (404)."""
        row = self._find(or_(VisitRow.code == code, VisitRow.session_id == code))
        if row is None:
            raise missing("click")
        return row

    def session(self, session_id: str) -> tuple[VisitRow | None, Sequence[VisitEventRow]]:
        """A session and its events in their order; None when there is no such session."""
        row = self._find(VisitRow.session_id == session_id)
        if row is None:
            return None, []
        query = select(VisitEventRow).where(
            VisitEventRow.brand_id == self._brand_id, VisitEventRow.visit_id == row.id
        )
        found = self._session.scalars(query.order_by(VisitEventRow.number).limit(MOST_EVENTS))
        return row, found.all()

    def exported(self, wanted: Clicks, codes: Sequence[str]) -> Iterator[VisitRow]:
        """The clicks that an export asks for, the newest first, some hundred at a time."""
        where = [*conditions(self._equal(wanted)), *self._found(wanted)]
        if codes:
            where.append(VisitRow.code.in_(codes))
        last: tuple[datetime, int] | None = None
        while True:
            query = select(VisitRow).where(*where)
            if last is not None:
                at, number = last
                same = and_(VisitRow.started_at == at, VisitRow.id < number)
                query = query.where(VisitRow.started_at <= at, or_(VisitRow.started_at < at, same))
            ordered = query.order_by(VisitRow.started_at.desc(), VisitRow.id.desc())
            rows = self._session.scalars(ordered.limit(_EXPORTED_AT_A_TIME)).all()
            yield from rows
            if len(rows) < _EXPORTED_AT_A_TIME:
                return
            last = rows[-1].started_at, rows[-1].id
            self._session.expunge_all()

    def shorten(self, url: str) -> str:
        """Keep an address under a new code, and give that."""
        row = ShortLinkRow(brand_id=self._brand_id, code=random_code(_CODE_LETTERS), url=url)
        self._session.add(row)
        self._session.flush()
        return row.code

    def _find(self, condition: ColumnElement[bool]) -> VisitRow | None:
        query = select(VisitRow).where(VisitRow.brand_id == self._brand_id, condition)
        return self._session.scalar(query.limit(1))

    def _equal(self, wanted: Clicks) -> dict[Attribute, Any]:
        equal: dict[Attribute, Any] = {VisitRow.brand_id: self._brand_id}
        for name, column in EQUALS.items():
            value = getattr(wanted, name)
            if value is not None:
                equal[getattr(VisitRow, column)] = value
        if wanted.exclude_bots:
            equal[VisitRow.is_bot] = False
        return equal

    def _found(self, wanted: Clicks) -> builtins.list[ColumnElement[bool]]:
        where: builtins.list[ColumnElement[bool]] = []
        if wanted.start is not None:
            where.append(VisitRow.started_at >= wanted.start)
        if wanted.click_id is not None:
            named = (VisitRow.code == wanted.click_id, VisitRow.session_id == wanted.click_id)
            where.append(or_(*named))
        if wanted.recorded_page is not None:
            recorded = select(ReplayRow.visit_id).where(ReplayRow.brand_id == self._brand_id)
            if wanted.recorded_page:
                recorded = recorded.where(ReplayRow.page_id == wanted.recorded_page)
            where.append(VisitRow.id.in_(recorded))
        if wanted.query is not None:
            where.append(self._matches(wanted.query))
        return where

    def _matches(self, text: str) -> ColumnElement[bool]:
        """Codes, session ids, addresses, subid and vtid as a whole; in urls anywhere, if new.

        Each is looked for by itself, in its own index: joined by OR they would take every click.
        """
        exact = (VisitRow.code, VisitRow.session_id, VisitRow.ip_address, VisitRow.subid)
        oldest = self._session.scalar(
            select(VisitRow.started_at)
            .where(VisitRow.brand_id == self._brand_id)
            .order_by(VisitRow.started_at.desc())
            .offset(SEARCHED)
            .limit(1)
        )
        inside = VisitRow.url.icontains(text, autoescape=True)
        found = [column == text for column in (*exact, VisitRow.vtid)]
        found += [inside if oldest is None else and_(VisitRow.started_at > oldest, inside)]
        ids = (select(VisitRow.id).where(VisitRow.brand_id == self._brand_id, e) for e in found)
        return VisitRow.id.in_(union(*ids))

    def _total(
        self,
        wanted: Clicks,
        equal: dict[Attribute, Any],
        found: Sequence[ColumnElement[bool]],
    ) -> int:
        if narrows(wanted):
            return count_of(self._session, VisitRow, equal, found)
        bots = counted(self._session, self._brand_id, BOTS) if wanted.exclude_bots else 0
        return counted(self._session, self._brand_id, VISITS) - bots


def destination(session: Session, code: str) -> str | None:
    """The address behind a short link of any brand."""
    return session.scalar(select(ShortLinkRow.url).where(ShortLinkRow.code == code))


def narrows(wanted: Clicks) -> bool:
    """Whether only some clicks are asked for, so that they have to be counted."""
    unfiltered = {"page", "sortBy", "sortDir", "exclude_bots"}
    return bool(wanted.model_dump(exclude_none=True, exclude=unfiltered))


def clicks_of(values: dict[str, Any]) -> Clicks:
    """The query of a list from values that were checked before."""
    return Clicks.model_validate(values)
