"""Keeps the monthly figures of subscriptions up to date, in the transaction of what happened.

So no answer about recurring revenue, churn or dunning has to look at single subscriptions.
"""

from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from typing import Any

from sqlalchemy import Table
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.orm import Session

from funneldesk.server.parts.subscriptions.cycles import month_of
from funneldesk.server.parts.subscriptions.rules import Standing
from funneldesk.server.parts.subscriptions.tables import SubscriptionMonthRow

_MONEY = ("mrr_change", "cohort_revenue")
_COUNTS = ("joined", "left", "left_new", "cohort_size", "dunning_entered", "recovered", "lost")
_MONTHS: Table = SubscriptionMonthRow.__table__  # type: ignore[assignment]


@dataclass(frozen=True, slots=True)
class Movement:
    """What a change of one subscription means for the month in which it happens."""

    mrr_change: Decimal = Decimal(0)
    joined: int = 0
    left: int = 0
    left_new: int = 0
    dunning_entered: int = 0
    recovered: int = 0
    lost: int = 0


def movement(
    before: Standing | None,
    after: Standing,
    mrr_before: Decimal,
    mrr_after: Decimal,
    *,
    is_new: bool = False,
) -> Movement:
    """From one standing to the next; ``before`` is None when the subscription begins. ``is_new``:
    it joined in the month in which this happens.

    Who leaves dunning for anything but ``active`` is lost, so that those who entered are always
    those in it, recovered or lost.
    """
    did = before is not None and before.subscribes
    was_late = before is not None and before.subscription_status == "past_due"
    is_late = after.subscription_status == "past_due"
    is_paid = after.subscription_status == "active"
    return Movement(
        mrr_after - mrr_before,
        int(after.subscribes and not did),
        int(left := did and not after.subscribes),
        int(left and is_new),
        int(is_late and not was_late),
        int(was_late and is_paid),
        int(was_late and not is_late and not is_paid),
    )


class Months:
    """Collects what happens in one brand; nothing is written before ``flush``."""

    def __init__(self, session: Session, brand_id: int) -> None:
        self._session = session
        self._brand_id = brand_id
        self._found: dict[str, dict[str, Any]] = {}

    def happen(self, moment: datetime, what: Movement) -> None:
        """Count a movement in the month of ``moment``."""
        row = self._row(month_of(moment))
        for name in what.__slots__:
            row[name] += getattr(what, name)

    def begin(self, cohort: str) -> None:
        """A subscription began in the month ``cohort``."""
        self._row(cohort)["cohort_size"] += 1

    def earn(self, cohort: str, value: Decimal) -> None:
        """Those who began in the month ``cohort`` paid ``value``; less than 0: it went back."""
        self._row(cohort)["cohort_revenue"] += value

    def flush(self) -> None:
        """Write what was collected, in the order of the months."""
        rows = [
            {"brand_id": self._brand_id, "month": month, **row}
            for month, row in sorted(self._found.items())
            if any(row.values())
        ]
        if rows:
            is_sqlite = self._session.get_bind().dialect.name == "sqlite"
            add = (sqlite.insert if is_sqlite else postgresql.insert)(_MONTHS)
            sums = {n: _MONTHS.c[n] + add.excluded[n] for n in (*_MONEY, *_COUNTS)}
            statement = add.on_conflict_do_update(index_elements=["brand_id", "month"], set_=sums)
            self._session.connection().execute(statement, rows)
        self._found = {}

    def _row(self, month: str) -> dict[str, Any]:
        fresh: dict[str, Any] = {**dict.fromkeys(_MONEY, Decimal(0)), **dict.fromkeys(_COUNTS, 0)}
        return self._found.setdefault(month, fresh)
