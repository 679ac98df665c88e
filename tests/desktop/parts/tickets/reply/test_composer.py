"""Replies with a form: written, kept, put off, sent as clean html; and plain ones beside them."""

import asyncio

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu
from tests.desktop.support.faulty_line import SLOW_DOWN, FaultLine
from tests.desktop.support.live_server import LiveBrand
from tests.desktop.support.ticket_desk import desk, opened, sent, stored, write_in
from tests.desktop.support.window_bench import WindowBench, in_the_window, until

from funneldesk.contract.tickets import TicketMessage
from funneldesk.desktop.kit.rich_text.read import from_html
from funneldesk.desktop.kit.web.clean_html import clean_html
from funneldesk.desktop.parts.tickets.reply import outbox as module
from funneldesk.desktop.parts.tickets.reply.canned import (
    CannedReplies,
    CannedReply,
    fill_blocks,
)
from funneldesk.desktop.parts.tickets.reply.canned_files import as_csv, as_json, brought
from funneldesk.desktop.parts.tickets.reply.composer import Composer
from funneldesk.desktop.parts.tickets.reply.outbox import Outbox
from funneldesk.desktop.parts.tickets.reply.reply import Reply, Written

RICH = "<p>Hi <strong>Ana</strong>,</p><ul><li>one</li><li>two</li></ul>"
CTRL, SHIFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier


@in_the_window
async def test_a_reply_keeps_its_form_over_a_restart_and_on_its_way(
    bench: WindowBench, brand: LiveBrand
) -> None:
    code = write_in(brand, "Where is it?")
    workspace = await bench.workspace(brand, place="one")
    panel = await desk(bench, workspace)
    await opened(panel, code)
    panel.conversation.composer.text.put(from_html(RICH))
    await panel.settle()
    await bench.close(workspace)
    again = await desk(bench, await bench.workspace(brand, place="one"))
    await opened(again, code)
    composer = again.conversation.composer
    await until(lambda: composer.written.html == RICH)
    again.answering.outbox.delay = 30
    composer.send.click()
    await until(composer.undo.isVisible)
    QTest.keyClick(composer.text, Qt.Key.Key_Z, CTRL)
    await until(lambda: composer.send.isEnabled() and composer.written.html == RICH)
    again.answering.outbox.delay = 0
    composer.send.click()
    await until(lambda: bench.notice("Your reply to Ana was sent."))
    assert await sent(brand, code) == [RICH]
    assert clean_html(RICH).html == RICH
    assert composer.content == ""


@in_the_window
async def test_a_draft_of_plain_text_is_read_on_to_the_letter(
    bench: WindowBench, brand: LiveBrand
) -> None:
    code = write_in(brand, "Where is it?")
    workspace = await bench.workspace(brand)
    kept = "Hi  <Ana>\n\n \u202eabc\u200b\u00a0! \U0001f600\n"
    await workspace.store.save_draft("tickets", code, {"text": kept}, {})
    panel = await desk(bench, workspace)
    await opened(panel, code)
    await until(lambda: panel.conversation.composer.content == kept)
    assert panel.conversation.composer.written == Written(kept)


@in_the_window
async def test_plain_text_is_chosen_for_replies_to_come(
    bench: WindowBench, brand: LiveBrand
) -> None:
    code = write_in(brand, "Where is it?")
    workspace = await bench.workspace(brand, place="one")
    panel = await desk(bench, workspace)
    await opened(panel, code)
    composer = panel.conversation.composer
    composer.text.put(from_html(RICH))
    composer.forms.plain.click()
    assert composer.written == Written("Hi Ana,\n• one\n• two")
    assert not composer.forms.buttons["bold"].isVisible()
    composer.forms.plain.click()
    assert composer.written.html == RICH, "what lost its form by a slip has it again"
    composer.forms.plain.click()
    await panel.settle()
    await until(lambda: composer.writes_plain)
    await bench.close(workspace)
    again = await desk(bench, await bench.workspace(brand, place="one"))
    await opened(again, code)
    await until(lambda: again.conversation.composer.content == "Hi Ana,\n• one\n• two")
    assert again.conversation.composer.text.is_plain


@in_the_window
async def test_a_sentence_from_beside_stands_a_blank_apart(bench: WindowBench) -> None:
    composer = bench.own(Composer())
    composer.show()
    assert composer.insert_sentence(" 38.00 € went back to your card. ")
    assert composer.insert_sentence("It takes five days.")
    assert composer.content == "38.00 € went back to your card. It takes five days."
    composer.show_state("Sending…")
    assert not composer.insert_sentence("No more.")
    assert "No more" not in composer.content


