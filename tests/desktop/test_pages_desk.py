"""The open page: what is sent, what is kept, and what happens when others write too."""

import httpx
import pytest

from funneldesk.desktop.local.problems import LocalStoreProblem, ProblemKind
from funneldesk.desktop.parts.pages.panel import PagesPanel

from .live_platform import LiveBrand
from .page_hands import save, save_and_answer, tick, type_setting, write
from .relay import Relay
from .window_bench import WindowBench, in_the_window, open_sheets, shown_sheet, turns, until

AWKWARD = (
    "<!doctype html>\r\n<p>a\u00a0b\u2028c\t\U0001f600</p>\r\n"
    '<inline-split-test name="Head"><variant name="A" weight = \'50\'>'
    "<h1>A</h1></variant>\r<variant weight=50 name=B><h1>B</h1></variant>"
    "</inline-split-test>\n\n"
)


def bodies(relay: Relay) -> list[dict[str, object]]:
    """What was written over the line."""
    return [seen.body for seen in relay.writes()]


async def opened(
    bench: WindowBench, brand: LiveBrand, relay: Relay | None = None, **fields: object
) -> PagesPanel:
    """A page of the brand, open."""
    values = {"title": "Spring sale", "html": "<p>one</p>", **fields}
    page = await brand.add(**values)  # type: ignore[arg-type]
    base_url = relay.base_url if relay is not None else ""
    panel = await bench.pages(await bench.workspace(brand, base_url=base_url, place="desk"))
    await bench.opened(panel, page)
    return panel


def page_id(panel: PagesPanel) -> int:
    return int(panel.desk.record_id)


# What is sent


@in_the_window
async def test_only_what_changed_is_sent_and_html_is_left_out_quirk_27(
    bench: WindowBench, brand: LiveBrand, relay: Relay
) -> None:
    panel = await opened(bench, brand, relay)
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
    panel = await opened(bench, brand, relay)
    write(panel, "html", "<p>two</p>")
    write(panel, "html", "<p>one</p>")
    await save(bench, panel)
    assert bodies(relay) == []
    assert not panel.save_button.isEnabled()


@in_the_window
async def test_html_goes_alone_when_it_changed(
    bench: WindowBench, brand: LiveBrand, relay: Relay
) -> None:
    panel = await opened(bench, brand, relay)
    write(panel, "html", "<p>two</p>")
    await save(bench, panel)
    assert bodies(relay) == [{"title": "Spring sale", "html": "<p>two</p>"}]


@in_the_window
async def test_a_title_is_sent_as_title_and_read_as_name_quirk_22(
    bench: WindowBench, brand: LiveBrand, relay: Relay
) -> None:
    panel = await opened(bench, brand, relay)
    type_setting(panel, "Title", "Summer sale")
    assert panel.desk.title == "Summer sale"
    await save(bench, panel)
    assert bodies(relay) == [{"title": "Summer sale"}]
    assert (await brand.stored(page_id(panel))).name == "Summer sale"
    assert panel.list.list.rows.at(0).title == "Summer sale"


@in_the_window
async def test_an_empty_field_clears_quirk_23(
    bench: WindowBench, brand: LiveBrand, relay: Relay
) -> None:
    panel = await opened(bench, brand, relay, seo_title="Old words")
    type_setting(panel, "Title in search results", "")
    await save(bench, panel)
    assert bodies(relay) == [{"title": "Spring sale", "seo_title": ""}]
    assert not (await brand.stored(page_id(panel))).seo_title


@in_the_window
async def test_emptied_html_is_asked_about_quirk_23(
    bench: WindowBench, brand: LiveBrand, relay: Relay
) -> None:
    panel = await opened(bench, brand, relay)
    write(panel, "html", "")
    assert await save_and_answer(bench, panel, "") == ["Save this page without any html?"]
    assert bodies(relay) == []
    await save_and_answer(bench, panel, "yes")
    assert not (await brand.stored(page_id(panel))).html


@in_the_window
async def test_publish_and_take_offline(bench: WindowBench, brand: LiveBrand) -> None:
    panel = await opened(bench, brand, slug="spring")
    visitor = f"{brand.base_url}/p/{brand.number}/spring"
    async with httpx.AsyncClient(trust_env=False) as browser:
        assert (await browser.get(visitor)).status_code == 404
        write(panel, "html", "<p>live now</p>")
        await save(bench, panel, publish=True)
        assert "live now" in (await browser.get(visitor)).text
        assert panel.publish_button.text() == "Published"
        assert bench.notice("Published: Spring sale")
        panel.tasks.start(panel.desk.save("offline"))
        await bench.idle(panel)
        assert (await browser.get(visitor)).status_code == 404
    assert bench.notice("Taken offline: Spring sale")
    assert panel.publish_button.text() == "Publish"


