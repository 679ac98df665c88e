"""Work that exists nowhere else lies with the drafts, not in the cache that may be thrown away."""

import asyncio
from pathlib import Path

import pytest

from funneldesk.desktop.local.database.database_kinds import draft_copy_path, work_path
from funneldesk.desktop.local.store import LocalStore

QUEUE = [{"code": "A1", "state": "waiting", "text": "It is on its way. é"}]


def files_of(path: Path) -> list[Path]:
    """A database and what lies beside it."""
    return [each for each in path.parent.iterdir() if each.name.startswith(f"{path.name}")]


async def saved(path: Path, name: str = "tickets.outbox") -> object:
    """What the next start of the program finds."""
    store = await LocalStore.open(path)
    try:
        return await store.saved_work(name)
    finally:
        await store.close()


async def save(path: Path) -> None:
    store = await LocalStore.open(path)
    await store.save_work("tickets.outbox", QUEUE)
    await store.close()


@pytest.mark.parametrize("lost", ["cache", "work", "copy"])
def test_saved_work_survives_the_loss_of_any_one_file(tmp_path: Path, lost: str) -> None:
    path = tmp_path / "one.sqlite3"
    asyncio.run(save(path))
    work = work_path(path)
    for file in files_of({"cache": path, "work": work, "copy": draft_copy_path(work)}[lost]):
        file.unlink()
    assert asyncio.run(saved(path)) == QUEUE


@pytest.mark.parametrize("damaged", ["work", "copy"])
def test_saved_work_survives_a_changed_byte(tmp_path: Path, damaged: str) -> None:
    path = tmp_path / "one.sqlite3"
    asyncio.run(save(path))
    file = work_path(path) if damaged == "work" else draft_copy_path(work_path(path))
    data = bytearray(file.read_bytes())
    place = data.index(b"on its way")
    data[place] = ord("X")
    file.write_bytes(data)
    assert asyncio.run(saved(path)) == QUEUE


def test_what_an_earlier_version_left_in_the_cache_moves_once(tmp_path: Path) -> None:
    path = tmp_path / "one.sqlite3"

    async def earlier() -> None:
        store = await LocalStore.open(path)
        await store.put_value("tickets.outbox", QUEUE)
        await store.close()

    asyncio.run(earlier())
    assert asyncio.run(saved(path)) == QUEUE
    for file in files_of(path):
        file.unlink()
    assert asyncio.run(saved(path)) == QUEUE


def test_dropped_work_does_not_come_back(tmp_path: Path) -> None:
    path = tmp_path / "one.sqlite3"

    async def dropped() -> None:
        store = await LocalStore.open(path)
        await store.put_value("tickets.outbox", QUEUE)
        await store.save_work("tickets.outbox", [])
        await store.drop_work("tickets.outbox")
        await store.close()

    asyncio.run(dropped())
    assert asyncio.run(saved(path)) is None


def test_saved_work_is_no_draft(tmp_path: Path) -> None:
    async def drafts() -> int:
        store = await LocalStore.open(tmp_path / "one.sqlite3")
        await store.save_work("tickets.outbox", QUEUE)
        await store.save_draft("pages", "1", {"title": "x"}, {})
        found = await store.drafts()
        await store.close()
        return len(found)

    assert asyncio.run(drafts()) == 1
