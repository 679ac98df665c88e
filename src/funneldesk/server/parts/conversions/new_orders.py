"""What an order is made from, as a payment event brings it (document: Conversion; quirk 61)."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from decimal import Decimal

from funneldesk.server.parts.tracking.visits import Visit

TYPES = ("main", "upsell", "downsell", "bump", "bonus")
STATUSES = ("completed", "approved")


@dataclass(frozen=True, slots=True)
class Buyer:
    """Who pays. ``gender`` is male or female where the payment event tells."""

    email: str
    name: str | None = None
    phone: str | None = None
    gender: str | None = None


@dataclass(frozen=True, slots=True)
class Address:
    """Where an order is sent; ``country`` is an ISO 3166 code of two letters."""

    address_1: str | None = None
    city: str | None = None
    state: str | None = None
    zip: str | None = None
    country: str | None = None


@dataclass(frozen=True, slots=True)
class NewItem:
    """A line of an order. What is None is taken from the product of this id or code.

    ``price`` is for one piece, in the order's currency. A product that nobody knows needs a name
    and a price.
    """

    product_id: int | None = None
    product_code: str | None = None
    name: str | None = None
    price: Decimal | None = None
    quantity: int = 1
    type: str | None = None


@dataclass(frozen=True, slots=True)
class NewOrder:
    """An order as it is placed at ``moment`` (now when None).

    ``visit`` is the visit that led to it, or ``click`` its session id or click code.
    ``status`` is completed or approved; None lets an order that costs nothing yet, because its
    subscription begins free, be approved, and every other completed.
    ``upsells_shown`` holds the ids of upsell products that the buyer saw, taken or not. ``rate``
    is how much of the brand's currency one unit of ``currency`` (the brand's own when None) is.
    ``declines`` tells that later charges of its subscriptions fail. ``subscription_id`` is set for
    renewals: they begin no subscription, add no bonus and convert no visit.
    """

    buyer: Buyer
    items: Sequence[NewItem]
    moment: datetime | None = None
    status: str | None = None
    currency: str | None = None
    rate: Decimal = Decimal(1)
    address: Address = field(default_factory=Address)
    merchant_id: int | None = None
    aff_source: str | None = None
    visit: Visit | None = None
    click: str | None = None
    upsells_shown: Sequence[int] = ()
    code: str | None = None
    transaction_id: str | None = None
    declines: bool = False
    subscription_id: int | None = None


@dataclass(frozen=True, slots=True)
class Placed:
    """An order that was placed. ``subscriptions`` are the transaction ids of those it began."""

    id: int
    code: str
    transaction_id: str
    total: Decimal
    subscriptions: tuple[str, ...] = ()
