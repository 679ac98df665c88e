"""Pages out to a folder and in again, on a real platform, with others at work meanwhile."""

import json
from pathlib import Path
from typing import Any

from PySide6.QtWidgets import QMenu
from tests.desktop.support.live_server import LiveBrand
from tests.desktop.support.pages_driver import AWKWARD, write
from tests.desktop.support.relay import Relay
from tests.desktop.support.window_bench import WindowBench, in_the_window, said, shown_dialog, until

from funneldesk.desktop.kit.dialogs.dialog import Dialog
from funneldesk.desktop.parts.pages.folder_sync.dialogs import FolderInDialog
from funneldesk.desktop.parts.pages.folder_sync.feature import PageFolder
from funneldesk.desktop.parts.pages.folder_sync.files import INDEX
from funneldesk.desktop.parts.pages.folder_sync.plan import PagePlan
from funneldesk.desktop.parts.pages.panel import PagesPanel


def folder_of(panel: PagesPanel) -> PageFolder:
    return next(feature for feature in panel.features if isinstance(feature, PageFolder))


async def written(panel: PagesPanel, place: Path, **more: Any) -> Path:
    """Every page written out; the new folder."""
    before = names(place)
    await folder_of(panel).write(place, list(panel.library.rows), **more)
    (made,) = names(place) - before
    return place / made


def names(place: Path) -> set[str]:
    return {path.name for path in place.iterdir()}


async def compared(panel: PagesPanel, root: Path) -> FolderInDialog:
    """The dry run of a folder."""
    panel.tasks.start(folder_of(panel).show_folder(root))
    dialog: FolderInDialog = await shown_dialog(FolderInDialog)
    await until(dialog.bar.isHidden)
    return dialog


def plans(dialog: FolderInDialog) -> dict[str, PagePlan]:
    return {plan.title: plan for plan in dialog._plans.values()}


def outcomes(panel: PagesPanel) -> dict[str, str]:
    assert panel.actions_on_pages.runs.last is not None
    return {item.title: outcome.kind for item, outcome in panel.actions_on_pages.runs.last[1].rows}


def put(path: Path, text: str) -> None:
    path.write_bytes(text.encode())


@in_the_window
async def test_every_byte_goes_out_and_comes_in_unchanged(
    bench: WindowBench, brand: LiveBrand, tmp_path: Path, relay: Relay
) -> None:
    await brand.add("Spring", slug="spring", html=AWKWARD, css="p { }\r\n", password="secret word")
    await brand.add("Bare", slug="bare")
    panel = await bench.pages(await bench.workspace(brand, base_url=relay.base_url))
    root = await written(panel, tmp_path)
    assert (root / "spring" / "page.html").read_bytes() == AWKWARD.encode()
    assert (root / "spring" / "page.css").read_bytes() == b"p { }\r\n"
    told = json.loads((root / "spring" / "page.json").read_text("utf-8"))
    assert told["title"] == "Spring"
    assert "secret word" not in "".join(
        path.read_text("utf-8") for path in root.rglob("*") if path.is_file()
    )
    assert bench.notice("2 pages exported to")

    dialog = await compared(panel, root)
    assert {plan.kind for plan in plans(dialog).values()} == {"unchanged"}
    assert not dialog.yes.isEnabled()
    dialog.answer("")
    await bench.idle(panel)
    assert not relay.writes()


@in_the_window
async def test_what_was_edited_in_the_folder_is_sent_and_nothing_else(
    bench: WindowBench, brand: LiveBrand, tmp_path: Path, relay: Relay
) -> None:
    page = await brand.add("Spring", slug="spring", html="<p>one</p>\r\n", css="p { }")
    await brand.add("Bare", slug="bare", html="<p>bare</p>")
    panel = await bench.pages(await bench.workspace(brand, base_url=relay.base_url))
    root = await written(panel, tmp_path)
    put(root / "spring" / "page.html", "<p>two\u00a0</p>\r\n")
    settings = json.loads((root / "spring" / "page.json").read_text("utf-8"))
    put(root / "spring" / "page.json", json.dumps({**settings, "seo_title": "New", "odd": 1}))
    dialog = await compared(panel, root)
    plan = plans(dialog)["Spring"]
    assert plan.kind == "changed"
    assert set(plan.after) == {"html", "seo_title"}
    assert "odd" in plan.words()
    await until(lambda: dialog.diff.changes)
    dialog.yes.click()
    await bench.idle(panel)
    assert [seen.body for seen in relay.writes()] == [
        {"title": "Spring", "html": "<p>two\u00a0</p>\r\n", "seo_title": "New"}
    ]
    assert (await brand.stored(page.id)).html == "<p>two\u00a0</p>\r\n"
    notice = bench.notice("1 page imported")
    assert notice is not None
    assert notice.action is not None
    notice.action.run()
    await bench.idle(panel)
    stored = await brand.stored(page.id)
    assert (stored.html, stored.seo_title or "") == ("<p>one</p>\r\n", "")


