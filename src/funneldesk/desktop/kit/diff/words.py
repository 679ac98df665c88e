"""Changed words within a line."""

import re

from funneldesk.desktop.kit.diff.alike import matches

Span = tuple[int, int]
"""Start and end of characters."""

_WORD = re.compile(r"\w+|\s+|.", re.DOTALL)
_ALIKE_ENOUGH = 0.3
_EFFORT = 60


def marked(left_line: str, right_line: str) -> tuple[list[Span], list[Span]]:
    """The characters of each line that the other one does not have, in order.

    Lines that have little in common are marked as a whole: scattered letters say nothing.
    """
    left, right = _WORD.findall(left_line), _WORD.findall(right_line)
    common = matches(left, right, _EFFORT)
    kept = sum(len(word.strip()) for at, _, count in common for word in left[at : at + count])
    length = max(len("".join(left_line.split())), len("".join(right_line.split())), 1)
    if kept < _ALIKE_ENOUGH * length:
        return _whole(left_line), _whole(right_line)
    ours = _gaps(left, [(at, count) for at, _, count in common])
    theirs = _gaps(right, [(at, count) for _, at, count in common])
    return ours, theirs


def _whole(line: str) -> list[Span]:
    return [(0, len(line))] if line else []


def _gaps(words: list[str], common: list[tuple[int, int]]) -> list[Span]:
    spans: list[Span] = []
    index = offset = 0
    for at, count in [*common, (len(words), 0)]:
        start = offset
        offset += sum(map(len, words[index:at]))
        if offset > start:
            spans.append((start, offset))
        same = words[at : at + count]
        offset += sum(map(len, same))
        index = at + count
    return _without_slits(spans, "".join(words))


def _without_slits(spans: list[Span], line: str) -> list[Span]:
    """Two changed words with only a space between them are one change."""
    whole: list[Span] = []
    for start, end in spans:
        if whole and not line[whole[-1][1] : start].strip():
            whole[-1] = (whole[-1][0], end)
        else:
            whole.append((start, end))
    return whole
