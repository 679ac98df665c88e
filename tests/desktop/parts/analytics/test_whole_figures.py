"""Nothing is dropped in silence: "Other", "(none)", hours to come, figures of another range."""

from datetime import UTC, date, datetime
from zoneinfo import ZoneInfo

import pytest
from tests.desktop.support.insight_desk import analytics, days_ago, life_of
from tests.desktop.support.live_server import LiveBrand
from tests.desktop.support.relay import Relay
from tests.desktop.support.window_bench import WindowBench, in_the_window, until

from funneldesk.desktop.insight.answers import Answer, AnswerRow, Cell
from funneldesk.desktop.insight.charting import MOST_BARS, MOST_SLICES, When, bars, heat, over
from funneldesk.desktop.insight.metrics import Metric
from funneldesk.desktop.insight.ranges import Range, RangeChoice
from funneldesk.desktop.insight.reports.declaration import Found
from funneldesk.desktop.insight.scope import Scope
from funneldesk.desktop.kit.charts.chart import Kind
from funneldesk.desktop.kit.charts.palette import DARK, LIGHT
from funneldesk.desktop.parts.analytics.explore.drawing import by_value
from funneldesk.desktop.parts.analytics.overview.page import OverviewPage
from funneldesk.desktop.parts.analytics.reports.page import ReportsPage
from funneldesk.server.parts.analytics.sales import Sale, SoldItem

REVENUE = Metric("revenue", "Revenue", "currency")
AOV = Metric("aov", "Average order value", "currency")
RATE = Metric("session_conversion", "Session conversion rate", "pct")


def countries(count: int) -> Answer:
    """Rows of 1, 2, 3 … of every metric."""
    metrics = ("revenue", "aov", "session_conversion")
    return Answer(
        tuple(
            AnswerRow(f"c{at}", f"Country {at}", {key: Cell(float(at)) for key in metrics})
            for at in range(1, count + 1)
        )
    )


@pytest.mark.parametrize("count", [1, 6, 7, 8, 9, 144])
@pytest.mark.parametrize("kind", [Kind.PIE, Kind.BAR])
def test_what_is_not_drawn_by_name_is_in_other(kind: Kind, count: int) -> None:
    chart = bars(countries(count), REVENUE, "Revenue by country", kind=kind)
    values = [float(value or 0) for value in chart.series[0].values]
    most = MOST_SLICES if kind is Kind.PIE else MOST_BARS
    assert len(values) == min(count, most)
    assert sum(values) == sum(range(1, count + 1))
    left_out = count - (most - 1)
    expected = f"“Other” adds up {left_out} of {count} rows" if count > most else ""
    assert chart.subtitle == expected
    assert (chart.categories[-1] == "Other") is (count > most)
    assert values[0] == count


def test_no_two_slices_share_a_colour() -> None:
    for palette in (LIGHT, DARK):
        assert len(set(palette)) == len(palette) >= MOST_SLICES


@pytest.mark.parametrize("metric", [AOV, RATE])
def test_averages_are_no_parts_of_a_whole(metric: Metric) -> None:
    chart = bars(countries(20), metric, "By country", kind=Kind.PIE)
    assert chart.kind is Kind.BAR
    assert "Other" not in chart.categories
    assert chart.subtitle == "The 8 largest of 20 rows"


def test_a_stack_adds_up_to_the_whole() -> None:
    at = When(Range(date(2026, 11, 1), date(2026, 11, 2)), ZoneInfo("UTC"), "day", LATER)
    rows = tuple(
        AnswerRow(f"2026-11-0{day};c{n}", f"{day} Nov / C {n}", {"revenue": Cell(float(n))})
        for day in (1, 2)
        for n in range(1, 11)
    )
    chart = by_value(Answer(rows), REVENUE, at, "Revenue", Kind.STACKED)
    assert [series.name for series in chart.series][-1] == "Other"
    for place in (0, 1):
        assert sum(float(series.values[place] or 0) for series in chart.series) == 55
    assert chart.subtitle == "“Other” adds up 4 of 10 rows"


LATER = datetime(2026, 12, 1, tzinfo=UTC)


