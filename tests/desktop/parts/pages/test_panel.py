"""What is done with pages: begun, brought from disk, copied, deleted; and how they come back."""

from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QUrl
from PySide6.QtWidgets import QLineEdit, QMenu
from tests.desktop.support.live_server import LiveBrand
from tests.desktop.support.pages_driver import write
from tests.desktop.support.relay import Relay
from tests.desktop.support.window_bench import (
    WindowBench,
    in_the_window,
    open_dialogs,
    said,
    shown_dialog,
    until,
)

from funneldesk.contract.pages import TEMPLATE_TYPES, Page
from funneldesk.desktop.kit.controls.labels import plain_tip
from funneldesk.desktop.parts.pages.list import actions
from funneldesk.desktop.parts.pages.list.new_page import NewPageDialog
from funneldesk.desktop.parts.pages.panel import PagesPanel
from funneldesk.desktop.sections.actions import READ_ONLY_HERE

AWKWARD = "<!doctype html>\r\n<title>Summer  sale</title>\r\n<p>a\u00a0b\u2028c\t\U0001f600</p>"


async def panel_with(
    bench: WindowBench, brand: LiveBrand, *titles: str, **flags: bool
) -> tuple[PagesPanel, list[Page]]:
    """The section of a brand that has these pages, the first one open."""
    pages = [await brand.add(title, html=f"<p>{title}</p>") for title in titles]
    panel = await bench.pages(await bench.workspace(brand, place="here", **flags))
    if pages:
        await bench.opened(panel, pages[0])
    return panel, pages


async def new_dialog(panel: PagesPanel) -> NewPageDialog:
    """Ctrl+N."""
    panel.new()
    dialog: NewPageDialog = await shown_dialog(NewPageDialog)
    return dialog


def commands(panel: PagesPanel) -> set[str]:
    return {command.title for command in panel.commands()}


def choose_of_list(panel: PagesPanel, words: str, *ids: str) -> None:
    """Choose an entry of the menu of selected pages."""
    menu = QMenu()
    panel.list.asked_for_menu.emit(menu, list(ids))
    next(action for action in menu.actions() if action.text() == words).trigger()


async def delete(bench: WindowBench, panel: PagesPanel, *pages: Page) -> Any:
    """Ask to delete pages; the dialog that asks back."""
    panel.list.asked_to_delete.emit([str(page.id) for page in pages])
    return await shown_dialog()


# New


@pytest.mark.parametrize("kind", TEMPLATE_TYPES)
@in_the_window
async def test_a_page_from_a_template_type_is_a_draft_on_the_platform(
    bench: WindowBench, brand: LiveBrand, kind: str
) -> None:
    panel, _ = await panel_with(bench, brand)
    dialog = await new_dialog(panel)
    assert not dialog.create_button.isEnabled()
    dialog.title.setText("Summer <sale> & more")
    dialog.type.setCurrentIndex(dialog.type.findData(kind))
    dialog.create_button.click()
    await until(lambda: bench.notice("Saved: Summer <sale> & more"))
    await bench.idle(panel)
    assert not open_dialogs()
    stored = await brand.stored(int(panel.session.record_id))
    assert (stored.name, stored.status, stored.type) == ("Summer <sale> & more", "draft", kind)
    assert "Summer &lt;sale&gt; &amp; more" in str(stored.html)
    assert panel.editor.source("html") == stored.html
    assert panel.list.list.rows.rowCount() == 1
    assert panel.list.list.selected_ids() == [str(stored.id)]


@in_the_window
async def test_a_file_becomes_a_page_byte_for_byte(
    bench: WindowBench, brand: LiveBrand, tmp_path: Path
) -> None:
    file = tmp_path / "Summer Sale.html"
    file.write_bytes(AWKWARD.encode())
    panel, _ = await panel_with(bench, brand)
    dialog = await new_dialog(panel)
    dialog.take_file(file)
    await until(lambda: dialog.file_name.text())
    assert dialog.title.text() == "Summer sale"
    assert "Summer Sale.html" in dialog.file_name.text()
    dialog.create_button.click()
    await until(lambda: bench.notice("Saved: Summer sale"))
    stored = await brand.stored(int(panel.session.record_id))
    assert (stored.html, stored.slug, stored.status) == (AWKWARD, "summer-sale", "draft")


@pytest.mark.parametrize(
    ("content", "words"),
    [(b"", "is empty"), (b"<p>\x00</p>", "NUL characters"), (None, "not there any more")],
)
@in_the_window
async def test_a_file_that_is_no_page_is_said_so(
    bench: WindowBench, brand: LiveBrand, tmp_path: Path, content: bytes | None, words: str
) -> None:
    file = tmp_path / "page.html"
    if content is not None:
        file.write_bytes(content)
    panel, _ = await panel_with(bench, brand)
    dialog = await new_dialog(panel)
    dialog.take_file(file)
    await until(lambda: not dialog.note.isHidden())
    assert words in said(dialog)
    assert "page.html" in dialog.note.text()
    dialog.answer("")
    await bench.idle(panel)
    assert await brand.titles() == []


