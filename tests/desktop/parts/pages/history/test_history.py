"""The history of a page: what becomes a version, comparing, and the way back."""

import sqlite3

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from tests.desktop.support.live_server import LiveBrand
from tests.desktop.support.pages_driver import page_id, page_open, save, type_setting, write
from tests.desktop.support.window_bench import (
    MemoryKeyring,
    WindowBench,
    in_the_window,
    shown_dialog,
    until,
)

from funneldesk.desktop.local.files.problems import LocalStoreProblem, ProblemKind
from funneldesk.desktop.local.user_data.history import keep
from funneldesk.desktop.parts.pages.panel import PagesPanel
from funneldesk.desktop.records.history import versions as history_keeping
from funneldesk.desktop.records.history.deleted import DeletedRecordsDialog
from funneldesk.desktop.records.history.dialog import HistoryDialog
from funneldesk.desktop.records.history.feature import RecordHistory
from funneldesk.desktop.shell.brands.brand_dialogs import PreferencesDialog

LONG = "".join(f"<p>Line {n} of the page</p>\n" for n in range(200))


def history_of(panel: PagesPanel) -> RecordHistory:
    return next(feature for feature in panel.features if isinstance(feature, RecordHistory))


async def kinds(panel: PagesPanel) -> list[str]:
    """The kinds of the open page's versions, the oldest first."""
    versions = await panel.workspace.store.versions("pages", panel.session.record_id)
    return [version.kind for version in reversed(versions)]


async def opened_history(panel: PagesPanel) -> HistoryDialog:
    history_of(panel).show()
    dialog: HistoryDialog = await shown_dialog(HistoryDialog)
    await until(lambda: dialog.comparison.stack.isVisible() and dialog._left is not None)
    return dialog


async def compared(dialog: HistoryDialog) -> None:
    await until(lambda: not dialog._tasks._tasks and not dialog.comparison.diff.tasks._tasks)


def shown_texts(dialog: HistoryDialog) -> list[str]:
    """The changed lines that the difference shows, old and new."""
    diff = dialog.comparison.diff
    left, right = (str(side.get("html") or "") for side in _sides(dialog))
    return [
        text
        for h in diff.changes
        for text in (left[h.left_from : h.left_to], right[h.right_from : h.right_to])
    ]


def _sides(dialog: HistoryDialog) -> tuple[dict[str, object], dict[str, object]]:
    return dict(dialog.comparison._left), dict(dialog.comparison._right)


@in_the_window
async def test_opening_typing_and_saving_leave_versions(
    bench: WindowBench, brand: LiveBrand, monkeypatch: pytest.MonkeyPatch
) -> None:
    panel = await page_open(bench, brand, html=LONG)
    assert await kinds(panel) == ["opened"]
    write(panel, "html", LONG + "<p>more</p>")
    await panel.session.drafts.save_now()
    assert await kinds(panel) == ["opened"]
    monkeypatch.setattr(history_keeping, "TYPED_EVERY", 0.0)
    write(panel, "html", LONG + "<p>more and more</p>")
    await panel.session.drafts.save_now()
    assert await kinds(panel) == ["opened", "typed"]
    type_setting(panel, "Title", "Autumn sale")
    await save(bench, panel, publish=True)
    assert (await kinds(panel))[-1] == "saved"
    newest = (await panel.workspace.store.versions("pages", panel.session.record_id))[0]
    assert (newest.who, newest.about) == ("you", "Published")
    content = await panel.workspace.store.version(newest.key)
    assert content["title"] == "Autumn sale"
    assert content["html"] == LONG + "<p>more and more</p>"


@in_the_window
async def test_leaving_a_page_in_mid_sentence_makes_a_version(
    bench: WindowBench, brand: LiveBrand
) -> None:
    other = await brand.add("Other")
    panel = await page_open(bench, brand, html=LONG)
    first = panel.session.record_id
    write(panel, "html", "half a sen")
    await bench.opened(panel, other)
    newest = (await panel.workspace.store.versions("pages", first))[0]
    assert newest.kind == "typed"
    assert (await panel.workspace.store.version(newest.key))["html"] == "half a sen"


@in_the_window
async def test_an_old_version_is_restored_whole_unsaved_and_undone_from_the_history(
    bench: WindowBench, brand: LiveBrand
) -> None:
    panel = await page_open(bench, brand, html=LONG)
    write(panel, "html", "<p>new</p>")
    type_setting(panel, "Title", "Autumn sale")
    await save(bench, panel)
    write(panel, "html", "<p>newer</p>")
    dialog = await opened_history(panel)
    oldest = dialog.versions[-1]
    dialog.timeline.choose(oldest.key)
    await compared(dialog)
    assert dialog.comparison.tabs.button("html") is not None
    assert dialog.comparison.tabs.button("settings") is not None
    dialog.whole.click()
    await until(lambda: panel.editor.source("html") == LONG)
    await bench.idle(panel)
    assert panel.session.title == "Spring sale"
    assert panel.session.is_dirty
    assert bench.notice("Version restored")
    assert (await brand.stored(page_id(panel))).html == "<p>new</p>"
    assert await kinds(panel) == ["opened", "saved", "typed", "restored"]

    told = bench.notice("Version restored")
    assert told is not None
    assert told.action is not None
    told.action.run()
    await bench.idle(panel)
    assert (panel.editor.source("html"), panel.session.title) == ("<p>newer</p>", "Autumn sale")
    write(panel, "html", "<p>other</p>")

    dialog = await opened_history(panel)
    before = next(v for v in dialog.versions if v.kind == "typed")
    dialog.timeline.choose(before.key)
    await compared(dialog)
    dialog.whole.click()
    await until(lambda: panel.editor.source("html") == "<p>newer</p>")
    await bench.idle(panel)
    assert panel.session.title == "Autumn sale"


