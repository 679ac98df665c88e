"""The lexical grammar of a page's html, as far as split-test markup needs it.

All patterns run in linear time on any text: whatever they give up on swallows the rest.
"""

import re
from dataclasses import dataclass
from html import unescape

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

# A run of what does not matter: text, a lone "<", an ordinary tag (an unclosed one swallows the
# rest, as in a browser), a doctype or a bogus comment. The run is bounded because a greedy repeat
# keeps a state for each turn; a possessive one would not, but ends too late before Python 3.11.5.
UNREMARKABLE = re.compile(
    rf"(?:[^<]++|<(?:(?![a-zA-Z/!?])"
    rf"|/?(?!(?=[imnpstvxIMNPSTVX])(?i:{_NOTABLE}))[a-zA-Z][^ \t\n\f\r/>]*+{_TAG_REST}(?:>|\Z)"
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


@dataclass(frozen=True, slots=True)
class Attribute:
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
        span: tuple[int, int] | None = None
        value = ""
        if match["equals"] is not None:
            kind = next((k for k in ("double", "single", "bare") if match[k] is not None), None)
            span = match.span(kind) if kind else (match.end(), match.end())
            value = unescape(match[kind]) if kind else ""
        found[key] = Attribute(key, value, match.end(), span)
    return list(found.values())
