"""Walks through Sell in a real window, by mouse and keys."""

import sys
from datetime import timedelta

from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QComboBox
from tests.desktop.support.customer_desk import (
    EMAIL,
    MERCHANT,
    offer,
    order,
    press,
    stored_order,
    stored_subscription,
    subscribe,
)
from tests.desktop.support.live_server import LiveBrand
from tests.desktop.support.planned_line import LOST, PlannedLine, trouble
from tests.desktop.support.window_bench import WindowBench, shown_dialog, until
from tests.e2e.walking import (
    CTRL,
    LEFT,
    Walk,
    buttons,
    click,
    press_button,
    section,
    start,
    told,
    window,
    write,
)

from funneldesk.desktop.kit.calendar.day_painter import CONTENT, DAY
from funneldesk.desktop.kit.controls.selection_bar import SelectionBar
from funneldesk.desktop.kit.forms.entries_field import Entry
from funneldesk.desktop.parts.conversions.panel import OrdersPanel
from funneldesk.desktop.parts.conversions.refund_dialog import RefundDialog
from funneldesk.desktop.parts.subscriptions.panel import SubscriptionsPanel
from funneldesk.desktop.parts.tickets.panel import TicketsPanel
from funneldesk.desktop.people.deeds.sheet import DeedSheet
from funneldesk.server.parts.tickets.arrivals import NewMessage, NewTicket, open_tickets


async def refunds(bench: WindowBench, brand: LiveBrand) -> None:
    """Twelve orders are refunded; the answer to one is lost on its way."""
    codes = [order(brand, f"HP{n:05}", "100") for n in range(12)]
    line = PlannedLine(brand.base_url)
    bench.at_end.append(line.close)
    await line.listen()
    session = await window(bench, brand, line.base_url)
    panel = await section(session, "conversions", OrdersPanel)
    await until(lambda: len(panel.list.table.rows.ids) == len(codes))
    panel.list.table.setFocus()
    QTest.keyClick(panel.list.table, Qt.Key.Key_A, CTRL)
    (bar,) = panel.list.findChildren(SelectionBar)
    await until(lambda: bar.isVisible() and buttons(bar, "Refund"))
    press_button(bar, "Refund")
    dialog: RefundDialog = await shown_dialog(RefundDialog)
    assert not dialog.button("refund").isEnabled(), "over the limit a word is typed"
    QTest.keyClicks(dialog.word, "refund 12")
    line.expect([None] * 6 + [trouble(LOST[0], reaches=True)], [])
    click(dialog.button("refund"))
    queue = panel.refunds.queue
    await until(lambda: queue.job is not None and queue.is_free)
    backs = [(await stored_order(brand, code)).refunded_amount for code in codes]
    told(
        states=[item.state for item in queue.items],
        seen=[item.said for item in queue.items if item.said],
        sent=sorted(line.sent),
        backs=backs,
        notice=bool(bench.notice("Refunds: 12 done")),
    )


async def calendar(bench: WindowBench, brand: LiveBrand) -> None:
    """A charge is dragged two days on, and the sheet is agreed to."""
    subscribe(brand, "tx-1")
    session = await window(bench, brand)
    panel = await section(session, "subscriptions", SubscriptionsPanel)
    await until(lambda: panel.list.table.rows.ids)
    click(panel.calendar_button)
    view = panel.calendar.view
    before = (await stored_subscription(brand, "tx-1")).subscription_next_charge_at
    assert before is not None
    day = before.astimezone(panel.brand.formats.zone).date()
    panel.calendar.go_to(day)
    await until(lambda: view.currentIndex().data(CONTENT).entries)
    wanted = day + timedelta(days=2)
    model = view.model()
    places = [model.index(r, c) for r in range(model.rowCount()) for c in range(7)]
    start, end = (next(i for i in places if i.data(DAY) == each) for each in (day, wanted))
    cell = view.visualRect(start)
    held = next(
        QPoint(cell.left() + 20, y)
        for y in range(cell.top(), cell.bottom())
        if view.entry_at(QPoint(cell.left() + 20, y)) is not None
    )
    let_go = view.visualRect(end).center()
    QTest.mousePress(view.viewport(), LEFT, pos=held)
    for part in (0.3, 0.7, 1.0):
        QTest.mouseMove(view.viewport(), held + (let_go - held) * part)
    QTest.mouseRelease(view.viewport(), LEFT, pos=let_go)
    sheet: DeedSheet = await shown_dialog(DeedSheet)
    asked = sheet.says.text()
    click(sheet.button("do"))
    await until(lambda: panel.is_quiet and not panel.tasks.is_busy)
    after = (await stored_subscription(brand, "tx-1")).subscription_next_charge_at
    assert after is not None
    told(days=(after.date() - before.date()).days, asked=asked)


async def add_offer(panel: SubscriptionsPanel) -> None:
    """A quarter off for those to whom it is too expensive, typed and saved."""
    page = panel.offers
    assert page is not None
    await until(lambda: page.session.draft is not None and panel.is_quiet)
    press_button(page.pane, "Add offer")
    added = page.pane.findChildren(Entry)[-1].inputs
    write(added["cancel_reason"].target, "too expensive")
    kind = added["offer_type"].target
    assert isinstance(kind, QComboBox)
    while added["offer_type"].value() != "discount":
        QTest.keyClick(kind, Qt.Key.Key_Down)
    write(added["offer_value"].target, "25")
    await until(lambda: buttons(page.pane, "Save"))
    press_button(page.pane, "Save")
    await until(lambda: not page.session.is_dirty)


async def offers(bench: WindowBench, brand: LiveBrand) -> None:
    """An offer is added and saved, then applied beside the ticket of somebody who wants to go."""
    subscribe(brand, "tx-1")
    await offer(brand, {"offer_type": "pause", "offer_value": 30})
    letter = NewTicket(
        subject="Please cancel",
        from_name="Marta Lindqvist",
        from_email=EMAIL,
        messages=[NewMessage("<p>Too expensive for me</p>")],
    )
    with brand.database.writing() as data:
        open_tickets(data, brand.number, [letter])
    session = await window(bench, brand)
    panel = await section(session, "subscriptions", SubscriptionsPanel)
    panel.declared_actions.run(panel.declared_actions["subscriptions.offers"])
    await add_offer(panel)
    async with brand.api() as api:
        saved = await api.subscriptions.get_retention_offers(MERCHANT)

    tickets = await section(session, "tickets", TicketsPanel)
    await until(lambda: tickets.list.table.rows.ids)
    tickets.open_record(tickets.list.table.rows.ids[0])
    await until(lambda: tickets.is_quiet and tickets.customer.views["subscriptions"].lines)
    line = tickets.customer.views["subscriptions"].lines[0]
    line.buttons["offer"].click()
    sheet: DeedSheet = await shown_dialog(DeedSheet)
    sheet.rows["offer"].set_value(1)
    sheet.rows["offer"].edited.emit("offer", 1)
    asked = sheet.says.text()
    await press(tickets.customer, sheet)
    after = await stored_subscription(brand, "tx-1")
    told(saved=len(saved.offers or ()), asked=asked, percent=after.discount_percent)


WALKS: dict[str, Walk] = {each.__name__: each for each in (refunds, calendar, offers)}


if __name__ == "__main__":
    start(WALKS, sys.argv[1:])
