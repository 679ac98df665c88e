"""A test that is decided: paused, won, and shipped as a change of its page (quirks 27 and 44)."""

import re

import pytest
from PySide6.QtTest import QTest
from sqlalchemy import select
from tests.desktop.parts.split_tests.test_results import opened
from tests.desktop.support.live_server import LiveBrand
from tests.desktop.support.window_bench import WindowBench, in_the_window, shown_dialog, until

from funneldesk.desktop.parts.split_tests.deeds.exporting import ExportDialog
from funneldesk.desktop.parts.split_tests.deeds.shipping import ShipDialog
from funneldesk.desktop.parts.split_tests.deeds.winner import WinnerDialog
from funneldesk.desktop.parts.split_tests.panel import SplitTestsPanel
from funneldesk.desktop.records.history.milestones import Milestones
from funneldesk.server.jobs.tables import ExportRow
from funneldesk.server.parts.split_tests.tables import SplitTestTotalRow

CALM, BOLD = "<p>Calm</p>", "<p>Bold</p>"
BLOCK = (
    '<inline-split-test name="headline">'
    f'<variant name="calm" weight="50">{CALM}</variant>'
    f'<variant name="bold" weight="50">{BOLD}</variant>'
    "</inline-split-test>"
)
OTHER = BLOCK.replace("headline", "button").replace("Calm", "One").replace("Bold", "Two")
HTML = f"<h1>Hello</h1>\r\n{BLOCK}<p>Rest</p>{OTHER}"


async def on_a_page(
    bench: WindowBench, brand: LiveBrand, state: str = "running"
) -> tuple[SplitTestsPanel, int, int]:
    """A page with two tests, the first of which has a winner; that one is open, in a state."""
    page = await brand.add("Summer", html=HTML, status="published")
    test_id, _other = await brand.split_tests(page.id)
    async with brand.api() as api:
        test = await api.split_tests.get(test_id)
    assert test.config is not None
    with brand.database.writing() as session:
        for item, conversions in zip(test.config.items, (160, 260), strict=True):
            sums = {"revenue": 0, "revenue_squared": 0.0, "visitors": 4000}
            session.add(
                SplitTestTotalRow(
                    brand_id=brand.number,
                    test_id=test_id,
                    node_code=str(item.node_code),
                    conversions=conversions,
                    **sums,
                )
            )
    await brand.end_test(test_id, state)
    return await opened(bench, brand, test_id), page.id, test_id


def do(panel: SplitTestsPanel, name: str, test_id: int) -> None:
    """Choose an action of the list's menu."""
    action = panel.declared_actions[f"split_tests.{name}"]
    assert not action.refusal([str(test_id)])
    action.run([str(test_id)])


async def shipped(panel: SplitTestsPanel, test_id: int) -> ShipDialog:
    do(panel, "ship", test_id)
    dialog: ShipDialog = await shown_dialog(ShipDialog)
    await until(lambda: dialog.go_button.isEnabled())
    return dialog


@in_the_window
async def test_shipping_declares_the_winner_and_leaves_it_alone_on_the_page(
    bench: WindowBench, brand: LiveBrand
) -> None:
    panel, page_id, test_id = await on_a_page(bench, brand)
    _first, other = await brand.split_tests(page_id)
    dialog = await shipped(panel, test_id)
    before, after = dialog.changes.texts["html"]
    assert before == HTML
    assert after == HTML.replace(BLOCK, BOLD)
    QTest.keyClicks(dialog.form.row("reason").input.stops()[0], "It sells more")
    dialog.go_button.click()
    await until(lambda: bench.notice("now shows only the winner"))
    async with brand.api() as api:
        test = await api.split_tests.get(test_id)
    assert test.status == "finalized"
    assert (test.winner or {})["variant"] == "bold"
    assert (test.winner or {})["reason"] == "It sells more"
    html = (await brand.stored(page_id)).html or ""
    assert html.startswith(f"<h1>Hello</h1>\r\n{BOLD}<p>Rest</p>")
    assert f'id="{other}"' in html, "the other test keeps running under its number"
    assert await brand.split_tests(page_id) == [test_id, other]


