"""Tags of a campaign in an address, and presets of them. Pure."""

from collections.abc import Mapping
from typing import Any
from urllib.parse import parse_qsl, unquote_plus, urlencode, urlsplit

from funneldesk.contract.host_names import ascii_address
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
    """An address with these tags behind its query, and its host in punycode.

    What it has besides stays byte for byte: a signature in it may depend on every one. A tag that
    it has already is replaced.
    """
    whole, hash_sign, fragment = ascii_address(address.strip()).partition("#")
    start, question_mark, query = whole.partition("?")
    wanted = {name: str(tags.get(name) or "").strip() for name in TAGS}
    given = urlencode({name: value for name, value in wanted.items() if value})
    if given:
        pieces = query.split("&") if query else []
        kept = "&".join(each for each in pieces if not wanted.get(_name_of(each)))
        between = "&" if kept and not kept.endswith("&") else ""
        question_mark, query = "?", f"{kept}{between}{given}"
    return f"{start}{question_mark}{query}{hash_sign}{fragment}"


def _name_of(piece: str) -> str:
    return unquote_plus(piece.partition("=")[0])


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
        ascii_address(address.strip())
    except ValueError:
        usable = False
    if not usable or " " in address.strip() or not address.strip().isprintable():
        return _("Enter a whole address that begins with https://.")
    return _("The address is too long.") if len(address) > LONGEST else None
