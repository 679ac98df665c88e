"""The door of the interface: no call gets past it without a good key (quirks 2 and 5).

It stands before the routes, so that nothing of a stranger's request is read but its head.
"""

from functools import partial

from anyio import CapacityLimiter, to_thread
from fastapi import Request, Response
from starlette.responses import RedirectResponse
from starlette.types import ASGIApp, Receive, Scope, Send

from funneldesk.contract.errors import INVALID_KEY
from funneldesk.contract.parts import ACCESS_HEADER
from funneldesk.server.db.engine import KEY_READERS
from funneldesk.server.platform import Platform
from funneldesk.server.web.answers import Json
from funneldesk.server.web.keys import Caller, identify
from funneldesk.server.web.scheduling import CALL, Call

CALLER = "funneldesk.caller"
"""The key in the ASGI scope under which routes find the Caller."""

_key_readers = CapacityLimiter(KEY_READERS)


class Authentication:
    """ASGI middleware: finds the Caller of every call under ``/api``, or answers in its place."""

    def __init__(self, app: ASGIApp, platform: Platform) -> None:
        self._app = app
        self._database = platform.database

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a caller with a key in, answer everyone else."""
        if scope["type"] == "http" and scope["path"].startswith("/api"):
            request = Request(scope)
            key = request.headers.get(ACCESS_HEADER)
            if key is None:
                return await _without_key(request)(scope, receive, send)
            caller = await self._identify(key)
            if caller is None:
                return await Json({"message": INVALID_KEY}, 401)(scope, receive, send)
            scope[CALLER] = caller
            CALL.set(Call(caller.key_id, receive))
        return await self._app(scope, receive, send)

    async def _identify(self, key: str) -> Caller | None:
        if self._database.is_local:
            return identify(self._database, key)  # quicker than the way to a thread
        look = partial(identify, self._database, key)
        return await to_thread.run_sync(look, limiter=_key_readers)


def login_redirect() -> Response:
    """302 to the login page, as browsers without a session get.

    To the path alone: the host that a request names may be anybody's.
    """
    return RedirectResponse("/login", 302)


def _without_key(request: Request) -> Response:
    if "text/html" in request.headers.get("accept", "").lower():
        return login_redirect()
    return Json({"message": "not found"}, 404)
