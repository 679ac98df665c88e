"""Which lists of a brand are known whole, where several sections read theirs at once."""

import asyncio

from tests.desktop.support.live_server import LiveBrand
from tests.desktop.support.window_bench import WindowBench, in_the_window

from funneldesk.desktop.assets.copies.brand_copies import PARTS, BrandCopies


@in_the_window
async def test_lists_that_are_read_side_by_side_are_all_known(
    bench: WindowBench, brand: LiveBrand
) -> None:
    copies = (await bench.workspace(brand)).shared(BrandCopies)
    await asyncio.gather(*(copies.leave(part) for part in PARTS))
    assert await copies.listed() == frozenset(PARTS)
