"""The Tickets section: the list, the conversation beside it, and what an agent does all day."""

from collections.abc import Mapping, Sequence
from typing import Any

from PySide6.QtCore import QTimer, QUrl
from PySide6.QtGui import QDesktopServices, QHideEvent, QShowEvent

from funneldesk.desktop.kit.dialogs.dialog import confirm
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.parts.tickets.actions import ticket_actions
from funneldesk.desktop.parts.tickets.answering import Answering
from funneldesk.desktop.parts.tickets.canned_use import CannedUse
from funneldesk.desktop.parts.tickets.conversation import ConversationView
from funneldesk.desktop.parts.tickets.status import TicketRuns
from funneldesk.desktop.parts.tickets.tickets import TICKETS, is_unread
from funneldesk.desktop.people.customer_view import CustomerView
from funneldesk.desktop.records.bulk.outcome import Report
from funneldesk.desktop.records.detail.detail_view import OwnTab
from funneldesk.desktop.records.panel import RecordsPanel
from funneldesk.desktop.records.rows import SummaryRow
from funneldesk.desktop.records.section import RecordSection
from funneldesk.desktop.sections.actions import Action, Ids
from funneldesk.desktop.sections.operations import optional
from funneldesk.desktop.workspace.workspace import ONLINE, Workspace

LOOK_MILLISECONDS = 60_000
WIDE = 1_080
"""Width from which the customer stands beside the conversation."""
READ_AFTER = 1.0
"""Seconds for which a ticket is open before it counts as read."""


