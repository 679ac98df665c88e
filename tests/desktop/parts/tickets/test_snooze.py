"""Snoozed tickets leave the list and come back; reminders are told; both survive the program."""

from datetime import UTC, datetime, timedelta

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QMenu
from tests.desktop.parts.tickets.test_tickets import press, subjects
from tests.desktop.support.live_server import LiveBrand
from tests.desktop.support.relay import Relay
from tests.desktop.support.ticket_desk import desk, opened, stored, write_again, write_in
from tests.desktop.support.window_bench import WindowBench, in_the_window, said, shown_dialog, until

from funneldesk.desktop.local.user_data.reminders import Reminder
from funneldesk.desktop.parts.tickets.news import TicketNews
from funneldesk.desktop.parts.tickets.panel import TicketsPanel
from funneldesk.desktop.records.reminders.dialog import TimeDialog

Key = Qt.Key
HOUR, MOMENT = timedelta(hours=1), timedelta(milliseconds=300)


def now() -> datetime:
    return datetime.now(UTC)


def show_view(panel: TicketsPanel, key: str) -> None:
    view = panel.views.get(key)
    assert view is not None
    panel.list.views.chosen.emit(view)


def view_titles(panel: TicketsPanel) -> set[str]:
    buttons = panel.list.views.segments.findChildren(type(panel.list.clear))
    return {button.text() for button in buttons}


@in_the_window
async def test_a_key_and_a_letter_snooze_a_ticket_and_undo_brings_it_back(
    bench: WindowBench, brand: LiveBrand
) -> None:
    one, two = write_in(brand, "One"), write_in(brand, "Two")
    panel = await desk(bench, await bench.workspace(brand))
    await until(lambda: subjects(panel) == ["Two", "One"])
    await press(panel, Key.Key_J)
    await press(panel, Key.Key_B)
    menu = QApplication.activePopupWidget()
    assert isinstance(menu, QMenu)
    tomorrow = next(each for each in menu.actions() if each.text().startswith("Tomorrow morning"))
    assert "08:00" in tomorrow.text()
    tomorrow.trigger()
    menu.close()
    await until(lambda: subjects(panel) == ["One"])
    assert panel.list.table.selected_ids() == [one], "the next one is at hand"
    assert bench.notice("1 ticket snoozed until")
    await until(lambda: {"Open 1", "Snoozed 1", "All 2"} <= view_titles(panel))
    show_view(panel, "snoozed")
    await until(lambda: subjects(panel) == ["Two"])
    show_view(panel, "all")
    await until(lambda: subjects(panel) == ["Two", "One"])
    show_view(panel, "open")
    panel.undo()
    await until(lambda: subjects(panel) == ["Two", "One"])
    assert (await stored(brand, two)).status == "open", "nobody else knows of it"


@in_the_window
async def test_many_are_snoozed_at_once_and_stay_so_through_a_restart(
    bench: WindowBench, brand: LiveBrand
) -> None:
    codes = [write_in(brand, f"Ticket {number}") for number in range(30)]
    workspace = await bench.workspace(brand, place="one")
    panel = await desk(bench, workspace)
    await until(lambda: len(subjects(panel)) == 30)
    await panel.snoozing.snooze(codes[:25], now() + HOUR)
    await until(lambda: len(subjects(panel)) == 5)
    await bench.close(workspace)
    again = await desk(bench, await bench.workspace(brand, place="one"))
    await until(lambda: len(subjects(again)) == 5 and "Snoozed 25" in view_titles(again))
    again.refresh()
    await until(lambda: again.is_quiet)
    assert len(subjects(again)) == 5
    show_view(again, "snoozed")
    await until(lambda: len(subjects(again)) == 25)
    await again.snoozing.wake(codes[:25])
    show_view(again, "open")
    await until(lambda: len(subjects(again)) == 30)


@in_the_window
async def test_a_ticket_comes_back_unread_at_its_time(bench: WindowBench, brand: LiveBrand) -> None:
    code = write_in(brand, "Where is it?")
    workspace = await bench.workspace(brand)
    panel = await desk(bench, workspace)
    workspace.shared(TicketNews)
    await opened(panel, code)
    await until(lambda: panel.list.rows[code].get("read") is True)
    await panel.snoozing.snooze([code], now() + MOMENT)
    assert subjects(panel) == []
    await until(lambda: bench.notice("Back from snooze: “Where is it?”"))
    await until(lambda: subjects(panel) == ["Where is it?"])
    await until(lambda: panel.list.rows[code].get("read") is False)
    await until(lambda: workspace.shared(TicketNews).reminders.of(code, "snooze") is None)
    assert not (await stored(brand, code)).read


