"""Links of pages to other pages of their brand. No Qt here."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import unquote, urlsplit

from funneldesk.contract.markup_tags import tags
from funneldesk.contract.markup_tokens import attributes_at

MOST_REFERENCES = 1000
_LINK = re.compile(r"<(?:a|area|form)[\s/]", re.IGNORECASE)
_LEADS = {"a": "href", "area": "href", "form": "action"}
_NO_PAGES = frozenset({"login", "cdn", "api", "p"})


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What a page's references are held against. ``files`` None: they could not be listed.

    ``statuses`` has every slug of the brand with the best status that a page of it has; ``hosts``
    are names under which visitors meet the brand, ``visitor_base`` its address without one.
    """

    brand: str
    files: frozenset[str] | None = None
    statuses: Mapping[str, str] = field(default_factory=dict)
    hosts: frozenset[str] = frozenset()
    visitor_base: str = ""


def slug_of(address: str, around: Surroundings) -> str | None:
    """The slug of the page of this brand that an address leads to; None when it leads elsewhere."""
    try:
        parts = urlsplit(address)
    except ValueError:
        return None
    path = parts.path
    own = f"/p/{around.brand}/"
    if parts.netloc:
        base = urlsplit(around.visitor_base)
        if parts.netloc.lower() == base.netloc.lower():
            if not path.startswith(own):
                return None
        elif (parts.hostname or "") not in around.hosts:
            return None
    path = path.removeprefix(own) if path.startswith(own) else path.removeprefix("/")
    slug = unquote(path.removeprefix("./").rstrip("/"))
    if not slug or "/" in slug or "." in slug or "{" in slug or slug in _NO_PAGES:
        return None
    return slug


def links_of(html: str) -> list[list[Any]]:
    """[source, start, end, line, address] of what may lead to another page."""
    if not _LINK.search(html):
        return []
    found: list[list[Any]] = []
    lines = Lines(html)
    for tag in tags(html):
        name = _LEADS.get(tag.name)
        if name is None or tag.is_end or not tag.complete:
            continue
        for attribute in attributes_at(html, tag.start, tag.end):
            span, value = attribute.value_span, attribute.value.strip()
            if attribute.name == name and span and _may_lead_to_a_page(value):
                found.append(["html", *span, lines.of(span[0]), value])
        if len(found) >= MOST_REFERENCES:
            break
    return found


def _may_lead_to_a_page(address: str) -> bool:
    """Everything but places on the page itself, mail, calls, scripts and templates."""
    if not address or address[0] in "#?{[":
        return False
    scheme, colon, _unused = address.partition(":")
    return not colon or "/" in scheme or scheme.lower() in ("http", "https")


class Lines:
    """Counts lines as places come in order."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._at, self._line = 0, 1

    def of(self, place: int) -> int:
        """The line of a place, from 1."""
        if place < self._at:
            self._at, self._line = 0, 1
        self._line += self._text.count("\n", self._at, place)
        self._at = place
        return self._line
