"""Orders as they are declared (document: Conversion; Endpoints: Conversions; quirks 14, 15, 18)."""

from collections.abc import Mapping
from datetime import datetime
from typing import TYPE_CHECKING, Any

from funneldesk.contract.conversions import Conversion, ConversionFilter, ConversionSummary
from funneldesk.contract.listing import Listing
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.people.orders import CHARGEBACK, REFUNDED, currency_of, money_of
from funneldesk.desktop.records.columns import RecordColumn, column
from funneldesk.desktop.records.detail.declaration import (
    Body,
    Detail,
    EventSpec,
    FactGroup,
    Related,
    fact,
)
from funneldesk.desktop.records.filters.periods import PERIODS, fits_period, period_words
from funneldesk.desktop.records.moments import moment
from funneldesk.desktop.records.query import Choice, FilterSpec, Query
from funneldesk.desktop.records.rows import SummaryRow
from funneldesk.desktop.records.section import RecordSection
from funneldesk.desktop.records.sources.reach import looked_through, reach_words
from funneldesk.desktop.records.views.saved_views import View

if TYPE_CHECKING:
    from funneldesk.client import Api

PART, PLACED = "conversions", "placed"
AT_ONCE = 100
"""The most that a page can have."""
NEWEST = "created_at"
STATUSES = {
    "completed": _("Completed"),
    "approved": _("Approved"),
    REFUNDED: _("Refunded"),
    CHARGEBACK: _("Charged back"),
}
TONES = {"completed": "success", "approved": "info", REFUNDED: "warning", CHARGEBACK: "danger"}
SEARCHED = ("code", "customer_name", "customer_email")
FROM_HERE = "refunds_from_here"
"""What this computer gave back of an order, beside what the server says."""


async def read_page(api: "Api", page: int, query: Query) -> Listing[ConversionSummary]:
    """A page of a query. The server seeks by code, address and name and lists the newest first; it
    has no filter by status or day (quirk 18): pages are narrowed here, and say how far they go."""
    wanted = ConversionFilter(page=page, per_page=AT_ONCE, search=query.text or None)
    listing = await api.conversions.list(wanted)
    if query.sort == NEWEST and not query.descending and (last := _last(listing)):
        turned = wanted.model_copy(update={"page": max(1, last - page + 1)})
        found = await api.conversions.list(turned)
        rows = found.rows[::-1]
        listing = Listing(rows, page, AT_ONCE, found.total, last, found.extra, found.unread)
    if not query.choices:
        return listing
    return looked_through(ORDERS, listing, page, AT_ONCE, query.choices, NEWEST)


