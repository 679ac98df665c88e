"""Deeds for a customer: said before, done once, noted, and told for the reply."""

import csv
import json
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtWidgets import QFileDialog
from tests.desktop.support.customer_desk import (
    EMAIL,
    deeds_of,
    enter,
    offer,
    order,
    pane,
    press,
    sheet,
    stored_order,
    stored_subscription,
    subscribe,
)
from tests.desktop.support.live_server import LiveBrand
from tests.desktop.support.relay import Relay
from tests.desktop.support.window_bench import (
    WindowBench,
    in_the_window,
    open_dialogs,
    said,
    shown_dialog,
    turns,
    until,
)

from funneldesk.contract.conversions import RefundDraft
from funneldesk.desktop.kit.formats import Formats
from funneldesk.desktop.people.actions import customer_actions
from funneldesk.desktop.people.deeds.journal import JournalDialog
from funneldesk.desktop.people.deeds.refund import REFUND
from funneldesk.desktop.people.deeds.sheet import DeedSheet
from funneldesk.desktop.people.orders import money_of


@in_the_window
async def test_a_part_is_refunded_then_what_is_left(bench: WindowBench, brand: LiveBrand) -> None:
    order(brand, "HP77120")
    workspace = await bench.workspace(brand)
    view = await pane(bench, workspace)
    told: list[str] = []
    view.deed_told.connect(told.append)
    announced: list[tuple[str, tuple[str, ...]]] = []
    workspace.changed.connect(lambda change: announced.append((change.part, change.ids)))
    opened = await sheet(view, "orders", "refund")
    assert opened.values["amount"] == "38.00"
    enter(opened, "amount", "12.50")
    enter(opened, "reason", "Arrived broken")
    assert f"$12.50 of order HP77120 goes back to {EMAIL}." in opened.says.text()
    assert "$25.50 stays" in opened.says.text()
    assert opened.button("do").text() == "Refund $12.50"
    await press(view, opened)
    assert (await stored_order(brand, "HP77120")).refunded_amount == 12.5
    assert bench.notice("Refund of $12.50 for order HP77120: done")
    assert ("conversions", ("HP77120",)) in announced
    assert ("customers", (EMAIL,)) in announced
    assert "$25.50 left" in said(view.views["orders"])
    assert "Refund of $12.50 for order HP77120" in said(view.views["done"])
    view.add.click()
    assert told == ["I refunded $12.50 of order HP77120."]
    opened = await sheet(view, "orders", "refund")
    assert opened.values["amount"] == "25.50"
    assert "Refund of $12.50 for order HP77120: done, now" in opened.warning.text()
    assert "Nothing is left to refund" in opened.says.text()
    assert not opened.button("do").isEnabled(), "a second one within minutes has to be typed"
    opened.word.setText("HP77120")
    await press(view, opened)
    assert (await stored_order(brand, "HP77120")).refunded_amount == 38
    assert "refund" not in view.views["orders"].lines[0].buttons
    assert await deeds_of(workspace) == [("refund", "done")] * 2


@pytest.mark.parametrize(
    ("typed", "why"),
    [
        ("0", "above zero"),
        ("-5", "above zero"),
        ("38.01", "At most $38.00 is left"),
        ("1.005", "2 decimals"),
        ("a lot", "Write an amount"),
        ("", "above zero"),
    ],
)
@in_the_window
async def test_an_amount_that_cannot_be_is_not_sent(
    bench: WindowBench, brand: LiveBrand, typed: str, why: str
) -> None:
    order(brand, "HP77120")
    view = await pane(bench, await bench.workspace(brand))
    opened = await sheet(view, "orders", "refund")
    enter(opened, "amount", typed)
    assert not opened.button("do").isEnabled()
    assert why in opened.rows["amount"].error()
    opened.answer("")
    await until(lambda: view.is_quiet)
    assert (await stored_order(brand, "HP77120")).status == "completed"


