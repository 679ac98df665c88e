"""Every currency of ISO 4217 that Babel knows, and amounts in each of them."""

from decimal import Decimal

from babel.numbers import format_currency, get_currency_precision, list_currencies
from hypothesis import strategies as st

CURRENCIES = sorted(code for code in list_currencies() if len(code) == 3)
STEPS = st.integers(0, 9_999_999_999)
"""Of the smallest coin: as many as every currency can have within what the server keeps."""
CODES = st.sampled_from(CURRENCIES)


def places_of(currency: str) -> int:
    """The decimals that a currency has."""
    return int(get_currency_precision(currency))


def amount_of(currency: str, steps: int) -> Decimal:
    """So many of its smallest coins."""
    return Decimal(steps).scaleb(-places_of(currency))


MONEY = st.tuples(CODES, STEPS).map(lambda pair: (pair[0], amount_of(*pair)))
"""A currency, and an amount in it."""


def bare(text: str) -> str:
    """Without blanks: Babel does not set a code without a sign apart from the digits."""
    return "".join(text.split())


def as_babel(amount: Decimal, currency: str) -> str:
    """An amount as Babel writes it, without blanks."""
    return bare(format_currency(amount, currency, locale="en"))
