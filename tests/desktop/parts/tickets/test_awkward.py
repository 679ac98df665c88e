"""Awkward text in every field of Tickets: shown as it is, and kept without another letter."""

import html
from datetime import UTC, datetime, timedelta

import pytest
from PySide6.QtCore import QMimeData, Qt
from tests.desktop.support.awkward import AWKWARD
from tests.desktop.support.live_server import LiveBrand
from tests.desktop.support.ticket_desk import desk, opened, sent, write_in
from tests.desktop.support.window_bench import WindowBench, in_the_window, shown_dialog, until

from funneldesk.desktop.kit.rich_text.blocks import of_text
from funneldesk.desktop.parts.tickets.news import TicketNews
from funneldesk.desktop.parts.tickets.panel import TicketsPanel
from funneldesk.desktop.parts.tickets.reply.canned import CannedReplies, CannedReply
from funneldesk.desktop.parts.tickets.reply.canned_dialog import CannedDialog
from funneldesk.desktop.parts.tickets.reply.reply import Written
from funneldesk.desktop.records.reminders.dialog import TimeDialog

HUGE = "W" * 1_000_000
SUBJECT = 255
"""The longest that the server keeps."""
CASES = [pytest.param(text, id=name) for name, text in AWKWARD.items()]
TYPED = [case for case in CASES if case.id != "control"]
"""Of what is written here control characters are left out: no html can carry them."""


@pytest.mark.parametrize("text", [*CASES, pytest.param(HUGE, id="huge")])
@in_the_window
async def test_what_a_customer_wrote_is_shown_to_the_letter(
    bench: WindowBench, brand: LiveBrand, text: str
) -> None:
    said = f"<p>{html.escape(text)}</p>"
    code = write_in(brand, text, from_name=text, message=said)
    panel = await desk(bench, await bench.workspace(brand))
    await opened(panel, code)
    subject = text[:SUBJECT]
    assert panel.detail.title.text() == subject
    row = panel.list.table.rows.index(0, 0)
    assert subject in str(row.data(Qt.ItemDataRole.DisplayRole))
    wanted = html.escape(text[:100], quote=False)
    await until(lambda: wanted in panel.conversation.page.html)
    assert "<script" not in panel.conversation.page.html
    assert panel.grab().width() == panel.width(), "it can be painted"
    panel.list.search.setText(text[:20])
    await until(lambda: panel.list.table.rows.ids == [code])


@pytest.mark.parametrize("text", TYPED)
@in_the_window
async def test_what_an_agent_types_is_kept_and_sent_to_the_letter(
    bench: WindowBench, brand: LiveBrand, text: str
) -> None:
    code = write_in(brand, "Hello")
    workspace = await bench.workspace(brand, place="one")
    panel = await desk(bench, workspace)
    await opened(panel, code)
    panel.conversation.composer.text.put(of_text(text))
    await panel.settle()
    await bench.close(workspace)
    again = await desk(bench, await bench.workspace(brand, place="one"))
    await opened(again, code)
    composer = again.conversation.composer
    await until(lambda: composer.written == Written(text))
    composer.send.click()
    await until(lambda: bench.notice("was sent"))
    assert [html.unescape(each) for each in await sent(brand, code)] == [f"<p>{text}</p>"]


@pytest.mark.parametrize("text", TYPED)
@in_the_window
async def test_canned_replies_are_kept_to_the_letter(
    bench: WindowBench, brand: LiveBrand, text: str
) -> None:
    code = write_in(brand, "Hello")
    workspace = await bench.workspace(brand, place="one")
    kept = CannedReply("odd", text, text, folder=text)
    workspace.shared(CannedReplies).add([kept])
    panel = await desk(bench, workspace)
    await opened(panel, code)
    await _inserted(panel)
    assert panel.conversation.composer.written.text == text
    await panel.settle()
    await bench.close(workspace)
    again = (await bench.workspace(brand, place="one")).shared(CannedReplies)
    await again.read()
    (read,) = again
    assert (read.title, read.text, read.folder) == (text, text, text)


async def _inserted(panel: TicketsPanel) -> None:
    panel.conversation.composer.canned.click()
    dialog = await shown_dialog(CannedDialog)
    assert dialog.title_field.text() == dialog.chosen.title
    dialog.answer("insert")
    await until(lambda: panel.conversation.composer.content)


@pytest.mark.parametrize("pasted", [HUGE, "<p>" + "W " * 200_000])
@in_the_window
async def test_what_no_person_writes_is_not_taken_and_that_is_told(
    bench: WindowBench, brand: LiveBrand, pasted: str
) -> None:
    code = write_in(brand, "Hello")
    panel = await desk(bench, await bench.workspace(brand))
    await opened(panel, code)
    composer = panel.conversation.composer
    composer.text.put(of_text("Hi"))
    data = QMimeData()
    data.setText(pasted)
    composer.text.insertFromMimeData(data)
    assert composer.content == "Hi"
    assert composer.refused.isVisible()
    assert "characters" in composer.refused.text()
    composer.text.put(of_text(" Ana"))
    assert not composer.refused.isVisible()


@pytest.mark.parametrize("text", CASES)
@in_the_window
async def test_what_one_is_reminded_of_is_told_to_the_letter(
    bench: WindowBench, brand: LiveBrand, text: str
) -> None:
    code = write_in(brand, text)
    workspace = await bench.workspace(brand, place="one")
    panel = await desk(bench, workspace)
    await opened(panel, code)
    panel.declared_actions.run(panel.declared_actions["tickets.remind"])
    dialog = await shown_dialog(TimeDialog)
    dialog.note.setText(text)
    dialog.time.line.setText("1 Jan 2030, 09:00")
    dialog.done_button.click()
    await until(lambda: text in panel.lines.note.text.text())
    assert panel.grab().width() == panel.width(), "it can be painted"
    await panel.settle()
    await bench.close(workspace)
    workspace = await bench.workspace(brand, place="one")
    again = await desk(bench, workspace)
    kept = again.snoozing.reminders.of(code, "note")
    assert kept is not None
    assert kept.note == text
    workspace.shared(TicketNews)
    soon = datetime.now(UTC) + timedelta(milliseconds=200)
    await again.snoozing.reminders.keep("note", soon, {code: kept.summary}, kept.note)
    await until(lambda: text in [each.title for each in bench.notifications.notices])
