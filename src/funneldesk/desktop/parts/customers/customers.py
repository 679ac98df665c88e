"""Customers as they are declared (document: Customer; Endpoints: Customers; quirks 16, 17, 60)."""

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from funneldesk.contract.customers import COLUMNS, Customer, CustomerFilter
from funneldesk.contract.listing import Listing
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.people.customer import CUSTOMER, PART, read_customer
from funneldesk.desktop.records.columns import column
from funneldesk.desktop.records.moments import moment
from funneldesk.desktop.records.query import Choice, FilterSpec, Query
from funneldesk.desktop.records.rows import SummaryRow
from funneldesk.desktop.records.section import RecordSection
from funneldesk.desktop.records.sources.reach import looked_through, reach_words
from funneldesk.desktop.records.views.saved_views import View

if TYPE_CHECKING:
    from funneldesk.client import Api

AT_ONCE = 100
"""The most that a page can have."""
CONCERNS = {"refunded": "total_refunds", "charged": "total_chargebacks"}
"""Filters that the server lacks, and the columns that tell: it only orders by them."""
YES: dict[Choice, str] = {True: _("Yes")}
ONLY_HERE = ("country", "orders", "last_order")
"""Filters that pages are narrowed by on this computer."""
HOW_MANY: dict[Choice, str] = {
    "none": _("None"),
    "one": _("One"),
    "few": _("Two or three"),
    "many": _("Four or more"),
}
SINCE: dict[Choice, str] = {
    "30": _("Within 30 days"),
    "90": _("31 to 90 days ago"),
    "365": _("3 to 12 months ago"),
    "older": _("More than a year ago"),
    "never": _("Never"),
}


async def read_page(api: "Api", page: int, query: Query) -> Listing[Customer]:
    """A page of a query. Customers with a refund or a chargeback are those in front when ordered
    by it: the server has no filter for them. What else it cannot filter by is narrowed here."""
    wanted = [key for name, key in CONCERNS.items() if query.choices.get(name)]
    listing = await api.customers.list(
        CustomerFilter(
            page=page,
            per_page=AT_ONCE,
            q=query.text or None,
            type=str(query.choices["type"]) if "type" in query.choices else None,
            sort=wanted[0] if wanted else query.sort or None,
            sort_direction="desc" if wanted or query.descending else "asc",
            columns=list(COLUMNS),
        )
    )
    if wanted:
        in_front = [row for row in listing.rows if getattr(row, wanted[0])]
        rows = tuple(row for row in in_front if all(getattr(row, key) for key in wanted))
        more = len(in_front) == len(listing.rows) and listing.has_more
        listing = Listing(rows, page, AT_ONCE, None, page + more, {}, listing.unread)
    here = {name: choice for name, choice in query.choices.items() if name in ONLY_HERE}
    if not here:
        return listing
    by = "last_order_date" if not wanted and query.sort == "last_order_date" else ""
    return looked_through(CUSTOMERS, listing, page, AT_ONCE, here, by)


async def read_counts(api: "Api") -> Mapping[str, int]:
    """How many customers the views have."""
    counts = await api.customers.quick_access()
    return {view.key: getattr(counts, view.key) for view in CUSTOMERS.views}


def _how_many(row: SummaryRow) -> Choice:
    count = row.get("total_orders") or 0
    return "none" if count < 1 else "one" if count < 2 else "few" if count < 4 else "many"


def _since(row: SummaryRow) -> Choice:
    """In which of the spans of ``SINCE`` somebody ordered last."""
    at = moment(row.get("last_order_date"))
    if at is None:
        return "never"
    days = (datetime.now(UTC) - at).days
    return next((str(most) for most in (30, 90, 365) if days < most), "older")


def _type(row: SummaryRow) -> Choice:
    return "abandon" if row.get("is_abandoned_customer") else "customer"


CUSTOMERS = RecordSection(
    part=PART,
    title=_("Customers"),
    icon="users",
    unit="customer",
    units="customers",
    key="customer_email",
    searched=("customer_name", "customer_email", "customer_phone"),
    search_hint=_("Name, email or phone"),
    columns=(
        column("customer_name", _("Name"), width=150),
        column("customer_email", _("Email"), width=210, muted=True),
        column("total_orders", _("Orders"), "number", width=80),
        column("lifetime_value", _("Lifetime value"), "money", width=120),
        column("last_order_date", _("Last order"), "day", width=110),
        column("customer_country", _("Country"), width=90),
        column("total_revenue", _("Revenue"), "money"),
        column("total_refunds", _("Refunds"), "number"),
        column("total_chargebacks", _("Chargebacks"), "number", hidden=True),
        column("customer_phone", _("Phone"), hidden=True),
        column("customer_first_name", _("First name"), hidden=True, exported=False),
        column("customer_last_name", _("Last name"), hidden=True, exported=False),
        column("customer_city", _("City"), hidden=True),
        column("customer_state", _("State"), hidden=True),
        column("first_order_date", _("First order"), "day", hidden=True),
        column("order_frequency", _("Days between orders"), "number", hidden=True, width=150),
        column("products_purchased", _("Products"), hidden=True, width=220),
        column("is_abandoned_customer", _("Abandoned"), "flag", hidden=True),
        column("abandoned_value", _("Abandoned value"), "money", hidden=True, width=130),
    ),
    filters=(
        FilterSpec(
            "type", _("Type"), _type, {"customer": _("Bought"), "abandon": _("Abandoned the cart")}
        ),
        FilterSpec("refunded", _("Refunds"), lambda row: bool(row.get("total_refunds")), YES),
        FilterSpec(
            "charged", _("Chargebacks"), lambda row: bool(row.get("total_chargebacks")), YES
        ),
        FilterSpec("orders", _("Orders"), _how_many, HOW_MANY),
        FilterSpec("last_order", _("Last order"), _since, SINCE),
        FilterSpec("country", _("Country"), lambda row: str(row.get("customer_country") or "")),
    ),
    views=(
        View("all", _("All")),
        View("customers", _("Customers"), Query(choices={"type": "customer"})),
        View("abandons", _("Abandoned"), Query(choices={"type": "abandon"})),
        View("refunds", _("Refunded"), Query(choices={"refunded": True})),
        View("chargebacks", _("Chargebacks"), Query(choices={"charged": True})),
    ),
    empty=(_("No customers yet"), _("They appear here with their first order or abandoned cart.")),
    first_sort="last_order_date",
    page=read_page,
    get=read_customer,
    counts=read_counts,
    mirrored_up_to=20_000,
    reach=reach_words,
    detail=CUSTOMER,
)
