"""Keys that the user chooses: taken, refused, kept, and never two things at one key."""

from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel
from tests.desktop.support.live_server import LiveBrand
from tests.desktop.support.note_sections import panel, put_in_place, with_brand
from tests.desktop.support.window_bench import (
    MemoryKeyring,
    WindowBench,
    in_the_window,
    said,
    shown_dialog,
    until,
)

from funneldesk.desktop.app.session import Session
from funneldesk.desktop.kit.free_keys import refusal
from funneldesk.desktop.kit.shortcuts import KeyMap, keymap, with_keys
from funneldesk.desktop.shell.shortcuts.shortcut_button import LISTENS, ShortcutButton
from funneldesk.desktop.shell.shortcuts.shortcut_dialog import ShortcutDialog

Key, NONE = Qt.Key, Qt.KeyboardModifier.NoModifier
CTRL, SHIFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier
USUAL = ("Ctrl+S", "Ctrl+N", "Ctrl+J", "F5", "Ctrl+Shift+P", "?")
CHOSEN = (*USUAL[:-1], "Ctrl+Alt+K", "F9", "Meta+L", "Ctrl+Shift+F8")


@pytest.fixture(autouse=True)
def _sections(monkeypatch: pytest.MonkeyPatch, memory_keyring: MemoryKeyring) -> Iterator[None]:
    put_in_place(monkeypatch)
    yield
    keymap.take({})


async def dialog_over(session: Session) -> ShortcutDialog:
    session.window.show()
    session.window.activateWindow()
    await until(session.window.isActiveWindow)
    session.show_shortcuts(session.window)
    dialog: ShortcutDialog = await shown_dialog(ShortcutDialog)
    return dialog


def button_of(dialog: ShortcutDialog, keys: str) -> ShortcutButton:
    return next(b for b in dialog.findChildren(ShortcutButton) if b.text() == keys)


def press(button: ShortcutButton, key: Qt.Key, held: Qt.KeyboardModifier = NONE) -> None:
    """Choose by hand: the button, then the keys."""
    button.click()
    assert button.text() == LISTENS
    QTest.keyClick(button, key, held)


@in_the_window
async def test_other_keys_do_it_now_and_the_old_ones_do_not(
    bench: WindowBench, brand: LiveBrand
) -> None:
    session = await with_brand(bench, brand)
    notes, window = panel(session), session.window
    dialog = await dialog_over(session)
    press(button_of(dialog, "Ctrl+S"), Key.Key_E, CTRL | SHIFT)
    assert button_of(dialog, "Ctrl+Shift+E").isVisible()
    dialog.answer("")
    window.activateWindow()
    await until(window.isActiveWindow)
    notes.asked.clear()
    QTest.keyClick(window, Key.Key_S, CTRL)
    assert notes.asked == []
    QTest.keyClick(window, Key.Key_E, CTRL | SHIFT)
    assert notes.asked == ["save"]
    assert session.settings.shortcuts == {"Ctrl+S": "Ctrl+Shift+E"}


@in_the_window
async def test_what_is_taken_from_another_is_seen_and_comes_back(
    bench: WindowBench, brand: LiveBrand
) -> None:
    session = await with_brand(bench, brand)
    top = session.window.top
    dialog = await dialog_over(session)
    press(button_of(dialog, "Ctrl+N"), Key.Key_K, CTRL)
    assert button_of(dialog, "No keys").isVisible()
    hint = next(each for each in top.palette_button.findChildren(QLabel))
    assert hint.isHidden()
    dialog.usual.click()
    assert button_of(dialog, "Ctrl+N").isVisible()
    assert (hint.text(), hint.isHidden()) == ("Ctrl K", False)
    assert not dialog.usual.isEnabled()
    assert session.settings.shortcuts == {}
    dialog.answer("")


@in_the_window
async def test_keys_for_typing_are_refused_with_a_reason(
    bench: WindowBench, brand: LiveBrand
) -> None:
    session = await with_brand(bench, brand)
    dialog = await dialog_over(session)
    button = button_of(dialog, "Ctrl+J")
    press(button, Key.Key_J)
    assert "letters alone are for typing" in said(dialog)
    QTest.keyClick(button, Key.Key_V, CTRL)
    assert "belong to texts and lists" in said(dialog)
    # Esc leaves the keys as they are, and the dialog open.
    QTest.keyClick(button, Key.Key_Escape)
    assert button.text() == "Ctrl+J"
    assert dialog.isVisible()
    press(button, Key.Key_F9)
    assert "belong to texts" not in said(dialog)
    press(button_of(dialog, "F9"), Key.Key_Backspace)
    assert button_of(dialog, "Ctrl+J").isVisible()
    dialog.answer("")


@in_the_window
async def test_the_lines_are_narrowed_and_said_once(bench: WindowBench, brand: LiveBrand) -> None:
    session = await with_brand(bench, brand)
    dialog = await dialog_over(session)
    assert dialog.height() < 800
    dialog.search.setText("publish")
    shown = [b.text() for b in dialog.findChildren(ShortcutButton) if b.isVisible()]
    assert shown == ["Ctrl+Shift+S"]
    assert "In this section" not in said(dialog)
    dialog.answer("")


@given(st.lists(st.tuples(st.sampled_from(USUAL), st.sampled_from(CHOSEN)), max_size=12))
def test_no_keys_ever_do_two_things(steps: list[tuple[str, str]]) -> None:
    made = KeyMap()
    for usual, keys in steps:
        made.choose(usual, keys)
        assert made.of(usual) == keys
        now = [made.of(each) for each in USUAL if made.of(each)]
        assert len(now) == len(set(now))
    again = KeyMap()
    again.take(made.chosen)
    assert [again.of(each) for each in USUAL] == [made.of(each) for each in USUAL]


def test_a_choice_that_makes_no_sense_is_left_out() -> None:
    made = KeyMap()
    made.take({"Ctrl+S": "nonsense", "F5": "A", "Ctrl+N": "Ctrl+M", "Ctrl+J": "Ctrl+M", "?": ""})
    assert made.chosen == {"Ctrl+N": "Ctrl+M"}


@pytest.mark.parametrize(
    ("keys", "fits"),
    [
        *(("Ctrl+M", True), ("F9", True), ("Alt+3", True), ("Shift+F2", True)),
        *(("M", False), ("Shift+M", False), ("Ctrl+V", False), ("Ctrl+Backspace", False)),
        *(("Ctrl+K, Ctrl+S", False), ("", False), ("Esc", False)),
        *(("F2", False), ("Ctrl+3", False), ("Ctrl+=", False)),
        # The code editor's own, as long as it has the keyboard.
        *(("F3", False), ("Ctrl+D", False), ("Ctrl+Shift+L", False), ("Ctrl+Alt+D", True)),
    ],
)
def test_which_keys_can_be_chosen(keys: str, fits: bool) -> None:
    assert bool(refusal(keys)) is not fits


@in_the_window
async def test_tips_tell_the_keys_of_now(bench: WindowBench) -> None:
    session = bench.session()
    assert with_keys("Jobs", "Ctrl+J") == "Jobs (Ctrl+J)"
    assert "Jobs (Ctrl+J)" in session.window.top.jobs.toolTip()
    keymap.choose("Ctrl+J", "F9")
    assert "Jobs (F9)" in session.window.top.jobs.toolTip()
