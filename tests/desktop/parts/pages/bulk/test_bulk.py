"""Many pages at once: published, taken offline, set, deleted; guarded, told, taken back."""

from typing import Any

from PySide6.QtWidgets import QMenu
from tests.desktop.support.live_server import LiveBrand
from tests.desktop.support.pages_driver import type_setting, write
from tests.desktop.support.relay import Relay
from tests.desktop.support.window_bench import (
    WindowBench,
    in_the_window,
    open_dialogs,
    said,
    shown_dialog,
    until,
)

from funneldesk.contract.funnels import FunnelDraft
from funneldesk.contract.pages import Page
from funneldesk.desktop.parts.pages.panel import PagesPanel
from funneldesk.desktop.records.bulk.fields_form import NONE
from funneldesk.desktop.records.bulk.outcome import Report
from funneldesk.desktop.records.bulk.report import ReportDialog
from funneldesk.desktop.records.bulk.set_fields import SetFieldsDialog

HTML = (
    '<p>a</p><inline-split-test name="H"><variant name="A" weight="100">A</variant>'
    "</inline-split-test>"
)


async def panel_with(
    bench: WindowBench, brand: LiveBrand, *titles: str, relay: Relay | None = None, **flags: Any
) -> tuple[PagesPanel, list[Page]]:
    made = [await brand.add(title, html=HTML, slug=title.lower()) for title in titles]
    base_url = relay.base_url if relay is not None else ""
    panel = await bench.pages(await bench.workspace(brand, base_url=base_url, **flags))
    return panel, made


def choose(panel: PagesPanel, words: str, *pages: Page) -> None:
    """Choose an entry of the menu of these pages."""
    menu = QMenu()
    panel.list.asked_for_menu.emit(menu, [str(page.id) for page in pages])
    next(action for action in menu.actions() if action.text() == words).trigger()


def last(panel: PagesPanel) -> Report:
    """The report of the last run."""
    assert panel.actions_on_pages.runs.last is not None
    return panel.actions_on_pages.runs.last[1]


def kinds(panel: PagesPanel) -> dict[str, str]:
    return {item.title: outcome.kind for item, outcome in last(panel).rows}


def why(panel: PagesPanel, title: str) -> str:
    return next(outcome.text for item, outcome in last(panel).rows if item.title == title)


async def statuses(brand: LiveBrand) -> dict[str, str]:
    async with brand.api() as api:
        return {page.name: page.status for page in await api.pages.list()}


@in_the_window
async def test_pages_are_published_and_taken_back(
    bench: WindowBench, brand: LiveBrand, relay: Relay
) -> None:
    panel, pages = await panel_with(bench, brand, "One", "Two", relay=relay)
    choose(panel, "Publish 2 pages", *pages)
    await bench.idle(panel)
    assert await statuses(brand) == {"One": "published", "Two": "published"}
    assert [panel.library.rows[str(page.id)].status for page in pages] == ["published"] * 2
    # Quirks 22, 23 and 27: the title goes along, the html does not, so no split test is started.
    assert [seen.body for seen in relay.writes()] == [
        {"title": "One", "status": "published"},
        {"title": "Two", "status": "published"},
    ]
    notice = bench.notice("2 pages published")
    assert notice is not None
    assert notice.action is not None
    assert not open_dialogs()
    notice.action.run()
    await bench.idle(panel)
    assert await statuses(brand) == {"One": "draft", "Two": "draft"}
    assert bench.notice("2 pages undone")


@in_the_window
async def test_what_somebody_else_changed_meanwhile_is_left_alone(
    bench: WindowBench, brand: LiveBrand
) -> None:
    panel, pages = await panel_with(bench, brand, "One", "Two", "Three")
    await brand.change(pages[0], status="offline")
    await brand.delete(pages[2])
    choose(panel, "Publish 3 pages", *pages)
    await bench.idle(panel)
    assert kinds(panel) == {"One": "skipped", "Two": "done", "Three": "skipped"}
    assert "Status is “Offline” now" in why(panel, "One")
    assert "deleted it in the meantime" in why(panel, "Three")
    assert (await statuses(brand))["One"] == "offline"
    notice = bench.notice("1 page published")
    assert notice is not None
    assert "2 skipped" in notice.text
    assert notice.action is not None
    notice.action.run()
    dialog = await shown_dialog(ReportDialog)
    assert "1 done" in said(dialog)
    dialog.answer("undo")
    await bench.idle(panel)
    assert (await statuses(brand))["Two"] == "draft"