def test_hours_to_come_are_not_zero() -> None:
    """At 10:20 of a Friday in Lisbon."""
    zone = ZoneInfo("Europe/Lisbon")
    now, day = datetime(2026, 11, 27, 10, 20, tzinfo=zone), date(2026, 11, 27)
    at = When(Range(day, day), zone, "hour", now)
    hours = tuple(
        AnswerRow(f"{day}T{hour:02}:00:00+00:00", "", {"revenue": Cell(0.0)}) for hour in range(24)
    )
    assert [row.key[11:13] for row in over(Answer(hours), at)] == [f"{h:02}" for h in range(11)]
    rows = tuple(AnswerRow(f"{day};{hour:02}", "", {"revenue": Cell(0.0)}) for hour in range(24))
    chart = heat(Answer(rows), REVENUE, "Revenue", "en", at)
    friday = chart.series[4].values
    assert [value for value in friday if value is not None] == [0.0] * 11
    assert list(friday[11:]) == [None] * 13


def utm_sales(brand: LiveBrand) -> None:
    """100 by mail, 40 without a session, 30 of something that is no product any more."""
    with life_of(brand) as life:
        at = days_ago(2)
        life.sale(at, "100", utm_source="mail")
        life.order(Sale(at, 40, items=[SoldItem(7, 2, 40)]))  # type: ignore[arg-type]
        life.order(Sale(at, 30, items=[SoldItem(None, 3, 30)]))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("report", "rows"),
    [
        ("utm_source", {("mail", 100.0), ("(none)", 70.0)}),
        ("units", {("#7 (deleted)", 3), ("Deleted or unknown product", 3)}),
        ("products", {("#7 (deleted)", 140.0), ("Deleted or unknown product", 30.0)}),
    ],
)
@in_the_window
async def test_the_rows_of_a_report_add_up_to_the_total(
    bench: WindowBench, brand: LiveBrand, report: str, rows: set[tuple[str, float]]
) -> None:
    utm_sales(brand)
    panel = await analytics(bench, await bench.workspace(brand), "reports", WEEK)
    page = panel.page
    assert isinstance(page, ReportsPage)
    page.choose(report)
    await until(lambda: panel.is_quiet and isinstance(page.found.answer, Found))
    assert isinstance(page.found.answer, Found)
    assert {tuple(row[:2]) for row in page.found.answer.rows} == rows


WEEK = Scope(RangeChoice("7"))


@in_the_window
async def test_old_figures_are_dimmed_at_once_and_replaced_by_a_skeleton(
    bench: WindowBench, brand: LiveBrand, relay: Relay
) -> None:
    with life_of(brand) as life:
        life.sale(days_ago(2), "100")
        life.sale(days_ago(40), "500")
    workspace = await bench.workspace(brand, base_url=relay.base_url)
    panel = await analytics(bench, workspace, scope=WEEK)
    page = panel.page
    assert isinstance(page, OverviewPage)
    card = page.cards.cards["revenue"]
    assert (card.figure.text(), panel.cover.isHidden()) == ("$100.00", True)
    async with relay.held("GET"):
        panel.desk.choose(Scope(RangeChoice("90")))
        assert not panel.cover.isHidden()
        assert panel.cover.geometry() == panel.stack.geometry()
        assert not panel.cover.shows_skeleton
        await until(lambda: panel.cover.shows_skeleton)
    await until(lambda: panel.is_quiet)
    assert panel.cover.isHidden()
    assert card.figure.text() == "$600.00"


@in_the_window
async def test_figures_stay_dimmed_while_those_of_the_new_range_cant_be_read(
    bench: WindowBench, brand: LiveBrand, relay: Relay
) -> None:
    with life_of(brand) as life:
        life.sale(days_ago(2), "100")
    workspace = await bench.workspace(brand, base_url=relay.base_url)
    panel = await analytics(bench, workspace, scope=WEEK)
    await relay.vanish()
    panel.desk.choose(Scope(RangeChoice("90")))
    await until(lambda: panel.is_quiet and not panel.trouble.isHidden())
    assert not panel.cover.isHidden()
    assert not panel.cover.shows_skeleton
