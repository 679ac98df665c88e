"""Renaming, moving and repairing: what names the files follows, and one undo takes back both."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from tests.desktop.parts.files.moving.test_moving import ask
from tests.desktop.parts.files.organise.test_organise import content, on_platform, organise, row_of
from tests.desktop.parts.files.test_panel import FILES, opened, stock
from tests.desktop.support.live_server import LiveBrand
from tests.desktop.support.window_bench import WindowBench, in_the_window, said, shown_dialog, until

from funneldesk.contract.components import ComponentDraft
from funneldesk.desktop.assets.library.row import AssetRow
from funneldesk.desktop.assets.references.index import ReferenceIndex
from funneldesk.desktop.assets.references.moved_texts import TextChange
from funneldesk.desktop.assets.references.writers import ComponentWriter
from funneldesk.desktop.assets.transfers.queue import TransferQueue
from funneldesk.desktop.parts.files.moving.dialog import MoveDialog
from funneldesk.desktop.parts.files.organise.name_dialog import NameDialog
from funneldesk.desktop.parts.files.organise.rename import completed
from funneldesk.desktop.parts.files.panel import FilesPanel
from funneldesk.desktop.parts.files.references.broken import BrokenReferences
from funneldesk.desktop.parts.files.references.repair import RepairDialog
from funneldesk.desktop.parts.files.references.update_offer import UpdateOffer
from funneldesk.desktop.parts.files.references.update_preview import UpdatePreview
from funneldesk.desktop.parts.files.references.where_used import WhereUsed
from funneldesk.desktop.parts.pages.split_tests import keeping
from funneldesk.desktop.records.bulk.outcome import BulkItem, Outcome

PICTURE = FILES["hero.png"]
TESTED = (
    '<inline-split-test name="Head"><variant name="A" weight="50">a</variant>'
    '<variant name="B" weight="50">b</variant></inline-split-test>'
)


def page_of(brand: LiveBrand, path: str) -> str:
    return (
        f'<a href="https://else.example/7/assets/hero.png"></a><img src="{at(brand)}/{path}?v=2">'
    )


def at(brand: LiveBrand) -> str:
    return f"/cdn/{brand.number}/assets"


async def used_everywhere(brand: LiveBrand) -> tuple[int, int]:
    """A picture that a page, a component and a style sheet name; the ids of page and component."""
    css = f".a {{ background: url(../hero.png) }} .b {{ background: url({at(brand)}/hero.png) }}"
    await stock(brand, {"hero.png": PICTURE, "styles/site.css": css.encode()})
    page = await brand.add("Summer sale", html=page_of(brand, "hero.png"))
    async with brand.api() as api:
        draft = ComponentDraft(name="Header", html=f'<img src="{at(brand)}/hero.png">')
        component = await api.components.create(draft)
    return page.id, component.id


async def texts(brand: LiveBrand, ids: tuple[int, int]) -> tuple[str, str, str]:
    async with brand.api() as api:
        page, component = await api.pages.get(ids[0]), await api.components.get(ids[1])
    css = await content(brand, "styles/site.css")
    return page.html or "", component.html or "", css.decode()


async def begin_renaming(panel: FilesPanel, path: str) -> tuple[NameDialog, UpdateOffer]:
    organise(panel).rename(row_of(panel, path))
    dialog: NameDialog = await shown_dialog(NameDialog)
    offer = dialog.findChild(UpdateOffer)
    assert isinstance(offer, UpdateOffer)
    return dialog, offer


async def press_undo(panel: FilesPanel) -> None:
    panel.activateWindow()
    await until(panel.isActiveWindow)
    panel.list.enter()
    QTest.keyClick(panel.list.grid, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)


async def broken_in(panel: FilesPanel) -> BrokenReferences:
    """The window of broken references, with what was found."""
    uses = next(each for each in panel.features if isinstance(each, WhereUsed))
    uses.show_broken()
    window = uses._broken
    assert window is not None
    await until(lambda: window.index.is_whole and window.shown)
    return window


@in_the_window
async def test_what_names_a_renamed_file_follows_and_one_undo_takes_back_both(
    brand: LiveBrand, bench: WindowBench
) -> None:
    ids = await used_everywhere(brand)
    before = await texts(brand, ids)
    panel = await opened(bench, await bench.workspace(brand))
    dialog, offer = await begin_renaming(panel, "hero.png")
    whole = "Update 4 references in 1 page, 1 component and 1 style sheet"
    await until(lambda: offer.box.text() == whole)
    dialog.field.setText("summer hero")
    dialog._typed()
    dialog.go_button.click()
    await until(lambda: bench.notice("Renamed to summer hero.png"))
    assert await texts(brand, ids) == (
        page_of(brand, "summer%20hero.png"),
        f'<img src="{at(brand)}/summer%20hero.png">',
        ".a { background: url(../summer%20hero.png) }"
        f" .b {{ background: url({at(brand)}/summer%20hero.png) }}",
    )
    await press_undo(panel)
    await until(lambda: bench.notice("Undone."))
    told = bench.notice("Undone.")
    assert told is not None
    assert told.text == "Renamed to summer hero.png."
    assert await texts(brand, ids) == before
    assert "hero.png" in await on_platform(brand)
    await until(lambda: [row.path for row in panel.selected()] == ["hero.png"])
    await press_undo(panel)
    await until(lambda: bench.notice("Nothing to undo in Files."))


@in_the_window
async def test_the_preview_shows_each_change_and_nothing_is_written_unasked(
    brand: LiveBrand, bench: WindowBench
) -> None:
    ids = await used_everywhere(brand)
    before = await texts(brand, ids)
    panel = await opened(bench, await bench.workspace(brand))
    dialog, offer = await begin_renaming(panel, "hero.png")
    await until(lambda: len(offer.writable) == 3)
    dialog.field.setText("other")
    offer.preview.click()
    preview: UpdatePreview = await shown_dialog(UpdatePreview)
    await until(lambda: preview.changes.texts)
    assert preview.changes.texts == {
        "html": (page_of(brand, "hero.png"), page_of(brand, "other.png"))
    }
    preview.answer("")
    offer.box.click()
    dialog._typed()
    dialog.go_button.click()
    await until(lambda: bench.notice("Renamed to other.png"))
    assert await texts(brand, ids) == before


@in_the_window
async def test_a_page_with_unsaved_changes_is_not_promised_to_follow(
    brand: LiveBrand, bench: WindowBench
) -> None:
    await stock(brand, {"hero.png": PICTURE})
    edited = await brand.add("Edited", html=page_of(brand, "hero.png"))
    await brand.add("Other", html=page_of(brand, "hero.png"))
    workspace = await bench.workspace(brand)
    changes = {"html": page_of(brand, "hero.png") + "<p>more</p>"}
    await workspace.store.save_draft("pages", str(edited.id), changes, {})
    panel = await opened(bench, workspace)
    dialog, offer = await begin_renaming(panel, "hero.png")
    await until(lambda: offer.box.text() == "Update 1 reference in 1 page")
    await until(lambda: "Not updated, because of unsaved changes: 1 page." in said(dialog))
    dialog.field.setText("other")
    offer.preview.click()
    preview: UpdatePreview = await shown_dialog(UpdatePreview)
    await until(lambda: preview.changes.texts)
    assert preview.list.rows.rowCount() == 1
    preview.answer("")
    dialog.answer("")


@in_the_window
async def test_a_page_whose_unsaved_work_no_longer_names_the_file_is_not_promised_to_follow(
    brand: LiveBrand, bench: WindowBench
) -> None:
    await stock(brand, {"hero.png": PICTURE})
    edited = await brand.add("Edited", html=page_of(brand, "hero.png"))
    await brand.add("Other", html=page_of(brand, "hero.png"))
    workspace = await bench.workspace(brand)
    await workspace.store.save_draft("pages", str(edited.id), {"html": "<p>no file</p>"}, {})
    dialog, offer = await begin_renaming(await opened(bench, workspace), "hero.png")
    await until(lambda: offer.box.text() == "Update 1 reference in 1 page")
    await until(lambda: "Not updated, because of unsaved changes: 1 page." in said(dialog))
    dialog.answer("")


@in_the_window
async def test_a_repair_says_which_pages_it_leaves_for_their_unsaved_work(
    brand: LiveBrand, bench: WindowBench
) -> None:
    await stock(brand, {"new/hero.png": PICTURE})
    page = await brand.add("Sale", html=page_of(brand, "old/hero.png"))
    workspace = await bench.workspace(brand)
    window = await broken_in(await opened(bench, workspace))
    await workspace.store.save_draft("pages", str(page.id), {"html": "<p>no file</p>"}, {})
    await until(window.repair_button.isEnabled)
    window.repair_button.click()
    dialog: RepairDialog = await shown_dialog(RepairDialog)
    assert dialog.windowTitle() == "These can't be repaired now"
    assert "Not updated, because of unsaved changes: 1 page." in said(dialog)
    assert not dialog.button("repair").isEnabled()
    dialog.answer("")
    window.hide()


@in_the_window
async def test_the_window_says_why_a_reference_cannot_be_repaired(
    brand: LiveBrand, bench: WindowBench
) -> None:
    await stock(brand, {"sea.png": PICTURE})
    await brand.add("Sale", html=page_of(brand, "old/hero.png"))
    window = await broken_in(await opened(bench, await bench.workspace(brand)))
    await until(lambda: window.reason.isVisible() and window.reason.text())
    assert not window.repair_button.isEnabled()
    window.list.setCurrentIndex(window.list.model().index(0, 0))
    assert window.reason.text() == "No file in this brand fits this reference."
    window.hide()


@in_the_window
async def test_what_names_moved_files_follows_and_comes_back_with_them(
    brand: LiveBrand, bench: WindowBench
) -> None:
    ids = await used_everywhere(brand)
    before = await texts(brand, ids)
    panel = await opened(bench, await bench.workspace(brand))
    ask(panel, None, "hero.png", "styles")
    dialog: MoveDialog = await shown_dialog(MoveDialog)
    dialog.target.field.clear()
    QTest.keyClicks(dialog.target.field, "archive/old")
    await until(lambda: dialog.offer.accepted and len(dialog.offer.writable) == 3)
    dialog.button("move").click()
    await until(lambda: bench.notice("2 files were moved"))
    page, component, _ = await texts_after_move(brand, ids)
    assert page == page_of(brand, "archive/old/hero.png")
    assert component == f'<img src="{at(brand)}/archive/old/hero.png">'
    css = (await content(brand, "archive/old/styles/site.css")).decode()
    assert css == (
        ".a { background: url(../hero.png) }"
        f" .b {{ background: url({at(brand)}/archive/old/hero.png) }}"
    )
    notice = bench.notice("2 files were moved")
    assert notice is not None
    assert notice.action is not None
    notice.action.run()
    await until(lambda: bench.notice("Undone."))
    assert await texts(brand, ids) == before
    assert {"hero.png", "styles/site.css"} <= set(await on_platform(brand))


async def texts_after_move(brand: LiveBrand, ids: tuple[int, int]) -> tuple[str, str, str]:
    async with brand.api() as api:
        page, component = await api.pages.get(ids[0]), await api.components.get(ids[1])
    return page.html or "", component.html or "", ""


@in_the_window
async def test_a_move_that_ended_while_nobody_looked_is_followed_at_the_next_start(
    brand: LiveBrand, bench: WindowBench
) -> None:
    ids = await used_everywhere(brand)
    first = await bench.workspace(brand, place="kept")
    panel = await opened(bench, first)
    ask(panel, None, "hero.png")
    dialog: MoveDialog = await shown_dialog(MoveDialog)
    dialog.target.field.clear()
    QTest.keyClicks(dialog.target.field, "archive")
    await until(lambda: dialog.offer.accepted)
    dialog.button("move").click()
    await until(lambda: first.shared(TransferQueue).jobs)
    await first.close()
    again = await bench.workspace(brand, place="kept")
    await opened(bench, again)
    await again.shared(TransferQueue).begin()
    await until(lambda: bench.notice("1 file was moved"))
    page, component, _ = await texts_after_move(brand, ids)
    assert page == page_of(brand, "archive/hero.png")
    assert component == f'<img src="{at(brand)}/archive/hero.png">'


@in_the_window
async def test_a_broken_reference_is_repaired_with_the_file_that_was_found(
    brand: LiveBrand, bench: WindowBench
) -> None:
    await stock(brand, {"new/hero.png": PICTURE})
    page = await brand.add("Sale", html=page_of(brand, "old/hero.png"))
    window = await broken_in(await opened(bench, await bench.workspace(brand)))
    await until(lambda: window.repair_button.isEnabled())
    window.repair_button.click()
    dialog: RepairDialog = await shown_dialog(RepairDialog)
    assert "old/hero.png  →  new/hero.png" in said(dialog)
    dialog.button("repair").click()
    await until(lambda: bench.notice("Repaired hero.png"))
    async with brand.api() as api:
        assert (await api.pages.get(page.id)).html == page_of(brand, "new/hero.png")
    await until(lambda: not window.shown)
    window.hide()


@in_the_window
async def test_running_split_tests_go_on_when_a_reference_is_updated(
    brand: LiveBrand, bench: WindowBench
) -> None:
    await stock(brand, {"hero.png": PICTURE})
    page = await brand.add("Sale", html=f"{TESTED}{page_of(brand, 'hero.png')}")
    async with brand.api() as api:
        running = [test.id for test in (await api.split_tests.list()).rows]
    panel = await opened(bench, await bench.workspace(brand))
    dialog, offer = await begin_renaming(panel, "hero.png")
    await until(lambda: offer.accepted)
    dialog.field.setText("other")
    dialog._typed()
    dialog.go_button.click()
    await until(lambda: bench.notice("References updated in 1 page"))
    async with brand.api() as api:
        assert "other.png" in ((await api.pages.get(page.id)).html or "")
        assert [test.id for test in (await api.split_tests.list()).rows] == running


TOO_MANY = "Its split tests couldn't be found on the server"
DRAFT = "It has an unpublished draft, which publishing would discard."


async def draft_of(brand: LiveBrand, component: int) -> None:
    """Somebody begins to change a component."""
    async with brand.api() as api:
        content = await api.components.get_content(component)
        await api.components.save_draft(component, f"{content.html}<p>draft</p>")


@in_the_window
async def test_what_would_not_follow_is_told_before_a_file_is_renamed(
    brand: LiveBrand, bench: WindowBench, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(keeping, "MOST_RECORDS", 0)
    ids = await used_everywhere(brand)
    await brand.add(
        "Checkout", html=f"{TESTED}{page_of(brand, 'hero.png')}", status="published", slug="pay"
    )
    await draft_of(brand, ids[1])
    panel = await opened(bench, await bench.workspace(brand))
    dialog, offer = await begin_renaming(panel, "hero.png")
    await until(lambda: len(offer.writable) == 2)
    assert offer.box.text() == "Update 3 references in 1 page and 1 style sheet"
    told = said(dialog)
    assert f"“Checkout” can't be updated, so the file would be missing there. {TOO_MANY}" in told
    assert f"“Header” can't be updated, so the file would be missing there. {DRAFT}" in told
    dialog.field.setText("other")
    offer.preview.click()
    preview: UpdatePreview = await shown_dialog(UpdatePreview)
    await until(lambda: preview.changes.texts)
    assert preview.list.rows.rowCount() == 2
    preview.answer("")
    dialog.answer("")
    (visit,) = await brand.visits("pay", 1)
    assert f"{at(brand)}/hero.png" in visit
    assert "hero.png" in await on_platform(brand)


@in_the_window
async def test_a_file_is_not_renamed_when_a_reference_has_just_become_unwritable(
    brand: LiveBrand, bench: WindowBench
) -> None:
    ids = await used_everywhere(brand)
    panel = await opened(bench, await bench.workspace(brand))
    dialog, offer = await begin_renaming(panel, "hero.png")
    await until(lambda: len(offer.writable) == 3)
    await offer.judge()
    await draft_of(brand, ids[1])
    before = await texts(brand, ids)
    dialog.field.setText("other")
    dialog._typed()
    dialog.go_button.click()
    await until(lambda: "Nothing was renamed yet" in said(dialog))
    assert f"“Header” can't be updated, so the file would be missing there. {DRAFT}" in said(dialog)
    assert await texts(brand, ids) == before
    assert "hero.png" in await on_platform(brand)
    dialog.go_button.click()
    await until(lambda: bench.notice("Renamed to other.png"))
    assert (await texts(brand, ids))[0] == page_of(brand, "other.png")
    told = bench.notice("Renamed to other.png")
    assert told is not None
    assert told.action is not None
    assert told.action.label == "Undo"


@in_the_window
async def test_a_file_is_not_renamed_before_a_page_that_has_just_come_to_use_it_is_told(
    brand: LiveBrand, bench: WindowBench
) -> None:
    await stock(brand, {"hero.png": PICTURE})
    page = await brand.add("Sale", html=page_of(brand, "hero.png"))
    workspace = await bench.workspace(brand)
    panel = await opened(bench, workspace)
    dialog, offer = await begin_renaming(panel, "hero.png")
    await until(lambda: len(offer.writable) == 1)
    offer.line.told.disconnect()  # As where the index comes to know it too late for the dialog.
    other = await brand.add("Other", html=page_of(brand, "hero.png"))
    index = workspace.shared(ReferenceIndex)
    index.read_again()
    await until(lambda: index.covered and index.covered[0].known == 2)
    dialog.field.setText("other")
    dialog._typed()
    dialog.go_button.click()
    await until(lambda: "Nothing was renamed yet" in said(dialog))
    assert offer.box.text() == "Update 2 references in 2 pages"
    dialog.go_button.click()
    await until(lambda: bench.notice("References updated in 2 pages"))
    for each in (page, other):
        assert (await brand.stored(each.id)).html == page_of(brand, "other.png")


@in_the_window
async def test_one_undo_takes_back_the_file_and_the_references_that_followed(
    brand: LiveBrand, bench: WindowBench, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A write that is refused at the last moment leaves one undo for everything else."""
    ids = await used_everywhere(brand)
    before = await texts(brand, ids)
    panel = await opened(bench, await bench.workspace(brand))
    dialog, offer = await begin_renaming(panel, "hero.png")
    await until(lambda: len(offer.writable) == 3)
    writing = ComponentWriter.write

    async def late(self: ComponentWriter, item: BulkItem, change: TextChange) -> Outcome:
        await draft_of(brand, ids[1])
        return await writing(self, item, change)

    monkeypatch.setattr(ComponentWriter, "write", late)
    dialog.field.setText("other")
    dialog._typed()
    dialog.go_button.click()
    await until(lambda: bench.notice("Renamed to other.png"))
    told = bench.notice("Renamed to other.png")
    assert told is not None
    assert told.text == (
        f"References updated in 1 page and 1 style sheet. 1 record wasn't updated: Header: {DRAFT}"
    )
    assert told.action is not None
    assert told.action.label == "Undo"
    told.action.run()
    await until(lambda: bench.notice("Undone."))
    assert await texts(brand, ids) == before
    assert "hero.png" in await on_platform(brand)


