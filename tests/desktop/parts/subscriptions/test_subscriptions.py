"""Subscriptions: what is special about them beside what every declared section does."""

from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from decimal import Decimal
from zoneinfo import ZoneInfo

import pytest
from PySide6.QtWidgets import QMenu
from tests.desktop.support.customer_desk import deeds_of, enter, stored_subscription, subscribe
from tests.desktop.support.live_server import LiveBrand
from tests.desktop.support.section_driver import first_column
from tests.desktop.support.window_bench import WindowBench, in_the_window, shown_dialog, until

from funneldesk.contract.subscriptions import NextBillDateDraft
from funneldesk.desktop.kit.controls.buttons import Button
from funneldesk.desktop.kit.formats import Formats
from funneldesk.desktop.parts.subscriptions.calendar.charges import Charge, by_day, sums
from funneldesk.desktop.parts.subscriptions.panel import SubscriptionsPanel
from funneldesk.desktop.parts.subscriptions.section import SECTION
from funneldesk.desktop.parts.subscriptions.subscriptions import SUBSCRIPTIONS
from funneldesk.desktop.people.deeds.sheet import DeedSheet
from funneldesk.desktop.records.section import RecordSection
from funneldesk.desktop.sections.actions import Place
from funneldesk.desktop.workspace.workspace import Workspace


async def shown(
    bench: WindowBench, workspace: Workspace, declared: RecordSection = SUBSCRIPTIONS
) -> SubscriptionsPanel:
    """The section with all its records read."""
    panel = bench.own(SubscriptionsPanel(workspace, declared))
    panel.resize(1240, 800)
    panel.show()
    panel.refresh()
    await until(lambda: panel.list.source is not None and panel.is_quiet)
    return panel


@in_the_window
async def test_whose_payment_failed_waits_in_a_view_and_in_the_bar(
    bench: WindowBench, brand: LiveBrand
) -> None:
    subscribe(brand, "tx-good")
    subscribe(brand, "tx-late", name="Late Payer", email="late@posta.example", declines=True)
    async with brand.api() as api:
        await api.subscriptions.force_bill("tx-late")
    workspace = await bench.workspace(brand)
    panel = await shown(bench, workspace)
    assert set(first_column(panel)) == {"Marta Lindqvist", "Late Payer"}
    panel.list.views.choose("past_due")
    await until(lambda: first_column(panel) == ["Late Payer"])
    assert SECTION.waiting is not None
    assert (await SECTION.waiting(workspace)).count == 1


@pytest.mark.parametrize("limit", [0, 20_000], ids=["paged", "mirrored"])
@in_the_window
async def test_filters_are_the_documents_and_those_of_the_coming_charge(
    bench: WindowBench, brand: LiveBrand, limit: int
) -> None:
    subscribe(brand, "tx-1")
    subscribe(brand, "tx-2", name="Other Shop", merchant_id=9)
    subscribe(brand, "tx-3", name="Soon Charged")
    async with brand.api() as api:
        day = NextBillDateDraft(next_charge_at=datetime.now(UTC) + timedelta(days=2))
        await api.subscriptions.change_next_bill_date("tx-3", day)
    workspace = await bench.workspace(brand)
    panel = await shown(bench, workspace, replace(SUBSCRIPTIONS, mirrored_up_to=limit))
    for name, choice, wanted in (
        ("merchant", 9, {"Other Shop"}),
        ("soon", True, {"Soon Charged"}),
        ("started", "1d", set()),
        ("started", "7d", {"Marta Lindqvist", "Other Shop", "Soon Charged"}),
    ):
        panel.list.show_everything()
        panel.list.choose(name, choice)
        await until(lambda wanted=wanted: set(first_column(panel)) == wanted)


