"""A line between the program and the platform that a test can cut, slow down and listen to."""

import asyncio
import json
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

TURNS = 6


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
        self._port = _free_port()
        self._door: socket.socket | None = None
        self._lines: set[asyncio.StreamWriter] = set()
        self._tasks: set[asyncio.Task[None]] = set()
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
        return f"http://127.0.0.1:{self._port}"

    async def listen(self) -> None:
        """The platform is back."""
        self._resets = False
        if self._door is None:
            self._door = socket.create_server(("127.0.0.1", self._port))
            self._door.setblocking(False)
            asyncio.get_running_loop().add_reader(self._door, self._accept)

    async def vanish(self) -> None:
        """The platform is gone: connections break, new ones are refused."""
        self._shut()
        self._break_lines()
        await self._ended()

    def reset(self) -> None:
        """Something answers the door and hangs up at once."""
        self._resets = True
        self._break_lines()

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
        if method == self.vanish_after and self._door is not None:
            self.vanish_after = None
            self._shut()
            self._break_lines()

    def _shut(self) -> None:
        door, self._door = self._door, None
        if door is not None:
            asyncio.get_running_loop().remove_reader(door)
            door.close()

    def _accept(self) -> None:
        """Somebody is at the door. asyncio's own server loses those who come while it closes."""
        assert self._door is not None
        with suppress(BlockingIOError):
            line, _ = self._door.accept()
            task = asyncio.get_running_loop().create_task(self._serve(line))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)
            task.add_done_callback(lambda _: line.close())

    def _break_lines(self) -> None:
        for line in tuple(self._lines):
            line.transport.abort()

    async def _ended(self) -> None:
        for task in tuple(self._tasks):
            task.cancel()
        if self._tasks:
            await asyncio.wait(tuple(self._tasks), timeout=5)
        # What was broken is closed in the next turns.
        await _turns()

    async def _serve(self, line: socket.socket) -> None:
        line.setblocking(False)
        reader, writer = await asyncio.open_connection(sock=line)
        self._lines.add(writer)
        try:
            if not self._resets:
                await self._hand_on(reader, writer)
        except (OSError, asyncio.IncompleteReadError):
            pass
        finally:
            writer.transport.abort()
            self._lines.discard(writer)

    async def _hand_on(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        there, back = await asyncio.open_connection(*self._target)
        self._lines.add(back)
        try:
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
        finally:
            back.transport.abort()
            self._lines.discard(back)


async def _turns() -> None:
    for _ in range(TURNS):
        await asyncio.sleep(0)


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


def _free_port() -> int:
    with suppress(OSError), socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
    raise AssertionError("No port is free.")
