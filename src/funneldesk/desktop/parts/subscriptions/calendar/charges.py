"""Coming charges by the day on which they fall in the brand's zone: exact, each currency apart."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date, datetime, tzinfo
from decimal import Decimal

from funneldesk.desktop.kit.calendar.days import Day, Entry
from funneldesk.desktop.kit.formats import Formats
from funneldesk.desktop.local.texts import joined
from funneldesk.desktop.parts.subscriptions.subscriptions import (
    STATUS_WORDS,
    TONES,
    charge_of,
    currency_of,
)
from funneldesk.desktop.people.deeds.charges import next_charge, status_of
from funneldesk.desktop.records.rows import SummaryRow

MOST_SEEN = 60
"""Entries of a day that may ever be in sight."""
CHARGED = ("active", "trial", "past_due")


@dataclass(frozen=True, slots=True)
class Charge:
    """``amount`` is None where the server does not tell it."""

    id: str
    at: datetime
    who: str
    product: str
    status: str
    amount: Decimal | None
    currency: str


class Charges:
    """Charges of subscriptions, worked out once for each row that is read."""

    def __init__(self) -> None:
        self._known: dict[str, tuple[SummaryRow, Charge | None]] = {}

    def of(self, rows: Iterable[SummaryRow]) -> list[Charge]:
        """The charges that come, the first first; for a thread."""
        found = (self._charge(row) for row in rows)
        return sorted((each for each in found if each is not None), key=lambda each: each.at)

    def _charge(self, row: SummaryRow) -> Charge | None:
        known = self._known.get(row.id)
        if known is None or known[0] is not row:
            known = self._known[row.id] = (row, _charge(row))
        return known[1]


def _charge(row: SummaryRow) -> Charge | None:
    body, at = row.summary, next_charge(row.summary)
    status = status_of(body)
    if at is None or status not in CHARGED:
        return None
    who = str(body.get("customer_name") or body.get("customer_email") or row.id)
    product = str(body.get("product_name") or body.get("product_code") or "")
    return Charge(row.id, at, who, product, status, charge_of(row), currency_of(row))


def by_day(charges: Iterable[Charge], zone: tzinfo | None) -> Mapping[date, list[Charge]]:
    """Charges by their day in a zone."""
    days: dict[date, list[Charge]] = defaultdict(list)
    for each in charges:
        days[each.at.astimezone(zone).date()].append(each)
    return days


def sums(charges: Iterable[Charge], formats: Formats) -> tuple[str, ...]:
    """What charges add up to, in words, each currency by itself."""
    totals: dict[str, Decimal] = {}
    for each in charges:
        if each.amount is not None:
            code = each.currency or formats.currency
            totals[code] = totals.get(code, Decimal(0)) + each.amount
    return tuple(formats.money(total, code) for code, total in sorted(totals.items()))


def shown(charges: Iterable[Charge], formats: Formats) -> Day:
    """A day as a calendar shows it."""
    found = tuple(charges)
    seen = tuple(_entry(each, formats) for each in found[:MOST_SEEN])
    return Day(seen, sums(found, formats), len(found) - len(seen))


def _entry(charge: Charge, formats: Formats) -> Entry:
    value = "" if charge.amount is None else formats.money(charge.amount, charge.currency)
    tone = TONES.get(charge.status, "muted") if charge.status != "active" else "muted"
    return Entry(charge.id, charge.who, value, tone)


def told(charge: Charge, formats: Formats) -> str:
    """A charge in a line of a menu."""
    value = "" if charge.amount is None else formats.money(charge.amount, charge.currency)
    status = STATUS_WORDS.get(charge.status, charge.status)
    return joined((charge.who, charge.product, value, status))
