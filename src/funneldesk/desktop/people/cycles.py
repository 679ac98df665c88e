"""When a subscription is charged after its next charge, and what it comes to in a month."""

import calendar
from datetime import UTC, datetime, timedelta
from decimal import Decimal

from funneldesk.desktop.people.deeds.charges import charge_of, next_charge, status_of
from funneldesk.desktop.people.deeds.deed import Body

LAST_YEAR = 9000
"""No date is worked out beyond it."""
_DAYS = {"day": 1, "week": 7}
_MONTHS = {"month": 1, "year": 12}


def following(body: Body) -> datetime | None:
    """When it is charged if the next charge is skipped: the server may keep to another day of the
    month where this one is the last of a short one."""
    at, cycle = next_charge(body), _cycle(body)
    if at is None or cycle is None:
        return None
    there, (count, unit) = at.astimezone(UTC), cycle
    if unit in _DAYS:
        days = count * _DAYS[unit]
        return there + timedelta(days=days) if days < LAST_YEAR * 365 // 4 else None
    whole = there.year * 12 + there.month - 1 + count * _MONTHS[unit]
    year, month = whole // 12, whole % 12 + 1
    if year > LAST_YEAR:
        return None
    day = min(there.day, calendar.monthrange(year, month)[1])
    return there.replace(year=year, month=month, day=day)


def monthly(body: Body) -> Decimal | None:
    """What it adds to the monthly recurring revenue at full price, not rounded; zero while it pays
    nothing, None where that cannot be told."""
    if status_of(body) not in ("active", "past_due"):
        return Decimal(0)
    charge, cycle = charge_of(body), _cycle(body)
    if charge is None or cycle is None:
        return None
    count, unit = cycle
    if unit in _DAYS:
        return charge * 365 / (12 * count * _DAYS[unit])
    return charge / (count * _MONTHS[unit])


def _cycle(body: Body) -> tuple[int, str] | None:
    count, unit = body.get("frequency"), body.get("frequency_unit")
    known = isinstance(count, int) and not isinstance(count, bool) and count > 0
    return (count, unit) if known and unit in (*_DAYS, *_MONTHS) else None  # type: ignore[return-value]
