"""What files may be called: one judge for every path (document: File asset; quirk 36)."""

import unicodedata
from pathlib import PurePosixPath, PureWindowsPath

import pytest
from hypothesis import given
from hypothesis import strategies as st

from funneldesk.contract.file_names import (
    LONGEST_NAME,
    LONGEST_PATH,
    BadPath,
    clean_folder,
    clean_name,
    clean_path,
    folders_above,
    joined,
)


@pytest.mark.parametrize(
    "path",
    [
        "a.png",
        "img/a b.png",
        "häfen & kiefer.png",
        "名前/ファイル.svg",
        "a/b/c/d/e.css",
        "x#y%20z.js",
    ],
)
def test_ordinary_paths_stay_as_they_are(path: str) -> None:
    assert clean_path(path) == path


@pytest.mark.parametrize(
    "path",
    [
        *("", "/", "/a", "a/", "a//b", ".", "..", "a/../b", "../a", "a/./b", "a/.."),
        *("a\\b", "..\\a", "C:\\a", "c:a", "a:b", "a*", "a?", 'a"', "a<b", "a>b", "a|b"),
        *("a\0b", "a\nb", "a\tb", "a\x7fb", "a\u202eb", "a\u2028b", "\ud800"),
        *("con", "CON.txt", "img/aux", "nul.png", "com1", "LPT9.css"),
        *(".htaccess", "a/.folder", "a.", "a ", " a", "upload#1"),
        *("x" * 256, "ü" * 128, "/".join(["x" * 99] * 10)),
    ],
)
def test_what_could_lead_astray_is_refused(path: str) -> None:
    with pytest.raises(BadPath):
        clean_path(path)


def test_one_name_has_one_form() -> None:
    """NFC: what macOS writes as two characters is the file that others write as one."""
    assert clean_path("e\u0301.png") == "é.png"


def test_the_assets_folder_has_an_empty_path() -> None:
    assert clean_folder("") == ""
    assert joined("", "a.png") == "a.png"
    assert joined("img", "a.png") == "img/a.png"
    assert folders_above("a/b/c.png") == ["a", "a/b"]


def test_a_name_is_no_path() -> None:
    with pytest.raises(BadPath):
        clean_name("a/b")


@given(st.text())
def test_what_is_taken_stays_inside_on_every_system(text: str) -> None:
    try:
        path = clean_path(text)
    except BadPath:
        return
    for kind in (PurePosixPath, PureWindowsPath):
        root = kind("/data/1/assets")
        whole = root / path
        assert whole.is_relative_to(root)
        assert ".." not in whole.parts
    assert clean_path(path) == path == unicodedata.normalize("NFC", path)
    assert len(path.encode()) <= LONGEST_PATH
    assert all(0 < len(name.encode()) <= LONGEST_NAME for name in path.split("/"))
    assert path.isprintable()
