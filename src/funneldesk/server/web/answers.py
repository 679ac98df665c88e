"""Answers as ready-made bytes: what the database gave needs no second validation."""

import logging
from collections.abc import AsyncGenerator, Generator, Mapping
from contextlib import suppress
from typing import Any, cast

from fastapi import Response
from fastapi.responses import StreamingResponse
from pydantic_core import to_json
from starlette.types import Receive, Scope, Send

_log = logging.getLogger(__name__)


class Json(Response):
    """A JSON answer. Moments become ISO 8601 strings."""

    media_type = "application/json"

    def render(self, content: Any) -> bytes:
        """Text that a database cannot hold never gets here, so every string is valid UTF-8."""
        return to_json(content)


class CutShort(Exception):
    """The rest of a file cannot be had; the message says why."""


class Streamed(StreamingResponse):
    """A file, piece by piece; it is closed when it was sent, or when its reader went away.

    Pieces that end with CutShort end the connection.
    """

    def __init__(
        self, pieces: Generator[bytes], status: int = 200, headers: Mapping[str, str] | None = None
    ) -> None:
        super().__init__(pieces, status, headers)
        self._pieces = pieces

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send it."""
        try:
            await super().__call__(scope, receive, send)
        finally:
            await cast(AsyncGenerator[bytes], self.body_iterator).aclose()
            with suppress(ValueError):  # the server ends: a thread is at it
                self._pieces.close()

    async def stream_response(self, send: Send) -> None:
        """Send what there is."""
        try:
            await super().stream_response(send)
        except CutShort as error:
            _log.warning("A file was cut short: %s", error)