@in_the_window
async def test_what_is_due_while_the_program_is_closed_comes_at_the_next_start(
    bench: WindowBench, brand: LiveBrand, relay: Relay
) -> None:
    codes = [write_in(brand, subject) for subject in ("One", "Two")]
    async with brand.api() as api:
        for code in codes:
            await api.tickets.mark_as_read(code)
    workspace = await bench.workspace(brand, base_url=relay.base_url, place="one")
    past = [Reminder("tickets", code, "snooze", now() - HOUR) for code in codes]
    await workspace.store.keep_reminders(past)
    await bench.close(workspace)
    again = await bench.workspace(brand, base_url=relay.base_url, place="one")
    await relay.vanish()
    again.lose()
    news = again.shared(TicketNews)
    await news.reminders.begin()
    await until(lambda: bench.notice("2 tickets back from snooze"))
    assert news.reminders.of(codes[0], "snooze"), "not forgotten before the server knows"
    await relay.listen()
    await until(lambda: not news.reminders.of(codes[1], "snooze"))
    assert not (await stored(brand, codes[0])).read, "marked once the server was there again"


@in_the_window
async def test_a_customer_who_writes_wakes_the_ticket(bench: WindowBench, brand: LiveBrand) -> None:
    code, other = write_in(brand, "Where is it?"), write_in(brand, "Something else")
    workspace = await bench.workspace(brand)
    panel = await desk(bench, workspace)
    await until(lambda: len(subjects(panel)) == 2)
    await panel.snoozing.snooze([code, other], now() + HOUR)
    waiting = await workspace.shared(TicketNews).ask()
    assert (waiting.count, waiting.newest) == (0, ())
    write_again(brand, code, "<p>It is urgent!</p>")
    waiting = await workspace.shared(TicketNews).ask()
    await until(lambda: subjects(panel) == ["Where is it?"])
    assert bench.notice("Ana wrote: “Where is it?” is back")


@in_the_window
async def test_a_note_is_told_at_its_time_and_leads_to_the_ticket(
    bench: WindowBench, brand: LiveBrand
) -> None:
    code = write_in(brand, "Where is it?")
    workspace = await bench.workspace(brand)
    panel = await desk(bench, workspace)
    workspace.shared(TicketNews)
    await opened(panel, code)
    await press(panel, Key.Key_H)
    dialog = await shown_dialog(TimeDialog)
    dialog.note.setText("Call the carrier")
    dialog.time.line.setText("1 Jan 2020, 09:00")
    assert "has passed" in said(dialog)
    assert not dialog.done_button.isEnabled()
    dialog.time.line.setText("1 Jan 2030, 09:00")
    dialog.done_button.click()
    await until(lambda: "Reminder 1 Jan 2030, 09:00: Call the carrier" in said(panel))
    gone: list[tuple[str, str]] = []
    workspace.asked_to_go.connect(lambda part, record, _mention: gone.append((part, record)))
    row = panel.list.rows[code]
    soon = now() + MOMENT
    await panel.snoozing.reminders.keep("note", soon, {code: row.summary}, "Call the carrier")
    await until(lambda: bench.notice("Call the carrier"))
    notice = bench.notice("Call the carrier")
    assert notice is not None
    assert notice.text == "Where is it?"
    notice.action.run()
    assert gone == [("tickets", code)]
    await until(lambda: panel.snoozing.reminders.of(code, "note") is None)


@in_the_window
async def test_a_time_of_ones_own_is_of_the_brands_zone(
    bench: WindowBench, brand: LiveBrand
) -> None:
    code = write_in(brand, "Where is it?")
    panel = await desk(bench, await bench.workspace(brand))
    await until(lambda: len(subjects(panel)) == 1)
    panel.list.table.select(code)
    panel.declared_actions.run(panel.declared_actions["tickets.snooze-until"])
    dialog = await shown_dialog(TimeDialog)
    dialog.time.line.setText("2 Jan 2030, 09:00")
    dialog.done_button.click()
    await until(lambda: subjects(panel) == [])
    kept = panel.snoozing.reminders.of(code, "snooze")
    assert kept is not None
    there = datetime(2030, 1, 2, 9, tzinfo=panel.brand.zone or now().astimezone().tzinfo)
    assert kept.due == there
