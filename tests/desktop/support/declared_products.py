"""Products as a test declares them: a record with fields of every kind, against the real server."""

from collections.abc import AsyncIterator, Iterable, Mapping
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from tests.desktop.support.live_server import LiveBrand
from tests.desktop.support.slices import in_slices

from funneldesk.client import Api
from funneldesk.contract.listing import Listing
from funneldesk.contract.products import (
    CLASSIFICATIONS,
    Product,
    ProductDraft,
    ProductFilter,
    ProductPatch,
)
from funneldesk.desktop.kit.forms.field_spec import FieldSpec
from funneldesk.desktop.records.columns import column
from funneldesk.desktop.records.detail.declaration import Detail
from funneldesk.desktop.records.edit.draft import RecordDraft
from funneldesk.desktop.records.fields import FieldGroup, RecordField, RecordFields
from funneldesk.desktop.records.kind import ListedKind, RecordKind
from funneldesk.desktop.records.library.local_copy import LocalCopy
from funneldesk.desktop.records.query import Query
from funneldesk.desktop.records.rows import summary_row
from funneldesk.desktop.records.save.writes import Making, RecordWrites
from funneldesk.desktop.records.section import RecordSection
from funneldesk.desktop.records.views.saved_views import View

GROUP = FieldGroup("Product", "What a brand sells.")
BULK = "What it is"
CLASSES = tuple((name, name.capitalize()) for name in CLASSIFICATIONS)
CHANNELS = (("ads", "Ads"), ("email", "Email"), ("shop", "Shop"))
BERLIN = ZoneInfo("Europe/Berlin")


def _given(value: Any, _values: object) -> str | None:
    return "A product needs one." if value in (None, "") else None


def _field(name: str, label: str, kind: Any = "text", **more: Any) -> RecordField:
    bulk = "" if name in ("title", "code") else BULK
    return RecordField(name, label, kind, group=GROUP, bulk=bulk, **more)


class LocalProductDraft(RecordDraft):
    """Texts that the server keeps as they are stand in for a day, a moment and a file."""

    declared = RecordFields(
        _field("title", "Title", check=_given),
        _field("code", "Code", "code", create_only=True),
        _field("price", "Price", "money", as_number=True, check=_given),
        _field("classification", "Role", "choice", choices=CLASSES),
        _field(
            "type", "Type", "choice", choices=(("physical", "Physical"), ("digital", "Digital"))
        ),
        _field("unit_weight_oz", "Weight", "decimal", as_number=True),
        _field("is_subscription", "Subscription", "bool"),
        _field("subscription_trial_days", "Trial days", "integer"),
        _field("shipping_profile_id", "Shipping profile", "reference"),
        _field("sku_category", "On sale from", "date"),
        _field("sku_subcategory", "Live since", "moment"),
        _field("product_specifications", "Tags", "tags"),
        _field("subscription_tiers", "Channels", "several", choices=CHANNELS),
        _field("merchant_product_ids", "Merchant ids", "pairs"),
        _field(
            "custom_attributes",
            "Attributes",
            "items",
            unit="attribute",
            fields=(FieldSpec("key", "Name"), FieldSpec("value", "Costs", "money")),
        ),
        _field("sku", "File", "file"),
        _field("checkout_title", "Note", "long"),
    )


async def _get(api: Api, product_id: int) -> Product:
    return await api.products.get(product_id)


async def _create(api: Api, draft: ProductDraft) -> Product:
    return await api.products.create(draft)


async def _update(api: Api, product_id: int, patch: ProductPatch) -> Product:
    return await api.products.update(product_id, patch)


async def _named(api: Api, title: str) -> Iterable[int]:
    return [product.id async for product in api.products.iterate() if product.title == title]


def _slices(api: Api) -> AsyncIterator[Listing[Product]]:
    return in_slices(api.products.iterate(), 100)


WRITES = RecordWrites(ProductPatch, _update, Making(ProductDraft, _create, _named))
PRODUCTS = RecordKind("products", "product", LocalProductDraft, _get, WRITES, bulk_groups=(BULK,))
LISTED = ListedKind(
    LocalCopy("products"),
    "product",
    summary_row("id", ("title",)),
    _slices,
    lambda api, record_id: _get(api, int(record_id)),
    edited=PRODUCTS,
)
FIELDS = LocalProductDraft.declared


async def _page(api: Api, page: int, query: Query) -> Listing[Product]:
    return await api.products.list(ProductFilter(page=page, per_page=100))


async def _count(api: Api) -> Mapping[str, int]:
    return {"all": (await api.products.list(ProductFilter(per_page=1))).total or 0}


SECTION = RecordSection(
    part="products",
    title="Products",
    icon="package",
    unit="product",
    units="products",
    key="id",
    searched=("title",),
    search_hint="Title",
    columns=(
        FIELDS["title"].column(width=170),
        FIELDS["price"].column(width=100),
        FIELDS["classification"].column(width=110),
        FIELDS["is_subscription"].column(width=110),
        FIELDS["product_specifications"].column(width=140),
        FIELDS["sku_category"].column(width=120),
        FIELDS["code"].column(width=90),
        column("id", "Number", "number", hidden=True),
    ),
    filters=(),
    views=(View("all", "All"),),
    empty=("No products yet", "They appear here once there are some."),
    first_sort="title",
    page=_page,
    get=lambda api, record_id: _get(api, int(record_id)),
    detail=Detail(lambda body: str(body.get("title") or ""), lambda body: str(body["code"])),
    counts=_count,
    mirrored_up_to=20_000,
    edited=PRODUCTS,
)
EVERYTHING = {
    "price": 49.9,
    "unit_weight_oz": 12.5,
    "subscription_trial_days": 14,
    "shipping_profile_id": 7,
    "sku_category": "2026-11-22",
    "sku_subcategory": "2026-11-22T09:00:00+00:00",
    "product_specifications": ["tea", "autumn & winter"],
    "subscription_tiers": ["shop"],
    "merchant_product_ids": {"stripe": "prod_1"},
    "custom_attributes": [{"key": "Tin", "value": "1.50"}],
    "sku": "/assets/tea.png",
    "checkout_title": "Two\nlines",
}
"""Values of a product as another program wrote them."""


def at_nine(day: int) -> str:
    """A moment as a product has it: nine in the morning, Berlin time."""
    return datetime(2026, 11, day, 9, tzinfo=BERLIN).isoformat()


async def product(brand: LiveBrand, title: str, **fields: Any) -> Product:
    """A product on the server."""
    draft = {"code": title.casefold(), "price": 10, "type": "physical", "classification": "main"}
    async with brand.api() as api:
        return await api.products.create(ProductDraft(**{**draft, "title": title, **fields}))


async def changed(brand: LiveBrand, known: Product, **fields: Any) -> Product:
    """Somebody else changes a product."""
    async with brand.api() as api:
        return await api.products.update(known.id, ProductPatch(**fields))


async def stored(brand: LiveBrand, known: Product) -> Product:
    """A product as the server has it now."""
    async with brand.api() as api:
        return await api.products.get(known.id)
