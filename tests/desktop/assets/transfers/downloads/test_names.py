"""Names from the platform become names of this computer: safe, unique, told when they differ."""

import re
import unicodedata
from pathlib import Path, PurePosixPath, PureWindowsPath

import pytest
from hypothesis import given
from hypothesis import strategies as st

from funneldesk.desktop.assets.library.row import AssetRow
from funneldesk.desktop.assets.transfers.downloads.names import (
    LocalNames,
    alike,
    numbered,
    safe_step,
)
from funneldesk.desktop.assets.transfers.downloads.plan import order_for, title_of

RESERVED = re.compile(r"(?i)(con|prn|aux|nul|com[0-9]|lpt[0-9])(\..*)?")


@pytest.mark.parametrize(
    ("name", "safe"),
    [
        ("photo.jpg", "photo.jpg"),
        ("con.jpg", "_con.jpg"),
        ("NUL", "_NUL"),
        ("a:b?.png", "a-b-.png"),
        ("..", "file"),
        (".htaccess", "htaccess"),
        ("trailing. ", "trailing"),
        ("x" * 300 + ".webp", "x" * 200 + ".webp"),
        ("line\nbreak.css", "line-break.css"),
        ("e\u0301t\u00e9.png", "\u00e9t\u00e9.png"),
        ("\u202egnp.exe", "-gnp.exe"),
    ],
)
def test_a_name_changes_only_where_it_has_to(name: str, safe: str) -> None:
    assert safe_step(name) == safe


@given(st.lists(st.text(min_size=0, max_size=40), min_size=1, max_size=4))
def test_no_path_leaves_its_folder_or_is_refused_by_a_system(steps: list[str]) -> None:
    place = LocalNames().place("/".join(steps))
    assert not PureWindowsPath(place).is_absolute()
    assert not PurePosixPath(place).is_absolute()
    for step in place.split("/"):
        assert step not in ("", ".", "..")
        assert len(step.encode()) <= 255
        assert not set(step) & set('<>:"\\|?*\0\n')
        assert not step.endswith((".", " "))
        assert not RESERVED.fullmatch(step)


@given(
    st.lists(st.sampled_from(["a/b.png", "A/b.png", "a/B.png", "a/\u00e9.png", "a/e\u0301.png"]))
)
def test_names_that_some_disk_holds_to_be_one_are_told_apart(paths: list[str]) -> None:
    names = LocalNames()
    made = [names.place(path) for path in paths]
    assert len({alike(place) for place in made}) == len(paths)


def test_a_folder_keeps_its_files_together() -> None:
    names = LocalNames()
    made = [names.place(path) for path in ("A/1.png", "a/1.png", "A/2.png", "a/2.png")]
    assert made == ["A/1.png", "a (2)/1.png", "A/2.png", "a (2)/2.png"]


@given(st.text(min_size=1), st.integers(2, 999))
def test_a_number_fits_into_a_name(name: str, count: int) -> None:
    made = numbered(safe_step(name), count)
    assert len(made.encode()) <= 255
    assert f"({count})" in made


def rows(*paths: str) -> dict[str, AssetRow]:
    found = {path: AssetRow(path, src=f"/cdn/1/assets/{path}", size=5) for path in paths}
    for path in paths:
        folder = path.rpartition("/")[0]
        while folder:
            found[folder] = AssetRow(folder, True)
            folder = folder.rpartition("/")[0]
    return found


def test_a_folder_brings_its_tree_under_its_own_name() -> None:
    known = rows("media/a.png", "media/deep/b.png", "mediax/c.png", "d.png")
    order = order_for([known["media"], known["d.png"]], known, Path("/t"))
    assert [(item.path, item.place) for item in order.items] == [
        ("d.png", "d.png"),
        ("media/a.png", "media/a.png"),
        ("media/deep/b.png", "media/deep/b.png"),
    ]
    inner = order_for([known["media/deep"]], known, Path("/t"))
    assert [item.place for item in inner.items] == ["deep/b.png"]
    assert len(order_for([AssetRow("", True)], known, Path("/t")).items) == 4
    assert title_of([known["media"]]) == "Download media"


def test_the_same_name_from_two_folders_comes_twice_and_says_so() -> None:
    known = rows("a/logo.png", "b/logo.png")
    order = order_for([known["a/logo.png"], known["b/logo.png"]], known, Path("/t"))
    assert [item.place for item in order.items] == ["logo.png", "logo (2).png"]
    assert [item.note for item in order.items] == [
        "",
        "It is called “logo (2).png” on this computer.",
    ]


@given(st.lists(st.text(st.characters(exclude_categories=("Cs",)), min_size=1), unique=True))
def test_every_chosen_file_gets_one_place_inside_the_target(paths: list[str]) -> None:
    known = {path: AssetRow(path, src="/cdn/1/x", size=1) for path in paths}
    order = order_for(list(known.values()), known, Path("/t"))
    assert {item.path for item in order.items} == set(paths)
    assert len({unicodedata.normalize("NFC", i.place).casefold() for i in order.items}) == len(
        paths
    )