@in_the_window
async def test_a_canned_reply_comes_with_its_form_and_its_values_as_text(
    bench: WindowBench, brand: LiveBrand
) -> None:
    code = write_in(brand, "Late", from_name="<b>Ana</b> & co")
    workspace = await bench.workspace(brand)
    html = "<p>Hi <strong>{{customer.name}}</strong></p>"
    canned = CannedReply("hi", "", "Hi {{customer.name}}", 0, html)
    workspace.shared(CannedReplies).add([canned])
    panel = await desk(bench, workspace)
    await opened(panel, code)
    QTest.keyClicks(panel.conversation.composer.text, "/hi ")
    wanted = "<p>Hi <strong>&lt;b&gt;Ana&lt;/b&gt; &amp; co</strong></p>"
    await until(lambda: panel.conversation.composer.written.html == wanted)


@pytest.mark.parametrize("write", [as_json, as_csv])
def test_rich_canned_replies_are_taken_along_and_a_strangers_are_cleaned(write: object) -> None:
    assert callable(write)
    kept = [CannedReply("hi", "", "Hi • one", 0, "<p>Hi</p><script>x</script><ul><li>one</ul>")]
    (found,) = brought(write(kept))
    assert (found.text, found.html) == ("Hi\n• one", "<p>Hi</p><ul><li>one</li></ul>")
    assert fill_blocks(found, {}) == from_html(found.html)
    old = "code,title,text\nbye,Bye,See you\n"
    assert list(brought(old)) == [CannedReply("bye", "Bye", "See you")]


def test_a_rich_reply_is_found_by_its_words() -> None:
    reply = Reply("T1", "Ana", "Hi\n• one", seen=0, rich="<p>Hi</p><ul><li>one</li></ul>")
    rewritten = "<div>Hi</div>\n<ul>\n <li><span>one</span></li></ul>"
    assert reply.is_in([TicketMessage(message=rewritten, type="agent_message")])
    assert not reply.is_in([TicketMessage(message="<p>Hi</p>", type="agent_message")])
    assert Reply.of(reply.kept()) == reply
    assert Reply.of({"code": "T1", "text": "x", "rich": 7}).html == "<p>x</p>"  # type: ignore[union-attr]


@in_the_window
async def test_a_reply_that_the_server_puts_off_goes_later_by_itself(
    bench: WindowBench, brand: LiveBrand, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "AGAIN", 0.2)
    code = write_in(brand, "Where is it?")
    line = FaultLine(brand.base_url)
    bench.at_end.append(line.close)
    await line.listen()
    outbox = (await bench.workspace(brand, base_url=line.base_url)).shared(Outbox)
    await outbox.begin()
    outbox.delay = 0
    await line.hurt_requests(SLOW_DOWN, "POST", r"/tickets/[^/]+/messages", times=1)
    await outbox.put(Reply(code, "Ana", "Soon", seen=1))
    await until(lambda: bool(outbox.put_off))
    assert outbox.replies[0].state != "held"
    await until(lambda: not outbox.replies)
    assert await sent(brand, code) == ["<p>Soon</p>"]


@in_the_window
async def test_a_reply_is_taken_back_from_wherever_one_is_and_keys_are_no_text_of_it(
    bench: WindowBench, brand: LiveBrand
) -> None:
    first, second = write_in(brand, "One"), write_in(brand, "Two")
    panel = await desk(bench, await bench.workspace(brand), delay=30)
    await opened(panel, first)
    composer = panel.conversation.composer
    composer.text.put(from_html("<p>On its way</p>"))
    QTest.keyClick(composer.text, Qt.Key.Key_Return, CTRL)
    QTest.keyClick(composer.text, Qt.Key.Key_K)
    assert composer.written.text == "On its way", "what is typed now would be lost"
    await until(lambda: panel.can_undo)
    await opened(panel, second)
    panel.undo()
    await until(lambda: panel.answering.code == first and composer.send.isEnabled())
    assert composer.written.text == "On its way"
    assert not panel.can_undo
    QTest.keyClick(composer.text, Qt.Key.Key_Return, CTRL)
    QTest.keyClick(composer.text, Qt.Key.Key_Z, CTRL)
    await until(lambda: composer.send.isEnabled())
    assert composer.written.text == "On its way"
    assert panel.answering.outbox.of(first) is None
    assert await sent(brand, first) == []