@in_the_window
async def test_a_weight_changes_nothing_but_its_own_bytes(
    bench: WindowBench, brand: LiveBrand
) -> None:
    panel = await opened(bench, brand, html=AWKWARD)
    await until(lambda: len(panel.editor.tests.boxes) == 1)
    lines = panel.editor.tests.boxes[0].lines
    lines[0].field.setText("70")
    lines[0].field.editingFinished.emit()
    await turns()
    lines[1].field.setText("30")
    lines[1].field.editingFinished.emit()
    wanted = AWKWARD.replace("weight = '50'", "weight = '70'").replace("weight=50", "weight=30")
    assert panel.editor.source("html") == wanted
    asked = await save_and_answer(bench, panel, "yes")
    assert asked == ["Send the page's split test again?"]
    assert (await brand.stored(page_id(panel))).html == wanted


@in_the_window
async def test_what_was_confirmed_once_is_not_asked_at_every_save(
    bench: WindowBench, brand: LiveBrand
) -> None:
    panel = await opened(bench, brand, html=AWKWARD)
    write(panel, "html", AWKWARD + "<p>1</p>")
    await save_and_answer(bench, panel, "yes")
    write(panel, "html", AWKWARD + "<p>2</p>")
    await save(bench, panel)
    assert (await brand.stored(page_id(panel))).html == AWKWARD + "<p>2</p>"


# What is kept


@in_the_window
async def test_a_draft_survives_quitting(bench: WindowBench, brand: LiveBrand) -> None:
    panel = await opened(bench, brand)
    identity = panel.desk.record_id
    write(panel, "html", AWKWARD)
    type_setting(panel, "Title", "Unfinished")
    await bench.close(panel.workspace)

    panel = await bench.pages(await bench.workspace(brand, place="desk"))
    await bench.opened(panel, identity)
    assert panel.editor.source("html") == AWKWARD
    assert panel.desk.title == "Unfinished"
    assert panel.list.list.rows.at(0).marked
    assert "Unsaved since" in panel.editor.kept.text()
    assert panel.save_button.isEnabled()
    assert (await brand.stored(page_id(panel))).name == "Spring sale"


@in_the_window
async def test_a_new_page_that_never_reached_the_platform_survives_too(
    bench: WindowBench, brand: LiveBrand
) -> None:
    panel = await opened(bench, brand)
    await panel.desk.open_new({"title": "Only here", "html": "<p>here</p>"})
    await bench.close(panel.workspace)

    panel = await bench.pages(await bench.workspace(brand, place="desk"))
    rows = panel.list.list.rows
    only = next(rows.at(n) for n in range(rows.rowCount()) if rows.at(n).title == "Only here")
    assert only.marked
    await bench.opened(panel, only.id)
    assert panel.editor.source("html") == "<p>here</p>"
    await save(bench, panel)
    assert await brand.titles() == ["Only here", "Spring sale"]
    assert panel.list.list.rows.rowCount() == 2


@in_the_window
async def test_saved_work_leaves_no_draft(bench: WindowBench, brand: LiveBrand) -> None:
    panel = await opened(bench, brand)
    write(panel, "html", "<p>two</p>")
    await save(bench, panel)
    assert not panel.list.list.rows.at(0).marked
    assert await panel.workspace.store.drafts() == []
    assert panel.editor.kept.text() == ""


@in_the_window
async def test_throwing_away_asks_and_goes_back(bench: WindowBench, brand: LiveBrand) -> None:
    panel = await opened(bench, brand)
    write(panel, "html", "<p>two</p>")
    panel.tasks.start(panel.desk.revert())
    (await shown_sheet()).answer("")
    await bench.idle(panel)
    assert panel.editor.source("html") == "<p>two</p>"
    panel.tasks.start(panel.desk.revert())
    (await shown_sheet()).answer("yes")
    await bench.idle(panel)
    assert panel.editor.source("html") == "<p>one</p>"
    assert await panel.workspace.store.drafts() == []


