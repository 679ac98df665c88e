"""One exchange over HTTP: a call goes out, an answer or an ``ApiError`` comes back.

``httpx`` gives the shapes of requests and answers and ``aiohttp`` carries them, because the pool of
httpx 0.28 does not survive calls that are cancelled under contention. The transport is driven
directly, without httpx's client above it: nothing here follows a redirect, keeps a cookie or reads
a ``.netrc``, so nothing can carry the key elsewhere. The key is put on at the last moment, and no
traceback, cause or context of a library leaves this module, since their frames hold its headers.

Proxies of the environment serve companies and are used, but never towards this computer itself.
"""

import asyncio
import functools
import socket
import ssl
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import aclosing
from typing import cast
from urllib.request import getproxies, proxy_bypass

import aiohttp
import httpx
from aiohttp.abc import ResolveResult
from httpx_aiohttp import AiohttpTransport

from funneldesk import __version__
from funneldesk.client.address import Address
from funneldesk.client.answer import Answer
from funneldesk.client.call import Call, Take, Timeouts
from funneldesk.client.decompression import TooLarge, Torn, unfolded
from funneldesk.client.errors import ApiError, BadAnswer, TimedOut, Unreachable
from funneldesk.client.secret import Secret
from funneldesk.client.uploads import Form
from funneldesk.contract.parts import ACCESS_HEADER
from funneldesk.contract.public_addresses import is_public

_COMMON = {"Accept-Encoding": "gzip", "User-Agent": f"Funneldesk/{__version__}"}
_HEADERS = httpx.Headers({"Accept": "application/json", **_COMMON})
_HEADERS_WITH_BODY = httpx.Headers({**_HEADERS, "Content-Type": "application/json"})
_HEADERS_OF_FILES = httpx.Headers({"Accept": "*/*", **_COMMON})
_SLOWEST_UPLOAD = 32_768
"""Bytes a second below which a growing upload counts as stalled."""

_PIECE = 65_536
"""Bytes that are handed to the connection at a time."""

_Line = tuple[str, str | None, bool]


class _Broken(Exception):
    """The connection ended after the request may have left, before an answer."""


class _NotTaken(Exception):
    """Whoever takes the body failed; ``reason`` is theirs."""

    def __init__(self, reason: Exception) -> None:
        super().__init__()
        self.reason = reason


class _PublicOnly(aiohttp.ThreadedResolver):
    """Names whose every address is a public one; the connection goes where was looked."""

    async def resolve(
        self, host: str, port: int = 0, family: socket.AddressFamily = socket.AF_INET
    ) -> list[ResolveResult]:
        found = await super().resolve(host, port, family)
        if not all(is_public(each["host"]) for each in found):
            raise OSError("this name leads into a private network")
        return found