@pytest.mark.parametrize("state", ["paused", "finalized", "completed", "deleted"])
@in_the_window
async def test_a_test_that_does_not_run_is_no_reason_to_leave_a_page_out(
    brand: LiveBrand, bench: WindowBench, state: str
) -> None:
    await stock(brand, {"hero.png": PICTURE})
    page = await brand.add(
        "Checkout", html=f"{TESTED}{page_of(brand, 'hero.png')}", status="published", slug="pay"
    )
    (number,) = await brand.split_tests(page.id)
    await brand.end_test(number, state)
    panel = await opened(bench, await bench.workspace(brand))
    dialog, offer = await begin_renaming(panel, "hero.png")
    await until(lambda: offer.accepted)
    dialog.field.setText("other")
    dialog._typed()
    dialog.go_button.click()
    await until(lambda: bench.notice("References updated in 1 page"))
    (visit,) = await brand.visits("pay", 1)
    assert "other.png" in visit
    assert f"{at(brand)}/hero.png" not in visit
    assert await brand.states(page.id) == {number: state}


@pytest.mark.parametrize(
    ("typed", "name"),
    [
        ("zz.png", "zz"),
        ("zz.PNG", "zz"),
        ("zz.png.png", "zz"),
        ("zz.", "zz"),
        ("zz. .png", "zz"),
        (" zz ", "zz"),
        ("v1.2", "v1.2"),
        (".png", ""),
        ("...", ""),
    ],
)
def test_the_extension_stays_whatever_is_typed(typed: str, name: str) -> None:
    assert completed(typed, ".png") == name


@in_the_window
async def test_another_extension_is_refused_with_what_would_do(
    brand: LiveBrand, bench: WindowBench
) -> None:
    await stock(brand)
    panel = await opened(bench, await bench.workspace(brand))
    dialog, _ = await begin_renaming(panel, "hero.png")
    dialog.field.setText("logo.svg")
    dialog._typed()
    assert "can't turn a .png file into .svg" in dialog.problem.text()
    assert dialog.offer.text() == "Use “logo”"
    dialog.field.setText("logo.png.")
    dialog._typed()
    assert dialog.problem.text() == ""
    dialog.go_button.click()
    await until(lambda: "logo.png" in panel.library.rows)
    assert "logo.png" in await on_platform(brand)
    assert isinstance(panel.library.rows["logo.png"], AssetRow)
