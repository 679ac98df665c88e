"""Two people save one page: nobody's work is overwritten silently, and nothing is lost."""

import asyncio

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from tests.desktop.support.live_server import LiveBrand
from tests.desktop.support.pages_driver import bodies, page_id, page_open, save, type_setting, write
from tests.desktop.support.relay import Relay
from tests.desktop.support.window_bench import (
    WindowBench,
    in_the_window,
    open_dialogs,
    said,
    shown_dialog,
    until,
)

from funneldesk.client.pages import Pages
from funneldesk.contract.pages import Page, PagePatch
from funneldesk.desktop.parts.pages.panel import PagesPanel
from funneldesk.desktop.records.guard.dialog import GuardDialog

MERGES = "pages.merge"
LINES = "".join(f"<p>line {n}</p>\n" for n in range(12))


async def theirs(brand: LiveBrand, panel: PagesPanel, **fields: str) -> None:
    """Someone else saves the open page."""
    await brand.change(await brand.stored(page_id(panel)), **fields)


async def asked(panel: PagesPanel) -> GuardDialog:
    """Save, and the guard asks."""
    panel.save()
    dialog: GuardDialog = await shown_dialog(GuardDialog)
    return dialog


async def put_off(bench: WindowBench, panel: PagesPanel, dialog: GuardDialog) -> None:
    dialog.answer("")
    await bench.idle(panel)


async def save_result(bench: WindowBench, panel: PagesPanel, dialog: GuardDialog) -> None:
    assert dialog.save.isEnabled()
    QTest.mouseClick(dialog.save, Qt.MouseButton.LeftButton)
    await bench.idle(panel)


@in_the_window
async def test_a_field_that_both_changed_is_asked_about(
    bench: WindowBench, brand: LiveBrand, relay: Relay
) -> None:
    panel = await page_open(bench, brand, relay)
    write(panel, "html", "<p>mine</p>")
    await theirs(brand, panel, html="<p>theirs</p>", seo_title="Theirs too")
    dialog = await asked(panel)
    assert dialog.windowTitle() == "Someone else changed this page"
    assert "1 place to decide" in said(dialog)
    assert "Title in search results" in said(dialog), "what only they changed is told"
    assert not dialog.save.isEnabled()
    await put_off(bench, panel, dialog)
    assert bodies(relay) == []
    assert (await brand.stored(page_id(panel))).html == "<p>theirs</p>"
    assert panel.editor.source("html") == "<p>mine</p>"
    assert await panel.workspace.store.draft("pages", panel.session.record_id) is not None


@in_the_window
async def test_mine_or_theirs_or_both(bench: WindowBench, brand: LiveBrand) -> None:
    panel = await page_open(bench, brand, html="<p>one</p>\n")
    write(panel, "html", "<p>mine</p>\n")
    await theirs(brand, panel, html="<p>theirs</p>\n")
    dialog = await asked(panel)
    view = dialog.views["html"]
    await until(view.rows.blocks)
    for choice, result in (
        ("theirs", "<p>theirs</p>\n"),
        ("mine", "<p>mine</p>\n"),
        ("mine_theirs", "<p>mine</p>\n<p>theirs</p>\n"),
    ):
        view.take(choice)  # type: ignore[arg-type]
        assert dialog.editor is not None
        assert dialog.editor.text("html") == result
    await save_result(bench, panel, dialog)
    assert (await brand.stored(page_id(panel))).html == "<p>mine</p>\n<p>theirs</p>\n"
    assert panel.editor.source("html") == "<p>mine</p>\n<p>theirs</p>\n"
    assert not panel.session.is_dirty
    assert bench.notice("Saved: Spring sale")


@in_the_window
async def test_lines_that_each_changed_alone_come_together(
    bench: WindowBench, brand: LiveBrand
) -> None:
    panel = await page_open(bench, brand, html=LINES)
    write(panel, "html", LINES.replace("line 2<", "MINE<"))
    await theirs(brand, panel, html=LINES.replace("line 9<", "THEIRS<"))
    dialog = await asked(panel)
    view = dialog.views["html"]
    await until(lambda: "both changes are in the result" in said(view))
    await save_result(bench, panel, dialog)
    both = LINES.replace("line 2<", "MINE<").replace("line 9<", "THEIRS<")
    assert (await brand.stored(page_id(panel))).html == both


