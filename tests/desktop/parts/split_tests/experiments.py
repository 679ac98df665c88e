"""Split tests on a running platform, with visitors that they met."""

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, timedelta
from decimal import Decimal

from sqlalchemy import func, select
from tests.desktop.support.live_server import LiveBrand

from funneldesk.server.db.counters import move
from funneldesk.server.parts.split_tests.exposures import Sale, Seen, convert_many, record_many
from funneldesk.server.parts.split_tests.markup import COUNTER
from funneldesk.server.parts.split_tests.measures import hour_of
from funneldesk.server.parts.split_tests.tables import (
    ExposureRow,
    SplitTestHourRow,
    SplitTestRow,
    SplitTestTotalRow,
)
from funneldesk.server.parts.tracking.tables import VisitRow

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
    variants = VARIANTS[: len(counts)] if counts else VARIANTS
    items = [{"name": n, "node_code": c, "weight": 50} for n, c in variants]
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


def add_revenue(
    brand: LiveBrand, test_id: int, sold: Mapping[str, tuple[int, Sequence[float]]]
) -> None:
    """For each variant so many visitors, of whom some paid these amounts."""
    first = _next_visit(brand)
    moment = datetime.now(UTC) - timedelta(hours=2)
    with brand.database.writing() as session:
        for code, (visitors, amounts) in sold.items():
            seen = [Seen(first + n, moment, test_id, code) for n in range(visitors)]
            record_many(session, brand.number, seen)
            sales = [Sale(first + n, moment, Decimal(str(a))) for n, a in enumerate(amounts)]
            convert_many(session, brand.number, sales)
            first += visitors


def add_visits(
    brand: LiveBrand,
    test_id: int,
    counts: Mapping[tuple[str, str], tuple[int, int]],
    *,
    orders: int = 1,
) -> None:
    """For each variant and device so many visits, of which some bought, in so many orders."""
    moment = datetime.now(UTC) - timedelta(hours=2)
    for (code, device), (visitors, buyers) in counts.items():
        first = _next_visit(brand)
        with brand.database.writing() as session:
            for visit in range(first, first + visitors):
                name = f"v{visit}"
                session.add(
                    VisitRow(
                        brand_id=brand.number,
                        id=visit,
                        code=name,
                        session_id=name,
                        visitor=name,
                        device=device,
                        started_at=moment,
                    )
                )
            session.flush()
            seen = [Seen(first + n, moment, test_id, code) for n in range(visitors)]
            record_many(session, brand.number, seen)
            sales = [Sale(first + n, moment, Decimal(20)) for n in range(buyers)]
            convert_many(session, brand.number, sales * orders)


def _next_visit(brand: LiveBrand) -> int:
    with brand.database.reading() as session:
        of_brand = select(func.max(ExposureRow.visit_id)).where(
            ExposureRow.brand_id == brand.number
        )
        return (session.scalar(of_brand) or 0) + 1


def _sums(visitors: int, conversions: int) -> dict[str, object]:
    return {
        "visitors": visitors,
        "conversions": conversions,
        "revenue": Decimal(20) * conversions,
        "revenue_squared": 400.0 * conversions,
    }
