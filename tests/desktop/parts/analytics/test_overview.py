"""Overview: the figures of a range beside what they are compared with, narrowed and kept."""

from tests.desktop.support.insight_desk import a_week, analytics, days_ago, life_of
from tests.desktop.support.live_server import LiveBrand
from tests.desktop.support.relay import Relay
from tests.desktop.support.window_bench import WindowBench, in_the_window, until

from funneldesk.desktop.insight.ranges import Comparison, RangeChoice
from funneldesk.desktop.insight.scope import Scope
from funneldesk.desktop.parts.analytics.overview.page import OverviewPage
from funneldesk.desktop.parts.analytics.panel import AnalyticsPanel

WEEK = Scope(RangeChoice("7"))


def overview(panel: AnalyticsPanel) -> OverviewPage:
    page = panel.page
    assert isinstance(page, OverviewPage)
    return page


def card(panel: AnalyticsPanel, key: str) -> tuple[str, str, str]:
    shown = overview(panel).cards.cards[key]
    tone = str(shown.change.property("tone"))
    return shown.figure.text(), shown.change.text() if not shown.change.isHidden() else "", tone


def rows(panel: AnalyticsPanel) -> list[list[str]]:
    table = overview(panel).table
    assert table is not None
    ids = range(len(table.rows.ids))
    return [
        [str(table.rows.index(row, column).data()) for column in table.shown_columns()]
        for row in ids
    ]


@in_the_window
async def test_cards_show_value_change_and_what_brings_it(
    bench: WindowBench, brand: LiveBrand
) -> None:
    a_week(brand)
    panel = await analytics(bench, await bench.workspace(brand), scope=WEEK)
    assert card(panel, "revenue") == ("$330.00", "+560%", "success")
    assert card(panel, "sales") == ("4", "+300%", "success")
    found = rows(panel)
    assert [row[0] for row in found] == ["newsletter", "search", "(none)"]
    assert found[0][1:] == ["$300.00", "3", "3", "100.00%", "90.9%"]
    panel.desk.choose(Scope(RangeChoice("7"), Comparison.OFF))
    await until(lambda: panel.is_quiet)
    assert card(panel, "revenue")[:2] == ("$330.00", "")


@in_the_window
async def test_card_trend_and_table_agree(bench: WindowBench, brand: LiveBrand) -> None:
    a_week(brand)
    panel = await analytics(bench, await bench.workspace(brand), scope=WEEK)
    page = overview(panel)
    total = page.totals.answer
    trend = next(chart for chart in page.charts.board.charts if chart.key == "trend")
    assert total is not None
    assert page.rows.answer is not None
    revenue = total.total.cell("revenue").value
    drawn = [value for value in trend.series[0].values if value is not None]
    assert sum(drawn) == revenue == 330
    assert sum(row.cell("revenue").value or 0 for row in page.rows.answer.rows) == revenue
    before = [value for value in trend.series[0].compared if value is not None]
    assert sum(before) == total.total.cell("revenue").before == 50
    heat = next(chart for chart in page.charts.board.charts if chart.key == "heat")
    assert sum(v for series in heat.series for v in series.values if v is not None) == revenue


@in_the_window
async def test_a_row_narrows_the_page_and_its_chip_takes_that_back(
    bench: WindowBench, brand: LiveBrand
) -> None:
    a_week(brand)
    panel = await analytics(bench, await bench.workspace(brand), scope=WEEK)
    table = overview(panel).table
    assert table is not None
    table.opened.emit("search")
    await until(lambda: panel.is_quiet)
    assert card(panel, "revenue")[0] == "$30.00"
    (chip,) = panel.bar.chips
    assert chip.text() == "Source: search"
    again = await analytics(bench, panel.workspace, scope=panel.desk.scope)
    assert [each.text() for each in again.bar.chips] == ["Source: search"]
    chip.click()
    await until(lambda: panel.is_quiet)
    assert card(panel, "revenue")[0] == "$330.00"


@in_the_window
async def test_last_year_is_compared_with_the_same_days(
    bench: WindowBench, brand: LiveBrand
) -> None:
    with life_of(brand, "Asia/Kolkata") as life:
        life.sale(days_ago(1), "40")
        life.sale(days_ago(366), "20")
    scope = Scope(RangeChoice("7"), Comparison.YEAR)
    panel = await analytics(bench, await bench.workspace(brand), scope=scope)
    assert card(panel, "revenue") == ("$40.00", "+100%", "success")


@in_the_window
async def test_filters_are_saved_by_name(bench: WindowBench, brand: LiveBrand) -> None:
    a_week(brand)
    panel = await analytics(bench, await bench.workspace(brand), scope=WEEK)
    narrowed = panel.desk.scope.filtering("device", ("mobile",))
    await panel.desk.filters.add("Phones", narrowed.filters)
    again = await analytics(bench, panel.workspace, scope=WEEK)
    (saved,) = again.desk.filters
    assert again.desk.filters.name_problem("phones") == "This name is taken."
    again.bar._apply(saved)
    await until(lambda: again.is_quiet)
    assert card(again, "sales")[0] == "3"


@in_the_window
async def test_without_a_line_the_copy_of_before_is_shown_with_its_age(
    bench: WindowBench, brand: LiveBrand, relay: Relay
) -> None:
    a_week(brand)
    workspace = await bench.workspace(brand, base_url=relay.base_url)
    panel = await analytics(bench, workspace, scope=WEEK)
    assert panel.age.text().startswith("from ")
    await relay.vanish()
    panel.refresh()
    await until(lambda: panel.is_quiet and not panel.trouble.isHidden())
    assert card(panel, "revenue")[0] == "$330.00"
    assert panel.age.text().startswith("from ")
