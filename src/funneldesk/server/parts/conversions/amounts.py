"""Amounts in a currency's own steps: cents, whole yen, thousandths of a dinar."""

from decimal import ROUND_HALF_UP, Decimal

LARGEST = Decimal(10) ** 12
"""No amount is as large as this."""

_WITHOUT = frozenset(
    [
        "BIF",
        "CLP",
        "DJF",
        "GNF",
        "ISK",
        "JPY",
        "KMF",
        "KRW",
        "PYG",
        "RWF",
        "UGX",
        "UYI",
        "VND",
        "VUV",
        "XAF",
        "XOF",
        "XPF",
    ]
)
_THOUSANDTHS = frozenset(["BHD", "IQD", "JOD", "KWD", "LYD", "OMR", "TND"])


def decimals(currency: str) -> int:
    """How many decimal places amounts of a currency have."""
    if currency in _WITHOUT:
        return 0
    return 3 if currency in _THOUSANDTHS else 2


def rounded(amount: Decimal, currency: str) -> Decimal:
    """The nearest amount that can be paid."""
    return amount.quantize(Decimal(1).scaleb(-decimals(currency)), ROUND_HALF_UP)


def number(amount: Decimal) -> int | float:
    """An amount as a number of JSON: whole ones without a point."""
    return int(amount) if amount == amount.to_integral_value() else float(amount)
