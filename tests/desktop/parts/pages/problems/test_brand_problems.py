"""The problems of all pages: what does not fit the rest of the brand, kept up as it changes."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from tests.desktop.support.live_server import LiveBrand
from tests.desktop.support.relay import Relay
from tests.desktop.support.window_bench import WindowBench, in_the_window, until

from funneldesk.client.files import Upload
from funneldesk.desktop.assets.references.page_links import Surroundings, slug_of
from funneldesk.desktop.kit.lists.grouped_list import GroupRow
from funneldesk.desktop.parts.pages.library.library import PageLibrary
from funneldesk.desktop.parts.pages.problems.brand_rules import problems_of
from funneldesk.desktop.parts.pages.problems.brand_scan import look_at
from funneldesk.desktop.parts.pages.problems.feature import AllProblems
from funneldesk.desktop.parts.pages.problems.rows import MOST_IN_A_GROUP, ProblemRows
from funneldesk.desktop.parts.pages.problems.window import ProblemsWindow

AROUND = Surroundings(
    "7",
    frozenset({"img/a b.png", "media/seal.svg"}),
    {"checkout": "published", "old": "offline", "next": "draft"},
    frozenset({"shop.example"}),
    "http://127.0.0.1:4000/p/7",
)


def kinds(html: str, css: str = "", **page: str) -> list[tuple[str, str]]:
    """Kind of each problem of a page, and what of the source it points at."""
    fields = {"name": "A page", "seo_title": "A page", "html": html, "css": css, **page}
    return [
        (p.kind, fields.get(p.source, "")[p.start : p.end])
        for p in problems_of("1", look_at(fields), AROUND)
    ]


def test_files_that_are_not_there_are_found_where_they_are_named() -> None:
    assert kinds('<img alt="" src="/cdn/7/assets/img/a%20b.png?v=2">') == []
    assert kinds('<img alt="" src="https://x.example/cdn/7/assets/img/gone.png">') == [
        ("asset-gone", "/cdn/7/assets/img/gone.png")
    ]
    assert kinds("", "a { background: url(/cdn/7/assets/seal.svg) }") == [
        ("asset-gone", "/cdn/7/assets/seal.svg")
    ]
    assert kinds('<img alt="" src="/cdn/8/assets/img/a.png">') == [
        ("asset-elsewhere", "/cdn/8/assets/img/a.png")
    ]


def test_links_to_pages_that_are_gone_or_offline_are_found() -> None:
    assert kinds('<a href="checkout?a=1#b">x</a><a href="https://else.example/old">x</a>') == []
    assert kinds('<a href="/old">x</a>') == [("link-offline", "/old")]
    assert kinds('<form action="next"></form>') == [("link-offline", "next")]
    assert kinds('<a href="http://127.0.0.1:4000/p/7/lost">x</a>') == [
        ("link-gone", "http://127.0.0.1:4000/p/7/lost")
    ]
    assert kinds('<a href="mailto:a@b.example">x</a><a href="tel:1">y</a><a href="/">z</a>') == []


def test_titles_descriptions_and_weights_are_found() -> None:
    assert [kind for kind, _ in kinds("", name="")] == ["no-title"]
    assert [kind for kind, _ in kinds("", seo_title=" ")] == ["no-seo-title"]
    assert [kind for kind, _ in kinds('<img src="/a.png">')] == ["no-description"]
    test = (
        '<inline-split-test name="T"><variant name="A" weight="60">a</variant></inline-split-test>'
    )
    assert "weights" in [kind for kind, _ in kinds(test)]


@pytest.mark.parametrize(
    ("address", "slug"),
    [
        ("checkout", "checkout"),
        ("./checkout/", "checkout"),
        ("/p/7/checkout", "checkout"),
        ("/p/8/checkout", None),
        ("//shop.example/checkout", "checkout"),
        ("https://SHOP.example:443/caf%C3%A9", "café"),
        ("http://127.0.0.1:4000/checkout", None),
        ("/blog/post", None),
        ("/terms.pdf", None),
        ("{{next_page}}", None),
        ("http://[broken", None),
        ("", None),
    ],
)
def test_an_address_leads_to_a_page_of_the_brand_or_elsewhere(
    address: str, slug: str | None
) -> None:
    assert slug_of(address, AROUND) == slug


@given(st.text(st.sampled_from("<a hrefimgsc=\"'/cdn7aset%20.>#?{}\n\U0001f600"), max_size=200))
def test_looking_never_fails_and_points_into_the_source(html: str) -> None:
    page = {"name": "x", "html": html, "css": html}
    for problem in problems_of("1", look_at(page), AROUND):
        assert 0 <= problem.start <= problem.end <= len(html)
        assert problem.line <= html.count("\n") + 1


def test_a_group_of_very_many_says_how_many_are_not_shown() -> None:
    problem = problems_of("1", look_at({"name": ""}), AROUND)[0]
    rows = ProblemRows([problem] * (MOST_IN_A_GROUP + 9), None)
    assert len(rows) == MOST_IN_A_GROUP + 1
    assert rows[len(rows) - 1].text.startswith("and 9 more")
    assert rows[0].text == problem.message


# In the window


async def looking(bench: WindowBench, brand: LiveBrand) -> ProblemsWindow:
    """The window, open, having looked at every page."""
    panel = await bench.pages(await bench.workspace(brand))
    await whole(panel.library)
    feature = next(f for f in panel.features if isinstance(f, AllProblems))
    window = feature.show()
    await settled(window)
    return window


async def whole(library: PageLibrary) -> None:
    """Wait until every page is on this computer."""
    for page_id in list(library.rows):
        await library.fetch(page_id)


async def settled(window: ProblemsWindow) -> None:
    """Wait until everything was looked at and is shown."""
    await until(lambda: window.problems.looked and not window.problems.busy)
    await until(lambda: not window.tasks._tasks)


def shown(window: ProblemsWindow) -> dict[str, list[str]]:
    """The groups with what their rows say first."""
    return {g.title: [row.text for row in g.rows] for g in window.list.groups.groups}


@in_the_window
async def test_the_whole_brand_is_looked_at_and_kept_up(
    bench: WindowBench, brand: LiveBrand
) -> None:
    svg = b"<svg xmlns='http://www.w3.org/2000/svg'/>"
    async with brand.api() as api:
        await api.files.upload(Upload("seal.svg", svg))
    cdn = f"/cdn/{brand.number}/assets"
    html = f'<img alt="" src="{cdn}/seal.svg"><img alt="" src="{cdn}/lost.svg"><a href="next">x</a>'
    page = await brand.add("Home", html=html, seo_title="Home", status="published")
    target = await brand.add("Next", slug="next", html="<p>x</p>", seo_title="Next")
    window = await looking(bench, brand)
    assert shown(window) == {
        "Files that are not there": ["Home"],
        "Links to pages that are not published": ["Home"],
    }
    assert window.coverage.text() == "2 of 2 pages looked at"
    assert window.severity_buttons["error"].text() == "Errors 1"
    # A page that is published elsewhere, and one that is saved here, are taken in.
    await brand.change(target, status="published")
    await brand.change(page, html=f'<img alt="" src="{cdn}/seal.svg"><a href="next">x</a>')
    await window.library.refresh()
    await whole(window.library)
    await until(lambda: shown(window) == {})
    await until(lambda: window.views.currentWidget() is window.empty)


@in_the_window
async def test_only_pages_that_changed_are_looked_at_again(
    bench: WindowBench, brand: LiveBrand
) -> None:
    one = await brand.add("One", html='<img src="/a.png">', seo_title="x")
    await brand.add("Two", html='<img src="/b.png">', seo_title="x")
    window = await looking(bench, brand)
    sent: list[str] = []
    take = window.problems._take
    window.problems._take = lambda item: (sent.append(item.get("id", "")), take(item))[1]  # type: ignore[method-assign]
    await brand.change(one, html='<img src="/c.png">')
    await whole(window.library)
    await until(lambda: str(one.id) in sent)
    await settled(window)
    assert [each for each in sent if each] == [str(one.id)]


@in_the_window
async def test_by_page_narrowed_and_opened_at_the_place(
    bench: WindowBench, brand: LiveBrand
) -> None:
    html = '<p>x</p>\n<img src="/harbor.png">'
    page = await brand.add("Home", html=html, seo_title="x")
    await brand.add("Tea", html="<p>x</p>")
    window = await looking(bench, brand)
    window.context.section.show()
    window.grouping.button("page").click()
    await until(lambda: sorted(shown(window)) == ["Home", "Tea"])
    window.search.setText("harbor")
    await until(lambda: sorted(shown(window)) == ["Home"])
    counts = [int(b.text().rpartition(" ")[2]) for b in window.severity_buttons.values()]
    assert sum(counts) == len(window.shown)
    row = window.list.groups.index(0, 0, window.list.groups.index(0, 0))
    assert isinstance(row.data(Qt.ItemDataRole.UserRole), GroupRow)
    window.list.setCurrentIndex(row)
    QTest.keyClick(window.list, Qt.Key.Key_Return)
    context = window.context
    await until(
        lambda: context.session.record_id == str(page.id) and context.editor.code is not None
    )
    code = context.editor.code
    assert code is not None
    at = html.index("<img")
    await until(lambda: code.selection("html") == (at, at + 4))
    assert [cells[2] for cells in window.table().rows] == ["Home"]


@in_the_window
async def test_pages_that_are_not_here_yet_are_told(bench: WindowBench, brand: LiveBrand) -> None:
    for number in range(3):
        await brand.add(f"Page {number}", html="<p>x</p>", seo_title="x")
    panel = await bench.pages(await bench.workspace(brand))
    panel.library.tasks.cancel("fill")
    here = (await panel.library.coverage()).whole
    window = next(f for f in panel.features if isinstance(f, AllProblems)).show()
    await settled(window)
    assert here < 3
    assert window.coverage.text().startswith(f"{here} of 3 pages looked at · the rest is not on")


@in_the_window
async def test_without_the_platform_the_local_copy_is_looked_at_and_the_rest_is_told(
    bench: WindowBench, brand: LiveBrand, relay: Relay
) -> None:
    html = '<img src="/cdn/1/assets/x.png"><a href="lost">x</a>'
    await brand.add("Home", html=html, seo_title="x")
    workspace = await bench.workspace(brand, base_url=relay.base_url)
    panel = await bench.pages(workspace)
    await whole(panel.library)
    await relay.vanish()
    window = next(f for f in panel.features if isinstance(f, AllProblems)).show()
    await settled(window)
    assert "Images without a description" in shown(window)
    assert "Links to pages that are not there" in shown(window)
    assert "The brand's files and domains could not be read" in window.coverage.text()
