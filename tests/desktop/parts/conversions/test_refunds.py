"""Refunds of many orders by hand: collected, set, confirmed, sent, told for accounting."""

from decimal import Decimal

from tests.desktop.support.customer_desk import order, stored_order
from tests.desktop.support.live_server import LiveBrand
from tests.desktop.support.window_bench import (
    WindowBench,
    in_the_window,
    said,
    shown_dialog,
    until,
)

from funneldesk.desktop.parts.conversions.orders import ORDERS
from funneldesk.desktop.parts.conversions.panel import OrdersPanel
from funneldesk.desktop.parts.conversions.refund_dialog import RefundDialog
from funneldesk.desktop.parts.conversions.refunds import refund_table
from funneldesk.desktop.people.deeds.sheet import DeedSheet
from funneldesk.desktop.people.queues.refunds import RefundQueue
from funneldesk.desktop.records.bulk.report import ReportDialog


async def opened(bench: WindowBench, brand: LiveBrand, role: str = "owner") -> OrdersPanel:
    panel = bench.own(OrdersPanel(await bench.workspace(brand, role=role), ORDERS))
    panel.resize(1500, 800)
    panel.show()
    panel.refresh()
    await until(lambda: panel.is_quiet and panel.list.table.rows.ids)
    return panel


def line(dialog: RefundDialog, code: str) -> str:
    rows = dialog.list.rows
    found = (rows.at(at) for at in range(rows.rowCount()))
    return next(each.text for each in found if each.id == code)


def choose(dialog: RefundDialog, code: str) -> None:
    codes = [each.code for each in dialog.items]
    dialog.list.setCurrentIndex(dialog.list.rows.index(codes.index(code)))


def enter(dialog: RefundDialog, place: int, text: str) -> None:
    """Type into the amount (0) or the reason (1) of the order that is chosen."""
    item = dialog.fields.itemAt(place)
    row = item.widget() if item is not None else None
    target = row.input.target  # type: ignore[union-attr]
    target.setText(text)
    target.textEdited.emit(text)


@in_the_window
async def test_orders_are_collected_set_confirmed_and_refunded(
    bench: WindowBench, brand: LiveBrand
) -> None:
    for code, total in (("A1", "38"), ("A2", "600"), ("A3", "50"), ("A4", "9")):
        order(brand, code, total)
    order(brand, "J1", "1200", currency="JPY")
    panel = await opened(bench, brand)
    start = panel.tasks.start
    start(panel.refunds.begin(["A1", "A3"]))
    dialog: RefundDialog = await shown_dialog(RefundDialog)
    assert dialog.total.text() == "2 orders: $88.00"
    assert not dialog.word.isVisible()
    dialog.answer("")
    await until(lambda: not panel.tasks.is_busy)

    start(panel.refunds.begin(["A2", "J1", "A4"]))
    dialog = await shown_dialog(RefundDialog)
    assert dialog.total.text() == "5 orders: $697.00 · ¥1,200"
    choose(dialog, "A2")
    enter(dialog, 0, "550.50")
    enter(dialog, 1, "Late")
    assert line(dialog, "A2") == "$550.50 of $600.00 · Late"
    choose(dialog, "A4")
    enter(dialog, 0, "10")
    assert not dialog.button("refund").isEnabled()
    assert "At most $9.00 is left" in line(dialog, "A4")
    dialog.remove.click()
    assert dialog.total.text() == "4 orders: $638.50 · ¥1,200"
    assert not dialog.button("refund").isEnabled()
    assert "Type “refund 4”" in said(dialog)
    dialog.word.setText("refund 4")
    assert dialog.button("refund").isEnabled()
    dialog.button("refund").click()
    queue = panel.refunds.queue
    await until(lambda: queue.job is not None and queue.is_free)
    assert bench.notice("Refunds: 4 done")
    backs = {code: (await stored_order(brand, code)).refunded_amount for code in ("A1", "A2", "A4")}
    assert backs == {"A1": 38, "A2": 550.5, "A4": 0}

    await tell_accounting(queue)


async def tell_accounting(queue: RefundQueue) -> None:
    """The report of the queue, as a table and as it is shown."""
    table = refund_table(queue.items)
    amounts = {row[0]: (row[4], row[5], row[6], row[7], row[8]) for row in table.rows}
    assert amounts["A2"] == (Decimal("550.50"), "USD", False, "Late", "Done")
    assert amounts["J1"] == (Decimal(1200), "JPY", True, "", "Done")
    queue.show_report()
    report: ReportDialog = await shown_dialog(ReportDialog)
    assert report.report.is_whole
    report.answer("")


@in_the_window
async def test_one_order_has_its_own_sheet(bench: WindowBench, brand: LiveBrand) -> None:
    order(brand, "A1")
    panel = await opened(bench, brand)
    panel.tasks.start(panel.refunds.begin(["A1"]))
    sheet: DeedSheet = await shown_dialog(DeedSheet)
    assert "A1" in said(sheet)
    sheet.answer("")


@in_the_window
async def test_who_may_not_refund_sees_why(bench: WindowBench, brand: LiveBrand) -> None:
    order(brand, "A1")
    order(brand, "A2")
    panel = await opened(bench, brand, role="editor")
    panel.tasks.start(panel.refunds.begin(["A1", "A2"]))
    dialog: RefundDialog = await shown_dialog(RefundDialog)
    dialog.button("refund").click()
    queue = panel.refunds.queue
    await until(lambda: queue.is_paused)
    assert queue.job is not None
    assert "admin or owner" in queue.job.note or "role" in queue.job.note.lower()
    action = panel.declared_actions["conversions.refund-orders"]
    assert "admin or owner" in action.refusal(["A1"])
    assert (await stored_order(brand, "A1")).refunded_amount == 0
    queue.stop()
    await until(lambda: queue.is_free)


@in_the_window
async def test_orders_with_nothing_left_are_named_and_left_out(
    bench: WindowBench, brand: LiveBrand
) -> None:
    for code in ("A1", "A2"):
        order(brand, code)
    async with brand.api() as api:
        await api.conversions.refund("A1")
    panel = await opened(bench, brand)
    panel.tasks.start(panel.refunds.begin(["A1", "A2"]))
    dialog: RefundDialog = await shown_dialog(RefundDialog)
    assert [each.code for each in dialog.items] == ["A2"]
    assert "All of this order was refunded." in said(dialog)
    dialog.answer("")
