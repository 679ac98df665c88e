"""The window: sections, shortcuts, brands side by side, and what it says about the connection."""

import asyncio
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QListWidget, QMenu, QPushButton, QWidget
from tests.desktop.support.live_server import LiveBrand, LivePlatform
from tests.desktop.support.window_bench import (
    MemoryKeyring,
    WindowBench,
    in_the_window,
    open_sheets,
    said,
    shown_sheet,
    turns,
    until,
)

from funneldesk.desktop.app.session import Session
from funneldesk.desktop.kit.notices.notices import Notice
from funneldesk.desktop.kit.style.theme import theme
from funneldesk.desktop.sections.panel import Command, Panel
from funneldesk.desktop.sections.section import Section
from funneldesk.desktop.shell.brands.brand_dialogs import (
    BrandEntry,
    BrandSettingsSheet,
    PreferencesSheet,
)
from funneldesk.desktop.shell.notices.toasts import NoticeCard
from funneldesk.desktop.workspace.workspace import Workspace

Key, NONE = Qt.Key, Qt.KeyboardModifier.NoModifier
CTRL, SHIFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier


class NotePanel(Panel):
    def __init__(self, workspace: Workspace) -> None:
        super().__init__(workspace)
        self.asked: list[str] = []
        self.ended = False
        self.restored: dict[str, Any] = {}
        self.buttons = QPushButton("Act")
        self.list = QListWidget(self)
        self.tasks.start(self._live())

    async def _live(self) -> None:
        try:
            await asyncio.sleep(600)
        finally:
            self.ended = True

    def refresh(self) -> None:
        self.asked.append("refresh")

    def top_actions(self) -> QWidget | None:
        return self.buttons

    def commands(self) -> tuple[Command, ...]:
        return (Command("Act now", lambda: self.asked.append("act"), "Ctrl+J"),)

    def shortcuts(self) -> tuple[tuple[str, str], ...]:
        return (("J", "Next note"),)

    def open_record(self, record_id: str) -> None:
        self.asked.append(f"open {record_id}")
        self.titled.emit(f"Note {record_id}")

    def seek(self) -> None:
        self.asked.append("seek")

    def new(self) -> None:
        self.asked.append("new")

    def save(self, *, publish: bool = False) -> None:
        self.asked.append("publish" if publish else "save")

    def back(self) -> None:
        self.asked.append("back")

    def state(self) -> dict[str, Any]:
        return {"seen": len(self.asked)}

    def restore(self, state: dict[str, Any]) -> None:
        self.restored = state


SECTIONS = (
    Section("notes", "Notes", "file-code", "Build", NotePanel),
    Section("tickets", "Tickets", "bell", "Engage", NotePanel),
    Section("brands", "Brand settings", "settings", "", NotePanel),
)


@pytest.fixture(autouse=True)
def _sections(monkeypatch: pytest.MonkeyPatch, memory_keyring: MemoryKeyring) -> None:
    monkeypatch.setattr("funneldesk.desktop.shell.windows.main_window.SECTIONS", SECTIONS)
    monkeypatch.setattr("funneldesk.desktop.app.palette_commands.SECTIONS", SECTIONS)


async def with_brand(bench: WindowBench, brand: LiveBrand) -> Session:
    session = bench.session()
    await add(session, brand)
    return session


async def add(session: Session, brand: LiveBrand) -> None:
    entry = BrandEntry(brand.base_url, brand.number, brand.key(), "#3D57D6", False, False)
    assert await session.brands.check(entry) is None
    await until(lambda: session.shown() is not None and session.shown().standing == "online")


def panel(session: Session) -> NotePanel:
    found = session.window.panel()
    assert isinstance(found, NotePanel)
    return found


def choose(session: Session, start: str) -> None:
    """A line of the brand switcher."""
    session.window.sidebar.brand.click()
    menu = session.window.findChildren(QMenu)[-1]
    next(action for action in menu.actions() if action.text().startswith(start)).trigger()
    menu.close()


# Sections


@in_the_window
async def test_only_groups_with_sections_are_in_the_bar(bench: WindowBench) -> None:
    bar = bench.session().window.sidebar
    assert list(bar.buttons) == ["notes", "tickets"]
    assert "Build" in said(bar)
    assert "Engage" in said(bar)
    assert "Measure" not in said(bar)


@in_the_window
async def test_a_section_is_made_once_and_shown_again(bench: WindowBench, brand: LiveBrand) -> None:
    session = await with_brand(bench, brand)
    window, first = session.window, panel(session)
    assert window.top.section.text() == "Notes"
    window.sidebar.buttons["tickets"].click()
    assert window.top.section.text() == "Tickets"
    assert window.sidebar.buttons["tickets"].isChecked()
    assert not window.sidebar.buttons["notes"].isChecked()
    assert panel(session) is not first
    window.sidebar.buttons["notes"].click()
    assert panel(session) is first
    assert first.asked == ["refresh"]


@in_the_window
async def test_the_top_tells_where_i_am(bench: WindowBench, brand: LiveBrand) -> None:
    session = await with_brand(bench, brand)
    top, first = session.window.top, panel(session)
    first.open_record("7")
    assert top.record.text() == "/ Note 7"
    assert top.section_actions.currentWidget() is first.buttons
    session.window.show_section("tickets")
    assert top.record.text() == ""
    first.titled.emit("Note 8")
    assert top.record.text() == ""
    session.window.show_section("notes")
    assert top.record.text() == "/ Note 8"


