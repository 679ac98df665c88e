"""What is wrong with single elements: images, links, ids, addresses, pasted wrappers."""

import re
from bisect import bisect_right
from collections.abc import Sequence

from funneldesk.contract.markup import Block
from funneldesk.contract.markup_tags import Tag, tags
from funneldesk.contract.markup_tokens import BLOCK, Attribute, attributes_at
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.records.problems.rules.problem import Fix, ProblemList

WRAPPER_ATTRIBUTES = frozenset({"data-sid", "data-cid"})
"""What the platform puts around a chosen variant for a visitor (quirk 28)."""

_LOADS_FROM: dict[str, tuple[str, ...]] = {
    "img": ("src", "srcset"),
    "source": ("src", "srcset"),
    "video": ("src", "poster"),
    "audio": ("src",),
    "track": ("src",),
    "script": ("src",),
    "iframe": ("src",),
    "embed": ("src",),
    "input": ("src",),
    "object": ("data",),
    "form": ("action",),
    "link": ("href",),
}
_LOADING_LINKS = frozenset({"stylesheet", "icon", "preload", "modulepreload", "manifest"})
_INSECURE = re.compile(r"http://(?!localhost\b|127\.|\[::1\])", re.IGNORECASE)
_ID_HINT = r"""[ \t\n\f\r"'/]id[ \t\n\f\r=]"""
_HINT = re.compile(_ID_HINT, re.IGNORECASE)
_LINK_HINT = re.compile(
    rf"""{_ID_HINT}|href(?:[ \t\n\f\r/>]|=["']?[ \t\n\f\r#]*+["'>]|=[# \t\n\f\r])""", re.IGNORECASE
)
_LOADING_HINT = re.compile(f"{_ID_HINT}|http:", re.IGNORECASE)
_DESCRIBED_HINT = re.compile(r"""[ \t\n\f\r"'/]alt[ \t\n\f\r=/>]""", re.IGNORECASE)
_WRAPPER_HINT = re.compile("data-[sc]id", re.IGNORECASE | re.ASCII)
_COMPARED_PLACES = 8

Attributes = dict[str, Attribute]
VariantPath = tuple[tuple[int, int], ...]


class Elements:
    """Takes the start tags of a page in order and notes what each one lacks."""

    def __init__(self, html: str, problems: ProblemList) -> None:
        self._html = html
        self._problems = problems
        self._ids: dict[str, list[tuple[int, int]]] = {}

    def take(self, tag: Tag) -> None:
        """The next start tag of the page."""
        if not self._may_lack(tag):
            return
        found = {a.name: a for a in attributes_at(self._html, tag.start, tag.end)}
        if tag.name != BLOCK:
            # A block's id is no element's: it names the test's record (quirk 27).
            self._read_id(found)
        if tag.name == "img":
            self._check_description(tag, found)
        elif tag.name == "a":
            self._check_link(tag, found)
        if tag.name in _LOADS_FROM:
            self._check_addresses(tag.name, found)

    def finish(self, blocks: Sequence[Block]) -> None:
        """The page ends here; ``blocks`` are its split tests."""
        for value, spans in self._ids.items():
            if len(spans) > 1:
                self._check_id(value, spans, blocks)

    def _may_lack(self, tag: Tag) -> bool:
        """Whether the attributes are worth reading: most tags hold nothing to say about."""
        name, start, end = tag.name, tag.start, tag.end
        if name == "a":
            return _LINK_HINT.search(self._html, start, end) is not None
        if name not in _LOADS_FROM:
            return _HINT.search(self._html, start, end) is not None
        if name == "img" and not _DESCRIBED_HINT.search(self._html, start, end):
            return True
        return _LOADING_HINT.search(self._html, start, end) is not None

    def _read_id(self, found: Attributes) -> None:
        attribute = found.get("id")
        if attribute is not None and attribute.value_span is not None and attribute.value:
            self._ids.setdefault(attribute.value, []).append(attribute.value_span)

    def _check_id(self, value: str, spans: list[tuple[int, int]], blocks: Sequence[Block]) -> None:
        seen: list[VariantPath] = []
        for span in spans:
            path = variant_path(blocks, span[0])
            if any(_meet(path, other) for other in seen):
                self._problems.add(
                    span,
                    "warning",
                    "duplicate-id",
                    _(
                        "The id “{id}” is used more than once. Links and scripts only find the "
                        "first; give each element an id of its own."
                    ).format(id=_short(value)),
                )
            if len(seen) < _COMPARED_PLACES:
                seen.append(path)

    def _check_description(self, tag: Tag, found: Attributes) -> None:
        hidden = found.get("aria-hidden")
        if {"alt", "role", "aria-label", "aria-labelledby"} & found.keys():
            return
        if (hidden is not None and hidden.value == "true") or _is_pixel(found):
            return
        source = found.get("src")
        self._problems.add(
            (tag.start, tag.start + len("<img")),
            "warning",
            "no-description",
            _(
                "{image} has no description. People who cannot see it, and search engines, miss "
                'what it says: add alt="…".'
            ).format(image=_file_name(source)),
            Fix(
                _("It is decoration: leave it undescribed"),
                f'{self._html[tag.start : tag.start + 4]} alt=""',
            ),
        )

    def _check_link(self, tag: Tag, found: Attributes) -> None:
        href = found.get("href")
        if href is None or href.value.strip() not in ("", "#"):
            return
        jumps = href.value.strip() == "#"
        span = href.value_span if href.value_span and jumps else (tag.start, tag.end)
        message = (
            _(
                "This link only jumps to the top of the page. If it should lead further, give it "
                "an address."
            )
            if jumps
            else _(
                "This link only loads this page again. If it should lead further, give it an "
                "address."
            )
        )
        self._problems.add(span, "info", "empty-link", message)

    def _check_addresses(self, name: str, found: Attributes) -> None:
        if name == "link" and not _loads(found.get("rel")):
            return
        for attribute_name in _LOADS_FROM[name]:
            attribute = found.get(attribute_name)
            if attribute is None or attribute.value_span is None:
                continue
            start, end = attribute.value_span
            whole = attribute_name == "srcset"
            for match in _INSECURE.finditer(self._html, start, end):
                if whole or not self._html[start : match.start()].strip():
                    self._note_insecure(match.span(), name)

    def _note_insecure(self, span: tuple[int, int], name: str) -> None:
        message = (
            _(
                "This sends what visitors type without encryption. On a secure page browsers "
                "block it or warn: use an https:// address."
            )
            if name == "form"
            else _(
                "This is loaded without encryption. On a secure page browsers block it or warn: "
                "use an https:// address."
            )
        )
        fix = Fix(_("Use https://"), "https://")
        self._problems.add(span, "warning", "insecure-address", message, fix)


