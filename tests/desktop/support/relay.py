"""A line between the program and the platform that a test can cut, slow down and listen to."""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

from tests.desktop.support.local_server import Door


@dataclass(frozen=True)
class Seen:
    """A request that went over the line. ``body`` is its JSON, None without
    one."""

    method: str
    path: str
    body: Any


class Relay:
    """Listens on a port of its own and hands every request on to the platform.

    ``lose_answers_to``: the next request of this method reaches the platform, its answer never
    comes back. ``vanish_after``: so it is, and the platform is gone from then on.
    """

    def __init__(self, target: str) -> None:
        parts = urlsplit(target)
        self._target = (str(parts.hostname), int(parts.port or 80))
        self._door = Door(self._serve)
        self.seen: list[Seen] = []
        self.lose_answers_to: str | None = None
        self.vanish_after: str | None = None
        self._held = ""
        self._go_on = asyncio.Event()
        self._go_on.set()
        self._resets = False

    @property
    def base_url(self) -> str:
        """Where the program finds the platform."""
        return f"http://127.0.0.1:{self._door.port}"

    async def listen(self) -> None:
        """The platform is back."""
        self._resets = False
        self._door.open()

    async def vanish(self) -> None:
        """The platform is gone: connections break, new ones are refused."""
        await self._door.close()

    def reset(self) -> None:
        """Something answers the door and hangs up at once."""
        self._resets = True
        self._door.break_lines()

    async def close(self) -> None:
        """End everything."""
        self._go_on.set()
        await self.vanish()

    @asynccontextmanager
    async def held(self, method: str) -> AsyncIterator[None]:
        """Every answer to a request of this method waits until the block ends."""
        self._held = method
        self._go_on.clear()
        yield
        self._go_on.set()

    def writes(self) -> list[Seen]:
        """What was sent to change something."""
        return [seen for seen in self.seen if seen.method != "GET"]

    def _lose(self, method: str) -> None:
        self.lose_answers_to = None
        if method == self.vanish_after and self._door.is_open:
            self.vanish_after = None
            self._door.shut()
            self._door.break_lines()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if not self._resets:
            await self._hand_on(reader, writer)

    async def _hand_on(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        async with self._door.line_to(*self._target) as (there, back):
            while True:
                head = await reader.readuntil(b"\r\n\r\n")
                body = await reader.readexactly(_length(head))
                method, path, *_ = head.decode("latin-1").split(" ")
                self.seen.append(Seen(method, path, _json(body)))
                lost = method in (self.lose_answers_to, self.vanish_after)
                back.write(head + body)
                answer = await there.readuntil(b"\r\n\r\n")
                rest = await there.readexactly(_length(answer))
                if method == self._held:
                    await self._go_on.wait()
                if lost:
                    self._lose(method)
                    return
                writer.write(answer + rest)
                await writer.drain()


def _length(head: bytes) -> int:
    for line in head.decode("latin-1").split("\r\n"):
        name, _, value = line.partition(":")
        if name.lower() == "content-length":
            return int(value)
        if name.lower() == "transfer-encoding":
            raise AssertionError("The relay reads bodies of a known length only.")
    return 0


def _json(body: bytes) -> Any:
    """A body that is JSON; None for one that is not, as a form with files."""
    with suppress(ValueError):
        return json.loads(body)
    return None
