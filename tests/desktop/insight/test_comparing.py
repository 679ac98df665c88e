"""Comparison of days that are not over: up to the same time of the day, in words that say so."""

from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo, available_timezones

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.desktop.support.insight_desk import Life, analytics, life_of
from tests.desktop.support.live_server import LiveBrand
from tests.desktop.support.window_bench import WindowBench, in_the_window, until

from funneldesk.desktop.insight.answers import Answer, AnswerRow, Cell, Pairing
from funneldesk.desktop.insight.ranges import CUSTOM, Comparison, Range, RangeChoice, midnight
from funneldesk.desktop.insight.scope import Scope
from funneldesk.desktop.parts.analytics.boards.page import BoardsPage
from funneldesk.desktop.parts.analytics.explore.page import ExplorePage
from funneldesk.desktop.parts.analytics.overview.page import OverviewPage
from funneldesk.desktop.parts.analytics.panel import AnalyticsPanel

zones = st.sampled_from(sorted(available_timezones())).map(ZoneInfo)
moments = st.datetimes(datetime(2012, 1, 10), datetime(2036, 1, 1)).map(
    lambda at: at.replace(tzinfo=UTC)
)


@given(zones, moments, st.integers(1, 400))
def test_days_are_compared_up_to_the_same_time_in_every_zone(
    zone: ZoneInfo, now: datetime, length: int
) -> None:
    today = now.astimezone(zone).date()
    choice = RangeChoice(CUSTOM, today - timedelta(days=length - 1), today)
    found = Scope(choice).compared(now, zone)
    assert found is not None
    assert (found.days.days, found.other.days) == (length, length)
    assert found.other.last + timedelta(days=1) == found.days.first
    assert found.until is not None
    assert found.other_until is not None
    clock = now.astimezone(zone)
    assert (found.until.hour, found.until.minute) == (clock.hour, 0)
    assert found.other_until.date() == today - timedelta(days=length)
    assert found.other_until.time() == found.until.time()
    assert timedelta(0) <= now - found.until.astimezone(UTC) < timedelta(hours=1)


@given(zones, moments, st.integers(1, 400), st.integers(1, 400))
def test_days_that_are_over_are_compared_whole(
    zone: ZoneInfo, now: datetime, length: int, ago: int
) -> None:
    last = now.astimezone(zone).date() - timedelta(days=ago)
    choice = RangeChoice(CUSTOM, last - timedelta(days=length - 1), last)
    found = Scope(choice).compared(now, zone)
    assert found is not None
    assert (found.until, found.other_until) == (None, None)
    assert (found.other.first, found.other.last) == (
        choice.days(last).first - timedelta(days=length),
        choice.days(last).first - timedelta(days=1),
    )
    asked = [midnight(each, zone) for each in (found.other.first, found.days.first)]
    assert asked == [found.other.begins(zone), found.days.begins(zone)]


def test_the_year_before_counts_up_to_the_same_day() -> None:
    now = datetime(2028, 2, 29, 15, 40, tzinfo=UTC)
    found = Scope(RangeChoice("month"), Comparison.YEAR).compared(now, ZoneInfo("UTC"))
    assert found is not None
    assert found.other_until == datetime(2027, 2, 28, 15, tzinfo=UTC)


def test_other_days_count_so_far_only_where_there_are_as_many() -> None:
    now, zone = datetime(2026, 11, 27, 15, 40, tzinfo=UTC), ZoneInfo("UTC")
    friday = RangeChoice(CUSTOM, date(2025, 11, 28), date(2025, 11, 28))
    scope = Scope(RangeChoice("today"), Comparison.OTHER, other=friday)
    found = scope.compared(now, zone)
    assert found is not None
    assert found.other_until == datetime(2025, 11, 28, 15, tzinfo=UTC)
    week = Scope(RangeChoice("7"), Comparison.OTHER, other=friday).compared(now, zone)
    assert week is not None
    assert week.other_until is None


