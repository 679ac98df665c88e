"""A port at which a test serves, line by line; it can be shut while somebody comes in.

asyncio's own server loses whom it has accepted but not yet served when it is closed.
"""

import asyncio
import socket
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress

Serve = Callable[[asyncio.StreamReader, asyncio.StreamWriter], Awaitable[None]]
TURNS = 6


class Door:
    """Has every line that comes served by ``serve``; a line ends with it."""

    def __init__(self, serve: Serve) -> None:
        self._serve = serve
        self._socket: socket.socket | None = None
        self._lines: set[asyncio.StreamWriter] = set()
        self._tasks: set[asyncio.Task[None]] = set()
        # The address is known before anybody listens.
        with socket.create_server(("127.0.0.1", 0)) as first:
            self.port: int = first.getsockname()[1]

    @property
    def is_open(self) -> bool:
        """Whether anybody can come in."""
        return self._socket is not None

    def open(self) -> None:
        """Let in who comes, at the same port each time."""
        if self._socket is None:
            self._socket = socket.create_server(("127.0.0.1", self.port))
            self._socket.setblocking(False)
            asyncio.get_running_loop().add_reader(self._socket, self._accept)

    def shut(self) -> None:
        """From now on everybody is refused; lines stay."""
        door, self._socket = self._socket, None
        if door is not None:
            asyncio.get_running_loop().remove_reader(door)
            door.close()

    def break_lines(self) -> None:
        """Both ends of every line are reset."""
        for line in tuple(self._lines):
            line.transport.abort()

    async def close(self) -> None:
        """End everything."""
        self.shut()
        self.break_lines()
        for task in tuple(self._tasks):
            task.cancel()
        if self._tasks:
            await asyncio.wait(tuple(self._tasks), timeout=5)
        # What was broken is closed in the next turns.
        for _ in range(TURNS):
            await asyncio.sleep(0)

    @asynccontextmanager
    async def line_to(
        self, host: str, port: int
    ) -> AsyncIterator[tuple[asyncio.StreamReader, asyncio.StreamWriter]]:
        """A line to somebody else, which breaks with the others."""
        reader, writer = await asyncio.open_connection(host, port)
        self._lines.add(writer)
        try:
            yield reader, writer
        finally:
            writer.transport.abort()
            self._lines.discard(writer)

    def _accept(self) -> None:
        assert self._socket is not None
        with suppress(BlockingIOError):
            line, _ = self._socket.accept()
            task = asyncio.get_running_loop().create_task(self._serve_line(line))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)
            task.add_done_callback(lambda _: line.close())

    async def _serve_line(self, line: socket.socket) -> None:
        line.setblocking(False)
        reader, writer = await asyncio.open_connection(sock=line)
        self._lines.add(writer)
        try:
            await self._serve(reader, writer)
        except (OSError, asyncio.IncompleteReadError):
            pass
        finally:
            writer.transport.abort()
            self._lines.discard(writer)
