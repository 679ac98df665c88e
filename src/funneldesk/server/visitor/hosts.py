"""Brands under names of their own: an active domain shows its brand's pages at ``/{slug}``.

A request for such a host is turned into one for ``/p/{brand}/{slug}``. Hosts that nobody added, and
paths that are no page's, go on as they came; the pages of other brands are not to be had there.
"""

import time
from dataclasses import dataclass

from fastapi import Request
from sqlalchemy import select
from starlette.concurrency import run_in_threadpool
from starlette.types import ASGIApp, Receive, Scope, Send

from funneldesk.server.db.engine import Database
from funneldesk.server.parts.domains.names import clean_domain
from funneldesk.server.parts.domains.states import Status
from funneldesk.server.parts.domains.tables import DomainRow
from funneldesk.server.platform import Platform
from funneldesk.server.visitor import notices

_HOST = "funneldesk.host"
_PAGES = "/p"
_NO_PAGES = frozenset({"api", "cdn", "p"})
_REMEMBERED_SECONDS = 2.0
_MOST_REMEMBERED = 1024


@dataclass(frozen=True, slots=True)
class Host:
    """Whose domain a request came to. ``path`` is what the visitor sees."""

    brand_id: int
    domain_id: int
    path: str = ""


class Hosts:
    """ASGI middleware: leads requests for a brand's own domain to the brand's pages."""

    def __init__(self, app: ASGIApp, platform: Platform) -> None:
        self._app = app
        self._database = platform.database
        self._known: dict[str, tuple[float, Host | None]] = {}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Rewrite the path of a page, let everything else pass."""
        host = await self._host(scope) if scope["type"] == "http" else None
        if host is not None:
            path: str = scope["path"]
            if path.startswith(f"{_PAGES}/") and not _is_of(path, host.brand_id):
                return await notices.not_found()(scope, receive, send)
            page = page_path(path, host.brand_id)
            if page is not None:
                seen = Host(host.brand_id, host.domain_id, path)
                scope = {**scope, "path": page, "raw_path": page.encode(), _HOST: seen}
            else:
                scope = {**scope, _HOST: Host(host.brand_id, host.domain_id, path)}
        return await self._app(scope, receive, send)

    async def _host(self, scope: Scope) -> Host | None:
        name = next((value for key, value in scope["headers"] if key == b"host"), b"")
        text = name.decode("latin-1").partition(":")[0]
        try:
            domain = clean_domain(text)  # an address or a bare name is nobody's domain
        except ValueError:
            return None
        known = self._known.get(domain)
        if known is None or known[0] < time.monotonic():
            if len(self._known) >= _MOST_REMEMBERED:
                self._known.clear()
            found = await run_in_threadpool(find_host, self._database, domain)
            known = self._known[domain] = time.monotonic() + _REMEMBERED_SECONDS, found
        return known[1]


def find_host(database: Database, domain: str) -> Host | None:
    """Whose active custom domain this is; None when it is nobody's."""
    query = select(DomainRow.brand_id, DomainRow.id).where(
        DomainRow.domain == domain,
        DomainRow.status == Status.ACTIVE.value,
        DomainRow.is_tracking_domain.is_(False),
    )
    with database.reading() as session:
        found = session.execute(query).one_or_none()
    return Host(found.brand_id, found.id) if found else None


def page_path(path: str, brand_id: int) -> str | None:
    """Where ``/{slug}`` on a brand's own domain leads; None for what is no page's path."""
    slug = path.removeprefix("/")
    if "/" in slug or slug in _NO_PAGES:
        return None
    return f"{_PAGES}/{brand_id}/{slug}"


def host_of(request: Request) -> Host | None:
    """The brand's own domain that a request came to; None for the platform's address."""
    found: Host | None = request.scope.get(_HOST)
    return found


def shown_path(request: Request) -> str:
    """The path that the visitor sees."""
    host = host_of(request)
    return host.path if host else request.url.path


def cookie_path(request: Request) -> str:
    """The path that a cookie of a visitor belongs to."""
    return "/" if host_of(request) else _PAGES


def _is_of(path: str, brand_id: int) -> bool:
    own = f"{_PAGES}/{brand_id}"
    return path == own or path.startswith(f"{own}/")