def _last(listing: Listing[Any]) -> int:
    """The number of the last page."""
    return listing.last_page or -(-(listing.total or 0) // AT_ONCE)


async def get(api: "Api", code: str) -> Conversion:
    """An order, whole."""
    return await api.conversions.get(code)


async def read_counts(api: "Api") -> Mapping[str, int]:
    """How many orders there are; the other views are counted here."""
    return {"all": (await api.conversions.list(ConversionFilter(per_page=1))).total or 0}


def _status(row: SummaryRow) -> Choice:
    return str(row.get("status") or "")


def _placed(row: SummaryRow) -> datetime | None:
    return moment(row.get(NEWEST))


def _currency(row: SummaryRow) -> str:
    return currency_of(row.summary)


def _money(key: str, title: str, **more: Any) -> RecordColumn[SummaryRow]:
    return column(key, title, "money", currency=_currency, sent_as="", **more)


def _left(row: SummaryRow) -> Any:
    money = money_of(row.summary)
    return None if money.refunded is None else money.left


def _items(body: Body) -> list[Mapping[str, Any]]:
    """The lines of an order, each with the currency of the order."""
    found = body.get("items")
    lines = found if isinstance(found, list) else []
    return [
        {**each, "currency": body.get("currency")} for each in lines if isinstance(each, Mapping)
    ]


def _named(row: SummaryRow) -> str:
    """What was bought, in a line."""
    names = (str(each.get("product_name") or "") for each in _items(row.summary))
    return ", ".join(filter(None, names))


ITEMS_TOLD: tuple[RecordColumn[SummaryRow], ...] = (RecordColumn("items", _("Items"), _named),)

ORDERS = RecordSection(
    part=PART,
    title=_("Orders"),
    icon="receipt",
    unit="order",
    units="orders",
    key="code",
    searched=SEARCHED,
    search_hint=_("Order code, email or name"),
    columns=(
        column("customer_name", _("Customer"), width=150, sent_as=""),
        column("code", _("Order"), width=135, sent_as=""),
        _money("total", _("Total"), width=100),
        column("status", _("Status"), width=120, labels=STATUSES, tones=TONES, sent_as=""),
        column(NEWEST, _("Placed"), "moment", width=170),
        column("customer_email", _("Email"), width=230, muted=True, sent_as=""),
        column("currency", _("Currency"), hidden=True, sent_as="", width=90),
        column("customer_phone", _("Phone"), hidden=True, sent_as=""),
        column("merchant_id", _("Merchant"), hidden=True, sent_as="", width=90),
    ),
    filters=(
        FilterSpec("status", _("Status"), _status, STATUSES),
        FilterSpec(
            PLACED,
            _("Placed"),
            lambda _row: None,
            PERIODS,
            period_words,
            fits=lambda row, choice: fits_period(_placed(row), choice),
        ),
    ),
    views=(
        View("all", _("All")),
        View("week", _("Last 7 days"), Query(choices={"placed": "7d"})),
        View("refunded", _("Refunded"), Query(choices={"status": REFUNDED})),
        View("chargebacks", _("Chargebacks"), Query(choices={"status": CHARGEBACK})),
    ),
    empty=(_("No orders yet"), _("They appear here as soon as somebody buys.")),
    first_sort=NEWEST,
    page=read_page,
    get=get,
    counts=read_counts,
    mirrored_up_to=20_000,
    totals=("total",),
    reach=reach_words,
    detail=Detail(
        title=lambda body: str(body.get("customer_name") or body.get("code") or ""),
        subtitle=lambda body: str(body.get("code") or ""),
        figures=(
            fact("total", _("Total"), "money", currency=_currency),
            fact("refunded_amount", _("Given back"), "money", currency=_currency),
            RecordColumn("left", _("Left"), _left, "money", currency=_currency),
        ),
        groups=(
            FactGroup(
                _("Order"),
                (
                    fact("status", _("Status"), labels=STATUSES),
                    fact(NEWEST, _("Placed"), "moment"),
                    fact("transaction_id", _("Transaction")),
                    fact("merchant_id", _("Merchant")),
                ),
            ),
            FactGroup(
                _("Customer"),
                (
                    fact("customer_name", _("Name")),
                    fact("customer_email", _("Email")),
                    fact("customer_phone", _("Phone")),
                ),
            ),
            FactGroup(
                _("Shipping address"),
                (
                    fact("shipping_address.address_1", _("Street")),
                    fact("shipping_address.city", _("City")),
                    fact("shipping_address.zip", _("Postcode")),
                    fact("shipping_address.state", _("State")),
                    fact("shipping_address.country", _("Country")),
                ),
            ),
            FactGroup(
                _("Where it came from"),
                (
                    fact("funnel.title", _("Funnel")),
                    fact("funnel.id", _("Funnel number")),
                    fact("aff_source", _("Affiliate")),
                ),
            ),
        ),
        related=(
            Related(
                "items",
                _("Items"),
                _items,
                (
                    column("product_name", _("Product"), width=190),
                    _money("price", _("Price"), width=90),
                    column("quantity", _("Quantity"), "number", width=80),
                    column("type", _("Type"), width=90),
                ),
                _("No items"),
                identity="product_id",
                opens="products",
            ),
            Related(
                "refunds",
                _("Refunds"),
                lambda body: body.get(FROM_HERE) or (),
                (
                    column("at", _("Time"), "moment"),
                    _money("amount", _("Amount"), width=90),
                    column("state", _("Outcome"), width=120),
                    column("reason", _("Reason"), width=150),
                ),
                _("Nothing was given back from this computer"),
                identity="key",
                events=(
                    EventSpec(
                        _("Refund"),
                        "at",
                        (
                            _money("amount", _("Amount")),
                            column("state", _("Outcome")),
                            column("reason", _("Reason")),
                        ),
                    ),
                ),
            ),
        ),
        events=(EventSpec(_("Order placed"), NEWEST, (_money("total", _("Total")), *ITEMS_TOLD)),),
        as_sent=lambda body: {key: each for key, each in body.items() if key != FROM_HERE},
    ),
)
