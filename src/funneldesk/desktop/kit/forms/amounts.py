"""Amounts as people type them and as exact decimal text; none is ever a binary fraction."""

import re
import unicodedata
from decimal import Decimal
from functools import cache, lru_cache
from typing import Any

from babel.numbers import get_currency_precision, get_decimal_symbol, get_group_symbol

from funneldesk.desktop.kit.formats import Formats
from funneldesk.desktop.local.texts import _

LONGEST = 80
MOST_DIGITS = 30
"""On either side of the point; both sides written out are shorter than ``LONGEST``."""

_NUMBER = re.compile(r"-?\d+(\.\d+)?([eE][+-]?\d{1,3})?", re.ASCII)
_TYPED = re.compile(r"-?(\d+([.,]\d*)*|[.,]\d+)", re.ASCII)
_GROUPED = re.compile(r"-?[1-9]\d{0,2}([.,]\d{3})+", re.ASCII)
_LOOSE = str.maketrans("\u2212", "-", " \t\u00a0\u202f\u2009'\u2019")


def exact(value: Any) -> Decimal | None:
    """A number or a decimal text from the wire; None for what is neither."""
    if isinstance(value, bool) or not isinstance(value, int | float | str | Decimal):
        return None
    if isinstance(value, int) and abs(value) >= 10**MOST_DIGITS:
        return None
    text = str(value)
    return None if len(text) > LONGEST else _read(text)


@lru_cache(8_192)
def _read(text: str) -> Decimal | None:
    """A decimal text; the same prices stand in most rows of a list."""
    if not _NUMBER.fullmatch(text):
        return None
    found = Decimal(text)
    decimals = -int(found.as_tuple().exponent)
    return found if max(found.adjusted(), decimals) <= MOST_DIGITS else None


def places(formats: Formats, is_money: bool) -> int:
    """How many decimals an amount has at least: those of its currency."""
    return int(get_currency_precision(formats.currency)) if is_money and formats.currency else 0


def plain(amount: Decimal, least: int = 0) -> str:
    """An amount as text with a point, and ``least`` decimals or those that it has."""
    text = f"{amount:f}"
    whole, _point, rest = text.partition(".")
    rest = rest.ljust(least, "0")
    return f"{whole}.{rest}" if rest else whole


def typed_text(amount: Decimal, formats: Formats, least: int = 0) -> str:
    """An amount as it stands in a field: with the decimal sign of the language, ungrouped."""
    return plain(amount, least).replace(".", _signs(formats.locale)[0])


def read_amount(text: str, formats: Formats) -> Decimal | None:
    """An amount as typed or pasted; the currency's code beside it is passed over.

    Both signs are taken as the decimal one where they cannot group thousands: ``49.90`` is the
    same amount in every language. ``1.234`` is what the language says.
    """
    digits = "".join(str(unicodedata.decimal(c)) if c.isdecimal() else c for c in text)
    if formats.currency:
        digits = re.sub(rf"^{formats.currency}|{formats.currency}$", "", digits.strip(), flags=re.I)
    digits = digits.translate(_LOOSE)
    if len(digits) > LONGEST or not _TYPED.fullmatch(digits):
        return None
    sign = _decimal_sign(digits, formats.locale)
    if sign is None:
        return None
    whole, _point, rest = digits.rpartition(sign) if sign and sign in digits else (digits, "", "")
    if any(mark in whole for mark in ".,") and not _GROUPED.fullmatch(whole):
        return None
    minus, figures = whole.startswith("-"), re.sub(r"\D", "", whole) or "0"
    return Decimal(f"{'-' if minus else ''}{figures}{'.' + rest if rest else ''}")


@cache
def _signs(locale: str) -> tuple[str, str]:
    """What a language sets decimals and thousands apart with."""
    return get_decimal_symbol(locale), get_group_symbol(locale)


def _decimal_sign(digits: str, locale: str) -> str | None:
    """Which of the two signs sets the decimals apart; "" for none, None for neither way."""
    used = [mark for mark in ".," if mark in digits]
    if not used:
        return ""
    if len(used) == 2:
        last = max(used, key=digits.rindex)
        return last if digits.count(last) == 1 else None
    mark = used[0]
    if digits.count(mark) > 1:
        return ""
    decimal, group = _signs(locale)
    groups = mark == group or mark != decimal
    return "" if groups and _GROUPED.fullmatch(digits) else mark


def wire_value(amount: Decimal, least: int, as_number: bool) -> int | float | str:
    """An amount as JSON has it: text, or a number that is written with exactly its digits."""
    if not as_number:
        return plain(amount, least)
    if amount == amount.to_integral_value():
        return int(amount)
    number = float(amount)
    # JSON writes the shortest digits that mean this float: these are the amount's, or it is text.
    return number if Decimal(repr(number)) == amount else plain(amount, least)


def amount_problem(value: Any, formats: Formats, *, is_money: bool, as_number: bool) -> str | None:
    """What to correct in an amount."""
    if value in (None, ""):
        return None
    amount = exact(value)
    if amount is None:
        example = typed_text(Decimal("49.90") if is_money else Decimal("2.5"), formats)
        told = (
            _("Write an amount, like {example}.")
            if is_money
            else _("Write a number, like {example}.")
        )
        return told.format(example=example)
    most = places(formats, is_money)
    _whole, _point, decimals = plain(amount).partition(".")
    if is_money and formats.currency and len(decimals.rstrip("0")) > most:
        allowed = _("no decimals") if not most else _("{most} decimals").format(most=most)
        return _("{currency} has {allowed}: shorten or round the amount.").format(
            currency=formats.currency, allowed=allowed
        )
    if as_number and isinstance(wire_value(amount, 0, True), str):
        return _("This has more digits than the server can keep: write at most 15.")
    return None
