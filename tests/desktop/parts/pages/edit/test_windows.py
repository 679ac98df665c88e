"""One page in two windows: one writes, the other follows, and no word is lost between them."""

from tests.desktop.support.live_server import LiveBrand
from tests.desktop.support.pages_driver import page_id, page_open, save, write
from tests.desktop.support.relay import Relay
from tests.desktop.support.window_bench import WindowBench, in_the_window, shown_dialog, until

from funneldesk.desktop.parts.pages.edit.windows import PageWindows
from funneldesk.desktop.parts.pages.panel import PagesPanel


def banner(panel: PagesPanel) -> str:
    """What a window says of the others; "" when it says nothing."""
    feature = next(f for f in panel.features if isinstance(f, PageWindows))
    return "" if feature.banner.isHidden() else feature.banner.title()


def press(panel: PagesPanel, which: str) -> None:
    feature = next(f for f in panel.features if isinstance(f, PageWindows))
    getattr(feature.banner, which).click()


async def two_windows(bench: WindowBench, brand: LiveBrand) -> tuple[PagesPanel, PagesPanel]:
    """A page that is open in two windows; the first one writes."""
    first = await page_open(bench, brand)
    second = await bench.pages(first.workspace)
    await bench.opened(second, first.session.record_id)
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
    await until(lambda: second.session.draft and not second.session.draft.is_dirty)


@in_the_window
async def test_edit_here_takes_the_unsaved_work_along(bench: WindowBench, brand: LiveBrand) -> None:
    first, second = await two_windows(bench, brand)
    write(first, "html", "<p>typed</p>")
    press(second, "second")
    await until(lambda: second.session.lock.may_write)
    assert second.editor.source("html") == "<p>typed</p>"
    assert banner(second) == ""
    assert banner(first) == "This page is open in another window, with unsaved changes."
    write(second, "html", "<p>typed on</p>")
    await save(bench, second)
    assert (await brand.stored(page_id(second))).html == "<p>typed on</p>"
    await until(lambda: first.editor.source("html") == "<p>typed on</p>")
    assert await first.workspace.store.drafts() == []


@in_the_window
async def test_who_stays_goes_on_when_the_writer_leaves(
    bench: WindowBench, brand: LiveBrand
) -> None:
    other = await brand.add("Autumn sale")
    first, second = await two_windows(bench, brand)
    write(first, "html", "<p>typed</p>")
    await bench.opened(first, other)
    await until(lambda: second.session.lock.may_write)
    assert second.editor.source("html") == "<p>typed</p>"
    assert banner(second) == ""
    write(second, "css", "p { color: teal }")
    await save(bench, second)
    stored = await brand.stored(page_id(second))
    assert (stored.html, stored.css) == ("<p>typed</p>", "p { color: teal }")


@in_the_window
async def test_a_new_page_is_followed_to_its_id(bench: WindowBench, brand: LiveBrand) -> None:
    first = await page_open(bench, brand)
    await first.session.open_new({"title": "Fresh", "html": "<p>fresh</p>"})
    second = await bench.pages(first.workspace)
    await bench.opened(second, first.session.record_id)
    await save(bench, first)
    await until(lambda: second.session.record_id == first.session.record_id)
    await until(lambda: second.session.draft and not second.session.draft.is_new)
    press(second, "second")
    await until(lambda: second.session.lock.may_write)
    write(second, "html", "<p>fresher</p>")
    await save(bench, second)
    assert await brand.titles() == ["Fresh", "Spring sale"]
    assert (await brand.stored(page_id(second))).html == "<p>fresher</p>"


@in_the_window
async def test_a_page_that_is_being_saved_is_not_taken_over(
    bench: WindowBench, brand: LiveBrand, relay: Relay
) -> None:
    first = await page_open(bench, brand, relay)
    second = await bench.pages(first.workspace)
    await bench.opened(second, first.session.record_id)
    write(first, "html", "<p>typed</p>")
    async with relay.held("PUT"):
        first.save()
        await until(relay.writes)
        press(second, "second")
        await until(lambda: bench.notice("stays with the other window"))
        assert not second.session.lock.may_write
    await bench.idle(first)
    press(second, "second")
    await until(lambda: second.session.lock.may_write)
    assert second.editor.source("html") == "<p>typed</p>"


@in_the_window
async def test_what_a_program_changes_in_a_reading_window_is_put_back(
    bench: WindowBench, brand: LiveBrand
) -> None:
    first, second = await two_windows(bench, brand)
    write(first, "html", "<p>typed</p>")
    await until(lambda: second.editor.source("html") == "<p>typed</p>")
    write(second, "html", "<p>not here</p>")
    assert bench.notice("This page is open in another window.")
    await until(lambda: second.editor.source("html") == "<p>typed</p>")
    assert first.editor.source("html") == "<p>typed</p>"
    (draft,) = await first.workspace.store.drafts()
    assert draft.content["fields"] == {"html": "<p>typed</p>"}


@in_the_window
async def test_a_page_deleted_in_one_window_keeps_the_words_of_the_other(
    bench: WindowBench, brand: LiveBrand
) -> None:
    first, second = await two_windows(bench, brand)
    write(first, "html", "<p>typed</p>")
    await until(lambda: second.session.is_dirty)
    second.tasks.start(second.actions_on_pages.delete([second.session.record_id]))
    (await shown_dialog()).answer("yes")
    await until(lambda: bench.notice("deleted"))
    await bench.idle(first)
    assert await brand.titles() == []
    await first.settle()
    assert first.editor.source("html") == "<p>typed</p>"
    (draft,) = await first.workspace.store.drafts()
    assert draft.content["fields"] == {"html": "<p>typed</p>"}
