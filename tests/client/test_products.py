"""Products, by the client (document: Product; quirks 3, 11, 13, 20, 38 and 39)."""

from collections.abc import AsyncIterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from scripted_platform import ScriptedPlatform, hang_up, reply

from funneldesk.client.api import Api
from funneldesk.client.errors import ApiError, BadAnswer, Invalid, NotFound, RoleDenied
from funneldesk.client.uploads import Upload
from funneldesk.contract.products import Product, ProductDraft, ProductFilter, ProductPatch

if TYPE_CHECKING:
    from conftest import Embedded

DRAFT = ProductDraft(code="T-1", title="Beans", price=14.5, type="physical", classification="main")
WHOLE = {"id": 5, "code": "T-1", "title": "Beans", "price": 14.5, "merchant_product_ids": []}
LOGIN = reply(302, b"", {"Location": "http://127.0.0.1:1/login"})
SVG = b'<svg xmlns="http://www.w3.org/2000/svg"/>'


@pytest.fixture
async def live(embedded: "Embedded") -> AsyncIterator[Api]:
    async with embedded.api() as client:
        yield client


@pytest.fixture
async def product(live: Api) -> AsyncIterator[Product]:
    made = await live.products.create(DRAFT)
    yield made
    await live.products.delete(made.id)


def listed(rows: list[Any], **numbers: Any) -> Any:
    whole = {"current_page": 1, "per_page": 25, "total": len(rows), "last_page": 1, **numbers}
    return reply(200, {**whole, "data": rows, "links": [], "path": "x", "next_page_url": None})


def sent(platform: ScriptedPlatform) -> list[str]:
    return [f"{one.method} {one.path.rpartition('/products')[2]}" for one in platform.requests]


@pytest.mark.parametrize("body", [WHOLE, {"product": WHOLE}])
async def test_quirk_20_a_create_is_unwrapped(
    body: dict[str, Any], api: Api, scripted: ScriptedPlatform
) -> None:
    scripted.answers = [reply(201, body)]
    made = await api.products.create(DRAFT)
    assert (made.id, made.merchant_product_ids) == (5, [])
    assert b'"code":"T-1"' in scripted.requests[0].body


async def test_quirk_20_a_create_that_is_not_shown_is_found_by_its_code(
    api: Api, scripted: ScriptedPlatform
) -> None:
    scripted.answers = [
        reply(200, {"message": "ok"}),
        listed([{"id": 6, "code": "T-2"}], total=26, last_page=2),
        listed([WHOLE], current_page=2, total=26, last_page=2),
    ]
    assert (await api.products.create(DRAFT)).id == 5
    assert sent(scripted) == ["POST ", "GET ?page=1", "GET ?page=2"]
    scripted.answers = [reply(200, None), listed([])]
    with pytest.raises(BadAnswer) as caught:
        await api.products.create(DRAFT)
    assert caught.value.maybe_done


async def test_quirk_38_an_update_is_read_again(api: Api, scripted: ScriptedPlatform) -> None:
    five = {"id": 5, "title": "New", "code": "T-1", "price": 1, "brand_id": 7}
    scripted.answers = [reply(200, five), reply(200, {**WHOLE, "title": "New", "sku": "kept"})]
    made = await api.products.update(5, ProductPatch(title="New"))
    assert (made.title, made.sku) == ("New", "kept")
    assert sent(scripted) == ["PUT /5", "GET /5"]
    assert scripted.requests[0].body == b'{"title":"New"}'


async def test_quirk_3_a_login_redirect_is_answered_by_post(
    api: Api, scripted: ScriptedPlatform
) -> None:
    scripted.answers = [LOGIN, reply(200, {"id": 5}), reply(200, WHOLE)]
    assert (await api.products.update(5, ProductPatch(title="New"))).id == 5
    assert sent(scripted) == ["PUT /5", "POST /5", "GET /5"]
    assert scripted.requests[1].body == b'{"title":"New"}'


async def test_quirk_10_the_post_is_not_repeated(api: Api, scripted: ScriptedPlatform) -> None:
    scripted.answers = [LOGIN, hang_up]
    with pytest.raises(ApiError) as caught:
        await api.products.update(5, ProductPatch(title="New"))
    assert sent(scripted) == ["PUT /5", "POST /5"]
    assert caught.value.maybe_done


