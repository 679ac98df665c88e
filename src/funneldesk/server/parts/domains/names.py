"""Names of domains: what can be one at all, always in its ASCII form and lower case."""

import ipaddress
import re

LONGEST = 253
_LABEL = re.compile(r"[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?", re.ASCII)


def clean_domain(text: str) -> str:
    """The name as it is kept. Raises ValueError with a sentence.

    Letters beyond ASCII become punycode; a dot at the end goes.
    """
    name = text.strip().lower().removesuffix(".")
    try:
        name = name.encode("idna").decode("ascii") if name else ""
    except UnicodeError:
        name = ""
    labels = name.split(".")
    if not name or len(name) > LONGEST or not all(_LABEL.fullmatch(label) for label in labels):
        raise ValueError("The domain must be a name like shop.example.com.")
    if len(labels) < 2 or labels[-1].isdigit() or _is_address(name):
        raise ValueError("The domain must be a whole name like shop.example.com.")
    return name


def clean_label(text: str) -> str:
    """One label of a name, for a subdomain. Raises ValueError with a sentence."""
    label = text.strip().lower()
    if not _LABEL.fullmatch(label):
        raise ValueError("The subdomain may hold letters, digits and dashes.")
    return label


def is_under(name: str, parent: str) -> bool:
    """Whether a name is another one or stands below it."""
    return name == parent or name.endswith(f".{parent}")


def _is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True
