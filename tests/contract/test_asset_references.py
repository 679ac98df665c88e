"""References to a brand's files: every spelling is read, nothing else is, and in linear time."""

import json
from html import escape
from urllib.parse import quote

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.contract.linear_time import is_linear
from tests.depth import mostly_deep

from funneldesk.contract.asset_references import (
    asset_mentions,
    asset_references,
    moved_references,
    rewritten,
)

BASE = "https://p.example/cdn"


def paths(text: str) -> list[str]:
    return [found.path for found in asset_references(text, 7, BASE)]


@pytest.mark.parametrize(
    "spelled",
    [
        '<img src="/cdn/7/assets/media/a.png">',
        "<img src=//p.example/cdn/7/assets/media/a.png>",
        "<img src='http://P.example/cdn/7/assets/media/a.png?v=2#x'>",
        '<img srcset="/cdn/7/assets/media/a.png 640w">',
        '<i style="background:url(&quot;/cdn/7/assets/media/a.png&quot;)">',
        "<img src=&#47;cdn&#47;7&#x2F;assets&sol;media/a.png>",
        r'{"src": "https:\/\/p.example\/cdn\/7\/assets\/media\/a.png"}',
        r'{"html": "<img src=\"/cdn/7/assets/media/a.png\">"}',
        "url(/cdn/7/assets/media/a%2Epng)",
        r"url(/cdn/7/assets/media\2f a.png)",
        r"url(/cdn/7/assets/media/a\2epng)",
        "`/cdn/7/assets/media/a.png`",
        "redirect=%2Fcdn%2F7%2Fassets%2Fmedia%2Fa.png",
    ],
)
def test_every_spelling_is_the_same_file(spelled: str) -> None:
    assert paths(spelled) == ["media/a.png"]


def test_blanks_and_brackets_in_a_quoted_name_belong_to_it() -> None:
    assert paths('<img src="/cdn/7/assets/photo (1).jpg" alt="x.y">') == ["photo (1).jpg"]
    assert paths('url("/cdn/7/assets/a b.png")') == ["a b.png"]
    assert paths('<img src="/cdn/7/assets/it&#x27;s.png">') == ["it's.png"]
    assert paths("url(/cdn/7/assets/a&b.png) url(/cdn/7/assets/&.png)") == ["a&b.png", "&.png"]
    assert paths("<i style='a:url(&#39;/cdn/7/assets/a.png&#39;)'>") == ["a.png"]
    assert paths("<img src='/cdn/7/assets/a;b.png'>") == ["a;b.png"]
    assert paths(r"url(/cdn/7/assets/a\ b\(1\).png)") == ["a b(1).png"]
    assert paths('<p title="/cdn/7/assets/a.png is old.txt">') == ["a.png"]
    assert paths('<img srcset="/cdn/7/assets/a 1x, /cdn/7/assets/b.png 2x">') == ["a", "b.png"]


def test_names_made_by_a_script_are_open() -> None:
    found = list(
        asset_mentions("'/cdn/7/assets/icons/' + n; `/cdn/7/assets/i-${n}.png` /cdn/7/assets/", 7)
    )
    assert [(f.path, f.is_open) for f in found] == [("icons/", True), ("i-", True), ("", True)]
    assert not asset_references("'/cdn/7/assets/icons/' + name", 7, BASE)


def test_other_hosts_are_mentions_and_no_references() -> None:
    text = '<img src="https://old.example:8080/cdn/7/assets/a.png">'
    assert not paths(text)
    assert [(f.path, f.base) for f in asset_mentions(text, 7)] == [
        ("a.png", "https://old.example:8080/cdn")
    ]
    assert not list(asset_mentions("/p/7/assets/a.png x/7/assets/b.png", 7))


NAME = st.text(
    st.characters(codec="utf-8", exclude_characters="/", exclude_categories=("Cc", "Cs")),
    min_size=1,
    max_size=12,
).filter(lambda name: name not in (".", ".."))
PATHS = st.lists(NAME, min_size=1, max_size=3).map("/".join)


@given(PATHS, st.sampled_from(["html", "css", "json", "bare"]))
def test_what_is_written_correctly_is_read_back(path: str, where: str) -> None:
    address = f"/cdn/7/assets/{quote(path)}"
    text = {
        "html": f'<img alt="" src="{escape(address)}">',
        "css": f"a{{background:url({address})}}",
        "json": json.dumps({"src": BASE + address.removeprefix("/cdn")}).replace("/", r"\/"),
        "bare": f"<img src={escape(address)}>",
    }[where]
    assert paths(text) == [path]


@given(st.text(alphabet="/cdn7assets\\2f &#47;%\"'(), .{<", max_size=200))
def test_nothing_breaks_it_and_rewriting_touches_references_only(text: str) -> None:
    found = asset_references(text, 7, BASE)
    ends = [place for each in found for place in (each.start, each.end)]
    assert ends == sorted(ends)
    assert rewritten(text, found, {}, "") == text
    for each in asset_mentions(text, 7):
        assert ".." not in each.path.split("/")


@pytest.mark.parametrize(
    "piece",
    mostly_deep(
        [
            "/7/assets/",
            "/cdn/7/assets/a ",
            "\\",
            "&#47;",
            "/cdn/7/assets/" + "a" * 300,
            '"/7/assets/(',
        ]
    ),
)
def test_hostile_texts_take_linear_time(piece: str) -> None:
    assert is_linear(lambda text: list(asset_mentions(text, 7)), piece, 1_000_000)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ('<img src="/cdn/7/assets/a/b.png?v=2#x">', '<img src="/cdn/7/assets/c%20d/e.png?v=2#x">'),
        (
            r'{"src": "https:\/\/p.example\/cdn\/7\/assets\/a\/b.png"}',
            r'{"src": "https:\/\/p.example\/cdn\/7\/assets\/c%20d/e.png"}',
        ),
        ("url(&quot;/cdn/7/assets/a/b.png&quot;)", "url(&quot;/cdn/7/assets/c%20d/e.png&quot;)"),
        ("go=%2Fcdn%2F7%2Fassets%2Fa%2Fb.png", "go=%2Fcdn%2F7%2Fassets%2Fc%20d%2Fe.png"),
        ("//cdn.example/7/assets/a/b.png", "//cdn.example/7/assets/c%20d/e.png"),
    ],
)
def test_a_moved_file_is_found_again_in_every_spelling(before: str, after: str) -> None:
    moved = {"a/b.png": "c d/e.png"}
    assert moved_references(before, 7, moved, [BASE, "https://cdn.example"]) == (after, 1)
    assert [found.path for found in asset_mentions(after, 7)] == ["c d/e.png"]


def test_a_move_leaves_other_files_other_brands_and_other_hosts_alone() -> None:
    text = (
        "/cdn/7/assets/a/b.png.bak /cdn/8/assets/a/b.png https://else.example/7/assets/a/b.png"
        " '/cdn/7/assets/a/' + name"
    )
    assert moved_references(text, 7, {"a/b.png": "x.png", "a/": "y/"}, [BASE]) == (text, 0)


@given(st.text(), st.text(), st.text("abcé ü&-_.1", min_size=1).map(lambda s: f"p{s}q.png"))
def test_moving_there_and_back_changes_nothing_else(left: str, right: str, name: str) -> None:
    text = f'{left}<img src="/cdn/7/assets/a/b.png">{right}'
    there, count = moved_references(text, 7, {"a/b.png": f"a/{name}"}, [BASE])
    assert count >= 1
    back, again = moved_references(there, 7, {f"a/{name}": "a/b.png"}, [BASE])
    assert again == count
    assert back == text