@in_the_window
async def test_what_is_typed_during_a_save_stays_unsaved(
    bench: WindowBench, brand: LiveBrand, relay: Relay
) -> None:
    panel = await opened(bench, brand, relay)
    write(panel, "html", "<p>two</p>")
    async with relay.held("PUT"):
        panel.save()
        await until(relay.writes)
        write(panel, "css", "p { color: red }")
    await bench.idle(panel)
    assert panel.editor.source("css") == "p { color: red }"
    assert panel.list.list.rows.at(0).marked
    stored = await brand.stored(page_id(panel))
    assert stored.html == "<p>two</p>"
    await save(bench, panel)
    assert (await brand.stored(page_id(panel))).css == "p { color: red }"


@in_the_window
async def test_another_page_opened_during_a_save_is_left_alone(
    bench: WindowBench, brand: LiveBrand, relay: Relay
) -> None:
    other = await brand.add("Autumn sale", html="<p>autumn</p>")
    panel = await opened(bench, brand, relay)
    first = page_id(panel)
    write(panel, "html", "<p>two</p>")
    async with relay.held("PUT"):
        panel.save()
        await until(relay.writes)
        panel.open_record(str(other.id))
        await until(lambda: panel.desk.title == "Autumn sale")
    await bench.idle(panel)
    assert bench.notice("Saved: Spring sale") or bench.notice("Draft saved: Spring sale")
    assert (await brand.stored(first)).html == "<p>two</p>"
    assert panel.editor.source("html") == "<p>autumn</p>"
    assert await panel.workspace.store.drafts() == []
    rows = panel.list.list.rows
    assert not any(rows.at(n).marked for n in range(rows.rowCount()))


@in_the_window
async def test_a_new_page_left_during_its_save_is_created_once(
    bench: WindowBench, brand: LiveBrand, relay: Relay
) -> None:
    panel = await opened(bench, brand, relay)
    first = panel.desk.record_id
    await panel.desk.open_new({"title": "Fresh", "html": "<p>fresh</p>"})
    async with relay.held("POST"):
        panel.save()
        await until(relay.writes)
        panel.open_record(first)
        await until(lambda: panel.desk.title == "Spring sale")
    await bench.idle(panel)
    assert await brand.titles() == ["Fresh", "Spring sale"]
    rows = panel.list.list.rows
    assert sorted(rows.at(n).title for n in range(rows.rowCount())) == ["Fresh", "Spring sale"]
    assert await panel.workspace.store.drafts() == []


@in_the_window
async def test_work_that_could_not_be_kept_is_kept_with_the_next_try(
    bench: WindowBench, brand: LiveBrand, monkeypatch: pytest.MonkeyPatch
) -> None:
    panel = await opened(bench, brand)
    store = panel.workspace.store
    keep = store.save_draft

    async def full(*_: object) -> None:
        raise LocalStoreProblem(ProblemKind.DISK_FULL, store.path)

    monkeypatch.setattr(store, "save_draft", full)
    write(panel, "html", "<p>two</p>")
    await until(lambda: bench.notice("could not keep"))
    assert panel.editor.kept.text() == "Not kept on this computer"
    monkeypatch.setattr(store, "save_draft", keep)
    await panel.settle()
    assert [draft.content["fields"] for draft in await store.drafts()] == [{"html": "<p>two</p>"}]


# When others write too


@in_the_window
async def test_someone_else_s_change_is_taken_in(
    bench: WindowBench, brand: LiveBrand, relay: Relay
) -> None:
    panel = await opened(bench, brand, relay)
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
async def test_a_change_of_the_same_field_is_asked_about(
    bench: WindowBench, brand: LiveBrand, relay: Relay
) -> None:
    panel = await opened(bench, brand, relay)
    write(panel, "html", "<p>mine</p>")
    await brand.change(await brand.stored(page_id(panel)), html="<p>theirs</p>")
    assert await save_and_answer(bench, panel, "") == ["Someone else changed this page"]
    assert bodies(relay) == []
    assert (await brand.stored(page_id(panel))).html == "<p>theirs</p>"
    assert panel.editor.source("html") == "<p>mine</p>"
    await save_and_answer(bench, panel, "send")
    assert (await brand.stored(page_id(panel))).html == "<p>mine</p>"


@in_the_window
async def test_a_change_within_the_same_second_is_seen_as_well(
    bench: WindowBench, brand: LiveBrand
) -> None:
    panel = await opened(bench, brand)
    write(panel, "html", "<p>mine</p>")
    before = await brand.stored(page_id(panel))
    await brand.change(before, html="<p>theirs</p>")
    brand.set_time(before)
    assert await save_and_answer(bench, panel, "") == ["Someone else changed this page"]
    assert (await brand.stored(page_id(panel))).html == "<p>theirs</p>"