@pytest.mark.parametrize(
    ("body", "refunded", "left"),
    [
        ({"total": 38, "status": "completed"}, 0, 38),
        ({"total": 0.3, "status": "refunded", "refunded_amount": 0.1}, "0.1", "0.2"),
        ({"total": 38, "status": "refunded"}, None, 38),
        ({"total": 38, "status": "refunded", "refunded_here": "12.50"}, None, "25.50"),
        ({"total": 38, "status": "chargeback"}, None, 0),
        ({"total": "lots", "status": "completed"}, 0, None),
    ],
)
def test_what_is_left_is_exact_and_never_more_than_is_known(
    body: dict[str, object], refunded: object, left: object
) -> None:
    money = money_of(body)
    assert money.refunded == (None if refunded is None else Decimal(str(refunded)))
    assert money.left == (None if left is None else Decimal(str(left)))


@in_the_window
async def test_an_order_that_changed_under_the_sheet_is_not_refunded(
    bench: WindowBench, brand: LiveBrand
) -> None:
    order(brand, "HP77120")
    workspace = await bench.workspace(brand)
    view = await pane(bench, workspace)
    opened = await sheet(view, "orders", "refund")
    async with brand.api() as api:
        await api.conversions.refund("HP77120", RefundDraft(amount=30))
    enter(opened, "amount", "5")
    await press(view, opened)
    assert (await stored_order(brand, "HP77120")).refunded_amount == 30
    assert bench.notice("It changed while you were looking at it.")
    assert await deeds_of(workspace) == []
    assert "$8.00 left" in said(view.views["orders"])


@in_the_window
async def test_a_refund_of_somebody_else_asks_once_more(
    bench: WindowBench, brand: LiveBrand
) -> None:
    order(brand, "HP77120")
    view = await pane(bench, await bench.workspace(brand))
    async with brand.api() as api:
        await api.conversions.refund("HP77120", RefundDraft(amount=30))
    opened = await sheet(view, "orders", "refund")
    assert "Somebody refunded this order since" in opened.warning.text()
    assert not opened.button("do").isEnabled()
    opened.answer("")


@in_the_window
async def test_who_may_not_refund_is_told_why(bench: WindowBench, brand: LiveBrand) -> None:
    order(brand, "HP77120")
    subscribe(brand)
    workspace = await bench.workspace(brand, role="editor")
    view = await pane(bench, workspace)
    opened = await sheet(view, "orders", "refund", at=1)
    await press(view, opened)
    assert bench.notice("Your role does not allow this.")
    button = view.views["orders"].lines[1].buttons["refund"]
    assert not button.isEnabled()
    assert "Only an admin or owner" in button.toolTip()
    assert view.views["subscriptions"].lines[0].buttons["skip"].isEnabled()
    assert await deeds_of(workspace) == [("refund", "refused")]
    closed = await bench.workspace(brand, read_only=True)
    other = await pane(bench, closed)
    button = other.views["orders"].lines[1].buttons["refund"]
    assert "read only on this computer" in button.toolTip()
    assert (await stored_order(brand, "HP77120")).status == "completed"


