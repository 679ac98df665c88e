"""What the local copy of a brand keeps, forgets and tells."""

import asyncio
import random
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from funneldesk.desktop.local.cache.records import CachedRow, Coverage
from funneldesk.desktop.local.store import SLICE, LocalStore
from funneldesk.desktop.local.user_data.drafts import is_new_id, new_draft_id

EARLY, LATE = "2026-01-01T00:00:00Z", "2026-02-01T00:00:00Z"


def row(id: str, updated_at: str = EARLY, name: str = "") -> CachedRow:
    name = name or f"Page {id}"
    return CachedRow(id, {"id": id, "name": name}, updated_at, {"name": name})


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[LocalStore]:
    opened = await LocalStore.open(tmp_path / "brands" / "one.sqlite3")
    yield opened
    await opened.close()


async def names(store: LocalStore, part: str = "pages") -> list[str]:
    return [summary["name"] for summary in await store.listing(part)]


async def test_a_list_comes_back_in_its_order_after_a_restart(store: LocalStore) -> None:
    await store.replace_listing("pages", [row("9"), row("10"), row("1")])
    await store.replace_listing("funnels", [row("9", name="Funnel")])
    assert await store.close()
    again = await LocalStore.open(store.path)
    assert await names(again) == ["Page 9", "Page 10", "Page 1"]
    assert await names(again, "funnels") == ["Funnel"]
    assert await again.listing("products") == []
    await again.close()


async def test_limit_and_offset_cut_a_window_out_of_the_list(store: LocalStore) -> None:
    await store.replace_listing("pages", [row(str(n)) for n in range(10)])
    window = await store.listing("pages", limit=3, offset=4)
    assert [summary["id"] for summary in window] == ["4", "5", "6"]


async def test_a_new_list_drops_what_is_gone_but_never_a_draft(store: LocalStore) -> None:
    await store.replace_listing("pages", [row("1"), row("2")])
    await store.put_record("pages", "1", {"html": "x"}, {"name": "Gone soon"}, EARLY)
    await store.save_draft("pages", "1", {"html": "mine"}, {"html": "x"})
    await store.replace_listing("pages", [row("2")])
    assert await names(store) == ["Page 2"]
    assert await store.record("pages", "1") is None
    assert await store.search("pages", "Gone") == []
    draft = await store.draft("pages", "1")
    assert draft is not None
    assert draft.content == {"html": "mine"}


async def test_an_empty_list_empties_the_part_only(store: LocalStore) -> None:
    await store.replace_listing("pages", [row("1")])
    await store.replace_listing("funnels", [row("1", name="Funnel")])
    await store.replace_listing("pages", [])
    assert await names(store) == []
    assert await names(store, "funnels") == ["Funnel"]


async def test_of_two_rows_with_one_id_the_last_counts(store: LocalStore) -> None:
    await store.replace_listing("pages", [row("1", name="Old"), row("2"), row("1", name="New")])
    assert await names(store) == ["Page 2", "New"]
    assert [hit.id for hit in await store.search("pages", "New")] == ["1"]
    assert await store.search("pages", "Old") == []


async def test_a_record_is_fresh_while_its_time_is_the_lists(store: LocalStore) -> None:
    await store.replace_listing("pages", [row("1")])
    await store.put_record("pages", "1", {"html": "x", "updated_at": EARLY}, {})
    await store.replace_listing("pages", [row("1", EARLY, name="Moved")])
    record = await store.record("pages", "1")
    assert record is not None
    assert (record.body["html"], record.stale) == ("x", False)
    await store.replace_listing("pages", [row("1", LATE)])
    record = await store.record("pages", "1")
    assert record is not None
    assert (record.body["html"], record.stale) == ("x", True)
    await store.put_record("pages", "1", {"html": "y", "updated_at": LATE}, {})
    await store.replace_listing("pages", [row("1", LATE)])
    record = await store.record("pages", "1")
    assert record is not None
    assert (record.body["html"], record.stale) == ("y", False)
    assert record.fetched_at.tzinfo is not None


async def test_without_times_a_changed_row_makes_its_record_stale_for_good(
    store: LocalStore,
) -> None:
    await store.replace_listing("crm", [row("a", ""), row("b", "")])
    for id in ("a", "b"):
        await store.put_record("crm", id, {"x": 1}, {})
    for _ in range(2):
        await store.replace_listing("crm", [row("a", "", name="Renamed"), row("b", "")])
    stale = {id: record.stale for id in "ab" if (record := await store.record("crm", id))}
    assert stale == {"a": True, "b": False}


async def test_coverage_and_missing_bodies_speak_of_the_same_rows(store: LocalStore) -> None:
    assert await store.coverage("pages") == Coverage(0, 0)
    await store.replace_listing("pages", [row("old"), row("new", LATE), row("mid", EARLY + "5")])
    assert await store.missing_bodies("pages") == ["new", "mid", "old"]
    assert await store.missing_bodies("pages", 1) == ["new"]
    await store.put_record("pages", "new", {}, {}, LATE)
    await store.put_record("pages", "old", {}, {}, "an other time")
    await store.put_record("pages", "not listed", {}, {})
    assert await store.coverage("pages") == Coverage(2, 3)
    await store.replace_listing("pages", [row("old"), row("new", LATE), row("mid")])
    assert await store.coverage("pages") == Coverage(1, 3)
    assert set(await store.missing_bodies("pages")) == {"mid", "old"}


