"""Every way to change a published page says that visitors see it, and waits for “Publish changes”.

``tests/architecture/test_live_writes.py`` lists the ways.
"""

from pathlib import Path

from tests.desktop.parts.files.moving.test_moving import ask
from tests.desktop.parts.files.references.test_updates import (
    PICTURE,
    begin_renaming,
    broken_in,
    page_of,
)
from tests.desktop.parts.files.test_panel import opened as files_panel
from tests.desktop.parts.files.test_panel import stock
from tests.desktop.parts.pages.bulk.test_bulk import fields_dialog, kinds, why
from tests.desktop.parts.pages.copy_to_brand.test_copy_to_brand import (
    dialog_for,
    only_page,
    two_brands,
)
from tests.desktop.parts.pages.folder_sync.test_folder import compared, written
from tests.desktop.support.components_desk import component, type_source
from tests.desktop.support.components_desk import live as live_component
from tests.desktop.support.components_desk import opened as components_panel
from tests.desktop.support.live_server import LiveBrand, LivePlatform
from tests.desktop.support.pages_driver import page_id, page_open
from tests.desktop.support.search_replace_driver import replacing
from tests.desktop.support.window_bench import (
    WindowBench,
    in_the_window,
    said,
    shown_dialog,
    until,
)

from funneldesk.contract.pages import Page
from funneldesk.desktop.kit.dialogs.dialog import Dialog
from funneldesk.desktop.parts.components.actions import PublishDialog as ComponentDialog
from funneldesk.desktop.parts.files.moving.dialog import MoveDialog
from funneldesk.desktop.parts.files.references.repair import RepairDialog
from funneldesk.desktop.records.history.record_history import OpenRecordHistory
from funneldesk.desktop.records.save.publish_dialog import PublishDialog
from funneldesk.desktop.records.search_replace.work import ReplaceDialog

LIVE, HIDDEN = "published", "draft"


async def two_pages(brand: LiveBrand, html: str = "<p>tea</p>") -> tuple[Page, Page]:
    """A page that visitors see, and one that they don't."""
    return (
        await brand.add("Live", slug="live", html=html, status=LIVE),
        await brand.add("Hidden", slug="hidden", html=html, status=HIDDEN),
    )


async def html_of(brand: LiveBrand, *pages: Page) -> list[str]:
    return [str((await brand.stored(page.id)).html) for page in pages]


def primary(dialog: Dialog, key: str) -> str:
    """What the button that goes on says."""
    return dialog.button(key).text()


@in_the_window
async def test_folder_import(bench: WindowBench, brand: LiveBrand, tmp_path: Path) -> None:
    live, hidden = await two_pages(brand)
    panel = await bench.pages(await bench.workspace(brand))
    root = await written(panel, tmp_path)
    for page in ("live", "hidden"):
        (root / page / "page.html").write_text("<p>cocoa</p>")
    dialog = await compared(panel, root)
    assert "1 of them is published: visitors see its changes right away." in said(dialog)
    assert dialog.yes.text() == "Publish changes"
    rows = {row.title: row.text for row in map(dialog.list.rows.at, range(2))}
    assert rows["Live"].startswith("Published. ")
    assert not rows["Hidden"].startswith("Published. ")
    dialog.list.rows.ticked = {str(hidden.id)}
    dialog.list.rows.ticks_changed.emit()
    # Without the published page nothing is published.
    assert dialog.yes.text() == "Import 1 page"
    assert dialog.live.isHidden()
    dialog.answer("")
    await bench.idle(panel)
    assert await html_of(brand, live, hidden) == ["<p>tea</p>"] * 2
    dialog = await compared(panel, root)
    dialog.yes.click()
    await bench.idle(panel)
    assert await html_of(brand, live, hidden) == ["<p>cocoa</p>"] * 2


@in_the_window
async def test_folder_import_that_publishes_a_draft(
    bench: WindowBench, brand: LiveBrand, tmp_path: Path
) -> None:
    page = await brand.add("Hidden", slug="hidden", html="<p>tea</p>")
    panel = await bench.pages(await bench.workspace(brand))
    root = await written(panel, tmp_path)
    settings = root / "hidden" / "page.json"
    settings.write_text(settings.read_text().replace('"draft"', '"published"'))
    dialog = await compared(panel, root)
    assert dialog.yes.text() == "Publish changes"
    dialog.answer("")
    await bench.idle(panel)
    assert (await brand.stored(page.id)).status == "draft"