@in_the_window
async def test_the_result_is_edited_by_hand(bench: WindowBench, brand: LiveBrand) -> None:
    panel = await page_open(bench, brand)
    write(panel, "html", "<p>mine</p>")
    await theirs(brand, panel, html="<p>theirs</p>")
    dialog = await asked(panel)
    assert dialog.editor is not None
    dialog.editor.set_text("html", "<p>ours</p>")
    assert "edited by hand" in dialog.views["html"].rows.painter.title(0)
    await save_result(bench, panel, dialog)
    assert (await brand.stored(page_id(panel))).html == "<p>ours</p>"


@in_the_window
async def test_what_was_decided_waits_for_the_next_time(
    bench: WindowBench, brand: LiveBrand
) -> None:
    panel = await page_open(bench, brand)
    write(panel, "html", "<p>mine</p>")
    await theirs(brand, panel, html="<p>theirs</p>")
    dialog = await asked(panel)
    assert dialog.editor is not None
    dialog.editor.set_text("html", "<p>half written</p>")
    await put_off(bench, panel, dialog)
    notice = bench.notice("not saved yet")
    assert notice is not None
    assert notice.action is not None
    notice.action.run()
    dialog = await shown_dialog(GuardDialog)
    assert dialog.editor is not None
    assert dialog.editor.text("html") == "<p>half written</p>"
    await put_off(bench, panel, dialog)


@in_the_window
async def test_a_merge_outlives_the_program(bench: WindowBench, brand: LiveBrand) -> None:
    """What is typed into the result is kept as one types, not only when it is put off."""
    panel = await page_open(bench, brand, html=LINES, seo_title="Before")
    write(panel, "html", LINES.replace("line 2<", "mine<").replace("line 8<", "mine<"))
    type_setting(panel, "Title in search results", "Mine")
    changed = LINES.replace("line 2<", "theirs<").replace("line 8<", "theirs<")
    page = await brand.stored(page_id(panel))
    await brand.change(page, html=changed, seo_title="Theirs")
    dialog = await asked(panel)
    assert dialog.editor is not None
    assert dialog.values is not None
    view = dialog.views["html"]
    await until(view.rows.blocks)
    view.take("theirs")
    dialog.editor.set_text("html", dialog.editor.text("html").replace("line 5<", "by hand<"))
    dialog.values.buttons["seo_title", "theirs"].click()
    store = panel.workspace.store
    draft = None
    while draft is None or not draft.content["chosen"]:
        draft = await store.draft(MERGES, str(page.id))
        await asyncio.sleep(0.01)
    await bench.close(panel.workspace)
    panel = await bench.pages(await bench.workspace(brand, place="desk"))
    await bench.opened(panel, page)
    dialog = await asked(panel)
    assert dialog.editor is not None
    assert "1 place to decide" in said(dialog)
    wanted = LINES.replace("line 2<", "theirs<").replace("line 5<", "by hand<")
    assert dialog.editor.text("html") == wanted.replace("line 8<", "mine<")
    dialog.views["html"].take_everywhere("mine")
    await save_result(bench, panel, dialog)
    stored = await brand.stored(page.id)
    assert (stored.html, stored.seo_title) == (wanted.replace("line 8<", "mine<"), "Theirs")
    assert await panel.workspace.store.draft(MERGES, str(page.id)) is None


@in_the_window
async def test_settings_are_taken_whole(bench: WindowBench, brand: LiveBrand) -> None:
    panel = await page_open(bench, brand, seo_title="Before")
    type_setting(panel, "Title in search results", "Mine")
    type_setting(panel, "Title", "My sale")
    await theirs(brand, panel, seo_title="Theirs & others")
    dialog = await asked(panel)
    assert dialog.values is not None
    assert "Before" in said(dialog.values)
    QTest.mouseClick(dialog.values.buttons["seo_title", "theirs"], Qt.MouseButton.LeftButton)
    await save_result(bench, panel, dialog)
    stored = await brand.stored(page_id(panel))
    assert (stored.name, stored.seo_title) == ("My sale", "Theirs & others")
    assert panel.editor.settings.values()["seo_title"] == "Theirs & others"


