"""A line to the platform on which one kind of request fails in one of the ways that lines fail."""

import asyncio
import re
from contextlib import suppress
from dataclasses import dataclass
from urllib.parse import urlsplit

from tests.desktop.support.local_server import Door

REFUSED = "refused"
RESET_BEFORE = "reset before the answer"
RESET_WITHIN = "reset within the answer"
RESET_AFTER = "reset after the answer"
STALLED = "stalled"
DRIPPING = "dripping"
TRUNCATED = "truncated"
NOT_JSON = "not JSON"
LOGIN = "login redirect"
KEY_REFUSED = "401"
SLOW_DOWN = "429 with Retry-After"
UNAVAILABLE = "503"

CUT_SHORT = (RESET_WITHIN, RESET_AFTER, STALLED, DRIPPING, TRUNCATED)
"""What happens to an answer that the platform gave."""

_INSTEAD = {
    NOT_JSON: (200, "OK", "text/html", "", "<html><body>It works!</body></html>"),
    LOGIN: (302, "Found", "text/html", "Location: /login\r\n", ""),
    KEY_REFUSED: (401, "Unauthorized", "application/json", "", '{"message": "Unauthenticated."}'),
    SLOW_DOWN: (429, "Too Many Requests", "application/json", "Retry-After: {wait}\r\n", "{}"),
    UNAVAILABLE: (503, "Service Unavailable", "text/html", "", "<h1>Under maintenance</h1>"),
}
"""What a gateway answers in the platform's place: status, reason, type, headers, body."""

_DRIP = 0.05


@dataclass(slots=True)
class Trouble:
    """``reaches``: the platform hears the request all the same. ``times``: how often, -1 always."""

    kind: str
    method: str
    path: re.Pattern[str]
    reaches: bool
    times: int
    wait: int = 0


class FaultLine:
    """Hands requests on to the platform, but for those that ``trouble`` is made for."""

    def __init__(self, target: str) -> None:
        parts = urlsplit(target)
        self._target = (str(parts.hostname), int(parts.port or 80))
        self._door = Door(self._serve)
        self._trouble: Trouble | None = None
        self.hurt = 0
        self.reached: list[str] = []

    @property
    def base_url(self) -> str:
        """Where the program finds the platform."""
        return f"http://127.0.0.1:{self._door.port}"

    async def listen(self) -> None:
        """Take requests, on the same port each time."""
        self._door.open()

    async def hurt_requests(
        self,
        kind: str,
        method: str,
        path: str,
        *,
        reaches: bool = False,
        times: int = -1,
        wait: int = 0,
    ) -> None:
        """From now on requests of this method, to a path that ends so, meet this trouble."""
        self._trouble = Trouble(kind, method, re.compile(path + r"$"), reaches, times, wait)
        self.hurt = 0
        if kind == REFUSED:
            self.hang_up()
            self.hurt = 1

    async def heal(self) -> None:
        """All is well again."""
        self._trouble = None
        await self.listen()

    def hang_up(self) -> None:
        """The platform is gone: lines break, nobody comes in."""
        self._door.shut()
        self._door.break_lines()

    async def close(self) -> None:
        """End everything."""
        await self._door.close()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while await self._exchange(reader, writer):
            pass

    async def _exchange(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> bool:
        """One request and its answer; whether the connection goes on."""
        head = await reader.readuntil(b"\r\n\r\n")
        request = head + await reader.readexactly(_length(head))
        method, path, *_ = head.decode("latin-1").split(" ")
        trouble = self._meets(method, path)
        if trouble is None:
            writer.write(await self._answer(method, request))
            await writer.drain()
            return True
        self.hurt += 1
        answer = b""
        if trouble.reaches:
            answer = await self._answer(method, request)
        return await self._hurt(trouble, answer, writer)

    def _meets(self, method: str, path: str) -> Trouble | None:
        trouble = self._trouble
        if trouble is None or trouble.method != method or not trouble.path.search(path):
            return None
        if trouble.times == 0:
            return None
        trouble.times -= 1
        return trouble

    async def _hurt(self, trouble: Trouble, answer: bytes, writer: asyncio.StreamWriter) -> bool:
        kind = trouble.kind
        if kind in _INSTEAD:
            writer.write(_written(kind, trouble.wait))
            await writer.drain()
            return True
        if kind == STALLED:
            await asyncio.sleep(60)
        await _HOW_IT_BREAKS.get(kind, _hang_up_at_once)(answer, writer)
        return False

    async def _answer(self, method: str, request: bytes) -> bytes:
        """What the platform says, on a connection of its own."""
        async with self._door.line_to(*self._target) as (there, back):
            back.write(request)
            head = await there.readuntil(b"\r\n\r\n")
            self.reached.append(method)
            return head + await there.readexactly(_length(head))


async def _hang_up_at_once(_answer: bytes, writer: asyncio.StreamWriter) -> None:
    writer.transport.abort()


async def _break_within(answer: bytes, writer: asyncio.StreamWriter) -> None:
    writer.write(_most_of(answer))
    await writer.drain()
    await asyncio.sleep(0.02)
    writer.transport.abort()


async def _break_after(answer: bytes, writer: asyncio.StreamWriter) -> None:
    writer.write(answer)
    await writer.drain()
    await asyncio.sleep(0.02)
    writer.transport.abort()


async def _end_early(answer: bytes, writer: asyncio.StreamWriter) -> None:
    writer.write(_most_of(answer))
    await writer.drain()
    writer.close()
    with suppress(OSError):
        await writer.wait_closed()


async def _drip(answer: bytes, writer: asyncio.StreamWriter) -> None:
    with suppress(OSError):
        for place in range(len(answer)):
            writer.write(answer[place : place + 1])
            await writer.drain()
            await asyncio.sleep(_DRIP)


_HOW_IT_BREAKS = {
    RESET_BEFORE: _hang_up_at_once,
    RESET_WITHIN: _break_within,
    RESET_AFTER: _break_after,
    TRUNCATED: _end_early,
    DRIPPING: _drip,
}


def _most_of(answer: bytes) -> bytes:
    """The head of an answer and the first half of its body."""
    head, _, body = answer.partition(b"\r\n\r\n")
    return head + b"\r\n\r\n" + body[: len(body) // 2]


def _written(kind: str, wait: int) -> bytes:
    status, reason, media_type, headers, body = _INSTEAD[kind]
    return (
        f"HTTP/1.1 {status} {reason}\r\nContent-Type: {media_type}\r\n"
        f"Content-Length: {len(body)}\r\n{headers.format(wait=wait)}\r\n{body}"
    ).encode()


def _length(head: bytes) -> int:
    found = re.search(rb"\r\ncontent-length:\s*(\d+)", head, re.IGNORECASE)
    return int(found[1]) if found else 0
