"""The numbers of variants, per hour and in all, and how they are kept up to date."""

from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from decimal import Decimal

from sqlalchemy import text
from sqlalchemy.orm import Session

from funneldesk.server.db.types import MONEY_SCALE

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_HOUR = timedelta(hours=1)
_SUMS = ("visitors", "conversions", "revenue", "revenue_squared")


def hour_of(moment: datetime) -> int:
    """The hour of a moment, counted from 1970 in UTC."""
    return (moment - _EPOCH) // _HOUR


def start_of(hour: int) -> datetime:
    """The moment at which an hour begins."""
    return _EPOCH + hour * _HOUR


def _upsert(table: str, key: tuple[str, ...]) -> str:
    names = (*key, *_SUMS)
    sums = ", ".join(f"{name} = {table}.{name} + excluded.{name}" for name in _SUMS)
    values = ", ".join(f":{name}" for name in names)
    return (  # every word of it stands in this file
        f"INSERT INTO {table} ({', '.join(names)}) VALUES ({values}) "  # noqa: S608
        f"ON CONFLICT ({', '.join(key)}) DO UPDATE SET {sums}"
    )


_HOURS = text(_upsert("split_test_hours", ("brand_id", "test_id", "hour", "node_code")))
_TOTALS = text(_upsert("split_test_totals", ("brand_id", "test_id", "node_code")))
_Numbers = tuple[int, int, Decimal, float]
_NOTHING: _Numbers = (0, 0, Decimal(0), 0.0)


class Measures:
    """What is to be added; ``flush`` writes it in two statements."""

    def __init__(self) -> None:
        self._hours: dict[tuple[int, str, int], _Numbers] = {}

    def add(
        self,
        test_id: int,
        node_code: str,
        hour: int,
        *,
        visitors: int = 0,
        conversions: int = 0,
        revenue: Decimal = Decimal(0),
        revenue_squared: float = 0.0,
    ) -> None:
        """Add to a variant's hour."""
        key = (test_id, node_code, hour)
        self._hours[key] = _sum(
            [self._hours.get(key, _NOTHING), (visitors, conversions, revenue, revenue_squared)]
        )

    def flush(self, session: Session, brand_id: int) -> None:
        """Write what was added. Rows are taken in one order, so that no two writers lock up."""
        if not self._hours:
            return
        hours = []
        totals: dict[tuple[int, str], _Numbers] = {}
        for (test_id, code, hour), numbers in sorted(self._hours.items()):
            hours.append({"hour": hour, **_row(brand_id, test_id, code, numbers)})
            before = totals.get((test_id, code), _NOTHING)
            totals[test_id, code] = _sum([before, numbers])
        session.execute(_HOURS, hours)
        session.execute(
            _TOTALS,
            [_row(brand_id, *key, numbers) for key, numbers in sorted(totals.items())],
        )
        self._hours.clear()


def _sum(several: Iterable[_Numbers]) -> _Numbers:
    visitors, conversions, revenue, squared = zip(*several, strict=True)
    return sum(visitors), sum(conversions), sum(revenue, Decimal(0)), sum(squared)


def _row(brand_id: int, test_id: int, code: str, numbers: _Numbers) -> dict[str, object]:
    visitors, conversions, revenue, squared = numbers
    return {
        "brand_id": brand_id,
        "test_id": test_id,
        "node_code": code,
        "visitors": visitors,
        "conversions": conversions,
        "revenue": round(revenue * MONEY_SCALE),
        "revenue_squared": squared,
    }
