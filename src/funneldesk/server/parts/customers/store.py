"""Queries on customers: every one within a brand."""

import builtins
from collections.abc import Iterator, Sequence
from typing import Any

from sqlalchemy import ColumnElement, Select, select
from sqlalchemy.orm import Session

from funneldesk.contract.customers import COLUMNS
from funneldesk.contract.email_addresses import email_key
from funneldesk.server.db.counters import counted, counted_each
from funneldesk.server.parts.conversions.tables import OrderItemRow, OrderRow
from funneldesk.server.parts.customers.book import COUNTERS
from funneldesk.server.parts.customers.search import wanted as wanted_customers
from funneldesk.server.parts.customers.tables import SORT_KEYS, CustomerRow
from funneldesk.server.parts.subscriptions.tables import SubscriptionRow
from funneldesk.server.web.errors import missing
from funneldesk.server.web.listing import Attribute, By, Paging, conditions, count_of, rows_of

MOST_ORDERS = 500
"""The newest orders and subscriptions of a customer that the details show."""

_AT_A_TIME = 500
_SORTED_BY = {"customer_email": "email_key", **SORT_KEYS}


class CustomerStore:
    """The customers of one brand, in one session."""

    def __init__(self, session: Session, brand_id: int) -> None:
        self._session = session
        self._brand_id = brand_id

    def list(
        self, kind: str | None, text: str, order: tuple[By, ...], wanted: Paging
    ) -> tuple[Sequence[Any], int]:
        """A page of customers in ``order``, and how many there are."""
        equal, found = self._equal(kind), self._found(text)
        if found:
            total = count_of(self._session, CustomerRow, equal, found)
        else:
            name = "customers/all" if kind is None else f"customers/{kind}s"
            total = counted(self._session, self._brand_id, name)
        rows = rows_of(
            self._session, CustomerRow, equal, order, total, wanted, shown=COLUMNS, further=found
        )
        return rows, total

    def counts(self) -> dict[str, int]:
        """How many customers there are of each sort."""
        found = counted_each(self._session, self._brand_id, COUNTERS)
        return {name.partition("/")[2]: value for name, value in found.items()}

    def get(self, email: str) -> CustomerRow:
        """The customer with an e-mail address, in whatever case. Raises Refused (404)."""
        query = select(CustomerRow).where(
            CustomerRow.brand_id == self._brand_id, CustomerRow.email_key == email_key(email)
        )
        row = self._session.scalar(query) if "\0" not in email else None
        if row is None:
            raise missing("customer")
        return row

    def orders(
        self, row: CustomerRow
    ) -> tuple[Sequence[OrderRow], dict[int, builtins.list[OrderItemRow]]]:
        """The newest orders of a customer, and their lines."""
        query = (
            select(OrderRow)
            .where(OrderRow.brand_id == self._brand_id, OrderRow.customer_id == row.id)
            .order_by(OrderRow.created_at.desc(), OrderRow.id.desc())
            .limit(MOST_ORDERS)
        )
        orders = self._session.scalars(query).all()
        lines = (
            select(OrderItemRow)
            .where(
                OrderItemRow.brand_id == self._brand_id,
                OrderItemRow.order_id.in_([order.id for order in orders]),
            )
            .order_by(OrderItemRow.order_id, OrderItemRow.position)
        )
        found: dict[int, builtins.list[OrderItemRow]] = {}
        for item in self._session.scalars(lines):
            found.setdefault(item.order_id, []).append(item)
        return orders, found

    def subscriptions(self, row: CustomerRow) -> Sequence[SubscriptionRow]:
        """The newest subscriptions of a customer."""
        query = (
            select(SubscriptionRow)
            .where(
                SubscriptionRow.brand_id == self._brand_id, SubscriptionRow.customer_id == row.id
            )
            .order_by(SubscriptionRow.created_at.desc(), SubscriptionRow.id.desc())
            .limit(MOST_ORDERS)
        )
        return self._session.scalars(query).all()

    def exported(
        self, kind: str | None, text: str, emails: Sequence[str], order: Sequence[By]
    ) -> Iterator[CustomerRow]:
        """Customers for an export: those of the filters, or those with these addresses."""
        where = [*conditions(self._equal(kind)), *self._found(text)]
        directed = [by.column.desc() if by.descending else by.column.asc() for by in order]
        query = select(CustomerRow).order_by(*directed)
        if not emails:
            yield from self._streamed(query.where(*where))
            return
        keys = sorted({email_key(email) for email in emails})
        for start in range(0, len(keys), _AT_A_TIME):
            some = CustomerRow.email_key.in_(keys[start : start + _AT_A_TIME])
            yield from self._streamed(query.where(*where, some))

    def _streamed(self, query: Select[CustomerRow]) -> Iterator[CustomerRow]:
        options = query.execution_options(yield_per=_AT_A_TIME)
        # A session holds its rows weakly: one that was written is forgotten by itself.
        yield from self._session.scalars(options)

    def _equal(self, kind: str | None) -> dict[Attribute, Any]:
        equal: dict[Attribute, Any] = {CustomerRow.brand_id: self._brand_id}
        if kind is not None:
            equal[CustomerRow.is_abandoned_customer] = kind == "abandon"
        return equal

    def _found(self, text: str) -> builtins.list[ColumnElement[bool]]:
        if not text.strip():
            return []
        whom = wanted_customers(self._session, self._brand_id, text)
        by_words = CustomerRow.id, CustomerRow.id, CustomerRow.updated_at
        return [CustomerRow.id.in_(whom.among(*by_words) if whom else [])]


def order_of(sort: str | None, direction: str | None) -> tuple[By, ...]:
    """The order that a query asks for; without a word the one who did something last first."""
    if sort is None:
        column, descending = CustomerRow.updated_at, direction != "asc"
    else:
        column, descending = getattr(CustomerRow, _SORTED_BY.get(sort, sort)), direction == "desc"
    return By(column, descending), By(CustomerRow.id, descending)
