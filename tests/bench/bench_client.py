"""The typed client against stock httpx with pydantic: lists of 25 rows, ten callers at once.

Both read the same bytes from a server in a process of its own and make the same models of them.
The typed client keeps its own rules meanwhile: six calls in flight, errors, limits, the hidden key.
"""

import asyncio
import json
import subprocess
import sys
import time
from collections.abc import Awaitable, Callable

import httpx
from measure import Aim, done, machine, paired, report, size
from pydantic import BaseModel, TypeAdapter

from funneldesk.client import Api
from funneldesk.contract.pages import PageSummary
from funneldesk.contract.parts import ACCESS_HEADER

CALLS = size(1_000, 50)
CALLERS = 10
ROWS = 25
PATH = "/api/brands/1/pages/all"
KEY = "fd_1_benchmark"

Call = Callable[[], Awaitable[list[PageSummary]]]


class Listed(BaseModel):
    """The envelope of ``pages/all``, as one would write it by hand."""

    data: list[PageSummary]


def answer() -> bytes:
    """What the reference server says to everything."""
    rows = [
        {
            "id": number,
            "name": f"Autumn offer {number}",
            "slug": f"autumn-offer-{number}",
            "status": "published",
            "type": "landing",
            "domain_id": None,
            "funnel_id": number % 4,
            "folder_id": None,
            "is_index": False,
            "updated_at": "2026-10-01T10:00:00Z",
            "created_at": "2026-09-01T10:00:00Z",
        }
        for number in range(ROWS)
    ]
    body = json.dumps({"data": rows}).encode()
    head = f"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: {len(body)}\r\n"
    return head.encode() + b"\r\n" + body


class Reference(asyncio.Protocol):
    """The least that a server can do, so that the clients are what is measured."""

    said = answer()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self.line = transport
        self.heard = b""

    def data_received(self, data: bytes) -> None:
        self.heard += data
        while b"\r\n\r\n" in self.heard:
            self.heard = self.heard.partition(b"\r\n\r\n")[2]
            self.line.write(self.said)


async def serve() -> None:
    """Run the reference server; its port is the first line of the output."""
    server = await asyncio.get_running_loop().create_server(Reference, "127.0.0.1", 0)
    print(server.sockets[0].getsockname()[1], flush=True)
    await server.serve_forever()


async def calls_a_second(call: Call) -> float:
    """The rate of ``CALLS`` calls by ``CALLERS`` callers at once."""
    left = iter(range(CALLS))

    async def caller() -> None:
        for _ in left:
            assert len(await call()) == ROWS

    started = time.perf_counter()
    await asyncio.gather(*(caller() for _ in range(CALLERS)))
    return CALLS / done(time.perf_counter() - started, requests=CALLS)


def compare(base_url: str) -> bool:
    """Measure both in one event loop, in turn; True: the aim is met."""
    listed = TypeAdapter(Listed)
    headers = {"Accept": "application/json", ACCESS_HEADER: KEY}
    with asyncio.Runner() as runner:
        api = Api(base_url, 1, KEY)
        stock = httpx.AsyncClient(base_url=base_url, headers=headers)

        async def by_hand() -> list[PageSummary]:
            response = await stock.get(PATH)
            response.raise_for_status()
            return listed.validate_json(response.content).data

        assert runner.run(api.pages.list()) == runner.run(by_hand())
        pairs = paired(
            lambda: runner.run(calls_a_second(api.pages.list)),
            lambda: runner.run(calls_a_second(by_hand)),
        )
        runner.run(api.aclose())
        runner.run(stock.aclose())
    return report(
        f"Lists of {ROWS} rows, {CALLERS} callers at once, calls a second",
        pairs,
        unit="/s",
        names=("typed client", "stock httpx with pydantic"),
        aim=Aim(at_least=2.0, strive=3.0),
        digits=0,
    )


def main() -> int:
    """Measure, print, and answer with 1 when the aim is not met."""
    print(machine())
    with subprocess.Popen(
        [sys.executable, __file__, "serve"], stdout=subprocess.PIPE, text=True
    ) as server:
        assert server.stdout is not None
        try:
            met = compare(f"http://127.0.0.1:{int(server.stdout.readline())}")
        finally:
            server.terminate()
    return 0 if met else 1


if __name__ == "__main__":
    serving = sys.argv[1:] == ["serve"]
    sys.exit(asyncio.run(serve()) if serving else main())
