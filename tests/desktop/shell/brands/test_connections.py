"""Brands added, opened, refused, cut off and back: clear words, and the work is kept."""

import asyncio
import logging
from pathlib import Path

import keyring
import pytest
from keyring.backends.fail import Keyring as NoKeyring
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLineEdit
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
    turns,
    until,
)

from funneldesk.desktop.app.session import Session
from funneldesk.desktop.local.connections.keyring_access import SERVICE
from funneldesk.desktop.parts.pages.panel import PagesPanel
from funneldesk.desktop.shell.brands.brand_dialogs import AddBrandDialog, BrandEntry
from funneldesk.desktop.workspace import workspace as module
from funneldesk.desktop.workspace.workspace import Workspace

WRONG = "fd_1_" + "x" * 43


@pytest.fixture(autouse=True)
def _keyring(memory_keyring: MemoryKeyring, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "FIRST_RETRY", 0.05)


async def fill_in(
    session: Session, base_url: str, number: str, key: str, *, live: bool = False
) -> AddBrandDialog:
    """Open "Add a brand", type, and press the button."""
    session.tasks.start(session.brand_menu.add_brand())
    dialog: AddBrandDialog = await shown_dialog(AddBrandDialog)
    dialog.address.setText(base_url)
    dialog.brand.setText(number)
    dialog.key.setText(key)
    dialog.live.setChecked(live)
    dialog.submit.click()
    return dialog


def shown(session: Session) -> Workspace:
    workspace = session.shown()
    assert workspace is not None
    return workspace


def banner(session: Session) -> str:
    """The line across the window."""
    return "" if session.window.banner.isHidden() else session.window.banner.text()


# Adding


@in_the_window
async def test_a_brand_is_checked_with_one_call_and_opened(
    bench: WindowBench, brand: LiveBrand, relay: Relay, memory_keyring: MemoryKeyring
) -> None:
    await brand.add("Spring sale")
    session = bench.session()
    await fill_in(session, relay.base_url, str(brand.number), brand.key(), live=True)
    await until(lambda: session.shown() is not None)
    assert [seen.path for seen in relay.seen[:1]] == [f"/api/brands/{brand.number}"]
    await until(lambda: not open_dialogs())
    connection = shown(session).connection
    assert (connection.name, connection.live, connection.read_only) == ("Harbour Lane", True, False)
    assert memory_keyring.kept == {(SERVICE, connection.id): brand.key()}
    assert "Harbour Lane" in session.window.sidebar.brand.accessibleName()
    panel = session.window.panel()
    assert isinstance(panel, PagesPanel)
    await until(lambda: panel.list.list.rows.rowCount() == 1)


@pytest.mark.parametrize(
    ("address", "number", "key", "words"),
    [
        ("", "1", WRONG, "are both needed"),
        ("https://a.example", "1", "", "are both needed"),
        ("https://a.example", "one", WRONG, "whole number"),
        ("https://a.example", "0", WRONG, "whole number"),
        ("ftp://a.example", "1", WRONG, "begins with https://"),
        ("https://a.example/?x=1", "1", WRONG, "ends before any ?"),
        ("https://me:secret@a.example", "1", WRONG, "no user name or password"),
        ("https://a.example", "1", "schlüssel", "This cannot be a key."),
        ("http://127.0.0.1:1", "1", WRONG, "cannot be reached"),
    ],
)
@in_the_window
async def test_what_is_wrong_is_said_in_the_dialog(
    bench: WindowBench, address: str, number: str, key: str, words: str
) -> None:
    session = bench.session()
    dialog = await fill_in(session, address, number, key)
    await until(lambda: not dialog.problem.isHidden())
    assert words in dialog.problem.text()
    assert dialog.submit.isEnabled()
    assert dialog.submit.text() == "Check and add"
    assert session.brands.connections() == ()
    dialog.answer("")


@in_the_window
async def test_wrong_keys_and_numbers_are_told_apart_quirk_5(
    bench: WindowBench, brand: LiveBrand, live: LivePlatform, memory_keyring: MemoryKeyring
) -> None:
    session = bench.session()
    other = live.brand()
    dialog = await fill_in(session, brand.base_url, str(brand.number), WRONG)
    await until(lambda: "does not accept this key" in dialog.problem.text())
    dialog.key.setText(other.key())
    dialog.submit.click()
    await until(lambda: "cannot open this brand" in dialog.problem.text())
    assert memory_keyring.kept == {}
    dialog.brand.setText(str(other.number))
    dialog.submit.click()
    await until(lambda: session.shown() is not None)