@in_the_window
async def test_one_change_of_many_is_restored_alone(bench: WindowBench, brand: LiveBrand) -> None:
    panel = await page_open(bench, brand, html=LONG, seo_title="Spring")
    mine = LONG.replace("Line 20 ", "Line twenty ").replace("Line 150 ", "Line 150b ")
    write(panel, "html", mine)
    type_setting(panel, "Title in search results", "Autumn")
    dialog = await opened_history(panel)
    await compared(dialog)
    assert len(dialog.comparison.diff.changes) == 2
    dialog.comparison.diff.hunk_chosen.emit(0)
    await until(lambda: "Line 20 " in panel.editor.source("html"))
    assert panel.editor.source("html") == LONG.replace("Line 150 ", "Line 150b ")
    await compared(dialog)
    assert shown_texts(dialog) == [
        "<p>Line 150 of the page</p>\n",
        "<p>Line 150b of the page</p>\n",
    ]
    dialog.comparison.plain.asked_to_restore.emit("seo_title")
    await until(lambda: panel.session.draft and panel.session.draft.text("seo_title") == "Spring")
    dialog.answer("")
    await bench.idle(panel)


@in_the_window
async def test_any_two_versions_are_compared(bench: WindowBench, brand: LiveBrand) -> None:
    panel = await page_open(bench, brand, html="<p>one</p>")
    for text in ("<p>two</p>", "<p>three</p>", "<p>four</p>"):
        write(panel, "html", text)
        await save(bench, panel)
    dialog = await opened_history(panel)
    keys = [version.key for version in dialog.versions]
    dialog.timeline.choose(keys[2], keys[1])
    await compared(dialog)
    left, right = _sides(dialog)
    assert (left["html"], right["html"]) == ("<p>two</p>", "<p>three</p>")
    assert not dialog.whole.isEnabled()
    assert dialog.against.isHidden()
    dialog.timeline.choose(keys[0])
    dialog.against.button("before").click()  # type: ignore[union-attr]
    await compared(dialog)
    left, right = _sides(dialog)
    assert (left["html"], right["html"]) == ("<p>three</p>", "<p>four</p>")
    dialog.answer("")
    await bench.idle(panel)


@in_the_window
async def test_a_page_that_is_gone_comes_back_as_a_new_one(
    bench: WindowBench, brand: LiveBrand
) -> None:
    page = await brand.add("Gone soon", html=LONG, slug="gone-soon", seo_title="Found")
    panel = await page_open(bench, brand)
    await bench.opened(panel, page)
    await bench.opened(panel, await brand.add("Other"))
    await brand.delete(page)
    panel.refresh()
    await bench.idle(panel)
    history_of(panel).show_gone()
    gone: DeletedRecordsDialog = await shown_dialog(DeletedRecordsDialog)
    assert [gone.list.rows.at(0).title] == ["Gone soon"]
    gone._open_chosen()
    dialog: HistoryDialog = await shown_dialog(HistoryDialog)
    await compared(dialog)
    assert dialog.against.isHidden()
    dialog.whole.click()
    await until(lambda: panel.session.title == "Gone soon")
    await bench.idle(panel)
    assert panel.editor.source("html") == LONG
    await save(bench, panel)
    stored = await brand.stored(page_id(panel))
    assert (stored.html, stored.slug, stored.seo_title) == (LONG, "gone-soon", "Found")
    assert stored.status == "draft"


@in_the_window
async def test_a_page_deleted_here_with_unsaved_words_comes_back_with_them(
    bench: WindowBench, brand: LiveBrand
) -> None:
    panel = await page_open(bench, brand, html=LONG)
    write(panel, "html", "<p>never saved</p>")
    await panel.session.drafts.save_now()
    panel.tasks.start(panel.actions_on_pages.delete([panel.session.record_id]))
    (await shown_dialog()).answer("yes")
    await bench.idle(panel)
    assert await brand.titles() == []
    history_of(panel).show_gone()
    gone: DeletedRecordsDialog = await shown_dialog(DeletedRecordsDialog)
    gone._open_chosen()
    dialog: HistoryDialog = await shown_dialog(HistoryDialog)
    await compared(dialog)
    assert dialog.versions[0].kind == "typed"
    dialog.whole.click()
    await until(lambda: panel.editor.source("html") == "<p>never saved</p>")
    await bench.idle(panel)