@in_the_window
async def test_set_fields(bench: WindowBench, brand: LiveBrand) -> None:
    live, hidden = await two_pages(brand)
    panel = await bench.pages(await bench.workspace(brand))
    dialog = await fields_dialog(panel, [live, hidden], redirect_url="https://a.example/")
    assert "1 of them is published: visitors see its changes right away." in said(dialog)
    assert dialog.next_button.text() == "Publish changes"
    dialog.answer("")
    await bench.idle(panel)
    assert not (await brand.stored(live.id)).redirect_url
    dialog = await fields_dialog(panel, [live, hidden], redirect_url="https://a.example/")
    dialog.next_button.click()
    await bench.idle(panel)
    assert (await brand.stored(live.id)).redirect_url == "https://a.example/"


@in_the_window
async def test_set_fields_on_drafts_alone_publishes_nothing(
    bench: WindowBench, brand: LiveBrand
) -> None:
    _live, hidden = await two_pages(brand)
    panel = await bench.pages(await bench.workspace(brand))
    dialog = await fields_dialog(panel, [hidden], redirect_url="https://a.example/")
    assert dialog.next_button.text() == "Set on 1 page"
    assert dialog.live.isHidden()
    # Published by somebody else after the question: it is left alone.
    await brand.change(hidden, status="published")
    dialog.next_button.click()
    await bench.idle(panel)
    assert kinds(panel) == {"Hidden": "skipped"}
    assert "Someone published it in the meantime" in why(panel, "Hidden")
    assert not (await brand.stored(hidden.id)).redirect_url


@in_the_window
async def test_replace_in_all_pages(bench: WindowBench, brand: LiveBrand) -> None:
    live, hidden = await two_pages(brand)
    window = await replacing(bench, brand, "tea", "cocoa")
    window.apply_button.click()
    dialog: ReplaceDialog = await shown_dialog(ReplaceDialog)
    assert "1 of them is published: visitors see its changes right away." in said(dialog)
    assert primary(dialog, "yes") == "Publish changes"
    dialog.answer("")
    await until(lambda: not window.work.tasks.is_busy)
    assert await html_of(brand, live, hidden) == ["<p>tea</p>"] * 2
    window.hide()


@in_the_window
async def test_replace_leaves_alone_what_was_published_after_the_question(
    bench: WindowBench, brand: LiveBrand
) -> None:
    page = await brand.add("Hidden", slug="hidden", html="<p>tea</p>")
    window = await replacing(bench, brand, "tea", "cocoa")
    window.apply_button.click()
    dialog: ReplaceDialog = await shown_dialog(ReplaceDialog)
    assert primary(dialog, "yes") == "Replace"
    await brand.change(page, status="published")
    dialog.answer("yes")
    report = await shown_dialog()
    await until(lambda: "Someone published it in the meantime" in said(report))
    assert await html_of(brand, page) == ["<p>tea</p>"]
    report.answer("")
    await until(lambda: not window.work.tasks.is_busy)
    window.hide()


@in_the_window
async def test_rename_with_references(bench: WindowBench, brand: LiveBrand) -> None:
    await stock(brand, {"hero.png": PICTURE})
    live, hidden = await two_pages(brand, page_of(brand, "hero.png"))
    panel = await files_panel(bench, await bench.workspace(brand))
    dialog, offer = await begin_renaming(panel, "hero.png")
    await until(lambda: "Visitors see the changes in 1 page right away." in said(dialog))
    assert dialog.go_button.text() == "Rename and publish changes"
    offer.box.click()
    # Only the file is renamed then, and no page is published.
    assert dialog.go_button.text() == "Rename"
    assert offer.visible.isHidden()
    dialog.answer("")
    assert await html_of(brand, live, hidden) == [page_of(brand, "hero.png")] * 2