@pytest.mark.parametrize("rows", [[WHOLE], {"data": [WHOLE]}])
async def test_quirk_12_all_products_are_wrapped_or_bare(
    rows: Any, api: Api, scripted: ScriptedPlatform
) -> None:
    scripted.answers = [reply(200, rows)]
    assert [one.id for one in (await api.products.list_all()).rows] == [5]


async def test_a_clone_that_is_shown_in_short_is_read_again(
    api: Api, scripted: ScriptedPlatform
) -> None:
    scripted.answers = [reply(200, {"id": 6}), reply(200, {**WHOLE, "id": 6})]
    assert (await api.products.clone(5)).code == "T-1"
    assert sent(scripted) == ["POST /5/clone", "GET /6"]
    scripted.answers = [reply(200, {"message": "done"})]
    with pytest.raises(BadAnswer):
        await api.products.clone(5)


async def test_what_the_document_does_not_know_is_kept(
    api: Api, scripted: ScriptedPlatform
) -> None:
    odd = {**WHOLE, "subscription_tiers": [{"x": [1]}], "later": {"a": 1}, "bonuses": None}
    scripted.answers = [reply(200, odd)]
    read = (await api.products.get(5)).model_dump(mode="json")
    assert (read["subscription_tiers"], read["later"]) == ([{"x": [1]}], {"a": 1})


async def test_an_image_that_cannot_be_read_is_told(
    api: Api, scripted: ScriptedPlatform, tmp_path: Path
) -> None:
    with pytest.raises(ApiError, match=r"gone\.png") as caught:
        await api.products.set_image(5, Upload.of(tmp_path / "gone.png"))
    assert not caught.value.maybe_done
    assert scripted.requests == []


async def test_a_product_is_made_changed_cloned_and_deleted(live: Api) -> None:
    made = await live.products.create(DRAFT.model_copy(update={"code": "T-2"}))
    assert (made.price, made.bonuses) == (14.5, [])
    changed = await live.products.update(made.id, ProductPatch(sku="S", price=0))
    assert (changed.sku, changed.price, changed.title) == ("S", 0, "Beans")
    assert (await live.products.update_by_post(made.id, ProductPatch(sku=""))).sku is None
    copy = await live.products.clone(made.id)
    assert copy.code == "T-2-copy"
    assert {made.id, copy.id} <= {one.id for one in (await live.products.list_all()).rows}
    for one in (made, copy):
        await live.products.delete(one.id)
    with pytest.raises(NotFound):
        await live.products.get(made.id)


async def test_an_image_is_sent(live: Api, product: Product) -> None:
    heard: list[tuple[int, int | None]] = []
    changed = await live.products.set_image(
        product.id, Upload("dot.svg", SVG), lambda done, whole: heard.append((done, whole))
    )
    assert (changed.image or "").endswith(".svg")
    assert heard[-1] == (len(SVG), len(SVG))
    with pytest.raises(Invalid) as caught:
        await live.products.set_image(product.id, Upload("dot.exe", b"MZ"))
    assert "image" in caught.value.fields


async def test_products_are_walked(live: Api) -> None:
    drafts = [DRAFT.model_copy(update={"code": f"W-{number}"}) for number in range(5)]
    made = [(await live.products.create(draft)).id for draft in drafts]
    walked = [one.id async for one in live.products.iterate(ProductFilter(per_page=2))]
    assert walked == sorted(walked, reverse=True)
    assert set(made) <= set(walked)
    listing = await live.products.list(ProductFilter(per_page=2))
    assert (len(listing.rows), listing.total) == (2, len(walked))
    for number in made:
        await live.products.delete(number)


async def test_refusals_name_the_field(live: Api, product: Product) -> None:
    with pytest.raises(Invalid) as caught:
        await live.products.create(DRAFT)
    assert caught.value.fields["code"]
    wrong = ProductPatch(bonuses=[{"bonus_product_id": product.id}])
    with pytest.raises(Invalid) as caught:
        await live.products.update(product.id, wrong)
    assert "bonuses.0.bonus_product_id" in caught.value.fields


async def test_a_viewer_reads_and_does_not_write(embedded: "Embedded") -> None:
    async with embedded.api(role="viewer") as api:
        await api.products.list()
        with pytest.raises(RoleDenied):
            await api.products.create(DRAFT.model_copy(update={"code": "V"}))
