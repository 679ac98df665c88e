"""What every part's client object is made of: calls in, validated records out."""

import asyncio
from collections.abc import Awaitable, Mapping
from typing import Any, TypeVar

from pydantic import BaseModel, ValidationError
from pydantic_core import from_json

from funneldesk.client.answer import Answer
from funneldesk.client.calls import Calls
from funneldesk.client.errors import ApiError
from funneldesk.client.listing import describe, read_listing
from funneldesk.contract.listing import Listing
from funneldesk.contract.shapes import Patch

R = TypeVar("R", bound=BaseModel)

BIG = 1_000_000
"""Bytes from which a single record is validated in a thread."""


class Resource:
    """A part of one brand; ``path`` is the part's address under the platform's."""

    def __init__(self, calls: Calls, path: str) -> None:
        self._calls = calls
        self._path = path

    async def _listing(
        self, path: str, row: type[R], query: Mapping[str, Any] | None = None
    ) -> Listing[R]:
        """A page of results, from any of the five envelopes (quirk 11)."""
        return await read_listing(await self._calls.send("GET", path, query=query), row)

    async def _get(self, path: str, record: type[R]) -> R:
        return await read_record(await self._calls.send("GET", path), record)

    async def _update(self, path: str, patch: Patch) -> Answer:
        return await self._calls.send("PUT", path, body=patch.body(), addressed=True)

    async def _delete(self, path: str) -> None:
        await self._calls.send("DELETE", path, addressed=True)


async def read_again(reading: Awaitable[R]) -> R:
    """The record after a write that was carried out; a failure says so in ``maybe_done``."""
    try:
        return await reading
    except ApiError as error:
        error.maybe_done = True
        raise


async def read_record(answer: Answer, record: type[R]) -> R:
    """The record that an answer's body is. Raises BadAnswer, which names the misfit's place."""
    read = record.model_validate_json
    try:
        return await asyncio.to_thread(read, answer.body) if _is_big(answer) else read(answer.body)
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
        return record.model_validate(shown)
    except ValidationError as error:
        misfit = describe(error)
    except ValueError:
        misfit = "it is no JSON"
    raise answer.bad(misfit)


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
