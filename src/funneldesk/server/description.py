"""The interface's description of itself: all 230 endpoints as one OpenAPI document."""

import asyncio
from collections.abc import Callable

from fastapi import APIRouter, FastAPI, Response
from pydantic_core import to_json

from funneldesk.server.web.waiting import in_a_thread

PATH = "/openapi.json"


class Description:
    """Made once, at the first call for it, which alone waits: it takes seconds of work."""

    def __init__(self, make_app: Callable[[], FastAPI]) -> None:
        self._make_app = make_app
        self._content: bytes | None = None
        self._making: asyncio.Task[bytes] | None = None

    def router(self) -> APIRouter:
        """The one route."""
        router = APIRouter()
        router.add_api_route(PATH, self._answer, include_in_schema=False)
        return router

    async def _answer(self) -> Response:
        if self._content is None:
            if self._making is None or self._making.done():
                self._making = asyncio.create_task(in_a_thread(self._make))
            # A caller who gives up does not stop it for those who wait too.
            self._content = await asyncio.shield(self._making)
        return Response(self._content, media_type="application/json")

    def _make(self) -> bytes:
        return to_json(self._make_app().openapi())