@in_the_window
async def test_a_change_elsewhere_shows_when_nothing_is_unsaved(
    bench: WindowBench, brand: LiveBrand
) -> None:
    panel = await opened(bench, brand)
    theirs = await brand.stored(page_id(panel))
    await brand.change(theirs, html="<p>theirs</p>")
    panel.refresh()
    await until(lambda: panel.editor.source("html") == "<p>theirs</p>")


@in_the_window
async def test_a_page_deleted_elsewhere_can_be_saved_as_new(
    bench: WindowBench, brand: LiveBrand
) -> None:
    panel = await opened(bench, brand)
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


# When it is refused


@in_the_window
async def test_messages_stand_at_their_fields_quirk_21(
    bench: WindowBench, brand: LiveBrand
) -> None:
    await brand.add("Other", slug="taken")
    panel = await opened(bench, brand, slug="spring")
    type_setting(panel, "Slug", "taken")
    await save(bench, panel)
    assert panel.editor.tabs.current() == "settings"
    assert panel.editor.settings.form.row("slug").error()
    assert bench.notice("was not accepted")
    assert panel.desk.document is not None
    assert panel.desk.document.value("slug") == "taken"
    type_setting(panel, "Slug", "free")
    assert not panel.editor.settings.form.row("slug").error()
    await save(bench, panel)
    assert (await brand.stored(page_id(panel))).slug == "free"


@in_the_window
async def test_what_would_be_refused_is_not_sent_quirk_25(
    bench: WindowBench, brand: LiveBrand, relay: Relay
) -> None:
    panel = await opened(bench, brand, relay)
    write(panel, "custom_javascript", "<div>no</div>")
    await save(bench, panel)
    assert bodies(relay) == []
    assert panel.editor.tabs.current() == "custom_javascript"
    notice = bench.notice("Not saved yet")
    assert notice is not None
    assert "JavaScript" in notice.text


@in_the_window
async def test_a_page_without_a_title_is_not_sent_quirk_22(
    bench: WindowBench, brand: LiveBrand, relay: Relay
) -> None:
    panel = await opened(bench, brand, relay)
    type_setting(panel, "Title", "")
    await save(bench, panel)
    assert bodies(relay) == []
    assert "title" in panel.editor.settings.form.row("title").error()


@in_the_window
async def test_a_read_only_brand_sends_nothing_whatever_is_pressed(
    bench: WindowBench, brand: LiveBrand, relay: Relay
) -> None:
    page = await brand.add("Spring sale", html="<p>one</p>")
    workspace = await bench.workspace(brand, base_url=relay.base_url, read_only=True)
    panel = await bench.pages(workspace)
    await bench.opened(panel, page)
    assert not panel.publish_button.isEnabled()
    await save(bench, panel, publish=True)
    panel.new()
    await bench.idle(panel)
    assert bodies(relay) == []
    assert not open_sheets()
    assert bench.notice("read only")
    assert (await brand.stored(page.id)).status == "draft"


# A lost answer (quirk 10)


@in_the_window
async def test_a_create_without_an_answer_finds_its_page(
    bench: WindowBench, brand: LiveBrand, relay: Relay
) -> None:
    panel = await opened(bench, brand, relay)
    await panel.desk.open_new({"title": "Fresh", "html": "<p>fresh</p>"})
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
    panel = await opened(bench, brand, relay)
    await panel.desk.open_new({"title": "Fresh", "html": "<p>fresh</p>"})
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
    panel = await opened(bench, brand, relay)
    write(panel, "html", "<p>two</p>")
    relay.lose_answers_to = "PUT"
    await save(bench, panel)
    assert (await brand.stored(page_id(panel))).html == "<p>two</p>"
    assert not panel.list.list.rows.at(0).marked


@in_the_window
async def test_a_platform_that_answers_updates_with_its_login_page_quirk_3(
    bench: WindowBench, redirecting_brand: LiveBrand
) -> None:
    panel = await opened(bench, redirecting_brand)
    write(panel, "html", "<p>two</p>")
    await save(bench, panel)
    assert bench.notice("login page")
    assert panel.editor.source("html") == "<p>two</p>"
    assert not open_sheets()
    assert panel.list.list.rows.at(0).marked
