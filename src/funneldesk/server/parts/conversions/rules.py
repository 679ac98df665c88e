"""What can be asked of orders, and what a refund or a chargeback makes of one.

The document has one transition (a refund moves an order to refunded); the others are decided here.
"""

import re
from datetime import date
from decimal import Decimal
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BeforeValidator, Field

from funneldesk.server.parts.conversions.amounts import LARGEST, rounded
from funneldesk.server.web.fields import CLEARABLE, Input, OptionalText

STATUSES = ("completed", "approved", "refunded", "chargeback")
EXPORTED = ("completed", "refunded", "chargeback")
"""The status words that an export takes; the others are in it all the same (quirk 59)."""


_FIRST_YEAR, _LAST_YEAR = 1972, 8999
"""The days of these years have a midnight in every time zone."""

_DAY = re.compile("[0-9]{4}-[0-9]{2}-[0-9]{2}")


class NotPossible(Exception):
    """The action does not fit the record; ``field`` and a sentence say why."""

    def __init__(self, field: str, sentence: str) -> None:
        super().__init__(sentence)
        self.field = field
        self.sentence = sentence


def refundable(
    status: str, total: Decimal, given_back: Decimal, currency: str, wanted: Decimal | None
) -> Decimal:
    """The amount to give back: ``wanted``, or all that is left.

    An order can be refunded in several steps, until nothing is left of it. What was charged back
    has gone already. Raises NotPossible.
    """
    left = total - given_back
    if status == "chargeback":
        raise NotPossible("status", "This order was charged back; there is nothing to refund.")
    if left <= 0:
        raise NotPossible("amount", "Nothing is left of this order that could be refunded.")
    if wanted is None:
        return left
    if wanted <= 0:
        raise NotPossible("amount", "The amount must be greater than 0.")
    if wanted > left:
        raise NotPossible("amount", f"The amount must not be greater than {left:f} {currency}.")
    if rounded(wanted, currency) != wanted and wanted != left:
        raise NotPossible("amount", f"The amount has more decimal places than {currency} has.")
    return wanted


def chargeable_back(status: str, total: Decimal, given_back: Decimal) -> Decimal | None:
    """What a chargeback takes: all that is left, maybe 0; None when it has happened before."""
    return None if status == "chargeback" else max(Decimal(0), total - given_back)


def _plain(value: Any) -> Any:
    if isinstance(value, bool):
        raise ValueError("The amount field must be a number.")
    return value


def _day(value: Any) -> Any:
    if not isinstance(value, str) or not _DAY.fullmatch(value):
        raise ValueError("A date must be written as YYYY-MM-DD.")
    return value


def _known(day: date) -> date:
    if not _FIRST_YEAR <= day.year <= _LAST_YEAR:
        raise ValueError(f"A date must be of the years {_FIRST_YEAR} to {_LAST_YEAR}.")
    return day


def _in_range(amount: Decimal) -> Decimal:
    if abs(amount) >= LARGEST:
        raise ValueError("The amount is too large.")
    # An exponent like 1e-999999 would take for ever to write out.
    if amount and amount.adjusted() < -30:
        raise ValueError("The amount is too small.")
    return amount


Amount = Annotated[Decimal, BeforeValidator(_plain), AfterValidator(_in_range)]
Day = Annotated[Annotated[date, BeforeValidator(_day), AfterValidator(_known)] | None, CLEARABLE]


class RefundInput(Input):
    """The body of a refund; without ``amount`` everything that is left goes back."""

    amount: Annotated[Amount | None, CLEARABLE] = None
    reason: OptionalText = None


class ExportInput(Input):
    """The body of an export; both days are included, in the brand's time zone."""

    start_date: Day = None
    end_date: Day = None
    status: Annotated[Literal["completed", "refunded", "chargeback"] | None, CLEARABLE] = None


class Search(Input):
    """The query of the list."""

    search: Annotated[str, Field(max_length=255)] = ""
