"""Queries on subscriptions and on merchants' offers: every one within a brand."""

import builtins
from collections.abc import Sequence
from typing import Any

from sqlalchemy import ColumnElement, select, union
from sqlalchemy.orm import Session

from funneldesk.contract.email_addresses import email_key
from funneldesk.contract.product_rules import code_form
from funneldesk.server.db.counters import counted
from funneldesk.server.jobs.mail import letters_about
from funneldesk.server.parts.conversions.columns import begins_with
from funneldesk.server.parts.conversions.tables import MerchantRow, OrderRow
from funneldesk.server.parts.customers.search import wanted as wanted_customers
from funneldesk.server.parts.customers.tables import CustomerRow
from funneldesk.server.parts.subscriptions.bodies import SHOWN
from funneldesk.server.parts.subscriptions.inputs import Asked
from funneldesk.server.parts.subscriptions.letters import ABOUT
from funneldesk.server.parts.subscriptions.tables import SubscriptionRow
from funneldesk.server.web.errors import missing
from funneldesk.server.web.listing import Attribute, By, Paging, count_of, rows_of

MOST_CHARGES = 100
NO_OFFERS: dict[str, Any] = {"enabled": False, "offers": [], "exit_survey_reasons": []}
_ORDER = (By(SubscriptionRow.created_at, True), By(SubscriptionRow.id, True))


class SubscriptionStore:
    """The subscriptions of one brand, in one session."""

    def __init__(self, session: Session, brand_id: int) -> None:
        self._session = session
        self._brand_id = brand_id

    def list(self, asked: Asked, wanted: Paging) -> tuple[Sequence[Any], int]:
        """A page of subscriptions, the newest first, and how many there are."""
        equal: dict[Attribute, Any] = {SubscriptionRow.brand_id: self._brand_id}
        status = None if asked.status == "all" else asked.status
        if status is not None:
            equal[SubscriptionRow.subscription_status] = status
        found = self._where(asked)
        if found:
            total = count_of(self._session, SubscriptionRow, equal, found)
        else:
            name = "subscriptions" if status is None else f"subscriptions/{status}"
            total = counted(self._session, self._brand_id, name)
        rows = rows_of(
            self._session, SubscriptionRow, equal, _ORDER, total, wanted, shown=SHOWN, further=found
        )
        return rows, total

    def get(self, transaction_id: str) -> SubscriptionRow:
        """A subscription. Raises Refused (404)."""
        query = select(SubscriptionRow).where(
            SubscriptionRow.brand_id == self._brand_id,
            SubscriptionRow.transaction_id == transaction_id,
        )
        row = self._session.scalar(query) if "\0" not in transaction_id else None
        if row is None:
            raise missing("subscription")
        return row

    def charges(self, row: SubscriptionRow) -> Sequence[OrderRow]:
        """The orders that a subscription made, with the one that began it, the newest first."""
        query = (
            select(OrderRow)
            .where(OrderRow.brand_id == self._brand_id, OrderRow.subscription_id == row.id)
            .order_by(OrderRow.created_at.desc(), OrderRow.id.desc())
            .limit(MOST_CHARGES)
        )
        found = self._session.scalars(query).all()
        first = self._session.get(OrderRow, (self._brand_id, row.order_id))
        return [*found, first] if first is not None and len(found) < MOST_CHARGES else found

    def emails(self, row: SubscriptionRow) -> builtins.list[Any]:
        """The letters about a subscription, the newest first."""
        return letters_about(self._session, self._brand_id, ABOUT, row.transaction_id)

    def offers(self, merchant_id: int) -> dict[str, Any]:
        """A merchant's configuration. Raises Refused (404) for one that nobody has met."""
        row = self._session.get(MerchantRow, (self._brand_id, merchant_id))
        if row is None:
            raise missing("merchant")
        return row.retention_offers or NO_OFFERS

    def set_offers(self, merchant_id: int, offers: dict[str, Any]) -> None:
        """Keep a merchant's configuration; the merchant need not have taken a payment yet."""
        row = self._session.get(MerchantRow, (self._brand_id, merchant_id), with_for_update=True)
        if row is None:
            row = MerchantRow(brand_id=self._brand_id, id=merchant_id)
            self._session.add(row)
        row.retention_offers = offers

    def _where(self, asked: Asked) -> builtins.list[ColumnElement[bool]]:
        row, found = SubscriptionRow, []
        if asked.start is not None:
            found.append(row.created_at >= asked.start)
        if asked.end is not None:
            found.append(row.created_at <= asked.end)
        if asked.merchant_id is not None:
            found.append(row.merchant_id == asked.merchant_id)
        if asked.product_code is not None:
            found.append(row.product_code == code_form(asked.product_code))
        if asked.email is not None:
            customer = select(CustomerRow.id).where(
                CustomerRow.brand_id == self._brand_id,
                CustomerRow.email_key == email_key(asked.email),
            )
            found.append(row.customer_id.in_(customer))
        if asked.q.strip():
            found.append(self._said(asked.q.strip()))
        return found

    def _said(self, text: str) -> ColumnElement[bool]:
        """Whose customer is found by ``text``, or whose order or transaction begins with it."""
        row, brand = SubscriptionRow, SubscriptionRow.brand_id == self._brand_id
        ways = [
            select(row.id).where(brand, begins_with(row.order_code, text.upper())),
            select(row.id).where(brand, begins_with(row.transaction_id, text)),
        ]
        whom = wanted_customers(self._session, self._brand_id, text)
        if whom is not None:
            ways.append(whom.among(row.id, row.customer_id, row.created_at))
        return row.id.in_(union(*ways))
