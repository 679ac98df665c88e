"""Platforms for the client to talk to."""

import asyncio
import json
import os
import shutil
import socket
import ssl
import subprocess
import sys
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))
sys.path.insert(0, str(Path(__file__).parents[1] / "contract"))

from scripted_platform import KEY, ScriptedPlatform, reply

from funneldesk.client.api import Api
from funneldesk.client.call import Timeouts

Handler = Callable[[asyncio.StreamReader, asyncio.StreamWriter], Awaitable[None]]
Listen = Callable[..., Awaitable[int]]
PROXY_VARIABLES = ("http_proxy", "https_proxy", "all_proxy", "no_proxy")


@pytest.fixture(autouse=True)
def no_proxies(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tests meet no proxy of the machine that they run on."""
    for name in PROXY_VARIABLES:
        monkeypatch.delenv(name, raising=False)
        monkeypatch.delenv(name.upper(), raising=False)


@pytest.fixture
async def listen() -> AsyncIterator[Listen]:
    """Listens on a free port with a handler of connections; all end with the test."""
    servers: list[asyncio.Server] = []
    tasks: set[asyncio.Task[None]] = set()
    writers: list[asyncio.StreamWriter] = []

    async def start(handler: Handler, context: ssl.SSLContext | None = None) -> int:
        def connected(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            writers.append(writer)
            task = asyncio.ensure_future(handler(reader, writer))
            tasks.add(task)
            task.add_done_callback(tasks.discard)

        server = await asyncio.start_server(connected, "127.0.0.1", 0, limit=1 << 24, ssl=context)
        servers.append(server)
        return int(server.sockets[0].getsockname()[1])

    yield start
    for server in servers:
        server.close()
    for task in list(tasks):
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    for writer in writers:
        writer.transport.abort()
    await asyncio.sleep(0.01)  # both ends of a broken connection take a turn each to notice


@pytest.fixture
async def start_platform(listen: Listen) -> Callable[[], Awaitable[ScriptedPlatform]]:
    """Starts any number of scripted platforms."""

    async def start() -> ScriptedPlatform:
        platform = ScriptedPlatform([reply(200, {})])
        platform.base_url = f"http://127.0.0.1:{await listen(platform.serve)}"
        return platform

    return start


@pytest.fixture
async def scripted(
    start_platform: Callable[[], Awaitable[ScriptedPlatform]],
) -> ScriptedPlatform:
    """One scripted platform."""
    return await start_platform()


@pytest.fixture
async def api(scripted: ScriptedPlatform, quick_repeats: None) -> AsyncIterator[Api]:
    """A client of the scripted platform, with short timeouts."""
    timeouts = Timeouts(connect=0.5, read=0.5, write=0.5, whole=2.0)
    async with Api(scripted.base_url, 7, KEY, timeouts=timeouts) as client:
        yield client


@pytest.fixture
def quick_repeats(monkeypatch: pytest.MonkeyPatch) -> None:
    """Repeats come after milliseconds."""
    monkeypatch.setattr("funneldesk.client.retries.BACKOFF", 0.01)


@pytest.fixture
def free_port() -> Iterator[int]:
    """A port that nothing listens on."""
    with socket.socket() as held:
        held.bind(("127.0.0.1", 0))
        yield held.getsockname()[1]


@dataclass(frozen=True)
class Embedded:
    """The embedded platform on the small sample; ``keys`` by brand and role."""

    base_url: str
    keys: dict[tuple[int, str], str]
    data: Path

    def api(self, brand: int = 1, role: str = "owner", *, key_of: int | None = None) -> Api:
        """A client for a brand, with the key of a role, or with the key of another brand."""
        return Api(self.base_url, brand, self.keys[key_of or brand, role])


@pytest.fixture(scope="session")
def embedded(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Embedded]:
    """One real platform for all tests, in a process of its own."""
    data = tmp_path_factory.mktemp("platform")
    if "FUNNELDESK_TEST_SAMPLE" in os.environ:
        shutil.copytree(os.environ["FUNNELDESK_TEST_SAMPLE"], data, dirs_exist_ok=True)
    command = ("serve", "--data", str(data), "--port", "0", "--sample", "small")
    with subprocess.Popen(
        [sys.executable, "-m", "funneldesk", *command], stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        told = json.loads(process.stdout.readline())
        keys = {(key["brand"], key["role"]): key["key"] for key in told["keys"]}
        yield Embedded(told["base_url"], keys, data)
        process.terminate()
        process.wait(10)
