"""The open page: what is sent of it, what others send meanwhile, and what comes back."""

import httpx
from tests.desktop.support.live_server import LiveBrand
from tests.desktop.support.pages_driver import (
    AWKWARD,
    bodies,
    page_id,
    page_open,
    save,
    save_and_answer,
    tick,
    type_setting,
    write,
)
from tests.desktop.support.relay import Relay
from tests.desktop.support.window_bench import WindowBench, in_the_window, open_dialogs, until

# What is sent


@in_the_window
async def test_only_what_changed_is_sent_and_html_is_left_out_quirk_27(
    bench: WindowBench, brand: LiveBrand, relay: Relay
) -> None:
    panel = await page_open(bench, brand, relay)
    type_setting(panel, "Title in search results", "Half price")
    tick(panel, "Hide it from search engines")
    await save(bench, panel)
    assert bodies(relay) == [
        {"title": "Spring sale", "seo_title": "Half price", "prevent_indexing": True}
    ]
    stored = await brand.stored(page_id(panel))
    assert (stored.seo_title, stored.prevent_indexing, stored.html) == (
        "Half price",
        True,
        "<p>one</p>",
    )


@in_the_window
async def test_nothing_changed_sends_nothing(
    bench: WindowBench, brand: LiveBrand, relay: Relay
) -> None:
    panel = await page_open(bench, brand, relay)
    write(panel, "html", "<p>two</p>")
    write(panel, "html", "<p>one</p>")
    await save(bench, panel)
    assert bodies(relay) == []
    assert not panel.save_button.isEnabled()


@in_the_window
async def test_html_goes_alone_when_it_changed(
    bench: WindowBench, brand: LiveBrand, relay: Relay
) -> None:
    panel = await page_open(bench, brand, relay)
    write(panel, "html", "<p>two</p>")
    await save(bench, panel)
    assert bodies(relay) == [{"title": "Spring sale", "html": "<p>two</p>"}]


@in_the_window
async def test_a_title_is_sent_as_title_and_read_as_name_quirk_22(
    bench: WindowBench, brand: LiveBrand, relay: Relay
) -> None:
    panel = await page_open(bench, brand, relay)
    type_setting(panel, "Title", "Summer sale")
    assert panel.session.title == "Summer sale"
    await save(bench, panel)
    assert bodies(relay) == [{"title": "Summer sale"}]
    assert (await brand.stored(page_id(panel))).name == "Summer sale"
    assert panel.list.list.rows.at(0).title == "Summer sale"


@in_the_window
async def test_an_empty_field_clears_quirk_23(
    bench: WindowBench, brand: LiveBrand, relay: Relay
) -> None:
    panel = await page_open(bench, brand, relay, seo_title="Old words")
    type_setting(panel, "Title in search results", "")
    await save(bench, panel)
    assert bodies(relay) == [{"title": "Spring sale", "seo_title": ""}]
    assert not (await brand.stored(page_id(panel))).seo_title


@in_the_window
async def test_emptied_html_is_asked_about_quirk_23(
    bench: WindowBench, brand: LiveBrand, relay: Relay
) -> None:
    panel = await page_open(bench, brand, relay)
    write(panel, "html", "")
    assert await save_and_answer(bench, panel, "") == ["Save this page without any HTML?"]
    assert bodies(relay) == []
    await save_and_answer(bench, panel, "yes")
    assert not (await brand.stored(page_id(panel))).html


@in_the_window
async def test_publish_and_take_offline(bench: WindowBench, brand: LiveBrand) -> None:
    panel = await page_open(bench, brand, slug="spring")
    visitor = f"{brand.base_url}/p/{brand.number}/spring"
    async with httpx.AsyncClient(trust_env=False) as browser:
        assert (await browser.get(visitor)).status_code == 404
        write(panel, "html", "<p>live now</p>")
        await save(bench, panel, publish=True)
        assert "live now" in (await browser.get(visitor)).text
        assert panel.publish_button.text() == "Published"
        assert bench.notice("Published: Spring sale")
        panel.tasks.start(panel.save_flow.save("offline"))
        await bench.idle(panel)
        assert (await browser.get(visitor)).status_code == 404
    assert bench.notice("Taken offline: Spring sale")
    assert panel.publish_button.text() == "Publish"


@in_the_window
async def test_a_weight_changes_nothing_but_its_own_bytes(
    bench: WindowBench, brand: LiveBrand
) -> None:
    panel = await page_open(bench, brand, html=AWKWARD)
    await until(lambda: panel.editor.tests.boxes and panel.editor.tests.is_whole())
    lines = panel.editor.tests.boxes[0].lines
    lines[0].share.field.setText("70")
    lines[0].share.field.editingFinished.emit()
    await until(lambda: panel.editor.source("html") != AWKWARD)
    wanted = AWKWARD.replace("weight = '50'", "weight = '70'").replace("weight=50", "weight=30")
    assert panel.editor.source("html") == wanted
    asked = await save_and_answer(bench, panel, "yes")
    assert asked == ["Restart this page's split test?"]
    assert (await brand.stored(page_id(panel))).html == wanted