def test_the_switch_is_kept_with_the_scope() -> None:
    whole = Scope(RangeChoice("today"), whole=True)
    assert Scope.of(whole.state()) == whole
    found = whole.compared(datetime(2026, 11, 27, 15, tzinfo=UTC), ZoneInfo("UTC"))
    assert found is not None
    assert found.until is None


def test_rows_of_hours_pair_by_the_clock_where_it_changes() -> None:
    """25 October 2026 in Lisbon has 1:00 twice: 9:00 is still compared with 9:00."""

    def hours(day: str, offsets: dict[int, str]) -> Answer:
        rows = [
            AnswerRow(f"{day}T{hour:02}:00:00{offset}", "", {"a": Cell(float(hour))})
            for hour in range(24)
            for offset in offsets.get(hour, offsets[23]).split()
        ]
        return Answer(tuple(rows))

    summer = dict.fromkeys(range(24), "+01:00")
    now = hours("2026-10-25", {0: "+01:00", 1: "+01:00 +00:00", 23: "+00:00"})
    pairing = Pairing(("hour",), date(2026, 10, 25), date(2026, 10, 24))
    found = now.against(hours("2026-10-24", summer), pairing)
    assert len(found.rows) == 25
    befores = [(int(row.key[11:13]), row.cell("a").before) for row in found.rows]
    assert befores[:3] == [(0, 0.0), (1, 1.0), (1, None)]
    assert befores[3:] == [(hour, float(hour)) for hour in range(2, 24)]


@pytest.mark.parametrize("grain", ["week", "month", "year", "day"])
def test_buckets_pair_by_their_number_also_beside_other_groupings(grain: str) -> None:
    keys = {
        "week": ("2026-W45", "2026-W41"),
        "month": ("2026-11", "2026-10"),
        "year": ("2026", "2025"),
        "day": ("2026-11-02", "2026-10-05"),
    }
    now, before = keys[grain]
    first, other = date(2026, 11, 2), date(2025 if grain == "year" else 2026, 10, 5)
    here = Answer((AnswerRow(f"{now};pt", "", {"a": Cell(4.0)}),))
    there = Answer(
        (
            AnswerRow(f"{before};de", "", {"a": Cell(9.0)}),
            AnswerRow(f"{before};pt", "", {"a": Cell(2.0)}),
        )
    )
    found = here.against(there, Pairing((grain, "country"), first, other))
    assert [row.cell("a").before for row in found.rows] == [2.0]
    assert [row.key for row in found.gone] == [f"{before};de"]


# In the window


def noon_zone() -> str:
    """A zone in which it is between 12:00 and 13:00 now."""
    shift = 12 - datetime.now(UTC).hour
    return f"Etc/GMT{-shift:+d}" if shift else "UTC"


def two_days(brand: LiveBrand) -> None:
    """Today 100 until noon; yesterday 80 until noon and 900 in the evening."""
    zone = noon_zone()
    noon = datetime.now(ZoneInfo(zone)).replace(hour=12, minute=0, second=0, microsecond=0)
    day = timedelta(days=1)

    def sold(life: Life, at: datetime, revenue: str) -> None:
        life.sale(at.astimezone(UTC), revenue, device="mobile")

    with life_of(brand, zone) as life:
        sold(life, noon - timedelta(hours=3), "100")
        sold(life, noon - timedelta(hours=4) - day, "80")
        sold(life, noon + timedelta(hours=8) - day, "900")


def revenue(panel: AnalyticsPanel) -> tuple[str, str, str]:
    page = panel.page
    assert isinstance(page, OverviewPage)
    card = page.cards.cards["revenue"]
    return card.figure.text(), card.change.text(), card.toolTip()


TODAY = Scope(RangeChoice("today"))


