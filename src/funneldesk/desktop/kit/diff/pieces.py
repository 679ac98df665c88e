"""A text as the pieces that are compared: lines with their ends, long lines cut at tags."""

import re
from collections.abc import Iterator

LONG = 600
"""A line of more characters is cut: a minified page would else be one single difference."""
LONGEST = 2000
"""No piece has more characters than this."""

_SEAM = re.compile(r"<(?=[a-zA-Z!])|\}")


def pieces(text: str) -> list[str]:
    """The text in order; joined they give it back exactly. Only "\\n" ends a line: CR, U+2028 and
    the like stay inside. An empty text has no pieces."""
    found: list[str] = []
    for line in _lines(text):
        if len(line) <= LONG:
            found.append(line)
        else:
            found.extend(_cut(line))
    return found


def numbers(parts: list[str]) -> list[int]:
    """The line that each piece begins, the first being 1; 0 for a piece inside a line."""
    found: list[int] = []
    line, at_start = 1, True
    for part in parts:
        found.append(line if at_start else 0)
        at_start = part.endswith("\n")
        line += at_start
    return found


def _lines(text: str) -> list[str]:
    lines = [f"{line}\n" for line in text.split("\n")]
    lines[-1] = lines[-1][:-1]
    return lines if lines[-1] else lines[:-1]


def _cut(line: str) -> Iterator[str]:
    """Where a tag opens and after a brace: places that an edit elsewhere does not move."""
    start = 0
    for seam in _SEAM.finditer(line, 1):
        end = seam.start() if seam.group() == "<" else seam.end()
        if end > start:
            yield from _bounded(line, start, end)
            start = end
    # The line's end does not stand alone.
    yield from _bounded(line, start, len(line))


def _bounded(line: str, start: int, end: int) -> Iterator[str]:
    for at in range(start, end, LONGEST):
        yield line[at : min(at + LONGEST, end)]
