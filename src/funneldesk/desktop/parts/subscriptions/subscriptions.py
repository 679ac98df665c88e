"""Subscriptions as they are declared (document: Subscription; quirks 17 and 48).

The document shows no record: what a server leaves out is not shown, and what it adds is in the
JSON of the detail.
"""

from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from typing import TYPE_CHECKING, Any

from funneldesk.client.errors import NotFound
from funneldesk.contract.listing import Listing
from funneldesk.contract.shapes import Record
from funneldesk.contract.subscriptions import STATUSES, Subscription, SubscriptionFilter
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.people.deeds import charges
from funneldesk.desktop.people.deeds.charges import next_charge, status_of
from funneldesk.desktop.records.columns import Kind, RecordColumn, column
from funneldesk.desktop.records.detail import declaration as detail
from funneldesk.desktop.records.detail.declaration import fact
from funneldesk.desktop.records.filters.periods import (
    PERIODS,
    bounds,
    fits_period,
    period_words,
)
from funneldesk.desktop.records.moments import moment
from funneldesk.desktop.records.query import Choice, FilterSpec, Query
from funneldesk.desktop.records.rows import SummaryRow
from funneldesk.desktop.records.section import RecordSection
from funneldesk.desktop.records.sources.reach import looked_through, reach_words
from funneldesk.desktop.records.views.saved_views import View

if TYPE_CHECKING:
    from funneldesk.client import Api

PART = "subscriptions"
AT_ONCE = 100
"""The most that a page can have."""
SOON, SOON_DAYS = "soon", 7
"""Filter of charges that come, and how far ahead one does."""
STARTED, LAST_YEAR = "started", 9999
STATUS_WORDS = {
    "past_due": _("Past due"),
    "trial": _("Trial"),
    "active": _("Active"),
    "paused": _("Paused"),
    "canceled": _("Canceled"),
}
TONES = {"past_due": "danger", "trial": "info", "active": "success", "paused": "warning"}
UNIT_WORDS = {
    ("day", 1): _("Daily"),
    ("week", 1): _("Weekly"),
    ("month", 1): _("Monthly"),
    ("month", 3): _("Every quarter"),
    ("year", 1): _("Yearly"),
}
EVERY = {
    "day": _("Every {count} days"),
    "week": _("Every {count} weeks"),
    "month": _("Every {count} months"),
    "year": _("Every {count} years"),
}


class WholeSubscription(Record):
    """A subscription with its charges and the emails that were sent about it."""

    transaction_id: str | None = None


async def read_page(api: "Api", page: int, query: Query) -> Listing[Subscription]:
    """A page of a query, the newest first: the server has no other order. When they are charged
    next it cannot be asked: such pages are narrowed here."""
    choices = query.choices
    product, merchant = choices.get("product"), choices.get("merchant")
    begun = bounds(choices.get(STARTED), datetime.now(UTC))
    listing = await api.subscriptions.list(
        SubscriptionFilter(
            page=page,
            per_page=AT_ONCE,
            status=str(choices["status"]) if "status" in choices else None,
            product_code=str(product) if product else None,
            merchant_id=merchant if isinstance(merchant, int) else None,
            start=begun[0] if begun else None,
            end=begun[1] if begun and begun[1].year < LAST_YEAR else None,
            q=query.text or None,
        )
    )
    here = {name: choice for name, choice in choices.items() if name == SOON}
    if not here:
        return listing
    return looked_through(SUBSCRIPTIONS, listing, page, AT_ONCE, here, "created_at")


async def read_whole(api: "Api", transaction_id: str) -> WholeSubscription:
    """A subscription with its emails; without them where the server has no log."""
    found = (await api.subscriptions.get(transaction_id)).model_dump(mode="json")
    try:
        emails = await api.subscriptions.list_emails(transaction_id)
    except NotFound:
        emails = []
    found["emails"] = [each.model_dump(mode="json") for each in emails]
    return WholeSubscription.model_validate(found)