@in_the_window
async def test_a_clash_is_not_ticked_and_theirs_alone_is_left(
    bench: WindowBench, brand: LiveBrand, tmp_path: Path
) -> None:
    both = await brand.add("Both", slug="both", html="<p>one</p>")
    theirs = await brand.add("Theirs", slug="theirs", html="<p>one</p>")
    apart = await brand.add("Apart", slug="apart", html="<p>one</p>", css="a { }")
    panel = await bench.pages(await bench.workspace(brand))
    root = await written(panel, tmp_path)
    put(root / "both" / "page.html", "<p>mine</p>")
    put(root / "apart" / "page.html", "<p>mine</p>")
    await brand.change(both, html="<p>theirs</p>")
    await brand.change(theirs, html="<p>theirs</p>")
    await brand.change(apart, css="b { }")
    dialog = await compared(panel, root)
    found = plans(dialog)
    assert {name: plan.kind for name, plan in found.items()} == {
        "Both": "clash",
        "Theirs": "unchanged",
        "Apart": "changed",
    }
    assert "Changed there too" in found["Both"].words()
    assert [plan.title for plan in dialog.chosen] == ["Apart"]
    dialog.yes.click()
    await bench.idle(panel)
    assert (await brand.stored(both.id)).html == "<p>theirs</p>"
    assert (await brand.stored(theirs.id)).html == "<p>theirs</p>"
    stored = await brand.stored(apart.id)
    assert (stored.html, stored.css) == ("<p>mine</p>", "b { }")


@in_the_window
async def test_a_change_between_the_dry_run_and_the_write_is_left_alone(
    bench: WindowBench, brand: LiveBrand, tmp_path: Path
) -> None:
    page = await brand.add("Spring", slug="spring", html="<p>one</p>")
    panel = await bench.pages(await bench.workspace(brand))
    root = await written(panel, tmp_path)
    put(root / "spring" / "page.html", "<p>mine</p>")
    dialog = await compared(panel, root)
    await brand.change(page, html="<p>theirs</p>")
    dialog.yes.click()
    await bench.idle(panel)
    assert outcomes(panel) == {"Spring": "skipped"}
    assert (await brand.stored(page.id)).html == "<p>theirs</p>"
    assert bench.notice("Someone else changed it")


@in_the_window
async def test_what_a_file_replaces_stays_in_the_history(
    bench: WindowBench, brand: LiveBrand, tmp_path: Path
) -> None:
    page = await brand.add("Spring", slug="spring", html="<p>one</p>")
    panel = await bench.pages(await bench.workspace(brand))
    root = await written(panel, tmp_path)
    put(root / "spring" / "page.html", "<p>mine</p>")
    await brand.change(page, html="<p>theirs</p>")
    dialog = await compared(panel, root)
    dialog.list.rows.tick([str(page.id)], True)
    dialog.yes.click()
    await bench.idle(panel)
    assert (await brand.stored(page.id)).html == "<p>mine</p>"
    store = panel.workspace.store
    versions = await store.versions("pages", str(page.id))
    kept = [(await store.version(version.key))["html"] for version in versions]
    assert "<p>theirs</p>" in kept


