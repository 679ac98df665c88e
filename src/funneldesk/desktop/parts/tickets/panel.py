"""The Tickets section: the list, the conversation beside it, and what an agent does all day."""

from collections.abc import Callable, Coroutine, Mapping, Sequence
from functools import partial
from typing import Any

from PySide6.QtCore import QEvent, Qt, QUrl
from PySide6.QtGui import QDesktopServices, QKeyEvent
from PySide6.QtWidgets import QApplication

from funneldesk.desktop.kit.dialogs.dialog import confirm
from funneldesk.desktop.kit.notices.notices import Notice
from funneldesk.desktop.kit.units import counted
from funneldesk.desktop.local.texts import _, apart
from funneldesk.desktop.parts.tickets.actions import ticket_actions
from funneldesk.desktop.parts.tickets.arrivals import Arrivals
from funneldesk.desktop.parts.tickets.reply.answering import Answering
from funneldesk.desktop.parts.tickets.reply.canned_use import CannedUse
from funneldesk.desktop.parts.tickets.reply.reply import Reply
from funneldesk.desktop.parts.tickets.status import TicketRuns
from funneldesk.desktop.parts.tickets.thread.conversation import ConversationView
from funneldesk.desktop.parts.tickets.thread.images import RemoteImages
from funneldesk.desktop.parts.tickets.thread.reading import Reading, reading_actions
from funneldesk.desktop.parts.tickets.tickets import TICKETS, is_unread
from funneldesk.desktop.people.actions import customer_actions
from funneldesk.desktop.people.customer_view import CustomerView
from funneldesk.desktop.people.worth import CustomerWorth
from funneldesk.desktop.records.bulk.outcome import Report
from funneldesk.desktop.records.detail.detail_view import OwnTab
from funneldesk.desktop.records.panel import RecordsPanel
from funneldesk.desktop.records.reminders.reminder_lines import ReminderLines
from funneldesk.desktop.records.reminders.snoozing import Snoozing
from funneldesk.desktop.records.rows import SummaryRow
from funneldesk.desktop.records.section import RecordSection
from funneldesk.desktop.sections.actions import Action, Ids
from funneldesk.desktop.sections.operations import optional
from funneldesk.desktop.workspace.workspace import Workspace

WIDE = 1_000
"""Width from which the customer stands beside the conversation."""
MOST_UNDONE = 50
"""Changes that can be taken back, one after the other."""
NEAR = 100
Undo = Callable[[], Coroutine[Any, Any, None]]
READ_AFTER = 1.0
"""Seconds for which a ticket is open before it counts as read."""