@in_the_window
async def test_taking_back_leaves_alone_what_was_changed_since(
    bench: WindowBench, brand: LiveBrand
) -> None:
    panel, pages = await panel_with(bench, brand, "One", "Two")
    choose(panel, "Publish 2 pages", *pages)
    await bench.idle(panel)
    await brand.change(pages[0], status="offline")
    await panel.actions_on_pages.runs.undo(last(panel))
    assert kinds(panel) == {"One": "skipped", "Two": "done"}
    assert await statuses(brand) == {"One": "offline", "Two": "draft"}


async def fields_dialog(panel: PagesPanel, pages: list[Page], **fields: Any) -> SetFieldsDialog:
    """The dialog with these fields ticked, at the list of what will change."""
    choose(panel, "Set fields…", *pages)
    dialog: SetFieldsDialog = await shown_dialog(SetFieldsDialog)
    assert not dialog.next_button.isEnabled()
    await until(lambda: dialog.names)
    for name, value in fields.items():
        dialog.form.tick(name, value)
    dialog.next_button.click()
    await until(lambda: dialog.views.currentWidget() is dialog.shown)
    return dialog


@in_the_window
async def test_only_what_is_ticked_is_set_and_shown_before(
    bench: WindowBench, brand: LiveBrand, relay: Relay
) -> None:
    panel, pages = await panel_with(bench, brand, "One", "Two", relay=relay)
    await brand.change(pages[1], ga_measurement_id="G-NEW")
    dialog = await fields_dialog(panel, pages, ga_measurement_id="G-NEW")
    shown = {row.title: row for row in map(dialog.list.rows.at, range(2))}
    assert shown["One"].text == "Analytics measurement ID: none → G-NEW"
    assert not relay.writes()
    dialog.next_button.click()
    await bench.idle(panel)
    bodies = [seen.body for seen in relay.writes()]
    assert bodies == [{"title": "One", "ga_measurement_id": "G-NEW"}]
    assert (await brand.stored(pages[0].id)).ga_measurement_id == "G-NEW"
    assert (await brand.stored(pages[0].id)).html == HTML


@in_the_window
async def test_switches_and_numbers_are_set_and_cleared(
    bench: WindowBench, brand: LiveBrand
) -> None:
    panel, pages = await panel_with(bench, brand, "One")
    for fields in (
        {"prevent_indexing": True, "folder_id": 7, "redirect_url": "https://a.example/"},
        {"prevent_indexing": False, "folder_id": None, "redirect_url": ""},
    ):
        dialog = await fields_dialog(panel, pages, **fields)
        dialog.next_button.click()
        await bench.idle(panel)
        stored = await brand.stored(pages[0].id)
        assert stored.prevent_indexing is fields["prevent_indexing"]
        assert stored.folder_id == fields["folder_id"]
        assert (stored.redirect_url or "") == fields["redirect_url"]


@in_the_window
async def test_pages_move_into_a_funnel_by_its_name_and_out_again(
    bench: WindowBench, brand: LiveBrand
) -> None:
    async with brand.api() as api:
        funnel = await api.funnels.create(FunnelDraft(name="Spring funnel"))
    panel, pages = await panel_with(bench, brand, "One")
    identity = pages[0].id
    for value, kept, words in (
        (funnel.id, funnel.id, f"Funnel: none → Spring funnel ({funnel.id})"),
        (NONE, None, f"Funnel: Spring funnel ({funnel.id}) → none"),
    ):
        dialog = await fields_dialog(panel, pages, funnel_id=value)
        assert dialog.list.rows.at(0).text == words
        dialog.next_button.click()
        await bench.idle(panel)
        assert (await brand.stored(identity)).funnel_id == kept


@in_the_window
async def test_a_value_that_cannot_be_is_told_at_its_field(
    bench: WindowBench, brand: LiveBrand
) -> None:
    panel, pages = await panel_with(bench, brand, "One")
    choose(panel, "Set fields…", *pages)
    dialog = await shown_dialog(SetFieldsDialog)
    dialog.form.tick("redirect_url", "nowhere")
    dialog.form.tick("funnel_id", "")
    dialog.next_button.click()
    assert dialog.views.currentIndex() == 0
    assert "Write the whole address" in said(dialog)
    assert "Choose one, or none" in said(dialog)
    dialog.answer("")
    await bench.idle(panel)


