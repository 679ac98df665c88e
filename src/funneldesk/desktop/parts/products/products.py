"""Products as they are declared (document: Product; Endpoints: Products; quirks 13, 38, 39)."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from funneldesk.contract.listing import Listing
from funneldesk.contract.products import Product, ProductFilter
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.parts.products.fields import FIELDS, ROLES, TYPES
from funneldesk.desktop.parts.products.kind import KIND, PART, read_product
from funneldesk.desktop.records.columns import RecordColumn, column
from funneldesk.desktop.records.detail.declaration import Detail
from funneldesk.desktop.records.query import Choice, FilterSpec, Query
from funneldesk.desktop.records.rows import SummaryRow
from funneldesk.desktop.records.section import RecordSection
from funneldesk.desktop.records.sources.narrowing import narrowed
from funneldesk.desktop.records.views.saved_views import View

if TYPE_CHECKING:
    from funneldesk.client import Api

AT_ONCE = 100
"""The most that a page can have."""
SEARCHED = ("title", "code", "sku", "checkout_title")
NEWEST = "created_at"
ROLE_TONES = {
    "main": "accent",
    "upsell": "info",
    "downsell": "info",
    "bump": "info",
    "bonus": "muted",
}
YES_NO: dict[Choice, str] = {True: _("Yes"), False: _("No")}


async def read_page(api: "Api", page: int, query: Query) -> Listing[Product]:
    """A page of a query. The interface has neither a search nor an order of products but the
    newest first (quirk 13): for any other, all are read and sought through here."""
    if not query.text and not query.choices and query.sort == NEWEST and query.descending:
        return await api.products.list(ProductFilter(page=page, per_page=AT_ONCE))
    every = [each async for each in api.products.iterate(ProductFilter(per_page=AT_ONCE))]
    return narrowed(PRODUCTS, query, every)


async def get(api: "Api", record_id: str) -> Product:
    """A product, whole."""
    return await read_product(api, int(record_id))


async def read_counts(api: "Api") -> Mapping[str, int]:
    """How many products there are; the other views are counted here."""
    return {"all": (await api.products.list(ProductFilter(per_page=1))).total or 0}


def _cost(name: str, **more: Any) -> RecordColumn[Any]:
    return FIELDS[name].column(**{"width": 110, "hidden": True, **more})


def _charged_again(row: SummaryRow) -> Choice:
    return bool(row.get("is_subscription"))


PRODUCTS = RecordSection(
    part=PART,
    title=_("Products"),
    icon="package",
    unit="product",
    units="products",
    key="id",
    searched=SEARCHED,
    search_hint=_("Title, code or SKU"),
    columns=(
        FIELDS["title"].column(width=230, pictured=True),
        FIELDS["code"].column(width=120, muted=True),
        FIELDS["price"].column(width=100),
        FIELDS["retail_price"].column(width=110),
        FIELDS["classification"].column(width=124, tones=ROLE_TONES),
        FIELDS["sku"].column(width=110),
        FIELDS["units"].column(width=70),
        FIELDS["type"].column(width=90, hidden=True),
        _cost("unit_cost"),
        _cost("fulfillment_cost"),
        _cost("packaging_cost"),
        _cost("fuel_surcharge_cost", width=130),
        _cost("average_shipping_cost", width=140),
        _cost("unit_weight_oz"),
        _cost("cogs", width=120),
        FIELDS["sku_category"].column(width=130, hidden=True),
        FIELDS["is_subscription"].column(width=110, hidden=True),
        FIELDS["checkout_title"].column(width=180, hidden=True),
        column(NEWEST, _("Created"), "moment", hidden=True),
        column("updated_at", _("Changed"), "moment", hidden=True, sent_as=""),
        column("id", _("Number"), hidden=True, sent_as="", width=90),
    ),
    filters=(
        FilterSpec("classification", _("Role"), lambda row: row.get("classification"), ROLES),
        FilterSpec("type", _("Type"), lambda row: row.get("type"), TYPES),
        FilterSpec("is_subscription", _("Subscription"), _charged_again, YES_NO),
        FilterSpec("sku_category", _("SKU category"), lambda row: row.get("sku_category")),
    ),
    views=(
        View("all", _("All")),
        View("main", _("Main offers"), Query(choices={"classification": "main"})),
        View("upsells", _("Upsells"), Query(choices={"classification": "upsell"})),
        View("subscriptions", _("Subscriptions"), Query(choices={"is_subscription": True})),
        View("digital", _("Digital"), Query(choices={"type": "digital"})),
    ),
    empty=(_("No products yet"), _("Add the first one, or import a file.")),
    first_sort=NEWEST,
    page=read_page,
    get=get,
    counts=read_counts,
    mirrored_up_to=100_000,
    detail=Detail(
        title=lambda body: str(body.get("title") or ""),
        subtitle=lambda body: str(body.get("code") or ""),
    ),
    edited=KIND,
)
