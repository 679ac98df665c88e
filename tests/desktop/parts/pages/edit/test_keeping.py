"""The open page: what was typed is kept, whatever happens, and refusals stand where they belong."""

import pytest
from PySide6.QtTest import QTest
from tests.desktop.support.live_server import LiveBrand
from tests.desktop.support.pages_driver import (
    AWKWARD,
    bodies,
    page_id,
    page_open,
    save,
    type_setting,
    write,
)
from tests.desktop.support.relay import Relay
from tests.desktop.support.window_bench import (
    WindowBench,
    in_the_window,
    open_dialogs,
    shown_dialog,
    until,
)

from funneldesk.desktop.local.files.problems import LocalStoreProblem, ProblemKind

# What is kept


@in_the_window
async def test_a_draft_survives_quitting(bench: WindowBench, brand: LiveBrand) -> None:
    panel = await page_open(bench, brand)
    identity = panel.session.record_id
    write(panel, "html", AWKWARD)
    type_setting(panel, "Title", "Unfinished")
    await bench.close(panel.workspace)

    panel = await bench.pages(await bench.workspace(brand, place="desk"))
    await bench.opened(panel, identity)
    assert panel.editor.source("html") == AWKWARD
    assert panel.session.title == "Unfinished"
    assert panel.list.list.rows.at(0).marked
    assert "Unsaved since" in panel.editor.kept.text()
    assert panel.save_button.isEnabled()
    assert (await brand.stored(page_id(panel))).name == "Spring sale"


@in_the_window
async def test_a_new_page_that_never_reached_the_platform_survives_too(
    bench: WindowBench, brand: LiveBrand
) -> None:
    panel = await page_open(bench, brand)
    await panel.session.open_new({"title": "Only here", "html": "<p>here</p>"})
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
    panel = await page_open(bench, brand)
    write(panel, "html", "<p>two</p>")
    await save(bench, panel)
    assert not panel.list.list.rows.at(0).marked
    assert await panel.workspace.store.drafts() == []
    assert panel.editor.kept.text() == ""


@in_the_window
async def test_throwing_away_asks_and_goes_back(bench: WindowBench, brand: LiveBrand) -> None:
    panel = await page_open(bench, brand)
    write(panel, "html", "<p>two</p>")
    panel.tasks.start(panel.session.revert())
    (await shown_dialog()).answer("")
    await bench.idle(panel)
    assert panel.editor.source("html") == "<p>two</p>"
    panel.tasks.start(panel.session.revert())
    (await shown_dialog()).answer("yes")
    await bench.idle(panel)
    assert panel.editor.source("html") == "<p>one</p>"
    assert await panel.workspace.store.drafts() == []


@in_the_window
async def test_what_is_typed_during_a_save_stays_unsaved(
    bench: WindowBench, brand: LiveBrand, relay: Relay
) -> None:
    panel = await page_open(bench, brand, relay)
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
    panel = await page_open(bench, brand, relay)
    first = page_id(panel)
    write(panel, "html", "<p>two</p>")
    async with relay.held("PUT"):
        panel.save()
        await until(relay.writes)
        panel.open_record(str(other.id))
        await until(lambda: panel.session.title == "Autumn sale")
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
    panel = await page_open(bench, brand, relay)
    first = panel.session.record_id
    await panel.session.open_new({"title": "Fresh", "html": "<p>fresh</p>"})
    async with relay.held("POST"):
        panel.save()
        await until(relay.writes)
        panel.open_record(first)
        await until(lambda: panel.session.title == "Spring sale")
    await bench.idle(panel)
    assert await brand.titles() == ["Fresh", "Spring sale"]
    rows = panel.list.list.rows
    assert sorted(rows.at(n).title for n in range(rows.rowCount())) == ["Fresh", "Spring sale"]
    assert await panel.workspace.store.drafts() == []


@in_the_window
async def test_work_that_could_not_be_kept_is_kept_with_the_next_try(
    bench: WindowBench, brand: LiveBrand, monkeypatch: pytest.MonkeyPatch
) -> None:
    panel = await page_open(bench, brand)
    store = panel.workspace.store
    keep = store.save_draft

    async def full(*_: object) -> None:
        raise LocalStoreProblem(ProblemKind.DISK_FULL, store.path)

    monkeypatch.setattr(store, "save_draft", full)
    write(panel, "html", "<p>two</p>")
    await until(lambda: bench.notice("disk of this computer is full"))
    assert panel.editor.kept.text() == "Not saved on this computer"
    monkeypatch.setattr(store, "save_draft", keep)
    await panel.settle()
    assert [draft.content["fields"] for draft in await store.drafts()] == [{"html": "<p>two</p>"}]


# When it is refused


@in_the_window
async def test_messages_stand_at_their_fields_quirk_21(
    bench: WindowBench, brand: LiveBrand
) -> None:
    panel = await page_open(bench, brand, slug="spring")
    await brand.add("Other", slug="taken")  # since the list was read: only the server knows
    type_setting(panel, "Slug", "taken")
    await save(bench, panel)
    assert panel.editor.tabs.current() == "settings"
    assert panel.editor.settings.form.row("slug").error()
    assert bench.notice("was not accepted")
    assert panel.session.draft is not None
    assert panel.session.draft.value("slug") == "taken"
    type_setting(panel, "Slug", "free")
    assert not panel.editor.settings.form.row("slug").error()
    await save(bench, panel)
    assert (await brand.stored(page_id(panel))).slug == "free"


@in_the_window
async def test_what_would_be_refused_is_not_sent_quirk_25(
    bench: WindowBench, brand: LiveBrand, relay: Relay
) -> None:
    panel = await page_open(bench, brand, relay)
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
    panel = await page_open(bench, brand, relay)
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
    assert not open_dialogs()
    assert bench.notice("read only")
    assert (await brand.stored(page.id)).status == "draft"


# In the real editor


@in_the_window
async def test_the_last_letter_before_a_save_goes_along(
    bench: WindowBench, brand: LiveBrand
) -> None:
    panel = await page_open(bench, brand, html="<p>one</p>")
    panel.resize(1200, 700)
    panel.show()
    code = panel.editor.code
    assert code is not None
    await until(lambda: code.is_ready)
    code.select("html", 3, 6)
    code.focus()
    await code.settled()
    QTest.keyClicks(code.focusProxy().focusProxy(), "two words")
    await save(bench, panel)
    assert (await brand.stored(page_id(panel))).html == "<p>two words</p>"
    assert panel.editor.source("html") == "<p>two words</p>"


@in_the_window
async def test_the_last_letter_before_quitting_is_kept(
    bench: WindowBench, brand: LiveBrand
) -> None:
    panel = await page_open(bench, brand, html="<p>one</p>")
    panel.resize(1200, 700)
    panel.show()
    code, store = panel.editor.code, panel.workspace.store
    assert code is not None
    await until(lambda: code.is_ready)
    code.select("html", 3, 6)
    code.focus()
    await code.settled()
    QTest.keyClicks(code.focusProxy().focusProxy(), "two")
    await panel.settle()
    assert [d.content["fields"] for d in await store.drafts()] == [{"html": "<p>two</p>"}]
