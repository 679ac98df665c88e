"""Checks of values whose kind the brand chose, as the server checks them: fields of forms and of
the CRM. Each gives a sentence, or None for a value that will do. No Qt."""

import re
from collections.abc import Callable, Collection, Mapping
from typing import Any
from urllib.parse import urlsplit

from funneldesk.contract.email_addresses import is_email
from funneldesk.desktop.kit.forms.field_spec import Values
from funneldesk.desktop.local.texts import _

LONGEST_TEXT, LONGEST_ADDRESS, LARGEST = 65_535, 2_048, 1e15
_PHONE = re.compile(r"\+?[0-9 ().\-/]{3,32}")
Check = Callable[[Any], str | None]
EMPTY: tuple[Any, ...] = (None, "", [])


def checked(
    name: str, *, required: bool, check: Check | None, options: Collection[str] | None = None
) -> Callable[[Any, Values], str | None]:
    """The check of a field: whether it may be empty, and which values it takes."""
    known = frozenset(options) if options is not None else None

    def problem(value: Any, _values: Values) -> str | None:
        if value in EMPTY:
            return _("“{field}” is required.").format(field=name) if required else None
        if known is not None:
            chosen = value if isinstance(value, list) else [value]
            strange = [str(each) for each in chosen if each not in known]
            told = _("“{option}” isn't among the options.")
            return told.format(option=strange[0]) if strange else None
        return check(value) if check is not None else None

    return problem


def given(value: Any, _values: Values) -> str | None:
    """Something has to be there."""
    return None if str("" if value is None else value).strip() else _("This can't be empty.")


def number(value: Any) -> str | None:
    """A number that the server keeps."""
    try:
        fits = -LARGEST <= float(value) <= LARGEST
    except (TypeError, ValueError):
        return _("Write a number.")
    return None if fits else _("This number is too large.")


def web_address(value: Any) -> str | None:
    """A whole http or https address."""
    text = str(value)
    try:
        parts = urlsplit(text)
        whole = parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
    except ValueError:
        whole = False
    if whole and text.isprintable() and " " not in text and len(text) <= LONGEST_ADDRESS:
        return None
    return _("Write the whole address, beginning with https:// and without spaces.")


def email(value: Any) -> str | None:
    """An e-mail address."""
    fits = is_email(str(value).strip())
    return None if fits else _("Write an email address, like ana@example.com.")


def phone(value: Any) -> str | None:
    """A telephone number."""
    text = str(value).strip()
    fits = _PHONE.fullmatch(text) and sum(map(str.isdigit, text)) >= 3
    return None if fits else _("Use digits, spaces and + ( ) . - / only.")


BY_TYPE: Mapping[str, Check] = {
    "number": number,
    "url": web_address,
    "email": email,
    "phone": phone,
}
"""By the types that fields have on the server."""
