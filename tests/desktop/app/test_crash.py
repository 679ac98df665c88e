"""Kill -9 and power cuts while one types: at most a quarter of a second is lost, none torn."""

import asyncio
import random
import shutil
from pathlib import Path

import pytest
from tests.desktop.support.killed_writer import FIRST, PROMISE, Writer, last_kept, page_html
from tests.desktop.support.live_server import LiveBrand

from funneldesk.desktop.local.database.database_kinds import work_path
from funneldesk.desktop.local.store import LocalStore

BUSY = 0.15
"""Seconds that a computer which runs other tests beside may take longer."""
LONG_LIFE, NUMBERS, MOST_OF_IT = 2.0, 30, 0.75
"""Seconds of typing after so many numbers came through the web engine, however long it was kept
waiting for its turn, and the share of all that which may be lost: a draft that waits for a pause
loses the whole life. How soon keys are kept on a quiet machine is measured by ``bench_kills``."""


async def killed(
    brand: LiveBrand,
    home: Path,
    lives: list[str],
    size: int,
    at_least: float = FIRST,
    numbers: int = 0,
) -> tuple[list[tuple[float, float]], int]:
    """The seconds lost in each life and how long one typed, and the last number that was kept."""
    html = page_html(size)
    page = await brand.add("Written", html=html)
    where = {"home": str(home), "base_url": brand.base_url, "brand": brand.number}
    writer = Writer({**where, "key": brand.key(), "page": str(page.id)})
    chance, lost, last = random.Random(4), [], 0
    try:
        for hand in lives:
            life = await asyncio.to_thread(
                writer.live, chance, hand, at_least=at_least, numbers=numbers
            )
            last = await last_kept(home / "one.sqlite3", str(page.id), html)
            lost.append((life.lost(last), life.killed - life.typed[0][1]))
    finally:
        writer.end()
    return lost, last


async def test_a_window_killed_at_any_moment_loses_at_most_a_quarter_of_a_second(
    brand: LiveBrand, tmp_path: Path
) -> None:
    lost, last = await killed(brand, tmp_path, ["mirror"] * 6, 200_000)
    assert last >= 12, "hardly anything was typed: nothing is shown"
    assert max(seconds for seconds, _ in lost) <= PROMISE + BUSY


async def test_real_keys_in_the_real_editor_are_kept_while_one_types(
    brand: LiveBrand, tmp_path: Path
) -> None:
    for number in range(2):
        home = tmp_path / str(number)
        home.mkdir()
        ((lost, typed),), last = await killed(brand, home, ["keys"], 20_000, LONG_LIFE, NUMBERS)
        assert last >= 2
        assert lost <= typed * MOST_OF_IT


@pytest.mark.parametrize("seed", range(6))
async def test_a_log_torn_behind_the_last_word_kept_gives_that_word(
    tmp_path: Path, seed: int
) -> None:
    """What a power cut leaves: all that was durable when a draft was reported kept, and of what
    was written later any blocks at all, whole, old or rubbish."""
    chance = random.Random(seed)
    store = await LocalStore.open(tmp_path / "one.sqlite3")
    work = work_path(store.path)
    log = work.with_name(work.name + "-wal")
    text = page_html(60_000)
    for round in range(12):
        place = chance.randrange(len(text))
        text = text[:place] + chance.choice("xyz") * chance.choice((1, 9, 4000)) + text[place:]
        await store.save_draft("pages", "1", {"html": text}, {"round": seed})
        durable = log.stat().st_size
        kept = text
        for _ in range(chance.randrange(4)):
            text += "later" * chance.choice((1, 800))
            await store.save_draft("pages", "1", {"html": text}, {"round": seed})
        folder = tmp_path / str(round)
        folder.mkdir()
        for file in (work, store.path):
            shutil.copy(file, folder / file.name)
        whole = log.read_bytes()
        (folder / log.name).write_bytes(whole[:durable] + _torn(whole[durable:], chance))
        again = await LocalStore.open(folder / "one.sqlite3")
        assert again.asides == ()
        draft = await again.draft("pages", "1")
        assert draft is not None
        assert str(draft.content["html"]).startswith(kept)
        assert text.startswith(str(draft.content["html"]))
        await again.close()
    await store.close()


@pytest.mark.parametrize("seed", range(4))
async def test_a_checkpoint_torn_in_the_middle_loses_nothing(tmp_path: Path, seed: int) -> None:
    """The log is durable before its pages move into the database: any mix of old and new pages
    there is mended by it."""
    chance = random.Random(seed)
    store = await LocalStore.open(tmp_path / "one.sqlite3")
    work = work_path(store.path)
    log = work.with_name(work.name + "-wal")
    text = page_html(60_000)
    for number in range(20):
        await store.save_draft("pages", str(number % 3), {"html": text + str(number)}, {})
        await store.keep_version("pages", "1", "saved", {"html": text * number}, who="you")
    old, wal = work.read_bytes(), log.read_bytes()
    await store._work.thread.read(lambda c: c.execute("PRAGMA wal_checkpoint(FULL)").fetchall())
    new = work.read_bytes()
    await store.close()
    for round in range(8):
        folder = tmp_path / str(round)
        folder.mkdir()
        shutil.copy(store.path, folder / store.path.name)
        old_or_new = (
            (old if chance.random() < 0.5 else new)[at : at + 512].ljust(512, b"\0")
            for at in range(0, len(new), 512)
        )
        (folder / work.name).write_bytes(b"".join(old_or_new))
        (folder / log.name).write_bytes(wal)
        again = await LocalStore.open(folder / "one.sqlite3")
        assert again.asides == ()
        found = {draft.id: draft.content["html"] for draft in await again.drafts()}
        assert found == {str(n % 3): text + str(n) for n in (17, 18, 19)}
        newest = (await again.versions("pages", "1"))[0]
        assert (await again.version(newest.key))["html"] == text * 19
        await again.close()


def _torn(tail: bytes, chance: random.Random) -> bytes:
    """Blocks of a sector each: written, left out or rubbish; and then an end somewhere."""
    torn = bytearray(tail)
    for at in range(0, len(tail), 512):
        fate = chance.random()
        if fate < 0.3:
            torn[at : at + 512] = bytes(len(torn[at : at + 512]))
        elif fate < 0.5:
            torn[at : at + 512] = chance.randbytes(len(torn[at : at + 512]))
    return bytes(torn[: chance.randrange(len(torn) + 1)])
