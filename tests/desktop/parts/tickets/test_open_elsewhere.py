"""A ticket that is open though the list does not show it: worked on like any other."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from tests.desktop.support.live_server import LiveBrand
from tests.desktop.support.ticket_desk import desk, opened, sent, stored, write_again, write_in
from tests.desktop.support.window_bench import WindowBench, in_the_window, said, until

from funneldesk.desktop.parts.tickets.panel import TicketsPanel

Key = Qt.Key


async def waiting_one(bench: WindowBench, brand: LiveBrand) -> tuple[TicketsPanel, str]:
    """The section at its open tickets, and one that waits open beside them."""
    code = write_in(brand, "It waits")
    async with brand.api() as api:
        await api.tickets.set_status(code, "waiting")
    write_in(brand, "Another one")
    panel = await desk(bench, await bench.workspace(brand))
    await until(lambda: panel.is_quiet and not panel.source.library.tasks.is_busy)
    panel.open_record(code)
    await until(lambda: panel.answering.code == code and panel.conversation.seen > 0)
    assert code not in panel.list.table.rows.ids
    return panel, code


@pytest.mark.parametrize("key", [Key.Key_E, Key.Key_C, Key.Key_S])
@in_the_window
async def test_it_is_resolved_by_its_key_and_stays_open(
    bench: WindowBench, brand: LiveBrand, key: Key
) -> None:
    panel, code = await waiting_one(bench, brand)
    wanted = {Key.Key_E: "Resolved", Key.Key_C: "Closed", Key.Key_S: "Spam"}[key]
    QTest.keyClick(panel.list.table, key)
    await until(lambda: panel.conversation.status.text() == wanted)
    assert (await stored(brand, code)).status == wanted.lower()
    assert panel.open_id == code
    await until(lambda: panel.can_undo)
    panel.undo()
    await until(lambda: panel.conversation.status.text() == "Waiting")
    assert (await stored(brand, code)).status == "waiting"


@in_the_window
async def test_it_is_marked_as_unread_snoozed_and_resolved_by_its_buttons(
    bench: WindowBench, brand: LiveBrand
) -> None:
    panel, code = await waiting_one(bench, brand)
    await until(lambda: (row := panel.list.row(code)) is not None and row.get("read") is True)
    assert panel.conversation.unread.isEnabled()
    panel.conversation.unread.click()
    await until(lambda: bench.notice("1 ticket marked as unread"))
    assert not (await stored(brand, code)).read
    snooze = next(a for a in panel.declared_actions.declared if a.id == "tickets.snooze-tomorrow")
    panel.declared_actions.run(snooze)
    await until(lambda: bench.notice("1 ticket snoozed until"))
    await until(lambda: "Snoozed until" in said(panel.lines))
    panel.conversation.resolve.click()
    await until(lambda: panel.conversation.status.text() == "Resolved")


@in_the_window
async def test_it_is_answered_by_the_key_and_the_answer_is_shown(
    bench: WindowBench, brand: LiveBrand
) -> None:
    panel, code = await waiting_one(bench, brand)
    QTest.keyClick(panel.list.table, Key.Key_R)
    composer = panel.conversation.composer
    await until(lambda: panel.window().focusWidget() is composer.text)
    QTest.keyClicks(composer.text, "On its way")
    composer.send.click()
    await until(lambda: "On its way" in panel.conversation.page.html)
    assert await sent(brand, code) == ["<p>On its way</p>"]
    assert panel.open_id == code


@in_the_window
async def test_after_send_anyway_the_own_answer_is_shown(
    bench: WindowBench, brand: LiveBrand
) -> None:
    panel, code = await waiting_one(bench, brand)
    write_again(brand, code, "<p>It has just come!</p>")
    composer = panel.conversation.composer
    composer.text.setPlainText("We are looking for it")
    composer.send.click()
    await until(lambda: "Ana wrote meanwhile" in said(composer))
    await until(lambda: "It has just come!" in panel.conversation.page.html)
    composer.held.pressed.emit()
    await until(lambda: "We are looking for it" in panel.conversation.page.html)
    assert panel.conversation.seen == 3


@in_the_window
async def test_where_several_are_selected_the_reply_says_to_whom_it_goes(
    bench: WindowBench, brand: LiveBrand
) -> None:
    codes = [write_in(brand, subject) for subject in ("One", "Two", "Three")]
    panel = await desk(bench, await bench.workspace(brand))
    await opened(panel, codes[0])
    composer = panel.conversation.composer
    assert composer.several.isHidden()
    panel.list.table.selectAll()
    await until(lambda: "3 tickets selected. This reply goes only to Ana." in said(composer))
    panel.conversation.resolve.click()
    await until(lambda: bench.notice("1 ticket set to Resolved"))
    async with brand.api() as api:
        counts = await api.tickets.count()
    assert (counts.open, counts.resolved) == (2, 1)


@in_the_window
async def test_without_room_for_the_list_keys_work_on_what_is_shown(
    bench: WindowBench, brand: LiveBrand
) -> None:
    codes = [write_in(brand, subject) for subject in ("One", "Two", "Three")]
    panel = await desk(bench, await bench.workspace(brand))
    panel.resize(700, 640)
    await until(lambda: len(panel.list.table.rows.ids) == 3)
    first, second, third = panel.list.table.rows.ids
    await opened(panel, first)
    assert panel.list.isHidden()
    QTest.keyClick(panel.detail, Key.Key_J)
    await until(lambda: panel.answering.code == second and panel.conversation.seen)
    QTest.keyClick(panel.detail, Key.Key_E)
    await until(lambda: bench.notice("1 ticket set to Resolved"))
    states = {code: (await stored(brand, code)).status for code in codes}
    assert states == {first: "open", second: "resolved", third: "open"}