@in_the_window
async def test_rename_with_references_in_drafts_alone(bench: WindowBench, brand: LiveBrand) -> None:
    await stock(brand, {"hero.png": PICTURE})
    await brand.add("Hidden", slug="hidden", html=page_of(brand, "hero.png"))
    workspace = await bench.workspace(brand)
    await bench.pages(workspace)
    dialog, offer = await begin_renaming(await files_panel(bench, workspace), "hero.png")
    await until(lambda: offer.accepted and offer.visible.isHidden())
    assert dialog.go_button.text() == "Rename"
    dialog.answer("")


@in_the_window
async def test_move_with_references(bench: WindowBench, brand: LiveBrand) -> None:
    await stock(brand, {"hero.png": PICTURE})
    live, _hidden = await two_pages(brand, page_of(brand, "hero.png"))
    panel = await files_panel(bench, await bench.workspace(brand))
    ask(panel, None, "hero.png")
    dialog: MoveDialog = await shown_dialog(MoveDialog)
    await until(lambda: "Visitors see the changes in 1 page right away." in said(dialog))
    assert primary(dialog, "move") == "Move and publish changes"
    dialog.answer("")
    assert await html_of(brand, live) == [page_of(brand, "hero.png")]


@in_the_window
async def test_repair_of_references(bench: WindowBench, brand: LiveBrand) -> None:
    await stock(brand, {"new/hero.png": PICTURE})
    live, _hidden = await two_pages(brand, page_of(brand, "old/hero.png"))
    window = await broken_in(await files_panel(bench, await bench.workspace(brand)))
    await until(window.repair_button.isEnabled)
    window.repair_button.click()
    dialog: RepairDialog = await shown_dialog(RepairDialog)
    assert "Visitors see the changes in 1 page right away." in said(dialog)
    assert primary(dialog, "repair") == "Publish changes"
    dialog.answer("")
    assert await html_of(brand, live) == [page_of(brand, "old/hero.png")]
    window.hide()


@in_the_window
async def test_component_publish(bench: WindowBench, brand: LiveBrand) -> None:
    made = await component(brand, "vow", "<p>One</p>")
    panel = await components_panel(bench, await bench.workspace(brand), made)
    type_source(panel, "<p>Two</p>")
    panel.publish()
    dialog: ComponentDialog = await shown_dialog(ComponentDialog)
    assert dialog.windowTitle() == "Publish changes to “Vow”?"
    assert "Visitors see these changes right away" in said(dialog)
    assert primary(dialog, "publish") == "Publish changes"
    dialog.answer("")
    await until(lambda: panel.is_quiet)
    assert (await live_component(brand, made)).html == "<p>One</p>"


@in_the_window
async def test_copy_to_brand(bench: WindowBench, brand: LiveBrand, live: LivePlatform) -> None:
    there = live.brand("Second")
    page = await brand.add("Sale", slug="sale", html="<p>tea</p>", status=LIVE)
    panel, _ = await two_brands(bench, brand, there)
    dialog = await dialog_for(panel, page)
    assert "visitors see nothing until you publish them" in said(dialog)
    dialog.yes.click()
    await bench.idle(panel)
    assert (await only_page(there)).status == HIDDEN


@in_the_window
async def test_restored_version(bench: WindowBench, brand: LiveBrand) -> None:
    panel = await page_open(bench, brand, status=LIVE, slug="spring")
    page = await brand.stored(page_id(panel))
    await brand.change(page, html="<p>two</p>")
    await panel.session.read_again()
    await until(lambda: panel.editor.source("html") == "<p>two</p>")
    await bench.idle(panel)
    store = panel.workspace.store
    oldest = (await store.versions("pages", str(page.id)))[-1]
    source = OpenRecordHistory(panel.session)
    assert not await source.restore(await source.content(oldest.key), oldest)
    assert panel.editor.source("html") == "<p>one</p>"
    await bench.idle(panel)
    assert await html_of(brand, page) == ["<p>two</p>"]
    panel.save(publish=True)
    dialog: PublishDialog = await shown_dialog(PublishDialog)
    assert primary(dialog, "yes") == "Publish changes"
    dialog.answer("")
    await bench.idle(panel)
    assert await html_of(brand, page) == ["<p>two</p>"]