async def read_counts(api: "Api") -> Mapping[str, int]:
    """How many there are of each status, and in all."""
    figures = await api.subscriptions.summary()
    counts = {status: getattr(figures, f"{status}_count") for status in STATUSES}
    known = {status: count for status, count in counts.items() if count is not None}
    return {**known, "all": sum(known.values())} if len(known) == len(counts) else known


def charge_of(row: SummaryRow) -> Decimal | None:
    """What the next charge takes at full price."""
    return charges.charge_of(row.summary)


def currency_of(row: SummaryRow) -> str:
    """In what it is charged; "" is the brand's."""
    return str(row.get("currency") or "")


def cycle_of(row: SummaryRow) -> str:
    """How often it is charged, in words."""
    count, unit = row.get("frequency"), row.get("frequency_unit")
    if not isinstance(count, int) or not isinstance(unit, str):
        return ""
    return UNIT_WORDS.get((unit, count)) or EVERY.get(unit, "{count} × " + unit).format(count=count)


def comes_soon(row: SummaryRow) -> Choice:
    """Whether it is charged within the next days."""
    at = next_charge(row.summary)
    return status_of(row.summary) in ("active", "trial") and at is not None and at < _soon()


def _soon() -> datetime:
    return datetime.now(UTC) + timedelta(days=SOON_DAYS)


def _shown(key: str, title: str, kind: Kind = "text", **more: Any) -> RecordColumn[SummaryRow]:
    """A column that the server has no order for."""
    return column(key, title, kind, sent_as="", **more)


def _status(key: str) -> RecordColumn[SummaryRow]:
    return RecordColumn(
        key,
        _("Status"),
        lambda row: status_of(row.summary),
        labels=STATUS_WORDS,
        tones=TONES,
        width=100,
    )


def _if_any(key: str, title: str) -> RecordColumn[SummaryRow]:
    """A number that says nothing while it is nought."""
    return RecordColumn(key, title, lambda row: row.get(key) or None, "number")


CHARGE: RecordColumn[SummaryRow] = RecordColumn(
    "charge", _("Charge"), charge_of, "money", width=100, currency=currency_of
)
CYCLE: RecordColumn[SummaryRow] = RecordColumn("cycle", _("Billed"), cycle_of, width=135)
NEXT: RecordColumn[SummaryRow] = RecordColumn(
    "subscription_next_charge_at",
    _("Next charge"),
    lambda row: row.get("subscription_next_charge_at") or next_charge(row.summary),
    "day",
    width=115,
)
CHARGES: tuple[RecordColumn[SummaryRow], ...] = (
    column("created_at", _("Date"), "moment"),
    RecordColumn("total", _("Total"), lambda row: row.get("total"), "money", currency=currency_of),
    column("status", _("Status"), tones={"completed": "success", "refunded": "warning"}, width=110),
    column("code", _("Order"), width=130),
)
EMAILS = (
    column("subject", _("Subject"), width=240),
    column("sent_at", _("Sent"), "moment"),
    column("status", _("Status"), width=90),
)
SUBSCRIPTION = detail.Detail(
    title=lambda body: str(body.get("customer_name") or body.get("customer_email") or ""),
    subtitle=lambda body: str(body.get("product_name") or body.get("product_code") or ""),
    figures=(
        _status("status"),
        CHARGE,
        NEXT,
        RecordColumn(
            "total_paid",
            _("Paid so far"),
            lambda row: row.get("total_paid"),
            "money",
            currency=currency_of,
        ),
        fact("cycles", _("Charges"), "number"),
        fact("retries", _("Failed attempts"), "number"),
    ),
    groups=(
        detail.FactGroup(
            _("Payment"),
            (
                CYCLE,
                fact("due_at", _("Due since"), "moment"),
                fact("last_charge_at", _("Last charge"), "moment"),
                fact("trial_ends_at", _("Trial ends"), "moment"),
                fact("paused_until", _("Paused until"), "moment"),
                _if_any("discount_percent", _("Discount, percent")),
                _if_any("discount_cycles", _("Discounted charges left")),
                fact("canceled_at", _("Canceled"), "moment"),
                fact("cancel_reason", _("Reason")),
            ),
        ),
        detail.FactGroup(
            _("Details"),
            (
                fact("customer_email", _("Email")),
                fact("order_code", _("Order")),
                fact("transaction_id", _("Transaction")),
                fact("merchant_id", _("Merchant")),
                fact("product_code", _("Product code")),
                fact("note", _("Note")),
            ),
        ),
    ),
    related=(
        detail.Related(
            "charges",
            _("Charges"),
            lambda body: body.get("charges") or (),
            CHARGES,
            _("No charges yet"),
            identity="code",
            opens="conversions",
            events=(detail.EventSpec(_("Charge"), "created_at", CHARGES[1:]),),
        ),
        detail.Related(
            "emails",
            _("Emails"),
            lambda body: body.get("emails") or (),
            EMAILS,
            _("No emails were sent"),
            events=(detail.EventSpec(_("Email"), "sent_at", EMAILS[:1]),),
        ),
    ),
    events=(
        *detail.USUAL_EVENTS,
        detail.EventSpec(_("Next charge"), "subscription_next_charge_at"),
        detail.EventSpec(_("Trial ends"), "trial_ends_at"),
        detail.EventSpec(_("Payment failed"), "due_at"),
        detail.EventSpec(_("Canceled"), "canceled_at"),
    ),
    as_sent=lambda body: {key: value for key, value in body.items() if key != "emails"},
)

