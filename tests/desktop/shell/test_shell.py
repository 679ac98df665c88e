"""The window: sections, shortcuts, notices, and what comes back with the next start."""

from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from tests.desktop.support.live_server import LiveBrand
from tests.desktop.support.note_sections import panel, put_in_place, with_brand
from tests.desktop.support.window_bench import (
    MemoryKeyring,
    WindowBench,
    in_the_window,
    said,
    shown_dialog,
    turns,
    until,
)

from funneldesk.desktop.kit.notices.notices import Notice
from funneldesk.desktop.kit.style.theme import theme
from funneldesk.desktop.shell.brands.brand_dialogs import (
    PreferencesDialog,
)
from funneldesk.desktop.shell.notices.toasts import NoticeCard

Key, NONE = Qt.Key, Qt.KeyboardModifier.NoModifier
CTRL, SHIFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier


@pytest.fixture(autouse=True)
def _sections(monkeypatch: pytest.MonkeyPatch, memory_keyring: MemoryKeyring) -> None:
    put_in_place(monkeypatch)


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
    dialog = await shown_dialog()
    assert "Next note" in said(dialog)
    assert "Save and publish" in said(dialog)
    dialog.answer("")


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


@in_the_window
async def test_the_bell_tells_of_unread_notices(bench: WindowBench) -> None:
    session = bench.session()
    bell = session.window.top.notices
    assert not bell.unread
    bench.notifications.post(Notice("Saved: Spring sale"))
    assert bell.unread
    bell.click()
    dialog = await shown_dialog()
    assert not bell.unread
    assert [card.notice.title for card in dialog.findChildren(NoticeCard)] == ["Saved: Spring sale"]
    dialog.answer("")


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
    shown.connection_state = standing
    shown.connection_changed.emit()
    assert session.window.banner.isHidden() is (not words)
    assert words in session.window.banner.text()


@in_the_window
async def test_the_theme_is_chosen_and_remembered(bench: WindowBench) -> None:
    session = bench.session()
    before, density = theme.mode, theme.density.name
    session.open_preferences()
    dialog: PreferencesDialog = await shown_dialog(PreferencesDialog)
    for segments, key in ((dialog.mode, "dark"), (dialog.density, "compact")):
        button = segments.button(key)
        assert button is not None
        button.click()
    assert theme.mode == "dark"
    assert theme.density.name == "compact"
    assert session.settings.theme == "dark"
    assert session.settings.density == "compact"
    dialog.answer("")
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
