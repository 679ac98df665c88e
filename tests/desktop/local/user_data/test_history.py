"""Versions of records: what is kept, what it costs, and what makes room for what."""

import random
import sqlite3
from collections.abc import AsyncIterator, Iterator
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from funneldesk.desktop.local.database.database_kinds import work_path
from funneldesk.desktop.local.database.schema import migrate
from funneldesk.desktop.local.database.work_schema import WORK_MIGRATIONS
from funneldesk.desktop.local.store import LocalStore
from funneldesk.desktop.local.user_data import history
from funneldesk.desktop.local.user_data.chunks import LONGEST, cut
from funneldesk.desktop.local.user_data.history import RANKS

ANY_TEXT = st.text(st.characters(exclude_categories=()))
PAGE = "".join(f'<section id="s{n}"><p>Paragraph number {n * n}</p></section>' for n in range(3500))


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[LocalStore]:
    opened = await LocalStore.open(tmp_path / "one.sqlite3")
    yield opened
    await opened.close()


@contextmanager
def database() -> Iterator[sqlite3.Connection]:
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as connection:
        migrate(connection, WORK_MIGRATIONS)
        yield connection


@given(st.binary(max_size=4000), st.integers(0, 60))
def test_pieces_joined_are_the_whole(data: bytes, times: int) -> None:
    whole = data * times
    pieces = cut(whole)
    assert b"".join(pieces) == whole
    assert all(0 < len(piece) <= LONGEST for piece in pieces)


def test_a_key_typed_into_a_page_leaves_nearly_all_pieces_as_they_were() -> None:
    before = set(cut(PAGE.encode()))
    for place in (0, 100_000, len(PAGE)):
        after = cut((PAGE[:place] + "typed" + PAGE[place:]).encode())
        assert sum(piece not in before for piece in after) <= 3


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    content=st.dictionaries(
        ANY_TEXT,
        st.none() | st.booleans() | st.integers() | ANY_TEXT | ANY_TEXT.map(lambda t: t * 700),
        max_size=6,
    )
)
async def test_any_content_comes_back(store: LocalStore, content: dict[str, object]) -> None:
    await store.keep_version("pages", "1", "typed", {"before": True}, who="you")
    key = await store.keep_version("pages", "1", "saved", content, who="you")
    newest = (await store.versions("pages", "1"))[0]
    assert key in (None, newest.key)
    assert await store.version(newest.key) == content
    await store.keep_version("pages", "1", "saved", {"after": True}, who="you")


async def test_a_version_tells_who_when_what_and_how_large(store: LocalStore) -> None:
    began = datetime.now(UTC)
    await store.keep_version("pages", "1", "opened", {"html": PAGE, "n": 1}, who="platform")
    content = {"html": PAGE + "x", "n": 1, "css": ""}
    key = await store.keep_version("pages", "1", "saved", content, who="you", about="Published")
    newest, first = await store.versions("pages", "1")
    assert (newest.key, newest.kind, newest.who, newest.about) == (key, "saved", "you", "Published")
    assert set(newest.changed) == {"html", "css"}
    assert (first.changed, first.who) == ((), "platform")
    assert began <= first.at <= newest.at <= datetime.now(UTC)
    assert newest.bytes >= len(PAGE)


async def test_an_equal_version_is_not_kept_twice_but_counts_for_more(store: LocalStore) -> None:
    assert await store.keep_version("pages", "1", "typed", {"a": 1}, who="you") is not None
    assert await store.keep_version("pages", "1", "saved", {"a": 1}, who="you") is None
    assert await store.keep_version("pages", "1", "typed", {"a": 1}, who="you") is None
    assert await store.keep_version("pages", "2", "typed", {"a": 1}, who="you") is not None
    assert [version.kind for version in await store.versions("pages", "1")] == ["saved"]


async def test_a_hundred_versions_of_a_large_page_cost_little(store: LocalStore) -> None:
    assert len(PAGE) > 200_000
    await store.keep_version("pages", "1", "saved", {"html": PAGE}, who="you")
    alone = await store.history_size()
    for number in range(100):
        html = PAGE[: number * 2000] + f"edit {number}" + PAGE[number * 2000 :]
        await store.keep_version("pages", "1", "saved", {"html": html}, who="you")
    assert await store.history_size() < 12 * alone
    assert await store.history_size() < 2 * len(PAGE)


async def test_the_budget_holds_and_the_newest_stay(store: LocalStore) -> None:
    await store.set_history_budget(60_000)
    for number in range(80):
        text = "".join(chr(33 + (number * n * n) % 90) for n in range(3000))
        await store.keep_version("pages", str(number % 4), "saved", {"html": text}, who="you")
        assert await store.history_size() <= 60_000
    left = [v.key for id in "0123" for v in await store.versions("pages", id)]
    assert sorted(left) == list(range(81 - len(left), 81))
    await store.set_history_budget(0)
    assert await store.history_size() == 0
    assert await store.histories("pages") == []