@in_the_window
async def test_a_charge_is_skipped_moved_and_made_at_once(
    bench: WindowBench, brand: LiveBrand
) -> None:
    subscribe(brand, code="BOXORDER")
    workspace = await bench.workspace(brand)
    view = await pane(bench, workspace)
    before = await stored_subscription(brand, "tx-1")
    assert before.subscription_next_charge_at is not None
    opened = await sheet(view, "subscriptions", "skip")
    assert "The charge of Monthly box ($38.00) on" in opened.says.text()
    assert "one billing cycle (1 month) later" in opened.says.text()
    await press(view, opened)
    skipped = await stored_subscription(brand, "tx-1")
    assert skipped.subscription_next_charge_at is not None
    assert skipped.subscription_next_charge_at > before.subscription_next_charge_at
    assert "I skipped the next charge of Monthly box" in view.sentence.text()
    opened = await sheet(view, "subscriptions", "move")
    assert not opened.button("do").isEnabled(), "it is charged then already"
    enter(opened, "next_charge_at", "1 Feb 2020, 10:00")
    assert "must be in the future" in opened.rows["next_charge_at"].error()
    wanted = (datetime.now(UTC) + timedelta(days=50)).replace(second=0, microsecond=0)
    enter(opened, "next_charge_at", f"{wanted:%d %b %Y, %H:%M}")
    await press(view, opened)
    moved = await stored_subscription(brand, "tx-1")
    assert moved.subscription_next_charge_at == wanted
    opened = await sheet(view, "subscriptions", "bill")
    assert not opened.button("do").isEnabled()
    opened.word.setText("BOXORDER")
    assert opened.button("do").text() == "Charge $38.00 now"
    await press(view, opened)
    assert len((await stored_subscription(brand, "tx-1")).charges) == len(before.charges) + 1
    assert [name for name, _state in await deeds_of(workspace)] == ["bill", "move", "skip"]
    assert {state for _name, state in await deeds_of(workspace)} == {"done"}


@in_the_window
async def test_a_payment_that_was_declined_is_no_success(
    bench: WindowBench, brand: LiveBrand
) -> None:
    subscribe(brand, code="BOXORDER", declines=True)
    view = await pane(bench, await bench.workspace(brand))
    opened = await sheet(view, "subscriptions", "bill")
    opened.word.setText("BOXORDER")
    await press(view, opened)
    assert (await stored_subscription(brand, "tx-1")).status == "past_due"
    notice = bench.notice("The payment was declined")
    assert notice
    assert notice.tone == "warning"
    assert "payment was declined" in view.sentence.text()
    assert "The payment was declined" in said(view.views["done"])


@in_the_window
async def test_an_offer_of_the_merchant_is_applied_and_a_pause_taken_back(
    bench: WindowBench, brand: LiveBrand
) -> None:
    subscribe(brand)
    workspace = await bench.workspace(brand)
    view = await pane(bench, workspace)
    await offer(brand)
    view.views["subscriptions"].lines[0].buttons["offer"].click()
    await until(lambda: bench.notice("has no retention offers"))
    await until(lambda: view.is_quiet)
    discount = {"offer_type": "discount", "offer_value": 20, "offer_duration_cycles": 3}
    await offer(brand, discount, {"offer_type": "pause", "offer_value": 14})
    opened = await sheet(view, "subscriptions", "offer")
    assert opened.says.text() == "Monthly box: 20% off the next 3 charges. It applies at once."
    await press(view, opened)
    cheaper = await stored_subscription(brand, "tx-1")
    assert (cheaper.discount_percent, cheaper.discount_cycles) == (20, 3)
    opened = await sheet(view, "subscriptions", "offer")
    opened.rows["offer"].input.target.setCurrentIndex(1)  # type: ignore[attr-defined]
    assert "No charge for 14 days" in opened.says.text()
    await press(view, opened)
    assert (await stored_subscription(brand, "tx-1")).status == "paused"
    assert set(view.views["subscriptions"].lines[0].buttons) == {
        "reactivate",
        "move",
        "offer",
        "bill",
    }
    await press(view, await sheet(view, "subscriptions", "reactivate"))
    assert (await stored_subscription(brand, "tx-1")).status == "active"
    assert "I reactivated Monthly box" in view.sentence.text()


