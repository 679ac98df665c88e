"""Many subscriptions skipped and moved: a dry run, the queue, the report, and the way back."""

from datetime import UTC, date, datetime, timedelta
from decimal import Decimal
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from tests.desktop.parts.subscriptions.test_subscriptions import shown
from tests.desktop.support.customer_desk import stored_subscription, subscribe
from tests.desktop.support.live_server import LiveBrand
from tests.desktop.support.window_bench import (
    WindowBench,
    in_the_window,
    said,
    shown_dialog,
    until,
)

from funneldesk.contract.subscriptions import NextBillDateDraft
from funneldesk.desktop.kit.formats import Formats
from funneldesk.desktop.parts.subscriptions.bulk.dialog import ChargesDialog
from funneldesk.desktop.parts.subscriptions.bulk.plan import effect, month_lines, recurring_words
from funneldesk.desktop.parts.subscriptions.panel import SubscriptionsPanel
from funneldesk.desktop.people.queues.charges import ChargeItem
from funneldesk.desktop.records.bulk.report import ReportDialog


async def stands(brand: LiveBrand, transaction_id: str) -> datetime:
    at = (await stored_subscription(brand, transaction_id)).subscription_next_charge_at
    assert at is not None
    return at


async def asked(panel: SubscriptionsPanel, what: str) -> ChargesDialog:
    """The dry run of an action on all."""
    await until(lambda: panel.is_quiet)
    panel.list.table.selectAll()
    panel.declared_actions.run(panel.declared_actions[f"subscriptions.{what}-many"])
    dialog: ChargesDialog = await shown_dialog(ChargesDialog)
    return dialog


async def done(panel: SubscriptionsPanel, dialog: ChargesDialog) -> None:
    assert dialog.button("do").isEnabled(), dialog.button("do").toolTip()
    queue = panel.many.queue
    earlier = queue.job
    dialog.button("do").click()
    await until(lambda: queue.job is not earlier and queue.is_free)


@in_the_window
async def test_charges_are_skipped_reported_and_put_back(
    bench: WindowBench, brand: LiveBrand
) -> None:
    subscribe(brand, "tx-1")
    subscribe(brand, "tx-2", name="Otto Hahn")
    subscribe(brand, "tx-3", name="Late Payer", declines=True)
    async with brand.api() as api:
        await api.subscriptions.force_bill("tx-3")
    before = {each: await stands(brand, each) for each in ("tx-1", "tx-2", "tx-3")}
    panel = await shown(bench, await bench.workspace(brand))
    dialog = await asked(panel, "skip")
    words = said(dialog)
    assert "Late Payer: It is past due." in words
    assert "2 subscriptions will be charged on another day." in words
    assert "MRR of these: $76.00 before and after." in words
    await done(panel, dialog)
    assert bench.notice("Coming charges: 2 done")
    assert [await stands(brand, each) > before[each] for each in before] == [True, True, False]

    async with brand.api() as api:
        later = NextBillDateDraft(next_charge_at=datetime.now(UTC) + timedelta(days=90))
        await api.subscriptions.change_next_bill_date("tx-2", later)
    panel.many.queue.show_report()
    report: ReportDialog = await shown_dialog(ReportDialog)
    assert report.button("undo").text() == "Undo 2"
    report.answer("undo")
    back: ChargesDialog = await shown_dialog(ChargesDialog)
    assert "Otto Hahn: Its next charge was changed since then." in said(back)
    await done(panel, back)
    assert await stands(brand, "tx-1") == before["tx-1"]
    rows = panel.many.table().rows
    assert [(row[0], row[9]) for row in rows] == [("Marta Lindqvist", "Done")]


@in_the_window
async def test_charges_are_moved_by_days_or_to_a_day(bench: WindowBench, brand: LiveBrand) -> None:
    subscribe(brand, "tx-1")
    subscribe(brand, "tx-2")
    before = await stands(brand, "tx-1")
    panel = await shown(bench, await bench.workspace(brand))
    dialog = await asked(panel, "move")
    assert "2 subscriptions" in dialog.total.text()
    for words, able in (("-400", False), ("0", False), ("10", True)):
        enter(dialog, "days", words)
        assert dialog.button("do").isEnabled() == able, words
    await done(panel, dialog)
    zone = panel.brand.formats.zone
    here = (await stands(brand, "tx-1")).astimezone(zone)
    assert here.date() == before.astimezone(zone).date() + timedelta(days=10)
    assert here.time() == before.astimezone(zone).time()

    dialog = await asked(panel, "move")
    dialog.how.choose("day")
    dialog.how.chosen.emit("day")
    day = panel.brand.formats.today() + timedelta(days=50)
    enter(dialog, "day", day.isoformat())
    await done(panel, dialog)
    for each in ("tx-1", "tx-2"):
        assert (await stands(brand, each)).astimezone(zone).date() == day


