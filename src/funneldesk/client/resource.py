"""What every part's client object is made of: calls in, validated records out."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Mapping
from dataclasses import replace
from functools import cache
from typing import Any, TypeVar

from pydantic import BaseModel, TypeAdapter, ValidationError
from pydantic_core import from_json

from funneldesk.client.answer import Answer
from funneldesk.client.calls import Calls
from funneldesk.client.errors import ApiError, NotFound, NotImplementedByPlatform, Rejected
from funneldesk.client.listing import describe, read_listing, read_slices
from funneldesk.contract.listing import Listing
from funneldesk.contract.shapes import Patch
from funneldesk.contract.tolerance import read_json, read_value

R = TypeVar("R", bound=BaseModel)
T = TypeVar("T")

BIG = 1_000_000
"""Bytes from which a single record is validated in a thread."""

MOST_PASSES = 5
"""Passes over a list that keeps changing, at most."""
_NO_DELETION = "The platform does not offer to delete this."
_MARKS = ("id", "code", "ticket_code", "customer_email", "transaction_id")
"""What tells a record from the others of its kind."""


class Resource:
    """A part of one brand; ``path`` is the part's address under the platform's."""

    def __init__(self, calls: Calls, path: str) -> None:
        self._calls = calls
        self._path = path
        self._deletes: bool | None = None

    async def _listing(
        self, path: str, row: type[R], query: Mapping[str, Any] | None = None
    ) -> Listing[R]:
        """A page of results, from any of the five envelopes (quirk 11)."""
        return await read_listing(await self._calls.send("GET", path, query=query), row)

    async def _slices(self, path: str, row: type[R]) -> AsyncIterator[Listing[R]]:
        """The rows of a list that may be very long, piece by piece."""
        async for piece in read_slices(await self._calls.send("GET", path), row):
            yield piece

    async def _get(self, path: str, record: type[R], query: Mapping[str, Any] | None = None) -> R:
        return await read_record(await self._calls.send("GET", path, query=query), record)

    async def _post(self, path: str, body: object = None) -> Answer:
        """A call that is never repeated (quirk 10)."""
        return await self._calls.send("POST", path, body=body)

    async def _update(self, path: str, patch: Patch) -> Answer:
        return await self._calls.send("PUT", path, body=patch.body(), addressed=True)

    async def _delete(self, path: str) -> None:
        await self._calls.send("DELETE", path, addressed=True)

    async def _is_offered(self, path: str) -> bool:
        """Whether records can be deleted that the document shows no deletion of."""
        if self._deletes is None:
            self._deletes = "DELETE" in await self._calls.allowed(path)
        return self._deletes

    async def _delete_if_offered(self, path: str, reading: Coroutine[Any, Any, object]) -> None:
        """Delete such a record; ``reading`` tells one that is gone from a path that is not there.

        Raises NotImplementedByPlatform where it is not offered, and it is not asked for again.
        """
        status: int | None = None
        try:
            if self._deletes is not False:
                await self._delete(path)
                self._deletes = True
                return
        except NotFound as error:
            await reading  # a record that is gone says so itself
            status = error.status
        except Rejected as error:
            if error.status != 405:
                raise
            status = error.status
        finally:
            reading.close()
        self._deletes = False
        raise NotImplementedByPlatform(_NO_DELETION, method="DELETE", path=path, status=status)


async def walk(fetch: Callable[[int], Awaitable[Listing[R]]]) -> AsyncIterator[R]:
    """The rows of every page, each once; ``fetch`` reads the page of a number."""

    async def pages() -> AsyncIterator[Listing[R]]:
        number, more = 1, True
        while more:
            listing = await fetch(number)
            yield listing
            number, more = number + 1, listing.has_more

    async for listing in settled(pages, mark_of):
        for row in listing.rows:
            yield row


async def settled(
    pages: Callable[[], AsyncIterator[Listing[T]]], mark: Callable[[T], object]
) -> AsyncIterator[Listing[T]]:
    """The pages of a list that changes while they are read, with each row once.

    Rows that leave the list move those behind them onto pages that were read already. That shows
    in the list's ``total``, or in fewer rows than it counts: then the pages are read again, until
    one pass finds nothing new, `MOST_PASSES` times at most. ``mark`` tells rows apart; those
    without a mark (None) are taken from the first pass.
    """
    known: set[object] = set()
    for number in range(MOST_PASSES):
        totals, met, unread, before = set[int](), set[object](), 0, len(known)
        async for listing in pages():
            marked = [(mark(row), row) for row in listing.rows]
            fresh = tuple(
                row for each, row in marked if (number == 0 if each is None else each not in known)
            )
            met.update(each for each, _row in marked)
            known.update(each for each, _row in marked if each is not None)
            unread += len(listing.unread)
            if listing.total is not None:
                totals.add(listing.total)
            if number == 0:
                yield replace(listing, rows=fresh)
            elif fresh:
                yield replace(listing, rows=fresh, unread=())
        moved = len(totals) > 1
        short = bool(totals) and len(met) + unread < max(totals)
        if not moved and (not short or (number and len(known) == before)):
            return
        if None in met:
            return


def mark_of(row: BaseModel) -> object:
    """The id or code that identifies a record among its kind; None without one."""
    return next((found for name in _MARKS if (found := getattr(row, name, None)) is not None), None)


async def read_again(reading: Awaitable[R]) -> R:
    """The record after a write that was carried out; a failure says so in ``maybe_done``."""
    try:
        return await reading
    except ApiError as error:
        error.maybe_done = True
        raise


async def read_record(answer: Answer, record: type[R]) -> R:
    """The record that an answer's body is; what does not fit is missing (``contract.tolerance``).

    Raises BadAnswer, which names the misfit's place, for one that cannot do without it.
    """
    body = answer.body
    adapter: TypeAdapter[R] = _adapter(record)
    try:
        if _is_big(answer):
            return (await asyncio.to_thread(read_json, adapter, body)).value
        return read_json(adapter, body).value
    except ValidationError as error:
        misfit = describe(error)
    raise answer.bad(misfit)


async def read_written(answer: Answer, record: type[R], wrapper: str) -> R | None:
    """The record in the answer to a write, bare or under ``wrapper`` (quirk 20).

    None when the answer shows no record with an ``id``: the write is done, so read it again.
    Raises BadAnswer when the answer is no JSON or the record in it does not fit.
    """
    try:
        shown = await _parse(answer)
        if isinstance(shown, dict) and isinstance(shown.get(wrapper), dict):
            shown = shown[wrapper]
        if not isinstance(shown, dict) or "id" not in shown:
            return None
        adapter: TypeAdapter[R] = _adapter(record)
        return read_value(adapter, shown).value
    except ValidationError as error:
        misfit = describe(error)
    except ValueError:
        misfit = "it is no JSON"
    raise answer.bad(misfit)


@cache
def _adapter(record: type[R]) -> TypeAdapter[R]:
    return TypeAdapter(record)


async def _parse(answer: Answer) -> Any:
    if not answer.body:
        return None
    return (
        await asyncio.to_thread(from_json, answer.body)
        if _is_big(answer)
        else from_json(answer.body)
    )


def _is_big(answer: Answer) -> bool:
    return len(answer.body) > BIG
