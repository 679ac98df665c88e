"""Figures agree three ways: the card, the chart, and a plain sum over what happened."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from random import Random
from zoneinfo import ZoneInfo

import pytest
from tests.desktop.support.insight_desk import life_of
from tests.desktop.support.live_server import LiveBrand
from tests.desktop.support.window_bench import WindowBench, in_the_window, until

from funneldesk.desktop.insight.answers import Answer
from funneldesk.desktop.insight.brand_insight import BrandInsight
from funneldesk.desktop.insight.charting import trend, when
from funneldesk.desktop.insight.ranges import Comparison, RangeChoice, today_in
from funneldesk.desktop.insight.reading import Slot
from funneldesk.desktop.insight.scope import Scope

FIELDS = ("utm_source", "device", "country")
VALUES = {
    "utm_source": ("newsletter", "search", ""),
    "device": ("mobile", "desktop"),
    "country": ("PT", "IN", "US"),
}
ZONES = ("UTC", "Asia/Kolkata", "Australia/Lord_Howe", "America/New_York", "Asia/Kathmandu")
DAILY = ("Asia/Kolkata",)


@dataclass
class Raw:
    """A visit, and what it bought for."""

    at: datetime
    fields: dict[str, str]
    revenue: Decimal | None = None


@dataclass
class Truth:
    """What happened, added up by hand."""

    zone: ZoneInfo
    raws: list[Raw] = field(default_factory=list)

    def within(self, days: int, **wanted: str) -> Iterator[Raw]:
        """What happened in the last days of the zone, of what a filter leaves."""
        last = today_in(self.zone)
        first = last - timedelta(days=days - 1)
        for raw in self.raws:
            middle = raw.at.replace(minute=30, second=0, microsecond=0)
            day = middle.astimezone(self.zone).date()
            if first <= day <= last and all(raw.fields[n] == v for n, v in wanted.items()):
                yield raw

    def revenue(self, days: int, **wanted: str) -> float:
        return float(sum((r.revenue or Decimal(0) for r in self.within(days, **wanted)), Decimal()))

    def sessions(self, days: int, **wanted: str) -> int:
        return sum(1 for _raw in self.within(days, **wanted))

    def sales(self, days: int, **wanted: str) -> int:
        return sum(raw.revenue is not None for raw in self.within(days, **wanted))


def fill(brand: LiveBrand, zone: str, count: int) -> Truth:
    """Visits of the last forty days, at any minute, every third of which buys."""
    truth, random = Truth(ZoneInfo(zone)), Random(7)
    now = datetime.now(UTC)
    with life_of(brand, zone) as life:
        for number in range(count):
            at = now - timedelta(minutes=random.randrange(5, 40 * 24 * 60))
            fields = {name: random.choice(values) for name, values in VALUES.items()}
            raw = Raw(at, fields)
            sent = {name: value for name, value in fields.items() if value}
            if number % 3 == 0:
                raw.revenue = Decimal(random.randrange(100, 9_999)) / 100
                life.sale(at, str(raw.revenue), **sent)
            else:
                life.visit(at, **sent)
            truth.raws.append(raw)
    return truth


async def insight_of(bench: WindowBench, brand: LiveBrand) -> BrandInsight:
    insight = (await bench.workspace(brand)).shared(BrandInsight)
    await insight.learn()
    await until(lambda: insight.is_known and insight.reader.is_quiet)
    return insight


async def answer_of(
    insight: BrandInsight, scope: Scope, metrics: tuple[str, ...], by: tuple[str, ...] = ()
) -> Answer:
    slot = Slot(insight.reader, insight)
    slot.ask(insight.ask(scope, metrics, by))
    await until(lambda: slot.answer is not None and not slot.is_reading)
    answer = slot.answer
    assert isinstance(answer, Answer)
    return answer


async def agree(insight: BrandInsight, truth: Truth, days: int, **wanted: str) -> None:
    """The card, the chart by day, and every grouping come to what happened."""
    scope = Scope(RangeChoice(str(days)), Comparison.OFF)
    for name, value in wanted.items():
        scope = scope.filtering(name, (value,))
    metrics = ("revenue", "sales", "sessions", "conversion_rate", "aov")
    total = (await answer_of(insight, scope, metrics)).total
    sales, sessions = truth.sales(days, **wanted), truth.sessions(days, **wanted)
    revenue = truth.revenue(days, **wanted)
    assert total.cell("revenue").value == pytest.approx(revenue, abs=0.005)
    assert (total.cell("sales").value, total.cell("sessions").value) == (sales, sessions)
    if sessions and sales:
        rate = total.cell("conversion_rate").value
        assert rate == pytest.approx(sales / sessions * 100, abs=0.001)
        assert total.cell("aov").value == pytest.approx(revenue / sales, abs=0.001)
    by_day = await answer_of(insight, scope, ("revenue",), ("day",))
    at = when(scope.days(insight.today), insight.facts.zone, "day")
    chart = trend(by_day, insight.catalogue["revenue"], at, "Revenue")
    drawn = sum(value for value in chart.series[0].values if value is not None)
    assert drawn == pytest.approx(revenue, abs=0.005)
    for field_ in FIELDS:
        rows = (await answer_of(insight, scope, ("revenue", "sessions"), (field_,))).rows
        for row in rows:
            kept = {**wanted, field_: row.key}
            if wanted.get(field_, row.key) == row.key:
                assert row.cell("sessions").value == truth.sessions(days, **kept)
                assert row.cell("revenue").value == pytest.approx(
                    truth.revenue(days, **kept), abs=0.005
                )


@pytest.mark.parametrize("zone", DAILY)
@in_the_window
async def test_card_chart_and_plain_sum_agree(
    bench: WindowBench, brand: LiveBrand, zone: str
) -> None:
    truth = fill(brand, zone, 90)
    insight = await insight_of(bench, brand)
    await agree(insight, truth, 28)
    await agree(insight, truth, 7, device="mobile")


@pytest.mark.deep
@pytest.mark.parametrize("zone", ZONES)
@in_the_window
async def test_they_agree_for_every_range_and_filter(
    bench: WindowBench, brand: LiveBrand, zone: str
) -> None:
    truth = fill(brand, zone, 400)
    insight = await insight_of(bench, brand)
    for days in (7, 28):
        await agree(insight, truth, days)
        for name, values in VALUES.items():
            for value in filter(None, values):
                await agree(insight, truth, days, **{name: value})
