"""Where a pattern is found in a text, and the text with chosen places replaced."""

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from funneldesk.desktop.records.search_replace.query import Query

_AROUND = 96
_LONGEST_MATCH = 160
_SPACE = re.compile(r"\s+")


@dataclass(frozen=True, slots=True)
class Change:
    """``[start, end)`` of a text, in characters, becomes ``text``."""

    start: int
    end: int
    text: str


@dataclass(frozen=True, slots=True)
class Snippet:
    """A hit for the eye, on one line: what stands before, the hit itself, what stands behind.

    ``line`` counts from 1; the hit is cut after 160 characters.
    """

    field: str
    start: int
    end: int
    line: int
    before: str
    match: str
    after: str

    def shows(self, hit: str) -> bool:
        """Whether this is how ``hit`` looks as a snippet."""
        return self.match == _SPACE.sub(" ", hit[:_LONGEST_MATCH])


def matches(pattern: re.Pattern[str], text: str) -> Iterator[re.Match[str]]:
    """Every match that holds at least one character, from left to right."""
    return (match for match in pattern.finditer(text) if match.end() > match.start())


def changes(query: Query, template: str, text: str) -> list[Change]:
    """Every place that a replacement changes. Raises BadPatternError."""
    pattern = query.compiled()
    return [
        Change(match.start(), match.end(), query.replacement(match, template))
        for match in matches(pattern, text)
    ]


def replaced(text: str, found: Sequence[Change], left_out: Collection[int] = ()) -> str:
    """``text`` with the changes made, but for those whose places in ``found`` are left out.

    ``found`` is in order and does not overlap; not a character outside of it changes.
    """
    pieces: list[str] = []
    at = 0
    for place, change in enumerate(found):
        if place not in left_out:
            pieces += text[at : change.start], change.text
            at = change.end
    pieces.append(text[at:])
    return "".join(pieces)


def snippet(field: str, text: str, start: int, end: int, line: int) -> Snippet:
    """A hit with what stands around it."""
    shown = text[start : min(end, start + _LONGEST_MATCH)]
    return Snippet(
        field,
        start,
        end,
        line,
        _SPACE.sub(" ", text[max(0, start - _AROUND) : start]).lstrip(),
        _SPACE.sub(" ", shown),
        _SPACE.sub(" ", text[end : end + _AROUND]).rstrip(),
    )
