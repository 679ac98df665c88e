"""What a user does in the middle of a sentence, and that the sentence is still there."""

from pathlib import Path

import pytest
from tests.desktop.support.live_server import LiveBrand, LivePlatform
from tests.desktop.support.pages_driver import save, write
from tests.desktop.support.relay import Relay
from tests.desktop.support.window_bench import (
    MemoryKeyring,
    WindowBench,
    in_the_window,
    open_dialogs,
    said,
    shown_dialog,
    until,
)

from funneldesk.desktop.app.session import Session
from funneldesk.desktop.local.store import LocalStore
from funneldesk.desktop.local.user_data.drafts import SavedDraft
from funneldesk.desktop.parts.pages.panel import PagesPanel
from funneldesk.desktop.workspace.workspace import Workspace

LONG = "<p>" + "mine " * 60_000 + "</p>"


@pytest.fixture(autouse=True)
def _keyring(memory_keyring: MemoryKeyring) -> None:
    """Nobody's own keyring is asked."""


async def started(bench: WindowBench) -> tuple[Session, PagesPanel]:
    """The program as the next start shows it, with the brand and the page that were open."""
    session = bench.session()
    session.begin()
    await until(lambda: session.shown() is not None)
    panel = bench.pages_of(session)
    await until(lambda: panel.session.draft is not None)
    await bench.idle(panel)
    return session, panel


async def drafts_in(path: Path) -> list[SavedDraft]:
    """The unsaved work in a brand's file, read after the program has ended."""
    kept = await LocalStore.open(path)
    found = await kept.drafts()
    await kept.close()
    return found


async def fill_disk(workspace: Workspace, pages: int = 1) -> None:
    """The disk has no room left for this brand's files, as SQLite finds out by itself."""
    limit = f"PRAGMA max_page_count = {pages}"
    for thread in (workspace.store._thread, workspace.store._work.thread):
        await thread.read(lambda c: c.execute(limit).fetchall())


async def make_room(workspace: Workspace) -> None:
    await fill_disk(workspace, 1_000_000)


@in_the_window
async def test_quitting_in_mid_sentence_and_starting_again(
    bench: WindowBench, brand: LiveBrand
) -> None:
    await brand.add("Autumn sale")
    page = await brand.add("Spring sale", html="<p>one</p>")
    session = bench.session()
    panel = await bench.add_brand(session, brand)
    await bench.opened(panel, page)
    write(panel, "html", "<p>in mid sen</p>")
    await bench.quit(session)

    session, panel = await started(bench)
    assert panel.session.title == "Spring sale"
    assert panel.editor.source("html") == "<p>in mid sen</p>"
    assert "Unsaved since" in panel.editor.kept.text()
    assert panel.library.rows[str(page.id)].unsaved
    assert (await brand.stored(page.id)).html == "<p>one</p>"


@in_the_window
async def test_switching_brands_in_mid_sentence(
    bench: WindowBench, brand: LiveBrand, live: LivePlatform
) -> None:
    page = await brand.add("Spring sale", html="<p>one</p>")
    session = bench.session()
    panel = await bench.add_brand(session, brand)
    await bench.opened(panel, page)
    first = panel.workspace
    write(panel, "html", "<p>in mid sen</p>")
    await bench.add_brand(session, live.brand("Second Street"))
    assert session.shown() is not first
    await until(lambda: panel.session.is_kept)
    assert [d.content["fields"] for d in await first.store.drafts()] == [
        {"html": "<p>in mid sen</p>"}
    ]
    await session.brands.show(first.connection.id)
    assert bench.pages_of(session).editor.source("html") == "<p>in mid sen</p>"


@in_the_window
async def test_read_only_switched_on_meanwhile_keeps_the_words(
    bench: WindowBench, brand: LiveBrand
) -> None:
    page = await brand.add("Spring sale", html="<p>one</p>")
    session = bench.session()
    panel = await bench.add_brand(session, brand)
    await bench.opened(panel, page)
    write(panel, "html", "<p>two</p>")
    identity = panel.workspace.connection.id
    await session.brands.change(identity, read_only=True)
    assert not panel.publish_button.isEnabled()
    await save(bench, panel)
    assert (await brand.stored(page.id)).html == "<p>one</p>"
    assert panel.editor.source("html") == "<p>two</p>"
    await session.brands.change(identity, read_only=False)
    await save(bench, panel)
    assert (await brand.stored(page.id)).html == "<p>two</p>"


@in_the_window
async def test_a_page_deleted_elsewhere_while_it_is_edited(
    bench: WindowBench, brand: LiveBrand
) -> None:
    await brand.add("Autumn sale")
    page = await brand.add("Spring sale", html="<p>one</p>")
    session = bench.session()
    panel = await bench.add_brand(session, brand)
    await bench.opened(panel, page)
    write(panel, "html", "<p>two</p>")
    await brand.delete(page)
    panel.refresh()
    await bench.idle(panel)
    assert panel.library.rows[str(page.id)].unsaved
    await bench.quit(session)

    session, panel = await started(bench)
    assert panel.editor.source("html") == "<p>two</p>"
    await save(bench, panel)
    notice = next(n for n in bench.notifications.notices if n.action is not None)
    assert notice.action is not None
    assert notice.action.label == "Save as a new page"
    notice.action.run()
    await until(lambda: bench.notice("Saved: Spring sale"))
    assert await brand.titles() == ["Autumn sale", "Spring sale"]