@in_the_window
async def test_they_change_it_again_while_it_is_decided(
    bench: WindowBench, brand: LiveBrand, relay: Relay
) -> None:
    panel = await page_open(bench, brand, relay)
    write(panel, "html", "<p>mine</p>")
    await theirs(brand, panel, html="<p>theirs</p>")
    dialog = await asked(panel)
    view = dialog.views["html"]
    await until(view.rows.blocks)
    view.take("mine")
    await theirs(brand, panel, html="<p>theirs again</p>")
    QTest.mouseClick(dialog.save, Qt.MouseButton.LeftButton)
    await until(lambda: open_dialogs(GuardDialog) and open_dialogs(GuardDialog)[-1] is not dialog)
    again: GuardDialog = open_dialogs(GuardDialog)[-1]
    assert bodies(relay) == []
    assert again.question.theirs["html"] == "<p>theirs again</p>"
    assert again.question.base["html"] == "<p>theirs</p>"
    await put_off(bench, panel, again)
    assert (await brand.stored(page_id(panel))).html == "<p>theirs again</p>"
    assert panel.editor.source("html") == "<p>mine</p>"


@in_the_window
async def test_theirs_everywhere_leaves_nothing_to_send(
    bench: WindowBench, brand: LiveBrand, relay: Relay
) -> None:
    panel = await page_open(bench, brand, relay)
    write(panel, "html", "<p>mine</p>")
    await theirs(brand, panel, html="<p>theirs</p>")
    dialog = await asked(panel)
    dialog.views["html"].take_everywhere("theirs")
    await save_result(bench, panel, dialog)
    assert bodies(relay) == []
    assert bench.notice("Nothing is left to save")
    assert panel.editor.source("html") == "<p>theirs</p>"
    assert not panel.save_button.isEnabled()
    assert await panel.workspace.store.draft("pages", panel.session.record_id) is None


@in_the_window
async def test_both_versions_stay_in_the_history(bench: WindowBench, brand: LiveBrand) -> None:
    panel = await page_open(bench, brand)
    write(panel, "html", "<p>mine</p>")
    await theirs(brand, panel, html="<p>theirs</p>")
    dialog = await asked(panel)
    dialog.views["html"].take_everywhere("theirs")
    await save_result(bench, panel, dialog)
    store = panel.workspace.store
    versions = await store.versions("pages", panel.session.record_id)
    kept = [(await store.version(version.key))["html"] for version in versions]
    assert "<p>mine</p>" in kept
    assert "<p>theirs</p>" in kept


@in_the_window
async def test_a_change_within_the_same_second_is_seen_as_well(
    bench: WindowBench, brand: LiveBrand
) -> None:
    panel = await page_open(bench, brand)
    write(panel, "html", "<p>mine</p>")
    before = await brand.stored(page_id(panel))
    await brand.change(before, html="<p>theirs</p>")
    brand.set_time(before)
    await put_off(bench, panel, await asked(panel))
    assert (await brand.stored(page_id(panel))).html == "<p>theirs</p>"


@in_the_window
async def test_only_the_time_is_another_one(bench: WindowBench, brand: LiveBrand) -> None:
    """Saved by someone who changed nothing: nobody is asked."""
    panel = await page_open(bench, brand)
    write(panel, "html", "<p>mine</p>")
    await theirs(brand, panel, html="<p>one</p>")
    await save(bench, panel)
    assert (await brand.stored(page_id(panel))).html == "<p>mine</p>"


@in_the_window
async def test_what_was_taken_in_is_told(bench: WindowBench, brand: LiveBrand) -> None:
    panel = await page_open(bench, brand)
    write(panel, "html", "<p>mine</p>")
    await theirs(brand, panel, css="p { margin: 0 }")
    await save(bench, panel)
    assert bench.notice("taken in from them: CSS")
    assert panel.editor.source("css") == "p { margin: 0 }"


