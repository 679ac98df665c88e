"""Html of others: made harmless, or read as words, in a time that grows only with its length.

The sanitiser behind this (nh3) builds a whole document first, and takes the square of the length
for elements that nest, attributes that pile up and runs of ampersands. So what it gets is written
anew: known elements and attributes only, none deeper than ``DEEPEST``, text in short pieces.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from html import escape, unescape
from typing import NamedTuple

import nh3

LONGEST = 1_000_000
"""Characters of html that are looked at; who takes more in must say so to the sender."""

DEEPEST = 100
MOST_TAGS = 50_000
"""Of what follows after so many tags only the words are kept."""

_LONGEST_VALUE = 8_192
_PIECE = 2_000


def _names(text: str) -> frozenset[str]:
    return frozenset(text.split())


_VOID = frozenset({"br", "hr", "img", "wbr"})
_SILENT = frozenset({"noscript", "script", "style", "template", "title"})
_BLOCKS = _names(
    "address article aside blockquote center dd div dl dt fieldset figcaption figure footer form "
    "h1 h2 h3 h4 h5 h6 header hr li main nav ol p pre section table td th tr ul"
)
_LINES = _names("blockquote br div h1 h2 h3 h4 h5 h6 li p tr")
_CELL = frozenset({"td", "th", "p"})
_ENDS: Mapping[str, frozenset[str]] = {
    **dict.fromkeys(_BLOCKS, frozenset({"p"})),
    **dict.fromkeys(("dd", "dt"), frozenset({"dd", "dt", "p"})),
    **dict.fromkeys(("td", "th"), _CELL),
    **dict.fromkeys(("tbody", "tfoot", "thead"), _CELL | {"tr", "tbody", "tfoot", "thead"}),
    "li": frozenset({"li", "p"}),
    "tr": _CELL | {"tr"},
}
"""Which open elements the beginning of another one ends, as in html."""

_TEXT = re.compile(r"(?:[^<]++|<(?![a-zA-Z/!?]))++")
_ANY_TAG = re.compile(r"<[^<>]*+>")
_TAG = re.compile(r"<(/?)([a-zA-Z][^\s/>]*+)")
_ATTRIBUTE = re.compile(
    r"[\s/]*+(?:(>)|([^\s/>][^\s/>=]*+)"
    r"(?:\s*+=\s*+(?:\"([^\"]*+)\"|'([^']*+)'|([^\s>]*+)))?+)"
)
_AFTER = {name: re.compile(rf"</{name}[\s/>]", re.I) for name in _SILENT}


@dataclass(frozen=True, slots=True)
class Allowed:
    """What may stand in html. Links lead to the web or to a mail address."""

    tags: frozenset[str]
    attributes: Mapping[str, frozenset[str]]


LETTER = Allowed(
    _names(
        "a b blockquote br code div em h1 h2 h3 h4 hr i li ol p pre s span strong sub sup table "
        "tbody td th thead tr u ul"
    ),
    {"a": frozenset({"href"})},
)
"""A letter: nothing is loaded when it is opened."""

PAGE = Allowed(
    _names(
        "a abbr b blockquote br caption code dd del div dl dt em figcaption figure h2 h3 h4 h5 h6 "
        "hr i img ins kbd li mark ol p pre s small span strong sub sup table tbody td tfoot th "
        "thead tr u ul"
    ),
    {
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
        _Writing(allowed).of(html[:LONGEST]),
        tags=set(allowed.tags),
        attributes={name: set(names) for name, names in allowed.attributes.items()},
        url_schemes={"http", "https", "mailto"},
    )


def words(html: str) -> str:
    """The words of ``html`` in one line."""
    found = (
        one if isinstance(one, str) else " " if one.name in _BLOCKS or one.name == "br" else ""
        for one in _tokens(html[:LONGEST])
    )
    return " ".join("".join(found).split())


def lines(html: str) -> str:
    """The words of ``html`` with its lines; several empty ones become one."""
    found = (
        one if isinstance(one, str) else "\n" if _ends_line(one) else ""
        for one in _tokens(html[:LONGEST])
    )
    kept: list[str] = []
    for line in "".join(found).split("\n"):
        text = line.rstrip()
        if text or (kept and kept[-1]):
            kept.append(text if kept and kept[-1] else text.lstrip())
    return "\n".join(kept).strip()


class _Tag(NamedTuple):
    name: str
    is_end: bool
    attributes: Mapping[str, str]


def _ends_line(tag: _Tag) -> bool:
    return tag.name in _LINES and (tag.is_end or tag.name == "br")


def _tokens(html: str) -> Iterator[str | _Tag]:
    """Text, decoded, and tags. As in html, a tag or comment without an end takes all the rest."""
    place, tags = 0, 0
    while place < len(html):
        if text := _TEXT.match(html, place):
            yield unescape(text[0])
            place = text.end()
        elif tags == MOST_TAGS:
            yield unescape(_ANY_TAG.sub(" ", html[place:]))
            return
        elif head := _TAG.match(html, place):
            tag, place = _tag(html, head)
            if tag is None:
                return
            tags += 1
            yield tag
            if tag.name in _SILENT and not tag.is_end:
                end = _AFTER[tag.name].search(html, place)
                place = end.start() if end else len(html)
        else:
            place = _after_comment(html, place)


def _after_comment(html: str, start: int) -> int:
    ending = "-->" if html.startswith("<!--", start) else ">"
    end = html.find(ending, start + 2)
    return len(html) if end < 0 else end + len(ending)


def _tag(html: str, head: re.Match[str]) -> tuple[_Tag | None, int]:
    attributes: dict[str, str] = {}
    place = head.end()
    while found := _ATTRIBUTE.match(html, place):
        place = found.end()
        if found[1]:
            return _Tag(head[2].lower(), bool(head[1]), attributes), place
        value = next((one for one in found.groups()[2:] if one is not None), "")
        attributes.setdefault(found[2].lower(), value)
    return None, len(html)


@dataclass(slots=True)
class _Writing:
    """Writes html anew: every element that it opens it also closes, in order."""

    allowed: Allowed
    _open: list[str] = field(default_factory=list)
    _counts: dict[str, int] = field(default_factory=dict)

    def of(self, html: str) -> str:
        """The same html, with what is allowed only."""
        return "".join(piece for one in _tokens(html) for piece in self._pieces(one))

    def _pieces(self, one: str | _Tag) -> Iterator[str]:
        if isinstance(one, str):
            for start in range(0, len(one), _PIECE):
                # A comment parts the pieces; the sanitiser takes it out again.
                yield f"{escape(one[start : start + _PIECE], quote=False)}<!---->"
        elif one.name in self.allowed.tags:
            yield from self._end(one.name) if one.is_end else self._begin(one)

    def _begin(self, tag: _Tag) -> Iterator[str]:
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

    def _attributes(self, tag: _Tag) -> str:
        wanted = self.allowed.attributes.get(tag.name, frozenset())
        return "".join(
            f' {name}="{escape(unescape(value))}"'
            for name, value in tag.attributes.items()
            if name in wanted and len(value) <= _LONGEST_VALUE
        )