class Transport:
    """Connections, opened when first needed; ``secret`` may be replaced at any time.

    ``public_only``: to the open internet; where a proxy looks names up, that is for it to judge.
    """

    def __init__(self, secret: Secret, timeouts: Timeouts, *, public_only: bool = False) -> None:
        self.secret = secret
        self._public_only = public_only
        self._timeouts = timeouts
        self._extensions = {
            "timeout": {"connect": timeouts.connect, "read": timeouts.read, "pool": None}
        }
        self._lines: dict[_Line, AiohttpTransport] = {}
        self._trust: asyncio.Task[ssl.SSLContext] | None = None

    async def exchange(self, call: Call) -> Answer:
        """Carry one call, once. Raises Unreachable, TimedOut or BadAnswer."""
        status: list[int] = []
        try:
            return await self._attempt(call, status)
        except BaseException as error:
            failure = self._told(error, call, status[0] if status else None)
        raise failure

    async def aclose(self) -> None:
        """Close every connection."""
        lines, self._lines = list(self._lines.values()), {}
        if self._trust is not None:
            self._trust.cancel()
        for line in lines:
            await line.aclose()

    async def _attempt(self, call: Call, status: list[int]) -> Answer:
        """``status`` takes the answer's status as soon as it is known."""
        async with asyncio.timeout(self._longest(call)) as deadline:
            line = self._lines.get(_line_of(call)) or await self._open(call)
            response = await line.handle_async_request(self._request(call, deadline))
            status.append(response.status_code)
            deadline.reschedule(asyncio.get_running_loop().time() + self._timeouts.whole)
            try:
                if call.take is not None and response.is_success:
                    await self._pour(response, call.limit, call.take, deadline)
                    body = b""
                else:
                    body = await _read(response, call.limit)
            finally:
                await response.aclose()
        return Answer(call.method, call.path, response.status_code, response.headers, body)

    async def _pour(
        self, response: httpx.Response, limit: int, take: Take, deadline: asyncio.Timeout
    ) -> None:
        """Hand a body on; what must not last is that nothing comes, however long it takes."""
        loop = asyncio.get_running_loop()
        async with aclosing(_body(response, limit)) as pieces:
            async for piece in pieces:
                if not deadline.expired():
                    deadline.reschedule(loop.time() + self._timeouts.read + self._timeouts.write)
                try:
                    await take(piece)
                except Exception as error:
                    raise _NotTaken(error) from None

    def _longest(self, call: Call) -> float:
        """Seconds until the beginning of an answer, an upload at the slowest speed included."""
        limits = self._timeouts
        upload = len(call.body) / _SLOWEST_UPLOAD if call.body else 0.0
        return limits.connect + limits.write + limits.read + upload

    def _request(self, call: Call, deadline: asyncio.Timeout) -> httpx.Request:
        content: bytes | AsyncIterator[bytes] | None = call.body
        extensions = self._extensions
        if call.form is not None:
            content = self._kept_going(call.form, deadline)
            extensions = {"timeout": {**extensions["timeout"], "read": None}}
        elif call.body is not None and len(call.body) > _PIECE:
            content = _pieces(call.body)
        url = _url(call.address.url + call.path)
        return httpx.Request(
            call.method, url, headers=_headers(call), content=content, extensions=extensions
        )

    async def _kept_going(self, form: Form, deadline: asyncio.Timeout) -> AsyncIterator[bytes]:
        """A form; however long it takes, what must not last is that nothing is taken off it."""
        loop = asyncio.get_running_loop()
        limits = self._timeouts
        async with aclosing(form.chunks()) as chunks:
            async for chunk in chunks:
                yield chunk
                if not deadline.expired():
                    deadline.reschedule(loop.time() + limits.write + limits.read)

    async def _open(self, call: Call) -> AiohttpTransport:
        line = _line_of(call)
        context = await self._trusted() if call.address.scheme == "https" else _nobody_trusted()
        if line in self._lines:  # another call opened it meanwhile
            return self._lines[line]
        session = aiohttp.ClientSession(
            connector=aiohttp.TCPConnector(
                limit=0,
                ssl=context,
                resolver=_PublicOnly() if self._public_only and line[1] is None else None,
            ),
            cookie_jar=aiohttp.DummyCookieJar(),
            proxy=line[1],
            middlewares=(self._send_with_key if call.keyed else _send,),
        )
        self._lines[line] = AiohttpTransport(verify=context, client=session)
        return self._lines[line]

    async def _trusted(self) -> ssl.SSLContext:
        """Read from disk in a thread, once: it takes some ten milliseconds."""
        if self._trust is None or self._trust.cancelled():
            self._trust = asyncio.ensure_future(asyncio.to_thread(_read_trusted))
        return await asyncio.shield(self._trust)

    async def _send_with_key(
        self, request: aiohttp.ClientRequest, handler: aiohttp.ClientHandlerType
    ) -> aiohttp.ClientResponse:
        request.headers[ACCESS_HEADER] = self.secret.reveal()
        return await _send(request, handler)

    def _told(self, error: BaseException, call: Call, status: int | None) -> BaseException:
        """The failure in this program's own words, cut off from the libraries' frames."""
        if call.form is not None and call.form.failure is not None and status is None:
            sentence = str(call.form.failure)
            return ApiError(sentence, method=call.method, path=call.path)
        if isinstance(error, _NotTaken):
            error.reason.__cause__ = error.reason.__context__ = None
            return error.reason.with_traceback(None)
        told = _failure(error, call, status) if isinstance(error, Exception) else None
        if told is None:
            error.__cause__ = error.__context__ = None
            return error.with_traceback(None)
        kind, sentence, unsure = told
        reason = self.secret.scrub(f"{type(error).__name__}: {error}")[:300]
        return kind(
            sentence,
            method=call.method,
            path=call.path,
            status=status,
            excerpt=reason,
            maybe_done=call.is_write and unsure,
        )