@in_the_window
async def test_a_new_page_that_the_line_lost_stays_on_this_computer(
    bench: WindowBench, brand: LiveBrand, relay: Relay
) -> None:
    panel = await bench.pages(await bench.workspace(brand, base_url=relay.base_url))
    await relay.vanish()
    dialog = await new_dialog(panel)
    dialog.title.setText("Summer sale")
    dialog.create_button.click()
    await until(lambda: bench.notice("cannot be reached"))
    await bench.idle(panel)
    assert panel.list.list.rows.at(0).marked
    assert [draft.is_new for draft in await panel.workspace.store.drafts()] == [True]
    assert "Duplicate this page" not in commands(panel)


# Copies


@in_the_window
async def test_a_copy_has_everything_but_its_address(bench: WindowBench, brand: LiveBrand) -> None:
    page = await brand.add(
        "Spring sale", html=AWKWARD, css="p { }", slug="spring", status="published", seo_title="S"
    )
    panel = await bench.pages(await bench.workspace(brand))
    await bench.opened(panel, page)
    next(c for c in panel.commands() if c.title == "Duplicate this page").run()
    await until(lambda: panel.session.title == "Spring sale (copy)")
    await bench.idle(panel)
    copy = await brand.stored(int(panel.session.record_id))
    assert (copy.html, copy.css, copy.seo_title) == (AWKWARD, "p { }", "S")
    assert copy.status == "draft"
    assert copy.slug not in ("spring", "")
    assert bench.notice("Duplicated as “Spring sale (copy)”")


@in_the_window
async def test_several_pages_are_copied_at_once(bench: WindowBench, brand: LiveBrand) -> None:
    panel, pages = await panel_with(bench, brand, "One", "Two")
    choose_of_list(panel, "Duplicate", *(str(page.id) for page in pages))
    await until(lambda: bench.notice("2 pages duplicated"))
    await bench.idle(panel)
    assert await brand.titles() == ["One", "One (copy)", "Two", "Two (copy)"]
    assert panel.list.list.rows.rowCount() == 4


# Deleting


@in_the_window
async def test_deleting_asks_first(bench: WindowBench, brand: LiveBrand) -> None:
    panel, pages = await panel_with(bench, brand, "One", "Two")
    dialog = await delete(bench, panel, pages[0])
    assert "Delete “One”?" in said(dialog)
    assert "You can restore it from “Recently deleted”" in said(dialog)
    dialog.answer("")
    await bench.idle(panel)
    assert await brand.titles() == ["One", "Two"]

    (await delete(bench, panel, pages[0])).button("yes").click()
    await until(lambda: bench.notice("1 page deleted"))
    await bench.idle(panel)
    assert await brand.titles() == ["Two"]
    assert panel.session.record_id == ""
    assert panel.middle.currentWidget() is panel.nothing
    assert panel.list.list.rows.rowCount() == 1


@in_the_window
async def test_unsaved_work_goes_with_its_page(bench: WindowBench, brand: LiveBrand) -> None:
    panel, pages = await panel_with(bench, brand, "One")
    write(panel, "html", "<p>mine</p>")
    (await delete(bench, panel, *pages)).answer("yes")
    await until(lambda: bench.notice("1 page deleted"))
    await panel.settle()
    assert await panel.workspace.store.drafts() == []


@in_the_window
async def test_what_somebody_else_deleted_is_deleted(bench: WindowBench, brand: LiveBrand) -> None:
    panel, pages = await panel_with(bench, brand, "One", "Two")
    await brand.delete(pages[1])
    (await delete(bench, panel, *pages)).answer("yes")
    await until(lambda: bench.notice("2 pages deleted"))
    assert await brand.titles() == []


@in_the_window
async def test_on_a_live_brand_the_page_s_name_is_typed(
    bench: WindowBench, brand: LiveBrand
) -> None:
    panel, pages = await panel_with(bench, brand, "One", "Two", live=True)
    dialog = await delete(bench, panel, pages[0])
    assert not dialog.button("yes").isEnabled()
    dialog.findChild(QLineEdit).setText("Two")
    assert not dialog.button("yes").isEnabled()
    dialog.findChild(QLineEdit).setText("One")
    dialog.button("yes").click()
    await until(lambda: bench.notice("1 page deleted"))
    dialog = await delete(bench, panel, pages[1])
    dialog.answer("")
    await bench.idle(panel)
    assert await brand.titles() == ["Two"]


@in_the_window
async def test_several_pages_of_a_live_brand_take_the_brand_s_name(
    bench: WindowBench, brand: LiveBrand
) -> None:
    panel, pages = await panel_with(bench, brand, "One", "Two", live=True)
    dialog = await delete(bench, panel, *pages)
    dialog.findChild(QLineEdit).setText("Harbour Lane")
    dialog.button("yes").click()
    await until(lambda: bench.notice("2 pages deleted"))


