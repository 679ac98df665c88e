"""Many tickets at once, and what came meanwhile: nothing is put away unread."""

from PySide6.QtCore import Qt
from tests.desktop.parts.tickets.test_tickets import press, subjects
from tests.desktop.support.live_server import LiveBrand
from tests.desktop.support.ticket_desk import desk, opened, stored, write_again, write_in
from tests.desktop.support.window_bench import WindowBench, in_the_window, until

from funneldesk.desktop.parts.tickets.news import TicketNews

Key = Qt.Key
SHIFT = Qt.KeyboardModifier.ShiftModifier


@in_the_window
async def test_tickets_are_marked_one_by_one_and_resolved_together(
    bench: WindowBench, brand: LiveBrand
) -> None:
    for number in range(6):
        write_in(brand, f"Ticket {number}")
    panel = await desk(bench, await bench.workspace(brand))
    await until(lambda: len(subjects(panel)) == 6)
    for key in (Key.Key_J, Key.Key_X, Key.Key_J, Key.Key_J, Key.Key_X):
        await press(panel, key)
    await press(panel, Key.Key_J, SHIFT)
    chosen = panel.list.table.selected_ids()
    names = [panel.list.rows[each].get("subject") for each in chosen]
    assert names == ["Ticket 5", "Ticket 3", "Ticket 2"]
    assert panel.list.selection.bar.isVisible()
    await press(panel, Key.Key_E)
    await until(lambda: subjects(panel) == ["Ticket 4", "Ticket 1", "Ticket 0"])
    await until(lambda: bench.notice("3 tickets set to Resolved") and panel.runs.current is None)
    panel.undo()
    await until(lambda: len(subjects(panel)) == 6)
    async with brand.api() as api:
        assert (await api.tickets.count()).open == 6


@in_the_window
async def test_keys_that_come_faster_than_the_server_are_all_done_and_taken_back_in_turn(
    bench: WindowBench, brand: LiveBrand
) -> None:
    codes = [write_in(brand, f"Ticket {number}") for number in range(4)]
    panel = await desk(bench, await bench.workspace(brand))
    await until(lambda: len(subjects(panel)) == 4)
    for code in reversed(codes[1:]):
        panel.set_status("resolved", [code])
    await until(lambda: subjects(panel) == ["Ticket 0"])
    await until(lambda: not panel.runs.waiting)
    panel.undo()
    await until(lambda: subjects(panel) == ["Ticket 1", "Ticket 0"])
    panel.undo()
    await until(lambda: subjects(panel) == ["Ticket 2", "Ticket 1", "Ticket 0"])


@in_the_window
async def test_a_ticket_that_a_customer_wrote_to_meanwhile_is_not_put_away(
    bench: WindowBench, brand: LiveBrand
) -> None:
    code = write_in(brand, "Where is it?")
    panel = await desk(bench, await bench.workspace(brand))
    await opened(panel, code)
    write_again(brand, code, "<p>It has just come!</p>")
    await press(panel, Key.Key_E)
    await until(lambda: bench.notice("Ana wrote meanwhile"))
    assert (await stored(brand, code)).status == "open"
    await until(lambda: panel.list.rows[code].get("preview_message") == "It has just come!")
    panel.open_record(code)
    await until(lambda: panel.conversation.seen == 2)
    panel.set_status("resolved", [code])
    await until(lambda: bench.notice("1 ticket set to Resolved"))
    assert (await stored(brand, code)).status == "resolved"


@in_the_window
async def test_news_come_into_the_list_without_leading_away(
    bench: WindowBench, brand: LiveBrand
) -> None:
    codes = [write_in(brand, f"Ticket {number:02}") for number in range(40)]
    workspace = await bench.workspace(brand)
    panel = await desk(bench, workspace)
    await until(lambda: len(subjects(panel)) == 40)
    table = panel.list.table
    table.select(codes[5])
    place = table.visualRect(table.currentIndex()).top()
    for number in range(3):
        write_in(brand, f"New {number}")
    async with brand.api() as api:
        await api.tickets.set_status(codes[0], "closed")
    waiting = await workspace.shared(TicketNews).ask()
    assert waiting.count == 42
    assert [each.text for each in waiting.newest[:3]] == ["New 2", "New 1", "New 0"]
    await until(lambda: len(subjects(panel)) == 42 and "New 2" in subjects(panel))
    assert table.selected_ids() == [codes[5]]
    await until(lambda: table.visualRect(table.currentIndex()).top() == place)
