"""Limits of a product's fields, for the platform that keeps them and the window that warns."""

from decimal import Decimal
from unicodedata import normalize

LARGEST_AMOUNT = Decimal("9999999999.9999")
"""Amounts, units and weights are from 0 to this; four decimals are kept."""
LONGEST_CYCLE = 3650
"""Units of time between two charges, and days of a trial, at most."""
LONGEST_WORDS = 255
"""Characters of a code, a title or a name."""
MOST_PARTS = 1_000
MOST_FILES = 100
MOST_MERCHANTS = 100


def code_form(code: str) -> str:
    """The form in which codes of products are stored and compared: composed letters (NFC)."""
    return normalize("NFC", code)
