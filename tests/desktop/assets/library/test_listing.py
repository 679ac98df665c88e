"""All files by path and folder: from any listing, trusted or not, and through any changes."""

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from funneldesk.contract.files import FileEntry
from funneldesk.desktop.assets.library.listing import Listing, is_trusted, kept_of, row_of, rows_of
from funneldesk.desktop.assets.library.news import LibraryNews
from funneldesk.desktop.assets.library.order import AssetFilter, natural, rule_of
from funneldesk.desktop.assets.library.row import AssetRow

STEPS = st.sampled_from(["a", "b", "c", "img2.png", "Ä.css"])
PATHS = st.lists(STEPS, min_size=1, max_size=4).map("/".join)


def entry(path: str, *, folder: bool = False, size: int = 10, **more: Any) -> FileEntry:
    fields: dict[str, Any] = {"ObjectName": path.rpartition("/")[2], "BrowsePath": path}
    return FileEntry.model_validate({**fields, "IsDirectory": folder, "sizeBytes": size, **more})


def made(*entries: FileEntry) -> Listing:
    listing = Listing()
    for row in rows_of(entries, {}):
        listing.put(row)
    return listing


def test_folders_without_an_entry_exist_too() -> None:
    listing = made(entry("summer/late/a.png"), entry("empty", folder=True))
    assert sorted(listing.folders()) == ["", "empty", "summer", "summer/late"]
    assert list(listing.inside("summer")) == ["summer/late"]
    assert (listing.files, listing.bytes) == (1, 10)


@pytest.mark.parametrize(
    "path",
    ["", "/", "..", "a/../b", "./a", "a//b", "a\\b", "C:\\a", "a\0b", "a\nb", "a/\x7f", "\ud800"],
)
def test_odd_paths_are_not_trusted(path: str) -> None:
    assert not is_trusted(path.strip("/"))
    odd = entry("x").model_copy(update={"browse_path": path})
    assert not made(odd).rows


def test_odd_entries_are_survived() -> None:
    listing = made(
        entry("a.png", size=-5, width=-1, height=None),
        entry("/a.png/", LastChanged=None, later="unknown"),
        entry("a.png/inside.png"),
        entry("b", folder=True, sizeBytes=None),
        entry("b", size=3),
    )
    assert listing.rows["a.png/inside.png"].size == 10
    assert listing.has_folder("b")
    assert not [row for row in listing.rows.values() if row.size < 0 or row.width < 0]


@given(st.lists(st.tuples(PATHS, st.booleans(), st.booleans()), max_size=30))
def test_through_any_changes_every_file_is_in_its_folder(
    changes: list[tuple[str, bool, bool]],
) -> None:
    listing = Listing()
    for path, is_folder, goes in changes:
        if goes:
            listing.drop(path)
        else:
            listing.put(AssetRow.of_folder(path) if is_folder else AssetRow(path, size=7))
        files = [row for row in listing.rows.values() if not row.is_folder]
        assert (listing.files, listing.bytes) == (len(files), 7 * len(files))
        for each, row in listing.rows.items():
            assert listing.inside(row.folder)[each] is row
        inside = [each for folder in listing.folders() for each in listing.inside(folder)]
        assert sorted(inside) == sorted(listing.rows)
        below = [each for folder in listing.folders() for each in listing.subfolders(folder)]
        assert sorted(below) == sorted(set(listing.folders()) - {""})


def test_every_folder_that_holds_more_is_told() -> None:
    listing = made(entry("drop/a.png"))
    assert sorted(listing.put(AssetRow("drop/one/two/b.png"))) == [
        "drop",
        "drop/one",
        "drop/one/two",
        "drop/one/two/b.png",
    ]
    assert sorted(listing.put(AssetRow("drop/c.png"))) == ["drop", "drop/c.png"]


def test_rows_that_are_known_are_not_held_twice() -> None:
    first = made(entry("a.png"), entry("b.png"))
    again = list(rows_of([entry("a.png"), entry("b.png", size=11)], first.rows))
    assert again[0] is first.rows["a.png"]
    assert again[1] is not first.rows["b.png"]


@given(PATHS, st.integers(0, 2**40), st.floats(0, 4e9), st.integers(0, 9000))
def test_the_local_copy_keeps_everything(path: str, size: int, changed: float, side: int) -> None:
    row = AssetRow.of({"browse_path": path, "size_bytes": size, "width": side, "src": "https://x/"})
    row = replace(row, changed=changed)
    assert row_of(kept_of(row)) == row


def ordered(wanted: AssetFilter, *rows: AssetRow) -> list[str]:
    rule = rule_of(wanted)
    return [row.path for row in sorted(filter(rule.keep, rows), key=rule.key)]


def test_order_is_as_people_count_and_folders_lead() -> None:
    rows = [
        AssetRow.of({"browse_path": name, "is_directory": "." not in name, "size_bytes": size})
        for name, size in (("img10.png", 1), ("Img2.png", 3), ("z", 0), ("a.css", 2), ("10", 0))
    ]
    by_name = ["10", "z", "a.css", "Img2.png", "img10.png"]
    assert ordered(AssetFilter(), *rows) == by_name
    largest = AssetFilter().sorted_by("size")
    assert largest.descending
    assert ordered(largest, *rows)[2:] == ["Img2.png", "a.css", "img10.png"]
    assert ordered(AssetFilter(kind="image"), *rows) == ["Img2.png", "img10.png"]


NAMES = st.lists(st.text(alphabet="a1٣²10 z", max_size=6))


@given(NAMES.flatmap(lambda names: st.tuples(st.just(names), st.permutations(names))))
def test_any_names_have_one_order(both: tuple[list[str], list[str]]) -> None:
    ways = [[natural(name) for name in sorted(names, key=natural)] for names in both]
    assert ways[0] == ways[1]


def test_news_are_what_does_not_show_yet() -> None:
    from funneldesk.contract.files import Asset

    def told(path: str, moment: str) -> Asset:
        return Asset.model_validate({"id": 1, "file_path": path, "updated_at": moment})

    rows = {"a.png": AssetRow("a.png", changed=1_800_000_000.0)}
    news = LibraryNews()
    news.begin(1_800_000_000.0)
    assert not news.take([told("a.png", "2027-01-15T08:00:01Z")], rows)
    assert news.take([told("b.png", "2027-01-15T08:00:09Z")], rows)
    assert news.since is not None
    assert news.since.second == 9
    news.expect("a.png")
    assert not news.take([told("a.png", "2027-01-15T09:00:00Z")], rows)
    assert news.take([told("a.png", "2027-01-15T10:00:00Z")], rows)
