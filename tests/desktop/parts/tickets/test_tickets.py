"""Tickets: an agent reads, answers and sorts them by keyboard alone."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget
from tests.desktop.support.live_server import LiveBrand
from tests.desktop.support.relay import Relay
from tests.desktop.support.ticket_desk import (
    desk,
    opened,
    sent,
    stored,
    write_again,
    write_in,
)
from tests.desktop.support.window_bench import WindowBench, in_the_window, said, turns, until

from funneldesk.desktop.kit.controls.buttons import Button
from funneldesk.desktop.parts.tickets.panel import TicketsPanel

Key = Qt.Key
CTRL, PLAIN = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.NoModifier


def subjects(panel: TicketsPanel) -> list[str]:
    return [str(panel.list.rows[each].get("subject")) for each in panel.list.table.rows.ids]


async def press(panel: TicketsPanel, key: Key, held: Qt.KeyboardModifier = PLAIN) -> None:
    # Without a screen a web view that comes up takes the window's keyboard away, again and again.
    await until(lambda: panel.isActiveWindow() or panel.activateWindow())
    focused: QWidget | None = panel.window().focusWidget()
    QTest.keyClick(panel if focused is None else focused, key, held)


@in_the_window
async def test_open_tickets_come_first_with_the_servers_counts(
    bench: WindowBench, brand: LiveBrand
) -> None:
    codes = [write_in(brand, subject) for subject in ("One", "Two", "Three")]
    async with brand.api() as api:
        await api.tickets.set_status(codes[1], "closed")
    panel = await desk(bench, await bench.workspace(brand))
    await until(lambda: subjects(panel) == ["Three", "One"])
    labels = [
        button.text() for button in panel.list.views.segments.findChildren(type(panel.list.clear))
    ]
    assert {"Open 2", "Closed 1", "All 3"} <= set(labels)


@in_the_window
async def test_fifty_tickets_are_sorted_by_keys_alone(bench: WindowBench, brand: LiveBrand) -> None:
    codes = [write_in(brand, f"Ticket {number:02}") for number in range(50)]
    panel = await desk(bench, await bench.workspace(brand))
    await until(lambda: len(subjects(panel)) == 50)
    await press(panel, Key.Key_J)
    for number in range(50):
        (code,) = panel.list.table.selected_ids()
        await press(panel, (Key.Key_E, Key.Key_C, Key.Key_S)[number % 3])
        await until(lambda done=code: done not in panel.list.table.rows.ids)
        await until(lambda: panel.runs.current is None)
    async with brand.api() as api:
        counts = await api.tickets.count()
    assert (counts.open, counts.resolved, counts.closed, counts.spam) == (0, 17, 17, 16)
    assert len(codes) == 50


@in_the_window
async def test_an_inbox_that_is_done_says_so_and_what_a_view_is_needs_no_chip(
    bench: WindowBench, brand: LiveBrand
) -> None:
    code = write_in(brand, "Where is it?")
    panel = await desk(bench, await bench.workspace(brand))
    assert panel.list.chips.isHidden()
    panel.list.table.select(code)
    await press(panel, Key.Key_E)
    await until(lambda: panel.list.stack.currentWidget() is panel.list.nothing)
    assert "All caught up" in said(panel.list.nothing)
    panel.list.search.setText("parcel")
    await until(lambda: "No tickets match" in said(panel.list.nothing))
    panel.list.choose("status", "closed")
    assert [chip.text() for chip in panel.list.chips.findChildren(Button)] == ["Status: Closed"]


@in_the_window
async def test_the_next_ticket_opens_without_a_pause(bench: WindowBench, brand: LiveBrand) -> None:
    codes = [write_in(brand, subject) for subject in ("One", "Two", "Three")]
    panel = await desk(bench, await bench.workspace(brand))
    await until(lambda: len(subjects(panel)) == 3)
    panel.list.enter_table()
    panel.step(1)
    await turns(2)
    assert panel.open_id in codes


@in_the_window
async def test_a_status_is_taken_back_by_undo(bench: WindowBench, brand: LiveBrand) -> None:
    code = write_in(brand, "Where is it?")
    panel = await desk(bench, await bench.workspace(brand))
    await until(lambda: subjects(panel) == ["Where is it?"])
    await press(panel, Key.Key_J)
    await press(panel, Key.Key_S)
    await until(lambda: bench.notice("1 ticket set to Spam"))
    assert (await stored(brand, code)).status == "spam"
    await press(panel, Key.Key_Z, CTRL)
    await until(lambda: subjects(panel) == ["Where is it?"])
    assert (await stored(brand, code)).status == "open"


@in_the_window
async def test_a_ticket_that_is_looked_at_is_read_and_can_be_unread_again(
    bench: WindowBench, brand: LiveBrand
) -> None:
    code = write_in(brand, "Where is it?")
    panel = await desk(bench, await bench.workspace(brand))
    await opened(panel, code)
    await until(lambda: panel.list.rows[code].get("read") is True)
    assert (await stored(brand, code)).read
    await press(panel, Key.Key_U)
    await until(lambda: bench.notice("1 ticket marked as unread"))
    assert not (await stored(brand, code)).read


@in_the_window
async def test_what_is_typed_is_there_after_a_restart_and_belongs_to_its_ticket(
    bench: WindowBench, brand: LiveBrand
) -> None:
    one, other = write_in(brand, "One"), write_in(brand, "Two")
    workspace = await bench.workspace(brand, place="one")
    panel = await desk(bench, workspace)
    await opened(panel, one)
    await press(panel, Key.Key_R)
    QTest.keyClicks(panel.conversation.composer.text, "jkec and so on")
    await opened(panel, other)
    assert panel.conversation.composer.content == ""
    await panel.settle()
    await bench.close(workspace)
    again = await desk(bench, await bench.workspace(brand, place="one"))
    await opened(again, one)
    await until(lambda: again.conversation.composer.content == "jkec and so on")
    assert (await stored(brand, one)).status == "open", "letters in a reply are no shortcuts"


@in_the_window
async def test_a_reply_goes_out_as_clean_html_and_resolves(
    bench: WindowBench, brand: LiveBrand
) -> None:
    code = write_in(brand, "Where is it?")
    panel = await desk(bench, await bench.workspace(brand))
    await opened(panel, code)
    await press(panel, Key.Key_R)
    composer = panel.conversation.composer
    composer.text.setPlainText("Hello <Ana> & all,\nsee https://shop.example/a?b=1.\n\nBye")
    composer.send_and_set.click()
    await until(lambda: bench.notice("Your reply to Ana was sent."))
    assert await sent(brand, code) == [
        "<p>Hello &lt;Ana&gt; &amp; all,<br>see "
        '<a href="https://shop.example/a?b=1" rel="noopener noreferrer">https://shop.example/a?b=1'
        "</a>.</p><p>Bye</p>"
    ]
    assert (await stored(brand, code)).status == "resolved"
    assert composer.content == ""


@in_the_window
async def test_a_reply_is_taken_back_while_there_is_time(
    bench: WindowBench, brand: LiveBrand
) -> None:
    code = write_in(brand, "Where is it?")
    panel = await desk(bench, await bench.workspace(brand), delay=30)
    await opened(panel, code)
    composer = panel.conversation.composer
    composer.text.setPlainText("On its way")
    composer.send.click()
    await until(lambda: bench.notice("goes out in 30 seconds"))
    await until(lambda: composer.undo.isVisible())
    assert not composer.send.isEnabled()
    composer.undo.click()
    await until(lambda: composer.send.isEnabled())
    assert composer.content == "On its way"
    assert await sent(brand, code) == []


@in_the_window
async def test_what_came_meanwhile_is_shown_before_a_reply_goes(
    bench: WindowBench, brand: LiveBrand
) -> None:
    code = write_in(brand, "Where is it?")
    panel = await desk(bench, await bench.workspace(brand))
    await opened(panel, code)
    write_again(brand, code, "<p>It has just come!</p>")
    composer = panel.conversation.composer
    composer.text.setPlainText("We are looking for it")
    composer.send.click()
    await until(lambda: "Ana wrote meanwhile" in said(composer))
    assert await sent(brand, code) == []
    panel.open_record(code)
    await until(lambda: panel.conversation.seen == 2)
    composer.held.pressed.emit()
    await until(lambda: bench.notice("was sent"))
    assert len(await sent(brand, code)) == 1


@in_the_window
async def test_offline_a_reply_waits_and_goes_when_the_server_is_back(
    bench: WindowBench, brand: LiveBrand, relay: Relay
) -> None:
    code = write_in(brand, "Where is it?")
    workspace = await bench.workspace(brand, base_url=relay.base_url)
    panel = await desk(bench, workspace)
    await opened(panel, code)
    await relay.vanish()
    workspace.lose()
    composer = panel.conversation.composer
    composer.text.setPlainText("Soon")
    composer.send.click()
    await until(lambda: "as soon as the server can be reached" in said(composer))
    await relay.listen()
    await until(lambda: bench.notice("was sent"))
    assert await sent(brand, code) == ["<p>Soon</p>"]


@in_the_window
async def test_who_may_only_read_can_write_nothing(bench: WindowBench, brand: LiveBrand) -> None:
    code = write_in(brand, "Where is it?")
    panel = await desk(bench, await bench.workspace(brand, role="viewer", read_only=True))
    await opened(panel, code)
    composer = panel.conversation.composer
    assert composer.text.isReadOnly()
    assert "read only" in composer.send.toolTip()
    await press(panel, Key.Key_E)
    assert (await stored(brand, code)).status == "open"


@pytest.mark.parametrize("subject", ["\u202eesrever", "<b>Bold</b>", "W" * 255])
@in_the_window
async def test_awkward_words_are_shown_as_they_are(
    bench: WindowBench, brand: LiveBrand, subject: str
) -> None:
    code = write_in(brand, subject, from_name=subject)
    panel = await desk(bench, await bench.workspace(brand))
    await opened(panel, code)
    assert panel.detail.title.text() == subject


@in_the_window
async def test_a_ticket_that_is_open_at_the_start_is_whole_once_the_list_is_there(
    bench: WindowBench, brand: LiveBrand
) -> None:
    code = write_in(brand, "Where is it?")
    panel = bench.own(TicketsPanel(await bench.workspace(brand)))
    panel.resize(1280, 800)
    panel.show()
    panel.restore({"open": code})
    await until(lambda: panel.conversation.seen == 1)
    panel.refresh()
    await until(lambda: panel.detail.title.text() == "Where is it?")
    await until(lambda: panel.conversation.status.text() == "Open")
    assert panel.customer.email == "ana@posta.example"
    panel.set_status("closed", [code])
    await until(lambda: panel.conversation.status.text() == "Closed")


@in_the_window
async def test_threads_come_by_themselves_are_read_offline_and_found_by_their_words(
    bench: WindowBench, brand: LiveBrand, relay: Relay
) -> None:
    code = write_in(brand, "Where is it?", message="<p>My <b>grinder</b> never came</p>")
    write_again(brand, code, "<p>It is the copper one &amp; I miss it</p>")
    other = write_in(brand, "Something else")
    workspace = await bench.workspace(brand, base_url=relay.base_url)
    panel = await desk(bench, workspace)
    await until(lambda: panel.source.library.tasks.is_busy is False)
    assert (await workspace.store.coverage("tickets")).whole == 2
    await relay.vanish()
    panel.open_record(code)
    await until(lambda: panel.conversation.seen == 2)
    hits = await workspace.store.search(None, "grinder never")
    assert [(hit.part, hit.id, hit.field) for hit in hits] == [("tickets", code, "messages")]
    assert [hit.id for hit in await workspace.store.search("tickets", "something")] == [other]
    panel.list.search.setText("grinder never")
    await until(lambda: subjects(panel) == ["Where is it?"])
    told = panel.list.table.rows.index(0, 0).data()
    assert "My grinder never came" in told, "the hit is shown in its place"
    panel.list.search.setText("grinder that")
    await until(lambda: subjects(panel) == [])
    panel.list.search.clear()
    await until(lambda: len(subjects(panel)) == 2)
    assert not panel.list.source.snippets


@pytest.mark.parametrize("is_selected_first", [True, False])
@in_the_window
async def test_reply_that_is_asked_for_before_the_ticket_is_read_goes_to_where_it_is_written(
    bench: WindowBench, brand: LiveBrand, is_selected_first: bool
) -> None:
    for subject in ("One", "Two", "Three"):
        write_in(brand, subject)
    panel = await desk(bench, await bench.workspace(brand))
    await until(lambda: len(subjects(panel)) == 3)
    await press(panel, Key.Key_J)
    if is_selected_first:
        await until(lambda: panel.open_id)
    await press(panel, Key.Key_R)
    composer = panel.conversation.composer
    await until(lambda: panel.answering.code == panel.open_id and panel.is_quiet)
    await until(lambda: panel.isActiveWindow() or panel.activateWindow())
    assert panel.window().focusWidget() is composer.text
