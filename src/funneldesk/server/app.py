"""The platform as an ASGI application: the door, the parts, the visitors."""

import re
import time
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from threading import Lock

from fastapi import APIRouter, FastAPI
from sqlalchemy.exc import OperationalError, TimeoutError
from starlette.concurrency import run_in_threadpool
from starlette.types import ASGIApp, Receive, Scope, Send

from funneldesk import __version__
from funneldesk.server import description
from funneldesk.server.description import Description
from funneldesk.server.parts.loading import PARTS
from funneldesk.server.platform import Platform
from funneldesk.server.web import access, errors
from funneldesk.server.web.answers import Json
from funneldesk.server.web.authentication import Authentication
from funneldesk.server.web.decoding import CheckedBodies

MOST_BODY_BYTES = 32 * 1024 * 1024
_BETWEEN_PARTS = 0.01
"""Seconds in which calls get their turn while the parts are loaded in the background."""

_BRANDS, _VISITORS, _WHOLE = "/brands", "/visitors", "/whole"
"""What no part's word can be: the application for brands, for visitors, for the description."""


_NO_NUMBER = re.compile("[0-9]{1000}", re.ASCII)
"""No id and no name is as long as this; Python would not even read it as a number."""


class Door:
    """Lets callers in by ``Authentication`` and hands each call to the one part it is for.

    The framework would try one route after the other: for the last of 230 that takes longer than
    the answer itself.
    """

    def __init__(self, platform: Platform) -> None:
        self._platform = platform
        self._lock = Lock()
        self._apps: dict[str, ASGIApp] = {}
        self._load: dict[str, Callable[[], Sequence[APIRouter]]] = {
            word: partial(_routers, part) for part, words in PARTS for word in words
        }
        self._load[_BRANDS] = partial(_routers, PARTS[0][0])
        self._load[_VISITORS] = _visitors
        whole = partial(_routers, *(part for part, _words in PARTS))
        self._description = Description(lambda: _app(platform, whole()))
        self._load[_WHOLE] = lambda: [self._description.router()]
        self._entry: ASGIApp = Authentication(CheckedBodies(self._enter), platform)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One request."""
        try:
            await self._entry(scope, receive, send)
        except (OperationalError, TimeoutError) as error:
            # Of what comes before the routes: the look for the key, or for the brand's own domain.
            answer = errors.of_database(error)
            if answer is None:
                raise
            await answer(scope, receive, send)

    def loading(self) -> Iterator[None]:
        """Load the parts one by one, so that nobody has to wait at the first call of one."""
        for name in (_VISITORS, *self._load):
            if name != _WHOLE:
                self._open(name)
                time.sleep(_BETWEEN_PARTS)
                yield

    async def _enter(self, scope: Scope, receive: Receive, send: Send) -> None:
        path = scope.get("path", "")
        if _NO_NUMBER.search(path):
            await Json({"message": "not found"}, 404)(scope, receive, send)
            return
        name = self._name(path)
        app = self._apps.get(name)
        if app is None:
            app = await run_in_threadpool(self._open, name)
        await app(scope, receive, send)

    def _name(self, path: str) -> str:
        steps = path.split("/", 5)
        if steps[1:3] == ["api", "brands"]:
            word = steps[4] if len(steps) > 4 else ""
            return word if word in self._load else _BRANDS
        if path == description.PATH:
            return _WHOLE
        return _BRANDS if steps[1:2] == ["api"] else _VISITORS

    def _open(self, name: str) -> ASGIApp:
        with self._lock:
            if name not in self._apps:
                app: ASGIApp = _app(self._platform, self._load[name]())
                if name == _VISITORS:
                    from funneldesk.server.visitor.hosts import Hosts

                    app = Hosts(app, self._platform)
                self._apps[name] = app
            return self._apps[name]


def _app(platform: Platform, routers: Sequence[APIRouter]) -> FastAPI:
    app = FastAPI(
        title="Funnel Platform Management API",
        version=__version__,
        openapi_url=None,
        docs_url=None,
        redoc_url=None,
        redirect_slashes=False,
        max_body_size=MOST_BODY_BYTES,
    )
    app.state.platform = platform
    errors.install(app)
    app.add_exception_handler(access.LoginRedirect, access.redirect_to_login)
    for router in routers:
        app.include_router(router, responses=errors.DESCRIBED)
    return app


def _routers(*parts: Callable[[], APIRouter]) -> Sequence[APIRouter]:
    return [part() for part in parts]


def _visitors() -> Sequence[APIRouter]:
    from funneldesk.server.visitor.routers import ROUTERS

    return ROUTERS