@in_the_window
async def test_the_platform_dies_in_mid_save_and_the_program_is_left(
    bench: WindowBench, brand: LiveBrand, relay: Relay
) -> None:
    page = await brand.add("Spring sale", html="<p>one</p>")
    session = bench.session()
    panel = await bench.add_brand(session, brand, base_url=relay.base_url)
    await bench.opened(panel, page)
    write(panel, "html", "<p>two</p>")
    relay.vanish_after = "PUT"
    await save(bench, panel)
    assert panel.library.rows[str(page.id)].unsaved
    await bench.quit(session)

    session, panel = await started(bench)
    assert panel.editor.source("html") == "<p>two</p>"
    await relay.listen()
    await until(lambda: panel.workspace.connection_state == "online")
    await bench.idle(panel)
    await save(bench, panel)
    assert (await brand.stored(page.id)).html == "<p>two</p>"
    assert await panel.workspace.store.drafts() == []


@in_the_window
async def test_a_create_without_an_answer_is_found_by_the_next_start(
    bench: WindowBench, brand: LiveBrand, relay: Relay
) -> None:
    await brand.add("Fresh")
    session = bench.session()
    panel = await bench.add_brand(session, brand, base_url=relay.base_url)
    await panel.session.open_new({"title": "Fresh", "html": "<p>fresh</p>"})
    relay.vanish_after = "POST"
    await save(bench, panel)
    await bench.quit(session)
    assert await brand.titles() == ["Fresh", "Fresh"]

    session, panel = await started(bench)
    assert panel.session.title == "Fresh"
    await relay.listen()
    await until(lambda: panel.workspace.connection_state == "online")
    await bench.idle(panel)
    await save(bench, panel)
    assert await brand.titles() == ["Fresh", "Fresh"]
    assert bench.notice("The answer was lost on the way")
    assert await panel.workspace.store.drafts() == []


@in_the_window
async def test_a_removed_brand_leaves_its_unsaved_work_in_its_file(
    bench: WindowBench, brand: LiveBrand
) -> None:
    page = await brand.add("Spring sale", html="<p>one</p>")
    session = bench.session()
    panel = await bench.add_brand(session, brand)
    await bench.opened(panel, page)
    path = panel.workspace.store.path
    write(panel, "html", "<p>two</p>")
    session.tasks.start(session.brand_menu.set_up())
    (await shown_dialog()).button("remove").click()
    await until(lambda: "Remove" in open_dialogs()[-1].windowTitle() if open_dialogs() else False)
    open_dialogs()[-1].button("yes").click()
    await until(lambda: session.shown() is None or session.shown() is not panel.workspace)
    await bench.quit(session)
    assert [d.content["fields"] for d in await drafts_in(path)] == [{"html": "<p>two</p>"}]


# A full disk


@in_the_window
async def test_with_a_full_disk_the_words_stay_and_nothing_takes_their_place(
    bench: WindowBench, brand: LiveBrand
) -> None:
    page = await brand.add("Spring sale", html="<p>one</p>")
    other = await brand.add("Autumn sale")
    session = bench.session()
    panel = await bench.add_brand(session, brand)
    await bench.opened(panel, page)
    await fill_disk(panel.workspace)
    write(panel, "html", LONG)
    await until(lambda: bench.notice("disk of this computer is full"))
    assert panel.editor.kept.text() == "Not saved on this computer"
    panel.open_record(str(other.id))
    await bench.idle(panel)
    assert panel.session.title == "Spring sale"
    assert panel.editor.source("html") == LONG
    await make_room(panel.workspace)
    panel.open_record(str(other.id))
    await until(lambda: panel.session.title == "Autumn sale")
    assert not bench.notice("disk of this computer is full")


@in_the_window
async def test_with_a_full_disk_quitting_asks_first(bench: WindowBench, brand: LiveBrand) -> None:
    page = await brand.add("Spring sale", html="<p>one</p>")
    session = bench.session()
    panel = await bench.add_brand(session, brand)
    await bench.opened(panel, page)
    await fill_disk(panel.workspace)
    write(panel, "html", LONG)
    leaving = session.tasks.start(session.may_end())
    dialog = await shown_dialog()
    assert "Your last words are only in this window" in said(dialog)
    assert "“Spring sale”" in said(dialog)
    dialog.answer("")
    assert leaving is not None
    assert not await leaving
    await make_room(panel.workspace)
    assert await session.may_end()


@in_the_window
async def test_with_a_full_disk_a_save_to_the_platform_is_the_way_out(
    bench: WindowBench, brand: LiveBrand
) -> None:
    page = await brand.add("Spring sale", html="<p>one</p>")
    session = bench.session()
    panel = await bench.add_brand(session, brand)
    await bench.opened(panel, page)
    await fill_disk(panel.workspace)
    write(panel, "html", LONG)
    await save(bench, panel)
    assert (await brand.stored(page.id)).html == LONG
    assert bench.notice("Saved: Spring sale")
    assert not panel.save_button.isEnabled()
    assert await session.may_end()
