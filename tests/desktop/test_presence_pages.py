"""One page in two windows: one writes, the other follows, and no word is lost between them."""

from funneldesk.desktop.parts.pages.panel import PagesPanel
from funneldesk.desktop.parts.pages.presence import PagePresence

from .live_platform import LiveBrand
from .page_hands import page_id, page_open, save, write
from .window_bench import WindowBench, in_the_window, until


def banner(panel: PagesPanel) -> str:
    """What a window says of the others; "" when it says nothing."""
    feature = next(f for f in panel.features if isinstance(f, PagePresence))
    return "" if feature.banner.isHidden() else feature.banner.title()


def press(panel: PagesPanel, which: str) -> None:
    feature = next(f for f in panel.features if isinstance(f, PagePresence))
    getattr(feature.banner, which).click()


async def two_windows(bench: WindowBench, brand: LiveBrand) -> tuple[PagesPanel, PagesPanel]:
    """A page that is open in two windows; the first one writes."""
    first = await page_open(bench, brand)
    second = await bench.pages(first.workspace)
    await bench.opened(second, first.desk.record_id)
    return first, second


@in_the_window
async def test_the_second_window_says_who_writes_and_only_reads(
    bench: WindowBench, brand: LiveBrand
) -> None:
    first, second = await two_windows(bench, brand)
    assert banner(first) == ""
    assert banner(second) == "This page is open in another window."
    write(first, "html", "<p>typed</p>")
    assert banner(second) == "This page is open in another window, with unsaved changes."
    assert not second.publish_button.isEnabled()
    await until(lambda: second.editor.source("html") == "<p>typed</p>")
    await save(bench, second)
    assert (await brand.stored(page_id(first))).html == "<p>one</p>"
    await save(bench, first)
    assert banner(second) == "This page is open in another window."
    await until(lambda: second.desk.document and not second.desk.document.is_dirty)


@in_the_window
async def test_edit_here_takes_the_unsaved_work_along(bench: WindowBench, brand: LiveBrand) -> None:
    first, second = await two_windows(bench, brand)
    write(first, "html", "<p>typed</p>")
    press(second, "second")
    await until(lambda: second.desk.seats.may_write)
    assert second.editor.source("html") == "<p>typed</p>"
    assert banner(second) == ""
    assert banner(first) == "This page is open in another window, with unsaved changes."
    write(second, "html", "<p>typed on</p>")
    await save(bench, second)
    assert (await brand.stored(page_id(second))).html == "<p>typed on</p>"
    await until(lambda: first.editor.source("html") == "<p>typed on</p>")
    assert await first.workspace.store.drafts() == []
