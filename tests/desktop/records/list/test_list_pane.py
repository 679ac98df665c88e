"""A list made from a declaration: narrowed, ordered, and honest about what it shows."""

from PySide6.QtWidgets import QMenu, QPushButton
from tests.desktop.support.funnel_records import FUNNEL_LIST, FUNNELS, FunnelRow
from tests.desktop.support.live_server import LiveBrand
from tests.desktop.support.window_bench import WindowBench, in_the_window, said

from funneldesk.contract.funnels import FunnelDraft
from funneldesk.desktop.kit.explain import explain
from funneldesk.desktop.records.library.library import RecordLibrary, library_of
from funneldesk.desktop.records.list.list_pane import RecordListPane


def titles(pane: RecordListPane[FunnelRow]) -> list[str]:
    """What the list shows, from top to bottom."""
    rows = pane.list.rows
    return [rows.at(place).title for place in range(rows.rowCount())]


async def library_with(
    bench: WindowBench, brand: LiveBrand, *drafts: FunnelDraft
) -> RecordLibrary[FunnelRow]:
    async with brand.api() as api:
        for draft in drafts:
            await api.funnels.create(draft)
    return library_of(await bench.workspace(brand), FUNNELS)


@in_the_window
async def test_a_declared_list_is_searched_filtered_ordered_and_counted(
    bench: WindowBench, brand: LiveBrand
) -> None:
    names = ("Webinar", "Seasons", "Quiz")
    drafts = [FunnelDraft(name=name) for name in names]
    library = await library_with(bench, brand, *drafts, FunnelDraft(name="Old", status="inactive"))
    pane = RecordListPane(library, FUNNEL_LIST)
    assert pane.count.text() == "Loading…"
    await library.refresh()
    assert titles(pane) == ["Old", "Quiz", "Seasons", "Webinar"]
    assert pane.count.text() == "4 funnels"
    pane.sort("number")
    assert titles(pane) == ["Webinar", "Seasons", "Quiz", "Old"]
    pane.filter_button.click()
    menu = pane.findChildren(QMenu)[0]
    turned = menu.actions()[-1]
    assert turned.text() == "Reverse order"
    turned.trigger()
    assert titles(pane) == ["Old", "Quiz", "Seasons", "Webinar"]
    turned.trigger()
    (status,) = (each.menu() for each in menu.actions() if each.menu() is not None)
    assert [each.text() for each in status.actions()] == ["Any", "active", "inactive"]
    status.actions()[-1].trigger()
    assert (titles(pane), pane.count.text()) == (["Old"], "1 of 4 funnels")
    (chip,) = pane.chips.findChildren(QPushButton)
    assert chip.text() == "Status: inactive"
    chip.click()
    assert len(titles(pane)) == 4
    assert pane.chips.isHidden()
    pane.choose("status", "inactive")
    pane.search.setText("web")
    assert pane.views.currentWidget() is pane.nothing
    assert "No funnels match" in said(pane.nothing)
    pane.clear.click()
    assert titles(pane) == ["Webinar", "Seasons", "Quiz", "Old"], "the order stays"


@in_the_window
async def test_what_could_not_be_read_is_told_in_the_count_and_an_empty_list_in_its_place(
    bench: WindowBench, brand: LiveBrand
) -> None:
    library = await library_with(bench, brand)
    pane = RecordListPane(library, FUNNEL_LIST)
    assert pane.views.currentWidget() is pane.first_load
    pane.show_problem(explain(TimeoutError(), "Reading the funnels"))
    assert pane.views.currentWidget() is pane.refused
    await library.refresh()
    assert pane.views.currentWidget() is pane.empty
    assert "No funnels yet" in said(pane.empty)
    library.unread = ("row 3.id",)
    library.updated.emit()
    assert pane.count.text() == "0 funnels · 1 couldn't be read"
    assert "row 3.id" in pane.count.toolTip()
