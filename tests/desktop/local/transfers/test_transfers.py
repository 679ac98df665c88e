"""What is kept of transfers on this computer: whole jobs or none, and never more than needed."""

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path

from funneldesk.desktop.local.store import LocalStore
from funneldesk.desktop.local.transfers.schema import spool_path, transfers_path
from funneldesk.desktop.local.transfers.transfers import MOST_ENDED, SLICE, KeptItem, TransferStore


@asynccontextmanager
async def opened(cache: Path) -> AsyncIterator[TransferStore]:
    store = TransferStore(cache)
    await store.open()
    yield store
    await store.close()


def items(count: int) -> Iterator[KeptItem]:
    for number in range(count):
        yield KeptItem(number, "waiting", 0, {"name": f"ü{number}"}, {}, {"state": "waiting"})


async def all_items(store: TransferStore, job: int) -> list[KeptItem]:
    return [item async for piece in store.items(job) for item in piece]


async def kept(cache: Path, count: int) -> int:
    async with opened(cache) as store:
        key = await store.add("upload", "main", "Many", {"folders": ["a"]}, items(count))
        changed = KeptItem(1, "sending", 2, {}, {"sha256": "00"}, {"state": "waiting"})
        await store.note(key, [changed])
        return key


def test_a_job_comes_back_whole_with_its_items_in_order(tmp_path: Path) -> None:
    cache = tmp_path / "c.sqlite3"
    count = 2 * SLICE + 3

    async def look() -> None:
        key = await kept(cache, count)
        async with opened(cache) as store:
            (job,) = await store.jobs()
            assert (job.key, job.state, job.lane, job.about) == (
                key,
                "waiting",
                "main",
                {"folders": ["a"]},
            )
            assert job.counts == {"waiting": count - 1, "sending": 1}
            found = await all_items(store, key)
            assert [item.number for item in found] == list(range(count))
            assert found[1].task == {"name": "ü1"}
            assert (found[1].state, found[1].tries, found[1].note) == (
                "sending",
                2,
                {"sha256": "00"},
            )

    asyncio.run(look())


def test_a_job_whose_items_never_all_came_was_promised_to_nobody(tmp_path: Path) -> None:
    cache = tmp_path / "c.sqlite3"

    class PowerCut(Exception):
        pass

    def cut_short() -> Iterator[KeptItem]:
        yield from items(SLICE + 1)
        raise PowerCut

    async def look() -> None:
        async with opened(cache) as store:
            with suppress(PowerCut):
                await store.add("upload", "main", "Many", {}, cut_short())
            assert await store.jobs() == []
        async with opened(cache) as store:
            assert await store.jobs() == []
        with sqlite3.connect(transfers_path(cache)) as connection:
            assert connection.execute("SELECT count(*) FROM items").fetchone() == (0,)
        connection.close()

    asyncio.run(look())


def test_of_ended_jobs_the_newest_stay(tmp_path: Path) -> None:
    async def look() -> None:
        async with opened(tmp_path / "c.sqlite3") as store:
            keys = [
                await store.add("upload", "main", str(n), {}, items(2))
                for n in range(MOST_ENDED + 3)
            ]
            for key in keys[1:]:
                await store.set_state(key, "ended")
            assert [job.key for job in await store.jobs()] == [keys[0], *keys[3:]]
            assert await all_items(store, keys[1]) == []
            await store.forget(keys[0])
            assert await all_items(store, keys[0]) == []

    asyncio.run(look())


def test_removing_a_brand_removes_its_transfers_and_their_copies(tmp_path: Path) -> None:
    cache = tmp_path / "c.sqlite3"

    async def look() -> None:
        await (await LocalStore.open(cache)).close()
        await kept(cache, 3)
        spool_path(cache).mkdir()
        (spool_path(cache) / "copy.webp").write_bytes(b"x")
        await LocalStore.remove(cache)

    asyncio.run(look())
    assert list(tmp_path.iterdir()) == []


def test_a_damaged_file_is_set_aside_with_what_can_be_read(tmp_path: Path) -> None:
    cache = tmp_path / "c.sqlite3"

    async def look() -> None:
        key = await kept(cache, 3 * SLICE)
        place = transfers_path(cache)
        raw = bytearray(place.read_bytes())
        raw[len(raw) // 2 : len(raw) // 2 + 4096] = b"\xa5" * 4096
        place.write_bytes(raw)
        place.with_name(place.name + ".suspect").touch()
        store = TransferStore(cache)
        aside = await store.open()
        assert aside is not None
        found = await all_items(store, key)
        assert SLICE < len(found) <= 3 * SLICE
        await store.close()

    asyncio.run(look())
