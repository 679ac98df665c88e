"""What subscribers are written; the letters are the subscription's e-mail log."""

from datetime import datetime
from decimal import Decimal

from funneldesk.server.jobs.letters import Letter
from funneldesk.server.parts.conversions.amounts import rounded

ABOUT = "subscription"


def started_letter(to: str, transaction_id: str, product: str, moment: datetime) -> Letter:
    """To someone whose subscription has just begun."""
    text = f"Your subscription to {product} began on {moment:%Y-%m-%d}."
    return _letter(to, transaction_id, f"Your subscription to {product} has begun", text)


def charged_letter(
    to: str, transaction_id: str, product: str, amount: Decimal, currency: str
) -> Letter:
    """After a charge that went well."""
    paid = f"{rounded(amount, currency)} {currency}"
    text = f"We have charged {paid} for your subscription to {product}. Thank you."
    return _letter(to, transaction_id, f"Your payment for {product}", text)


def refused_letter(to: str, transaction_id: str, product: str, again: datetime | None) -> Letter:
    """After a charge that was refused; ``again`` is when it will be tried again."""
    text = f"Your payment for {product} was refused. Please check your way of paying."
    if again is not None:
        text += f" We will try again on {again:%Y-%m-%d}."
    return _letter(to, transaction_id, f"Your payment for {product} was refused", text)


def canceled_letter(to: str, transaction_id: str, product: str) -> Letter:
    """After the end of a subscription."""
    text = f"Your subscription to {product} has ended. Nothing more will be charged."
    return _letter(to, transaction_id, f"Your subscription to {product} has ended", text)


def changed_letter(to: str, transaction_id: str, product: str, change: str) -> Letter:
    """After a change; ``change`` is a whole sentence."""
    return _letter(to, transaction_id, f"Your subscription to {product} was changed", change)


def _letter(to: str, transaction_id: str, subject: str, text: str) -> Letter:
    return Letter(to, subject, text, about=(ABOUT, transaction_id))
