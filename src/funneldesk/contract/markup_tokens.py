"""The lexical grammar of a page's html, as far as split-test markup needs it.

All patterns run in linear time on any text: whatever they give up on swallows the rest.
"""

import re
from html import unescape
from typing import NamedTuple

BLOCK = "inline-split-test"
VARIANT = "variant"

_SPACE = r"[ \t\n\f\r]"
_VALUE = (
    r"""(?:"(?P<double>[^"]*+)(?:"|\Z)|'(?P<single>[^']*+)(?:'|\Z)"""
    r"""|(?P<bare>[^"'> \t\n\f\r][^> \t\n\f\r]*+))"""
)
_ATTRIBUTE = (
    r"(?P<name>[^ \t\n\f\r/>][^ \t\n\f\r/>=]*+)"
    rf"(?:{_SPACE}*+(?P<equals>=){_SPACE}*+(?:{_VALUE}|)|)"
)
_ANY_ATTRIBUTE = re.sub(r"\(\?P<\w+>", "(?:", _ATTRIBUTE)
_TAG_REST = rf"(?:[ \t\n\f\r/]++|{_ANY_ATTRIBUTE})*+"
_TEXT_ELEMENTS = (
    "script|style|textarea|title|xmp|iframe|noembed|noframes|plaintext"  # their content is text
)
_TAG_END = r"(?=[ \t\n\f\r/>])"
_NOTABLE = rf"(?:{BLOCK}|{VARIANT}|{_TEXT_ELEMENTS}|svg|math){_TAG_END}"

# Most tags are written so: each quotation mark right behind the ``=`` of a name. One look for all
# attributes is quicker than one for each; whatever is written otherwise takes the long way.
PLAIN_TAG_REST = r"""(?:[^"'>=]*+(?<=[^ \t\n\f\r/])="[^"]*+")*+[^"'>=]*+>"""

# A run of what does not matter: text, a lone "<", an ordinary tag (an unclosed one swallows the
# rest, as in a browser), a doctype or a bogus comment. The run is bounded because a greedy repeat
# keeps a state for each turn; a possessive one would not, but ends too late before Python 3.11.5.
UNREMARKABLE = re.compile(
    rf"(?:[^<]++|<(?:(?![a-zA-Z/!?])"
    rf"|/?(?!(?=[imnpstvxIMNPSTVX])(?i:{_NOTABLE}))[a-zA-Z][^ \t\n\f\r/>]*+"
    rf"(?:{PLAIN_TAG_REST}|{_TAG_REST}(?:>|\Z))"
    rf"|(?:!(?!--|\[CDATA\[)|\?|/(?![a-zA-Z]))[^>]*+(?:>|\Z))){{1,4096}}",
    re.ASCII,
)
TAG = re.compile(
    rf"<(?P<slash>/?)(?P<tag>[a-zA-Z][^ \t\n\f\r/>]*+){_TAG_REST}(?P<close>>|\Z)", re.ASCII
)
_TAG_NAME = re.compile(r"<[a-zA-Z][^ \t\n\f\r/>]*+")
_ATTRIBUTE_AT = re.compile(_ATTRIBUTE)
BLOCK_OPENS = re.compile(rf"<{BLOCK}{_TAG_END}", re.IGNORECASE | re.ASCII)
COMMENT_ENDS = re.compile("--!?>")
TEXT_ENDS = {
    name: re.compile(rf"</{name}{_TAG_END}", re.IGNORECASE | re.ASCII)
    for name in _TEXT_ELEMENTS.split("|")
    if name != "plaintext"
}


class Attribute(NamedTuple):
    """An attribute of a start tag: its value, entities decoded, and the places of its parts.

    ``value_span`` excludes quotes; None when the attribute has no ``=``.
    """

    name: str
    value: str
    end: int
    value_span: tuple[int, int] | None


def attributes_at(html: str, start: int, end: int) -> list[Attribute]:
    """The attributes of the start tag at ``html[start:end]``; of duplicates the first only."""
    name = _TAG_NAME.match(html, start, end)
    found: dict[str, Attribute] = {}
    for match in _ATTRIBUTE_AT.finditer(html, name.end() if name else start, end - 1):
        key = match["name"].lower()
        if key in found:
            continue
        # The groups stand in a row: the last one that took part tells how the value is written.
        kind = match.lastgroup or "name"
        if kind == "name":
            found[key] = Attribute(key, "", match.end(), None)
        elif kind == "equals":
            found[key] = Attribute(key, "", match.end(), (match.end(), match.end()))
        else:
            value = match[kind]
            decoded = unescape(value) if "&" in value else value
            found[key] = Attribute(key, decoded, match.end(), match.span(kind))
    return list(found.values())
