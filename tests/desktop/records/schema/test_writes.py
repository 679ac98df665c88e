"""Changes of a set-up follow each other, whatever the first one waits for."""

import asyncio

from tests.desktop.support.live_server import LiveBrand
from tests.desktop.support.window_bench import WindowBench, in_the_window, turns

from funneldesk.client import Api
from funneldesk.desktop.records.schema.writes import SchemaWrites


@in_the_window
async def test_of_two_changes_at_once_the_last_stays(bench: WindowBench, brand: LiveBrand) -> None:
    came = asyncio.Event()
    sent: list[str] = []

    async def slow(_api: Api) -> None:
        await came.wait()
        sent.append("slow")

    async def quick(_api: Api) -> None:
        sent.append("quick")

    async def learn() -> None:
        sent.append("learnt")

    writes = SchemaWrites(await bench.workspace(brand), "crm", learn)
    both = asyncio.gather(writes.send(slow), writes.send(quick))
    await turns()
    assert sent == []
    came.set()
    await both
    assert sent == ["slow", "learnt", "quick", "learnt"]
