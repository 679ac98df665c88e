"""Answers that are lists: any of the five envelopes becomes a ``Listing`` (quirks 11 and 12)."""

import asyncio
from collections.abc import AsyncIterator
from dataclasses import replace
from functools import cache
from typing import Generic, TypeVar

from pydantic import BaseModel, ConfigDict, TypeAdapter, ValidationError

from funneldesk.client.answer import Answer
from funneldesk.client.slices import BYTES, Misfit, Slices, rows_start
from funneldesk.contract.listing import Listing

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

    A big body is validated in slices, and other tasks run between them. Raises BadAnswer, which
    names the place that does not fit.
    """
    try:
        if len(answer.body) <= BYTES:
            return _whole(answer.body, row)
        pieces = Slices(answer.body, rows_start(answer.body))
        rows = [each async for piece in _validated(pieces, row) for each in piece]
        return replace(_around(answer.body, pieces, row), rows=tuple(rows))
    except ValidationError as error:
        misfit = describe(error)
    except Misfit as error:
        misfit = str(error)
    raise answer.bad(misfit)


async def read_slices(answer: Answer, row: type[R]) -> AsyncIterator[tuple[R, ...]]:
    """The rows of a list piece by piece, so that a reader can let go of each before the next.

    Other tasks run between them. Raises BadAnswer as ``read_listing`` does; the pieces given
    until then do not count.
    """
    try:
        pieces = Slices(answer.body, rows_start(answer.body))
        async for rows in _validated(pieces, row):
            yield rows
        _around(answer.body, pieces, row)
        return
    except ValidationError as error:
        misfit = describe(error)
    except Misfit as error:
        misfit = str(error)
    raise answer.bad(misfit)


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


async def _validated(pieces: Slices, row: type[R]) -> AsyncIterator[tuple[R, ...]]:
    """Each piece's rows. Raises Misfit."""
    for piece in pieces:
        try:
            rows = _rows_adapter(row).validate_json(piece.body)
        except ValidationError as error:
            raise Misfit(describe(error, piece.first)) from None
        yield rows
        await asyncio.sleep(0)


def _around(body: bytes, pieces: Slices, row: type[R]) -> Listing[R]:
    """What stands around the rows, once all were taken."""
    return _whole(body[: pieces.start] + b"[]" + body[pieces.end :], row)


def _whole(body: bytes, row: type[R]) -> Listing[R]:
    if body.lstrip()[:1] == b"[":
        return Listing(_rows_adapter(row).validate_json(body))
    envelope = _envelope_adapter(row).validate_json(body)
    numbers = envelope.meta or envelope
    return Listing(
        envelope.data,
        numbers.current_page or 1,
        numbers.per_page,
        numbers.total,
        numbers.last_page,
        envelope.model_extra or {},
    )


@cache
def _rows_adapter(row: type[R]) -> TypeAdapter[tuple[R, ...]]:
    return TypeAdapter(tuple[row, ...])  # type: ignore[valid-type]


@cache
def _envelope_adapter(row: type[R]) -> TypeAdapter[_Envelope[R]]:
    return TypeAdapter(_Envelope[row])  # type: ignore[valid-type]