@in_the_window
async def test_a_full_disk_stops_neither_opening_nor_saving(
    bench: WindowBench, brand: LiveBrand, monkeypatch: pytest.MonkeyPatch
) -> None:
    panel = await page_open(bench, brand)
    store = panel.workspace.store

    async def full(*_: object, **__: object) -> None:
        raise LocalStoreProblem(ProblemKind.DISK_FULL, store.path)

    monkeypatch.setattr(store, "keep_version", full)
    write(panel, "html", "<p>two</p>")
    await save(bench, panel)
    assert (await brand.stored(page_id(panel))).html == "<p>two</p>"
    assert bench.notice("The disk of this computer is full.")


@in_the_window
async def test_two_thousand_versions_are_shown_at_once(
    bench: WindowBench, brand: LiveBrand
) -> None:
    panel = await page_open(bench, brand, html=LONG)
    id, fields = panel.session.record_id, dict(panel.session.draft.fields)  # type: ignore[union-attr]

    def fill(connection: sqlite3.Connection) -> None:
        for number in range(2000):
            content = {**fields, "title": f"Version {number}", "html": LONG + str(number)}
            keep(connection, "pages", id, "typed", content, "you", "")

    await panel.workspace.store._work.thread.write(fill)
    dialog = await opened_history(panel)
    await compared(dialog)
    assert dialog.timeline.rows.rowCount() >= 2001
    QTest.keyClick(dialog.timeline, Qt.Key.Key_Down)
    await compared(dialog)
    assert _sides(dialog)[0]["title"] == "Version 1998"
    QTest.keyClick(dialog.timeline, Qt.Key.Key_Down, Qt.KeyboardModifier.ShiftModifier)
    await compared(dialog)
    assert [side["title"] for side in _sides(dialog)] == ["Version 1997", "Version 1998"]
    assert len(dialog.comparison.diff.changes) == 1
    dialog.answer("")
    await bench.idle(panel)


@in_the_window
async def test_the_arrow_keys_pass_over_the_days(bench: WindowBench, brand: LiveBrand) -> None:
    panel = await page_open(bench, brand, html="<p>one</p>")
    write(panel, "html", "<p>two</p>")
    await save(bench, panel)
    long_ago = "UPDATE versions SET at = '2026-01-01T12:00:00+00:00' WHERE kind = 'opened'"
    await panel.workspace.store._work.thread.write(lambda c: c.execute(long_ago))
    panel.resize(1200, 700)
    panel.show()
    panel.activateWindow()
    await until(panel.isActiveWindow)
    QTest.keyClick(panel, Qt.Key.Key_H, Qt.KeyboardModifier.ControlModifier)
    dialog: HistoryDialog = await shown_dialog(HistoryDialog)
    await until(lambda: dialog._chosen)
    days = [entry for entry in dialog.timeline.rows.entries if isinstance(entry, str)]
    assert days[0] == "Today"
    assert "1 January" in days[1]
    QTest.keyClick(dialog.timeline, Qt.Key.Key_Down)
    await compared(dialog)
    assert [version.kind for version in dialog._chosen] == ["opened"]
    QTest.keyClick(dialog, Qt.Key.Key_Escape)
    await bench.idle(panel)


@in_the_window
async def test_what_is_there_already_is_not_offered_to_be_restored(
    bench: WindowBench, brand: LiveBrand
) -> None:
    page = await brand.add("Spring sale", html="<p>one</p>")
    panel = await bench.pages(await bench.workspace(brand))
    await bench.opened(panel, page)
    dialog = await opened_history(panel)
    await compared(dialog)
    assert not dialog.whole.isEnabled()
    assert "what you have now" in dialog.whole.toolTip()
    dialog.answer("")


@in_the_window
async def test_a_read_only_page_says_why_nothing_is_restored(
    bench: WindowBench, brand: LiveBrand
) -> None:
    page = await brand.add("Spring sale", html="<p>one</p>")
    workspace = await bench.workspace(brand, read_only=True)
    panel = await bench.pages(workspace)
    await bench.opened(panel, page)
    older = {"html": "<p>older</p>"}
    await workspace.store.keep_version("pages", str(page.id), "typed", older, who="You")
    dialog = await opened_history(panel)
    await until(dialog.whole.isEnabled)
    dialog.whole.click()
    await until(lambda: "read only" in dialog.hint.text())
    assert dialog.isVisible()
    dialog.answer("")
    await bench.idle(panel)


@in_the_window
async def test_the_user_chooses_the_room_for_the_history(
    bench: WindowBench, brand: LiveBrand, memory_keyring: MemoryKeyring
) -> None:
    session = bench.session()
    panel = await bench.add_brand(session, brand)
    session.open_preferences()
    dialog: PreferencesDialog = await shown_dialog(PreferencesDialog)
    assert dialog.history.current() == "200"
    button = dialog.history.button("50")
    assert button is not None
    button.click()
    await until(lambda: panel.workspace.store._work.budget == 50 * 1024 * 1024)
    assert session.settings.history_megabytes == 50
    dialog.answer("")
