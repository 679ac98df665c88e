"""Ticks of an axis: round numbers that hold a range, exact as decimals."""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta, tzinfo
from decimal import Decimal
from math import ceil, floor, log10

ROUND = (Decimal(1), Decimal(2), Decimal("2.5"), Decimal(5), Decimal(10))
SPANS = (1, 5, 15, 30, 60, 300, 900, 1800, 3600, 10800, 21600, 43200)
"""Seconds that a clock has marks for."""
DAY = 86400
DAYS = (1, 2, 7, 14, 30, 90, 180, 365, 730, 1825, 3650)


def ticks(low: float, high: float, about: int = 5, *, whole: bool = False) -> tuple[Decimal, ...]:
    """Ticks from at or below ``low`` to at or above ``high``; ``whole``: no fractions."""
    if high <= low:
        high = low + (abs(low) or 1.0)
    step = round_step((high - low) / about, whole=whole)
    start = floor(Decimal(repr(low)) / step)
    end = ceil(Decimal(repr(high)) / step)
    return tuple(step * at for at in range(start, end + 1))


def round_step(least: float, *, whole: bool = False) -> Decimal:
    """The next 1, 2, 2.5 or 5 times a power of ten."""
    power = floor(log10(least))
    for factor in ROUND:
        step = factor.scaleb(power)
        if step >= Decimal(repr(least)) * (1 - Decimal("1e-9")) and (
            not whole or step == step.to_integral_value()
        ):
            return step
    return Decimal(1) if whole else Decimal(10).scaleb(power)


def time_ticks(low: float, high: float, about: int = 5) -> tuple[Decimal, ...]:
    """Lengths of time in seconds, at marks that a clock has."""
    span = (high - low) / about
    step = next((each for each in SPANS if each >= span), None)
    if step is None or span < 1:
        return ticks(low, high, about)
    return tuple(Decimal(step * at) for at in range(floor(low / step), ceil(high / step) + 1))


def moment_ticks(low: float, high: float, zone: tzinfo | None, about: int = 6) -> Sequence[float]:
    """Moments within a range, in seconds since 1970: at full hours or midnights of a zone."""
    span = (high - low) / about
    start = datetime.fromtimestamp(low, UTC).astimezone(zone)
    midnight = start.replace(hour=0, minute=0, second=0, microsecond=0)
    step = next((each for each in SPANS if each >= span), None)
    if step is not None:
        first, move = midnight.timestamp(), float(step)
        begin = first + ceil((low - first) / move) * move
        return [begin + at * move for at in range(int((high - begin) // move) + 1)]
    days = next((each for each in DAYS if each * DAY >= span), DAYS[-1])
    found: list[float] = []
    day = midnight if midnight.timestamp() >= low else midnight + timedelta(days=1)
    while day.timestamp() <= high:
        found.append(day.timestamp())
        day += timedelta(days=days)  # By the wall clock, so that it stays a midnight.
    return found