@in_the_window
async def test_a_read_only_brand_deletes_and_copies_nothing(
    bench: WindowBench, brand: LiveBrand
) -> None:
    panel, pages = await panel_with(bench, brand, "One", read_only=True)
    menu = QMenu()
    panel.list.asked_for_menu.emit(menu, [str(pages[0].id)])
    entries = {entry.text(): entry for entry in menu.actions()}
    for word in ("Delete…", "Duplicate"):
        assert not entries[word].isEnabled()
        assert entries[word].toolTip() == plain_tip(READ_ONLY_HERE)
    panel.list.asked_to_delete.emit([str(pages[0].id)])
    await bench.idle(panel)
    assert not open_dialogs()
    assert bench.notice("This brand is read only here")
    assert await brand.titles() == ["One"]


@in_the_window
async def test_a_role_that_may_not_delete_is_told_and_nothing_goes(
    bench: WindowBench, brand: LiveBrand
) -> None:
    pages = [await brand.add("One")]
    panel = await bench.pages(await bench.workspace(brand, role="viewer"))
    (await delete(bench, panel, *pages)).answer("yes")
    await until(lambda: bench.notice("Your role does not allow this"))
    assert await brand.titles() == ["One"]
    assert panel.list.list.rows.rowCount() == 1
    panel.new()
    await until(lambda: bench.notice("You can view pages but not change them"))
    assert not open_dialogs()


# The view


@in_the_window
async def test_a_visitor_s_address_opens_in_the_browser(
    bench: WindowBench, brand: LiveBrand, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[str] = []

    class Browser:
        @staticmethod
        def openUrl(url: QUrl) -> None:  # noqa: N802 - Qt's name
            opened.append(url.toString(QUrl.ComponentFormattingOption.FullyEncoded))

    monkeypatch.setattr(actions, "QDesktopServices", Browser)
    page = await brand.add("Spring sale", slug="spring", status="published")
    panel = await bench.pages(await bench.workspace(brand))
    await bench.opened(panel, page)
    panel.open_button.click()
    assert opened == [f"{brand.base_url}/p/{brand.number}/spring"]


@in_the_window
async def test_the_view_comes_back_as_it_was_left(bench: WindowBench, brand: LiveBrand) -> None:
    panel, pages = await panel_with(bench, brand, "One", "Two")
    panel.list.sort("name")
    panel.editor.show_tab("css")
    panel.preview.widths.choose("tablet")
    state = panel.state()

    again = PagesPanel(panel.workspace)
    bench.own(again)
    again.restore(state)
    again.refresh()
    await until(lambda: again.session.record_id == str(pages[0].id))
    await bench.idle(again)
    assert again.state() == state | {"sizes": again.split.sizes()}


@pytest.mark.parametrize(
    "state",
    [
        {"open": 7, "tab": ["x"], "sizes": ["a", "b", "c"], "width": None, "sort": {}},
        {"open": "nowhere", "tab": "nowhere", "sizes": [-1, 2, 3], "sort": "nowhere"},
        {"sizes": "wide", "unknown": 1},
    ],
)
@in_the_window
async def test_a_state_that_makes_no_sense_does_no_harm(
    bench: WindowBench, brand: LiveBrand, state: dict[str, Any]
) -> None:
    await brand.add("One")
    panel = PagesPanel(await bench.workspace(brand))
    bench.own(panel)
    panel.restore(state)
    panel.refresh()
    await until(lambda: panel.list.list.rows.rowCount() == 1)
    await bench.idle(panel)
    panel.open_record(panel.list.list.rows.at(0).id)
    await until(lambda: panel.session.title == "One")


@in_the_window
async def test_only_what_makes_sense_is_offered(bench: WindowBench, brand: LiveBrand) -> None:
    panel, _ = await panel_with(bench, brand, "One")
    assert "Take this page offline…" not in commands(panel)
    assert "Discard unsaved changes" not in commands(panel)
    assert {"New page", "Publish this page", "Duplicate this page"} <= commands(panel)
    write(panel, "html", "<p>mine</p>")
    assert "Discard unsaved changes" in commands(panel)


@in_the_window
async def test_a_brand_made_read_only_closes_the_open_page(
    bench: WindowBench, brand: LiveBrand
) -> None:
    panel, _ = await panel_with(bench, brand, "One")
    write(panel, "html", "<p>mine</p>")
    assert panel.save_button.isEnabled()
    object.__setattr__(panel.workspace.connection, "read_only", True)
    panel.workspace.connection_changed.emit()
    assert not panel.save_button.isEnabled()
    title = panel.editor.settings.form.row("title").findChild(QLineEdit)
    assert title.isReadOnly()
    assert panel.editor.source("html") == "<p>mine</p>"
