"""Indentation of a split test: its tags on lines of their own, what it holds moved along with them.

Lines are moved only where nobody can see it: not within tags, comments, scripts, styles and texts
that are shown as they are written.
"""

import re
from collections.abc import Iterator

from funneldesk.contract.markup import Edit
from funneldesk.contract.markup_tags import tags

_AS_WRITTEN = re.compile(r"<!|<\?|</?(?:pre|textarea|script|style|xmp|listing|template)\b", re.I)
_INDENT = re.compile(r"[ \t]*")
_SPACES = re.compile(r"^( {2,8})\S", re.MULTILINE)
_LINES = re.compile(r"\n([ \t]*)(?=[^\s])")


def indent_at(html: str, start: int) -> str | None:
    """The space before a place on its line; None when something else stands there."""
    before = html[html.rfind("\n", 0, start) + 1 : start]
    return before if not before.strip(" \t") else None


def stands_alone(html: str, start: int, end: int) -> bool:
    """Whether a part has its lines for itself, in a page of several lines."""
    inner = html[start:end]
    return (
        "\n" in html
        and indent_at(html, start) is not None
        and html[end : end + 2].startswith(("\n", "\r\n"))
        and not inner[:1].isspace()
        and not inner[-1:].isspace()
    )


def may_move(inner: str) -> bool:
    """Whether the lines of a part can be indented otherwise without a difference."""
    if "\n" not in inner:
        return True
    if _AS_WRITTEN.search(inner):
        return False
    return not any("\n" in inner[tag.start : tag.end] for tag in tags(inner))


def step_of(html: str) -> str:
    """By how much the source indents."""
    if "\n\t" in html:
        return "\t"
    return min((found[1] for found in _SPACES.finditer(html)), key=len, default="  ")


def moved_in(inner: str, by: str) -> str:
    """A part with its further lines indented by so much more; empty lines stay empty."""
    return _LINES.sub(lambda line: f"\n{by}{line[1]}", inner)


def lines_in(html: str, start: int, end: int, by: str) -> Iterator[Edit]:
    """The edits that do to a part of the page what ``moved_in`` does."""
    for line in _LINES.finditer(html, start, end):
        yield Edit(line.start(1), line.start(1), by)


def lines_out(html: str, start: int, end: int, by: str) -> Iterator[Edit]:
    """The edits that take back what ``lines_in`` did."""
    for line in _LINES.finditer(html, start, end):
        if line[1].startswith(by):
            yield Edit(line.start(1), line.start(1) + len(by), "")
