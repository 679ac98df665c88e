"""Dry run of skipped and moved charges: dates, sums by month, recurring revenue; never sent."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from decimal import Decimal

from funneldesk.desktop.kit.formats import Formats
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.people.cycles import monthly
from funneldesk.desktop.people.deeds.charges import charge_of
from funneldesk.desktop.people.orders import currency_of
from funneldesk.desktop.people.queues.charges import ChargeItem
from funneldesk.desktop.records.table.totals import sum_words

Sums = dict[str, Decimal]
BY_DAYS, TO_DAY = "days", "day"


def moved_by(item: ChargeItem, days: int, formats: Formats) -> datetime | None:
    """So many days later, at the same time of day where the brand is; None beyond all dates."""
    at = item.before
    if at is None:
        return None
    there = at.astimezone(formats.zone)
    try:
        return datetime.combine(there.date() + timedelta(days=days), there.timetz()).astimezone(UTC)
    except OverflowError:
        return None


def moved_to(item: ChargeItem, day: date, formats: Formats) -> datetime | None:
    """On a day, at the time at which it is charged anyway."""
    at = item.before
    if at is None:
        return None
    there = at.astimezone(formats.zone)
    return datetime.combine(day, there.timetz()).astimezone(UTC)


@dataclass(frozen=True, slots=True)
class Effect:
    """Sums by currency. ``months`` are the next charges of those meant, by the month in which they
    fall: before and after. None stands for a day that is not known, so that both sides add up."""

    recurring: Mapping[str, Decimal]
    unpriced: int
    """How many the server does not give a price or a cycle of."""
    months: Mapping[date | None, tuple[Sums, Sums]]


def effect(items: Iterable[ChargeItem], formats: Formats) -> Effect:
    """What a dry run comes to. Skips and moves change when is charged, never how much or how often:
    the recurring revenue is the same after them."""
    recurring: Sums = {}
    months: dict[date | None, tuple[Sums, Sums]] = defaultdict(lambda: ({}, {}))
    unpriced = 0
    for item in items:
        code = currency_of(item.body) or formats.currency
        each, amount = monthly(item.body), charge_of(item.body)
        if amount is None or each is None:
            unpriced += 1
        recurring[code] = recurring.get(code, Decimal(0)) + (each or 0)
        for place, at in enumerate((item.before, item.after)):
            if amount is not None:
                month = months[None if at is None else formats.month_of(at)][place]
                month[code] = month.get(code, Decimal(0)) + amount
    ordered = sorted(months.items(), key=lambda each: each[0] or date.max)
    return Effect(recurring, unpriced, dict(ordered))


def month_lines(found: Effect, formats: Formats) -> list[tuple[str, str, str]]:
    """Each month: its name, its sums before, and after; what they add up to below. None where no
    month changes."""
    if all(before == after for before, after in found.months.values()):
        return []
    lines = [
        (
            _("Not known") if month is None else formats.month(month),
            _sums(before, formats),
            _sums(after, formats),
        )
        for month, (before, after) in found.months.items()
    ]
    whole = (_added(sums[side] for sums in found.months.values()) for side in (0, 1))
    before, after = (_sums(each, formats) for each in whole)
    return [*lines, (_("Total"), before, after)]


def _added(many: Iterable[Sums]) -> Sums:
    whole: Sums = {}
    for sums in many:
        for code, amount in sums.items():
            whole[code] = whole.get(code, Decimal(0)) + amount
    return whole


def _sums(sums: Sums, formats: Formats) -> str:
    return sum_words(sums, formats) or "–"


def recurring_words(found: Effect, formats: Formats) -> str:
    """What becomes of the recurring revenue, in a sentence or two."""
    sums = sum_words(found.recurring, formats) or formats.money(0)
    said = _("MRR of these: {sums} before and after. Prices and cycles stay as they are.")
    told = said.format(sums=sums)
    if found.unpriced:
        more = _("{count} of them are not counted: the server tells no price or cycle.")
        told += " " + more.format(count=found.unpriced)
    return told
