"""Tables: what keys and menus do, and what is remembered."""

from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot
from qasync import QEventLoop
from tests.desktop.support.table_window import COLUMNS, Desk, MakeDesk, Order, desk_maker, orders

Key = Qt.Key


@pytest.fixture
def make(loop: QEventLoop, qtbot: QtBot) -> MakeDesk:
    return desk_maker(loop, qtbot)


# Hands


def test_enter_opens_the_row_of_the_keyboard(make: MakeDesk) -> None:
    desk = make(orders=orders(3))
    desk.load()
    opened: list[str] = []
    desk.view.opened.connect(opened.append)
    desk.press(Key.Key_Down)
    desk.press(Key.Key_Down)
    desk.press(Key.Key_Return)
    assert opened == ["2"]


def test_space_marks_rows_and_arrows_keep_the_marks(make: MakeDesk) -> None:
    desk = make(orders=orders(6))
    desk.load()
    for key in (
        Key.Key_Down,
        Key.Key_Space,
        Key.Key_Down,
        Key.Key_Down,
        Key.Key_Space,
        Key.Key_Down,
    ):
        desk.press(key)
    assert desk.view.selected_ids() == ["1", "3"]
    assert desk.view.currentIndex().row() == 3
    desk.press(Key.Key_Escape)
    assert desk.view.selected_ids() == ["4"]


def test_space_takes_a_mark_back(make: MakeDesk) -> None:
    desk = make(orders=orders(6))
    desk.load()
    for key in (Key.Key_Down, Key.Key_Space, Key.Key_Down, Key.Key_Space, Key.Key_Space):
        desk.press(key)
    assert desk.view.selected_ids() == ["1"]


def test_shift_and_arrows_select_a_range(make: MakeDesk) -> None:
    desk = make(orders=orders(6))
    desk.load()
    desk.press(Key.Key_Down)
    desk.press(Key.Key_Down, Qt.KeyboardModifier.ShiftModifier)
    desk.press(Key.Key_Down, Qt.KeyboardModifier.ShiftModifier)
    assert desk.view.selected_ids() == ["1", "2", "3"]


def test_home_and_end_lead_to_the_first_and_the_last_row(make: MakeDesk) -> None:
    desk = make(orders=orders(6))
    desk.load()
    desk.press(Key.Key_Down)
    desk.press(Key.Key_End)
    assert desk.view.selected_ids() == ["6"]
    desk.press(Key.Key_Home)
    assert desk.view.selected_ids() == ["1"]
    desk.press(Key.Key_End, Qt.KeyboardModifier.ShiftModifier)
    assert len(desk.view.selected_ids()) == 6


def test_copy_gives_the_shown_columns_as_tab_separated_lines(make: MakeDesk) -> None:
    desk = make(orders=[Order("1", "tea\twith\nmilk", total="-5"), Order("2", '=HYPERLINK("x")')])
    desk.load()
    desk.press(Key.Key_A, Qt.KeyboardModifier.ControlModifier)
    desk.press(Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    copied = QApplication.clipboard().text()
    assert copied.splitlines() == ["tea with milk\tPaid\t-5", '\'=HYPERLINK("x")\tPaid\t12.00 €']


def test_copy_follows_the_order_of_the_columns(make: MakeDesk) -> None:
    desk = make(orders=orders(1))
    desk.load()
    desk.columns.restore({"order": ["total", "name", "status"], "hidden": ["status", "note"]})
    desk.press(Key.Key_A, Qt.KeyboardModifier.ControlModifier)
    desk.press(Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert QApplication.clipboard().text() == "12.00 €\tOrder 1"


# Columns and sorting


def shown(desk: Desk) -> list[str]:
    return [COLUMNS[at].key for at in desk.view.shown_columns()]


def test_columns_are_chosen_by_menu_and_remembered(make: MakeDesk, qtbot: QtBot) -> None:
    desk = make(orders=orders(1))
    assert shown(desk) == ["name", "status", "total"]
    menu = desk.columns.menu()
    note = next(action for action in menu.actions() if action.text() == "Note")
    with qtbot.waitSignal(desk.columns.changed) as told:
        note.trigger()
    assert shown(desk) == ["name", "status", "total", "note"]
    other = make(orders=orders(1))
    other.columns.restore(told.args[0])
    assert shown(other) == shown(desk)
    assert other.columns.state() == desk.columns.state()


def test_the_last_column_cannot_be_hidden(make: MakeDesk) -> None:
    desk = make()
    for key in ("name", "status", "total"):
        desk.columns.set_shown(key, False)
    assert shown(desk) == ["total"]


@pytest.mark.parametrize(
    "state",
    [
        {},
        {"order": ["gone", "total"], "hidden": ["gone"], "widths": {"gone": 90, "total": -4}},
        {"hidden": ["name", "status", "total", "note"], "widths": {"total": "wide"}},
    ],
)
def test_a_memory_of_another_version_leaves_a_usable_table(
    make: MakeDesk, state: dict[str, Any]
) -> None:
    desk = make(orders=orders(1))
    desk.columns.restore(state)
    assert {"name", "status", "total"} <= set(shown(desk))
    assert desk.columns.state()["widths"]["total"] == 140


def test_sorting_is_asked_of_the_platform(make: MakeDesk) -> None:
    desk = make(orders=orders(3))
    desk.load()
    asked: list[tuple[str, bool]] = []
    desk.columns.sort_asked.connect(lambda key, descending: asked.append((key, descending)))
    header = desk.view.horizontalHeader()
    header.sectionClicked.emit(2)
    desk.columns.show_sort("total", False)
    header.sectionClicked.emit(2)
    header.sectionClicked.emit(1)
    assert asked == [("total", False), ("total", True)]
    horizontal = Qt.Orientation.Horizontal
    assert [desk.view.rows.headerData(at, horizontal) for at in range(3)] == [
        "Name",
        "Status",
        "Total ↑",
    ]
    assert desk.names() == ["Order 1", "Order 2", "Order 3"]


def test_sorting_is_reached_without_a_mouse(make: MakeDesk) -> None:
    desk = make()
    asked: list[tuple[str, bool]] = []
    desk.columns.sort_asked.connect(lambda key, descending: asked.append((key, descending)))
    menu = desk.columns.menu()
    sorts = next(action.menu() for action in menu.actions() if action.menu() is not None)
    next(a for a in sorts.actions() if a.text() == "Total, descending").trigger()  # type: ignore[attr-defined]
    assert asked == [("total", True)]


# What a server says is text


def test_markup_in_a_tip_is_escaped(make: MakeDesk) -> None:
    desk = make(orders=[Order("1", "<img src=file:///etc/passwd>")])
    desk.load()
    tip = desk.view.rows.index(0, 0).data(Qt.ItemDataRole.ToolTipRole)
    assert "<img" not in tip
    assert desk.names() == ["<img src=file:///etc/passwd>"]


def test_headers_and_cells_align_alike(make: MakeDesk) -> None:
    desk = make(orders=orders(1))
    desk.load()
    role = Qt.ItemDataRole.TextAlignmentRole
    right = Qt.AlignmentFlag.AlignRight
    assert desk.view.rows.index(0, 2).data(role) & right
    assert desk.view.rows.headerData(2, Qt.Orientation.Horizontal, role) & right
