"""Subscriptions, by the client (document: Subscription; quirks 10, 17, 48 and 49)."""

from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qs

import pytest
from payment_side import PaymentSide
from scripted_platform import ScriptedPlatform, hang_up, reply

from funneldesk.client.api import Api
from funneldesk.client.errors import BadAnswer, Invalid, NotFound, RoleDenied, Unreachable
from funneldesk.contract.products import ProductDraft
from funneldesk.contract.subscriptions import (
    FlagPatch,
    NextBillDateDraft,
    OfferDraft,
    RetentionOffersPatch,
    SubscriptionFilter,
)

if TYPE_CHECKING:
    from conftest import Embedded

PRODUCT = ProductDraft(
    code="client-club",
    title="Client club",
    price=30,
    type="physical",
    classification="main",
    is_subscription=True,
    subscription_frequency=1,
    subscription_frequency_unit="month",
)


@pytest.fixture
async def live(embedded: "Embedded") -> AsyncIterator[Api]:
    async with embedded.api() as client:
        yield client


@pytest.fixture(scope="module")
def payments(embedded: "Embedded") -> PaymentSide:
    return PaymentSide.of(embedded.base_url, embedded.data)


@pytest.fixture
async def transaction(live: Api, payments: PaymentSide) -> AsyncIterator[str]:
    product = await live.products.create(PRODUCT)
    items = [{"product_code": "client-club"}]
    placed = payments.order("zelda@subs.example", items=items, merchant_id=4711)
    yield placed["transaction_id"]
    await live.products.delete(product.id)


async def test_every_action_reads_the_subscription_again(live: Api, transaction: str) -> None:
    subscriptions = live.subscriptions
    begun = await subscriptions.get(transaction)
    assert (begun.subscription_status, begun.merchant_id) == ("active", 4711)
    skipped = await subscriptions.skip(transaction)
    assert skipped.subscription_next_charge_at is not None
    assert begun.subscription_next_charge_at is not None
    assert skipped.subscription_next_charge_at > begun.subscription_next_charge_at
    billed = await subscriptions.force_bill(transaction)
    assert [charge.total for charge in billed.charges] == [30, 30]
    moment = datetime.now(UTC).replace(microsecond=0) + timedelta(days=9)
    draft = NextBillDateDraft(next_charge_at=moment)
    moved = await subscriptions.change_next_bill_date(transaction, draft)
    assert moved.subscription_next_charge_at == moment
    patch = FlagPatch(key="subscription_status", value="canceled")
    assert (await subscriptions.set_flag(transaction, patch)).status == "canceled"
    assert (await subscriptions.reactivate(transaction)).status == "active"
    subjects = [email.subject async for email in subscriptions.iterate_emails(transaction)]
    assert len(subjects) == len(await subscriptions.list_emails(transaction)) == 6


async def test_quirk_49_what_does_not_fit_is_told_at_its_field(live: Api, transaction: str) -> None:
    past = NextBillDateDraft(next_charge_at="2020-01-01")
    with pytest.raises(Invalid) as caught:
        await live.subscriptions.change_next_bill_date(transaction, past)
    assert "next_charge_at" in caught.value.fields
    with pytest.raises(NotFound):
        await live.subscriptions.set_flag(transaction, FlagPatch(key="strange", value=1))
    with pytest.raises(NotFound):
        await live.subscriptions.get("txn_none")


async def test_offers_are_kept_and_applied(live: Api, transaction: str) -> None:
    offers = {
        "enabled": True,
        "offers": [{"offer_type": "pause", "offer_value": 7, "offer_label": "A week off"}],
    }
    patch = RetentionOffersPatch(retention_offers=offers)
    kept = await live.subscriptions.update_retention_offers(4711, patch)
    assert kept == await live.subscriptions.get_retention_offers(4711)
    assert (kept.enabled, kept.offers[0].offer_value) == (True, 7)
    offer = OfferDraft(
        transaction_id=transaction, merchant_id=4711, offer_type="pause", offer_value=7
    )
    assert (await live.subscriptions.apply_retention_offer(offer)).status == "paused"
    with pytest.raises(NotFound):
        await live.subscriptions.get_retention_offers(999_999)