@in_the_window
async def test_nothing_is_shipped_before_its_change_is_shown(
    bench: WindowBench, brand: LiveBrand
) -> None:
    panel, page_id, test_id = await on_a_page(bench, brand)
    before = (await brand.stored(page_id)).html
    do(panel, "ship", test_id)
    dialog: ShipDialog = await shown_dialog(ShipDialog)
    dialog.go()  # at once, as Enter would
    await until(lambda: dialog.go_button.isEnabled())
    other = dialog.form.row("winner_node_code")
    calm = next(each.code for each in dialog._reading.variants if each.name == "calm")
    other.set_value(calm)
    other.edited.emit("winner_node_code", calm)
    assert not dialog.go_button.isEnabled(), "the difference is still that of the other variant"
    dialog.go()
    await until(lambda: dialog.go_button.isEnabled())
    assert dialog.changes.texts["html"][1] == HTML.replace(BLOCK, CALM)
    async with brand.api() as api:
        assert (await api.split_tests.get(test_id)).status != "finalized"
    assert (await brand.stored(page_id)).html == before


def met(visits: list[str]) -> set[tuple[str, str]]:
    """The tests and texts that visitors met of the headline."""
    found = set()
    for html in visits:
        text = "Calm" if CALM in html else "Bold"
        sid = re.search(r'data-sid="(\d+)"[^>]*>\s*<p>(?:Calm|Bold)', html)
        found.add((sid[1] if sid else "", text))
    return found


@pytest.mark.parametrize("state", ["running", "paused", "finalized"])
@in_the_window
async def test_undo_brings_the_block_back_with_its_test_and_starts_no_new_one(
    bench: WindowBench, brand: LiveBrand, state: str
) -> None:
    panel, page_id, test_id = await on_a_page(bench, brand, state)
    slug = (await brand.stored(page_id)).slug or ""
    tests = await brand.split_tests(page_id)
    before = met(await brand.visits(slug))
    texts = {"running": {"Calm", "Bold"}, "paused": {"Calm"}, "finalized": {"Bold"}}
    assert before == {(str(test_id), text) for text in texts[state]}
    (await shipped(panel, test_id)).go_button.click()
    await until(lambda: bench.notice("now shows only the winner"))
    done = bench.notice("now shows only the winner")
    assert done is not None
    assert "visitors still see its winner" in done.text
    assert met(await brand.visits(slug)) == {("", "Bold")}
    assert done.action is not None
    done.action.run()
    await until(lambda: bench.notice("shows the test again"))
    assert met(await brand.visits(slug)) == {(str(test_id), "Bold")}, "as the notice promised"
    html = (await brand.stored(page_id)).html or ""
    assert f'<inline-split-test id="{test_id}" name="headline">' in html
    assert re.sub(r' id="\d+"', "", html).startswith(f"<h1>Hello</h1>\r\n{BLOCK}<p>Rest</p>")
    assert await brand.split_tests(page_id) == tests
    assert (await brand.states(page_id))[test_id] == "finalized"
    await until(lambda: set(panel.list.table.rows.ids) == {str(each) for each in tests})
    versions = await panel.workspace.store.versions("pages", str(page_id))
    assert "Before a split test's winner was shipped" in [v.about for v in versions]


@in_the_window
async def test_a_page_that_changed_meanwhile_is_left_as_it_is(
    bench: WindowBench, brand: LiveBrand
) -> None:
    panel, page_id, test_id = await on_a_page(bench, brand)
    dialog = await shipped(panel, test_id)
    page = await brand.stored(page_id)
    theirs = await brand.change(page, html=f"{page.html}<!-- theirs -->")
    dialog.go_button.click()
    await until(lambda: bench.notice("was left as it is"))
    assert (await brand.stored(page_id)).html == theirs.html


