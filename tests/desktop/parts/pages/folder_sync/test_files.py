"""Pages as files: byte for byte out and in, with names that lead nowhere else."""

import os
import shutil
import unicodedata
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from funneldesk.desktop.kit.export.names import Names, safe_name
from funneldesk.desktop.kit.export.writing import CannotWrite
from funneldesk.desktop.parts.pages.fields import FIELDS
from funneldesk.desktop.parts.pages.folder_sync.exporting import new_folder, write_folder
from funneldesk.desktop.parts.pages.folder_sync.files import (
    INDEX,
    Entry,
    entry_of,
    index_bytes,
    read_index,
    to_files,
)
from funneldesk.desktop.parts.pages.folder_sync.plan import PagePlan, plan_page
from funneldesk.desktop.parts.pages.folder_sync.reading import FoundPage, read_folder

TEXTS = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\x00"), max_size=40)
SOURCES = TEXTS | st.sampled_from(
    ["\ufeff<p>\r\n", "<p>a\u00a0b\u2028c</p>\r", "\r\n\n\r", "\ufeff\ufeff", "\x1a\x0b\x85"]
)
PAGES = st.fixed_dictionaries(
    {
        "id": st.integers(1, 10**9),
        "name": TEXTS,
        "slug": TEXTS,
        "html": SOURCES,
        "css": SOURCES,
        "custom_javascript": SOURCES,
        "seo_title": TEXTS | st.none(),
        "password": TEXTS,
        **{flag: st.booleans() for flag in FIELDS.flags},
        **{link: st.integers(1, 99) | st.none() for link in FIELDS.links},
    }
)


def out(root: Path, *pages: dict[str, Any]) -> dict[str, Entry]:
    """Write pages as the program does."""
    names, entries = Names(), {}
    for page in pages:
        name = names.take(str(page["slug"] or ""), str(page["id"]))
        write_folder(root / name, to_files(page, with_password=True))
        entries[name] = entry_of(page)
    (root / INDEX).write_bytes(index_bytes(7, entries))
    return entries


def plan(root: Path, entries: dict[str, Entry], *pages: dict[str, Any]) -> list[PagePlan]:
    """What bringing the folder in would do to these pages."""
    current = {str(page["id"]): page for page in pages}
    found = read_folder(root)
    known = ((page, entries[page.name]) for page in found.pages)
    return [plan_page(page, entry, current.get(entry.id)) for page, entry in known]


@given(st.lists(PAGES, min_size=1, max_size=4, unique_by=lambda page: page["id"]))
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_out_and_in_again_changes_nothing(tmp_path: Path, pages: list[dict[str, Any]]) -> None:
    root = tmp_path / "pages"
    shutil.rmtree(root, ignore_errors=True)
    root.mkdir()
    entries = out(root, *pages)
    found = read_folder(root)
    assert found.index is not None
    assert found.index.entries == entries
    assert found.index.brand == 7
    plans = plan(root, entries, *pages)
    assert len(plans) == len(pages)
    assert [(each.kind, each.notes) for each in plans] == [("unchanged", ())] * len(pages)


@given(PAGES, PAGES, PAGES)
def test_who_changed_what_is_told_field_by_field(
    base: dict[str, Any], mine: dict[str, Any], theirs: dict[str, Any]
) -> None:
    """Only what changed in the folder is written; what changed on both sides is a clash."""
    fields = dict.fromkeys(FIELDS.names)
    mine, theirs = {**mine, "id": base["id"]}, {**theirs, "id": base["id"]}
    for page in (base, mine, theirs):
        for name in ("html", "css", "custom_javascript"):
            page[name] = page[name].lstrip("\ufeff")
    found = FoundPage("x", {n: _value(mine, n) for n in fields if n in mine or n == "title"})
    made = plan_page(found, entry_of(base), theirs)
    for name in found.fields:
        if name == "type":
            continue
        was, here, there = _value(base, name), _value(mine, name), _value(theirs, name)
        known = name != "password"
        written = here != there and (here != was or not known)
        assert (name in made.after) is written
        assert (name in made.clashes) is (written and known and there != was)
    assert made.kind == ("clash" if made.clashes else "changed" if made.after else "unchanged")


def _value(page: dict[str, Any], field: str) -> Any:
    value = page.get("name" if field == "title" else field)
    return value if field in FIELDS.links else value or ("" if field not in FIELDS.flags else False)


@given(st.text(max_size=300))
def test_a_safe_name_stays_in_its_folder(name: str) -> None:
    made = safe_name(name, "page-1")
    assert made
    assert len(made.encode()) <= 201
    assert not set(made) & set('<>:"/\\|?*')
    assert not any(unicodedata.category(sign) in ("Cc", "Cs") for sign in made)
    assert made.strip(" .") == made
    assert os.path.basename(made) == made  # noqa: PTH119 - what a path would make of it


@pytest.mark.parametrize(
    "name",
    ["", ".", "..", "../../etc/passwd", "CON", "nul.txt", "COM1", "a/b", "a\x00b", "x" * 400],
)
def test_names_that_would_do_harm_are_changed(name: str) -> None:
    made = Names().take(name, "12")
    assert made != name
    assert "12" in made


