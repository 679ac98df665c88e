"""Queries on conversions: every one within a brand."""

import builtins
from collections.abc import Iterator, Sequence
from datetime import date, datetime, time, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from sqlalchemy import ColumnElement, select, union
from sqlalchemy.orm import Session

from funneldesk.contract.zones import zone_of
from funneldesk.server.db.counters import counted
from funneldesk.server.parts.brands.tables import BrandRow
from funneldesk.server.parts.conversions.bodies import SHOWN
from funneldesk.server.parts.conversions.columns import begins_with
from funneldesk.server.parts.conversions.tables import OrderItemRow, OrderRow
from funneldesk.server.parts.customers.search import wanted as wanted_customers
from funneldesk.server.parts.funnels.tables import FunnelRow
from funneldesk.server.web.errors import missing
from funneldesk.server.web.listing import By, Paging, count_of, rows_of

_ORDER = (By(OrderRow.created_at, True), By(OrderRow.id, True))
_EXPORTED_AT_A_TIME = 1000


class ConversionStore:
    """The orders of one brand, in one session."""

    def __init__(self, session: Session, brand_id: int) -> None:
        self._session = session
        self._brand_id = brand_id

    def list(self, wanted: Paging) -> tuple[Sequence[Any], int]:
        """A page of orders (the columns ``SHOWN``), the newest first, and how many there are."""
        total = counted(self._session, self._brand_id, "conversions")
        equal = {OrderRow.brand_id: self._brand_id}
        return rows_of(self._session, OrderRow, equal, _ORDER, total, wanted, shown=SHOWN), total

    def search(self, text: str, wanted: Paging) -> tuple[Sequence[Any], int]:
        """As ``list``, of the orders whose code, e-mail address or name begins so."""
        equal, found = {OrderRow.brand_id: self._brand_id}, [self._found(text)]
        total = count_of(self._session, OrderRow, equal, found)
        rows = rows_of(
            self._session, OrderRow, equal, _ORDER, total, wanted, shown=SHOWN, further=found
        )
        return rows, total

    def get(self, code: str) -> OrderRow:
        """An order by its public code. Raises Refused (404)."""
        query = select(OrderRow).where(OrderRow.brand_id == self._brand_id, OrderRow.code == code)
        row = self._session.scalar(query) if "\0" not in code else None
        if row is None:
            raise missing("conversion")
        return row

    def items(self, order_ids: Sequence[int]) -> dict[int, builtins.list[OrderItemRow]]:
        """The lines of orders, in their order."""
        query = (
            select(OrderItemRow)
            .where(OrderItemRow.brand_id == self._brand_id, OrderItemRow.order_id.in_(order_ids))
            .order_by(OrderItemRow.order_id, OrderItemRow.position)
        )
        found: dict[int, builtins.list[OrderItemRow]] = {number: [] for number in order_ids}
        for row in self._session.scalars(query):
            found[row.order_id].append(row)
        return found

    def funnel_title(self, funnel_id: int | None) -> str | None:
        """The name of a funnel; None when it is gone."""
        if funnel_id is None:
            return None
        row = self._session.get(FunnelRow, (self._brand_id, funnel_id))
        return row.name if row is not None else None

    def exported(
        self, first: date | None, last: date | None, status: str | None
    ) -> Iterator[tuple[OrderRow, builtins.list[OrderItemRow]]]:
        """Orders with their lines, the oldest first; both days are included."""
        where = [OrderRow.brand_id == self._brand_id, *self._between(first, last)]
        if status is not None:
            where.append(OrderRow.status == status)
        query = select(OrderRow).where(*where).order_by(OrderRow.created_at, OrderRow.id)
        streamed = self._session.scalars(
            query.execution_options(yield_per=_EXPORTED_AT_A_TIME)
        ).partitions()
        for rows in streamed:
            items = self.items([row.id for row in rows])
            for row in rows:
                yield row, items[row.id]

    def _between(self, first: date | None, last: date | None) -> Iterator[ColumnElement[bool]]:
        name = self._session.scalar(select(BrandRow.timezone).where(BrandRow.id == self._brand_id))
        zone = zone_of(name)
        if first is not None:
            yield OrderRow.created_at >= _midnight(first, zone)
        if last is not None:
            yield OrderRow.created_at < _midnight(last + timedelta(days=1), zone)

    def _found(self, search: str) -> ColumnElement[bool]:
        """Whose code begins so, or whose customer is found by these words."""
        brand = OrderRow.brand_id == self._brand_id
        by_code = select(OrderRow.id).where(brand, begins_with(OrderRow.code, search.upper()))
        whom = wanted_customers(self._session, self._brand_id, search)
        if whom is None:
            return OrderRow.id.in_(by_code)
        of_customers = whom.among(OrderRow.id, OrderRow.customer_id, OrderRow.created_at)
        return OrderRow.id.in_(union(by_code, of_customers))


def _midnight(day: date, zone: ZoneInfo) -> datetime:
    return datetime.combine(day, time(), zone)
