"""What visitors see changes only where the user says so, having seen what goes live."""

from pathlib import Path

import pytest
from tests.desktop.support.live_server import LiveBrand
from tests.desktop.support.pages_driver import (
    bodies,
    page_id,
    page_open,
    save,
    save_and_answer,
    type_setting,
    write,
)
from tests.desktop.support.relay import Relay
from tests.desktop.support.window_bench import WindowBench, in_the_window, said, shown_dialog, until

from funneldesk.desktop.kit.dialogs.dialog import Dialog
from funneldesk.desktop.parts.pages.folder_sync.dialogs import FolderInDialog
from funneldesk.desktop.parts.pages.folder_sync.feature import PageFolder
from funneldesk.desktop.records.save.publish_dialog import PublishDialog

TEST = (
    '<inline-split-test name="Head" id="{}"><variant name="A" weight="50">tea</variant>'
    '<variant name="B" weight="50">cocoa</variant></inline-split-test>'
)


def one_file(folder: Path, pattern: str) -> Path:
    (found,) = folder.glob(pattern)
    return found


@in_the_window
async def test_saving_a_published_page_keeps_a_draft_here_and_sends_nothing(
    bench: WindowBench, brand: LiveBrand, relay: Relay
) -> None:
    panel = await page_open(bench, brand, relay, status="published", slug="spring")
    write(panel, "html", "<p>two</p>")
    await bench.idle(panel)
    assert panel.save_button.text() == "Save draft"
    assert panel.publish_button.text() == "Publish changes"
    await save(bench, panel)
    assert bodies(relay) == []
    assert bench.notice("Draft saved on this computer.")
    assert panel.session.is_dirty
    (draft,) = await panel.workspace.store.drafts()
    assert draft.content["fields"] == {"html": "<p>two</p>"}


@in_the_window
async def test_publishing_changes_shows_what_goes_live_first(
    bench: WindowBench, brand: LiveBrand
) -> None:
    panel = await page_open(bench, brand, status="published", slug="spring")
    write(panel, "html", "<p>two</p>")
    type_setting(panel, "Title", "Summer sale")
    panel.publish_button.click()
    dialog: PublishDialog = await shown_dialog(PublishDialog)
    assert "Title: Spring sale → Summer sale" in said(dialog)
    assert dialog.sources.texts == {"html": ("<p>one</p>", "<p>two</p>")}
    assert (await brand.stored(page_id(panel))).html == "<p>one</p>"
    dialog.answer("")
    await bench.idle(panel)
    assert (await brand.stored(page_id(panel))).html == "<p>one</p>"
    await save_and_answer(bench, panel, "yes", publish=True)
    stored = await brand.stored(page_id(panel))
    assert (stored.html, stored.name, stored.status) == ("<p>two</p>", "Summer sale", "published")
    assert panel.publish_button.text() == "Published"


@in_the_window
async def test_a_draft_that_somebody_published_meanwhile_does_not_go_live_by_saving(
    bench: WindowBench, brand: LiveBrand
) -> None:
    panel = await page_open(bench, brand)
    page = await brand.stored(page_id(panel))
    write(panel, "html", "<p>two</p>")
    await brand.change(page, status="published")
    await save(bench, panel)
    assert bench.notice("Someone else published this page meanwhile.")
    assert (await brand.stored(page.id)).html == "<p>one</p>"
    assert panel.publish_button.text() == "Publish changes"


@pytest.mark.parametrize("status", ["published", "draft"])
@in_the_window
async def test_a_split_test_is_removed_only_after_asking(
    bench: WindowBench, brand: LiveBrand, status: str
) -> None:
    panel = await page_open(bench, brand, html=TEST.format(""), status=status, slug="spring")
    write(panel, "html", "<p>tea</p>")
    live = status == "published"
    asked = await save_and_answer(bench, panel, "", publish=live)
    assert asked == ["Remove a split test from this page?"]
    assert "inline-split-test" in str((await brand.stored(page_id(panel))).html)
    await save_and_answer(bench, panel, *["yes"] * (1 + live), publish=live)
    assert (await brand.stored(page_id(panel))).html == "<p>tea</p>"


