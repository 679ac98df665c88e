"""What payment events may say: the bodies of ``POST /payments/{brand}``.

No payment provider is here. Whoever stands for one sends these events, signed.
"""

import hashlib
import hmac
from datetime import datetime, timedelta
from decimal import Decimal
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, AwareDatetime, Field, TypeAdapter, model_validator

from funneldesk.contract.email_addresses import is_email
from funneldesk.server.db.types import now
from funneldesk.server.parts.conversions.new_orders import Address, Buyer, NewItem, NewOrder
from funneldesk.server.parts.conversions.rules import Amount
from funneldesk.server.web.fields import (
    CLEARABLE,
    LARGEST_ID,
    Input,
    OptionalId,
    OptionalSwitch,
    OptionalWords,
    Words,
)

MOST_ITEMS = 100
MOST_PIECES = 100_000
MOST_MONEY = Decimal(10) ** 10
_AHEAD = timedelta(minutes=5)
_OLDEST_YEAR = 2000


def payment_secret(secret: bytes, brand_id: int) -> bytes:
    """The secret with which a brand's payment events are signed, as hex digits."""
    text = f"payments/{brand_id}".encode()
    return hmac.new(secret, text, hashlib.sha256).hexdigest().encode("ascii")


def signature(secret: bytes, body: bytes) -> str:
    """What the header ``X-Payment-Signature`` of a body is."""
    return hmac.new(secret, body, hashlib.sha256).hexdigest()


def _email(text: str) -> str:
    if not is_email(text):
        raise ValueError("This must be an e-mail address.")
    return text


def _moderate(amount: Decimal) -> Decimal:
    if not 0 <= amount < MOST_MONEY:
        raise ValueError("The amount must be from 0 to less than ten thousand millions.")
    return round(amount, 4)


def _rate(rate: Decimal) -> Decimal:
    if not Decimal("0.0001") <= rate <= 1_000_000:
        raise ValueError("The exchange_rate must be from 0.0001 to 1000000.")
    return round(rate, 4)


def _past(moment: datetime) -> datetime:
    if moment.year < _OLDEST_YEAR or moment > now() + _AHEAD:
        raise ValueError("The occurred_at must not be in the future, nor before the year 2000.")
    return min(moment, now())


Email = Annotated[Words, AfterValidator(_email)]
Money = Annotated[Amount, AfterValidator(_moderate)]
Id = Annotated[int, Field(ge=1, le=LARGEST_ID)]
Phone = Annotated[Annotated[Words, Field(max_length=64)] | None, CLEARABLE]
Country = Annotated[Annotated[str, Field(pattern="^[A-Z]{2}$")] | None, CLEARABLE]
Currency = Annotated[Annotated[str, Field(pattern="^[A-Z]{3}$")] | None, CLEARABLE]
Code = Annotated[Annotated[str, Field(pattern=r"^[A-Za-z0-9._-]{1,64}$")] | None, CLEARABLE]
Transaction = Annotated[str, Field(pattern=r"^[A-Za-z0-9._:-]{1,100}$")]


class BuyerInput(Input):
    """Who pays."""

    email: Email
    name: OptionalWords = None
    phone: Phone = None
    gender: Annotated[Literal["male", "female"] | None, CLEARABLE] = None


class AddressInput(Input):
    """Where it is sent."""

    address_1: OptionalWords = None
    city: OptionalWords = None
    state: OptionalWords = None
    zip: Annotated[Annotated[Words, Field(max_length=32)] | None, CLEARABLE] = None
    country: Country = None


class ItemInput(Input):
    """A line: a product by id or code, or a name with a price."""

    product_id: OptionalId = None
    product_code: OptionalWords = None
    name: OptionalWords = None
    price: Annotated[Money | None, CLEARABLE] = None
    quantity: Annotated[int, Field(ge=1, le=MOST_PIECES)] = 1
    type: Annotated[Literal["main", "upsell", "downsell", "bump", "bonus"] | None, CLEARABLE] = None

    @model_validator(mode="after")
    def _is_something(self) -> "ItemInput":
        named = self.name is not None and self.price is not None
        if self.product_id is None and self.product_code is None and not named:
            raise ValueError("An item needs a product_id, a product_code, or a name and a price.")
        return self


class OrderInput(Input):
    """An order that was paid."""

    customer: BuyerInput
    items: Annotated[list[ItemInput], Field(min_length=1, max_length=MOST_ITEMS)]
    status: Annotated[Literal["completed", "approved"] | None, CLEARABLE] = None
    currency: Currency = None
    exchange_rate: Annotated[Amount, AfterValidator(_rate)] = Decimal(1)
    shipping_address: AddressInput = AddressInput()
    merchant_id: OptionalId = None
    aff_source: OptionalWords = None
    click: OptionalWords = None
    upsells_shown: Annotated[list[Id], Field(max_length=MOST_ITEMS)] = []
    order_code: Code = None
    transaction_id: Annotated[Transaction | None, CLEARABLE] = None
    declines: OptionalSwitch = None

    def order(self, moment: datetime) -> NewOrder:
        """The order as it is placed."""
        return NewOrder(
            Buyer(**self.customer.model_dump()),
            [NewItem(**item.model_dump()) for item in self.items],
            moment,
            self.status,
            self.currency,
            self.exchange_rate,
            Address(**self.shipping_address.model_dump()),
            self.merchant_id,
            self.aff_source,
            click=self.click,
            upsells_shown=self.upsells_shown,
            code=self.order_code.upper() if self.order_code else None,
            transaction_id=self.transaction_id,
            declines=bool(self.declines),
        )


class OfOrder(Input):
    """Something about an order that is there."""

    order_code: Annotated[str, Field(pattern=r"^[A-Za-z0-9._-]{1,64}$")]
    reason: OptionalWords = None


class RefundOfOrder(OfOrder):
    """Money that went back."""

    amount: Annotated[Money | None, CLEARABLE] = None


class OfSubscription(Input):
    """Something about a subscription that is there."""

    transaction_id: Transaction
    reason: OptionalWords = None


class AbandonInput(Input):
    """A checkout that was left."""

    email: Email
    name: OptionalWords = None
    phone: Phone = None
    value: Money


class _Event(Input):
    event_id: Annotated[Words, Field(min_length=1)]
    occurred_at: Annotated[Annotated[AwareDatetime, AfterValidator(_past)] | None, CLEARABLE] = None

    @property
    def moment(self) -> datetime:
        """When it happened."""
        return self.occurred_at or now()


class OrderPlaced(_Event):
    """An order was paid."""

    type: Literal["order"]
    data: OrderInput


class OrderRefunded(_Event):
    """An order was refunded, elsewhere."""

    type: Literal["refund"]
    data: RefundOfOrder


class OrderChargedBack(_Event):
    """The buyer's bank took the money back."""

    type: Literal["chargeback"]
    data: OfOrder


class SubscriptionEvent(_Event):
    """A charge of a subscription failed or went well, or its subscriber canceled it."""

    type: Literal[
        "subscription_payment_failed", "subscription_payment_succeeded", "subscription_canceled"
    ]
    data: OfSubscription


class CheckoutAbandoned(_Event):
    """Someone left a checkout without an order."""

    type: Literal["checkout_abandoned"]
    data: AbandonInput


PaymentEvent = (
    OrderPlaced | OrderRefunded | OrderChargedBack | SubscriptionEvent | CheckoutAbandoned
)
EVENT: TypeAdapter[Any] = TypeAdapter(Annotated[PaymentEvent, Field(discriminator="type")])
