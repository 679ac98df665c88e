"""Sameness of values: the record of a row is known although it is written otherwise. No Qt."""

import re
import unicodedata
from collections.abc import Callable, Mapping, Sequence

from funneldesk.contract.email_addresses import email_key
from funneldesk.desktop.records.field_values import Value

Sameness = Callable[[str], str]
"""What two texts have in common that mean the same; "" for one that identifies nothing."""
Key = tuple[str, ...]


def exact(text: str) -> str:
    """As it is written."""
    return text


def words(text: str) -> str:
    """Whatever its case, the width of its letters and the blanks between its words."""
    return " ".join(unicodedata.normalize("NFKC", text).casefold().split())


def address(text: str) -> str:
    """An email address, however it is written."""
    return email_key(text)


def phone(text: str) -> str:
    """The digits of a telephone number; ``00`` and ``+`` are the same, and so are the spellings
    of an area code: ``+49 (0)30`` is ``+4930``."""
    plain = unicodedata.normalize("NFKC", text).strip()
    abroad = plain.startswith(("+", "00"))
    if abroad:
        plain = re.sub(r"\(0\)", "", plain)
    digits = "".join(str(unicodedata.decimal(each)) for each in plain if each.isdecimal())
    return f"+{digits.removeprefix('00')}" if abroad and digits else digits


def key_of(
    keys: Mapping[str, Sameness], chosen: Sequence[str], values: Mapping[str, Value]
) -> Key | None:
    """What identifies a record by the ``chosen`` fields; None where one of them is empty."""
    parts = tuple(keys[name](_text(values.get(name))) for name in chosen)
    return parts if parts and all(parts) else None


def _text(value: Value) -> str:
    return "" if value is None or isinstance(value, list | dict) else str(value)