def enter(dialog: ChargesDialog, name: str, text: str) -> None:
    row = dialog.rows[name]
    row.set_value(int(text) if name == "days" else text)
    row.edited.emit(name, row.value())


def subscription(price: str, currency: str, unit: str = "month", count: int = 1) -> dict[str, Any]:
    return {
        "status": "active",
        "price": price,
        "currency": currency,
        "frequency": count,
        "frequency_unit": unit,
        "next_charge_at": "2027-01-20T10:00:00Z",
    }


def test_a_dry_run_adds_up_each_currency_exactly() -> None:
    formats = Formats("USD", UTC)
    bodies = (
        subscription("0.1", "USD"),
        subscription("0.2", "USD"),
        subscription("12.345", "KWD", "month", 3),
        subscription("1200", "JPY", "year"),
    )
    found = effect([ChargeItem(each) for each in bodies], formats)
    assert found.recurring == {
        "USD": Decimal("0.3"),
        "KWD": Decimal("4.115"),
        "JPY": Decimal(100),
    }
    assert "$0.30 · ¥100 · KWD\N{NO-BREAK SPACE}4.115 before and after" in recurring_words(
        found, formats
    )
    assert month_lines(found, formats)[0] == (
        "January 2027",
        "$0.30 · ¥1,200 · KWD\N{NO-BREAK SPACE}12.345",
        "–",
    )
    assert found.months[date(2027, 4, 1)][1] == {"KWD": Decimal("12.345")}
    assert found.unpriced == 0


def test_every_month_is_shown_and_both_sides_add_up() -> None:
    """Yearly boxes of ten months, and one whose cycle the server does not tell."""
    formats = Formats("USD", UTC)
    bodies = [
        {**subscription("10", "USD", "year"), "next_charge_at": f"2027-{month:02}-20T10:00:00Z"}
        for month in range(1, 11)
    ]
    odd = {name: value for name, value in subscription("7", "USD").items() if "freq" not in name}
    found = effect([ChargeItem(each) for each in (*bodies, odd)], formats)
    lines = month_lines(found, formats)
    months = [
        f"{formats.month(date(year, month, 1))}" for year in (2027, 2028) for month in range(1, 11)
    ]
    assert [line[0] for line in lines] == [*months, "Not known", "Total"]
    assert lines[0] == ("January 2027", "$17.00", "–")
    assert lines[-2] == ("Not known", "–", "$7.00")
    assert lines[-1] == ("Total", "$107.00", "$107.00")


@in_the_window
async def test_enter_on_a_dry_run_sends_nothing_and_all_months_can_be_seen(
    bench: WindowBench, brand: LiveBrand
) -> None:
    now = datetime.now(UTC)
    for number in range(8):
        subscribe(brand, f"tx-{number}", at=now - timedelta(days=3))
        async with brand.api() as api:
            later = NextBillDateDraft(next_charge_at=now + timedelta(days=20 + 40 * number))
            await api.subscriptions.change_next_bill_date(f"tx-{number}", later)
    panel = await shown(bench, await bench.workspace(brand))
    dialog = await asked(panel, "skip")
    rows = dialog.months.rowCount()
    cells = [dialog.months.itemAtPosition(at, 0) for at in range(rows)]
    names = [cell.widget().text() for cell in cells if cell is not None and cell.widget()]  # type: ignore[union-attr]
    assert len(names) >= 9
    assert names[-1] == "Total"
    assert dialog.area.verticalScrollBar().maximum() > 0
    answered = [False]
    dialog.finished.connect(lambda _code: answered.append(True))
    focused = dialog.focusWidget()
    assert focused is dialog.button("")
    QTest.keyClick(dialog.list, Qt.Key.Key_Return)
    assert answered == [False]
    QTest.keyClick(focused, Qt.Key.Key_Return)
    await until(lambda: answered[-1])
    assert panel.many.queue.job is None
