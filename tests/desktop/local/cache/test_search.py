"""What the local search finds, and that no query harms it."""

import sqlite3
from collections.abc import AsyncIterator
from pathlib import Path
from unicodedata import normalize

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from funneldesk.contract.folding import fold
from funneldesk.desktop.local.cache.matching import words_of
from funneldesk.desktop.local.cache.records import CachedRow
from funneldesk.desktop.local.cache.search import SHORT
from funneldesk.desktop.local.database.encoding import pack
from funneldesk.desktop.local.database.schema import MIGRATIONS, add_functions, migrate
from funneldesk.desktop.local.store import LocalStore

FILLER = "lorem\n" * SHORT
relaxed = settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
any_text = st.text(st.characters(exclude_categories=()))


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[LocalStore]:
    opened = await LocalStore.open(tmp_path / "one.sqlite3")
    yield opened
    await opened.close()


async def found(store: LocalStore, query: str, part: str | None = "pages") -> list[tuple[str, str]]:
    return [(hit.id, hit.field) for hit in await store.search(part, query)]


async def test_names_come_before_long_texts_and_new_before_old(store: LocalStore) -> None:
    await store.replace_listing(
        "pages",
        [
            CachedRow("1", {}, "2026-01-01", {"name": "Summer sale"}),
            CachedRow("2", {}, "2026-03-01", {"name": "Late summer"}),
            CachedRow("3", {}, "2026-02-01", {"name": "Winter"}),
        ],
    )
    for id in "13":
        await store.put_record("pages", id, {}, {"html": FILLER + "Summer" + FILLER})
    await store.put_record("pages", "2", {}, {"name": "Late summer"})
    assert await found(store, "SUMMER") == [("2", "name"), ("3", "html"), ("1", "html")]


async def test_a_record_keeps_only_the_fields_given_last(store: LocalStore) -> None:
    await store.put_record("pages", "1", {}, {"name": "Alpha", "html": FILLER + "needle"})
    await store.put_record("pages", "1", {}, {"name": "Beta"})
    assert await found(store, "needle") == []
    assert await found(store, "alpha") == []
    assert await found(store, "beta") == [("1", "name")]


@pytest.mark.parametrize("before_and_after", [("short", FILLER), (FILLER, "short")])
async def test_a_field_may_grow_long_or_short(
    store: LocalStore, before_and_after: tuple[str, str]
) -> None:
    before, after = before_and_after
    await store.put_record("pages", "1", {}, {"html": "former " + before})
    await store.put_record("pages", "1", {}, {"html": "present " + after})
    assert await found(store, "former") == []
    assert await found(store, "present") == [("1", "html")]


async def test_one_and_two_letters_are_found_in_names_only(store: LocalStore) -> None:
    await store.put_record("pages", "1", {}, {"name": "Q2 plan", "html": FILLER + "q2"})
    assert await found(store, "q") == [("1", "name")]
    assert await found(store, "q2") == [("1", "name")]


async def test_case_does_not_matter_beyond_ascii(store: LocalStore) -> None:
    for id, text in enumerate(("ÄPFEL", "Ελλάδα", "СКИДКА")):
        await store.put_record("pages", f"n{id}", {}, {"name": text})
        await store.put_record("pages", f"h{id}", {}, {"html": FILLER + text})
    assert await found(store, "äpfel") == [("n0", "name"), ("h0", "html")]
    assert await found(store, "ΕΛΛΆΔΑ") == [("n1", "name"), ("h1", "html")]
    assert await found(store, "скидка") == [("n2", "name"), ("h2", "html")]


async def test_accents_do_not_matter_in_names_nor_in_long_texts(store: LocalStore) -> None:
    for id, text in enumerate(("Crème brûlée", "creme brulee", "Crema")):
        await store.put_record("pages", f"n{id}", {}, {"name": text})
        await store.put_record("pages", f"h{id}", {}, {"html": FILLER + text + FILLER})
    both = [("n0", "name"), ("n1", "name"), ("h0", "html"), ("h1", "html")]
    for query in ("creme brulee", "CRÈME", "brûlée crème", normalize("NFD", "brûlée")):
        assert await found(store, query) == both, query
    (hit,) = [hit for hit in await store.search("pages", "brulee") if hit.id == "h0"]
    assert hit.snippet[hit.start : hit.start + hit.length] == "brûlée"


async def test_an_index_of_an_older_program_is_made_anew(tmp_path: Path) -> None:
    path = tmp_path / "one.sqlite3"
    connection = sqlite3.connect(path, isolation_level=None)
    add_functions(connection)
    migrate(connection, MIGRATIONS[:3])
    connection.execute(
        "INSERT INTO texts (part, id, field, text) VALUES ('pages', '7', 'html', ?)",
        (FILLER + "Crème brûlée",),
    )
    connection.close()
    store = await LocalStore.open(path)
    assert await found(store, "creme") == [("7", "html")]
    await store.put_record("pages", "7", {}, {"html": FILLER + "tea"})
    assert await found(store, "creme") == []
    assert await found(store, "tea") == [("7", "html")]
    await store.close()