def visitor_wrappers(html: str) -> list[tuple[int, int]]:
    """Start tags that carry ``data-sid`` or ``data-cid``, as spans (quirk 28)."""
    if not _WRAPPER_HINT.search(html):
        return []
    return [
        (tag.start, tag.end)
        for tag in tags(html)
        if not tag.is_end
        and tag.complete
        and tag.name != BLOCK
        and _WRAPPER_HINT.search(html, tag.start, tag.end)
        and any(a.name in WRAPPER_ATTRIBUTES for a in attributes_at(html, tag.start, tag.end))
    ]


def variant_path(blocks: Sequence[Block], offset: int) -> VariantPath:
    """In which variant of which split test a place stands: (block's start, variant's start)
    from the outermost inwards; empty outside of all."""
    path: list[tuple[int, int]] = []
    while blocks:
        near = bisect_right(blocks, offset, key=lambda block: block.start) - 1
        if near < 0 or offset >= blocks[near].end:
            break
        variants = blocks[near].variants
        inside = bisect_right(variants, offset, key=lambda variant: variant.inner_start) - 1
        if inside < 0 or offset >= variants[inside].inner_end:
            break
        path.append((blocks[near].start, variants[inside].start))
        blocks = variants[inside].blocks
    return tuple(path)


def _meet(one: VariantPath, other: VariantPath) -> bool:
    """Whether a visitor can be shown both places at once: not two variants of one test."""
    for mine, theirs in zip(one, other, strict=False):
        if mine != theirs:
            return mine[0] != theirs[0]
    return True


def _loads(rel: Attribute | None) -> bool:
    return rel is not None and bool(_LOADING_LINKS & set(rel.value.lower().split()))


def _is_pixel(found: Attributes) -> bool:
    """A tracking pixel shows nothing that could be described."""
    sizes = [found[side].value.strip() for side in ("width", "height") if side in found]
    return len(sizes) == 2 and set(sizes) <= {"0", "1"}


def _file_name(source: Attribute | None) -> str:
    value = source.value.strip() if source else ""
    if not value or value[:5].lower() == "data:":
        return _("This image")
    return _short(re.split(r"[?#]", value, maxsplit=1)[0].rstrip("/").rpartition("/")[2]) or (
        _("This image")
    )


def _short(text: str) -> str:
    return text if len(text) <= 60 else f"{text[:59]}…"