kinds = st.sampled_from(sorted(RANKS))
versions = st.lists(st.tuples(st.sampled_from("abc"), kinds, st.integers(0, 40)), max_size=40)


@given(versions, st.sets(st.sampled_from("abc")), st.integers(0, 12_000))
def test_the_oldest_of_the_least_important_go_first(
    made: list[tuple[str, str, int]], unsaved: set[str], budget: int
) -> None:
    with database() as connection:
        for id in unsaved:
            row = ("pages", id, "2026-01-01", "{}")
            connection.execute("INSERT INTO drafts VALUES (?, ?, ?, ?)", row)
        for id, kind, number in made:
            text = f"{number} text " * 200
            history.keep(connection, "pages", id, kind, {"html": text}, "you", "")
        before = _kept(connection)
        while history.prune(connection, budget):
            pass
        after = _kept(connection)
        gone = [version for version in before if version not in after]
        newest = {id: max((v[1] for v in before if v[2] == id), default=0) for id in unsaved}
        spared = [v for v in after if newest.get(v[2]) == v[1]]
        others = [v for v in after if v not in spared]
        assert all(newest.get(v[2]) != v[1] for v in gone)
        assert max(gone, default=(0, 0)) < min((v[:2] for v in others), default=(9, 9**9))
        assert history.weight(connection) <= budget or not others
        assert history.weight(connection) == _weighed(connection)
        for _, key, _ in after:
            assert history.content(connection, key)["html"].endswith("text ")


def _kept(connection: sqlite3.Connection) -> list[tuple[int, int, str]]:
    return connection.execute("SELECT rank, key, id FROM versions ORDER BY rank, key").fetchall()


def _weighed(connection: sqlite3.Connection) -> int:
    queries = ("SELECT sum(length(data)) FROM chunks", "SELECT sum(weight) FROM versions")
    return sum(connection.execute(query).fetchone()[0] or 0 for query in queries)


async def test_what_makes_room_gives_the_disk_back(store: LocalStore) -> None:
    work = work_path(store.path)

    async def on_disk() -> int:
        checkpoint = "PRAGMA wal_checkpoint(TRUNCATE)"
        await store._work.thread.read(lambda c: c.execute(checkpoint).fetchall())
        return work.stat().st_size

    for number in range(12):
        noise = random.Random(number).randbytes(500_000).decode("latin-1")
        await store.keep_version("pages", "1", "saved", {"html": noise}, who="you")
    assert await on_disk() > 8_000_000
    await store.set_history_budget(500_000)
    assert await on_disk() < 6_000_000


async def test_ten_thousand_versions_are_listed_at_once_and_cost_no_memory(
    store: LocalStore,
) -> None:
    def fill(connection: sqlite3.Connection) -> None:
        for number in range(10_000):
            content = {"html": f"{PAGE[:3000]}{number}", "title": f"Version {number}"}
            history.keep(connection, "pages", str(number // 2000), "typed", content, "you", "")

    await store._work.thread.write(fill)
    listed = await store.versions("pages", "3")
    assert len(listed) == 2000
    assert (await store.version(listed[0].key))["title"] == "Version 7999"
    assert [(h.id, h.count) for h in await store.histories("pages")] == [
        (str(n), 2000) for n in (4, 3, 2, 1, 0)
    ]


async def test_a_new_record_keeps_its_history_when_it_is_created(store: LocalStore) -> None:
    await store.keep_version("pages", "new:1", "typed", {"a": 1}, who="you")
    await store.adopt_history("pages", "new:1", "12")
    await store.keep_version("pages", "12", "saved", {"a": 2}, who="you")
    assert [v.kind for v in await store.versions("pages", "12")] == ["saved", "typed"]
    assert await store.versions("pages", "new:1") == []
    await store.forget_history("pages", "12")
    assert await store.history_size() == 0


async def test_versions_are_rescued_from_around_the_damage(store: LocalStore) -> None:
    path = store.path
    for number in range(300):
        content = {"html": f"<p>{number}</p>" * 700}
        await store.keep_version("pages", str(number), "saved", content, who="you")
    await store.close()
    work = work_path(path)
    raw = bytearray(work.read_bytes())
    middle = len(raw) // 2 // 4096 * 4096
    raw[middle : middle + 4096] = b"\xff" * 4096
    work.write_bytes(raw)
    again = await LocalStore.open(path)
    assert again.asides
    rescued = await again.histories("pages")
    assert len(rescued) > 100
    for each in rescued:
        assert (await again.version(each.newest))["html"] == f"<p>{each.id}</p>" * 700
    await again.close()