@in_the_window
async def test_today_is_compared_with_yesterday_up_to_the_same_time(
    bench: WindowBench, brand: LiveBrand
) -> None:
    two_days(brand)
    panel = await analytics(bench, await bench.workspace(brand), scope=TODAY)
    shown, change, tip = revenue(panel)
    assert (shown, change) == ("$100.00", "+25%")
    assert "Compared so far: $100.00 with $80.00" in tip
    assert "up to 12:00" in tip
    assert panel.bar.comparison.text() == "vs. previous period so far"
    page = panel.page
    assert isinstance(page, OverviewPage)
    trend = next(chart for chart in page.charts.board.charts if chart.key == "trend")
    assert sum(value for value in trend.series[0].compared if value is not None) == 80
    assert "up to 12:00" in trend.compared_name
    sheets = {sheet.name: sheet for sheet in page.export_table().more}
    told = dict(map(tuple, sheets["Filters"].rows))  # type: ignore[arg-type]
    assert told["Compared with"].endswith("up to 12:00")
    panel.bar._turn_whole()
    await until(lambda: panel.is_quiet)
    shown, change, _tip = revenue(panel)
    assert (shown, change) == ("$100.00", "\N{MINUS SIGN}89.8%")
    assert panel.bar.comparison.text() == "vs. previous period"


@in_the_window
async def test_explore_boards_and_exports_compare_so_far_too(
    bench: WindowBench, brand: LiveBrand
) -> None:
    two_days(brand)
    workspace = await bench.workspace(brand)
    panel = await analytics(bench, workspace, "explore", TODAY)
    page = panel.page
    assert isinstance(page, ExplorePage)
    page.show_report(page.report.by(("device",)))
    await until(lambda: panel.is_quiet and page.figures.answer is not None)
    assert page.figures.answer is not None
    cell = page.figures.answer.rows[0].cell("revenue")
    assert (cell.value, cell.compared, cell.before, cell.change) == (100, 100, 80, 25)
    exported = page.export_table()
    line = dict(zip(exported.titles, next(iter(exported.rows)), strict=True))
    assert (line["Revenue"], line["Revenue, compared so far"], line["Revenue, before"]) == (
        *(100, 100, 80),
    )
    panel.show_page("boards")
    await until(lambda: panel.is_quiet)
    boards = panel.page
    assert isinstance(boards, BoardsPage)
    card = next(tile.card for tile in boards.view.tiles if tile.card is not None)
    assert (card.figure.text(), card.change.text()) == ("$100.00", "+25%")


@in_the_window
async def test_a_range_whose_clocks_change_is_compared_by_calendar_days(
    bench: WindowBench, brand: LiveBrand
) -> None:
    """Asked of the server as days, whatever it takes for the period before."""
    lisbon = ZoneInfo("Europe/Lisbon")
    with life_of(brand, "Europe/Lisbon") as life:
        for day, amount in ((24, "70"), (25, "100"), (23, "5000")):
            at = datetime(2026, 10, day, 23, 30, tzinfo=lisbon)
            life.sale(at.astimezone(UTC), amount)
    day = date(2026, 10, 25)
    scope = Scope(RangeChoice(CUSTOM, day, day))
    panel = await analytics(bench, await bench.workspace(brand), scope=scope)
    assert revenue(panel)[:2] == ("$100.00", "+42.9%")
    compared = panel.insight.compared(scope)
    assert compared is not None
    assert compared.other == Range(date(2026, 10, 24), date(2026, 10, 24))
    assert not compared.is_of_equal_length(lisbon)
    page = panel.page
    assert isinstance(page, OverviewPage)
    assert page.totals.before.question is not None


@in_the_window
async def test_a_printed_board_says_what_it_is_compared_with(
    bench: WindowBench, brand: LiveBrand
) -> None:
    two_days(brand)
    panel = await analytics(bench, await bench.workspace(brand), "boards", TODAY)
    page = panel.page
    assert isinstance(page, BoardsPage)
    assert "Compared with" in page._about()
    assert page._about().endswith("up to 12:00")
    panel.desk.choose(Scope(RangeChoice("today"), Comparison.OFF))
    assert "Compared" not in page._about()
