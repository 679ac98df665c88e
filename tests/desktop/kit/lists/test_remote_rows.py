"""Rows of a remote listing: what stays in view, what is asked for, what a failure leaves."""

import asyncio

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot
from qasync import QEventLoop
from tests.desktop.support.table_window import MakeDesk, Order, desk_maker, orders


@pytest.fixture
def make(loop: QEventLoop, qtbot: QtBot) -> MakeDesk:
    return desk_maker(loop, qtbot)


# The five envelopes (quirk 11)


@pytest.mark.parametrize("envelope", ["paginator", "meta", "entries"])
def test_further_pages_come_as_one_scrolls(make: MakeDesk, envelope: str) -> None:
    desk = make(orders=orders(60), envelope=envelope)
    desk.load()
    assert desk.rows.rowCount() == 25
    assert "25 of 60 rows" in desk.texts()
    bar = desk.table.view.verticalScrollBar()
    desk.until(desk.rows.settled, lambda: bar.setValue(bar.maximum()))
    desk.until(desk.rows.settled, lambda: bar.setValue(bar.maximum()))
    assert desk.names() == [f"Order {number}" for number in range(1, 61)]
    assert not desk.rows.canFetchMore()
    assert "60 rows" in desk.texts()
    assert [page for page, _ in desk.platform.asked] == [1, 2, 3]


def test_a_bare_array_is_one_page(make: MakeDesk) -> None:
    desk = make(orders=orders(60), envelope="array")
    desk.load()
    assert desk.rows.rowCount() == 60
    assert desk.rows.total == 60
    assert not desk.rows.canFetchMore()


def test_a_tall_window_is_filled_without_scrolling(make: MakeDesk) -> None:
    desk = make(orders=orders(30), per_page=5)
    desk.load()
    seen = desk.table.view.viewport().height() // desk.table.view.rowHeight(0)
    while desk.rows.rowCount() <= seen:
        desk.until(desk.rows.settled, lambda: None)
    assert len(desk.platform.asked) <= 4


def test_a_row_pushed_onto_the_next_page_is_shown_once(make: MakeDesk) -> None:
    desk = make(orders=orders(40))
    desk.load()
    desk.platform.orders.insert(0, Order(99, "New"))
    desk.until(desk.rows.settled, desk.rows.fetchMore)
    assert desk.names().count("Order 25") == 1
    assert "Order 40" in desk.names()


# Quiet refreshes, the latest query


def test_old_rows_stay_while_new_ones_come(make: MakeDesk) -> None:
    desk = make(orders=orders(3))
    desk.load()
    desk.platform.orders = orders(2, "Fresh")
    gate = desk.platform.gates[None] = asyncio.Event()
    desk.rows.refresh()
    desk.run(asyncio.sleep(0))
    assert desk.names() == ["Order 1", "Order 2", "Order 3"]
    assert desk.rows.is_loading
    desk.until(desk.rows.settled, gate.set)
    assert desk.names() == ["Fresh 1", "Fresh 2"]


@pytest.mark.parametrize("ignores_cancelling", [False, True])
def test_the_latest_query_wins_even_when_the_first_answers_last(
    make: MakeDesk, ignores_cancelling: bool
) -> None:
    desk = make(orders=[Order(1, "tea"), Order(2, "coffee")], ignores_cancelling=ignores_cancelling)
    slow = desk.platform.gates["tea"] = asyncio.Event()
    desk.rows.load("tea")
    desk.run(asyncio.sleep(0))
    desk.load("coffee")
    slow.set()
    desk.run(_turns(5))
    assert desk.names() == ["coffee"]
    assert not desk.rows.is_loading


async def _turns(count: int) -> None:
    for _ in range(count):
        await asyncio.sleep(0)


def test_a_refresh_asks_for_all_that_was_loaded(make: MakeDesk) -> None:
    desk = make(orders=orders(60))
    desk.load()
    desk.until(desk.rows.settled, desk.rows.fetchMore)
    desk.until(desk.rows.settled, desk.rows.refresh)
    assert desk.rows.rowCount() == 50
    assert [page for page, _ in desk.platform.asked] == [1, 2, 1, 2]


def test_a_refresh_keeps_selection_and_place(make: MakeDesk) -> None:
    desk = make(orders=orders(60), envelope="array")
    desk.load()
    view = desk.table.view
    view.selectRow(30)
    view.scrollTo(desk.rows.index(30, 0))
    scrolled = view.verticalScrollBar().value()
    desk.platform.orders.insert(40, Order(99, "New"))
    desk.until(desk.rows.settled, desk.rows.refresh)
    assert [order.id for order in desk.table.selected()] == [31]
    assert desk.table.current() == Order(31, "Order 31")
    assert view.verticalScrollBar().value() == scrolled > 0


def test_changed_contents_are_shown_in_place(make: MakeDesk) -> None:
    desk = make(orders=[Order(1, "tea"), Order(2, "coffee")])
    desk.load()
    desk.platform.orders = [Order(1, "green tea"), Order(2, "coffee")]
    desk.until(desk.rows.settled, desk.rows.refresh)
    assert desk.names() == ["green tea", "coffee"]


# Empty, failing


def test_an_empty_listing_says_what_the_place_is_for(make: MakeDesk) -> None:
    desk = make()
    assert "No orders yet" not in desk.texts()
    desk.load()
    assert "No orders yet" in desk.texts()


def test_a_failure_keeps_the_rows_and_can_be_tried_again(make: MakeDesk) -> None:
    desk = make(orders=orders(3))
    desk.load()
    desk.platform.failing = OSError("no route")
    desk.until(desk.rows.failed, desk.rows.refresh)
    assert "The server cannot be reached." in desk.texts()
    assert "Loading the orders failed." in desk.texts()
    assert desk.names() == ["Order 1", "Order 2", "Order 3"]
    desk.platform.failing = None
    desk.platform.orders = orders(1, "Fresh")
    again = desk.table.failure.action
    desk.until(desk.rows.settled, lambda: QTest.mouseClick(again, Qt.MouseButton.LeftButton))
    assert desk.names() == ["Fresh 1"]
    assert "cannot be reached" not in desk.texts()


def test_a_failed_first_load_is_not_taken_for_an_empty_place(make: MakeDesk) -> None:
    desk = make(failing=OSError("no route"))
    desk.until(desk.rows.failed, desk.rows.load)
    assert "The server cannot be reached." in desk.texts()
    assert "No orders yet" not in desk.texts()


def test_a_failed_further_page_is_asked_once_and_then_where_it_stopped(make: MakeDesk) -> None:
    desk = make(orders=orders(60))
    desk.load()
    desk.platform.failing = OSError("no route")
    desk.until(desk.rows.failed, desk.rows.fetchMore)
    assert not desk.rows.canFetchMore()
    assert desk.rows.rowCount() == 25
    desk.platform.failing = None
    desk.until(desk.rows.settled, desk.rows.retry)
    assert desk.rows.rowCount() == 50
    assert [page for page, _ in desk.platform.asked] == [1, 2, 2]


def test_nothing_is_asked_after_the_end(make: MakeDesk) -> None:
    desk = make(orders=orders(3))
    desk.rows.end()
    desk.rows.load()
    desk.run(_turns(3))
    assert desk.platform.asked == []
