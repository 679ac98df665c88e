"""Calls to addresses of others: webhooks and the checks of domains. The server's only use of httpx.

Nobody can turn the platform against its own network: a name is resolved once, every address that it
has must be a public one, and the connection goes to the address that was looked at, whatever the
name says a moment later. No redirect is followed, no cookie and no proxy is used, and each call is
bounded in time and size as a whole.
"""

import asyncio
import ipaddress
import json
import socket
import ssl
from collections.abc import Callable, Sequence
from functools import cache

import httpx

from funneldesk import __version__
from funneldesk.contract.public_addresses import is_public
from funneldesk.server.web.outcome import Failure, Outcome
from funneldesk.server.web.waiting import in_a_thread

SECONDS = 8.0
"""The longest a call may take, from the name to the last byte."""

MOST_BYTES = 65_536
"""What is kept of an answer; the rest is not read."""

Resolve = Callable[[str], Sequence[str]]


class _Refused(Exception):
    """A call that is not made, with its Failure."""

    def __init__(self, failure: Failure) -> None:
        super().__init__(failure)
        self.failure = failure


def request(method: str, url: str, body: object = None, *, allow_private: bool = False) -> Outcome:
    """One call from a thread; ``body`` is sent as JSON unless it is None or bytes. Never raises."""
    return asyncio.run(exchange(method, url, body, allow_private=allow_private))


async def exchange(
    method: str,
    url: str,
    body: object = None,
    *,
    allow_private: bool = False,
    resolve: Resolve | None = None,
    any_certificate: bool = False,
) -> Outcome:
    """The same for coroutines. ``resolve`` gives the addresses of a name (the system's if None).

    ``any_certificate`` is for finding out whether anything answers at all.
    """
    try:
        async with asyncio.timeout(SECONDS):
            target = _target(url)
            address = await _address(target, resolve or _system_addresses, allow_private)
            return await _send(_request(method, target, address, body), any_certificate)
    except _Refused as refused:
        return Outcome(failure=refused.failure)
    except (TimeoutError, httpx.TimeoutException):
        return Outcome(failure=Failure.TIMEOUT)
    except httpx.ConnectError as error:
        return Outcome(failure=_connect_failure(error))
    except (httpx.HTTPError, httpx.InvalidURL, ValueError):
        return Outcome(failure=Failure.NOT_HTTP)
    except OSError:
        return Outcome(failure=Failure.UNREACHABLE)


def _target(url: str) -> httpx.URL:
    try:
        target = httpx.URL(url)
    except (httpx.InvalidURL, ValueError, TypeError):
        raise _Refused(Failure.ADDRESS) from None
    if target.scheme not in ("http", "https") or not target.host or target.userinfo:
        raise _Refused(Failure.ADDRESS)
    return target


async def _address(target: httpx.URL, resolve: Resolve, allow_private: bool) -> str:
    host = target.raw_host.decode("ascii")
    try:
        found: Sequence[str] = (str(ipaddress.ip_address(host.strip("[]"))),)
    except ValueError:
        found = await in_a_thread(lambda: _resolved(resolve, host))
    if not found:
        raise _Refused(Failure.UNRESOLVED)
    if not allow_private and not all(is_public(address) for address in found):
        raise _Refused(Failure.PRIVATE)
    return found[0]


def _resolved(resolve: Resolve, host: str) -> Sequence[str]:
    try:
        return resolve(host)
    except (OSError, ValueError):
        return ()


def _system_addresses(host: str) -> Sequence[str]:
    found = socket.getaddrinfo(host, None, type=socket.SOCK_STREAM)
    return [str(entry[4][0]) for entry in found]


def _request(method: str, target: httpx.URL, address: str, body: object) -> httpx.Request:
    headers = {
        "Host": target.netloc.decode("ascii"),
        "User-Agent": f"Funneldesk/{__version__}",
        "Accept": "*/*",
        "Accept-Encoding": "identity",
        "Connection": "close",
    }
    content = body if isinstance(body, bytes) or body is None else json.dumps(body).encode()
    if content is not None and not isinstance(body, bytes):
        headers["Content-Type"] = "application/json"
    host = target.raw_host.decode("ascii")
    return httpx.Request(
        method,
        target.copy_with(host=address),
        headers=headers,
        content=content,
        extensions={"sni_hostname": host, "timeout": httpx.Timeout(SECONDS).as_dict()},
    )


async def _send(made: httpx.Request, any_certificate: bool) -> Outcome:
    # The transport itself, without a client above it: nothing follows a redirect.
    trust = _nobody_checked() if any_certificate else _trusted()
    async with httpx.AsyncHTTPTransport(verify=trust, trust_env=False) as line:
        answer = await line.handle_async_request(made)
        try:
            return Outcome(answer.status_code, await _beginning(answer))
        finally:
            await answer.aclose()


async def _beginning(answer: httpx.Response) -> bytes:
    found = bytearray()
    async for piece in answer.aiter_raw():
        found += piece
        if len(found) >= MOST_BYTES:
            break
    return bytes(found[:MOST_BYTES])


def _connect_failure(error: BaseException | None) -> Failure:
    while error is not None:
        if isinstance(error, ssl.SSLCertVerificationError):
            return Failure.CERTIFICATE
        if isinstance(error, ssl.SSLError):
            return Failure.NOT_HTTP
        error = error.__cause__ or error.__context__
    return Failure.UNREACHABLE


@cache
def _trusted() -> ssl.SSLContext:
    """The well-known authorities, and those that this computer's owner trusts besides."""
    context = httpx.create_ssl_context()
    context.load_default_certs()
    return context


@cache
def _nobody_checked() -> ssl.SSLContext:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE
    return context
