"""Whom a call comes from: what a proxy says counts only when the operator named the proxy."""

from collections.abc import Sequence
from functools import lru_cache
from ipaddress import IPv4Network, IPv6Network, ip_address, ip_network

from starlette.types import ASGIApp, Receive, Scope, Send
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

TOLD_BY_PROXIES = frozenset(
    {
        *(b"x-forwarded-for", b"x-forwarded-proto", b"x-forwarded-host", b"forwarded"),
        *(b"cf-ipcountry", b"cloudfront-viewer-country", b"x-country-code"),
    }
)
"""Headers that anyone can write, and that only a proxy knows to be true."""

Network = IPv4Network | IPv6Network


class Proxies:
    """ASGI middleware: takes the caller's address, scheme and country from named proxies.

    Of addresses in a row the last one counts that is no named proxy's. From all others these
    headers are dropped.
    """

    def __init__(self, app: ASGIApp, trusted: Sequence[str]) -> None:
        self._app = app
        self._behind = ProxyHeadersMiddleware(app, list(trusted))  # type: ignore[arg-type]
        networks = [ip_network(text) for text in trusted]
        self._is_trusted = lru_cache(1024)(lambda address: _is_in(address, networks))

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One request."""
        if scope["type"] == "http":
            client = scope.get("client")
            if client and self._is_trusted(client[0]):
                return await self._behind(scope, receive, send)  # type: ignore[arg-type]
            own = [pair for pair in scope["headers"] if pair[0] not in TOLD_BY_PROXIES]
            scope = {**scope, "headers": own}
        return await self._app(scope, receive, send)


def _is_in(address: str, networks: Sequence[Network]) -> bool:
    try:
        found = ip_address(address)
    except ValueError:
        return False
    return any(found in network for network in networks)