@in_the_window
async def test_edit_here_can_save_and_publish(bench: WindowBench, brand: LiveBrand) -> None:
    first = await page_open(bench, brand)
    second = await bench.pages(first.workspace)
    await bench.opened(second, first.session.record_id)
    write(first, "html", "<p>typed</p>")
    assert not second.publish_button.isEnabled()
    await second.session.lock.take_over()
    await until(second.publish_button.isEnabled)
    assert second.save_button.isEnabled()
    assert not first.save_button.isEnabled()
    assert not first.publish_button.isEnabled()


@in_the_window
async def test_a_folder_brought_in_keeps_running_tests_and_so_does_taking_it_back(
    bench: WindowBench, brand: LiveBrand, tmp_path: Path
) -> None:
    html = TEST.format("")
    page = await brand.add("Spring", slug="spring", html=html)
    (number,) = await brand.split_tests(page.id)
    panel = await bench.pages(await bench.workspace(brand))
    folder = next(f for f in panel.features if isinstance(f, PageFolder))
    await folder.write(tmp_path, list(panel.library.rows))
    source = one_file(tmp_path, "*/spring/page.html")
    source.write_text(html.replace("tea", "mint"))
    panel.tasks.start(folder.show_folder(source.parent.parent))
    dialog: FolderInDialog = await shown_dialog(FolderInDialog)
    await until(dialog.yes.isEnabled)
    dialog.yes.click()
    await until(dialog.isHidden)
    question: Dialog = await shown_dialog()
    assert "split tests" in question.windowTitle()
    question.answer("yes")
    await bench.idle(panel)
    assert (await brand.stored(page.id)).html == TEST.format(number).replace("tea", "mint")
    last = panel.actions_on_pages.runs.last
    assert last is not None
    await panel.actions_on_pages.runs.undo(last[1])
    assert (await brand.stored(page.id)).html == TEST.format(number)
    assert await brand.split_tests(page.id) == [number]


@in_the_window
async def test_a_copy_starts_split_tests_only_after_asking(
    bench: WindowBench, brand: LiveBrand
) -> None:
    panel = await page_open(bench, brand, html=TEST.format(""))
    acts = panel.actions_on_pages
    panel.tasks.start(acts.duplicate([panel.session.record_id]))
    (await shown_dialog()).answer("")
    await bench.idle(panel)
    assert await brand.titles() == ["Spring sale"]
    panel.tasks.start(acts.duplicate([panel.session.record_id]))
    (await shown_dialog()).answer("yes")
    await bench.idle(panel)
    assert await brand.titles() == ["Spring sale", "Spring sale (copy)"]


@in_the_window
async def test_a_deleted_page_comes_back_by_undo(bench: WindowBench, brand: LiveBrand) -> None:
    fields = {"slug": "spring", "status": "published", "css": "p {}", "seo_title": "S"}
    panel = await page_open(bench, brand, **fields)
    panel.list.asked_to_delete.emit([panel.session.record_id])
    dialog: Dialog = await shown_dialog()
    assert "Recently deleted" in said(dialog)
    dialog.answer("yes")
    await bench.idle(panel)
    notice = bench.notice("1 page deleted")
    assert "Recently deleted" in notice.text
    assert notice.action is not None
    assert notice.action.label == "Undo"
    notice.action.run()
    await bench.idle(panel)
    (made,) = panel.library.rows
    stored = await brand.stored(int(made))
    assert {name: getattr(stored, name) for name in fields} == fields
    assert stored.html == "<p>one</p>"
    assert [v.kind for v in await panel.workspace.store.versions("pages", made)]


@in_the_window
async def test_a_save_without_an_answer_is_told_of(
    bench: WindowBench, brand: LiveBrand, relay: Relay
) -> None:
    panel = await page_open(bench, brand, relay)
    write(panel, "html", "<p>two</p>")
    await until(lambda: panel.editor.kept.text().startswith("Saved locally"))
    async with relay.held("PUT"):
        panel.save_button.click()
        await until(lambda: panel.editor.kept.text() == "Saving…")
    await bench.idle(panel)
    assert not panel.session.is_dirty
    assert panel.editor.kept.text() not in ("Saving…", "Waiting for the server…")
