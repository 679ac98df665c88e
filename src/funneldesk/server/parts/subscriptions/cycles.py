"""When a subscription is charged, and what that comes to in a month: pure arithmetic."""

import calendar
from datetime import UTC, datetime, timedelta
from decimal import ROUND_HALF_EVEN, Decimal
from fractions import Fraction

LAST_YEAR = 9000
"""No date of a charge lies beyond this year."""

_PER_MONTH = {
    "day": Fraction(365, 12),
    "week": Fraction(52, 12),
    "month": Fraction(1),
    "year": Fraction(1, 12),
}
_MONTHS = {"month": 1, "year": 12}


def advanced(moment: datetime, frequency: int, unit: str, anchor_day: int) -> datetime:
    """The same time of day one cycle later.

    Monthly and yearly charges keep to ``anchor_day``, or the last day of a month that is shorter:
    from January 31 to February 28 and on to March 31.
    """
    months = _MONTHS.get(unit)
    if months is None:
        days = min(frequency * (7 if unit == "week" else 1), 3_650_000)
        latest = datetime(LAST_YEAR, 12, 31, tzinfo=UTC)
        return latest if (latest - moment).days <= days else moment + timedelta(days=days)
    whole = moment.year * 12 + moment.month - 1 + frequency * months
    year, month = min(whole // 12, LAST_YEAR), whole % 12 + 1
    day = min(anchor_day, calendar.monthrange(year, month)[1])
    return moment.replace(year=year, month=month, day=day)


def advanced_past(
    moment: datetime, limit: datetime, frequency: int, unit: str, anchor_day: int
) -> datetime:
    """The first date of the cycle after ``moment`` that is later than ``limit``."""
    found = advanced(moment, frequency, unit, anchor_day)
    while found <= limit and found.year < LAST_YEAR:
        found = advanced(found, frequency, unit, anchor_day)
    return found


def monthly(amount: Decimal, frequency: int, unit: str) -> Decimal:
    """What ``amount`` each cycle comes to in an average month, to four places."""
    exact = Fraction(amount) * _PER_MONTH[unit] / frequency
    return (Decimal(exact.numerator) / Decimal(exact.denominator)).quantize(
        Decimal("0.0001"), ROUND_HALF_EVEN
    )


def month_of(moment: datetime) -> str:
    """The month of a moment in UTC, as ``YYYY-MM``."""
    return f"{moment.astimezone(UTC):%Y-%m}"


def months_between(first: str, last: str) -> list[str]:
    """Every month from ``first`` to ``last``, both included."""
    start, end = _number(first), _number(last)
    return [f"{number // 12:04d}-{number % 12 + 1:02d}" for number in range(start, end + 1)]


def _number(month: str) -> int:
    year, _, number = month.partition("-")
    return int(year) * 12 + int(number) - 1
