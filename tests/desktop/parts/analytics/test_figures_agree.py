"""Figures agree three ways: the card, the chart, and a plain sum over what happened.

Asked of every metric, grouping and filter of the document, in zones of half and quarter hours and
where clocks change. Each day a sample of them is asked, the deep run asks all.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from random import Random
from zoneinfo import ZoneInfo

import pytest
from tests.desktop.support.insight_desk import Life, life_of
from tests.desktop.support.live_server import LiveBrand
from tests.desktop.support.window_bench import WindowBench, in_the_window, until

from funneldesk.desktop.insight.answers import Answer, AnswerRow
from funneldesk.desktop.insight.brand_insight import BrandInsight
from funneldesk.desktop.insight.buckets import GRAINS
from funneldesk.desktop.insight.charting import MOST_BARS, bars, trend, when
from funneldesk.desktop.insight.ranges import Comparison, RangeChoice, today_in
from funneldesk.desktop.insight.reading import Slot
from funneldesk.desktop.insight.scope import FIELD_NAMES, Scope
from funneldesk.server.parts.analytics.sales import Sale, SoldItem
from funneldesk.server.parts.tracking.visits import Visit

ZONES = ("UTC", "Asia/Kolkata", "Australia/Lord_Howe", "America/New_York", "Asia/Kathmandu")
DAILY = "Asia/Kathmandu"
PARTS = 6
"""In so many tests the filters of a zone are asked."""
TIMES: Mapping[str, Callable[[datetime], str]] = {
    "hour": lambda at: at.replace(minute=0, second=0, microsecond=0).isoformat(),
    "day": lambda at: at.date().isoformat(),
    "week": lambda at: "{:04}-W{:02}".format(*at.isocalendar()[:2]),
    "month": lambda at: f"{at.year:04}-{at.month:02}",
    "year": lambda at: f"{at.year:04}",
    "hour_of_day": lambda at: f"{at.hour:02}",
}
OF_SALES = ("product", "shipping_country", "shipping_state", "sale_kind")
NUMBERED: Mapping[str, tuple[int, ...]] = {
    "page": (1, 2, 3),
    "funnel_id": (4, 5),
    "merchant_id": (6, 7),
}
FIELDS = tuple(name for name in FIELD_NAMES if name not in TIMES)
OF_VISITS = tuple(name for name in FIELDS if name not in (*OF_SALES, *NUMBERED))
VISITED = frozenset(
    {"sessions", "engaged", "page_views", "seconds", "add_to_carts", "carted", "buyers"}
)
Amounts = Mapping[str, Decimal]
FORMULAS: Mapping[str, tuple[str, str, int]] = {
    "aov": ("revenue", "sales", 1),
    "refund_rate": ("refund_count", "sales", 100),
    "conversion_rate": ("sales", "sessions", 100),
    "session_conversion": ("buyers", "sessions", 100),
    "engagement_rate": ("engaged", "sessions", 100),
    "time_on_page": ("seconds", "page_views", 1),
}
COUNTED: Mapping[str, str] = {
    **{name: name for name in ("revenue", "sales", "cogs", "refunds", "sessions", "page_views")},
    **{name: name for name in ("first_purchases", "renewals")},
    **{"cart_sessions": "carted", "buying_sessions": "buyers", "upsell_orders": "upsells"},
    "units_sold": "units",
    "add_to_carts": "add_to_carts",
}
MISSING = ("ad_spend", "roas")
"""Nothing counts what advertising costs: they are known to nobody."""
METRICS = (*COUNTED, *FORMULAS, "net_revenue", *MISSING)


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened, in its fields. ``product`` is set for an item of an order."""

    at: datetime
    fields: Mapping[str, str]
    amounts: Amounts


@dataclass
class Truth:
    """What happened, added up by hand."""

    zone: ZoneInfo
    events: list[Event] = field(default_factory=list)

    def local(self, event: Event) -> datetime:
        """The middle of the hour that it is counted in, as the brand's clocks show it."""
        return event.at.replace(minute=30, second=0, microsecond=0).astimezone(self.zone)

    def within(
        self, days: int, by: Sequence[str], wanted: Mapping[str, str]
    ) -> Iterator[tuple[str, Event]]:
        """What happened in the last days of the zone, of what a filter leaves, with its key."""
        last = today_in(self.zone)
        first = last - timedelta(days=days - 1)
        asked = {*by, *wanted}
        for event in self.events:
            is_item = "product" in event.fields
            is_of_sales = bool(asked & {*OF_SALES})
            if is_item != ("product" in asked) or (is_of_sales and "sessions" in event.amounts):
                continue
            there = self.local(event)
            if not first <= there.date() <= last:
                continue
            if all(event.fields.get(name, "") == value for name, value in wanted.items()):
                key = (TIMES[n](there) if n in TIMES else event.fields.get(n, "") for n in by)
                yield ";".join(key), event

    def sums(self, days: int, by: Sequence[str], wanted: Mapping[str, str]) -> dict[str, Amounts]:
        """The sums of each group."""
        found: dict[str, dict[str, Decimal]] = {}
        for key, event in self.within(days, by, wanted):
            sums = found.setdefault(key, {})
            for name, amount in event.amounts.items():
                sums[name] = sums.get(name, Decimal(0)) + amount
        return dict(found)