@in_the_window
async def test_a_test_is_paused_resumed_and_deleted(bench: WindowBench, brand: LiveBrand) -> None:
    panel, _page_id, test_id = await on_a_page(bench, brand)

    async def status() -> str:
        async with brand.api() as api:
            return (await api.split_tests.get(test_id)).status

    do(panel, "pause", test_id)
    await until(lambda: bench.notice("1 split test paused"))
    assert await status() == "paused"
    paused = bench.notice("1 split test paused")
    assert paused is not None
    assert paused.action is not None
    paused.action.run()
    await until(lambda: bench.notice("1 split test undone"))
    assert await status() == "running"
    do(panel, "delete", test_id)
    dialog = await shown_dialog()
    dialog.button("yes").click()
    await until(lambda: bench.notice("1 split test deleted"))
    assert await status() == "deleted"
    await until(lambda: str(test_id) not in panel.list.table.rows.ids)


@in_the_window
async def test_a_winner_is_declared_once_with_its_reason(
    bench: WindowBench, brand: LiveBrand
) -> None:
    panel, page_id, test_id = await on_a_page(bench, brand)
    do(panel, "declare", test_id)
    dialog = await shown_dialog(WinnerDialog)
    assert dialog.form.value("confidence") in ("100", 100, 100.0, "100.0")
    dialog.go_button.click()
    await until(lambda: panel.status_of(str(test_id)) == "finalized")
    assert (await brand.stored(page_id)).html == HTML
    assert panel.declared_actions["split_tests.declare"].refusal([str(test_id)])
    (noted,) = await panel.workspace.shared(Milestones).all()
    assert (noted.part, noted.name, noted.changed, noted.value) == (
        *("split_tests", "headline", ("winner",), "bold"),
    )


@in_the_window
async def test_an_export_is_asked_of_the_server_once(bench: WindowBench, brand: LiveBrand) -> None:
    panel, _page_id, test_id = await on_a_page(bench, brand)
    do(panel, "have-exported", test_id)
    dialog = await shown_dialog(ExportDialog)
    dialog.go_button.click()
    await until(lambda: bench.notice("The server is making the export"))
    with brand.database.reading() as session:
        asked = session.scalars(select(ExportRow).where(ExportRow.brand_id == brand.number)).all()
    assert len(asked) == 1


def presence(panel: SplitTestsPanel) -> str:
    """The sentence that no page shows the open test; empty where it isn't said."""
    told = panel.results.unshown
    return "" if told.isHidden() else told.text()


@in_the_window
async def test_a_running_test_without_a_block_says_so_and_is_paused_there(
    bench: WindowBench, brand: LiveBrand
) -> None:
    page = await brand.add("Summer", html=HTML, status="published")
    test_id, other = await brand.split_tests(page.id)
    panel = await opened(bench, brand, test_id)
    await until(lambda: not panel.tasks.is_busy)
    assert not presence(panel), "its block is there"
    await brand.change(page, html=OTHER.replace("test name", f'test id="{other}" name'))
    panel.refresh()
    panel.open_record(str(other))
    await until(lambda: panel.open_id == str(other) and not panel.tasks.is_busy)
    assert not presence(panel)
    panel.open_record(str(test_id))
    await until(lambda: presence(panel))
    assert presence(panel) == (
        "It runs, but its block isn't on “Summer” any more, so no visitor meets it. Pause it, or "
        "put its block back."
    )
    panel.results.unshown.action.click()
    await until(lambda: bench.notice("1 split test paused"))
    await until(lambda: not presence(panel))
    assert await brand.states(page.id) == {test_id: "paused", other: "running"}


@in_the_window
async def test_of_two_tests_of_a_name_the_one_that_a_save_left_behind_is_met_by_nobody(
    bench: WindowBench, brand: LiveBrand
) -> None:
    page = await brand.add("Summer", html=BLOCK, status="published")
    await brand.change(page, html=f"{BLOCK}<p>again</p>")
    left, own = await brand.split_tests(page.id)
    panel = await opened(bench, brand, left)
    await until(lambda: presence(panel))
    panel.open_record(str(own))
    await until(lambda: panel.open_id == str(own) and panel.is_quiet)
    await until(lambda: not panel.tasks.is_busy)
    assert not presence(panel)
