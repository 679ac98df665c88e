"""Cutting a big JSON list into pieces, so that no piece holds the event loop for long.

Only the places of rows are found here, by pattern; the pieces are validated by pydantic, which also
refuses whatever is no JSON.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

ROWS = 250
"""Rows validated in one go, at most."""

BYTES = 64_000
"""Bytes in one go, unless a single row is larger."""

_STRING = rb'"[^"\\]*+(?:\\.[^"\\]*+)*+"'
_BRACKET = re.compile(rb'(?:[^"\[\]{}]++|' + _STRING + rb")*+([\[\]{}])", re.DOTALL)
_STOP = re.compile(rb'(?:[^"\[\]{},]++|' + _STRING + rb")*+([\[\]{},])", re.DOTALL)
_DATA_KEY = re.compile(rb'"data"[ \t\r\n]*:[ \t\r\n]*\Z')


class Misfit(ValueError):
    """A body has not the shape that it should have; the message says where and why."""


@dataclass(frozen=True, slots=True)
class Slice:
    """``first`` is the number of the slice's first row in the list, from 0."""

    first: int
    body: bytes


def rows_start(body: bytes) -> int:
    """Where the list of rows opens: at the body itself, or at its key ``data``.

    Raises Misfit.
    """
    at = 0
    depth = 0
    while found := _BRACKET.match(body, at):
        bracket = found[1]
        if bracket == b"[" and (depth == 0 or (depth == 1 and _DATA_KEY.search(found[0][:-1]))):
            return found.end() - 1
        depth += 1 if bracket in b"[{" else -1
        at = found.end()
    raise Misfit("it holds no list of rows")


class Slices:
    """The list that opens at ``start`` of ``body``, in pieces that are JSON lists of their own.

    Iterating raises Misfit when the list does not end.
    """

    def __init__(self, body: bytes, start: int) -> None:
        self._body = body
        self.start = start
        self.end = start
        """The offset behind the list, once all pieces were taken."""

    def __iter__(self) -> Iterator[Slice]:
        at = begin = self.start + 1
        first = count = 0
        depth = 1
        while found := (_STOP if depth == 1 else _BRACKET).match(self._body, at):
            at = found.end()
            if found[1] != b",":
                depth += 1 if found[1] in b"[{" else -1
                if depth:
                    continue
            count += 1
            if not depth or count == ROWS or at - begin >= BYTES:
                yield Slice(first, b"[" + self._body[begin : at - 1] + b"]")
                first, count, begin = first + count, 0, at
            if not depth:
                self.end = at
                return
        raise Misfit("it was cut off")
