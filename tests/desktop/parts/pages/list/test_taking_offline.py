"""Taking live pages offline is asked about with what is lost, and undone from the notice."""

import httpx
import pytest
from tests.desktop.parts.pages.bulk.test_bulk import choose, statuses
from tests.desktop.support.insight_desk import days_ago, life_of
from tests.desktop.support.live_server import LiveBrand
from tests.desktop.support.pages_driver import bodies, page_open, write
from tests.desktop.support.relay import Relay
from tests.desktop.support.window_bench import (
    WindowBench,
    in_the_window,
    open_dialogs,
    said,
    shown_dialog,
    until,
)

from funneldesk.contract.pages import Page
from funneldesk.desktop.kit.notices.notices import Notice
from funneldesk.desktop.parts.pages.panel import PagesPanel
from funneldesk.server.web.keys import issue, member
from funneldesk.server.web.roles import Role


def offline(panel: PagesPanel) -> None:
    """Choose the palette's entry for the open page."""
    found = {each.title: each for each in panel.commands()}
    found["Take this page offline…"].run()


def visits(brand: LiveBrand, page: Page, *days: float) -> None:
    """A visit of the page on each of these days before now."""
    with life_of(brand) as life:
        for each in days:
            life.visited(days_ago(each), page.id, views=2, seconds=5, carts=0)


def undo_of(notice: Notice | None) -> None:
    """Press the notice's Undo, wherever it stands beside other ways on."""
    assert notice is not None
    (undo,) = [each for each in (notice.action, notice.more) if each and each.label == "Undo"]
    undo.run()


@in_the_window
async def test_a_live_page_goes_offline_only_after_a_question_with_its_visits(
    bench: WindowBench, brand: LiveBrand, relay: Relay
) -> None:
    panel = await page_open(bench, brand, relay, status="published", slug="checkout")
    page = await brand.stored(int(panel.session.record_id))
    visits(brand, page, 0.5, 1, 3, 9)
    offline(panel)
    dialog = await shown_dialog()
    assert dialog.windowTitle() == "Take “Spring sale” offline?"
    # Three in these seven days; the one nine days ago is over.
    await until(lambda: "3 visits in the last 7 days" in said(dialog))
    assert dialog.button("").hasFocus()
    dialog.answer("")
    await bench.idle(panel)
    assert bodies(relay) == []
    assert (await brand.stored(page.id)).status == "published"


@in_the_window
async def test_a_page_taken_offline_is_put_back_from_the_notice(
    bench: WindowBench, brand: LiveBrand
) -> None:
    panel = await page_open(bench, brand, status="published", slug="checkout")
    visitor = f"{brand.base_url}/p/{brand.number}/checkout"
    offline(panel)
    (await shown_dialog()).answer("yes")
    await bench.idle(panel)
    async with httpx.AsyncClient(trust_env=False) as browser:
        assert (await browser.get(visitor)).status_code == 404
        await until(lambda: panel.publish_button.text() == "Publish")
        undo_of(bench.notice("“Spring sale” taken offline"))
        await bench.idle(panel)
        assert (await browser.get(visitor)).status_code == 200
    await until(lambda: panel.publish_button.text() == "Published")


@in_the_window
async def test_what_is_unsaved_is_neither_sent_nor_lost_and_undo_does_not_publish_it(
    bench: WindowBench, brand: LiveBrand, relay: Relay
) -> None:
    panel = await page_open(bench, brand, relay, status="published", slug="checkout")
    page_id = int(panel.session.record_id)
    write(panel, "html", "<p>half done</p>")
    await bench.idle(panel)
    offline(panel)
    (await shown_dialog()).answer("yes")
    await bench.idle(panel)
    assert bodies(relay) == [{"title": "Spring sale", "status": "offline"}]
    assert panel.editor.source("html") == "<p>half done</p>"
    assert panel.session.is_dirty
    # The open page knows that it is offline, although it has unsaved work.
    assert panel.publish_button.text() == "Publish"
    undo_of(bench.notice("taken offline"))
    await bench.idle(panel)
    stored = await brand.stored(page_id)
    assert (stored.status, stored.html) == ("published", "<p>one</p>")
    assert panel.editor.source("html") == "<p>half done</p>"
    assert panel.publish_button.text() == "Publish changes"


@in_the_window
async def test_several_are_asked_about_together_and_undone_although_one_was_skipped(
    bench: WindowBench, brand: LiveBrand
) -> None:
    pages = [
        await brand.add(name, slug=name.lower(), html="<p>x</p>", status="published")
        for name in ("One", "Two", "Three")
    ]
    pages.append(await brand.add("Draft", slug="draft", html="<p>x</p>"))
    visits(brand, pages[0], 0.1, 2)
    visits(brand, pages[1], 4, 20)
    panel = await bench.pages(await bench.workspace(brand))
    await brand.change(pages[2], status="draft")
    choose(panel, "Take 4 pages offline…", *pages)
    dialog = await shown_dialog()
    # A draft among them is none that visitors lose, as far as it is known here.
    assert dialog.windowTitle() == "Take 3 pages offline?"
    await until(lambda: "3 visits in the last 7 days" in said(dialog))
    dialog.answer("yes")
    await bench.idle(panel)
    assert await statuses(brand) == {
        "One": "offline",
        "Two": "offline",
        "Three": "draft",
        "Draft": "draft",
    }
    notice = bench.notice("2 pages taken offline")
    assert notice is not None
    assert "1 skipped" in notice.text
    undo_of(notice)
    await bench.idle(panel)
    assert await statuses(brand) == {
        "One": "published",
        "Two": "published",
        "Three": "draft",
        "Draft": "draft",
    }


@pytest.mark.parametrize("counts", [True, False])
@in_the_window
async def test_no_visits_and_unknown_visits_are_told_apart(
    bench: WindowBench, brand: LiveBrand, counts: bool
) -> None:
    page = await brand.add("Checkout", slug="checkout", html="<p>x</p>", status="published")
    with brand.database.writing() as session:
        user = member(session, brand.number, "A designer", Role.EDITOR)
        without = frozenset() if counts else frozenset({"tracking"})
        key = issue(session, brand.number, user, without=without).secret_text
    panel = await bench.pages(await bench.workspace(brand, key=key))
    await bench.opened(panel, page)
    offline(panel)
    dialog = await shown_dialog()
    wanted = "No visits in the last 7 days" if counts else "couldn’t be counted"
    await until(lambda: wanted in said(dialog))
    assert not any(sign.isdigit() for sign in said(dialog).replace("7 days", ""))
    dialog.answer("")
    await bench.idle(panel)
    assert not open_dialogs()