@in_the_window
async def test_a_reply_is_sent_with_the_status_that_is_chosen_and_chosen_again(
    bench: WindowBench, brand: LiveBrand
) -> None:
    first, second = write_in(brand, "One"), write_in(brand, "Two")
    workspace = await bench.workspace(brand, place="one")
    panel = await desk(bench, workspace)
    await opened(panel, first)
    composer = panel.conversation.composer
    composer.text.put(from_html("<p>Done</p>"))
    composer.others.click()
    menu = QApplication.activePopupWidget()
    assert isinstance(menu, QMenu)
    close = next(each for each in menu.actions() if each.text() == "Send and close")
    close.trigger()
    menu.close()
    await until(lambda: bench.notice("was sent"))
    assert (await stored(brand, first)).status == "closed"
    await panel.settle()
    await bench.close(workspace)
    again = await desk(bench, await bench.workspace(brand, place="one"))
    await opened(again, second)
    assert again.conversation.composer.send_and_set.text() == "Send and close"
    again.conversation.composer.text.put(from_html("<p>Done, too</p>"))
    QTest.keyClick(again.conversation.composer.text, Qt.Key.Key_Return, CTRL | SHIFT)
    await until(lambda: again.answering.outbox.of(second) is None)
    await until(lambda: again.conversation.composer.content == "")
    assert (await stored(brand, second)).status == "closed"


@in_the_window
async def test_a_draft_is_there_once_however_fast_one_comes_back_to_it(
    bench: WindowBench, brand: LiveBrand
) -> None:
    first, second = write_in(brand, "One"), write_in(brand, "Two")
    panel = await desk(bench, await bench.workspace(brand))
    await opened(panel, first)
    composer, answering = panel.conversation.composer, panel.answering
    composer.text.put(from_html("<p>Hello</p>"))
    await panel.settle()
    one, two = {"ticket_code": first}, {"ticket_code": second}
    await asyncio.gather(*(answering.open(each) for each in (two, one, two, one)))
    assert composer.written.text == "Hello"
    await answering.open(two)
    reading = asyncio.ensure_future(answering.open(one))
    await asyncio.sleep(0)
    QTest.keyClicks(composer.text, ", you")
    await reading
    assert composer.written.text == "Hello, you", "neither the draft nor what was typed is lost"
    await panel.settle()
    await asyncio.gather(answering.open(two), answering.open(one))
    assert composer.written.text == "Hello, you"


@in_the_window
async def test_a_reply_that_was_taken_back_from_elsewhere_is_there_once(
    bench: WindowBench, brand: LiveBrand
) -> None:
    first, second = write_in(brand, "One"), write_in(brand, "Two")
    panel = await desk(bench, await bench.workspace(brand), delay=30)
    await opened(panel, first)
    composer = panel.conversation.composer
    composer.text.put(from_html("<p>Hello</p>"))
    composer.send.click()
    await until(lambda: panel.can_undo)
    for _ in range(3):
        await opened(panel, second)
        panel.undo()
        await opened(panel, first)
        await until(lambda: panel.is_quiet)
        assert composer.written.text == "Hello"


@pytest.mark.parametrize("turns", range(0, 16, 3))
@in_the_window
async def test_a_reply_that_is_taken_back_while_it_is_being_put_away_is_lost_nowhere(
    bench: WindowBench, brand: LiveBrand, turns: int
) -> None:
    """Ctrl+Return and Ctrl+Z right behind each other, in every turn of the loop between them."""
    first, second = write_in(brand, "One"), write_in(brand, "Two")
    workspace = await bench.workspace(brand)
    panel = await desk(bench, workspace, delay=30)
    await opened(panel, first)
    composer, outbox = panel.conversation.composer, panel.answering.outbox
    composer.text.put(from_html("<p>Hello</p>"))
    QTest.keyClick(composer.text, Qt.Key.Key_Return, CTRL)
    for _ in range(turns):
        await asyncio.sleep(0)
    if panel.open_id == first:
        QTest.keyClick(composer.text, Qt.Key.Key_Z, CTRL)
    else:
        panel.undo()  # The list went on: the keyboard is there.
    await until(lambda: composer.send.isEnabled() and outbox.of(first) is None)
    assert composer.written.text == "Hello"
    assert panel.open_id == first, "nobody was led on to the next ticket"
    await opened(panel, second)
    await opened(panel, first)
    await until(lambda: composer.written.text == "Hello")
    await panel.settle()
    draft = await workspace.store.draft("tickets", first)
    assert draft is not None
    assert "Hello" in str(draft.content)
    assert await sent(brand, first) == []
