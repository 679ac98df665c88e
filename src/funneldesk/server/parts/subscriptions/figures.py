"""The figures of subscriptions, from what the months have kept (document: analytics endpoints).

Recurring revenue at the end of a month is the sum of all changes up to then; churn is the share
of those who were there when the month began that left in it.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from funneldesk.server.db.counters import counted_each
from funneldesk.server.db.types import now
from funneldesk.server.parts.brands.tables import BrandRow
from funneldesk.server.parts.conversions.amounts import number
from funneldesk.server.parts.subscriptions.cycles import month_of, months_between
from funneldesk.server.parts.subscriptions.rules import STATUSES
from funneldesk.server.parts.subscriptions.tables import SubscriptionMonthRow

MOST_MONTHS = 1200
_CENT = Decimal("0.01")


@dataclass(frozen=True, slots=True)
class Month:
    """A month of ``SubscriptionMonthRow``, or one in which nothing happened."""

    month: str
    mrr_change: Decimal = Decimal(0)
    joined: int = 0
    left: int = 0
    left_new: int = 0
    cohort_size: int = 0
    cohort_revenue: Decimal = Decimal(0)
    dunning_entered: int = 0
    recovered: int = 0
    lost: int = 0


def read(session: Session, brand_id: int) -> list[Month]:
    """Every month from the first in which something happened to the present one."""
    query = (
        select(SubscriptionMonthRow)
        .where(SubscriptionMonthRow.brand_id == brand_id)
        .order_by(SubscriptionMonthRow.month)
    )
    rows = {row.month: row for row in session.scalars(query)}
    present = month_of(now())
    names = months_between(min(rows, default=present), max([*rows, present]))[-MOST_MONTHS:]
    return [_month(name, rows.get(name)) for name in names]


def mrr_trend(months: Sequence[Month]) -> list[dict[str, Any]]:
    """The recurring revenue at the end of each month."""
    found, mrr = [], Decimal(0)
    for month in months:
        mrr += month.mrr_change
        found.append({"month": month.month, "mrr": cents(mrr)})
    return found


def churn_trend(months: Sequence[Month]) -> list[dict[str, Any]]:
    """Who left in each month, of those who were there when it began; None when nobody was. Who
    joined and left in one month is in neither figure."""
    found, there = [], 0
    for month in months:
        left = month.left - month.left_new
        line = {"month": month.month, "active_at_start": there, "churned": left}
        found.append({**line, "churn_rate": percent(left, there)})
        there += month.joined - month.left
    return found


def cohort_ltv(months: Sequence[Month]) -> list[dict[str, Any]]:
    """What those who began in each month have brought in up to now."""
    return [
        {
            "month": month.month,
            "subscriptions": month.cohort_size,
            "revenue": cents(month.cohort_revenue),
            "average_ltv": _average(month.cohort_revenue, month.cohort_size),
        }
        for month in months
        if month.cohort_size
    ]


def dunning_stats(months: Sequence[Month], in_dunning: int) -> dict[str, Any]:
    """What became of refused charges; the rate is of those that are decided."""
    recovered = sum(month.recovered for month in months)
    lost = sum(month.lost for month in months)
    return {
        "in_dunning": in_dunning,
        "recovered": recovered,
        "lost": lost,
        "recovery_rate": percent(recovered, recovered + lost),
    }


def summary(session: Session, brand_id: int) -> dict[str, Any]:
    """The figures of today; churn is that of the present month up to now."""
    months = read(session, brand_id)
    counts = counts_by_status(session, brand_id)
    revenue = sum((month.cohort_revenue for month in months), Decimal(0))
    begun = sum(month.cohort_size for month in months)
    currency = session.scalar(select(BrandRow.currency).where(BrandRow.id == brand_id))
    here = [line for line in churn_trend(months) if line["month"] == month_of(now())]
    return {
        **{f"{status}_count": count for status, count in counts.items()},
        "mrr": mrr_trend(months)[-1]["mrr"],
        "churn_rate": here[0]["churn_rate"] if here else None,
        "average_ltv": _average(revenue, begun),
        "currency": currency,
    }


def counts_by_status(session: Session, brand_id: int) -> dict[str, int]:
    """How many subscriptions are in each status."""
    names = {f"subscriptions/{status}": status for status in STATUSES}
    found = counted_each(session, brand_id, list(names))
    return {status: found[name] for name, status in names.items()}


def percent(part: int, whole: int) -> float | None:
    """A share in percent, to two places; None when there is nothing to share."""
    return round(100 * part / whole, 2) if whole else None


def cents(amount: Decimal) -> int | float:
    """An amount to the cent."""
    return number(amount.quantize(_CENT))


def _average(amount: Decimal, count: int) -> int | float | None:
    return cents(amount / count) if count else None


def _month(name: str, row: SubscriptionMonthRow | None) -> Month:
    if row is None:
        return Month(name)
    return Month(**{field: getattr(row, field) for field in Month.__slots__})
