"""Paged rows: what stays in view, what is asked for, what a failure leaves."""

import asyncio

import pytest
from pytestqt.qtbot import QtBot
from qasync import QEventLoop
from tests.desktop.support.table_window import MakeDesk, Order, desk_maker, orders

from funneldesk.desktop.records.query import Query


@pytest.fixture
def make(loop: QEventLoop, qtbot: QtBot) -> MakeDesk:
    return desk_maker(loop, qtbot)


# The five envelopes (quirk 11)


@pytest.mark.parametrize("envelope", ["paginator", "meta", "entries"])
def test_further_pages_come_as_one_scrolls(make: MakeDesk, envelope: str) -> None:
    desk = make(orders=orders(120), envelope=envelope)
    desk.load()
    assert desk.rows.count == 50
    assert desk.rows.total == 120
    bar = desk.view.verticalScrollBar()
    desk.until(desk.rows.shown, lambda: bar.setValue(bar.maximum()))
    desk.until(desk.rows.shown, lambda: bar.setValue(bar.maximum()))
    assert desk.names() == [f"Order {number}" for number in range(1, 121)]
    assert [page for page, _ in desk.platform.asked] == [1, 2, 3]


def test_a_bare_array_is_one_page(make: MakeDesk) -> None:
    desk = make(orders=orders(120), envelope="array")
    desk.load()
    assert desk.rows.count == 120
    assert desk.rows.total == 120


def test_a_tall_window_is_filled_without_scrolling(make: MakeDesk) -> None:
    desk = make(orders=orders(30), per_page=5)
    desk.load()
    seen = desk.view.viewport().height() // desk.view.row_height()
    while desk.rows.count <= seen:
        desk.until(desk.rows.shown, lambda: None)
    assert len(desk.platform.asked) <= 4


def test_a_row_pushed_onto_the_next_page_is_shown_once(make: MakeDesk) -> None:
    desk = make(orders=orders(80))
    desk.load()
    desk.platform.orders.insert(0, Order("99", "New"))
    desk.until(desk.rows.shown, desk.rows.fetch_more)
    assert desk.names().count("Order 50") == 1
    assert "Order 80" in desk.names()


# Quiet refreshes, the latest query


def test_old_rows_stay_while_new_ones_come(make: MakeDesk) -> None:
    desk = make(orders=orders(3))
    desk.load()
    desk.platform.orders = orders(2, "Fresh")
    gate = desk.platform.gates[""] = asyncio.Event()
    desk.rows.refresh()
    desk.run(asyncio.sleep(0))
    assert desk.names() == ["Order 1", "Order 2", "Order 3"]
    assert desk.rows.is_loading
    desk.until(desk.rows.shown, gate.set)
    assert desk.names() == ["Fresh 1", "Fresh 2"]


@pytest.mark.parametrize("ignores_cancelling", [False, True])
def test_the_latest_query_wins_even_when_the_first_answers_last(
    make: MakeDesk, ignores_cancelling: bool
) -> None:
    desk = make(
        orders=[Order("1", "tea"), Order("2", "coffee")], ignores_cancelling=ignores_cancelling
    )
    slow = desk.platform.gates["tea"] = asyncio.Event()
    desk.rows.ask(Query("tea"))
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
    desk = make(orders=orders(120))
    desk.load()
    desk.until(desk.rows.shown, desk.rows.fetch_more)
    desk.until(desk.rows.shown, desk.rows.refresh)
    assert desk.rows.count == 100
    assert [page for page, _ in desk.platform.asked] == [1, 2, 1, 2]


def test_a_refresh_keeps_selection_and_place(make: MakeDesk) -> None:
    desk = make(orders=orders(120), envelope="array")
    desk.load()
    view = desk.view
    view.selectRow(30)
    view.scrollTo(desk.view.rows.index(30, 0))
    scrolled = view.verticalScrollBar().value()
    desk.platform.orders.insert(40, Order("99", "New"))
    desk.until(desk.rows.shown, desk.rows.refresh)
    assert desk.view.selected_ids() == ["31"]
    assert desk.view.currentIndex().data() == "Order 31"
    assert view.verticalScrollBar().value() == scrolled > 0


def test_changed_contents_are_shown_in_place(make: MakeDesk) -> None:
    desk = make(orders=[Order("1", "tea"), Order("2", "coffee")])
    desk.load()
    desk.platform.orders = [Order("1", "green tea"), Order("2", "coffee")]
    desk.until(desk.rows.shown, desk.rows.refresh)
    assert desk.names() == ["green tea", "coffee"]


# Empty, failing


def test_an_empty_listing_is_told_from_one_that_is_awaited(make: MakeDesk) -> None:
    desk = make()
    assert not desk.rows.has_answer
    desk.load()
    assert desk.rows.has_answer
    assert desk.rows.total == 0


def test_a_failure_keeps_the_rows_and_can_be_tried_again(make: MakeDesk) -> None:
    desk = make(orders=orders(3))
    desk.load()
    desk.platform.failing = OSError("no route")
    desk.until(desk.rows.failed, desk.rows.refresh)
    assert desk.rows.error is desk.platform.failing
    assert desk.names() == ["Order 1", "Order 2", "Order 3"]
    desk.platform.failing = None
    desk.platform.orders = orders(1, "Fresh")
    desk.until(desk.rows.shown, desk.rows.retry)
    assert desk.names() == ["Fresh 1"]
    assert desk.rows.error is None


def test_a_failed_first_load_is_not_taken_for_an_empty_place(make: MakeDesk) -> None:
    desk = make(failing=OSError("no route"))
    desk.until(desk.rows.failed, lambda: desk.rows.ask(Query()))
    assert not desk.rows.has_answer
    assert desk.rows.total is None


def test_every_row_of_the_query_is_walked_once(make: MakeDesk) -> None:
    desk = make(orders=[*orders(40), *orders(20, "Tea")], per_page=7)
    desk.load("Order")

    async def walked() -> list[str]:
        return [row.name async for row in desk.rows.every()]

    assert desk.run(walked()) == [f"Order {number}" for number in range(1, 41)]
    assert desk.rows.count < 40


def test_a_failed_further_page_is_asked_once_and_then_where_it_stopped(make: MakeDesk) -> None:
    desk = make(orders=orders(120))
    desk.load()
    desk.platform.failing = OSError("no route")
    desk.until(desk.rows.failed, desk.rows.fetch_more)
    assert desk.rows.count == 50
    desk.platform.failing = None
    desk.until(desk.rows.shown, desk.rows.retry)
    assert desk.rows.count == 100
    assert [page for page, _ in desk.platform.asked] == [1, 2, 2]


def test_nothing_is_asked_after_the_end(make: MakeDesk) -> None:
    desk = make(orders=orders(3))
    desk.rows.end()
    desk.rows.ask(Query())
    desk.run(_turns(3))
    assert desk.platform.asked == []
