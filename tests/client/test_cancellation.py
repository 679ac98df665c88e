"""Searching while typing cancels calls all the time; the line has to survive it (the house)."""

import asyncio
import random
from collections.abc import AsyncIterator, Awaitable, Callable

import httpx
import pytest
from scripted_platform import KEY

from funneldesk.client import calls
from funneldesk.client.api import Api

CANCELLED = 10_000
AT_ONCE = 20
STEPS = 12
CONNECTIONS = 10
ANSWER = b'HTTP/1.1 200 OK\r\nContent-Length: 30\r\n\r\n{"data":[{"id":1,"name":"x"}]}'


class Quick(asyncio.Protocol):
    """Answers every request at once with a list of one page."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self.line = transport
        self.seen = b""

    def data_received(self, data: bytes) -> None:
        self.seen += data
        while b"\r\n\r\n" in self.seen:
            self.seen = self.seen.partition(b"\r\n\r\n")[2]
            self.line.write(ANSWER)


@pytest.fixture
async def quick_platform() -> AsyncIterator[str]:
    server = await asyncio.get_running_loop().create_server(Quick, "127.0.0.1", 0)
    yield f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
    server.close()
    await asyncio.sleep(0.01)


async def cancel_many(call: Callable[[], Awaitable[object]], count: int) -> int:
    """Start calls, ``AT_ONCE`` at a time, and cancel each within its first steps of the loop."""
    chance = random.Random(1)
    cancelled = 0
    while cancelled < count:
        tasks = [asyncio.ensure_future(call()) for _ in range(AT_ONCE)]
        turns = [chance.randrange(STEPS) for _ in tasks]
        for step in range(STEPS):
            for task, turn in zip(tasks, turns, strict=True):
                if turn == step:
                    task.cancel()
            await asyncio.sleep(0)
        ended = await asyncio.gather(*tasks, return_exceptions=True)
        cancelled += sum(isinstance(end, asyncio.CancelledError) for end in ended)
    return cancelled


async def succeed(call: Callable[[], Awaitable[object]], count: int) -> int:
    ended = await asyncio.gather(*(call() for _ in range(count)), return_exceptions=True)
    return sum(not isinstance(end, BaseException) for end in ended)


async def test_calls_succeed_after_ten_thousand_were_cancelled(quick_platform: str) -> None:
    async with Api(quick_platform, 1, KEY) as api:
        assert await cancel_many(api.pages.list, CANCELLED) >= CANCELLED
        assert await asyncio.wait_for(succeed(api.pages.list, 100), 10) == 100
        assert api.pages._calls._going == 0
        assert api.pages._calls._slots._value == calls.IN_FLIGHT


@pytest.mark.deep
async def test_the_control_does_not_survive(quick_platform: str) -> None:
    """Stock httpx 0.28.1: its pool counts connections that nobody holds any more."""
    limits = httpx.Limits(max_connections=CONNECTIONS)
    async with httpx.AsyncClient(limits=limits, timeout=httpx.Timeout(5, pool=0.5)) as client:

        async def call() -> None:
            (await client.get(f"{quick_platform}/api/brands/1/pages/all")).raise_for_status()

        await cancel_many(call, CANCELLED)
        ended = await asyncio.gather(*(call() for _ in range(100)), return_exceptions=True)
    assert any(isinstance(end, httpx.PoolTimeout) for end in ended)
