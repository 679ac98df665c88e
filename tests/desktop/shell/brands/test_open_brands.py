"""Brands side by side in one window: their panels, colours and connections."""

import pytest
from PySide6.QtWidgets import QPushButton
from tests.desktop.support.live_server import LiveBrand, LivePlatform
from tests.desktop.support.note_sections import add, choose, panel, put_in_place, with_brand
from tests.desktop.support.window_bench import (
    MemoryKeyring,
    WindowBench,
    in_the_window,
    open_dialogs,
    said,
    shown_dialog,
    until,
)

from funneldesk.desktop.shell.brands.brand_dialogs import (
    BrandSettingsDialog,
)


@pytest.fixture(autouse=True)
def _sections(monkeypatch: pytest.MonkeyPatch, memory_keyring: MemoryKeyring) -> None:
    put_in_place(monkeypatch)


@in_the_window
async def test_brands_stay_open_side_by_side(
    bench: WindowBench, brand: LiveBrand, live: LivePlatform
) -> None:
    session = await with_brand(bench, brand)
    session.window.show_section("tickets")
    first = panel(session)
    other = live.brand("Second & Sons")
    await add(session, other)
    assert session.window.top.section.text() == "Notes"
    assert panel(session) is not first
    session.window.sidebar.brand.setFocus()
    choose(session, "Harbour Lane")
    await until(lambda: session.window.panel() is first)
    assert session.window.top.section.text() == "Tickets"
    assert not first.ended
    assert session.window.focusWidget() is first.list
    choose(session, "Second && Sons")
    await until(lambda: session.window.panel() is not first)
    assert "Second & Sons" in session.window.sidebar.brand.accessibleName()


@in_the_window
async def test_going_somewhere_goes_in_the_brand_that_asked(
    bench: WindowBench, brand: LiveBrand, live: LivePlatform
) -> None:
    session = await with_brand(bench, brand)
    asking, first = session.shown(), panel(session)
    assert asking is not None
    await add(session, live.brand("Second Street"))
    asking.go("notes", "3")
    await until(lambda: session.shown() is asking)
    assert first.asked[-1] == "open 3"
    assert "Harbour Lane" in session.window.sidebar.brand.accessibleName()


@in_the_window
async def test_a_brand_that_is_removed_takes_its_panels_and_their_work_along(
    bench: WindowBench, brand: LiveBrand, live: LivePlatform
) -> None:
    session = await with_brand(bench, brand)
    await add(session, live.brand("Second Street"))
    gone = panel(session)
    choose(session, "This computer")
    dialog = await shown_dialog(BrandSettingsDialog)
    dialog.button("remove").click()
    await until(lambda: open_dialogs() and open_dialogs()[-1] is not dialog)
    question = open_dialogs()[-1]
    assert "Remove Second Street from this computer?" in said(question)
    question.button("yes").click()
    await until(lambda: gone.ended)
    await until(lambda: "Harbour Lane" in session.window.sidebar.brand.accessibleName())
    assert session.window.top.section_actions.currentWidget() is panel(session).buttons
    assert bench.notifications.notices == []


@in_the_window
async def test_colour_read_only_and_live_are_kept(bench: WindowBench, brand: LiveBrand) -> None:
    session = await with_brand(bench, brand)
    choose(session, "This computer")
    dialog: BrandSettingsDialog = await shown_dialog(BrandSettingsDialog)
    dialog.read_only.setChecked(True)
    dialog.live.setChecked(True)
    swatch = next(b for b in dialog.findChildren(QPushButton) if b.accessibleName() == "Colour 3")
    swatch.click()
    dialog.button("save").click()
    shown = session.shown()
    assert shown is not None
    await until(lambda: shown.connection.read_only)
    assert shown.connection.live
    assert shown.connection.colour == "#C2410C"
    book = await session.brands.book.load(session.folders.connections_file)
    assert book.connections == (shown.connection,)
    assert session.window.sidebar.brand.live


@in_the_window
async def test_checking_the_connection_says_how_it_is(bench: WindowBench, brand: LiveBrand) -> None:
    session = await with_brand(bench, brand)
    choose(session, "Check the connection")
    await until(lambda: bench.notice("The connection is well."))
    brand.revoke()
    choose(session, "Check the connection")
    (await shown_dialog()).answer("")
    await until(lambda: bench.notice("no longer accepts this key"))
    assert not bench.notice("The connection is well.")


# What it says, and what it remembers
