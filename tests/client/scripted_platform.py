"""A platform that answers exactly as a test tells it to, over real sockets."""

import asyncio
import json
import socket
import struct
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any

KEY = "fd_1_kJx7Qm2VsT9pLw4Z"


@dataclass
class Received:
    """A request as it came in; header names in lower case."""

    method: str
    path: str
    headers: dict[str, str]
    body: bytes


Behaviour = Callable[[Received, asyncio.StreamWriter], Awaitable[None]]


def reply(
    status: int = 200, body: object = None, headers: dict[str, str] | None = None
) -> Behaviour:
    """Answer with ``body``, as JSON unless it is bytes."""

    async def behave(_: Received, writer: asyncio.StreamWriter) -> None:
        content = body if isinstance(body, bytes) else json.dumps(body).encode()
        lines = {"Content-Length": str(len(content)), "Content-Type": "application/json"}
        lines.update(headers or {})
        head = "".join(f"{name}: {value}\r\n" for name, value in lines.items())
        writer.write(f"HTTP/1.1 {status} Status\r\n{head}\r\n".encode() + content)
        await writer.drain()

    return behave


def raw(content: bytes) -> Behaviour:
    """Send these very bytes and hang up."""

    async def behave(_: Received, writer: asyncio.StreamWriter) -> None:
        writer.write(content)
        await writer.drain()
        writer.close()

    return behave


async def hang_up(_: Received, writer: asyncio.StreamWriter) -> None:
    """Close the connection in order, without an answer."""
    writer.close()


async def reset(_: Received, writer: asyncio.StreamWriter) -> None:
    """Break the connection with a TCP reset, without an answer."""
    connection = writer.get_extra_info("socket")
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    writer.transport.abort()


async def stall(_: Received, writer: asyncio.StreamWriter) -> None:
    """Never answer."""
    await writer.wait_closed()


@dataclass
class ScriptedPlatform:
    """``answers`` are used one by one; the last one stays."""

    answers: list[Behaviour] = field(default_factory=list)
    requests: list[Received] = field(default_factory=list)
    requested: asyncio.Event = field(default_factory=asyncio.Event)
    base_url: str = ""
    at_once: int = 0
    most_at_once: int = 0

    def will(self, *answers: Behaviour) -> None:
        """Set what happens to the next requests."""
        self.answers = list(answers)

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while not writer.is_closing():
                request = await read_request(reader)
                self.requests.append(request)
                self.requested.set()
                behave = self.answers.pop(0) if len(self.answers) > 1 else self.answers[0]
                self.at_once += 1
                self.most_at_once = max(self.at_once, self.most_at_once)
                try:
                    await behave(request, writer)
                finally:
                    self.at_once -= 1
        except (asyncio.IncompleteReadError, ConnectionError):
            pass
        finally:
            writer.close()


async def read_request(reader: asyncio.StreamReader) -> Received:
    head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
    first, *lines = head.rstrip().split("\r\n")
    method, path, _ = first.split(" ")
    headers = {line.split(":", 1)[0].lower(): line.split(":", 1)[1].strip() for line in lines}
    body = await reader.readexactly(int(headers.get("content-length", 0)))
    return Received(method, path, headers, body)


def page(number: int = 1, **more: Any) -> dict[str, Any]:
    """A page as the platform shows it."""
    return {"id": number, "name": f"Page {number}", "status": "draft", **more}