@in_the_window
async def test_shortcuts_reach_the_section_that_is_shown(
    bench: WindowBench, brand: LiveBrand
) -> None:
    session = await with_brand(bench, brand)
    window, notes = session.window, panel(session)
    window.show()
    window.activateWindow()
    await until(window.isActiveWindow)
    for key, modifiers in (
        (Key.Key_S, CTRL),
        (Key.Key_S, CTRL | SHIFT),
        (Key.Key_N, CTRL),
        (Key.Key_F, CTRL),
        (Key.Key_F5, NONE),
        (Key.Key_Escape, NONE),
    ):
        QTest.keyClick(window, key, modifiers)
    assert notes.asked == ["refresh", "save", "publish", "new", "seek", "refresh", "back"]
    QTest.keyClick(window, Key.Key_2, CTRL)
    assert panel(session) is not notes
    QTest.keyClick(window, Key.Key_N, CTRL)
    assert panel(session).asked == ["refresh", "new"]
    assert len(notes.asked) == 7


@in_the_window
async def test_the_question_mark_tells_the_shortcuts_of_this_place(
    bench: WindowBench, brand: LiveBrand
) -> None:
    session = await with_brand(bench, brand)
    window = session.window
    window.show()
    window.activateWindow()
    await until(window.isActiveWindow)
    QTest.keyClick(window, Key.Key_Question)
    sheet = await shown_sheet()
    assert "Next note" in said(sheet)
    assert "Save and publish" in said(sheet)
    sheet.answer("")


@in_the_window
async def test_a_part_asks_for_another_by_the_workspace(
    bench: WindowBench, brand: LiveBrand
) -> None:
    session = await with_brand(bench, brand)
    workspace = session.shown()
    assert workspace is not None
    workspace.go("tickets", "12")
    assert session.window.top.section.text() == "Tickets"
    assert panel(session).asked == ["refresh", "open 12"]
    workspace.go("notes")
    assert panel(session).asked == ["refresh"]


# Brands


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
    sheet = await shown_sheet(BrandSettingsSheet)
    sheet.button("remove").click()
    await until(lambda: open_sheets() and open_sheets()[-1] is not sheet)
    question = open_sheets()[-1]
    assert "Remove Second Street from this computer?" in said(question)
    question.button("yes").click()
    await until(lambda: gone.ended)
    await until(lambda: "Harbour Lane" in session.window.sidebar.brand.accessibleName())
    assert session.window.top.section_actions.currentWidget() is panel(session).buttons
    assert bench.board.notices == []


@in_the_window
async def test_colour_read_only_and_live_are_kept(bench: WindowBench, brand: LiveBrand) -> None:
    session = await with_brand(bench, brand)
    choose(session, "This computer")
    sheet: BrandSettingsSheet = await shown_sheet(BrandSettingsSheet)
    sheet.read_only.setChecked(True)
    sheet.live.setChecked(True)
    swatch = next(b for b in sheet.findChildren(QPushButton) if b.accessibleName() == "Colour 3")
    swatch.click()
    sheet.button("save").click()
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
    (await shown_sheet()).answer("")
    await until(lambda: bench.notice("no longer accepts this key"))
    assert not bench.notice("The connection is well.")


# What it says, and what it remembers


@in_the_window
async def test_the_bell_tells_of_unread_notices(bench: WindowBench) -> None:
    session = bench.session()
    bell = session.window.top.notices
    assert not bell.unread
    bench.board.post(Notice("Saved: Spring sale"))
    assert bell.unread
    bell.click()
    sheet = await shown_sheet()
    assert not bell.unread
    assert [card.notice.title for card in sheet.findChildren(NoticeCard)] == ["Saved: Spring sale"]
    sheet.answer("")


@pytest.mark.parametrize(
    ("standing", "words"),
    [("offline", "can't be reached"), ("refused", "refuses this brand's key"), ("online", "")],
)
@in_the_window
async def test_a_banner_tells_of_a_bad_connection(
    bench: WindowBench, brand: LiveBrand, standing: str, words: str
) -> None:
    session = await with_brand(bench, brand)
    shown = session.shown()
    assert shown is not None
    shown.standing = standing
    shown.standing_changed.emit()
    assert session.window.banner.isHidden() is (not words)
    assert words in session.window.banner.text()


@in_the_window
async def test_the_theme_is_chosen_and_remembered(bench: WindowBench) -> None:
    session = bench.session()
    before, density = theme.mode, theme.density.name
    session.open_preferences()
    sheet: PreferencesSheet = await shown_sheet(PreferencesSheet)
    for segments, key in ((sheet.mode, "dark"), (sheet.density, "compact")):
        button = segments.button(key)
        assert button is not None
        button.click()
    assert theme.mode == "dark"
    assert theme.density.name == "compact"
    assert session.settings.theme == "dark"
    assert session.settings.density == "compact"
    sheet.answer("")
    await turns()
    theme.set_mode(before)
    session.set_density(density)


@in_the_window
async def test_views_come_back_with_the_next_start(bench: WindowBench, brand: LiveBrand) -> None:
    session = await with_brand(bench, brand)
    identity = session.settings.last_connection
    session.window.resize(840, 600)
    panel(session).save()
    await bench.quit(session)

    session = bench.session()
    session.brands.book = await session.brands.book.load(session.folders.connections_file)
    await session.brands.show(session.settings.last_connection)
    assert session.settings.last_connection == identity
    assert panel(session).restored == {"seen": 2}
    session.window.restore_geometry(session.settings.geometry)
    assert session.window.height() == 600


@pytest.mark.parametrize("kept", [[], "x", {"a": 1}, {"c/notes": ["x"]}])
@in_the_window
async def test_remembered_nonsense_does_no_harm(
    bench: WindowBench, brand: LiveBrand, kept: Any
) -> None:
    session = bench.session()
    session.settings.put_raw("panels", kept)
    await session.settings.flush()
    await bench.quit(session)
    session = await with_brand(bench, brand)
    assert panel(session).restored == {}
