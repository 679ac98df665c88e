"""Customers, by the client (document: Customer; quirks 16, 17, 60 and 61)."""

from collections.abc import AsyncIterator
from typing import TYPE_CHECKING, Any

import pytest
from payment_side import PaymentSide
from scripted_platform import ScriptedPlatform, reply

from funneldesk.client.api import Api
from funneldesk.client.errors import Invalid, NotFound
from funneldesk.contract.customers import CustomerExportDraft, CustomerFilter

if TYPE_CHECKING:
    from conftest import Embedded


@pytest.fixture
async def live(embedded: "Embedded") -> AsyncIterator[Api]:
    async with embedded.api() as client:
        yield client


@pytest.fixture(scope="module")
def payments(embedded: "Embedded") -> PaymentSide:
    return PaymentSide.of(embedded.base_url, embedded.data)


@pytest.mark.parametrize(
    "email", ["a+b@customers.example", "o/b@customers.example", "%40@x.example"]
)
async def test_quirk_60_a_customer_is_read_by_address(
    live: Api, payments: PaymentSide, email: str
) -> None:
    code = payments.order(email)["order_code"]
    found = await live.customers.get(email)
    assert found.customer.email == email
    assert code in [order.id for order in found.orders]
    assert found.stats.average_order_value == 50
    bare = await live.customers.get(email.upper(), include_orders=False)
    assert (bare.customer.email, bare.orders) == (email, [])


async def test_the_list_is_narrowed_sorted_and_cut(live: Api, payments: PaymentSide) -> None:
    for letter in "cab":
        payments.order(f"{letter}@cut.example")
    payments.send("checkout_abandoned", email="d@cut.example", value=5)
    wanted = CustomerFilter(
        q="cut.example",
        type="customer",
        sort="customer_email",
        sort_direction="desc",
        columns=["customer_email"],
        per_page=2,
    )
    rows = [row async for row in live.customers.iterate(wanted)]
    assert [row.customer_email for row in rows] == [f"{c}@cut.example" for c in "cba"]
    assert rows[0].model_fields_set == {"customer_email"}
    counts = await live.customers.quick_access()
    assert counts.abandons >= 1
    assert counts.all == counts.customers + counts.abandons


async def test_what_is_not_there_or_not_known_is_told(live: Api) -> None:
    with pytest.raises(NotFound):
        await live.customers.get("nobody@nowhere.example")
    with pytest.raises(Invalid) as caught:
        await live.customers.list(CustomerFilter(sort="brand_id"))
    assert "sort" in caught.value.fields


async def test_an_export_is_queued(live: Api) -> None:
    draft = CustomerExportDraft(filters={"type": "abandon"}, columns=["customer_email"])
    assert (await live.customers.export(draft)).success


async def test_quirk_17_columns_carry_brackets(api: Api, scripted: ScriptedPlatform) -> None:
    scripted.answers = [reply(200, {"data": [], "total": 0})]
    await api.customers.list(CustomerFilter(columns=["total_orders", "customer_email"]))
    query = scripted.requests[0].path.partition("?")[2]
    assert query == "columns%5B%5D=total_orders&columns%5B%5D=customer_email"


@pytest.mark.parametrize("bought", [["A", "B"], "A, B", 2, None])
async def test_products_purchased_may_be_anything_ordinary(
    api: Api, scripted: ScriptedPlatform, bought: Any
) -> None:
    scripted.answers = [reply(200, {"data": [{"products_purchased": bought}], "total": 1})]
    assert (await api.customers.list()).rows[0].products_purchased == bought


async def test_details_without_lists_are_enough(api: Api, scripted: ScriptedPlatform) -> None:
    scripted.answers = [reply(200, {"customer": {"email": "a@b.c"}})]
    found = await api.customers.get("a+b/c%d@e.f")
    assert (found.orders, found.subscriptions) == ([], [])
    path, _, query = scripted.requests[0].path.partition("?")
    assert path.endswith("/customers/a%2Bb%2Fc%25d%40e.f/details")
    assert query == "include_orders=1&include_subscriptions=1"
