"""The tags of a page's html with their places, read as a browser's tokeniser reads them."""

from collections.abc import Iterator
from typing import NamedTuple

from funneldesk.contract.markup_tokens import COMMENT_ENDS, TAG, TEXT_ENDS

COMMENT = "!--"
"""The name under which a comment that never ends is reported."""

_HELD_AS_TEXT = frozenset(TEXT_ENDS) | {"plaintext"}
_FOREIGN = frozenset({"svg", "math"})


class Tag(NamedTuple):
    """A tag at ``[start, end)``; ``name`` is lower case.

    ``closes_itself`` is only told where it holds: inside ``svg`` and ``math``. ``complete`` is
    False when the text ends before the ``>``.
    """

    name: str
    start: int
    end: int
    is_end: bool
    closes_itself: bool
    complete: bool


def tags(html: str) -> Iterator[Tag]:
    """Every tag outside of comments and of text elements (``script``, ``style``, ``title``…).

    An unclosed comment comes as a last tag named ``COMMENT``. Linear in the text; never raises.
    """
    at, foreign = 0, 0
    while (at := html.find("<", at)) >= 0:
        match = TAG.match(html, at)
        if match is None:
            start, at = at, after_other(html, at, bool(foreign))
            if at < 0:
                if html.startswith("<!--", start):
                    yield Tag(COMMENT, start, len(html), False, False, False)
                return
            continue
        slash, name, close = match.group("slash", "tag", "close")
        name, end, is_end = name.lower(), match.end(), slash == "/"
        closes_itself = False
        if name in _FOREIGN:
            closes_itself = not is_end and html.startswith("/>", end - 2)
            foreign = max(0, foreign - 1) if is_end else foreign + (not closes_itself)
        elif foreign:
            closes_itself = not is_end and html.startswith("/>", end - 2)
        yield Tag(name, at, end, is_end, closes_itself, close == ">")
        at = end
        if name in _HELD_AS_TEXT and not is_end and not closes_itself:
            ending = TEXT_ENDS[name].search(html, at) if name in TEXT_ENDS else None
            if ending is None:
                return
            at = ending.start()


def after_other(html: str, at: int, foreign: bool) -> int:
    """Where the comment, declaration or lone ``<`` at ``at`` ends; -1 when it never does."""
    if html.startswith("<!--", at):
        for empty in ("<!-->", "<!--->"):
            if html.startswith(empty, at):
                return at + len(empty)
        ending = COMMENT_ENDS.search(html, at + 4)
        return ending.end() if ending else -1
    if html.startswith(("<!", "<?", "</"), at):
        closing = "]]>" if foreign and html.startswith("<![CDATA[", at) else ">"
        found = html.find(closing, at)
        return found + len(closing) if found >= 0 else -1
    return at + 1
