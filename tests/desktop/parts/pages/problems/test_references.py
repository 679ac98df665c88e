"""Relative files and dead anchors are problems of a page."""

import pytest
from tests.desktop.parts.pages.problems.test_brand_problems import kinds


@pytest.mark.parametrize(
    ("html", "address"),
    [
        ('<img alt="" src="img/hero%20photo.jpg">', "img/hero%20photo.jpg"),
        ("<img alt='' src= ./hero.webp >", "./hero.webp"),
        ('<img alt="" src="../hero.png?v=2">', "../hero.png?v=2"),
        ('<video poster="still.jpg"></video>', "still.jpg"),
        ('<script src="js/app.js"></script>', "js/app.js"),
        ('<link rel="stylesheet" href="site.css">', "site.css"),
    ],
)
def test_a_relative_file_is_found_where_it_is_named(html: str, address: str) -> None:
    assert kinds(html) == [("relative-file", address)]


def test_every_file_of_a_set_is_looked_at() -> None:
    html = '<img alt="" srcset="a.png 1x, /cdn/7/assets/img/a%20b.png 2x, b.png 3x">'
    assert kinds(html) == [("relative-file", "a.png"), ("relative-file", "b.png")]


def test_relative_files_of_the_css_are_found() -> None:
    css = "a { background: url( 'img/sea.jpg' ) } b { fill: url(#shade) } c { b: url(/x.png) }"
    assert kinds("", css) == [("relative-file", "img/sea.jpg")]


@pytest.mark.parametrize(
    "html",
    [
        '<img alt="" src="https://else.example/a.png">',
        '<img alt="" src="//else.example/a.png">',
        '<img alt="" src="data:image/png;base64,AAAA">',
        '<img alt="" src="{{ product.image }}">',
        '<img alt="" src="/img/a.png">',
        '<base href="https://else.example/"><img alt="" src="a.png">',
        '<a href="checkout">x</a>',
    ],
)
def test_other_addresses_are_no_relative_files(html: str) -> None:
    assert [kind for kind, _place in kinds(html)] == []


def test_a_link_to_a_place_that_is_not_there_is_found() -> None:
    assert kinds('<a href="#buy">x</a><p id="bye">y</p>') == [("anchor-gone", "#buy")]
    assert kinds('<a href="#buy">x</a><p id=buy>y</p>') == []
    assert kinds('<a href="#Buy">x</a><p id=buy>y</p>') == [("anchor-gone", "#Buy")]
    assert kinds('<a href="#old"></a><a name="old">y</a>') == []
    assert kinds('<a href="#caf%C3%A9">x</a><p id="café">y</p>') == []
    assert kinds('<a href="#top">x</a><a href="#!/route">y</a><a href="#{{id}}">z</a>') == []


def test_a_place_may_be_in_a_variant_and_in_a_component() -> None:
    test = (
        '<inline-split-test name="T"><variant name="A" weight="100"><p id="buy">a</p></variant>'
        "</inline-split-test>"
    )
    assert kinds(f'<a href="#buy">x</a>{test}') == []
    # What a component holds isn't known here.
    assert kinds('<a href="#buy">x</a><component code="custom-x"></component>') == []
