"""Between a subscription's row and its standing: every change also moves counters and figures."""

from dataclasses import fields
from datetime import datetime
from decimal import Decimal

from sqlalchemy.orm import Session

from funneldesk.server.db.counters import move_all
from funneldesk.server.parts.subscriptions.beginning import stored
from funneldesk.server.parts.subscriptions.cycles import month_of
from funneldesk.server.parts.subscriptions.months import Months, movement
from funneldesk.server.parts.subscriptions.rules import Standing, Terms
from funneldesk.server.parts.subscriptions.tables import SubscriptionRow

_FIELDS = tuple(field.name for field in fields(Standing))


def standing_of(row: SubscriptionRow) -> Standing:
    """Where the subscription stands."""
    return Standing(**{name: getattr(row, name) for name in _FIELDS})


def terms_of(row: SubscriptionRow) -> Terms:
    """What it is charged."""
    return Terms(row.price, row.quantity, row.frequency, row.frequency_unit)


class Changes:
    """Applies changes to the subscriptions of one brand. ``flush`` moves the counters."""

    def __init__(self, session: Session, brand_id: int, months: Months) -> None:
        self._session = session
        self._brand_id = brand_id
        self._months = months
        self._deltas: dict[str, int] = {}

    def apply(
        self, row: SubscriptionRow, after: Standing, moment: datetime, terms: Terms | None = None
    ) -> None:
        """Let the subscription stand as ``after``, under other ``terms`` when they are given."""
        before, mrr_before = standing_of(row), row.mrr
        if terms is not None:
            row.price, row.quantity = terms.price, terms.quantity
            row.frequency, row.frequency_unit = terms.frequency, terms.frequency_unit
        row.mrr = terms_of(row).monthly(row.rate) if after.pays else Decimal(0)
        for name, value in stored(after).items():
            setattr(row, name, value)
        row.updated_at = moment
        month = month_of(moment)
        is_new = row.joined_month == month
        what = movement(before, after, mrr_before, row.mrr, is_new=is_new)
        if what.joined:
            row.joined_month = month
        self._months.happen(moment, what)
        if before.subscription_status != after.subscription_status:
            self._move(before.subscription_status, -1)
            self._move(after.subscription_status, 1)

    def flush(self) -> None:
        """Write the rows and the counters."""
        self._session.flush()
        move_all(self._session, self._brand_id, self._deltas)
        self._deltas = {}

    def _move(self, status: str, delta: int) -> None:
        name = f"subscriptions/{status}"
        self._deltas[name] = self._deltas.get(name, 0) + delta
