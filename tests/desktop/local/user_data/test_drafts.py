"""Drafts of long texts are kept by their changes, and are always what was typed."""

import asyncio
import sqlite3
import threading
from collections.abc import AsyncIterator
from contextlib import closing
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from funneldesk.desktop.local.database.database_kinds import work_path
from funneldesk.desktop.local.files.problems import LocalStoreProblem
from funneldesk.desktop.local.store import LocalStore
from funneldesk.desktop.local.user_data.draft_texts import LARGEST_CHANGE
from funneldesk.desktop.local.user_data.text_delta import difference
from funneldesk.desktop.local.user_data.work import WorkStore

ANY_TEXT = st.text(st.characters(exclude_categories=()))
LONG = "<p>Summer \ud83d\0 sale\r\n</p>" * 400


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[LocalStore]:
    opened = await LocalStore.open(tmp_path / "one.sqlite3")
    yield opened
    await opened.close()


async def kept(store: LocalStore, id: str = "1") -> object:
    draft = await store.draft("pages", id)
    return draft.content if draft is not None else None


async def bytes_written(store: LocalStore) -> int:
    """What lies in the log of the work's file: everything since it was last emptied."""
    work = work_path(store.path)
    return work.with_name(work.name + "-wal").stat().st_size


@given(ANY_TEXT, ANY_TEXT)
def test_a_difference_makes_the_new_text_of_the_old(old: str, new: str) -> None:
    start, stop, fresh = difference(old, new)
    assert old[:start] + fresh + old[stop:] == new


steps = st.lists(
    st.tuples(st.floats(0, 1), st.integers(0, 3000), st.sampled_from(["", "x", "\ud800", LONG])),
    max_size=12,
)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(steps=steps, short=ANY_TEXT)
async def test_whatever_is_typed_the_draft_is_the_text(
    store: LocalStore, steps: list[tuple[float, int, str]], short: str
) -> None:
    text = LONG
    for place, length, fresh in steps:
        start = int(place * len(text))
        text = text[:start] + fresh + text[start + length :]
        content = {"fields": {"html": text, "title": short}, "list": [text, {"a": None}]}
        await store.save_draft("pages", "1", content, {"html": LONG})
        assert await kept(store) == content


async def test_a_key_in_a_long_page_costs_little_disk(store: LocalStore) -> None:
    text = "".join(f"<p>Paragraph {n}</p>" for n in range(50_000))
    base = {"html": text}
    await store.save_draft("pages", "1", {"fields": {"html": text}}, base)
    before = await bytes_written(store)
    for number in range(20):
        typed = text[: 500_000 + number] + "xy" + text[500_000 + number :]
        await store.save_draft("pages", "1", {"fields": {"html": typed}}, base)
    assert await bytes_written(store) - before < 20 * 40_000
    assert await kept(store) == {"fields": {"html": typed}}


async def test_a_large_change_is_a_new_whole(store: LocalStore) -> None:
    await store.save_draft("pages", "1", {"html": LONG}, {})
    pasted = LONG + "y" * (LARGEST_CHANGE + 1)
    await store.save_draft("pages", "1", {"html": pasted}, {})
    with closing(sqlite3.connect(work_path(store.path))) as other:
        assert other.execute("SELECT count(*) FROM draft_changes").fetchone() == (0,)
    await store.save_draft("pages", "1", {"html": pasted + "z"}, {})
    assert await kept(store) == {"html": pasted + "z"}


async def test_a_text_that_is_long_no_more_is_kept_too(store: LocalStore) -> None:
    await store.save_draft("pages", "1", {"html": LONG, "css": LONG}, {})
    await store.save_draft("pages", "1", {"html": "short", "css": LONG}, {})
    assert await kept(store) == {"html": "short", "css": LONG}
    await store.save_draft("pages", "1", {"html": LONG}, {})
    assert await kept(store) == {"html": LONG}


async def test_two_windows_on_one_draft_never_mix_their_texts(store: LocalStore) -> None:
    other = await LocalStore.open(store.path)
    for number in range(6):
        writer, word = (store, "mine") if number % 2 else (other, "theirs")
        text = LONG[: 3000 + number] + word * number + LONG[3000:]
        await writer.save_draft("pages", "1", {"html": text}, {"by": word})
        for reader in (store, other):
            draft = await reader.draft("pages", "1")
            assert draft is not None
            assert (draft.content, draft.base) == ({"html": text}, {"by": word})
    await other.close()


async def test_a_write_that_failed_leaves_the_next_one_whole(tmp_path: Path) -> None:
    store = WorkStore(tmp_path / "one.work.sqlite3")
    await store.open()
    await store.save_draft("pages", "1", {"html": LONG}, {"base": 1})
    await store.thread.read(lambda c: c.execute("PRAGMA query_only = ON").fetchall())
    with pytest.raises(LocalStoreProblem):
        await store.save_draft("pages", "1", {"html": "x" * 5000}, {"base": 2})
    await store.thread.read(lambda c: c.execute("PRAGMA query_only = OFF").fetchall())
    await store.save_draft("pages", "1", {"html": "x" * 5001}, {"base": 2})
    draft = await store.draft("pages", "1")
    assert draft is not None
    assert (draft.content, draft.base) == ({"html": "x" * 5001}, {"base": 2})
    await store.thread.close()


async def test_a_dropped_draft_leaves_nothing_behind(store: LocalStore) -> None:
    await store.save_draft("pages", "1", {"html": LONG}, {"html": LONG})
    await store.drop_draft("pages", "1")
    with closing(sqlite3.connect(work_path(store.path))) as other:
        for table in ("drafts", "draft_bases", "draft_texts", "draft_changes"):
            assert other.execute(f"SELECT count(*) FROM {table}").fetchone() == (0,)
    await store.save_draft("pages", "1", {"html": LONG + "x"}, {})
    assert await kept(store) == {"html": LONG + "x"}


async def test_drafts_of_the_first_version_are_taken_over(store: LocalStore) -> None:
    await store.close()
    with closing(sqlite3.connect(store.path)) as former:
        former.execute(
            "INSERT INTO drafts VALUES ('pages', '7', '2026-01-01T00:00:00+00:00',"
            """ '{"fields":{"html":"typed"}}', '{"html":"base"}')"""
        )
        former.commit()
    for _ in range(2):
        again = await LocalStore.open(store.path)
        draft = await again.draft("pages", "7")
        assert draft is not None
        assert (draft.content, draft.base) == ({"fields": {"html": "typed"}}, {"html": "base"})
        await again.close()


async def test_a_draft_is_not_held_up_by_the_local_copy(store: LocalStore) -> None:
    """A long write to the copy is under way: what is typed is durable before it ends."""
    gate = threading.Event()
    listing = asyncio.create_task(store._thread.write(lambda _: gate.wait(20)))
    await asyncio.sleep(0)
    await store.save_draft("pages", "1", {"html": LONG}, {})
    await store.keep_version("pages", "1", "typed", {"html": LONG}, who="you")
    assert not listing.done()
    gate.set()
    assert await listing


async def test_drafts_wait_for_the_disk(store: LocalStore) -> None:
    def told(connection: sqlite3.Connection) -> list[object]:
        names = ("journal_mode", "synchronous")
        return [connection.execute(f"PRAGMA {name}").fetchone()[0] for name in names]

    assert await store._work.thread.read(told) == ["wal", 2]