@in_the_window
async def test_cancelling_while_it_is_checked_is_quiet(
    bench: WindowBench, brand: LiveBrand, relay: Relay
) -> None:
    session = bench.session()
    async with relay.held("GET"):
        dialog = await fill_in(session, relay.base_url, str(brand.number), brand.key())
        await until(lambda: relay.seen)
        assert dialog.submit.text() == "Checking…"
        dialog.answer("")
        await asyncio.sleep(0.05)
    await turns()
    assert not open_dialogs()
    assert bench.notifications.notices == []
    assert session.shown() is None


@in_the_window
async def test_without_a_keyring_the_key_lives_for_this_run(
    bench: WindowBench, brand: LiveBrand
) -> None:
    keyring.set_keyring(NoKeyring())
    session = bench.session()
    await bench.add_brand(session, brand)
    notice = bench.notice("no keyring")
    assert notice is not None
    assert "until you quit" in notice.text
    assert shown(session).connection_state == "online"


@in_the_window
async def test_the_key_is_written_nowhere(
    bench: WindowBench, brand: LiveBrand, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    session = bench.session()
    panel = await bench.add_brand(session, brand)
    await brand.add("Spring sale", html="<p>one</p>")
    panel.refresh()
    await bench.idle(panel)
    brand_id = shown(session).connection.id
    await bench.quit(session)
    files = [path for path in (tmp_path / "home").rglob("*") if path.is_file()]
    assert {"connections.json", "settings.json", f"{brand_id}.sqlite3"} <= {f.name for f in files}
    secret = brand.key().split("_", 2)[2]
    for file in files:
        assert secret.encode() not in file.read_bytes(), file.name
    assert secret not in caplog.text
    assert secret not in repr(bench.notifications.notices)
    assert secret not in repr(BrandEntry("https://a.example", 1, brand.key(), "#fff", False, False))


# Opened again


@in_the_window
async def test_the_next_start_finds_the_key_in_the_keyring(
    bench: WindowBench, brand: LiveBrand
) -> None:
    await brand.add("Spring sale")
    session = bench.session()
    await bench.add_brand(session, brand)
    identity = shown(session).connection.id
    await bench.quit(session)

    session = bench.session()
    session.brands.book = await session.brands.book.load(session.folders.connections_file)
    await session.brands.show(identity)
    await until(lambda: shown(session).connection_state == "online")
    assert not open_dialogs()


@in_the_window
async def test_a_key_that_ended_meanwhile_is_asked_for_over_the_local_copy(
    bench: WindowBench, brand: LiveBrand, memory_keyring: MemoryKeyring
) -> None:
    await brand.add("Spring sale")
    session = bench.session()
    await bench.add_brand(session, brand)
    identity = shown(session).connection.id
    await bench.quit(session)
    brand.revoke()

    session = bench.session()
    session.brands.book = await session.brands.book.load(session.folders.connections_file)
    await session.brands.show(identity)
    dialog = await shown_dialog()
    panel = session.window.panel()
    assert isinstance(panel, PagesPanel)
    await until(lambda: panel.list.list.rows.rowCount() > 0)
    assert panel.list.list.rows.at(0).title == "Spring sale"
    assert "no longer accepts this key" in said(dialog)
    assert "refuses this brand's key" in banner(session)
    dialog.findChild(QLineEdit).setText(brand.key())
    dialog.answer("yes")
    await until(lambda: banner(session) == "")
    assert memory_keyring.kept[SERVICE, identity] == brand.key()


@in_the_window
async def test_removing_a_brand_takes_its_key_along(
    bench: WindowBench, brand: LiveBrand, live: LivePlatform, memory_keyring: MemoryKeyring
) -> None:
    session = bench.session()
    await bench.add_brand(session, brand)
    first = shown(session)
    second = live.brand("Second Street")
    await fill_in(session, second.base_url, str(second.number), second.key())
    await until(lambda: shown(session) is not first)
    await session.brands.remove(shown(session).connection.id)
    assert list(memory_keyring.kept) == [(SERVICE, first.connection.id)]
    assert [c.name for c in session.brands.connections()] == ["Harbour Lane"]
    assert session.shown() is None
    assert bench.notifications.notices == []


# Refused in the middle of work


@in_the_window
async def test_a_viewer_s_save_is_refused_in_words_and_kept_quirk_7(
    bench: WindowBench, brand: LiveBrand
) -> None:
    page = await brand.add("Spring sale", html="<p>one</p>")
    session = bench.session()
    panel = await bench.add_brand(session, brand, role="viewer")
    await bench.opened(panel, page)
    write(panel, "html", "<p>mine</p>")
    await save(bench, panel)
    notice = bench.notice("Your role does not allow this")
    assert notice is not None
    assert "Nothing that you typed is lost." in notice.text
    assert not open_dialogs()
    assert panel.editor.source("html") == "<p>mine</p>"
    drafts = await shown(session).store.drafts()
    assert [draft.content["fields"] for draft in drafts] == [{"html": "<p>mine</p>"}]
    assert not panel.save_button.isEnabled()
    assert (await brand.stored(page.id)).html == "<p>one</p>"
    # The role may have been changed on the platform: F5 offers the save again.
    session.window.show()
    session.window.activateWindow()
    await until(session.window.isActiveWindow)
    QTest.keyClick(session.window, Qt.Key.Key_F5)
    await until(panel.save_button.isEnabled)
    assert panel.editor.source("html") == "<p>mine</p>"


@in_the_window
async def test_a_key_that_ends_in_the_middle_is_asked_for_once_and_the_save_goes_on_quirk_5(
    bench: WindowBench, brand: LiveBrand, memory_keyring: MemoryKeyring
) -> None:
    page = await brand.add("Spring sale", html="<p>one</p>")
    session = bench.session()
    panel = await bench.add_brand(session, brand)
    await bench.opened(panel, page)
    write(panel, "html", "<p>mine</p>")
    brand.revoke()
    panel.save()
    dialog = await shown_dialog()
    assert "no longer accepts this key" in said(dialog)
    assert "goes on where it was" in said(dialog)
    dialog.findChild(QLineEdit).setText("not a key ü")
    dialog.answer("yes")
    await until(lambda: open_dialogs() and open_dialogs()[-1] is not dialog)
    dialog = await shown_dialog()
    assert "characters that no key has" in said(dialog)
    dialog.findChild(QLineEdit).setText(brand.key())
    dialog.answer("yes")
    await until(lambda: bench.notice("Saved: Spring sale"))
    assert not open_dialogs()
    assert (await brand.stored(page.id)).html == "<p>mine</p>"
    assert list(memory_keyring.kept.values()) == [brand.key()]
    assert banner(session) == ""


@in_the_window
async def test_without_a_new_key_the_work_is_kept(bench: WindowBench, brand: LiveBrand) -> None:
    page = await brand.add("Spring sale", html="<p>one</p>")
    session = bench.session()
    panel = await bench.add_brand(session, brand)
    await bench.opened(panel, page)
    write(panel, "html", "<p>mine</p>")
    brand.revoke()
    panel.save()
    (await shown_dialog()).answer("")
    await bench.idle(panel)
    assert bench.notice("no longer accepts this key")
    assert "refuses this brand's key" in banner(session)
    assert panel.editor.source("html") == "<p>mine</p>"
    assert panel.save_button.isEnabled()
    panel.refresh()
    await bench.idle(panel)
    assert not open_dialogs()
    panel.save()
    dialog = await shown_dialog()
    dialog.findChild(QLineEdit).setText(brand.key())
    dialog.answer("yes")
    await until(lambda: bench.notice("Saved: Spring sale"))
    assert (await brand.stored(page.id)).html == "<p>mine</p>"


# Gone and back


@pytest.mark.parametrize("way", ["vanishes", "hangs up"])
@in_the_window
async def test_the_platform_goes_and_comes_back(
    bench: WindowBench, brand: LiveBrand, relay: Relay, way: str
) -> None:
    page = await brand.add("Spring sale", html="<p>one</p>")
    session = bench.session()
    panel = await bench.add_brand(session, brand, base_url=relay.base_url)
    await bench.opened(panel, page)
    if way == "vanishes":
        await relay.vanish()
    else:
        relay.reset()
    write(panel, "html", "<p>mine</p>")
    await save(bench, panel)
    notice = bench.notice("cannot be reached")
    assert notice is not None
    assert "Nothing that you typed is lost." in notice.text
    assert "can't be reached" in banner(session)
    assert "is kept" in banner(session)
    assert panel.list.list.rows.at(0).title == "Spring sale"
    drafts = await shown(session).store.drafts()
    assert [draft.content["fields"] for draft in drafts] == [{"html": "<p>mine</p>"}]

    await brand.add("Made meanwhile")
    await relay.listen()
    await until(lambda: banner(session) == "")
    await until(lambda: panel.list.list.rows.rowCount() == 2)
    await save(bench, panel)
    assert (await brand.stored(page.id)).html == "<p>mine</p>"
    assert await shown(session).store.drafts() == []


@in_the_window
async def test_a_start_without_the_platform_shows_the_local_copy(
    bench: WindowBench, brand: LiveBrand, relay: Relay
) -> None:
    page = await brand.add("Spring sale", html="<p>one</p>")
    session = bench.session()
    panel = await bench.add_brand(session, brand, base_url=relay.base_url)
    await bench.opened(panel, page)
    identity = shown(session).connection.id
    await bench.quit(session)
    await relay.vanish()

    session = bench.session()
    session.brands.book = await session.brands.book.load(session.folders.connections_file)
    await session.brands.show(identity)
    await until(lambda: "can't be reached" in banner(session))
    panel = session.window.panel()  # type: ignore[assignment]
    await until(lambda: panel.session.draft is not None)
    assert panel.editor.source("html") == "<p>one</p>"