@in_the_window
async def test_a_charge_is_moved_from_the_list_noted_and_shown(
    bench: WindowBench, brand: LiveBrand
) -> None:
    subscribe(brand, "tx-1")
    workspace = await bench.workspace(brand)
    panel = await shown(bench, workspace)
    panel.list.table.select("tx-1")
    await until(lambda: panel.is_quiet and panel.detail.title.text() == "Marta Lindqvist")
    panel.declared_actions.run(panel.declared_actions["subscriptions.move"])
    sheet: DeedSheet = await shown_dialog(DeedSheet)
    day = (datetime.now(UTC) + timedelta(days=40)).replace(hour=9, minute=0)
    enter(sheet, "next_charge_at", f"{day:%Y-%m-%d %H:%M}")
    sheet.button("do").click()
    await until(lambda: panel.is_quiet and not panel.tasks.is_busy)
    assert await deeds_of(workspace) == [("move", "done")]
    at = (await stored_subscription(brand, "tx-1")).subscription_next_charge_at
    assert at is not None
    assert at.date() == day.date()
    wanted = panel.brand.formats.day(at)
    await until(lambda: wanted in cells(panel))


def cells(panel: SubscriptionsPanel) -> list[str]:
    """The texts of the first row."""
    rows = panel.list.table.rows
    return [str(rows.index(0, at).data()) for at in range(len(rows.columns))]


@in_the_window
async def test_what_does_not_fit_its_state_says_so_in_the_menu(
    bench: WindowBench, brand: LiveBrand
) -> None:
    subscribe(brand, "tx-1")
    panel = await shown(bench, await bench.workspace(brand))
    menu = QMenu()
    panel.declared_actions.fill(menu, Place.LIST_MENU, ["tx-1"])
    enabled = {each.text(): each.isEnabled() for each in menu.actions() if each.text()}
    assert enabled["Reactivate the subscription…"] is False
    assert enabled["Skip the next charge…"] is True


@in_the_window
async def test_emails_and_charges_are_told_in_tabs_and_in_the_timeline(
    bench: WindowBench, brand: LiveBrand
) -> None:
    subscribe(brand, "tx-1")
    panel = await shown(bench, await bench.workspace(brand))
    panel.open_record("tx-1")
    await until(lambda: panel.is_quiet and "charges" in panel.detail.body)
    tabs = {key: panel.detail.tabs.button(key) for key in ("charges", "emails")}
    assert [each.text() for each in tabs.values() if each is not None] == ["Charges 1", "Emails 1"]


@in_the_window
async def test_a_charge_dragged_in_the_calendar_asks_and_is_then_moved(
    bench: WindowBench, brand: LiveBrand
) -> None:
    subscribe(brand, "tx-1")
    workspace = await bench.workspace(brand)
    panel = await shown(bench, workspace)
    panel.declared_actions.run(panel.declared_actions["subscriptions.calendar"])
    assert panel.calendar.isVisible()
    assert not panel.list.isVisible()
    before = (await stored_subscription(brand, "tx-1")).subscription_next_charge_at
    assert before is not None
    here = before.astimezone(panel.brand.formats.zone)
    day = here.date() + timedelta(days=2)
    panel.calendar.view.moved.emit("tx-1", day)
    sheet: DeedSheet = await shown_dialog(DeedSheet)
    assert panel.brand.formats.day(here) in sheet.says.text()
    sheet.button("do").click()
    await until(lambda: panel.is_quiet and not panel.tasks.is_busy)
    after = (await stored_subscription(brand, "tx-1")).subscription_next_charge_at
    assert after is not None
    there = after.astimezone(panel.brand.formats.zone)
    assert (there.date(), there.hour, there.minute) == (day, here.hour, here.minute)
    panel.calendar.go_to(day)
    await until(lambda: "1 charge · " in panel.calendar.foot.text())
    next(b for b in panel.calendar.findChildren(Button) if b.text() == "Week").click()
    assert " to " in panel.calendar.title.text(), "a week is told by its days"
    panel.calendar.left.emit()
    assert panel.list.isVisible()


def test_charges_add_up_exactly_and_each_currency_apart() -> None:
    at = datetime(2026, 12, 31, 23, 30, tzinfo=UTC)
    made = [
        Charge(str(n), at, "Ana", "Box", "active", Decimal("0.1"), currency)
        for n, currency in enumerate(("EUR", "EUR", "EUR", "JPY"))
    ]
    formats = Formats("EUR", ZoneInfo("Europe/Lisbon"))
    assert sums(made, formats) == ("€0.30", "¥0")
    assert list(by_day(made, ZoneInfo("Asia/Kolkata"))) == [date(2027, 1, 1)]