async def test_code_of_pages_that_an_older_program_kept_is_found(tmp_path: Path) -> None:
    path = tmp_path / "one.sqlite3"
    connection = sqlite3.connect(path, isolation_level=None)
    add_functions(connection)
    migrate(connection, MIGRATIONS[:5])
    bodies = {
        "7": pack({"custom_javascript": "fbq('PX-111')", "custom_header_code": None}),
        "8": pack({"custom_header_code": FILLER + "crème PX-222"}),
        "9": b"spoilt",
    }
    connection.executemany(
        "INSERT INTO bodies (part, id, updated_at, fetched_at, stale, body)"
        " VALUES ('pages', ?, '', '', 0, ?)",
        bodies.items(),
    )
    connection.close()
    store = await LocalStore.open(path)
    assert await found(store, "px-111") == [("7", "custom_javascript")]
    assert await found(store, "creme px-222") == [("8", "custom_header_code")]
    await store.close()


async def test_a_snippet_marks_the_match_in_one_line(store: LocalStore) -> None:
    html = FILLER + "<h1>Buy\n\n  one,\tget one</h1>" + FILLER
    await store.put_record("pages", "1", {}, {"html": html})
    (hit,) = await store.search("pages", "buy\n\n  ONE")
    assert hit.snippet[hit.start : hit.start + hit.length] == "Buy"
    assert "\n" not in hit.snippet
    assert "get one" in hit.snippet
    assert len(hit.snippet) < 120


async def test_signs_of_query_languages_are_plain_characters(store: LocalStore) -> None:
    await store.put_record("pages", "1", {}, {"name": '100% "a_b" OR *', "html": FILLER + '"50%_*'})
    await store.put_record("pages", "2", {}, {"name": "100 aXb", "html": FILLER + "50 X"})
    assert await found(store, "%") == [("1", "name")]
    assert await found(store, "a_b") == [("1", "name")]
    assert await found(store, '"50%_*') == [("1", "html")]
    assert await found(store, '" OR *') == [("1", "name")]


async def test_all_parts_or_one(store: LocalStore) -> None:
    await store.put_record("pages", "1", {}, {"name": "Offer", "html": FILLER + "special"})
    await store.put_record("funnels", "1", {}, {"name": "Offer", "html": FILLER + "special"})
    assert [hit.part for hit in await store.search(None, "offer")] == ["funnels", "pages"]
    assert [hit.part for hit in await store.search(None, "special")] == ["funnels", "pages"]
    assert [hit.part for hit in await store.search("funnels", "special")] == ["funnels"]


async def test_the_limit_holds_over_names_and_texts(store: LocalStore) -> None:
    for number in range(30):
        await store.put_record(
            "pages", str(number), {}, {"name": "common", "html": FILLER + "common"}
        )
    assert len(await store.search("pages", "common", limit=7)) == 7
    assert len(await store.search("pages", "common", limit=45)) == 45
    assert len(await store.search("pages", "common")) == 60
    assert await store.search("pages", "common", limit=0) == []


async def test_trigrams_in_another_order_are_no_hit(store: LocalStore) -> None:
    await store.put_record("pages", "1", {}, {"html": FILLER + "abc bcd"})
    assert await found(store, "abcd") == []


@relaxed
@given(st.data(), any_text.filter(lambda text: len(text) >= 3), st.booleans())
async def test_a_text_is_found_by_any_piece_of_three_characters_or_more(
    store: LocalStore, data: st.DataObject, text: str, long: bool
) -> None:
    start = data.draw(st.integers(0, len(text) - 3))
    end = data.draw(st.integers(start + 3, len(text)))
    text = normalize("NFC", text)
    await store.put_record("pages", "1", {}, {"html": text + FILLER if long else text})
    piece = text[start:end]
    assume(words_of(piece) and len(piece) >= 3)
    assert await found(store, piece) == [("1", "html")]


@relaxed
@given(any_text, st.sampled_from(["pages", None, "nothing"]))
async def test_no_query_raises(store: LocalStore, query: str, part: str | None) -> None:
    await store.put_record("pages", "1", {}, {"name": "Some name", "html": FILLER})
    for hit in await store.search(part, query):
        assert fold(query[:1].replace("\0", "\ufffd")) in fold(hit.snippet) or query[:1].isspace()


@given(any_text, any_text)
def test_folding_keeps_positions_and_pieces(left: str, right: str) -> None:
    assert len(fold(left)) == len(left)
    assert fold(left + right) == fold(left) + fold(right)
    assert fold(fold(left)) == fold(left)
