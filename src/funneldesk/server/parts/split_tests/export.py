"""A split test as a table (document: POST …/split-tests/{split_test}/export)."""

from collections.abc import Mapping
from datetime import date
from typing import Any

from sqlalchemy.orm import Session

from funneldesk.contract.zones import zone_of
from funneldesk.server.jobs.sheets import Table
from funneldesk.server.parts.brands.tables import BrandRow
from funneldesk.server.parts.split_tests.charts import Question
from funneldesk.server.parts.split_tests.spans import span_of_days
from funneldesk.server.parts.split_tests.store import SplitTestStore
from funneldesk.server.parts.split_tests.verdict import Judged
from funneldesk.statistics.proportions import rate_interval

_NUMBERS = ("variant", "node_code", "weight", "visitors", "conversions", "revenue")
_STATISTICS = (
    "conversion_rate",
    "revenue_per_visitor",
    "lift",
    "confidence",
    "is_baseline",
    "is_winner",
)
_INTERVAL = ("conversion_rate_low", "conversion_rate_high")


def table(session: Session, brand_id: int, body: Mapping[str, Any]) -> Table:
    """A row for each variant; ``body`` is ``{split_test, statistics, intervals, start, end}``.

    Rates, lifts, confidences and intervals are percent; days are the brand's.
    """
    test = SplitTestStore(session, brand_id).get(body["split_test"])
    zone = zone_of(session.get_one(BrandRow, brand_id).timezone)
    span = span_of_days(_day(body.get("start")), _day(body.get("end")), zone)
    question = Question(session, test, span, zone)
    judged, _terms = question.judged()
    weights = {item["node_code"]: item.get("weight") for item in question.items}
    statistics, intervals = body.get("statistics", True), body.get("intervals", False)
    sure = 1 - test.significance_level
    columns = [
        *_NUMBERS,
        *(_STATISTICS if statistics else ()),
        *(_INTERVAL if intervals else ()),
    ]
    rows = [
        [
            *_numbers(one, weights.get(one.code)),
            *(_statistics(one) if statistics else ()),
            *(_interval(one, sure) if intervals else ()),
        ]
        for one in judged
    ]
    return Table(f"split-test-{test.id}", columns, rows)


def _numbers(one: Judged, weight: float | None) -> list[object]:
    found = one.numbers
    return [one.name, one.code, weight, found.visitors, found.conversions, found.revenue]


def _statistics(one: Judged) -> list[object]:
    rate, per_visitor = one.numbers.rate, one.numbers.revenue_per_visitor
    return [
        None if rate is None else round(rate * 100, 4),
        None if per_visitor is None else round(per_visitor, 4),
        one.lift,
        one.confidence,
        one.is_baseline,
        one.is_winner,
    ]


def _interval(one: Judged, sure: float) -> list[object]:
    found = rate_interval(one.numbers, sure)
    return [None, None] if found is None else [round(side * 100, 4) for side in found]


def _day(text: str | None) -> date | None:
    return date.fromisoformat(text) if text else None