@in_the_window
async def test_what_was_confirmed_once_is_not_asked_at_every_save(
    bench: WindowBench, brand: LiveBrand
) -> None:
    panel = await page_open(bench, brand, html=AWKWARD)
    write(panel, "html", AWKWARD + "<p>1</p>")
    await save_and_answer(bench, panel, "yes")
    write(panel, "html", AWKWARD + "<p>2</p>")
    await save(bench, panel)
    assert (await brand.stored(page_id(panel))).html == AWKWARD + "<p>2</p>"


# When others write too


@in_the_window
async def test_someone_else_s_change_is_taken_in(
    bench: WindowBench, brand: LiveBrand, relay: Relay
) -> None:
    panel = await page_open(bench, brand, relay)
    write(panel, "html", "<p>mine</p>")
    theirs = await brand.stored(page_id(panel))
    await brand.change(theirs, seo_title="Theirs", css="p { margin: 0 }")
    await save(bench, panel)
    assert bodies(relay)[-1] == {
        "title": "Spring sale",
        "html": "<p>mine</p>",
    }
    stored = await brand.stored(page_id(panel))
    assert (stored.html, stored.seo_title) == ("<p>mine</p>", "Theirs")
    assert panel.editor.source("css") == "p { margin: 0 }"
    assert panel.editor.settings.values()["seo_title"] == "Theirs"


@in_the_window
async def test_a_change_elsewhere_shows_when_nothing_is_unsaved(
    bench: WindowBench, brand: LiveBrand
) -> None:
    panel = await page_open(bench, brand)
    theirs = await brand.stored(page_id(panel))
    await brand.change(theirs, html="<p>theirs</p>")
    panel.refresh()
    await until(lambda: panel.editor.source("html") == "<p>theirs</p>")


@in_the_window
async def test_a_page_deleted_elsewhere_can_be_saved_as_new(
    bench: WindowBench, brand: LiveBrand
) -> None:
    panel = await page_open(bench, brand)
    write(panel, "html", "<p>mine</p>")
    await brand.delete(await brand.stored(page_id(panel)))
    await save(bench, panel)
    notice = bench.notice("does not have this any more")
    assert notice is not None
    assert notice.action is not None
    assert notice.action.label == "Save as a new page"
    assert panel.editor.source("html") == "<p>mine</p>"
    notice.action.run()
    await until(lambda: bench.notice("Saved: Spring sale"))
    await bench.idle(panel)
    assert await brand.titles() == ["Spring sale"]
    assert (await brand.stored(page_id(panel))).html == "<p>mine</p>"


# A lost answer (quirk 10)


@in_the_window
async def test_a_create_without_an_answer_finds_its_page(
    bench: WindowBench, brand: LiveBrand, relay: Relay
) -> None:
    panel = await page_open(bench, brand, relay)
    await panel.session.open_new({"title": "Fresh", "html": "<p>fresh</p>"})
    relay.lose_answers_to = "POST"
    await save(bench, panel)
    assert await brand.titles() == ["Fresh", "Spring sale"]
    assert (await brand.stored(page_id(panel))).name == "Fresh"
    assert bench.notice("The answer was lost on the way")
    assert panel.list.list.rows.rowCount() == 2


@in_the_window
async def test_a_create_is_not_repeated_when_the_line_comes_back(
    bench: WindowBench, brand: LiveBrand, relay: Relay
) -> None:
    panel = await page_open(bench, brand, relay)
    await panel.session.open_new({"title": "Fresh", "html": "<p>fresh</p>"})
    relay.vanish_after = "POST"
    await save(bench, panel)
    assert bench.notice("may have been carried out")
    assert panel.editor.source("html") == "<p>fresh</p>"
    await relay.listen()
    panel.refresh()
    await bench.idle(panel)
    await save(bench, panel)
    assert await brand.titles() == ["Fresh", "Spring sale"]
    assert (await brand.stored(page_id(panel))).name == "Fresh"


@in_the_window
async def test_an_update_without_an_answer_is_repeated(
    bench: WindowBench, brand: LiveBrand, relay: Relay
) -> None:
    panel = await page_open(bench, brand, relay)
    write(panel, "html", "<p>two</p>")
    relay.lose_answers_to = "PUT"
    await save(bench, panel)
    assert (await brand.stored(page_id(panel))).html == "<p>two</p>"
    assert not panel.list.list.rows.at(0).marked


@in_the_window
async def test_a_platform_that_answers_updates_with_its_login_page_quirk_3(
    bench: WindowBench, redirecting_brand: LiveBrand
) -> None:
    panel = await page_open(bench, redirecting_brand)
    write(panel, "html", "<p>two</p>")
    await save(bench, panel)
    assert bench.notice("login page")
    assert panel.editor.source("html") == "<p>two</p>"
    assert not open_dialogs()
    assert panel.list.list.rows.at(0).marked
