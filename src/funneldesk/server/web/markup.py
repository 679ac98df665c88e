"""Html of others made harmless, in a time that grows only with its length.

The sanitiser behind this (nh3) builds a whole document first, and takes the square of the length
for elements that nest, attributes that pile up and runs of ampersands. So what it gets is written
anew: known elements and attributes only, none deeper than ``DEEPEST``, text in short pieces.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from html import escape, unescape

import nh3

from funneldesk.contract.html_words import BLOCKS, Tag, names, tokens

DEEPEST = 100
_LONGEST_VALUE = 8_192
_PIECE = 2_000


_VOID = frozenset({"br", "hr", "img", "wbr"})
_CELL = frozenset({"td", "th", "p"})
_ENDS: Mapping[str, frozenset[str]] = {
    **dict.fromkeys(BLOCKS, frozenset({"p"})),
    **dict.fromkeys(("dd", "dt"), frozenset({"dd", "dt", "p"})),
    **dict.fromkeys(("td", "th"), _CELL),
    **dict.fromkeys(("tbody", "tfoot", "thead"), _CELL | {"tr", "tbody", "tfoot", "thead"}),
    "li": frozenset({"li", "p"}),
    "tr": _CELL | {"tr"},
}
"""Which open elements the beginning of another one ends, as in html."""


@dataclass(frozen=True, slots=True)
class Allowed:
    """What may stand in html. Links lead to the web or to a mail address."""

    tags: frozenset[str]
    attributes: Mapping[str, frozenset[str]]


LETTER = Allowed(
    names(
        "a b blockquote br code div em h1 h2 h3 h4 hr i li ol p pre s span strong sub sup table "
        "tbody td th thead tr u ul"
    ),
    {"*": frozenset({"dir"}), "a": frozenset({"href"})},
)
"""A letter: nothing is loaded when it is opened."""

PAGE = Allowed(
    names(
        "a abbr b blockquote br caption code dd del div dl dt em figcaption figure h2 h3 h4 h5 h6 "
        "hr i img ins kbd li mark ol p pre s small span strong sub sup table tbody td tfoot th "
        "thead tr u ul"
    ),
    {
        "*": frozenset({"dir"}),
        "a": frozenset({"href", "title"}),
        "img": frozenset({"src", "alt", "width", "height"}),
        "td": frozenset({"colspan", "rowspan"}),
        "th": frozenset({"colspan", "rowspan", "scope"}),
    },
)
"""A part of a page of the platform: pictures, and no scripts or forms."""


def harmless(html: str, allowed: Allowed) -> str:
    """``html`` without anything that could run or, in a letter, reach out by itself."""
    return nh3.clean(
        _Writing(allowed).of(html),
        tags=set(allowed.tags),
        attributes={name: set(names) for name, names in allowed.attributes.items()},
        url_schemes={"http", "https", "mailto"},
    )


@dataclass(slots=True)
class _Writing:
    """Writes html anew: every element that it opens it also closes, in order."""

    allowed: Allowed
    _open: list[str] = field(default_factory=list)
    _counts: dict[str, int] = field(default_factory=dict)

    def of(self, html: str) -> str:
        """The same html, with what is allowed only."""
        return "".join(piece for one in tokens(html) for piece in self._pieces(one))

    def _pieces(self, one: str | Tag) -> Iterator[str]:
        if isinstance(one, str):
            for start in range(0, len(one), _PIECE):
                # A comment parts the pieces; the sanitiser takes it out again.
                yield f"{escape(one[start : start + _PIECE], quote=False)}<!---->"
        elif one.name in self.allowed.tags:
            yield from self._end(one.name) if one.is_end else self._begin(one)

    def _begin(self, tag: Tag) -> Iterator[str]:
        ended = _ENDS.get(tag.name, ())
        while self._open and self._open[-1] in ended:
            yield self._close()
        if tag.name in _VOID:
            yield f"<{tag.name}{self._attributes(tag)}>"
        elif len(self._open) < DEEPEST:
            self._open.append(tag.name)
            self._counts[tag.name] = self._counts.get(tag.name, 0) + 1
            yield f"<{tag.name}{self._attributes(tag)}>"

    def _end(self, name: str) -> Iterator[str]:
        if self._counts.get(name):
            while self._open[-1] != name:
                yield self._close()
            yield self._close()

    def _close(self) -> str:
        name = self._open.pop()
        self._counts[name] -= 1
        return f"</{name}>"

    def _attributes(self, tag: Tag) -> str:
        wanted = self.allowed.attributes.get("*", frozenset()) | self.allowed.attributes.get(
            tag.name, frozenset()
        )
        return "".join(
            f' {name}="{escape(unescape(value))}"'
            for name, value in tag.attributes.items()
            if name in wanted and len(value) <= _LONGEST_VALUE
        )
