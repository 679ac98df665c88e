"""Reading a store beside its window, and keeping what was found there."""

import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from funneldesk.desktop.local.cache.analysis_cache import AnalysisCache
from funneldesk.desktop.local.cache.records import CachedRow
from funneldesk.desktop.local.cache.scan import StoreReader
from funneldesk.desktop.local.store import LocalStore
from funneldesk.desktop.parts.pages.problems import brand_scan as brand_look
from funneldesk.desktop.parts.pages.problems.brand_scan import look_at_pages
from funneldesk.desktop.records.search_replace import jobs
from funneldesk.desktop.records.search_replace.jobs import scan
from funneldesk.desktop.records.search_replace.query import Query

LONG = "<p>x</p>\n" * 100


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A store in a folder that addresses spoil, with three pages, the third not here whole."""
    path = tmp_path / "Ünsere #1 100%? Marke" / "store.sqlite3"
    asyncio.run(_filled(path))
    return path


async def _filled(path: Path) -> None:
    store = await LocalStore.open(path)
    times = {"1": "2026-01-01", "2": "2026-01-03", "3": "2026-01-02"}
    rows = [CachedRow(i, {"id": i}, at, {"name": f"Page {i}"}) for i, at in times.items()]
    await store.replace_listing("pages", rows)
    for id, html in (("1", f"<p>tea</p>{LONG}"), ("2", "<p>Tea</p>")):
        body = {"id": id, "name": f"Page {id}", "html": html, "seo_title": "x"}
        texts = {"name": f"Page {id}", "html": html}
        await store.put_record("pages", id, body, texts, updated_at=times[id])
    await store.close()


def found(path: Path, words: str, **given: Any) -> list[str]:
    """The ids that a scan finds."""
    items = scan(str(path), "pages", Query(words).body(), ["name", "html"], **given)
    return [item["id"] for item in items if "id" in item]


def test_the_newest_come_first_and_short_words_are_found_too(path: Path) -> None:
    assert found(path, "tea") == ["2", "1"]
    assert found(path, "ea") == ["2", "1"]
    assert found(path, "Page") == ["2", "3", "1"]
    assert found(path, "milk") == []


def test_a_scan_is_narrowed_and_goes_on_behind_a_record(path: Path) -> None:
    assert found(path, "Page", only=["1", "3"]) == ["3", "1"]
    assert found(path, "Page", behind="3") == ["1"]


def test_more_hits_than_are_shown_are_counted(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jobs, "MOST_SNIPPETS", 2)
    items = list(scan(str(path), "pages", Query("x").body(), ["html"]))
    (item,) = [item for item in items if "id" in item]
    assert item["counts"] == {"html": 100}
    assert [each["line"] for each in item["snippets"]] == [1, 2]


def test_a_record_is_read_whole_with_a_mark_of_its_content(path: Path) -> None:
    with StoreReader(str(path)) as reader:
        one, two = reader.packed("pages", "1"), reader.packed("pages", "2")
        assert one is not None
        assert two is not None
        assert one[0] != two[0]
        assert reader.unpacked(two[1])["html"] == "<p>Tea</p>"
        assert reader.packed("pages", "3") is None


def looked(path: Path, known: dict[str, str] | None = None) -> dict[str, Any]:
    """What looking tells, by page."""
    items: Iterator[dict[str, Any]] = look_at_pages(str(path), "pages", known or {})
    return {item["id"]: item for item in items if "id" in item}


def test_what_was_found_is_kept_until_the_page_changes(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = looked(path)
    assert sorted(first) == ["1", "2"]

    def never(_: object) -> dict[str, Any]:
        raise AssertionError("It was looked at again.")

    monkeypatch.setattr(brand_look, "look_at", never)
    assert looked(path) == first
    assert looked(path, {id: item["mark"] for id, item in first.items()}) == {}
    asyncio.run(_changed(path))
    with pytest.raises(AssertionError):
        looked(path)


async def _changed(path: Path) -> None:
    store = await LocalStore.open(path)
    await store.put_record("pages", "2", {"id": "2", "html": "new"}, {"html": "new"})
    await store.close()


def test_a_damaged_file_of_findings_costs_a_second_look_only(path: Path) -> None:
    first = looked(path)
    kept = path.with_name(path.name + ".looks")
    kept.write_bytes(b"no database at all" * 100)
    assert looked(path) == first


def test_findings_of_pages_that_are_gone_are_forgotten(path: Path) -> None:
    looked(path)
    with AnalysisCache(str(path)) as looks:
        looks.put("pages", "99", "mark", {"a": 1})
        assert looks.get("pages", "99", "mark") == {"a": 1}
    looked(path)
    with AnalysisCache(str(path)) as looks:
        assert looks.get("pages", "99", "mark") is None
