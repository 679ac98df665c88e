"""Subscriptions on the wire (document: Subscription; Endpoints: Subscriptions; quirks 48 and 49).

The document shows neither the record nor the figures: what the embedded platform answers is typed
here, every field optional, and unknown keys are kept.
"""

from datetime import datetime
from decimal import Decimal
from typing import Any, Literal

from pydantic import Field

from funneldesk.contract.shapes import Draft, Filter, Patch, Record

STATUSES: tuple[str, ...] = ("active", "trial", "paused", "past_due", "canceled")
OFFER_TYPES: tuple[str, ...] = ("discount", "pause", "downgrade")
MOST_PAUSED_DAYS = 3650


class Subscription(Record):
    """A subscription. ``transaction_id`` names it; money is in ``currency`` (quirk 48)."""

    transaction_id: str | None = None
    order_code: str | None = None
    status: str | None = None
    subscription_status: str | None = None
    subscription_next_charge_at: datetime | None = None
    customer_email: str | None = None
    customer_name: str | None = None
    product_code: str | None = None
    product_name: str | None = None
    merchant_id: int | None = None
    price: float | None = None
    quantity: float | None = None
    currency: str | None = None
    frequency: int | None = None
    frequency_unit: str | None = None
    created_at: datetime | None = None
    updated_at: datetime | None = None


class SubscriptionCharge(Record):
    """An order that a subscription made."""

    code: str | None = None
    total: float | None = None
    currency: str | None = None
    status: str | None = None
    created_at: datetime | None = None


class SubscriptionDetails(Subscription):
    """A subscription with its flags, its discount and its charges, the newest first."""

    trial_ends_at: datetime | None = None
    paused_until: datetime | None = None
    due_at: datetime | None = None
    retries: int | None = None
    canceled_at: datetime | None = None
    cancel_reason: str | None = None
    discount_percent: float | None = None
    discount_cycles: int | None = None
    cycles: int | None = None
    total_paid: float | None = None
    last_charge_at: datetime | None = None
    declines: bool | None = None
    note: str | None = None
    flags: dict[str, Any] | None = None
    charges: list[SubscriptionCharge] = []


class SubscriptionEmail(Record):
    """A line of the e-mail log."""

    id: int | str | None = None
    subject: str | None = None
    to: str | None = None
    status: str | None = None
    sent_at: datetime | None = None
    created_at: datetime | None = None


class SubscriptionFilter(Filter):
    """The query of the list; the last three carry a dot in their names (quirk 17)."""

    page: int | None = None
    per_page: int | None = None
    status: str | None = None
    q: str | None = None
    start: datetime | str | None = None
    end: datetime | str | None = None
    merchant_id: int | None = Field(default=None, serialization_alias="filter.merchant_id")
    product_code: str | None = Field(default=None, serialization_alias="filter.product_code")
    email: str | None = Field(default=None, serialization_alias="filter.email")


class FlagPatch(Patch):
    """``PATCH …/flag``; a platform may not have it (404)."""

    key: str
    value: Any


class NextBillDateDraft(Draft):
    """``POST …/change-next-bill-date``: a moment in the future (quirk 49)."""

    next_charge_at: datetime | str


class SubscriptionSummary(Record):
    """The figures of today; money in the brand's currency, ``churn_rate`` in percent."""

    active_count: int | None = None
    trial_count: int | None = None
    paused_count: int | None = None
    past_due_count: int | None = None
    canceled_count: int | None = None
    mrr: float | None = None
    churn_rate: float | None = None
    average_ltv: float | None = None
    currency: str | None = None


class MrrMonth(Record):
    """The monthly recurring revenue at the end of a month (``YYYY-MM``)."""

    month: str | None = None
    mrr: float | None = None


class ChurnMonth(Record):
    """Who left in a month; ``churn_rate`` in percent, None when nobody was there before."""

    month: str | None = None
    churn_rate: float | None = None
    active_at_start: int | None = None
    churned: int | None = None


class CohortMonth(Record):
    """What those who began in a month have brought in, each on average."""

    month: str | None = None
    subscriptions: int | None = None
    revenue: float | None = None
    average_ltv: float | None = None


class DunningStats(Record):
    """What became of charges that were refused; ``recovery_rate`` in percent."""

    in_dunning: int | None = None
    recovered: int | None = None
    lost: int | None = None
    recovery_rate: float | None = None


class RetentionOffer(Record):
    """An offer to someone who wants to leave.

    ``offer_value`` is percent for a discount, days for a pause (quirk 49).
    """

    offer_type: str | None = None
    cancel_reason: str | None = None
    offer_value: float | None = None
    offer_label: str | None = None
    offer_duration_cycles: int | None = None
    offer_product_code: str | None = None


class RetentionOffers(Record):
    """A merchant's retention configuration."""

    enabled: bool | None = None
    offers: list[RetentionOffer] = []
    exit_survey_reasons: list[Any] | None = None


class RetentionOffersPatch(Patch):
    """``PUT …/retention-offers``: the whole configuration."""

    retention_offers: dict[str, Any]


class OfferDraft(Draft):
    """``POST …/retention-offers/apply`` (quirk 49)."""

    transaction_id: str
    merchant_id: int
    offer_type: str
    offer_value: float | None = None
    offer_duration_cycles: int | None = None
    offer_product_code: str | None = None
    cancel_reason: str | None = None


def offer_fault(
    offer_type: str, value: Decimal | None, product_code: str | None
) -> Literal["", "no product", "no value", "not percent", "not days"]:
    """What is wrong with an offer, by the rules of its type (quirk 49); "" when nothing is."""
    if offer_type == "downgrade":
        return "" if product_code else "no product"
    if value is None:
        return "no value"
    if offer_type == "discount":
        return "" if 0 < value <= 100 else "not percent"
    if offer_type == "pause":
        whole = value == value.to_integral_value()
        return "" if whole and 1 <= value <= MOST_PAUSED_DAYS else "not days"
    return ""
