"""Tags of a campaign in an address, and presets of them. Pure."""

from collections.abc import Mapping
from typing import Any
from urllib.parse import parse_qsl, urlencode, urlsplit, urlunsplit

from funneldesk.desktop.local.texts import _

TAGS = {
    "utm_source": _("Source"),
    "utm_medium": _("Medium"),
    "utm_campaign": _("Campaign"),
    "utm_term": _("Term"),
    "utm_content": _("Content"),
}
HINTS = {
    "utm_source": _("Where it stands: newsletter, instagram, poster."),
    "utm_medium": _("What it is: email, social, print."),
    "utm_campaign": _("What it is for: spring-sale."),
}
LONGEST = 2_048


def tagged(address: str, tags: Mapping[str, Any]) -> str:
    """An address with these tags; what it has besides stays, in its order."""
    parts = urlsplit(address.strip())
    wanted = {name: str(tags.get(name) or "").strip() for name in TAGS}
    kept = [
        (name, value)
        for name, value in parse_qsl(parts.query, keep_blank_values=True)
        if not wanted.get(name)
    ]
    query = urlencode([*kept, *((name, value) for name, value in wanted.items() if value)])
    return urlunsplit((parts.scheme, parts.netloc, parts.path, query, parts.fragment))


def tags_of(address: str) -> dict[str, str]:
    """The tags that an address has."""
    try:
        found = dict(parse_qsl(urlsplit(address).query))
    except ValueError:
        return {}
    return {name: found[name] for name in TAGS if found.get(name)}


def problem(address: str) -> str | None:
    """Why an address cannot be led to, in a sentence; None when it can."""
    try:
        parts = urlsplit(address.strip())
        usable = parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
    except ValueError:
        usable = False
    if not usable or " " in address.strip() or not address.strip().isprintable():
        return _("Write a whole address that begins with https://.")
    return _("The address is too long.") if len(address) > LONGEST else None
