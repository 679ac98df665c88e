"""The book of connections and what an entry may be."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from funneldesk.desktop.local.connections.book import ConnectionBook
from funneldesk.desktop.local.connections.connections import (
    PALETTE,
    Connection,
    new_connection_id,
    next_colour,
    server_address,
)
from funneldesk.desktop.local.files.problems import LocalStoreProblem, ProblemKind

FIRST = Connection("first", "First brand", "https://shop.example.com", 1, "#3D57D6", live=True)
SECOND = Connection("second", "Second brand", "http://127.0.0.1:8000", 2, "#0F8A7E", read_only=True)
SAMPLE = Connection("sample-1", "Sample", "", 1, "#C2410C", sample=True)


async def book_with(path: Path, *connections: Connection) -> ConnectionBook:
    book = await ConnectionBook.load(path)
    for connection in connections:
        await book.add(connection)
    return book


async def test_a_new_book_is_empty_and_writes_nothing(tmp_path: Path) -> None:
    path = tmp_path / "config" / "connections.json"
    book = await ConnectionBook.load(path)
    assert book.connections == ()
    assert book.set_aside is None
    assert not path.parent.exists()


async def test_changes_are_there_after_a_restart(tmp_path: Path) -> None:
    path = tmp_path / "config" / "connections.json"
    book = await book_with(path, FIRST, SECOND, SAMPLE)
    await book.reorder(["sample-1", "second", "first"])
    await book.update(replace(SECOND, name="Renamed"))
    await book.remove("first")
    again = await ConnectionBook.load(path)
    assert again.connections == book.connections == (SAMPLE, replace(SECOND, name="Renamed"))
    assert again.get("second") == replace(SECOND, name="Renamed")
    assert again.get("first") is None


async def test_impossible_changes_are_refused(tmp_path: Path) -> None:
    book = await book_with(tmp_path / "connections.json", FIRST, SECOND)
    with pytest.raises(ValueError, match="already"):
        await book.add(FIRST)
    with pytest.raises(KeyError):
        await book.update(SAMPLE)
    with pytest.raises(KeyError):
        await book.remove("nobody")
    for order in (["first"], ["first", "first", "second"], ["first", "nobody"]):
        with pytest.raises(ValueError, match="order"):
            await book.reorder(order)
    assert book.connections == (FIRST, SECOND)


async def test_unknown_keys_are_kept(tmp_path: Path) -> None:
    path = tmp_path / "connections.json"
    book = await book_with(path, FIRST, SECOND)
    content = json.loads(path.read_text())
    content["version"] = 7
    content["connections"][0]["favourite"] = {"deep": [1]}
    path.write_text(json.dumps(content))
    book = await ConnectionBook.load(path)
    assert book.set_aside is None
    await book.update(replace(FIRST, name="Renamed"))
    content = json.loads(path.read_text())
    assert content["version"] == 7
    assert content["connections"][0]["favourite"] == {"deep": [1]}
    assert content["connections"][0]["name"] == "Renamed"


@pytest.mark.parametrize("content", [b"", b"{", b"[]", b"\xff\xfe", b"[" * 100_000])
async def test_a_damaged_book_is_set_aside_and_told(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "connections.json"
    path.write_bytes(content)
    book = await ConnectionBook.load(path)
    assert book.connections == ()
    assert book.set_aside is not None
    assert book.set_aside.kept_as.read_bytes() == content
    assert "damaged" in str(book.set_aside.explanation)
    await book.add(FIRST)
    assert (await ConnectionBook.load(path)).connections == (FIRST,)


@pytest.mark.parametrize(
    "entry",
    [
        None,
        {"id": "x"},
        {
            "id": "../../etc",
            "name": "a",
            "base_url": "https://a.b",
            "brand": 1,
            "colour": "#000000",
        },
        {"id": "x", "name": "a", "base_url": "file:///etc", "brand": 1, "colour": "#000000"},
        {"id": "x", "name": "a", "base_url": "https://a.b", "brand": True, "colour": "#000000"},
        {"id": "x", "name": "a", "base_url": "https://a.b", "brand": 1, "colour": "red; x: y"},
        {"id": "first", "name": "a", "base_url": "https://a.b", "brand": 1, "colour": "#000000"},
    ],
)
async def test_an_unusable_entry_does_not_cost_the_others(tmp_path: Path, entry: Any) -> None:
    path = tmp_path / "connections.json"
    await book_with(path, FIRST)
    content = json.loads(path.read_text())
    content["connections"].append(entry)
    path.write_text(json.dumps(content))
    book = await ConnectionBook.load(path)
    assert book.connections == (FIRST,)
    assert book.set_aside is not None
    assert json.loads(book.set_aside.kept_as.read_text()) == content


async def test_a_book_that_cannot_be_written_says_so_and_keeps_the_old(tmp_path: Path) -> None:
    path = tmp_path / "file" / "connections.json"
    (tmp_path / "file").write_text("in the way")
    book = ConnectionBook(path)
    with pytest.raises(LocalStoreProblem) as caught:
        await book.add(FIRST)
    assert caught.value.kind is ProblemKind.OTHER
    assert book.connections == (FIRST,)
    (tmp_path / "file").unlink()
    await book.add(SECOND)
    assert (await ConnectionBook.load(path)).connections == (FIRST, SECOND)


async def test_the_book_is_readable_by_its_user_only(tmp_path: Path) -> None:
    path = tmp_path / "config" / "connections.json"
    await book_with(path, FIRST)
    assert path.stat().st_mode & 0o077 == 0
    assert path.parent.stat().st_mode & 0o077 == 0


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        (" https://Shop.Example.com/ ", "https://shop.example.com"),
        ("http://127.0.0.1:8000", "http://127.0.0.1:8000"),
        ("https://a.b/Base/", "https://a.b/Base"),
        ("http://[::1]:80", "http://[::1]:80"),
    ],
)
def test_an_address_has_one_form(typed: str, kept: str) -> None:
    assert server_address(typed) == kept


@pytest.mark.parametrize(
    "typed",
    [
        "",
        "shop.example.com",
        "ftp://a.b",
        "javascript:alert(1)",
        "https://",
        "https://user:pass@a.b",
        "https://a.b?x=1",
        "https://a.b#x",
        "https://a.b:99999",
        "https://a b.c",
        "https://a.b\nHost: c",
        "https://[::1",
    ],
)
def test_what_is_no_address_is_refused_with_a_sentence(typed: str) -> None:
    with pytest.raises(ValueError, match=r"^The address must .*\.$"):
        server_address(typed)


@pytest.mark.parametrize(
    "change",
    [
        {"id": "../x"},
        {"id": ""},
        {"name": "  "},
        {"name": "x" * 300},
        {"brand": 0},
        {"colour": "blue"},
        {"colour": "#12345"},
        {"base_url": ""},
    ],
)
def test_unfit_values_make_no_connection(change: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=r"\.$"):
        replace(FIRST, **change)


async def test_the_next_unused_colour_is_offered(tmp_path: Path) -> None:
    book = await book_with(tmp_path / "connections.json", replace(FIRST, colour=PALETTE[0].lower()))
    assert book.next_colour() == PALETTE[1]
    assert next_colour([PALETTE[1]]) == PALETTE[0]
    assert next_colour(PALETTE) == PALETTE[0]
    assert next_colour([*PALETTE, PALETTE[0]]) == PALETTE[1]
    assert len(set(PALETTE)) == 10


def test_ids_are_fit_and_new() -> None:
    one, two = new_connection_id(), new_connection_id()
    assert one != two
    assert replace(FIRST, id=one).id == one