def metric(name: str, sums: Amounts, *, of_sales: bool) -> float | None:
    """A metric of these sums; None where nothing can be said."""

    def amount(measure: str) -> Decimal | None:
        return None if of_sales and measure in VISITED else sums.get(measure, Decimal(0))

    if name in COUNTED:
        found = amount(COUNTED[name])
        return None if found is None else float(found)
    if name == "net_revenue":
        parts = [sums.get(each, Decimal(0)) for each in ("revenue", "cogs", "refunds")]
        return float(parts[0] - parts[1] - parts[2])
    if name in MISSING:
        return None
    over, under = (amount(each) for each in FORMULAS[name][:2])
    return None if over is None or not under else float(over / under * FORMULAS[name][2])


def fill(brand: LiveBrand, zone: str, count: int) -> Truth:
    """Visits of the last forty days, at any minute; every third buys, every ninth gives back."""
    truth, random = Truth(ZoneInfo(zone)), Random(7)
    now = datetime.now(UTC)
    with life_of(brand, zone) as life:
        for number in range(count):
            at = now - timedelta(minutes=random.randrange(5, 40 * 24 * 60))
            own = {name: random.choice((f"{name} a", f"{name} b", "")) for name in OF_VISITS}
            numbers = {name: random.choice(values) for name, values in NUMBERED.items()}
            page = numbers.pop("page")
            views, seconds = random.randrange(1, 4), random.randrange(0, 40)
            carts = random.randrange(0, 2)
            visit = life.visited(at, page, views, seconds, carts, **own, **numbers)
            known = {**own, **{n: str(v) for n, v in numbers.items()}, "page": str(page)}
            engaged = views > 1 or carts > 0 or seconds >= 10
            amounts = {
                "sessions": Decimal(1),
                "engaged": Decimal(engaged),
                "page_views": Decimal(views),
                "seconds": Decimal(seconds),
                "add_to_carts": Decimal(carts),
                "carted": Decimal(carts > 0 or number % 3 == 0),
                "buyers": Decimal(number % 3 == 0),
            }
            truth.events.append(Event(at, known, amounts))
            if number % 3 == 0:
                truth.events += bought(life, random, visit, known, gives_back=number % 9 == 0)
    return truth


def bought(
    life: Life, random: Random, visit: Visit, known: Mapping[str, str], *, gives_back: bool
) -> Iterator[Event]:
    """An order of one or two products right away, and what is given back of it later."""
    at, cents = visit.started_at, Decimal("0.01")
    items = [
        SoldItem(
            product,
            random.randrange(1, 4),
            random.randrange(100, 9_999) * cents,
            random.randrange(0, 99) * cents,
        )
        for product in random.sample((11, 12, 13), random.randrange(1, 3))
    ]
    where = {"shipping_country": random.choice(("PT", "US")), "shipping_state": "CA"}
    revenue, cogs = (sum((getattr(i, n) for i in items), Decimal(0)) for n in ("revenue", "cogs"))
    sale = Sale(at, revenue, cogs, items, visit, **where)
    later = min(at + timedelta(hours=random.randrange(1, 90)), datetime.now(UTC))
    part = round(revenue / 2, 2)
    life.order(sale, (later, part) if gives_back else None)
    fields = {**known, **where, "sale_kind": "first"}
    units = sum(item.quantity for item in items)
    yield Event(at, fields, _amounts(revenue, cogs, units))
    for item in items:
        one = {**fields, "product": str(item.product_id)}
        yield Event(at, one, _amounts(item.revenue, item.cogs, item.quantity))
    if gives_back:
        yield Event(later, fields, {"refunds": part, "refund_count": Decimal(1)})


def _amounts(revenue: Decimal, cogs: Decimal, units: int) -> Amounts:
    counts = {"sales": Decimal(1), "first_purchases": Decimal(1), "units": Decimal(units)}
    return {**counts, "revenue": revenue, "cogs": cogs}


async def insight_of(bench: WindowBench, brand: LiveBrand) -> BrandInsight:
    insight = (await bench.workspace(brand)).shared(BrandInsight)
    await insight.learn()
    await until(lambda: insight.is_known and insight.reader.is_quiet)
    return insight