class TicketsPanel(RecordsPanel):
    """The records panel with the conversation as the first tab of the detail."""

    def __init__(self, workspace: Workspace, declared: RecordSection = TICKETS) -> None:
        self._undo: list[tuple[object, Undo]] = []
        self._summary: Mapping[str, Any] = {}
        super().__init__(workspace, declared)
        self.runs = TicketRuns(self, self.source, self._row, self._seen)
        self.answering = Answering(workspace, self.conversation)
        self.reading = Reading(workspace, self.conversation)
        self.arrivals = Arrivals(self)
        self.lines = ReminderLines(
            lambda: self.tasks.start(self.snoozing.wake([self.open_id])),
            lambda: self.tasks.start(self.snoozing.forget_note(self.open_id)),
        )
        self.detail.above.addWidget(self.lines)
        self.snoozing.reminders.changed.connect(self._reminders_changed)
        self.customer = CustomerView(workspace, lambda: self.brand.formats)
        self.customer.setMinimumWidth(240)
        self.customer.deed_told.connect(self._tell_customer)
        self.split.addWidget(self.customer)
        composer, customer = self.conversation.composer, self.customer.detail
        self.canned = CannedUse(workspace, composer, lambda: self._summary, lambda: customer.body)
        self.worth = workspace.shared(CustomerWorth)
        self.list.note = self._worth_of
        self.worth.changed.connect(self.list.table.rows.tell_changed)
        self.split.setSizes([460, 640, 300])
        self._connect()
        for name, button in (
            ("tickets.unread", self.conversation.unread),
            ("tickets.set-resolved", self.conversation.resolve),
        ):
            button.setText(self.declared_actions[name].words(()))
            self.declared_actions.show_on(button, name, of_open=True)
        self.declared_actions.show_state()

    def _connect(self) -> None:
        self.conversation.link_clicked.connect(lambda url: self.tasks.start(self._open_link(url)))
        self.conversation.composer.left.connect(self.list.enter_table)
        self.answering.sent.connect(self._sent)
        self.answering.outbox.returned.connect(self._returned)
        self.runs.ended.connect(self._changed)
        self.list.shown.connect(self._learn)
        self.runs.undoing.connect(self._undone)
        self.snoozing.leaving.connect(self._put_off)
        self.snoozing.done.connect(self._snoozed)
        self.list.table.selectionModel().selectionChanged.connect(self.declared_actions.show_state)
        self.list.selection.changed.connect(self._tell_several)

    def own_tabs(self) -> Sequence[OwnTab]:
        self.conversation = ConversationView(
            lambda: self.brand.formats, self.workspace.shared(RemoteImages)
        )
        return (OwnTab("conversation", _("Conversation"), self.conversation),)

    def declare(self) -> Sequence[Action]:
        self.snoozing = Snoozing(self, self._row)
        deeds = customer_actions("tickets", lambda: self.customer)
        own = (*ticket_actions(self), *reading_actions(self.conversation))
        return (*own, *self.snoozing.declare(), *deeds, *super().declare())

    async def load(self) -> None:
        await self.answering.begin()
        await self.reading.begin()
        await self.canned.begin()
        await self.worth.begin()
        await super().load()

    def whole(self, body: Mapping[str, Any]) -> Mapping[str, Any]:
        return {**body, **self._summary} if self.open_id else body

    def open_record(self, record_id: str) -> None:
        self._remember(record_id)
        super().open_record(record_id)

    def _remember(self, record_id: str) -> None:
        """Only the list tells who wrote and how it stands; the ticket may leave it while open."""
        row = self._row(record_id)
        if row is not None:
            self._summary = row.summary
            self.list.read[record_id] = row  # It may leave the list, and is still worked on.
        elif self._summary.get("ticket_code") != record_id:
            self._summary = {}

    def _learn(self) -> None:
        """The list tells more of the open ticket than before: it may come after the ticket."""
        self.conversation.mark(self.list.query.text)
        row = self._row(self.open_id)
        if row is not None and row.summary != self._summary:
            self._show_detail(self.detail.body)

    def _worth_of(self, row: SummaryRow) -> str:
        """What the one who wrote has brought so far; "" where that is nothing, or not known."""
        values = map(self.worth.of, (row.get("customer_email"), row.get("from_email")))
        value = next(filter(None, values), 0)
        return self.brand.formats.money(value) if value else ""

    def _seen(self, code: str) -> Sequence[Mapping[str, Any]] | None:
        """The messages that are before the user's eyes, of the ticket that is open."""
        messages = self.detail.body.get("messages")
        return messages if code == self.open_id and isinstance(messages, list) else None

    def _row(self, code: str) -> SummaryRow | None:
        return (
            self.list.rows.get(code)
            or self.source.library.rows.get(code)
            or self.list.read.get(code)
        )

    def _show_detail(self, read: Mapping[str, Any]) -> None:
        self._remember(self.open_id)
        self.conversation.mark(self.list.query.text)
        super()._show_detail(read)
        self.tasks.start(self.answering.open(self.detail.body))
        self.customer.show_email(str(self._summary.get("customer_email") or ""), self.open_id)
        self._show_reminders()
        self._tell_several()
        self.declared_actions.show_state()

    def _reminders_changed(self, ids: Sequence[str]) -> None:
        """What is snoozed does not count as waiting any more."""
        self._show_reminders()
        self.workspace.announce(TICKETS.part, *ids, source=self)

    def _show_reminders(self) -> None:
        self.lines.say(*self.snoozing.about(self.open_id))

    def _tell_customer(self, sentence: str) -> None:
        """What was done goes into the reply, or waits until one can be written."""
        if not self.conversation.composer.insert_sentence(sentence):
            self.customer.offer(sentence)

    def _arrange(self) -> None:
        super()._arrange()
        self.customer.setVisible(bool(self.open_id) and self.width() >= WIDE)

    async def _open(self, record_id: str) -> None:
        await super()._open(record_id)
        if self._row(record_id) is None:
            await self._look_up(record_id)
        self.tasks.debounce("read", READ_AFTER, self._mark_as_read)

    async def _look_up(self, code: str) -> None:
        """Read what the list does not tell of a ticket that is opened from elsewhere."""
        with optional():
            for found in await self.runs.find(code):
                self.list.read[code] = self.source.library.kind.row.of(found)
                self._learn()

    def read_again(self) -> None:
        """Show what was written to the open ticket; that does not mark it as read."""
        self.tasks.latest("open", super()._open(self.open_id))

    async def _mark_as_read(self) -> None:
        row = self._row(self.open_id)
        if row is not None and is_unread(row) and self.workspace.may_write(TICKETS.part):
            with optional():
                await self.runs.mark_quietly(self.open_id)

    # What an agent does

    def reply(self, ids: Ids) -> None:
        """Go to where the reply is written."""
        if ids[0] != self.open_id:
            self.open_record(ids[0])
        self.detail.tabs.choose("conversation")
        self.detail.pages.setCurrentWidget(self.conversation)
        self.conversation.composer.text.setFocus()

    def set_status(self, status: str, ids: Ids) -> None:
        """Give tickets a status, and go on with the next one."""
        if self.list.query.choices.get("status", status) != status:
            self._go_on(ids)
        self.runs.set_status(ids, status)

    def mark(self, read: bool, ids: Ids) -> None:
        """Mark tickets as read or unread."""
        self.tasks.cancel("read")
        self.runs.mark(ids, read=read)

    def step(self, step: int, *, selecting: bool = False) -> None:
        """Go to the next ticket of the list, or to the one before; ``selecting`` takes it in."""
        table = self.list.table
        if selecting:
            arrow = Qt.Key.Key_Down if step > 0 else Qt.Key.Key_Up
            held = Qt.KeyboardModifier.ShiftModifier
            QApplication.sendEvent(table, QKeyEvent(QEvent.Type.KeyPress, arrow, held))
            return
        ids, at = table.rows.ids, table.currentIndex().row()
        if at < 0 or not (table.is_marking or table.selected_ids()):
            at = max(at, 0) - step  # Nothing is chosen yet: begin with what is current.
        way = range(at + step, len(ids) if step > 0 else -1, step)
        following = next((ids[each] for each in way if ids[each] in self.list.rows), "")
        if following:
            table.move_to(following)
            if self.is_alone:
                self.open_record(following)

    def mark_row(self) -> None:
        """Select the current ticket beside those that are, or take it out."""
        self.list.table.mark_current()

    def _snoozed(self, back: Undo) -> None:
        self._undo.append((back, back))

    @property
    def can_undo(self) -> bool:
        """Whether the last change can be taken back."""
        return bool(self._undo)

    def undo(self) -> None:
        """Take the last change back, then the one before."""
        if self._undo:
            self.tasks.start(self._undo.pop()[1]())

    @property
    def can_tell(self) -> bool:
        """Whether a sentence about what was done waits to be put into the reply."""
        return bool(self.customer.offered)

    def tell_what_was_done(self) -> None:
        """Put the sentence about what was done into the reply."""
        self.customer.put_into_reply()

    @property
    def delay(self) -> int:
        """For how many seconds a reply can be taken back."""
        return self.answering.outbox.delay

    def set_delay(self, seconds: int) -> None:
        """How long a reply can be taken back."""
        self.tasks.start(self.answering.outbox.set_delay(seconds))

    def _go_on(self, ids: Ids) -> None:
        """The next ticket is selected before these leave the view."""
        table, leaving = self.list.table, set(ids)
        rows, table_rows = table.rows.ids, table.rows
        at = max((table_rows.row_of(each) for each in ids), default=-1)
        if at < 0:
            return  # What is open is in another view: it stays open.
        around = (*rows[at + 1 : at + 1 + NEAR], *reversed(rows[:at]))
        after = next((e for e in around if e in self.list.rows and e not in leaving), "")
        table.end_marking()
        table.select(after)
        if self.is_alone:
            self.open_record(after)

    def _put_off(self, ids: Ids) -> None:
        if self.list.query.choices.get("snoozed") is False:
            self._go_on(ids)

    def _sent(self, code: str) -> None:
        reply = self.answering.outbox.of(code)
        if reply is not None:
            self._undo.append((reply, partial(self._take_back, reply)))
        self.list.enter_table()
        if self.list.query.choices.get("status"):
            self._go_on((code,))

    async def _take_back(self, reply: Reply) -> None:
        """Wherever one is by now, the ticket opens with what was written."""
        if self.answering.outbox.take_back(reply):
            self.open_record(reply.code)
        else:
            text = _("It can't be taken back any more. Write another one to correct it.")
            sent = _("Your reply to {who} was sent.").format(who=reply.who)
            self.workspace.notifications.post(Notice(sent, text, key="tickets/undo"))

    def _tell_several(self) -> None:
        """A reply goes to one ticket, however many are selected."""
        ids = self._selected_ids()
        said = ""
        if len(ids) > 1 and self.open_id:
            said = _("{tickets} selected. This reply goes only to {who}.").format(
                tickets=counted(len(ids), "ticket"), who=apart(self.answering.who)
            )
        self.conversation.composer.show_several(said)

    def _changed(self, title: str, report: Report) -> None:
        self._learn()
        if report.undoable and title != self.runs.words.undo[0]:
            self._undo.append((report, partial(self.runs.undo, report)))
            del self._undo[:-MOST_UNDONE]

    def _undone(self, report: Report | Reply) -> None:
        self._undo = [each for each in self._undo if each[0] is not report]

    def _returned(self, reply: Reply) -> None:
        """Who took it back just as the list went on is led back to what was written."""
        self._undone(reply)
        if reply.code != self.open_id or self.list.table.selected_ids() != [reply.code]:
            self.list.table.select(reply.code)
            self.open_record(reply.code)

    async def _open_link(self, address: str) -> None:
        """Nobody is sent anywhere without having read where to."""
        url = QUrl(address)
        if url.scheme() not in ("http", "https", "mailto"):
            return
        # Letters that look like others are told by their code.
        literal = url.toString(QUrl.ComponentFormattingOption.FullyEncoded)
        if await confirm(
            self,
            _("Open this link?"),
            _("A customer wrote it. It leads to:\n{address}").format(address=literal),
            action=_("Open in browser"),
        ):
            QDesktopServices.openUrl(url)

    async def settle(self) -> None:
        await self.answering.settle()
        await super().settle()

    def unkept(self) -> tuple[str, ...]:
        kept = self.answering.is_kept
        return (*super().unkept(), *(() if kept else (_("A reply that is being written"),)))
