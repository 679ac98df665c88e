"""Single values that users define the kind of: fields of CRM entries and of forms.

Each function gives the value to keep, or raises ValueError with a sentence for the field.
"""

import re
from collections.abc import Mapping
from datetime import date, datetime
from typing import Any
from urllib.parse import urlsplit

from funneldesk.contract.email_addresses import is_email

LONGEST_TEXT = 65_535
_LONGEST_ADDRESS = 2048
_PHONE = re.compile(r"\+?[0-9 ().\-/]{3,32}")
_NUMBER = re.compile(r"[+-]?([0-9]{1,32}(\.[0-9]{0,32})?|\.[0-9]{1,32})([eE][+-]?[0-9]{1,3})?")
_LARGEST = 10**15
_SWITCH = {"1": True, "0": False, "true": True, "false": False}


class NotValid(ValueError):
    """Values that do not fit their fields. ``messages``: a sentence for each key or code."""

    def __init__(self, messages: Mapping[str, str]) -> None:
        super().__init__("values do not fit their fields")
        self.messages = dict(messages)


def text(value: Any) -> str:
    """A string that a database can hold."""
    if not isinstance(value, str):
        raise ValueError("This field must be a string.")
    if len(value) > LONGEST_TEXT:
        raise ValueError(f"This field must not be longer than {LONGEST_TEXT} characters.")
    if "\0" in value:
        raise ValueError("A NUL character (U+0000) cannot be stored.")
    try:
        value.encode()
    except UnicodeEncodeError as error:
        raise ValueError("Half of a surrogate pair is no character.") from error
    return value


def number(value: Any) -> int | float:
    """A finite number, also one that is written as text."""
    if isinstance(value, str) and _NUMBER.fullmatch(value.strip()):
        written = value.strip()
        value = int(written) if written.lstrip("+-").isdigit() else float(written)
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise ValueError("This field must be a number.")
    if not -_LARGEST <= value <= _LARGEST:  # neither is NaN
        raise ValueError("This number is too large.")
    return value


def whole(value: Any) -> int:
    """An integer, also one that is written as text."""
    found = number(value)
    if found != int(found):
        raise ValueError("This field must be an integer.")
    return int(found)


def switch(value: Any) -> bool:
    """True or false, also as 1, 0 or their texts."""
    known = _SWITCH.get(str(value).lower()) if isinstance(value, bool | int | str) else None
    if known is None:
        raise ValueError("This field must be true or false.")
    return known


def email(value: Any) -> str:
    """An e-mail address, as it was written."""
    address = text(value).strip()
    if not is_email(address):
        raise ValueError("This field must be a valid e-mail address.")
    return address


def web_address(value: Any) -> str:
    """A whole http or https address."""
    address = text(value)
    try:
        parts = urlsplit(address)
        usable = parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
    except ValueError:
        usable = False
    if not usable or not address.isprintable() or " " in address or len(address) > _LONGEST_ADDRESS:
        raise ValueError("This field must be a whole http or https address.")
    return address


def address_here(address: str) -> str:
    """A whole web address, or a path on this platform, as the addresses of its own files are."""
    if address.startswith("/") and address.isprintable() and " " not in address:
        return address
    return web_address(address)


def address_served(address: str) -> str:
    """A whole web address, or a path under which this platform serves files."""
    is_served = address.startswith("/cdn/") and address.isprintable()
    return address if is_served else web_address(address)


def phone(value: Any) -> str:
    """A telephone number in any common spelling."""
    written = text(value).strip()
    if not _PHONE.fullmatch(written) or sum(map(str.isdigit, written)) < 3:
        raise ValueError("This field must be a telephone number.")
    return written


def day(value: Any) -> str:
    """A date or a moment in ISO 8601, as it was written."""
    written = text(value)
    try:
        date.fromisoformat(written) if len(written) <= 10 else datetime.fromisoformat(written)
    except ValueError as error:
        raise ValueError("This field must be a date, for example 2025-03-31.") from error
    return written


def choice(value: Any, options: list[str]) -> str:
    """One of the options."""
    if not isinstance(value, str) or value not in options:
        raise ValueError("This field must be one of its options.")
    return value
