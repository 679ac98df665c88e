"""A calendar: its days, its entries, and what a hand or the keyboard does with them."""

from datetime import date, timedelta
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from funneldesk.desktop.kit.calendar.calendar_view import CalendarView
from funneldesk.desktop.kit.calendar.day_painter import DAY, HEAD, LINE
from funneldesk.desktop.kit.calendar.days import Day, Entry, month_span, week_span

TODAY = date(2026, 12, 8)
LATER = date(2026, 12, 17)
CHARGES = {TODAY: Day((Entry("a", "Ana"), Entry("b", "Ben")), ("€76.00",))}


@pytest.fixture
def view(qtbot: QtBot) -> CalendarView:
    made = CalendarView("Charges", TODAY)
    qtbot.addWidget(made)
    made.resize(980, 640)
    made.show_days(month_span(TODAY), CHARGES)
    made.show()
    qtbot.waitExposed(made)
    return made


def place_of(view: CalendarView, day: date, line: int = 0) -> QPoint:
    """The middle of an entry's line on a day."""
    where = view.days.shown.place(day)
    assert where is not None
    box = view.visualRect(view.days.index(*where))
    return QPoint(box.center().x(), round(box.y() + HEAD + (line + 0.5) * LINE))


@given(st.dates(date(1, 2, 1), date(9999, 11, 30)))
def test_a_month_is_there_whole_and_once(day: date) -> None:
    span = month_span(day)
    meant = list(span.days())
    assert meant[0] == day.replace(day=1)
    assert {b - a for a, b in pairwise(meant)} == {timedelta(1)}
    assert (meant[-1] + timedelta(1)).day == 1
    assert all(span.day(*(span.place(each) or (9, 9))) == each for each in meant)
    assert day in week_span(day).days()


def test_an_entry_is_picked_by_a_click(view: CalendarView, qtbot: QtBot) -> None:
    with qtbot.waitSignal(view.picked) as told:
        QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=place_of(view, TODAY, 1))
    assert told.args == ["b"]


def drag(view: CalendarView, start: QPoint, end: QPoint) -> None:
    QTest.mousePress(view.viewport(), Qt.MouseButton.LeftButton, pos=start)
    for step in (QPoint(20, 8), QPoint(40, 16)):
        QTest.mouseMove(view.viewport(), start + step)
    QTest.mouseMove(view.viewport(), end)


def test_an_entry_is_dragged_to_another_day(view: CalendarView, qtbot: QtBot) -> None:
    drag(view, place_of(view, TODAY), place_of(view, LATER))
    assert view.days.aimed == LATER
    with qtbot.waitSignal(view.moved) as told:
        QTest.mouseRelease(view.viewport(), Qt.MouseButton.LeftButton, pos=place_of(view, LATER))
    assert told.args == ["a", LATER]
    assert view.days.aimed is None


def test_a_drag_is_given_up_by_escape(view: CalendarView, qtbot: QtBot) -> None:
    drag(view, place_of(view, TODAY), place_of(view, LATER))
    QTest.keyClick(view, Qt.Key.Key_Escape)
    with qtbot.assertNotEmitted(view.moved), qtbot.assertNotEmitted(view.picked):
        QTest.mouseRelease(view.viewport(), Qt.MouseButton.LeftButton, pos=place_of(view, LATER))


def test_the_keyboard_begins_today(qtbot: QtBot) -> None:
    made = CalendarView("Charges", TODAY)
    qtbot.addWidget(made)
    assert made.currentIndex().data(DAY) == TODAY
    made.show_days(month_span(TODAY), CHARGES)
    assert made.currentIndex().data(DAY) == TODAY


def test_keys_lead_over_days_and_open_one(view: CalendarView, qtbot: QtBot) -> None:
    view.go_to(TODAY)
    QTest.keyClick(view, Qt.Key.Key_Down)
    with qtbot.waitSignal(view.day_opened) as told:
        QTest.keyClick(view, Qt.Key.Key_Return)
    assert told.args == [TODAY + timedelta(7)]


def test_a_day_is_read_out_with_its_sum_and_its_entries(view: CalendarView) -> None:
    where = view.days.shown.place(TODAY)
    assert where is not None
    said = str(view.days.index(*where).data(Qt.ItemDataRole.AccessibleTextRole))
    assert said.endswith("€76.00, Ana, Ben")
    assert "8" in said
