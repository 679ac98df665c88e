"""Relative files and dead anchors are problems, and the status line counts what the list counts."""

import pytest
from tests.desktop.parts.pages.problems.test_brand_problems import kinds
from tests.desktop.support.live_server import LiveBrand
from tests.desktop.support.pages_driver import type_setting, write
from tests.desktop.support.window_bench import WindowBench, in_the_window, until

from funneldesk.desktop.parts.pages.panel import PagesPanel
from funneldesk.desktop.parts.pages.problems.feature import AllProblems


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


def listed(panel: PagesPanel) -> int:
    """How many problems the list of all pages has of the open page."""
    feature = next(each for each in panel.features if isinstance(each, AllProblems))
    return len(feature.problems.found.get(panel.session.record_id, []))


@in_the_window
async def test_the_status_line_counts_what_the_list_counts(
    bench: WindowBench, brand: LiveBrand
) -> None:
    html = '<a href="#buy">x</a><img alt="" src="img/a.png"><a href="gone">y</a><img src="/c.png">'
    page = await brand.add("One", slug="one", html=html)
    panel = await bench.pages(await bench.workspace(brand))
    await bench.opened(panel, page)
    feature = next(each for each in panel.features if isinstance(each, AllProblems))
    window = feature.show()
    await until(lambda: listed(panel) and not feature.problems.busy)
    found = {each.kind for each in feature.problems.found[str(page.id)]}
    wanted = {"anchor-gone", "relative-file", "link-gone", "no-description", "no-seo-title"}
    assert found == wanted
    await until(lambda: panel.editor.problem_button.text() == "5 problems")
    assert listed(panel) == 5
    window.hide()
    # What is typed is counted before it is saved, in settings too.
    type_setting(panel, "Title in search results", "One")
    await until(lambda: panel.editor.problem_button.text() == "4 problems")
    write(panel, "html", '<a href="#buy">x</a>')
    await until(lambda: panel.editor.problem_button.text() == "1 problem")


@in_the_window
async def test_both_count_every_problem_of_a_page_that_has_very_many(
    bench: WindowBench, brand: LiveBrand
) -> None:
    page = await brand.add("One", slug="one", html="<b>" * 150)
    panel = await bench.pages(await bench.workspace(brand))
    await bench.opened(panel, page)
    feature = next(each for each in panel.features if isinstance(each, AllProblems))
    window = feature.show()
    await until(lambda: listed(panel) and not feature.problems.busy)
    assert listed(panel) > 150
    await until(lambda: panel.editor.problem_button.text() == f"{listed(panel)} problems")
    window.hide()