SUBSCRIPTIONS = RecordSection(
    part=PART,
    title=_("Subscriptions"),
    icon="repeat",
    unit="subscription",
    units="subscriptions",
    key="transaction_id",
    searched=("customer_name", "customer_email", "product_name", "order_code", "transaction_id"),
    search_hint=_("Name, email, product or order"),
    columns=(
        _shown("customer_name", _("Customer"), width=160),
        _shown("product_name", _("Product"), width=170),
        _status("status"),
        CHARGE,
        CYCLE,
        NEXT,
        _shown("customer_email", _("Email"), width=210, muted=True),
        _shown("created_at", _("Started"), "day"),
        _shown("order_code", _("Order"), hidden=True),
        _shown("transaction_id", _("Transaction"), hidden=True, width=180),
        _shown("product_code", _("Product code"), hidden=True),
        _shown("merchant_id", _("Merchant"), hidden=True),
        _shown("currency", _("Currency"), hidden=True),
    ),
    filters=(
        FilterSpec(
            "status",
            _("Status"),
            lambda row: status_of(row.summary),
            STATUS_WORDS,
            sent_as="status",
        ),
        FilterSpec("product", _("Product"), lambda row: str(row.get("product_code") or "")),
        FilterSpec("merchant", _("Merchant"), lambda row: row.get("merchant_id")),
        FilterSpec(SOON, _("Next charge"), comes_soon, {True: _("Within 7 days")}),
        FilterSpec(
            STARTED,
            _("Started"),
            lambda _row: None,
            PERIODS,
            period_words,
            fits=lambda row, choice: fits_period(moment(row.get("created_at")), choice),
        ),
    ),
    views=(
        View("all", _("All")),
        View(
            "past_due",
            _("Past due"),
            Query(choices={"status": "past_due"}, sort="subscription_next_charge_at"),
        ),
        View(
            "trial",
            _("Trials"),
            Query(choices={"status": "trial"}, sort="subscription_next_charge_at"),
        ),
        View(
            "soon",
            _("Coming charges"),
            Query(choices={SOON: True}, sort="subscription_next_charge_at"),
        ),
        View("paused", _("Paused"), Query(choices={"status": "paused"})),
        View("active", _("Active"), Query(choices={"status": "active"})),
        View("canceled", _("Canceled"), Query(choices={"status": "canceled"})),
    ),
    empty=(
        _("No subscriptions yet"),
        _("They appear here when somebody buys a product that is billed again."),
    ),
    first_sort="created_at",
    page=read_page,
    get=read_whole,
    counts=read_counts,
    mirrored_up_to=20_000,
    reach=reach_words,
    detail=SUBSCRIPTION,
)
