"""Search over all pages of a brand: as one types, in titles, html and css, whatever the pattern."""

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from funneldesk.desktop.parts.pages.across import AcrossPages
from funneldesk.desktop.parts.pages.across_head import FIND, SELECTED
from funneldesk.desktop.parts.pages.across_window import AcrossWindow
from funneldesk.desktop.parts.pages.panel import PagesPanel

from .live_platform import LiveBrand
from .window_bench import WindowBench, in_the_window, until


def across(panel: PagesPanel) -> AcrossPages:
    """The feature of a section."""
    return next(feature for feature in panel.features if isinstance(feature, AcrossPages))


async def searching(
    bench: WindowBench, brand: LiveBrand, mode: str = FIND, **workspace: str
) -> AcrossWindow:
    """The window, open, with every page on this computer."""
    panel = await bench.pages(await bench.workspace(brand, **workspace))  # type: ignore[arg-type]
    await whole(panel)
    return across(panel).show(mode)


async def whole(panel: PagesPanel) -> None:
    """Wait until every page is on this computer."""
    for page_id in list(panel.library.rows):
        await panel.library.fetch(page_id)


async def found(window: AcrossWindow, words: str) -> list[tuple[str, int]]:
    """Type what is sought; titles and how often each page has it."""
    window.head.sought_text.setText(words)
    await ended(window)
    return [(e.heading.title, e.found.total) for e in window.results.entries]


async def ended(window: AcrossWindow) -> None:
    """Wait until the search that is due has ended."""
    seen: list[bool] = []
    window.search.ended.connect(lambda: seen.append(True))
    await until(lambda: seen and not window.search.busy)


@in_the_window
async def test_titles_html_and_css_are_found_as_one_types(
    bench: WindowBench, brand: LiveBrand
) -> None:
    await brand.add("Guarantee", html="<p>one</p>")
    await brand.add("Home", html="<p>Our guarantee, our GUARANTEE.</p>" + "<p>x</p>" * 200)
    await brand.add("Shop", html="<p>x</p>", css=".guarantee { color: red }")
    await brand.add("Other", html="<p>nothing</p>")
    window = await searching(bench, brand)
    QTest.keyClicks(window.head.sought_text, "guarantee")
    await ended(window)
    shown = {e.heading.title: e.found.counts for e in window.results.entries}
    assert shown == {"Guarantee": {"name": 1}, "Home": {"html": 2}, "Shop": {"css": 1}}
    assert window.count.text() == "4 hits on 3 pages"
    window.head.field_buttons["css"].click()
    await ended(window)
    assert window.count.text() == "3 hits on 2 pages"
    window.head.case.click()
    await ended(window)
    assert await found(window, "GUARANTEE") == [("Home", 1)]
