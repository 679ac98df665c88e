"""Reading html of strangers as words, in a time that grows only with its length.

Tags are read as browsers read them. An address in angle brackets (``<ana@example.com>``) is text:
people and programs write it so, and no element has such a name.
"""

import re
from collections.abc import Iterator, Mapping
from html import unescape
from typing import NamedTuple

LONGEST = 1_000_000
"""Characters of html that are read; who takes more in must say so to the sender."""

MOST_TAGS = 50_000
"""Of what follows after so many tags only the words are kept."""


def names(text: str) -> frozenset[str]:
    """The names in a text, parted by blanks."""
    return frozenset(text.split())


SILENT = frozenset({"noscript", "script", "style", "template", "title"})
"""Elements whose content is never shown."""
BLOCKS = names(
    "address article aside blockquote center dd div dl dt fieldset figcaption figure footer form "
    "h1 h2 h3 h4 h5 h6 header hr li main nav ol p pre section table td th tr ul"
)
_LINES = names("blockquote br div h1 h2 h3 h4 h5 h6 li p tr")
_TEXT = re.compile(r"(?:[^<]++|<(?![a-zA-Z/!?]))++")
_ANY_TAG = re.compile(r"<[^<>]*+>")
_TAG = re.compile(r"<(/?)([a-zA-Z][^\s/>]*+)")
_ATTRIBUTE = re.compile(
    r"[\s/]*+(?:(>)|([^\s/>][^\s/>=]*+)"
    r"(?:\s*+=\s*+(?:\"([^\"]*+)\"|'([^']*+)'|([^\s>]*+)))?+)"
)
_AFTER = {name: re.compile(rf"</{name}[\s/>]", re.I) for name in SILENT}
_ADDRESS = re.compile(
    r"<(?=(?:mailto:)?[^\s<>\"'@=/]++@[^\s<>\"'@=/]++>|https?://[^\s<>\"']++>)", re.I
)
_PICTURE = re.compile(r"data:image/[a-z0-9.+-]{1,40};base64,[a-z0-9+/=%]*+", re.I)


class Tag(NamedTuple):
    """A tag of html; the values of its attributes are not decoded."""

    name: str
    is_end: bool
    attributes: Mapping[str, str]


def with_addresses(html: str) -> str:
    """The same html with addresses in angle brackets as text."""
    return _ADDRESS.sub("&lt;", html)


def without_pictures(html: str) -> str:
    """The same html without the data of pictures that are in it: they are no words, and large."""
    return _PICTURE.sub("data:,", html)


def words(html: str) -> str:
    """The words of ``html`` in one line."""
    found = (
        one if isinstance(one, str) else " " if one.name in BLOCKS or one.name == "br" else ""
        for one in tokens(html)
    )
    return " ".join("".join(found).split())


def lines(html: str) -> str:
    """The words of ``html`` with its lines; several empty ones become one."""
    found = (
        one if isinstance(one, str) else "\n" if _ends_line(one) else "" for one in tokens(html)
    )
    kept: list[str] = []
    for line in "".join(found).split("\n"):
        text = line.rstrip()
        if text or (kept and kept[-1]):
            kept.append(text if kept and kept[-1] else text.lstrip())
    return "\n".join(kept).strip()


def tokens(html: str) -> Iterator[str | Tag]:
    """Text, decoded, and tags. As in html, a tag or comment without an end takes all the rest."""
    html = with_addresses(without_pictures(html))[:LONGEST]
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
            if tag.name in SILENT and not tag.is_end:
                end = _AFTER[tag.name].search(html, place)
                place = end.start() if end else len(html)
        else:
            place = _after_comment(html, place)


def _ends_line(tag: Tag) -> bool:
    return tag.name in _LINES and (tag.is_end or tag.name == "br")


def _after_comment(html: str, start: int) -> int:
    ending = "-->" if html.startswith("<!--", start) else ">"
    end = html.find(ending, start + 2)
    return len(html) if end < 0 else end + len(ending)


def _tag(html: str, head: re.Match[str]) -> tuple[Tag | None, int]:
    attributes: dict[str, str] = {}
    place = head.end()
    while found := _ATTRIBUTE.match(html, place):
        place = found.end()
        if found[1]:
            return Tag(head[2].lower(), bool(head[1]), attributes), place
        value = next((one for one in found.groups()[2:] if one is not None), "")
        attributes.setdefault(found[2].lower(), value)
    return None, len(html)