async def _send(
    request: aiohttp.ClientRequest, handler: aiohttp.ClientHandlerType
) -> aiohttp.ClientResponse:
    """Keeps aiohttp from repeating by itself what broke on the way: that is decided above."""
    if "@" in request.url.raw_path:
        # The library writes %40 as @; an address in a path stays encoded whole (quirk 60).
        whole = request.url.raw_path.replace("@", "%40")
        request.url = request.url.with_path(whole, encoded=True, keep_query=True)
    try:
        return await handler(request)
    except (aiohttp.ClientConnectorError, TimeoutError):
        raise
    except (aiohttp.ClientConnectionError, OSError) as error:
        reason = str(error) or "the connection was closed"
    raise _Broken(reason)


def _headers(call: Call) -> httpx.Headers:
    if not call.keyed:
        return _HEADERS_OF_FILES
    if call.form is not None:
        headers = _HEADERS.copy()
        headers["Content-Type"] = call.form.content_type
        if call.form.length is not None:
            headers["Content-Length"] = str(call.form.length)
        return headers
    if call.body is None:
        return _HEADERS
    headers = _HEADERS_WITH_BODY.copy()
    headers["Content-Length"] = str(len(call.body))
    return headers


async def _pieces(body: bytes) -> AsyncIterator[bytes]:
    """A large body bit by bit, so that sending it holds nothing else up."""
    for start in range(0, len(body), _PIECE):
        yield body[start : start + _PIECE]


def _body(response: httpx.Response, limit: int) -> AsyncGenerator[bytes, None]:
    return unfolded(response.headers, cast(httpx.AsyncByteStream, response.stream), limit)


async def _read(response: httpx.Response, limit: int) -> bytes:
    async with aclosing(_body(response, limit)) as pieces:
        chunks = [piece async for piece in pieces]
    return chunks[0] if len(chunks) == 1 else b"".join(chunks)


def _failure(
    error: Exception, call: Call, status: int | None
) -> tuple[type[ApiError], str, bool] | None:
    """Which error a library's exception stands for, and whether a write may have happened."""
    if isinstance(error, TooLarge):
        return BadAnswer, f"The answer is larger than {call.limit // 1_000_000} MB.", True
    if isinstance(error, Torn):
        return BadAnswer, f"The platform's answer cannot be unpacked: {error}.", True
    if status is not None:
        return _failure_of_a_body(error)
    if isinstance(error.__cause__, aiohttp.ClientSSLError):
        return Unreachable, "The platform's certificate is not to be trusted.", False
    if isinstance(error, httpx.InvalidURL | httpx.UnsupportedProtocol | aiohttp.InvalidURL):
        return Unreachable, f"The platform at {call.address.url} has an impossible address.", False
    if isinstance(error, httpx.ConnectError | httpx.ConnectTimeout | httpx.ProxyError):
        return Unreachable, f"The platform at {call.address.url} cannot be reached.", False
    if isinstance(error, _Broken):
        return Unreachable, "The connection broke before the platform answered.", True
    if isinstance(error, TimeoutError | httpx.TimeoutException):
        return TimedOut, "The platform did not answer in time.", True
    if isinstance(error, httpx.HTTPError | aiohttp.ClientError):
        return BadAnswer, "What answers at this address does not speak HTTP.", True
    if isinstance(error, OSError | ValueError):
        return Unreachable, f"The platform at {call.address.url} cannot be reached.", False
    return None


def _failure_of_a_body(error: Exception) -> tuple[type[ApiError], str, bool] | None:
    """Like `_failure`, for an error that came after the status line."""
    if isinstance(error, TimeoutError | httpx.TimeoutException):
        return TimedOut, "The platform's answer stopped half way.", True
    if isinstance(error, httpx.HTTPError | aiohttp.ClientError | OSError | ValueError):
        return BadAnswer, "The platform's answer broke off.", True
    return None


def _line_of(call: Call) -> _Line:
    return call.address.scheme, _proxy_for(call.address), call.keyed


@functools.lru_cache(maxsize=512)
def _url(text: str) -> httpx.URL:
    """Reading an address takes as long as everything else about a request."""
    return httpx.URL(text)


@functools.lru_cache(maxsize=16)
def _proxy_for(address: Address) -> str | None:
    if address.is_loopback or proxy_bypass(address.host):
        return None
    proxies = getproxies()
    return proxies.get(address.scheme) or proxies.get("all")


def _read_trusted() -> ssl.SSLContext:
    """The well-known authorities, and those that this computer's owner trusts besides."""
    context = httpx.create_ssl_context()
    context.load_default_certs()
    return context


def _nobody_trusted() -> ssl.SSLContext:
    """For plain lines, which need a context by the library's signature only."""
    return ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
