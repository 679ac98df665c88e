"""What can be asked of subscriptions: queries and bodies (quirks 17, 18, 48 and 49)."""

from datetime import UTC, datetime
from decimal import Decimal
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BeforeValidator, Field

from funneldesk.contract.subscriptions import MOST_PAUSED_DAYS, offer_fault
from funneldesk.server.parts.conversions.rules import Amount
from funneldesk.server.web.fields import (
    CLEARABLE,
    LARGEST_ID,
    Input,
    OptionalText,
    OptionalWords,
    Title,
    Words,
)

MOST_CYCLES = 120
MOST_OFFERS = 100
_FIRST_YEAR, _LAST_YEAR = 1970, 9000


def _plain(value: Any) -> Any:
    if isinstance(value, bool):
        raise ValueError("This field must be an integer.")
    return value


def _moment(value: Any) -> Any:
    """A day alone is its first moment, a time without a zone is in UTC."""
    if isinstance(value, bool | int | float):
        raise ValueError("A date must be written in ISO 8601.")
    if isinstance(value, str):
        found = _parsed(value.strip())
        return found if found.tzinfo is not None else found.replace(tzinfo=UTC)
    return value


def _parsed(text: str) -> datetime:
    try:
        return datetime.fromisoformat(text)
    except ValueError:
        raise ValueError("A date must be written in ISO 8601.") from None


def _of_our_time(moment: datetime) -> datetime:
    if not _FIRST_YEAR < moment.year < _LAST_YEAR:
        raise ValueError("This date lies too far away.")
    return moment


Moment = Annotated[datetime, BeforeValidator(_moment), AfterValidator(_of_our_time)]
Id = Annotated[int, BeforeValidator(_plain), Field(ge=1, le=LARGEST_ID)]
Cycles = Annotated[int, BeforeValidator(_plain), Field(ge=1, le=MOST_CYCLES)]
OfferType = Literal["discount", "pause", "downgrade"]


class Asked(Input):
    """The query of the list."""

    status: Annotated[
        Literal["all", "active", "trial", "paused", "past_due", "canceled"] | None, CLEARABLE
    ] = None
    q: Annotated[str, Field(max_length=255)] = ""
    start: Annotated[Moment | None, CLEARABLE] = None
    end: Annotated[Moment | None, CLEARABLE] = None
    merchant_id: Annotated[Id | None, CLEARABLE] = Field(None, alias="filter.merchant_id")
    product_code: Annotated[Words | None, CLEARABLE] = Field(None, alias="filter.product_code")
    email: Annotated[Words | None, CLEARABLE] = Field(None, alias="filter.email")

    @property
    def narrows(self) -> bool:
        """Whether subscriptions have to be looked through and counted."""
        return bool(self.model_dump(exclude_none=True, exclude_defaults=True, exclude={"status"}))


class FlagInput(Input):
    """The body of a flag's change; ``value`` is checked by the flag."""

    key: Title
    value: Any = Field(...)


class NextBillDateInput(Input):
    """The body of a change of date."""

    next_charge_at: Moment


class OfferInput(Input):
    """An offer of a configuration."""

    offer_type: OfferType
    cancel_reason: OptionalWords = None
    offer_value: Annotated[Amount | None, CLEARABLE] = None
    offer_label: OptionalWords = None
    offer_duration_cycles: Annotated[Cycles | None, CLEARABLE] = None
    offer_product_code: OptionalWords = None

    def problems(self) -> dict[str, str]:
        """What the offer's type asks for and is not there, by field."""
        return offer_problems(self.offer_type, self.offer_value, self.offer_product_code)


class RetentionConfig(Input):
    """A merchant's configuration."""

    enabled: Annotated[bool, Field(strict=True)] = False
    offers: Annotated[list[OfferInput], Field(max_length=MOST_OFFERS)] = []
    exit_survey_reasons: Annotated[list[Words], Field(max_length=MOST_OFFERS)] | None = None


class RetentionInput(Input):
    """The body of a configuration's change."""

    retention_offers: RetentionConfig


class ApplyInput(Input):
    """The body of an application."""

    transaction_id: Title
    merchant_id: Id
    offer_type: OfferType
    offer_value: Annotated[Amount | None, CLEARABLE] = None
    offer_duration_cycles: Annotated[Cycles | None, CLEARABLE] = None
    offer_product_code: OptionalWords = None
    cancel_reason: OptionalText = None

    def problems(self) -> dict[str, str]:
        """What the offer's type asks for and is not there, by field."""
        return offer_problems(self.offer_type, self.offer_value, self.offer_product_code)


_FAULTS = {
    "no product": ("offer_product_code", "The offer_product_code is required for a downgrade."),
    "no value": ("offer_value", "The offer_value is required for a {offer_type}."),
    "not percent": ("offer_value", "The offer_value of a discount is more than 0 and at most 100."),
    "not days": (
        "offer_value",
        f"The offer_value of a pause is a whole number, 1 to {MOST_PAUSED_DAYS}.",
    ),
}


def offer_problems(
    offer_type: str, value: Decimal | None, product_code: str | None
) -> dict[str, str]:
    """The rules of an offer's type (quirk 49): percent, days or a product."""
    fault = offer_fault(offer_type, value, product_code)
    if not fault:
        return {}
    field, sentence = _FAULTS[fault]
    return {field: sentence.format(offer_type=offer_type)}
