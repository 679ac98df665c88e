"""Notes on the trend: one's own, and what this program wrote in the meantime."""

from datetime import date, timedelta

from tests.desktop.support.insight_desk import a_week, analytics
from tests.desktop.support.live_server import LiveBrand
from tests.desktop.support.window_bench import WindowBench, in_the_window, shown_dialog, until

from funneldesk.desktop.insight.ranges import Range, RangeChoice
from funneldesk.desktop.insight.scope import Scope
from funneldesk.desktop.parts.analytics.overview.note_dialog import NoteDialog
from funneldesk.desktop.parts.analytics.overview.notes import (
    Happened,
    change_words,
    marks_of,
    told_on,
)
from funneldesk.desktop.parts.analytics.overview.page import OverviewPage
from funneldesk.desktop.records.history.milestones import Milestones

DAY = date(2026, 11, 20)
WEEK = Range(DAY - timedelta(days=3), DAY + timedelta(days=3))


def test_a_day_has_one_mark_however_much_happened() -> None:
    events = [Happened(DAY, "Home: content changed"), Happened(DAY, "Jar: price changed")]
    (mark,) = marks_of(events, WEEK)
    assert (mark.at, mark.text) == (DAY, "2 changes")
    assert told_on(events, mark.key) == "Home: content changed\nJar: price changed"
    (own,) = marks_of([*events, Happened(DAY, "Sale began", "4")], WEEK)
    assert (own.text, own.key) == ("Sale began", "4")
    assert marks_of(events, Range(DAY + timedelta(days=1), DAY + timedelta(days=2))) == ()


def test_only_what_moves_figures_is_told() -> None:
    assert change_words("pages", ("status", "html")) == "status changed"
    assert change_words("products", ("price",)) == "price changed"
    assert change_words("products", ("title",)) == change_words("pages", ("slug",)) == ""


@in_the_window
async def test_winners_prices_and_what_went_live_are_told_without_a_version(
    bench: WindowBench, brand: LiveBrand
) -> None:
    """A winner whose page stayed as it is, a price in a table, a page among many."""
    a_week(brand)
    workspace = await bench.workspace(brand)
    noted = workspace.shared(Milestones)
    await noted.note("split_tests", "4", "headline", ("winner",), "bold")
    await noted.note("products", "7", "Coffee", ("price", "title"))
    await noted.note("pages", "2", "Sale", ("status",), "published")
    await noted.note("pages", "2", "Sale", ("slug",))
    content = {"name": "Sale", "status": "draft"}
    for status in ("draft", "published"):
        await workspace.store.keep_version(
            "pages", "2", "saved", {**content, "status": status}, who="you"
        )
    panel = await analytics(bench, workspace, scope=Scope(RangeChoice("7")))
    page = panel.page
    assert isinstance(page, OverviewPage)
    wanted = ["headline: “bold” won the split test", "Coffee: price changed", "Sale: published"]
    await until(lambda: [each.text for each in page.events] == wanted)
    trend = next(chart for chart in page.charts.board.charts if chart.key == "trend")
    assert [mark.text for mark in trend.marks] == ["3 changes"]


@in_the_window
async def test_a_note_and_what_was_published_stand_on_the_trend(
    bench: WindowBench, brand: LiveBrand
) -> None:
    a_week(brand)
    workspace = await bench.workspace(brand)
    store = workspace.store
    for status in ("draft", "published"):
        content = {"name": "Home", "status": status}
        await store.keep_version("pages", "1", "saved", content, who="you")
    panel = await analytics(bench, workspace, scope=Scope(RangeChoice("7")))
    page = panel.page
    assert isinstance(page, OverviewPage)
    await until(lambda: [each.text for each in page.events] == ["Home: published"])
    page._add_note()
    dialog: NoteDialog = await shown_dialog(NoteDialog)
    dialog.text.setText("Newsletter went out")
    dialog.button("save").click()
    await until(lambda: len(page.events) == 2)
    trend = next(chart for chart in page.charts.board.charts if chart.key == "trend")
    assert [mark.text for mark in trend.marks] == ["Newsletter went out"]
    page.charts.board.mark_picked.emit("trend", trend.marks[0].key)
    again: NoteDialog = await shown_dialog(NoteDialog)
    again.answer("delete")
    await until(lambda: len(page.events) == 1)