class TicketsPanel(RecordsPanel):
    """The records panel with the conversation as the first tab of the detail."""

    def __init__(self, workspace: Workspace, declared: RecordSection = TICKETS) -> None:
        self._undo: Report | None = None
        self._summary: Mapping[str, Any] = {}
        super().__init__(workspace, declared)
        self.runs = TicketRuns(self, self.source, self._row)
        self.answering = Answering(workspace, self.conversation)
        self._minute = QTimer(self, interval=LOOK_MILLISECONDS)
        self._minute.timeout.connect(lambda: self.tasks.latest("look", self._look()))
        self.customer = CustomerView(workspace, lambda: self.brand.formats)
        self.customer.setMinimumWidth(240)
        self.split.addWidget(self.customer)
        composer, customer = self.conversation.composer, self.customer.detail
        self.canned = CannedUse(workspace, composer, lambda: self._summary, lambda: customer.body)
        self.split.setSizes([460, 640, 300])
        if declared.line is not None:
            self.list.setMinimumWidth(280)
        self.conversation.link_clicked.connect(lambda url: self.tasks.start(self._open_link(url)))
        self.conversation.composer.left.connect(self.list.enter_table)
        self.answering.sent.connect(self._sent)
        self.runs.ended.connect(self._changed)
        self.list.shown.connect(self._learn)
        self.runs.undoing.connect(self._undone)
        self.list.table.selectionModel().selectionChanged.connect(self.declared_actions.show_state)
        for name, button in (
            ("tickets.unread", self.conversation.unread),
            ("tickets.set-resolved", self.conversation.resolve),
        ):
            button.setText(self.declared_actions[name].words(()))
            self.declared_actions.show_on(button, name)
        self.declared_actions.show_state()

    def own_tabs(self) -> Sequence[OwnTab]:
        self.conversation = ConversationView(lambda: self.brand.formats)
        return (OwnTab("conversation", _("Conversation"), self.conversation),)

    def declare(self) -> Sequence[Action]:
        return (*ticket_actions(self), *super().declare())

    async def load(self) -> None:
        await self.answering.outbox.begin()
        await self.canned.begin()
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
        elif self._summary.get("ticket_code") != record_id:
            self._summary = {}

    def _learn(self) -> None:
        """The list tells more of the open ticket than before: it may come after the ticket."""
        row = self._row(self.open_id)
        if row is not None and row.summary != self._summary:
            self._show_detail(self.detail.body)

    def _row(self, code: str) -> SummaryRow | None:
        return self.list.rows.get(code) or self.source.library.rows.get(code)

    def _show_detail(self, read: Mapping[str, Any]) -> None:
        self._remember(self.open_id)
        super()._show_detail(read)
        self.tasks.start(self.answering.open(self.detail.body))
        self.customer.show_email(str(self._summary.get("customer_email") or ""))
        self.declared_actions.show_state()

    def _arrange(self) -> None:
        super()._arrange()
        self.customer.setVisible(bool(self.open_id) and self.width() >= WIDE)

    async def _open(self, record_id: str) -> None:
        await super()._open(record_id)
        self.tasks.debounce("read", READ_AFTER, self._mark_as_read)

    async def _mark_as_read(self) -> None:
        row = self._row(self.open_id)
        if row is not None and is_unread(row) and self.workspace.may_write(TICKETS.part):
            with optional():
                await self.runs.mark_quietly(self.open_id)

    # What an agent does

    def reply(self) -> None:
        """Go to where the reply is written."""
        ids = self.list.table.selected_ids()
        if ids and ids[0] != self.open_id:
            self.open_record(ids[0])
        self.detail.tabs.choose("conversation")
        self.detail.pages.setCurrentWidget(self.conversation)
        self.conversation.composer.text.setFocus()

    def set_status(self, status: str, ids: Ids) -> None:
        """Give tickets a status, and go on with the next one."""
        if self.runs.is_free():
            self._go_on(ids)
            self.runs.set_status(ids, status)

    def mark(self, read: bool, ids: Ids) -> None:
        """Mark tickets as read or unread."""
        self.tasks.cancel("read")
        self.runs.mark(ids, read=read)

    def step(self, step: int) -> None:
        """Go to the next ticket of the list, or to the one before."""
        table = self.list.table
        ids = [each for each in table.rows.ids if each in self.list.rows]
        if not ids:
            return
        chosen = table.selected_ids()
        at = ids.index(chosen[-1]) + step if chosen and chosen[-1] in ids else 0
        table.select(ids[max(0, min(at, len(ids) - 1))])

    @property
    def can_undo(self) -> bool:
        """Whether the last change can be taken back."""
        return self._undo is not None

    def undo(self) -> None:
        """Take the last change back."""
        if self._undo is not None:
            self.tasks.start(self.runs.undo(self._undo))

    @property
    def delay(self) -> int:
        """For how many seconds a reply can be taken back."""
        return self.answering.outbox.delay

    def set_delay(self, seconds: int) -> None:
        """How long a reply can be taken back."""
        self.tasks.start(self.answering.outbox.set_delay(seconds))

    def _go_on(self, ids: Ids) -> None:
        """The next ticket is selected before this one leaves the view."""
        if len(ids) == 1 and self.list.query.choices.get("status"):
            rows = self.list.table.rows.ids
            at = self.list.table.rows.row_of(ids[0])
            after = [
                each for each in (*rows[at + 1 :], *reversed(rows[:at])) if each in self.list.rows
            ]
            if after:
                self.list.table.select(after[0])

    def _sent(self, code: str) -> None:
        self.list.enter_table()
        self._go_on((code,))

    def _changed(self, _title: str, report: Report) -> None:
        self._undo = report if report.undoable else None

    def _undone(self, report: Report) -> None:
        if report is self._undo:
            self._undo = None

    async def _open_link(self, address: str) -> None:
        """Nobody is sent anywhere without having read where to."""
        url = QUrl(address)
        if url.scheme() not in ("http", "https", "mailto"):
            return
        if await confirm(
            self,
            _("Open this link?"),
            _("A customer wrote it. It leads to:\n{address}").format(address=url.toString()),
            action=_("Open in browser"),
        ):
            QDesktopServices.openUrl(url)

    # News

    async def _look(self) -> None:
        """Ask quietly whether there is anything new, and read the list only then."""
        if self.workspace.connection_state == ONLINE and self.list.source is not None:
            before = dict(self.source.counts)
            with optional():
                await self.source.count()
                if self.source.counts != before:
                    self.refresh()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._minute.start()

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self._minute.stop()

    async def settle(self) -> None:
        await self.answering.settle()
        await super().settle()

    def unkept(self) -> tuple[str, ...]:
        kept = self.answering.is_kept
        return (*super().unkept(), *(() if kept else (_("A reply that is being written"),)))