async def answer_of(insight: BrandInsight, scope: Scope, by: tuple[str, ...] = ()) -> Answer:
    slot = Slot(insight.reader, insight)
    slot.ask(insight.ask(scope, METRICS, by))
    await until(lambda: slot.answer is not None and not slot.is_reading)
    answer = slot.answer
    assert isinstance(answer, Answer)
    slot.ask(None)
    return answer


def same(row: AnswerRow, sums: Amounts, *, of_sales: bool, is_of_none: bool) -> list[str]:
    """The metrics of a row that are not what happened. Orders without a session are in the rows
    of no value: there are no orders for each session there."""
    wrong = []
    for name in METRICS:
        shown, wanted = row.cell(name).value, metric(name, sums, of_sales=of_sales)
        wanted = None if is_of_none and name == "conversion_rate" else wanted
        if wanted is None or shown is None:
            alike = shown is wanted
        else:
            alike = shown == pytest.approx(wanted, abs=0.006, rel=1e-5)
        if not alike:
            wrong.append(f"{name} is {shown}, not {wanted}")
    return wrong


async def agree(
    insight: BrandInsight, truth: Truth, days: int, by: tuple[str, ...], wanted: Mapping[str, str]
) -> None:
    """The rows of an answer, and the chart of it, are what happened; without groupings it is the
    card."""
    scope = Scope(RangeChoice(str(days)), Comparison.OFF)
    for name, value in wanted.items():
        scope = scope.filtering(name, (value,))
    about = (str(truth.zone), days, by, dict(wanted))
    answer = await answer_of(insight, scope, by)
    sums = truth.sums(days, by, wanted)
    of_sales = bool({*by, *wanted} & {*OF_SALES})
    rows = {row.key: row for row in answer.rows} if by else {"": answer.total}
    assert {key for key in sums if key not in rows} == set(), about
    for key, row in rows.items():
        of_none = bool(by) and "" in key.split(";")
        wrong = same(row, sums.get(key, {}), of_sales=of_sales, is_of_none=of_none)
        assert not wrong, (*about, key, wrong)
    if by:
        drawn = _drawn(insight, scope, answer, by)
        told = [float(each.get("revenue", 0)) for each in sums.values()]
        if (len(by) == 1 and by[0] in GRAINS) or len(rows) <= MOST_BARS:
            assert drawn == pytest.approx(sum(told), abs=0.05), about


def _drawn(insight: BrandInsight, scope: Scope, answer: Answer, by: tuple[str, ...]) -> float:
    """What a chart of the answer shows of revenue, all of it."""
    revenue = insight.catalogue["revenue"]
    if by[0] in GRAINS and len(by) == 1:
        at = when(scope.days(insight.today), insight.facts.zone, by[0])
        chart = trend(answer, revenue, at, "Revenue")
    else:
        chart = bars(answer, revenue, "Revenue")
    return sum(float(value) for value in chart.series[0].values if value is not None)


def narrowed(truth: Truth) -> dict[str, str]:
    """A value of each field to filter by."""
    found: dict[str, str] = {}
    for event in truth.events:
        for name, value in event.fields.items():
            if value:
                found.setdefault(name, value)
    return found


@in_the_window
async def test_card_chart_and_plain_sum_agree(bench: WindowBench, brand: LiveBrand) -> None:
    """A sample: every metric, some groupings and filters, alone and together."""
    truth = fill(brand, DAILY, 60)
    insight = await insight_of(bench, brand)
    assert {each.key for each in insight.catalogue} == {*METRICS}
    random, values = Random(datetime.now(UTC).toordinal()), narrowed(truth)
    assert {*values} == {*FIELDS}
    fields = random.sample([*FIELD_NAMES], 6)
    await agree(insight, truth, 28, (), {})
    for by in ("day", "hour", "product", *fields):
        await agree(insight, truth, 28, (by,), {})
        name = random.choice(FIELDS)
        await agree(insight, truth, 7, (), {name: values[name]})
        await agree(insight, truth, 28, (by,), {name: values[name]})
    await agree(insight, truth, 28, ("week", "page", "device"), {})


@pytest.mark.deep
@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize("zone", ZONES)
@in_the_window
async def test_they_agree_for_every_grouping_and_filter(
    bench: WindowBench, brand: LiveBrand, zone: str, part: int
) -> None:
    truth = fill(brand, zone, 200)
    insight = await insight_of(bench, brand)
    values = narrowed(truth)
    filters: list[Mapping[str, str]] = [{}, *({name: values[name]} for name in FIELDS)]
    for wanted in filters[part::PARTS]:
        for days in (7, 28):
            await agree(insight, truth, days, (), wanted)
        for by in FIELD_NAMES:
            await agree(insight, truth, 28, (by,), wanted)
