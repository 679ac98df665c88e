"""Answers that are lists: any of the five envelopes becomes a ``Listing`` (quirks 11 and 12)."""

import asyncio
from collections.abc import AsyncIterator
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Generic, TypeVar

from pydantic import BaseModel, ConfigDict, TypeAdapter, ValidationError
from pydantic_core import from_json

from funneldesk.client.answer import Answer
from funneldesk.client.slices import BYTES, Misfit, Slices, rows_start
from funneldesk.contract.listing import Listing
from funneldesk.contract.tolerance import Reading, read_json, read_value

T = TypeVar("T")
R = TypeVar("R", bound=BaseModel)


class _Numbers(BaseModel):
    """Where a page of results stands among the others."""

    model_config = ConfigDict(extra="allow")

    current_page: int | None = None
    per_page: int | None = None
    total: int | None = None
    last_page: int | None = None


class _Envelope(_Numbers, Generic[R]):
    """``{data, …}`` with its numbers beside the rows or in ``meta``."""

    data: tuple[R, ...]
    meta: _Numbers | None = None


async def read_listing(answer: Answer, row: type[R]) -> Listing[R]:
    """The listing in an answer; ``row`` is the model of its rows.

    A big body is validated in slices, and other tasks run between them. What does not fit is
    missing (``contract.tolerance``). Raises BadAnswer, which names the place that does not fit,
    when the list or every one of its rows cannot be read.
    """
    notes = _Notes()
    try:
        if len(answer.body) <= BYTES:
            listing = _whole(answer.body, row, notes)
        else:
            listing = await _in_pieces(answer.body, row, notes)
        notes.judge(len(listing.rows))
        return replace(listing, unread=tuple(notes.unread)) if notes.unread else listing
    except ValidationError as error:
        misfit = describe(error)
    except Misfit as error:
        misfit = str(error)
    raise answer.bad(misfit)


async def read_slices(answer: Answer, row: type[R]) -> AsyncIterator[Listing[R]]:
    """The rows of a list piece by piece, so that a reader can let go of each before the next.

    Other tasks run between them; each piece names what could not be read. Raises BadAnswer as
    ``read_listing`` does; the pieces given until then do not count.
    """
    notes = _Notes()
    count = 0
    try:
        pieces = Slices(answer.body, rows_start(answer.body))
        async for rows in _validated(pieces, row, notes):
            count += len(rows)
            yield Listing(rows, unread=notes.let_go())
        _around(answer.body, pieces, row, notes)
        notes.judge(count)
        if notes.unread:
            yield Listing((), unread=notes.let_go())
        return
    except ValidationError as error:
        misfit = describe(error)
    except Misfit as error:
        misfit = str(error)
    raise answer.bad(misfit)


@dataclass(slots=True)
class _Notes:
    """What was passed over while a list was read."""

    unread: list[str] = field(default_factory=list)
    lost: int = 0
    first: str = ""

    def take(self, reading: Reading[T], first: int | None = None) -> T:
        """The reading's value; ``first`` is the number of its first row in the list."""
        for place in reading.unread:
            start, *steps = [step for step in place if step != "data"] or ["data"]
            if isinstance(start, int):
                start = f"row {start + (first or 0)}"
            self.unread.append(".".join(str(step) for step in (start, *steps)))
        self.lost += reading.rows_lost
        if reading.error is not None and not self.first:
            self.first = describe(reading.error, first or 0)
        return reading.value

    def let_go(self) -> tuple[str, ...]:
        """What was passed over since the last time."""
        told, self.unread = tuple(self.unread), []
        return told

    def judge(self, rows: int) -> None:
        """Raises Misfit where nothing of a list could be read: that is no list of these."""
        if self.lost and not rows:
            raise Misfit(self.first)


def describe(error: ValidationError, first: int = 0) -> str:
    """The first problem of a validation and its place, without the values themselves.

    ``first`` is added to a row's number, for a list that was validated in slices.
    """
    problem = error.errors(include_url=False, include_context=False, include_input=False)[0]
    if problem["type"] == "json_invalid":
        return "it is no JSON"
    steps = [str(step) for step in problem["loc"]]
    if problem["loc"] and isinstance(problem["loc"][0], int):
        steps[0] = f"row {problem['loc'][0] + first}"
    return f"at {'.'.join(steps)}: {problem['msg']}" if steps else problem["msg"]


async def _in_pieces(body: bytes, row: type[R], notes: _Notes) -> Listing[R]:
    try:
        start = rows_start(body)
    except Misfit:
        mapped = await asyncio.to_thread(_mapped, body, row, notes)
        if mapped is None:
            raise
        return mapped
    pieces = Slices(body, start)
    rows = [each async for piece in _validated(pieces, row, notes) for each in piece]
    return replace(_around(body, pieces, row, notes), rows=tuple(rows))


async def _validated(pieces: Slices, row: type[R], notes: _Notes) -> AsyncIterator[tuple[R, ...]]:
    """Each piece's rows. Raises Misfit."""
    for piece in pieces:
        try:
            rows = notes.take(read_json(_rows_adapter(row), piece.body), piece.first)
        except ValidationError as error:
            raise Misfit(describe(error, piece.first)) from None
        yield rows
        await asyncio.sleep(0)


def _around(body: bytes, pieces: Slices, row: type[R], notes: _Notes) -> Listing[R]:
    """What stands around the rows, once all were taken."""
    return _whole(body[: pieces.start] + b"[]" + body[pieces.end :], row, notes)


def _whole(body: bytes, row: type[R], notes: _Notes) -> Listing[R]:
    if body.removeprefix(b"\xef\xbb\xbf").lstrip()[:1] == b"[":
        return Listing(notes.take(read_json(_rows_adapter(row), body)))
    try:
        envelope = notes.take(read_json(_envelope_adapter(row), body))
    except ValidationError:
        mapped = _mapped(body, row, notes)
        if mapped is None:
            raise
        return mapped
    numbers = envelope.meta or envelope
    return Listing(
        envelope.data,
        numbers.current_page or 1,
        numbers.per_page,
        numbers.total,
        numbers.last_page,
        envelope.model_extra or {},
    )


def _mapped(body: bytes, row: type[R], notes: _Notes) -> Listing[R] | None:
    """Rows that came as a map, in its order; grouped rows may have their key only there.

    None for anything else.
    """
    try:
        value = from_json(body)
    except ValueError:
        return None
    is_keyed = "row_key" in row.model_fields
    rows = value.get("data", value) if isinstance(value, dict) else None
    if not isinstance(rows, dict) or not all(isinstance(each, dict) for each in rows.values()):
        return None
    if rows is value and not (rows or is_keyed):
        return None
    listed = [{"row_key": key, **each} if is_keyed else each for key, each in rows.items()]
    return Listing(notes.take(read_value(_rows_adapter(row), listed)))


@cache
def _rows_adapter(row: type[R]) -> TypeAdapter[tuple[R, ...]]:
    return TypeAdapter(tuple[row, ...])  # type: ignore[valid-type]


@cache
def _envelope_adapter(row: type[R]) -> TypeAdapter[_Envelope[R]]:
    return TypeAdapter(_Envelope[row])  # type: ignore[valid-type]
