"""An order's money: exact amounts, and what is left of them to give back."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import Any

from funneldesk.desktop.kit.formats import Formats, in_currency
from funneldesk.desktop.kit.forms.amounts import exact

REFUNDED, CHARGEBACK = "refunded", "chargeback"


@dataclass(frozen=True, slots=True)
class OrderMoney:
    """``refunded`` is None where the server does not tell; ``left`` is then the most that can be
    left. Both are None for an order without a readable total.

    All have the decimals of the order's currency. ``stored_left`` is what the server has: some
    keep more decimals, and a refund in full has to be of just that.
    """

    total: Decimal | None
    refunded: Decimal | None
    left: Decimal | None
    stored_left: Decimal | None = None


def money_of(body: Mapping[str, Any]) -> OrderMoney:
    """What an order came to. ``refunded_here`` is what the journal of this computer knows of."""
    total, status = exact(body.get("total")), body.get("status")
    refunded = exact(body.get("refunded_amount"))
    if refunded is None and status not in (REFUNDED, CHARGEBACK):
        refunded = Decimal(0)
    here = exact(body.get("refunded_here")) or Decimal(0)
    currency = currency_of(body)
    rounded = None if refunded is None else in_currency(refunded, currency)
    if total is None:
        return OrderMoney(None, rounded, None)
    paid = in_currency(total, currency)
    if status == CHARGEBACK:
        return OrderMoney(paid, rounded, Decimal(0))
    given, zero = here if refunded is None else refunded, Decimal(0)
    left = max(paid - in_currency(given, currency), zero)
    return OrderMoney(paid, rounded, left, max(total - given, zero))


def formats_of(body: Mapping[str, Any], formats: Formats) -> Formats:
    """The formats with the currency that a record is in."""
    currency = currency_of(body)
    return replace(formats, currency=currency) if currency else formats


def currency_of(body: Mapping[str, Any]) -> str:
    """The code of the currency that a record is in; "" where it tells none."""
    currency = body.get("currency")
    known = isinstance(currency, str) and len(currency) == 3 and currency.isalpha()
    return str(currency).upper() if known else ""