@in_the_window
async def test_the_journal_is_read_searched_and_exported_without_the_key(
    bench: WindowBench, brand: LiveBrand
) -> None:
    order(brand, "HP77120")
    workspace = await bench.workspace(brand)
    view = await pane(bench, workspace)
    await press(view, await sheet(view, "orders", "refund"))
    view.journal.click()
    journal = await shown_dialog(JournalDialog)
    assert journal.chosen is not None
    assert journal.chosen.title == "Refund of $38.00 for order HP77120"
    assert '{"amount": 38}' in journal.details.text()
    journal.search.setText("somebody else")
    assert not journal.list.rows.ids
    journal.search.setText("hp77120 done")
    assert len(journal.list.rows.ids) == 1
    journal.export.click()
    await turns()
    (dialog,) = journal.findChildren(QFileDialog)
    path = bench.folder / "journal.csv"
    dialog.fileSelected.emit(str(path))
    await until(lambda: bench.notice("1 row exported"))
    journal.answer("")
    text = path.read_text("utf-8-sig")
    (row,) = csv.DictReader(text.splitlines())
    assert row["Customer"] == EMAIL
    assert (row["Record"], row["Outcome"]) == ("HP77120", "Done")
    assert row["Request"] == '{"amount": 38}'
    assert len(row["Key (fingerprint)"]) == 8
    assert brand.key() not in text
    assert brand.key().encode() not in b"".join(
        file.read_bytes() for file in bench.folder.glob("c1*")
    )


@in_the_window
async def test_a_record_that_cannot_be_read_opens_no_sheet(
    bench: WindowBench, brand: LiveBrand, relay: Relay
) -> None:
    order(brand, "HP77120")
    view = await pane(bench, await bench.workspace(brand, base_url=relay.base_url))
    await relay.vanish()
    view.views["orders"].lines[0].buttons["refund"].click()
    await until(lambda: bench.notice("The server cannot be reached."))
    await until(lambda: view.is_quiet)
    assert open_dialogs(DeedSheet) == []


@in_the_window
async def test_the_palette_asks_for_the_one_that_fits_or_leads_to_the_first(
    bench: WindowBench, brand: LiveBrand
) -> None:
    subscribe(brand, code="BOXORDER")
    view = await pane(bench, await bench.workspace(brand))
    actions = {each.id: each for each in customer_actions("tickets", lambda: view)}
    assert actions["tickets.reactivate"].refusal(()) == "Nothing of this customer fits."
    assert actions["tickets.refund"].refusal(()) == ""
    actions["tickets.refund"].run(())
    opened = await shown_dialog(DeedSheet)
    assert opened.record["code"] == "BOXORDER"
    opened.answer("")
    order(brand, "HP77120")
    view.read_again()
    await until(lambda: view.is_quiet)
    view.activateWindow()
    actions["tickets.refund"].run(())
    await until(lambda: view.views["orders"].lines[0].buttons["refund"].hasFocus())
    assert open_dialogs(DeedSheet) == []
    view.show_email("")
    assert "customer beside it" in actions["tickets.refund"].refusal(())


@given(
    total=st.integers(1, 10**9),
    parts=st.lists(st.integers(1, 10**9), max_size=6),
    currency=st.sampled_from(["EUR", "JPY", "KWD"]),
)
def test_parts_never_come_to_more_than_the_order(
    total: int, parts: list[int], currency: str
) -> None:
    minor = Decimal(10) ** -{"EUR": 2, "JPY": 0, "KWD": 3}[currency]
    given_back = Decimal(0)
    body: dict[str, Any] = {"total": float(total * minor), "currency": currency, "status": "x"}
    for part in parts:
        body |= {"refunded_amount": float(given_back)}
        amount, _reason = REFUND.fields(body, Formats("USD"))
        typed = f"{part * minor:f}"
        fits = amount.problem(typed, {}) is None
        assert fits == (given_back + part * minor <= total * minor)
        if fits:
            sent = json.dumps(REFUND.request(body, {"amount": typed})["amount"])
            assert Decimal(sent) == part * minor, "exactly what was typed is sent"
            given_back += part * minor
    assert money_of(body | {"refunded_amount": float(given_back)}).left == (
        total * minor - given_back
    )
