"""Where html refers to components (document: Component, ``code``; quirk 31)."""

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from funneldesk.contract.component_references import references, with_code_renamed


def codes(html: str) -> list[str]:
    return [found.code for found in references(html)]


@pytest.mark.parametrize(
    "html",
    [
        '<component code="custom-x"></component>',
        "<component code='custom-x'/>",
        "<COMPONENT class=a CODE=custom-x>",
        '<div data-component="custom-x">kept</div>',
        '<section\n\tid="s" Data-Component = custom-x>',
        '<p title="<b>">1 < 2</p><component code="custom-x">',
        "<inline-split-test><variant><component code=custom-x></component></variant>",
    ],
)
def test_both_ways_to_refer_are_found(html: str) -> None:
    assert codes(html) == ["custom-x"]
    assert with_code_renamed(html, "custom-x", "custom-why") == html.replace(
        "custom-x", "custom-why"
    )


@pytest.mark.parametrize(
    "html",
    [
        '<!-- <component code="custom-x"> -->',
        "<script>var a = '<component code=\"custom-x\">'</script>",
        '<textarea><component code="custom-x"></textarea>',
        "<title><component code=custom-x></title>",
        "<a title='<component code=\"custom-x\">'>",
        "<component>custom-x</component>",
        '<component name="custom-x">',
        '<div code="custom-x">',
        "<component code>",
        '<component code="hero">',
        '<component code="custom-x',
        "custom-x",
        "&lt;component code=custom-x&gt;",
    ],
)
def test_what_only_looks_like_a_reference_is_none(html: str) -> None:
    assert codes(html) == []
    assert with_code_renamed(html, "custom-x", "custom-y") == html


def test_only_the_whole_code_is_renamed() -> None:
    html = '<component code="custom-x"><component code="custom-x-2"><i data-component=custom-x>'
    assert with_code_renamed(html, "custom-x", "custom-y") == (
        '<component code="custom-y"><component code="custom-x-2"><i data-component=custom-y>'
    )


def test_an_element_ends_at_its_end_tag_unless_another_opens_before() -> None:
    html = (
        "<component code=custom-a>x</component>|"
        "<component code=custom-b><component code=custom-c></component>"
    )
    found = references(html)
    assert [html[one.start : one.closed] for one in found] == [
        "<component code=custom-a>x</component>",
        "<component code=custom-b>",
        "<component code=custom-c></component>",
    ]
    (inside,) = references("<div data-component=custom-a>x</div>")
    assert (inside.stands_in, inside.closed) == (False, inside.end)


OPENING = ("<component code='custom-a'>", "<div data-component=custom-a>", "<!--", "<script>", "<")
OTHERS = ("</component>", "</div>", "-->", "</script>", ">", "'", '"', "x", "\r\n", "custom-a", " ")
PIECES = st.sampled_from((*OPENING, *OTHERS))


@given(st.lists(PIECES, max_size=30).map("".join))
def test_a_renaming_changes_the_codes_and_no_other_byte(html: str) -> None:
    renamed = with_code_renamed(html, "custom-a", "custom-longer")
    assert codes(renamed) == ["custom-longer"] * len(codes(html))
    at = 0
    kept: list[str] = []
    for one in references(renamed):
        kept += (renamed[at : one.value_span[0]], "custom-a")
        at = one.value_span[1]
    assert "".join((*kept, renamed[at:])) == html
    assert with_code_renamed(renamed, "custom-longer", "custom-a") == html


@pytest.mark.parametrize(
    "piece",
    ["<component code=custom-a>", "<i data-component=custom-a>", "<", "<a b='", "<!--", "<title>"],
)
def test_hostile_html_takes_linear_time(piece: str) -> None:
    begun = time.perf_counter()
    references("custom-" + piece * 40_000)
    assert time.perf_counter() - begun < 3
