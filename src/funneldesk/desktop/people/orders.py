"""An order's money: exact amounts, and what is left of them to give back."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import Any

from funneldesk.desktop.kit.formats import Formats
from funneldesk.desktop.kit.forms.amounts import exact

REFUNDED, CHARGEBACK = "refunded", "chargeback"


@dataclass(frozen=True, slots=True)
class OrderMoney:
    """``refunded`` is None where the server does not tell; ``left`` is then the most that can be
    left. Both are None for an order without a readable total."""

    total: Decimal | None
    refunded: Decimal | None
    left: Decimal | None


def money_of(body: Mapping[str, Any]) -> OrderMoney:
    """What an order came to. ``refunded_here`` is what the journal of this computer knows of."""
    total, status = exact(body.get("total")), body.get("status")
    refunded = exact(body.get("refunded_amount"))
    if refunded is None and status not in (REFUNDED, CHARGEBACK):
        refunded = Decimal(0)
    here = exact(body.get("refunded_here")) or Decimal(0)
    if total is None:
        return OrderMoney(None, refunded, None)
    if status == CHARGEBACK:
        return OrderMoney(total, refunded, Decimal(0))
    left = total - (here if refunded is None else refunded)
    return OrderMoney(total, refunded, max(left, Decimal(0)))


def formats_of(body: Mapping[str, Any], formats: Formats) -> Formats:
    """The formats with the currency that a record is in."""
    currency = currency_of(body)
    return replace(formats, currency=currency) if currency else formats


def currency_of(body: Mapping[str, Any]) -> str:
    """The code of the currency that a record is in; "" where it tells none."""
    currency = body.get("currency")
    known = isinstance(currency, str) and len(currency) == 3 and currency.isalpha()
    return str(currency).upper() if known else ""