@in_the_window
async def test_two_saves_that_cross_are_told_and_compared(
    bench: WindowBench, brand: LiveBrand, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The answer to a save holds someone else's html: what was typed is not thrown away."""
    panel = await page_open(bench, brand)
    write(panel, "html", "<p>mine</p>")
    update = Pages.update
    calls: list[int] = []

    async def crossed(pages: Pages, page: int, patch: PagePatch) -> Page:
        calls.append(page)
        answer = await update(pages, page, patch)
        if len(calls) > 1:
            return answer  # the other one, who saves right behind
        await theirs(brand, panel, html="<p>a moment later</p>")
        return await brand.stored(page)

    monkeypatch.setattr(Pages, "update", crossed)
    await save(bench, panel)
    assert bench.notice("answered with another HTML than was sent")
    assert panel.editor.source("html") == "<p>mine</p>"
    assert panel.session.is_dirty
    dialog = await asked(panel)
    assert dialog.question.theirs["html"] == "<p>a moment later</p>"
    await put_off(bench, panel, dialog)


@in_the_window
async def test_a_draft_of_an_earlier_day_is_guarded_too(
    bench: WindowBench, brand: LiveBrand
) -> None:
    """What the draft began from is kept with it: a change made meanwhile is seen."""
    panel = await page_open(bench, brand)
    page = await brand.stored(page_id(panel))
    write(panel, "html", "<p>mine</p>")
    await bench.close(panel.workspace)
    await brand.change(page, html="<p>theirs</p>")
    panel = await bench.pages(await bench.workspace(brand, place="desk"))
    await bench.opened(panel, page)
    assert panel.editor.source("html") == "<p>mine</p>"
    assert bench.notice("Someone else saved “Spring sale” meanwhile")
    dialog = await asked(panel)
    assert (dialog.question.base["html"], dialog.question.theirs["html"]) == (
        "<p>one</p>",
        "<p>theirs</p>",
    )
    await put_off(bench, panel, dialog)
    assert (await brand.stored(page.id)).html == "<p>theirs</p>"


@in_the_window
async def test_the_keys_decide(bench: WindowBench, brand: LiveBrand) -> None:
    panel = await page_open(bench, brand, html=LINES)
    mine, others = ("A<", "B<"), ("C<", "D<")
    write(panel, "html", LINES.replace("line 2<", mine[0]).replace("line 8<", mine[1]))
    await theirs(
        brand, panel, html=LINES.replace("line 2<", others[0]).replace("line 8<", others[1])
    )
    dialog = await asked(panel)
    view = dialog.views["html"]
    await until(view.rows.blocks)
    alt = Qt.KeyboardModifier.AltModifier
    first = view.rows.current()
    QTest.keyClick(dialog, Qt.Key.Key_Down, alt)
    assert view.rows.current() > first
    QTest.keyClick(dialog, Qt.Key.Key_Up, alt)
    QTest.keyClick(dialog, Qt.Key.Key_1, alt)
    assert view.rows.current() > first, "on to the next one that waits"
    QTest.keyClick(dialog, Qt.Key.Key_2, alt)
    assert "All is decided." in said(dialog)
    QTest.keyClick(dialog, Qt.Key.Key_S, Qt.KeyboardModifier.ControlModifier)
    await bench.idle(panel)
    wanted = LINES.replace("line 2<", others[0]).replace("line 8<", mine[1])
    assert (await brand.stored(page_id(panel))).html == wanted


@in_the_window
async def test_a_long_page_in_one_line_is_brought_together(
    bench: WindowBench, brand: LiveBrand
) -> None:
    html = "".join(f"<div class='k{n}'>word {n} <b>bold</b></div>" for n in range(8_000))
    panel = await page_open(bench, brand, html=html)
    write(panel, "html", html.replace("word 40 ", "mine ").replace("word 3000 ", "ours "))
    await theirs(brand, panel, html=html.replace("word 7000 ", "theirs ").replace(" 40 ", " x "))
    dialog = await asked(panel)
    view = dialog.views["html"]
    await until(view.rows.blocks)
    assert "1 place that you both changed" in said(view)
    assert len(view.rows.shown.rows) < 100, "what is unchanged is folded"
    view.take("theirs")
    await save_result(bench, panel, dialog)
    wanted = html.replace(" 40 ", " x ").replace("word 3000 ", "ours ")
    assert (await brand.stored(page_id(panel))).html == wanted.replace("word 7000 ", "theirs ")


@in_the_window
async def test_the_dialog_goes_with_its_panel(bench: WindowBench, brand: LiveBrand) -> None:
    panel = await page_open(bench, brand)
    write(panel, "html", "<p>mine</p>")
    await theirs(brand, panel, html="<p>theirs</p>")
    await asked(panel)
    await bench.close(panel.workspace)
    await asyncio.sleep(0)
    assert not open_dialogs(GuardDialog)
