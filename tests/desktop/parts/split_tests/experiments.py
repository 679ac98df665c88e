"""Split tests on a running platform, with visitors that they met."""

from datetime import UTC, datetime, timedelta
from decimal import Decimal

from tests.desktop.support.live_server import LiveBrand

from funneldesk.server.db.counters import move
from funneldesk.server.parts.split_tests.markup import COUNTER
from funneldesk.server.parts.split_tests.measures import hour_of
from funneldesk.server.parts.split_tests.tables import (
    SplitTestHourRow,
    SplitTestRow,
    SplitTestTotalRow,
)

DAYS = 14
VARIANTS = (("calm", "c1"), ("bold", "b1"))


def add_test(
    brand: LiveBrand,
    name: str,
    counts: list[tuple[int, int]],
    *,
    days: int = DAYS,
    **values: object,
) -> int:
    """A running test whose variants have these visitors and conversions, spread over ``days``."""
    items = [{"name": n, "node_code": c, "weight": 50} for n, c in VARIANTS[: len(counts)]]
    now = datetime.now(UTC)
    with brand.database.writing() as session:
        row = SplitTestRow(
            brand_id=brand.number,
            name=name,
            config={"items": items},
            created_at=now - timedelta(days=days),
            **{"min_sample_size_per_variant": 100, **values},
        )
        session.add(row)
        session.flush()
        move(session, brand.number, COUNTER.format(status=row.status), 1)
        first = hour_of(now - timedelta(days=days - 1, hours=1))
        for (_name, code), (visitors, conversions) in zip(VARIANTS, counts, strict=False):
            where = {"brand_id": brand.number, "test_id": row.id, "node_code": code}
            session.add(SplitTestTotalRow(**where, **_sums(visitors, conversions)))
            for day in range(days):
                share = [
                    whole * (day + 1) // days - whole * day // days
                    for whole in (visitors, conversions)
                ]
                hour = first + day * 24
                session.add(SplitTestHourRow(**where, hour=hour, **_sums(*share)))
        return row.id


def _sums(visitors: int, conversions: int) -> dict[str, object]:
    return {
        "visitors": visitors,
        "conversions": conversions,
        "revenue": Decimal(20) * conversions,
        "revenue_squared": 400.0 * conversions,
    }
