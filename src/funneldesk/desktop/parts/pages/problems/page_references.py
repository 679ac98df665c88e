"""What a page refers to in vain whatever the rest of its brand is: relative files, dead anchors."""

import re
from collections.abc import Iterator
from typing import Any
from urllib.parse import unquote

from funneldesk.contract.markup_tags import Tag, tags
from funneldesk.contract.markup_tokens import attributes_at
from funneldesk.desktop.assets.references.page_links import MOST_REFERENCES, Lines
from funneldesk.desktop.local.texts import _

_LOADED = {
    "img": ("src", "srcset"),
    "source": ("src", "srcset"),
    "video": ("src", "poster"),
    "audio": ("src",),
    "track": ("src",),
    "script": ("src",),
    "embed": ("src",),
    "link": ("href",),
}
"""Attributes by which a page loads files."""
_ELSEWHERE = re.compile(r"[a-z][a-z0-9+.-]*:|[/#?{\[%$]", re.IGNORECASE)
"""How an address begins that isn't relative, or that a template fills in."""
_FILE = re.compile(r"[^?#]*\.[a-z0-9]{2,5}(?=[?#]|$)", re.IGNORECASE)
_URL = re.compile(r"url\(\s*([\"']?)([^\"')]{1,500})\1\s*\)", re.IGNORECASE)
_FILLED = re.compile(r"<component\b|data-component|@component\(|<base\b", re.IGNORECASE)
"""Parts that come from elsewhere may hold any id; a base makes other addresses of relative ones."""
_ID = re.compile(r"""[ \t\n\f\r"'/](?:id|name)[ \t\n\f\r=]""", re.IGNORECASE)
_LONGEST = 60

Finding = list[Any]
"""[source, start, end, line, severity, kind, message]"""


def page_references(html: str, css: str) -> list[Finding]:
    """Files with a relative address, and links to places that the page doesn't have."""
    found: list[Finding] = []
    is_filled = _FILLED.search(html) is not None
    if "<base" not in html.lower():
        found += _relative_files(html)
        found += _relative_urls(css)
    if "#" in html and not is_filled:
        found += _dead_anchors(html)
    return found[:MOST_REFERENCES]


def _relative_files(html: str) -> Iterator[Finding]:
    lines = Lines(html)
    for tag in tags(html):
        wanted = _LOADED.get(tag.name)
        if wanted is None or tag.is_end or not tag.complete:
            continue
        for attribute in attributes_at(html, tag.start, tag.end):
            span = attribute.value_span
            if attribute.name not in wanted or span is None:
                continue
            for start, address in _addresses(html, span, in_set=attribute.name == "srcset"):
                if _is_relative_file(address):
                    place = [start, start + len(address), lines.of(start)]
                    yield ["html", *place, "error", "relative-file", _relative_words(address)]


def _addresses(html: str, span: tuple[int, int], *, in_set: bool) -> Iterator[tuple[int, str]]:
    """The addresses of an attribute with their places; a set has one before each width."""
    start, end = span
    at = start
    for part in html[start:end].split(",") if in_set else (html[start:end],):
        address = part.strip().split(" ")[0] if in_set else part.strip()
        if address:
            yield at + part.index(address), address
        at += len(part) + 1


def _relative_urls(css: str) -> Iterator[Finding]:
    lines = Lines(css)
    for match in _URL.finditer(css):
        address = match[2].strip()
        if _is_relative_file(address):
            start = match.start(2) + match[2].index(address)
            place = [start, start + len(address), lines.of(start)]
            yield ["css", *place, "error", "relative-file", _relative_words(address)]


def _is_relative_file(address: str) -> bool:
    return not _ELSEWHERE.match(address) and _FILE.match(address) is not None


def _relative_words(address: str) -> str:
    return _(
        "“{path}” is a relative address, which visitors can’t load. Upload the file and insert it "
        "from Files."
    ).format(path=_short(address))


def _dead_anchors(html: str) -> Iterator[Finding]:
    links: list[tuple[int, int, str]] = []
    known: set[str] = set()
    for tag in tags(html):
        if tag.is_end or not tag.complete or not _may_matter(html, tag):
            continue
        for attribute in attributes_at(html, tag.start, tag.end):
            value = attribute.value.strip()
            if attribute.name == "id" or (attribute.name == "name" and tag.name == "a"):
                known.add(value)
            elif attribute.name == "href" and tag.name in ("a", "area"):
                span = attribute.value_span
                if span and len(value) > 1 and value[0] == "#" and value[1] not in "!/{":
                    links.append((*span, value[1:]))
    lines = Lines(html)
    for start, end, anchor in links:
        if not {anchor, unquote(anchor)} & known and anchor.lower() != "top":
            message = _("Nothing on this page has the id “{id}”, so this link leads nowhere.")
            place = [start, end, lines.of(start)]
            yield ["html", *place, "warning", "anchor-gone", message.format(id=_short(anchor))]


def _may_matter(html: str, tag: Tag) -> bool:
    return tag.name in ("a", "area") or _ID.search(html, tag.start, tag.end) is not None


def _short(text: str) -> str:
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1]}…"