async def test_one_row_can_be_put_on_top_or_changed_in_its_place(store: LocalStore) -> None:
    await store.put_row("pages", row("1"))
    await store.put_row("pages", row("2"))
    await store.put_row("pages", row("1", LATE, name="Renamed"))
    assert await names(store) == ["Page 2", "Renamed"]
    assert [hit.snippet for hit in await store.search("pages", "renam")] == ["Renamed"]


async def test_forgetting_a_record_leaves_its_draft(store: LocalStore) -> None:
    await store.replace_listing("pages", [row("1")])
    await store.put_record("pages", "1", {}, {"html": "word " * 200})
    await store.save_draft("pages", "1", {"a": 1}, {})
    await store.forget("pages", "1")
    await store.forget("pages", "never there")
    assert await names(store) == []
    assert await store.record("pages", "1") is None
    assert await store.search(None, "word") == []
    assert await store.draft("pages", "1") is not None


async def test_a_large_list_comes_in_small_pieces(store: LocalStore) -> None:
    await store.replace_listing("pages", [row(str(n)) for n in range(1201)])
    pieces = [piece async for piece in store.slices("pages")]
    assert [len(piece) for piece in pieces] == [SLICE, SLICE, 201]
    assert [summary["id"] for piece in pieces for summary in piece] == [str(n) for n in range(1201)]


async def test_a_list_replaced_while_it_is_read_shows_no_row_twice(store: LocalStore) -> None:
    await store.replace_listing("pages", [row(str(n)) for n in range(1200)])
    seen: list[str] = []
    async for piece in store.slices("pages"):
        seen += [summary["id"] for summary in piece]
        await store.replace_listing("pages", [row(str(n)) for n in range(1300, 100, -1)])
    assert len(seen) == len(set(seen))
    assert set(seen) >= {str(n) for n in range(101, 1200)}


async def test_fifty_thousand_rows_replace_each_other(store: LocalStore) -> None:
    await store.replace_listing("pages", [row(str(n)) for n in range(50_000)])
    await store.replace_listing("pages", [row(str(n)) for n in range(49_999, 24_999, -1)])
    assert await store.coverage("pages") == Coverage(0, 25_000)
    assert (await store.listing("pages", limit=1))[0]["id"] == "49999"
    assert [hit.id for hit in await store.search("pages", "Page 44444")] == ["44444"]
    assert await store.search("pages", "Page 11111") == []


async def test_values_are_kept_by_name(store: LocalStore) -> None:
    assert await store.value("pages.view") is None
    assert await store.value("pages.view", {"sort": "name"}) == {"sort": "name"}
    await store.put_value("pages.view", {"sort": "date", "open": [1, None]})
    await store.put_value("pages.view", {"sort": "slug", "open": [2]})
    assert await store.value("pages.view") == {"sort": "slug", "open": [2]}


async def test_drafts_are_listed_newest_first_and_dropped(store: LocalStore) -> None:
    new = new_draft_id()
    await store.save_draft("pages", "1", {"title": "first"}, {"title": "base"})
    await store.save_draft("pages", new, {"title": "second"}, {})
    await store.save_draft("funnels", "1", {"title": "other"}, {})
    assert [draft.id for draft in await store.drafts("pages")] == [new, "1"]
    assert [draft.part for draft in await store.drafts()] == ["funnels", "pages", "pages"]
    assert [draft.is_new for draft in await store.drafts("pages")] == [True, False]
    assert await store.drop_draft("pages", new) is True
    assert await store.drop_draft("pages", new) is False
    assert [draft.id for draft in await store.drafts("pages")] == ["1"]
    assert is_new_id(new_draft_id())
    assert new_draft_id() != new_draft_id()


async def test_a_draft_is_what_it_was_when_it_was_handed_in(store: LocalStore) -> None:
    content = {"fields": [1, 2]}
    saving = store.save_draft("pages", "1", content, {})
    task = asyncio.create_task(saving)
    await asyncio.sleep(0)
    content["fields"].append(3)
    saved_at = await task
    draft = await store.draft("pages", "1")
    assert draft is not None
    assert draft.content == {"fields": [1, 2]}
    assert draft.saved_at == saved_at


json_values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False)
    | st.text(st.characters(exclude_categories=())),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=12,
)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.dictionaries(st.text(), json_values), st.dictionaries(st.text(), json_values))
async def test_any_json_survives_as_a_draft_and_as_a_record(
    store: LocalStore, content: dict[str, object], base: dict[str, object]
) -> None:
    await store.save_draft("pages", "1", content, base)
    await store.put_record("pages", "1", content, {})
    draft = await store.draft("pages", "1")
    record = await store.record("pages", "1")
    assert draft is not None
    assert record is not None
    assert (draft.content, draft.base, record.body) == (content, base, content)


async def test_the_size_grows_with_what_is_kept(store: LocalStore) -> None:
    before = await store.size()
    noise = random.Random(1).randbytes(200_000).hex()
    await store.put_record("pages", "1", {"html": noise}, {})
    assert await store.size() >= before + 100_000


async def test_a_removed_brand_leaves_nothing_behind(store: LocalStore) -> None:
    await store.save_draft("pages", "1", {"a": 1}, {})
    beside = store.path.with_name("other.sqlite3")
    beside.write_bytes(b"")
    store.path.with_name("one.sqlite3.damaged-20260101T000000Z").write_bytes(b"old")
    await store.close()
    await LocalStore.remove(store.path)
    assert list(store.path.parent.iterdir()) == [beside]