@in_the_window
async def test_a_folder_without_an_index_makes_drafts_and_deletes_nothing(
    bench: WindowBench, brand: LiveBrand, tmp_path: Path
) -> None:
    await brand.add("Spring", slug="spring", html="<p>one</p>")
    panel = await bench.pages(await bench.workspace(brand))
    root = tmp_path / "made"
    for name, text in (("summer", "<p>s</p>"), ("spring", "<p>one</p>"), ("broken", "<p>\x00</p>")):
        (root / name).mkdir(parents=True)
        put(root / name / "page.html", text)
    put(root / "summer" / "page.json", '{"status": "published", "disable_right_click": true}')
    dialog = await compared(panel, root)
    found = {plan.name: plan for plan in dialog._plans.values()}
    assert {name: plan.kind for name, plan in found.items()} == {
        "summer": "new",
        "spring": "unchanged",
        "broken": "unreadable",
    }
    assert "NUL" in found["broken"].words()
    assert "no index" in said(dialog)
    dialog.yes.click()
    await bench.idle(panel)
    assert await brand.titles() == ["Spring", "summer"]
    async with brand.api() as api:
        made = next(page for page in await api.pages.list() if page.name == "summer")
    stored = await brand.stored(made.id)
    assert (stored.slug, stored.html, stored.status) == ("summer", "<p>s</p>", "draft")
    # Quirk 24: what only an update takes comes after the create.
    assert stored.disable_right_click is True


@in_the_window
async def test_a_page_that_was_deleted_comes_back_only_when_it_is_ticked(
    bench: WindowBench, brand: LiveBrand, tmp_path: Path
) -> None:
    page = await brand.add("Spring", slug="spring", html="<p>one</p>")
    panel = await bench.pages(await bench.workspace(brand))
    root = await written(panel, tmp_path)
    await brand.delete(page)
    dialog = await compared(panel, root)
    assert plans(dialog)["Spring"].kind == "gone"
    assert not dialog.chosen
    dialog.list.rows.tick(["folder:spring"], True)
    dialog.yes.click()
    await bench.idle(panel)
    assert await brand.titles() == ["Spring"]


@in_the_window
async def test_split_tests_that_would_be_sent_again_are_asked_about(
    bench: WindowBench, brand: LiveBrand, tmp_path: Path, relay: Relay
) -> None:
    """Quirk 27."""
    await brand.add("Spring", slug="spring", html=AWKWARD)
    panel = await bench.pages(await bench.workspace(brand, base_url=relay.base_url))
    root = await written(panel, tmp_path)
    put(root / "spring" / "page.html", AWKWARD + "<p>more</p>")
    dialog = await compared(panel, root)
    dialog.yes.click()
    await until(dialog.isHidden)
    question: Dialog = await shown_dialog()
    assert "split tests" in question.windowTitle()
    question.answer("")
    await bench.idle(panel)
    assert not relay.writes()


@in_the_window
async def test_unsaved_work_on_a_page_is_not_overtaken(
    bench: WindowBench, brand: LiveBrand, tmp_path: Path
) -> None:
    page = await brand.add("Spring", slug="spring", html="<p>one</p>")
    panel = await bench.pages(await bench.workspace(brand))
    root = await written(panel, tmp_path)
    put(root / "spring" / "page.html", "<p>file</p>")
    await bench.opened(panel, page)
    write(panel, "html", "<p>typed</p>")
    await panel.settle()
    dialog = await compared(panel, root)
    dialog.yes.click()
    await bench.idle(panel)
    assert outcomes(panel) == {"Spring": "skipped"}
    assert (await brand.stored(page.id)).html == "<p>one</p>"


@in_the_window
async def test_a_place_that_cannot_be_written_is_told(
    bench: WindowBench, brand: LiveBrand, tmp_path: Path
) -> None:
    await brand.add("Spring", slug="spring", html="<p>one</p>")
    panel = await bench.pages(await bench.workspace(brand))
    (tmp_path / "file").write_text("")
    await folder_of(panel).write(tmp_path / "file", list(panel.library.rows))
    assert bench.notice("not there any more") or bench.notice("could not be written")


@in_the_window
async def test_both_ways_are_offered_in_the_menus(bench: WindowBench, brand: LiveBrand) -> None:
    page = await brand.add("Spring", slug="spring")
    panel = await bench.pages(await bench.workspace(brand))
    menu, chosen = QMenu(), QMenu()
    panel.list.asked_for_section_menu.emit(menu)
    panel.list.asked_for_menu.emit(chosen, [str(page.id)])
    words = [action.text() for action in menu.actions()]
    assert "Export pages to a folder…" in words
    assert "Import pages from a folder…" in words
    assert "Export to a folder…" in [action.text() for action in chosen.actions()]
    assert INDEX.endswith(".jsonl")
