"""What a product's fields may be (document: Product; quirks 38 and 39)."""

from decimal import Decimal
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BeforeValidator, Field

from funneldesk.contract.product_rules import (
    LARGEST_AMOUNT,
    LONGEST_CYCLE,
    LONGEST_WORDS,
    MOST_FILES,
    MOST_MERCHANTS,
    MOST_PARTS,
    code_form,
)
from funneldesk.server.parts.products.files import FileInput
from funneldesk.server.web.documents import storable
from funneldesk.server.web.errors import invalid
from funneldesk.server.web.fields import (
    CLEARABLE,
    LARGEST_ID,
    Input,
    OptionalId,
    OptionalSwitch,
    OptionalWords,
    Text,
    Title,
    Words,
)
from funneldesk.server.web.values import number, whole

_COPY = " (copy)"


def _amount(value: Any) -> Decimal:
    found = Decimal(str(number(value)))
    if not 0 <= found <= LARGEST_AMOUNT:
        raise ValueError(f"This number must be from 0 to {LARGEST_AMOUNT}.")
    return found


def _no_text(value: Any) -> None:
    if value not in (None, ""):
        raise ValueError("The image must be sent as a file (multipart/form-data).")


def _merchant_ids(value: Any) -> Any:
    """An empty list is how an empty object is read (quirk 39); numbers may be ids."""
    if value == []:
        return {}
    if isinstance(value, dict):
        return {name: str(one) if type(one) is int else one for name, one in value.items()}
    return value


def _bonus(value: Any) -> Any:
    return value if isinstance(value, dict) else {"bonus_product_id": value}


Amount = Annotated[Decimal, BeforeValidator(_amount)]
OptionalAmount = Annotated[Amount | None, CLEARABLE]
Days = Annotated[
    Annotated[int, BeforeValidator(whole), Field(ge=0, le=LONGEST_CYCLE)] | None, CLEARABLE
]
Frequency = Annotated[
    Annotated[int, BeforeValidator(whole), Field(ge=1, le=LONGEST_CYCLE)] | None, CLEARABLE
]
Documents = Annotated[
    Annotated[list[Any], Field(max_length=MOST_PARTS), AfterValidator(storable)] | None, CLEARABLE
]


class Attribute(Input):
    """A custom attribute."""

    key: Title
    value: Text = ""


class BonusInput(Input):
    """A product that buyers receive as well; its number alone will do."""

    bonus_product_id: Annotated[int, BeforeValidator(whole), Field(ge=1, le=LARGEST_ID)]


class ProductInput(Input):
    """The fields that create and update both take; None means cleared."""

    checkout_title: OptionalWords = None
    retail_price: OptionalAmount = None
    units: OptionalAmount = None
    sku: OptionalWords = None
    image: Annotated[None, BeforeValidator(_no_text)] = None
    product_files: Annotated[
        Annotated[list[FileInput], Field(max_length=MOST_FILES)] | None, CLEARABLE
    ] = None
    unit_cost: OptionalAmount = None
    unit_weight_oz: OptionalAmount = None
    fulfillment_cost: OptionalAmount = None
    packaging_cost: OptionalAmount = None
    fuel_surcharge_cost: OptionalAmount = None
    cogs: OptionalAmount = None
    average_shipping_cost: OptionalAmount = None
    physical_units_per_product: OptionalAmount = None
    fulfillment_multiply_sku: OptionalSwitch = None
    custom_attributes: Annotated[
        Annotated[list[Attribute], Field(max_length=MOST_PARTS)] | None, CLEARABLE
    ] = None
    merchant_product_ids: Annotated[
        Annotated[
            dict[Title, Words], BeforeValidator(_merchant_ids), Field(max_length=MOST_MERCHANTS)
        ]
        | None,
        CLEARABLE,
    ] = None
    sku_category: OptionalWords = None
    sku_subcategory: OptionalWords = None
    product_specifications: Documents = None
    shipping_profile_id: OptionalId = None
    is_subscription: OptionalSwitch = None
    subscription_frequency: Frequency = None
    subscription_frequency_unit: Annotated[
        Literal["day", "week", "month", "year"] | None, CLEARABLE
    ] = None
    subscription_trial_days: Days = None
    subscription_first_charge_free: OptionalSwitch = None
    subscription_tiers: Documents = None
    bonuses: Annotated[
        Annotated[
            list[Annotated[BonusInput, BeforeValidator(_bonus)]], Field(max_length=MOST_PARTS)
        ]
        | None,
        CLEARABLE,
    ] = None


Code = Annotated[Title, AfterValidator(code_form), Field(max_length=LONGEST_WORDS)]
Type = Literal["physical", "digital"]
Classification = Literal["main", "upsell", "downsell", "bump", "bonus"]


class ProductCreate(ProductInput):
    """The body of a create call."""

    code: Code
    title: Title
    price: Amount
    type: Type
    classification: Classification


class ProductUpdate(ProductInput):
    """The body of an update call: what is not sent stays as it is."""

    code: Code = ""
    title: Title = ""
    price: Amount = Decimal(0)
    type: Type = "physical"
    classification: Classification = "main"


DEFAULTS: dict[str, object] = {
    "fulfillment_multiply_sku": False,
    "merchant_product_ids": {},
    "is_subscription": False,
    "subscription_first_charge_free": False,
    "subscription_tiers": [],
}
"""What a field is when it was never sent or was cleared; None for the rest."""


def check_subscription(is_subscription: bool, frequency: int | None) -> None:
    """Raises Refused (422) for a subscription that does not say how often."""
    if is_subscription and frequency is None:
        words = "The subscription_frequency field is required when is_subscription is true."
        raise invalid({"subscription_frequency": words})


def copy_title(title: str) -> str:
    """The title of a clone, cut to what a title may be long."""
    return f"{title[: LONGEST_WORDS - len(_COPY)]}{_COPY}"
