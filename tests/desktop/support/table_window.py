"""A table over a platform of its own, for the tests of rows and tables."""

import asyncio
from collections.abc import Callable, Coroutine
from dataclasses import dataclass, field
from typing import Any

from PySide6.QtCore import Qt, SignalInstance
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot
from qasync import QEventLoop

from funneldesk.contract.listing import Listing
from funneldesk.desktop.kit.controls.empty_state import EmptyState
from funneldesk.desktop.kit.controls.labels import Label
from funneldesk.desktop.kit.explain import Explanation
from funneldesk.desktop.kit.lists.remote_rows import Column, RemoteRows
from funneldesk.desktop.kit.table.table import RemoteTable

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
    return Explanation("The server cannot be reached.", f"{doing} failed.", "Try again.")


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


def desk_maker(loop: QEventLoop, qtbot: QtBot) -> MakeDesk:
    """Makes desks, shown and with the keyboard; they end with the test."""

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
