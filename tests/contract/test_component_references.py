"""Where html refers to components (document: Component, ``code``; quirk 31)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.contract.linear_time import is_linear
from tests.depth import mostly_deep

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
        '<component type="custom-x"></component>',
        '<component type="editor" code="custom-x"></component>',
        '<div data-component-type="custom-x" class="a"></div>',
        "<p>@component('custom-x')</p>",
        '@component("custom-x", {"title": "(a)", "html": "</p>", "list": [1, {"b": null}]})',
        '@component( "custom-x" ,\n {})',
        "@component(&quot;custom-x&quot;)",
        '@component("custom-x", {"never": "closed"',
    ],
)
def test_every_way_to_refer_is_found(html: str) -> None:
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
        '<component code="a hero">',
        '<component code="custom-x',
        '<a title="@component(&quot;custom-x&quot;)">',
        '<script>@component("custom-x")</script>',
        '@@component("custom-x")',
        'me@component("custom-x")',
        "@component(custom-x)",
        "custom-x",
        "&lt;component code=custom-x&gt;",
    ],
)
def test_what_only_looks_like_a_reference_is_none(html: str) -> None:
    assert codes(html) == []
    assert with_code_renamed(html, "custom-x", "custom-y") == html


@pytest.mark.parametrize(
    ("html", "sure"),
    [
        ('<component code="x"></component>', True),
        ("<component type=x />", True),
        ('@component("x", {})', True),
        ('<div data-component="x">', False),
        ('<div data-component-type="x">', False),
    ],
)
def test_the_prefix_may_be_left_out(html: str, sure: bool) -> None:
    """An attribute that others use as well refers to a component only if there is one."""
    (found,) = references(html)
    assert (found.code, found.is_sure) == ("custom-x", sure)
    renamed = with_code_renamed(html, "custom-x", "custom-yy")
    assert renamed == html.replace("x", "yy")
    assert codes(renamed) == ["custom-yy"]


def test_an_element_may_name_two_and_a_directive_ends_at_its_bracket() -> None:
    both = '<i data-component="slider" data-component-type="custom-a">@component("b", {"c": ")"})!'
    assert codes(both) == ["custom-slider", "custom-a", "custom-b"]
    last = references(both)[-1]
    assert both[last.start : last.closed] == '@component("b", {"c": ")"})'
    assert last.stands_in


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


OPENING = (
    "<component code='custom-a'>",
    "<component type=a>",
    '@component("a", {',
    "})",
    "<div data-component=custom-a>",
    "<!--",
    "<script>",
    "<",
)
OTHERS = ("</component>", "</div>", "-->", "</script>", ">", "'", '"', "x", "\r\n", "custom-a", " ")
PIECES = st.sampled_from((*OPENING, *OTHERS))


@given(st.lists(PIECES, max_size=30).map("".join))
def test_a_renaming_changes_the_codes_and_no_other_byte(html: str) -> None:
    renamed = with_code_renamed(html, "custom-a", "custom-longer")
    assert codes(renamed) == ["custom-longer"] * len(codes(html))
    at = 0
    kept: list[str] = []
    for one in references(renamed):
        is_whole = renamed.startswith("custom-", one.value_span[0])
        kept += (renamed[at : one.value_span[0]], "custom-a" if is_whole else "a")
        at = one.value_span[1]
    assert "".join((*kept, renamed[at:])) == html
    assert with_code_renamed(renamed, "custom-longer", "custom-a") == html


@pytest.mark.parametrize(
    "piece",
    mostly_deep(
        [
            *("<component code=custom-a>", "<i data-component=custom-a>", '@component("a", {'),
            *("@component('a',\\\"", "@component('a',"),
            *("<", "<a b='", "<!--", "<title>"),
        ]
    ),
)
def test_hostile_html_takes_linear_time(piece: str) -> None:
    assert is_linear(lambda text: references("custom-" + text), piece, 20_000 * len(piece))
