"""A table over a listing of its own, for the tests of rows and tables."""

import asyncio
from collections.abc import Callable, Coroutine
from dataclasses import dataclass, field
from typing import Any

from PySide6.QtCore import Qt, SignalInstance
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot
from qasync import QEventLoop

from funneldesk.contract.listing import Listing
from funneldesk.desktop.kit.table.column import Column
from funneldesk.desktop.kit.table.columns import TableColumns
from funneldesk.desktop.kit.table.view import TableView
from funneldesk.desktop.records.query import Query
from funneldesk.desktop.records.sources.paged import PagedRows

COLUMNS: tuple[Column["Order"], ...] = (
    Column("name", "Name", lambda order: order.name, sort="name", stretch=True),
    Column("status", "Status", lambda order: order.status, tone=lambda order: "success"),
    Column("total", "Total", lambda order: order.total, align="right", sort="total"),
    Column("note", "Note", lambda order: order.note, hidden=True),
)


@dataclass(frozen=True)
class Order:
    id: str
    name: str = "An order"
    status: str = "Paid"
    total: str = "12.00 €"
    note: str = ""


@dataclass
class Platform:
    """Answers pages of orders in the envelope of its choosing, and remembers what was asked."""

    orders: list[Order] = field(default_factory=list)
    per_page: int = 50
    envelope: str = "paginator"
    asked: list[tuple[int, Any]] = field(default_factory=list)
    failing: BaseException | None = None
    gates: dict[Any, asyncio.Event] = field(default_factory=dict)
    ignores_cancelling: bool = False

    async def fetch(self, page: int, query: Query) -> Listing[Order]:
        self.asked.append((page, query.text))
        gate = self.gates.get(query.text)
        if gate is not None:
            await self._wait(gate)
        await asyncio.sleep(0)
        if self.failing is not None:
            raise self.failing
        found = [order for order in self.orders if query.text in order.name]
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
    return [Order(str(number), f"{prefix} {number}") for number in range(1, count + 1)]


@dataclass
class Desk:
    """A table in a window on a platform."""

    loop: QEventLoop
    platform: Platform
    rows: PagedRows[Order]
    view: TableView
    columns: TableColumns

    def run(self, work: Coroutine[Any, Any, Any]) -> Any:
        return self.loop.run_until_complete(asyncio.wait_for(work, 60))

    def until(self, signal: SignalInstance, act: Callable[[], object]) -> None:
        """Act and wait for a signal."""
        self.run(self._heard(signal, act))

    async def _heard(self, signal: SignalInstance, act: Callable[[], object]) -> None:
        told = asyncio.Event()
        signal.connect(told.set)
        act()
        await told.wait()
        signal.disconnect(told.set)

    def load(self, text: str = "") -> None:
        self.until(self.rows.shown, lambda: self.rows.ask(Query(text)))

    def names(self) -> list[str]:
        model = self.view.rows
        return [str(model.index(n, 0).data()) for n in range(model.rowCount())]

    def press(self, key: Qt.Key, modifier: Any = Qt.KeyboardModifier.NoModifier) -> None:
        QTest.keyClick(self.view, key, modifier)


MakeDesk = Callable[..., Desk]


def desk_maker(loop: QEventLoop, qtbot: QtBot) -> MakeDesk:
    """Makes desks, shown and with the keyboard; they end with the test."""

    def made(**settings: Any) -> Desk:
        platform = Platform(**settings)
        records: dict[str, Order] = {}
        view = TableView("Orders", COLUMNS, records.get)
        rows = PagedRows(view, records, platform.fetch)
        qtbot.addWidget(view, before_close_func=lambda _: rows.end())
        view.resize(640, 400)
        with qtbot.waitExposed(view):
            view.show()
        view.activateWindow()
        view.setFocus()
        return Desk(loop, platform, rows, view, TableColumns(view))

    return made
