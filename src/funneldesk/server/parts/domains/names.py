"""Names of domains: what can be one at all, always in its ASCII form and lower case."""

import ipaddress
import re

from funneldesk.contract.host_names import ascii_host

_LABEL = re.compile(r"[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?", re.ASCII)


def clean_domain(text: str) -> str:
    """The name as it is kept. Raises ValueError with a sentence.

    Letters beyond ASCII become punycode; a dot at the end goes.
    """
    try:
        name = ascii_host(text.strip().removesuffix("."))
    except ValueError as error:
        raise ValueError("The domain must be a name like shop.example.com.") from error
    labels = name.split(".")
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