async def test_lists_and_figures_are_read(live: Api, transaction: str) -> None:
    subscriptions = live.subscriptions
    wanted = SubscriptionFilter(email="zelda@subs.example", product_code="client-club", per_page=1)
    found = [row.transaction_id async for row in subscriptions.iterate(wanted)]
    assert transaction in found
    assert len(found) == len(set(found))
    summary = await subscriptions.summary()
    assert (summary.active_count or 0) > 0
    trend = await subscriptions.mrr_trend()
    assert trend[-1].mrr == summary.mrr
    assert len(await subscriptions.churn_trend()) == len(trend)
    assert sum(month.subscriptions or 0 for month in await subscriptions.cohort_ltv()) > 0
    assert (await subscriptions.dunning_stats()).in_dunning is not None


async def test_quirk_7_an_editor_cannot_force_a_charge(
    embedded: "Embedded", transaction: str
) -> None:
    async with embedded.api(role="editor") as client:
        with pytest.raises(RoleDenied):
            await client.subscriptions.force_bill(transaction)


async def test_quirk_17_filters_carry_a_dot(api: Api, scripted: ScriptedPlatform) -> None:
    scripted.answers = [reply(200, {"data": [], "total": 0})]
    await api.subscriptions.list(SubscriptionFilter(merchant_id=7, email="a@b.c", status="all"))
    query = scripted.requests[0].path.partition("?")[2]
    assert parse_qs(query) == {
        "filter.email": ["a@b.c"],
        "filter.merchant_id": ["7"],
        "status": ["all"],
    }


@pytest.mark.parametrize("wrapper", [None, "subscription", "data"])
async def test_quirk_48_a_shape_that_is_not_shown_is_unwrapped(
    api: Api, scripted: ScriptedPlatform, wrapper: str | None
) -> None:
    whole = {"subscription_status": "trial", "more": 1}
    scripted.answers = [reply(200, {wrapper: whole} if wrapper else whole)]
    found = await api.subscriptions.get("txn/1")
    assert found.subscription_status == "trial"
    assert found.model_extra == {"more": 1}
    assert scripted.requests[0].path.endswith("/subscriptions/txn%2F1")


@pytest.mark.parametrize("body", [{"retention_offers": {"enabled": True}}, {"enabled": True}])
async def test_offers_come_bare_or_under_their_name(
    api: Api, scripted: ScriptedPlatform, body: dict[str, Any]
) -> None:
    scripted.answers = [reply(200, body)]
    assert (await api.subscriptions.get_retention_offers(3)).enabled is True


@pytest.mark.parametrize("body", [[{"month": "2026-01", "mrr": 5}], {"data": [{"mrr": 5}]}])
async def test_trends_come_bare_or_under_data(
    api: Api, scripted: ScriptedPlatform, body: Any
) -> None:
    scripted.answers = [reply(200, body)]
    assert [month.mrr for month in await api.subscriptions.mrr_trend()] == [5]


@pytest.mark.parametrize("body", [b"", b"[]", b'"x"', {"retries": "many"}])
async def test_what_makes_no_sense_is_a_bad_answer(
    api: Api, scripted: ScriptedPlatform, body: Any
) -> None:
    scripted.answers = [reply(200, body)]
    with pytest.raises(BadAnswer):
        await api.subscriptions.get("txn")


async def test_quirk_10_a_charge_is_never_repeated(api: Api, scripted: ScriptedPlatform) -> None:
    scripted.answers = [hang_up]
    with pytest.raises(Unreachable) as caught:
        await api.subscriptions.force_bill("txn")
    assert caught.value.maybe_done
    assert [request.method for request in scripted.requests] == ["POST"]


async def test_a_reading_that_fails_after_an_action_says_so(
    api: Api, scripted: ScriptedPlatform
) -> None:
    scripted.answers = [reply(200, {}), reply(404, {"message": "gone"})]
    with pytest.raises(NotFound) as caught:
        await api.subscriptions.skip("txn")
    assert caught.value.maybe_done