@given(
    st.lists(
        st.sampled_from(["Sale", "sale", "SALE", "\ufb01x", "fix", "e\u0301", "\u00e9", ""]),
        max_size=8,
    )
)
def test_no_two_names_are_one_on_any_disk(names: list[str]) -> None:
    made = Names()
    taken = [made.take(name, str(place)) for place, name in enumerate(names)]
    folded = {unicodedata.normalize("NFKD", name).casefold() for name in taken}
    assert len(folded) == len(names)


# Hostile folders


def page_folder(root: Path, name: str = "one", **files: bytes) -> Path:
    folder = root / name
    folder.mkdir(parents=True)
    for key, data in files.items():
        (folder / f"page.{key}").write_bytes(data)
    return folder


@pytest.mark.parametrize(
    ("files", "words"),
    [
        ({"html": b"<p>\n\xff</p>"}, "Line 2 is not UTF-8"),
        ({"html": "<p>".encode("utf-16")}, "not UTF-8"),
        ({"html": b"<p>\x00</p>"}, "NUL"),
        ({"json": b"{"}, "Line 1 is not JSON"),
        ({"json": b"[1]"}, "not an object"),
        ({"json": b"[" * 100_000}, "too deep"),
        ({"json": b'{"folder_id": ' + b"9" * 10_000 + b"}"}, "too long"),
        ({"json": b'{"requires_login": "yes"}'}, "cannot be a value of this kind"),
        ({"html": b" " * (10 * 1024 * 1024 + 1)}, "larger than 10 MB"),
    ],
)
def test_a_file_that_cannot_be_used_is_told(
    tmp_path: Path, files: dict[str, bytes], words: str
) -> None:
    page_folder(tmp_path, **files)
    (found,) = read_folder(tmp_path).pages
    assert words in found.problem
    assert not found.fields
    assert plan_page(found, None, None).kind == "unreadable"


def test_links_that_lead_out_are_not_followed(tmp_path: Path) -> None:
    secret = tmp_path / "secret.html"
    secret.write_text("the key")
    root = tmp_path / "root"
    page_folder(root, "fair", html=b"<p>fair</p>")
    page_folder(root, "linked").joinpath("page.html").symlink_to(secret)
    (root / "whole").symlink_to(tmp_path, target_is_directory=True)
    found = {page.name: page for page in read_folder(root).pages}
    assert found["fair"].fields == {"html": "<p>fair</p>"}
    assert "link" in found["linked"].problem
    assert "link" in found["whole"].problem


def test_a_pipe_is_not_waited_for(tmp_path: Path) -> None:
    folder = page_folder(tmp_path)
    os.mkfifo(folder / "page.html")
    (found,) = read_folder(tmp_path).pages
    assert "not a file" in found.problem


@pytest.mark.parametrize("data", [b"", b"{}", b"[]", b'{"format": 9}', b"\xff", b"[[]]\n{}"])
def test_an_index_that_is_none_is_told_and_the_pages_are_read(tmp_path: Path, data: bytes) -> None:
    page_folder(tmp_path, html=b"<p>one</p>")
    (tmp_path / INDEX).write_bytes(data)
    found = read_folder(tmp_path)
    assert found.index is None
    assert INDEX in found.index_problem
    assert len(found.pages) == 1
    with pytest.raises(ValueError):
        read_index(data)


def test_a_folder_without_pages_says_what_it_should_hold(tmp_path: Path) -> None:
    assert "page.html" in read_folder(tmp_path).problem
    assert "cannot be read" in read_folder(tmp_path / "gone").problem


def test_the_mark_of_an_editor_is_left_out_but_the_page_s_own_stays() -> None:
    found = FoundPage("x", {"html": "\ufeff<p>"})
    page = {"id": 1, "name": "One", "html": "<p>"}
    assert plan_page(found, None, page).kind == "unchanged"
    assert "mark" in plan_page(found, None, page).notes[0]
    assert plan_page(found, None, {**page, "html": "\ufeff<p>"}).notes == ()


def test_a_page_that_would_be_emptied_is_not_ticked() -> None:
    """Quirk 23."""
    made = plan_page(FoundPage("x", {"html": ""}), None, {"id": 1, "name": "One", "html": "<p>"})
    assert made.kind == "changed"
    assert not made.usual
    assert "empty" in made.words()


def test_a_new_folder_never_takes_another_s_place(tmp_path: Path) -> None:
    now = datetime(2026, 11, 21, 12, 0)
    first, second = (new_folder(tmp_path, "../Harbour: Lane", now) for _ in range(2))
    assert first.parent == second.parent == tmp_path
    assert first != second


def test_a_page_is_written_whole_or_not_at_all(tmp_path: Path) -> None:
    (tmp_path / "one").mkdir()
    (tmp_path / "one" / "mine.txt").write_text("mine")
    with pytest.raises(CannotWrite) as problem:
        write_folder(tmp_path / "one", {"page.html": b"<p>"})
    assert "Nothing that was there before" in str(problem.value)
    assert sorted(p.name for p in tmp_path.rglob("*")) == ["mine.txt", "one"]
