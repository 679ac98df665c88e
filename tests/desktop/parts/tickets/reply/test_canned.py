"""Canned replies: written, found, filled with what is known, brought from elsewhere."""

import asyncio

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from tests.desktop.support.declared_sections import add_customers
from tests.desktop.support.live_server import LiveBrand
from tests.desktop.support.ticket_desk import desk, opened, write_in
from tests.desktop.support.window_bench import (
    WindowBench,
    in_the_window,
    shown_dialog,
    turns,
    until,
)

from funneldesk.desktop.kit.controls.buttons import Button
from funneldesk.desktop.parts.tickets.panel import TicketsPanel
from funneldesk.desktop.parts.tickets.reply.canned import (
    KEPT,
    PLACES,
    CannedReplies,
    CannedReply,
    code_before,
    fill,
    places,
    values_of,
)
from funneldesk.desktop.parts.tickets.reply.canned_dialog import CannedDialog
from funneldesk.desktop.parts.tickets.reply.canned_files import as_csv, as_json, brought
from funneldesk.desktop.parts.tickets.reply.canned_use import CannedUse
from funneldesk.desktop.parts.tickets.reply.places_dialog import PlacesDialog
from funneldesk.desktop.parts.tickets.reply.reply import Written

REFUND = CannedReply("refund", "Refund", "Hi {{customer.first_name}}, {{ order.total }} is back.")
texts = st.text(st.characters(exclude_categories=("Cs",)), min_size=1).filter(str.strip)
codes = st.from_regex(r"[a-z0-9][a-z0-9-]{0,31}", fullmatch=True)


folders = st.text(max_size=20).map(lambda text: " ".join(text.split()))


@given(
    st.lists(
        st.builds(CannedReply, codes, st.text(max_size=20).map(str.strip), texts, folder=folders)
    )
)
def test_what_is_taken_along_comes_back_whole(replies: list[CannedReply]) -> None:
    kept = [each for each in replies if not each.problem()]
    assert list(brought(as_json(kept))) == kept
    plain = [each for each in kept if not set("\r\0") & set(each.title + each.text + each.folder)]
    assert list(brought(as_csv(plain))) == plain


@given(st.text())
def test_any_file_gives_replies_or_none(text: str) -> None:
    assert all(not each.problem() for each in brought(text))


@pytest.mark.parametrize(
    ("text", "code"),
    [("/refund", "refund"), ("Hi /late-box", "late-box"), ("a/b", ""), ("/Refund", ""), ("", "")],
)
def test_a_code_is_what_stands_behind_a_slash_of_its_own(text: str, code: str) -> None:
    assert code_before(text) == code


def test_places_are_filled_and_what_is_not_known_stays() -> None:
    ticket = {"from_name": "Ana Correia", "subject": "Late", "ticket_code": "T1"}
    customer = {"customer": {}, "orders": [{"id": "HP-1", "total": "38.00"}]}
    values = values_of(ticket, customer, "")
    assert fill(REFUND.text, values) == "Hi Ana, 38.00 is back."
    assert fill("{{agent.name}} {{x}}", values) == "{{agent.name}} {{x}}"
    assert values_of({}, {"customer": 7, "orders": "x"}, "") == {}


@in_the_window
async def test_a_typed_code_becomes_its_text_and_what_is_missing_is_asked(
    bench: WindowBench, brand: LiveBrand
) -> None:
    add_customers(brand, ["Ana Correia"])
    code = write_in(brand, "Late", from_name="Ana Correia", from_email="c0+x@posta.example")
    workspace = await bench.workspace(brand)
    workspace.shared(CannedReplies).add(
        [CannedReply("bye", "", "Bye, {{customer.first_name}}. {{agent.name}}")]
    )
    panel = await desk(bench, workspace)
    await opened(panel, code)
    text = panel.conversation.composer.text
    text.setPlainText("Hello.\n")
    text.moveCursor(text.textCursor().MoveOperation.End)
    QTest.keyClicks(text, "/bye ")
    dialog = await shown_dialog(PlacesDialog)
    dialog.fields["agent.name"].setText("Anouk")
    dialog.button("insert").click()
    await until(lambda: text.toPlainText() == "Hello.\nBye, Ana. Anouk")
    QTest.keyClicks(text, " /bye ")
    await until(lambda: text.toPlainText() == "Hello.\nBye, Ana. Anouk Bye, Ana. Anouk")
    await until(lambda: next(iter(workspace.shared(CannedReplies))).used == 2)


@in_the_window
async def test_one_is_written_found_and_put_in_by_keys(
    bench: WindowBench, brand: LiveBrand
) -> None:
    code = write_in(brand, "Late", from_name="Ana Correia")
    workspace = await bench.workspace(brand)
    panel = await desk(bench, workspace)
    await opened(panel, code)
    panel.conversation.composer.canned.click()
    dialog = await shown_dialog(CannedDialog)
    dialog.code.setText("Late Box")
    dialog.text.setPlainText("It is on its way.")
    await until(lambda: "small letters" in dialog.said.text())
    dialog.code.setText("late-box")
    await until(lambda: dialog.said.text() == "Saved.")
    press(dialog, "New")
    dialog.code.setText("other")
    dialog.text.setPlainText("Something else, typed last")
    dialog.search.setText("way")
    await until(lambda: dialog.list.rows.ids == ["late-box"])
    QTest.keyClick(dialog, Qt.Key.Key_Return)
    await until(lambda: panel.conversation.composer.content == "It is on its way.")
    replies = {each.code: each.text for each in workspace.shared(CannedReplies)}
    assert replies["other"] == "Something else, typed last", "nothing typed is lost"


