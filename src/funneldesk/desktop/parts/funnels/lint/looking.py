"""What pages lead to and sell, read out of their sources. No Qt: called in a thread."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from funneldesk.contract.markup_tags import tags
from funneldesk.contract.markup_tokens import attributes_at
from funneldesk.desktop.assets.references.page_links import Surroundings, links_of, slug_of

SELLING = frozenset({"data-add-to-cart", "data-product", "data-product-code", "data-product-id"})
NAMED = frozenset({"product", "product_code", "product_id"})
_SOLD = re.compile(r"data-(?:add-to-cart|product)|name\s*=\s*[\"']?product", re.IGNORECASE)
_PARTS = re.compile(r"<component\b|data-component|@component\(", re.IGNORECASE)
_CODE = re.compile(r"[^\s{}<>]{1,255}")
_INPUTS = ("input", "button")


@dataclass(frozen=True, slots=True)
class PageLook:
    """``addresses`` of links and forms, codes or numbers of products that are ``sold``.
    ``has_parts``: components, which may lead on as well."""

    addresses: tuple[str, ...] = ()
    sold: tuple[str, ...] = ()
    has_parts: bool = False


def look_at(html: str) -> PageLook:
    """A page's source."""
    addresses = tuple(str(link[-1]) for link in links_of(html))
    return PageLook(addresses, _sold(html), bool(_PARTS.search(html)))


def look_at_all(pages: Sequence[Mapping[str, Any]]) -> list[PageLook]:
    """Several pages, one after the other."""
    return [look_at(str(each.get("html") or "")) for each in pages]


def led_to(look: PageLook, redirect: str, around: Surroundings) -> tuple[set[str], tuple[str, ...]]:
    """The slugs that a page leads to, and those of them that no page has."""
    addresses = (*look.addresses, redirect) if redirect else look.addresses
    slugs = [slug for each in addresses if (slug := slug_of(each, around)) is not None]
    gone = dict.fromkeys(slug for slug in slugs if slug not in around.statuses)
    return set(slugs), tuple(gone)


def written_as(look: PageLook, around: Surroundings) -> dict[str, str]:
    """The slugs that the page's own source leads to, each with the first address that does."""
    found: dict[str, str] = {}
    for address in look.addresses:
        slug = slug_of(address, around)
        if slug is not None:
            found.setdefault(slug, address)
    return found


def _sold(html: str) -> tuple[str, ...]:
    if not _SOLD.search(html):
        return ()
    found: dict[str, None] = {}
    for tag in tags(html):
        if tag.is_end or not tag.complete:
            continue
        given = {a.name.casefold(): a.value for a in attributes_at(html, tag.start, tag.end)}
        codes = [value for name, value in given.items() if name in SELLING]
        if tag.name in _INPUTS and given.get("name", "").casefold() in NAMED:
            codes.append(given.get("value", ""))
        found |= dict.fromkeys(code.strip() for code in codes if _CODE.fullmatch(code.strip()))
    return tuple(found)
