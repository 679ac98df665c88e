"""Orders, by the client (document: Conversion; quirks 10, 11, 14, 15, 59 and 61)."""

from collections.abc import AsyncIterator
from datetime import date
from typing import TYPE_CHECKING

import pytest
from payment_side import PaymentSide
from scripted_platform import ScriptedPlatform, hang_up, reply

from funneldesk.client.api import Api
from funneldesk.client.errors import Invalid, NotFound, RoleDenied, Unreachable
from funneldesk.contract.conversions import (
    ConversionExportDraft,
    ConversionFilter,
    RefundDraft,
)

if TYPE_CHECKING:
    from conftest import Embedded


@pytest.fixture
async def live(embedded: "Embedded") -> AsyncIterator[Api]:
    async with embedded.api() as client:
        yield client


@pytest.fixture(scope="module")
def payments(embedded: "Embedded") -> PaymentSide:
    return PaymentSide.of(embedded.base_url, embedded.data)


async def test_an_order_is_found_read_and_refunded(live: Api, payments: PaymentSide) -> None:
    code = payments.order("zelda@conversions.example", aff_source="partner")["order_code"]
    for search in (code, "zelda@conversions.example", "quist zel"):
        listing = await live.conversions.list(ConversionFilter(search=search))
        assert code in [row.code for row in listing.rows]
    order = await live.conversions.get(code)
    assert (order.total, order.status, order.aff_source) == (50, "completed", "partner")
    assert [item.product_name for item in order.items] == ["A jar"]
    refund = await live.conversions.refund(code, RefundDraft(amount=12.5, reason="late"))
    assert (refund.refund_amount, refund.status, refund.code) == (12.5, "refunded", code)
    assert (await live.conversions.refund(code)).refund_amount == 37.5
    with pytest.raises(Invalid) as caught:
        await live.conversions.refund(code)
    assert "amount" in caught.value.fields
    with pytest.raises(NotFound):
        await live.conversions.get("NOTTHERE")


async def test_every_order_comes_once(live: Api, payments: PaymentSide) -> None:
    codes = [payments.order("many@iterate.example")["order_code"] for _ in range(7)]
    wanted = ConversionFilter(search="many@iterate.example", per_page=2)
    found = [order.code async for order in live.conversions.iterate(wanted)]
    assert found == codes[::-1]


async def test_quirk_14_fifteen_are_on_a_page(live: Api) -> None:
    listing = await live.conversions.list()
    assert listing.per_page == 15
    assert len(listing.rows) == min(15, listing.total or 0)


async def test_quirk_59_an_export_says_where_its_file_is(live: Api) -> None:
    draft = ConversionExportDraft(start_date=date(2026, 1, 1), status="completed")
    export = await live.conversions.export(draft)
    assert export.export_id is not None
    assert "/downloads/" in (export.download_url or "")
    with pytest.raises(Invalid):
        await live.conversions.export(ConversionExportDraft(status="approved"))


async def test_quirk_7_an_editor_cannot_refund(embedded: "Embedded", payments: PaymentSide) -> None:
    code = payments.order("kept@example.org")["order_code"]
    async with embedded.api(role="editor") as client:
        with pytest.raises(RoleDenied):
            await client.conversions.refund(code)


async def test_quirk_11_the_numbers_under_meta_are_read(
    api: Api, scripted: ScriptedPlatform
) -> None:
    rows = [{"code": "A", "total": 1.5, "extra": "kept"}]
    meta = {"current_page": 2, "per_page": 1, "total": 3}
    scripted.answers = [reply(200, {"data": rows, "meta": meta})]
    listing = await api.conversions.list(ConversionFilter(page=2, search="a b"))
    assert (listing.current_page, listing.total, listing.has_more) == (2, 3, True)
    assert listing.rows[0].model_extra == {"extra": "kept"}
    assert scripted.requests[0].path.endswith("?page=2&search=a+b")


async def test_a_bare_order_is_enough(api: Api, scripted: ScriptedPlatform) -> None:
    scripted.answers = [reply(200, {"code": "A/B"})]
    order = await api.conversions.get("A/B")
    assert (order.items, order.funnel, order.shipping_address) == ([], None, None)
    assert scripted.requests[0].path.endswith("/conversions/A%2FB")


async def test_quirk_10_a_refund_is_never_repeated(api: Api, scripted: ScriptedPlatform) -> None:
    scripted.answers = [hang_up]
    with pytest.raises(Unreachable) as caught:
        await api.conversions.refund("A", RefundDraft(amount=5))
    assert caught.value.maybe_done
    assert len(scripted.requests) == 1