@in_the_window
async def test_a_page_with_unsaved_work_on_the_same_field_is_left_out(
    bench: WindowBench, brand: LiveBrand
) -> None:
    panel, pages = await panel_with(bench, brand, "One", "Two")
    await bench.opened(panel, pages[0])
    type_setting(panel, "Analytics measurement ID", "G-MINE")
    await bench.opened(panel, pages[1])
    write(panel, "html", "<p>mine</p>")
    await panel.settle()
    dialog = await fields_dialog(panel, pages, ga_measurement_id="G-NEW")
    shown = {row.title: row for row in map(dialog.list.rows.at, range(2))}
    assert not shown["One"].can_tick
    assert "unsaved changes here" in shown["One"].text
    dialog.next_button.click()
    await bench.idle(panel)
    stored = [await brand.stored(page.id) for page in pages]
    assert [page.ga_measurement_id for page in stored] == [None, "G-NEW"]
    # The other page's unsaved html is neither sent nor lost.
    assert stored[1].html == HTML
    assert panel.session.draft is not None
    assert panel.session.draft.value("html") == "<p>mine</p>"
    assert "unsaved changes on it stay on this computer" in why(panel, "Two")


@in_the_window
async def test_the_line_breaks_in_mid_run_and_the_run_goes_on(
    bench: WindowBench, brand: LiveBrand, relay: Relay
) -> None:
    panel, pages = await panel_with(bench, brand, "One", "Two", "Three", relay=relay)
    relay.vanish_after = "PUT"
    choose(panel, "Publish 3 pages", *pages)
    runs = panel.actions_on_pages.runs
    await until(lambda: runs.current is not None and runs.current.state == "away")
    assert "waiting for the server" in runs.bar.words.text()
    await relay.listen()
    await bench.idle(panel)
    assert set((await statuses(brand)).values()) == {"published"}
    assert set(kinds(panel).values()) == {"done"}


@in_the_window
async def test_a_copy_whose_answer_is_lost_is_not_made_twice(
    bench: WindowBench, brand: LiveBrand, relay: Relay
) -> None:
    """Quirk 10."""
    panel, pages = await panel_with(bench, brand, "One", "Two", relay=relay)
    relay.lose_answers_to = "POST"
    choose(panel, "Duplicate", *pages)
    (await shown_dialog()).answer("yes")
    await bench.idle(panel)
    assert await brand.titles() == ["One", "One (copy)", "Two", "Two (copy)"]
    assert set(kinds(panel).values()) == {"done"}


@in_the_window
async def test_stop_finishes_the_one_in_flight(
    bench: WindowBench, brand: LiveBrand, relay: Relay
) -> None:
    panel, pages = await panel_with(bench, brand, "One", "Two", "Three", relay=relay)
    runs = panel.actions_on_pages.runs
    async with relay.held("PUT"):
        choose(panel, "Publish 3 pages", *pages)
        await until(relay.writes)
        runs.bar.stop_button.click()
        assert "Stopping" in runs.bar.words.text()
    await bench.idle(panel)
    assert kinds(panel) == {"One": "done", "Two": "not_started", "Three": "not_started"}
    assert await statuses(brand) == {"One": "published", "Two": "draft", "Three": "draft"}
    assert runs.bar.isHidden()
    await runs.run(runs.last[0], last(panel).again)  # type: ignore[index]
    assert set((await statuses(brand)).values()) == {"published"}


@in_the_window
async def test_a_page_that_somebody_changed_is_not_deleted(
    bench: WindowBench, brand: LiveBrand
) -> None:
    panel, pages = await panel_with(bench, brand, "One", "Two")
    await brand.change(pages[0], seo_title="New")
    panel.list.asked_to_delete.emit([str(page.id) for page in pages])
    (await shown_dialog()).answer("yes")
    await bench.idle(panel)
    assert await brand.titles() == ["One"]
    assert "Someone changed it" in why(panel, "One")


@in_the_window
async def test_a_deleted_page_stays_in_the_history_of_this_computer(
    bench: WindowBench, brand: LiveBrand
) -> None:
    panel, pages = await panel_with(bench, brand, "One")
    identity = str(pages[0].id)
    panel.list.asked_to_delete.emit([identity])
    (await shown_dialog()).answer("yes")
    await bench.idle(panel)
    versions = await panel.workspace.store.versions("pages", identity)
    assert (await panel.workspace.store.version(versions[0].key))["html"] == HTML


@in_the_window
async def test_a_role_that_may_not_write_ends_the_run_at_the_first(
    bench: WindowBench, brand: LiveBrand
) -> None:
    pages = [await brand.add("One"), await brand.add("Two")]
    panel = await bench.pages(await bench.workspace(brand, role="viewer"))
    choose(panel, "Publish 2 pages", *pages)
    await bench.idle(panel)
    assert kinds(panel) == {"One": "failed", "Two": "not_started"}
    assert bench.notice("Publish pages: nothing was changed")
