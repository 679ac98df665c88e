"""Tables over remote listings: what stays in view, what is asked for, what the hands can do."""

import asyncio
from collections.abc import Callable, Coroutine
from dataclasses import dataclass, field
from typing import Any

import pytest
from PySide6.QtCore import Qt, SignalInstance
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot
from qasync import QEventLoop

from funneldesk.contract.listing import Listing
from funneldesk.desktop.kit.empty import EmptyState
from funneldesk.desktop.kit.explain import Explanation
from funneldesk.desktop.kit.rows import Column, RemoteRows
from funneldesk.desktop.kit.table import RemoteTable
from funneldesk.desktop.kit.text import Label

Key = Qt.Key
COLUMNS: tuple[Column["Order"], ...] = (
    Column("name", "Name", lambda order: order.name, sort_key="name", stretch=True),
    Column("status", "Status", lambda order: order.status, tone=lambda order: "success"),
    Column("total", "Total", lambda order: order.total, align="right", sort_key="total"),
    Column("note", "Note", lambda order: order.note, hidden=True),
)


@dataclass(frozen=True)
class Order:
    id: int
    name: str = "An order"
    status: str = "Paid"
    total: str = "12.00 €"
    note: str = ""


@dataclass
class Platform:
    """Answers pages of orders in the envelope of its choosing, and remembers what was asked."""

    orders: list[Order] = field(default_factory=list)
    per_page: int = 25
    envelope: str = "paginator"
    asked: list[tuple[int, Any]] = field(default_factory=list)
    failing: BaseException | None = None
    gates: dict[Any, asyncio.Event] = field(default_factory=dict)
    ignores_cancelling: bool = False

    async def fetch(self, page: int, query: Any) -> Listing[Order]:
        self.asked.append((page, query))
        gate = self.gates.get(query)
        if gate is not None:
            await self._wait(gate)
        await asyncio.sleep(0)
        if self.failing is not None:
            raise self.failing
        found = [order for order in self.orders if query is None or query in order.name]
        return self._listing(found, page)

    async def _wait(self, gate: asyncio.Event) -> None:
        while not gate.is_set():
            try:
                await gate.wait()
            except asyncio.CancelledError:
                if not self.ignores_cancelling:
                    raise

    def _listing(self, found: list[Order], page: int) -> Listing[Order]:
        if self.envelope == "array":
            return Listing(tuple(found))
        start = (page - 1) * self.per_page
        rows, total = tuple(found[start : start + self.per_page]), len(found)
        if self.envelope == "entries":
            return Listing(rows, page, total=total)
        if self.envelope == "meta":
            return Listing(rows, page, self.per_page, total)
        last = max(1, -(-total // self.per_page))
        return Listing(rows, page, self.per_page, total, last)


def orders(count: int, prefix: str = "Order") -> list[Order]:
    return [Order(number, f"{prefix} {number}") for number in range(1, count + 1)]


def sentences(error: BaseException, doing: str) -> Explanation:
    return Explanation("The platform cannot be reached.", f"{doing} failed.", "Try again.")


@dataclass
class Desk:
    """A table in a window on a platform."""

    loop: QEventLoop
    platform: Platform
    rows: RemoteRows[Order]
    table: RemoteTable[Order]

    def run(self, work: Coroutine[Any, Any, Any]) -> Any:
        return self.loop.run_until_complete(asyncio.wait_for(work, 10))

    def until(self, signal: SignalInstance, act: Callable[[], object]) -> None:
        """Act and wait for a signal."""
        self.run(self._heard(signal, act))

    async def _heard(self, signal: SignalInstance, act: Callable[[], object]) -> None:
        told = asyncio.Event()
        signal.connect(told.set)
        act()
        await told.wait()
        signal.disconnect(told.set)

    def load(self, query: Any = None) -> None:
        self.until(self.rows.settled, lambda: self.rows.load(query))

    def names(self) -> list[str]:
        return [str(self.rows.index(n, 0).data()) for n in range(self.rows.rowCount())]

    def press(self, key: Qt.Key, modifier: Any = Qt.KeyboardModifier.NoModifier) -> None:
        QTest.keyClick(self.table.view, key, modifier)

    def texts(self) -> str:
        labels = self.table.findChildren(Label)
        return "\n".join(label.text() for label in labels if label.isVisible())


MakeDesk = Callable[..., Desk]


@pytest.fixture
def make(loop: QEventLoop, qtbot: QtBot) -> MakeDesk:
    def made(**settings: Any) -> Desk:
        platform = Platform(**settings)
        rows = RemoteRows(COLUMNS, platform.fetch, identity=lambda order: order.id)
        empty = EmptyState("receipt", "No orders yet", "They come from your pages.")
        table = RemoteTable(
            rows, name="Orders", empty=empty, doing="Loading the orders", explained=sentences
        )
        qtbot.addWidget(table, before_close_func=lambda _: rows.end())
        table.resize(640, 400)
        with qtbot.waitExposed(table):
            table.show()
        table.activateWindow()
        table.view.setFocus()
        return Desk(loop, platform, rows, table)

    return made


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
    assert "The platform cannot be reached." in desk.texts()
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
    assert "The platform cannot be reached." in desk.texts()
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


# Hands


def test_enter_opens_the_row_of_the_keyboard(make: MakeDesk) -> None:
    desk = make(orders=orders(3))
    desk.load()
    opened: list[Order] = []
    desk.table.opened.connect(opened.append)
    desk.press(Key.Key_Down)
    desk.press(Key.Key_Down)
    desk.press(Key.Key_Return)
    assert [order.id for order in opened] == [2]


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
    assert [order.id for order in desk.table.selected()] == [1, 3]
    assert desk.table.current() == desk.rows.row(3)
    assert "2 selected" in desk.texts()
    desk.press(Key.Key_Escape)
    assert [order.id for order in desk.table.selected()] == [4]


def test_space_takes_a_mark_back(make: MakeDesk) -> None:
    desk = make(orders=orders(6))
    desk.load()
    for key in (Key.Key_Down, Key.Key_Space, Key.Key_Down, Key.Key_Space, Key.Key_Space):
        desk.press(key)
    assert [order.id for order in desk.table.selected()] == [1]


def test_shift_and_arrows_select_a_range(make: MakeDesk) -> None:
    desk = make(orders=orders(6))
    desk.load()
    desk.press(Key.Key_Down)
    desk.press(Key.Key_Down, Qt.KeyboardModifier.ShiftModifier)
    desk.press(Key.Key_Down, Qt.KeyboardModifier.ShiftModifier)
    assert [order.id for order in desk.table.selected()] == [1, 2, 3]


def test_copy_gives_the_shown_columns_as_tab_separated_lines(make: MakeDesk) -> None:
    desk = make(orders=[Order(1, "tea\twith\nmilk", total="-5"), Order(2, '=HYPERLINK("x")')])
    desk.load()
    desk.press(Key.Key_A, Qt.KeyboardModifier.ControlModifier)
    desk.press(Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    copied = QApplication.clipboard().text()
    assert copied.splitlines() == ["tea with milk\tPaid\t-5", '\'=HYPERLINK("x")\tPaid\t12.00 €']


def test_copy_follows_the_order_of_the_columns(make: MakeDesk) -> None:
    desk = make(orders=orders(1))
    desk.load()
    desk.table.restore_columns({"order": ["total", "name", "status"], "hidden": ["status", "note"]})
    desk.press(Key.Key_A, Qt.KeyboardModifier.ControlModifier)
    desk.press(Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert QApplication.clipboard().text() == "12.00 €\tOrder 1"


# Columns and sorting


def shown(desk: Desk) -> list[str]:
    return [COLUMNS[at].key for at in desk.table.view.shown_columns()]


def test_columns_are_chosen_by_menu_and_remembered(make: MakeDesk, qtbot: QtBot) -> None:
    desk = make(orders=orders(1))
    assert shown(desk) == ["name", "status", "total"]
    menu = desk.table._columns.menu()
    note = next(action for action in menu.actions() if action.text() == "Note")
    with qtbot.waitSignal(desk.table.columns_changed) as told:
        note.trigger()
    assert shown(desk) == ["name", "status", "total", "note"]
    other = make(orders=orders(1))
    other.table.restore_columns(told.args[0])
    assert shown(other) == shown(desk)
    assert other.table.columns() == desk.table.columns()


def test_the_last_column_cannot_be_hidden(make: MakeDesk) -> None:
    desk = make()
    for key in ("name", "status", "total"):
        desk.table._columns.set_shown(key, False)
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
    desk.table.restore_columns(state)
    assert {"name", "status", "total"} <= set(shown(desk))
    assert desk.table.columns()["widths"]["total"] == 140


def test_sorting_is_asked_of_the_platform(make: MakeDesk) -> None:
    desk = make(orders=orders(3))
    desk.load()
    asked: list[tuple[str, bool]] = []
    desk.table.sort_asked.connect(lambda key, descending: asked.append((key, descending)))
    header = desk.table.view.horizontalHeader()
    header.sectionClicked.emit(2)
    desk.table.show_sort("total", False)
    header.sectionClicked.emit(2)
    header.sectionClicked.emit(1)
    assert asked == [("total", False), ("total", True)]
    horizontal = Qt.Orientation.Horizontal
    assert [desk.rows.headerData(at, horizontal) for at in range(3)] == [
        "Name",
        "Status",
        "Total ↑",
    ]
    assert desk.names() == ["Order 1", "Order 2", "Order 3"]


def test_sorting_is_reached_without_a_mouse(make: MakeDesk) -> None:
    desk = make()
    asked: list[tuple[str, bool]] = []
    desk.table.sort_asked.connect(lambda key, descending: asked.append((key, descending)))
    menu = desk.table._columns.menu()
    sorts = next(action.menu() for action in menu.actions() if action.menu() is not None)
    next(a for a in sorts.actions() if a.text() == "Total, descending").trigger()  # type: ignore[attr-defined]
    assert asked == [("total", True)]


# What a server says is text


def test_markup_in_a_tip_is_escaped(make: MakeDesk) -> None:
    desk = make(orders=[Order(1, "<img src=file:///etc/passwd>")])
    desk.load()
    tip = desk.rows.index(0, 0).data(Qt.ItemDataRole.ToolTipRole)
    assert "<img" not in tip
    assert desk.names() == ["<img src=file:///etc/passwd>"]


def test_headers_and_cells_align_alike(make: MakeDesk) -> None:
    desk = make(orders=orders(1))
    desk.load()
    role = Qt.ItemDataRole.TextAlignmentRole
    right = Qt.AlignmentFlag.AlignRight
    assert desk.rows.index(0, 2).data(role) & right
    assert desk.rows.headerData(2, Qt.Orientation.Horizontal, role) & right