@in_the_window
async def test_replies_are_kept_and_found_in_folders(bench: WindowBench, brand: LiveBrand) -> None:
    code = write_in(brand, "Late", from_name="Ana Correia")
    workspace = await bench.workspace(brand)
    workspace.shared(CannedReplies).add(
        [
            CannedReply(name, "", name, folder=folder)
            for name, folder in (
                ("late", "Shipping"),
                ("lost", "Shipping"),
                ("refund", "Money"),
                ("hello", ""),
            )
        ]
    )
    panel = await desk(bench, workspace)
    await opened(panel, code)
    panel.conversation.composer.canned.click()
    dialog = await shown_dialog(CannedDialog)
    choices = [dialog.folders.itemText(at) for at in range(dialog.folders.count())]
    assert choices == ["All folders", "Money", "Shipping", "Without a folder"]
    dialog.folders.setCurrentIndex(2)
    assert dialog.list.rows.ids == ["late", "lost"]
    press(dialog, "New")
    assert dialog.folder.text() == "Shipping", "a new one belongs where one looks"
    dialog.code.setText("customs")
    dialog.text.setPlainText("It is at the customs.")
    await until(lambda: dialog.said.text() == "Saved.")
    dialog.folder.setText("Abroad")
    await until(lambda: "Abroad" in workspace.shared(CannedReplies).folders)
    assert dialog.chosen is not None
    assert dialog.chosen.code == "customs", "it stays open though its folder is another"
    dialog.folders.setCurrentIndex(dialog.folders.findText("Abroad"))
    assert dialog.list.rows.ids == ["customs"]
    dialog.remove.click()
    await until(lambda: "Abroad" not in workspace.shared(CannedReplies).folders)
    assert len(dialog.list.rows.ids) == 4
    dialog.answer("")


LATE, LOST = (
    CannedReply("late", "Late parcel", "It is late, {{customer.first_name}}."),
    CannedReply("lost", "", "We send a new one."),
)


async def typing(bench: WindowBench, brand: LiveBrand) -> tuple[TicketsPanel, CannedUse]:
    """A ticket whose reply is being typed, and two canned replies."""
    code = write_in(brand, "Late", from_name="Ana Correia")
    workspace = await bench.workspace(brand)
    workspace.shared(CannedReplies).add([LATE, LOST])
    panel = await desk(bench, workspace)
    await opened(panel, code)
    panel.conversation.composer.text.setFocus()
    await until(lambda: panel.conversation.composer.text.hasFocus())
    return panel, panel.canned


@pytest.mark.parametrize("key", [Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Tab])
@in_the_window
async def test_a_slash_opens_a_list_that_filters_and_a_key_takes_what_is_highlighted(
    bench: WindowBench, brand: LiveBrand, key: Qt.Key
) -> None:
    panel, canned = await typing(bench, brand)
    text, offer = panel.conversation.composer.text, canned.offer
    QTest.keyClicks(text, "Hello. /")
    assert offer.isVisible()
    assert list(offer.list.rows.ids) == ["late", "lost"]
    QTest.keyClick(text, Qt.Key.Key_Down)
    assert offer.list.selected_ids() == ["lost"]
    QTest.keyClicks(text, "new")
    assert list(offer.list.rows.ids) == ["lost"], "its text has the word"
    QTest.keyClick(text, key)
    await until(lambda: text.toPlainText() == "Hello. We send a new one.")
    assert not offer.isVisible()
    assert text.hasFocus()


@in_the_window
async def test_escape_closes_the_list_and_leaves_what_was_typed(
    bench: WindowBench, brand: LiveBrand
) -> None:
    panel, canned = await typing(bench, brand)
    text, offer = panel.conversation.composer.text, canned.offer
    QTest.keyClicks(text, "/l")
    assert offer.isVisible()
    QTest.keyClick(text, Qt.Key.Key_Escape)
    assert not offer.isVisible()
    assert text.hasFocus()
    QTest.keyClicks(text, "at")
    assert not offer.isVisible(), "it stays closed for this word"
    QTest.keyClick(text, Qt.Key.Key_Return)
    assert text.toPlainText() == "/lat\n"
    QTest.keyClicks(text, "/la")
    assert offer.isVisible()
    panel.conversation.composer.set_content(Written(""))
    assert not offer.isVisible()


@pytest.mark.parametrize("typed", ["and/or", "https://shop.example/late", "/nothing-like-it"])
@in_the_window
async def test_a_slash_within_a_word_opens_nothing(
    bench: WindowBench, brand: LiveBrand, typed: str
) -> None:
    panel, canned = await typing(bench, brand)
    QTest.keyClicks(panel.conversation.composer.text, typed)
    assert not canned.offer.isVisible()


@in_the_window
async def test_the_sample_workspace_begins_with_a_set_and_what_is_deleted_stays_so(
    bench: WindowBench, brand: LiveBrand
) -> None:
    workspace = await bench.workspace(brand, place="sample", sample=True)
    replies = workspace.shared(CannedReplies)
    await replies.read()
    listed = {each.code for each in replies}
    assert {"late", "refund", "thanks"} <= listed
    for each in replies:
        assert not each.problem()
        assert set(places(each.text + each.html)) <= set(PLACES)
    for code in listed:
        replies.remove(code)
    async with asyncio.timeout(60):
        while await workspace.store.saved_work(KEPT):
            await turns()
    await bench.close(workspace)
    again = await bench.workspace(brand, place="sample", sample=True)
    await again.shared(CannedReplies).read()
    assert not list(again.shared(CannedReplies))
    other = await bench.workspace(brand)
    await other.shared(CannedReplies).read()
    assert not list(other.shared(CannedReplies))


def press(dialog: CannedDialog, words: str) -> None:
    """Press the button that says so."""
    next(each for each in dialog.findChildren(Button) if each.text() == words).click()
