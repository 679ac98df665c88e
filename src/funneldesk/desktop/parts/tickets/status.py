"""Other statuses and read marks for tickets: one or many, told, taken back by undo.

Before a ticket is put away its thread is read once more: what a customer wrote since the row was
shown is told first.
"""

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from datetime import datetime, timedelta
from functools import partial
from typing import TYPE_CHECKING, Any

from funneldesk.contract.tickets import TicketFilter
from funneldesk.desktop.kit.notices.notices import Notice, NoticeAction
from funneldesk.desktop.kit.units import counted
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.parts.tickets.tickets import PART, STATUS_WORDS
from funneldesk.desktop.records.bulk.outcome import BulkItem, Outcome, Report
from funneldesk.desktop.records.bulk.section_run import RunWords, SectionRuns, SectionWork
from funneldesk.desktop.records.rows import SummaryRow
from funneldesk.desktop.records.sources.section_source import SectionSource
from funneldesk.desktop.sections.operations import optional
from funneldesk.desktop.sections.panel import Panel

if TYPE_CHECKING:
    from funneldesk.client import Api
    from funneldesk.contract.tickets import TicketMessage

PUT_AWAY = ("resolved", "closed", "spam")
CUSTOMER = "customer_message"
TOLERANCE = timedelta(seconds=2)
"""A ticket and the message that changed it get their times one after the other."""
READ_FIRST = _("Read it, then set the status again.")


class TicketRuns(SectionRuns):
    """One run after the other; ``row`` gives what the list shows of a ticket, ``seen`` the messages
    that are before the user's eyes, None for a ticket that is not open."""

    words = RunWords(
        PART,
        "ticket",
        "inbox",
        "tickets/action",
        (_("Undoing changes of tickets"), _("Undoing"), _("{records} undone")),
    )

    def __init__(
        self,
        panel: Panel,
        source: SectionSource,
        row: Callable[[str], SummaryRow | None],
        seen: Callable[[str], Sequence[Mapping[str, Any]] | None],
    ) -> None:
        super().__init__(panel, None)
        self._panel, self._source, self._row, self._seen = panel, source, row, seen
        self._turn = asyncio.Lock()
        self.waiting = 0
        """Runs that were asked for and have not ended."""

    def set_status(self, ids: Sequence[str], status: str) -> None:
        """Give tickets a status."""
        word = STATUS_WORDS[status]
        done = _("{tickets} set to {status}")
        job = SectionWork(
            _("Set to {status}").format(status=word),
            _("Setting the status"),
            lambda n: done.format(tickets=counted(n, "ticket"), status=word),
            partial(self._put_away if status in PUT_AWAY else self._set, status, self._shown(ids)),
        )
        self._start(job, ids)

    def mark(self, ids: Sequence[str], *, read: bool) -> None:
        """Mark tickets as read or unread."""
        done = _("{tickets} marked as read") if read else _("{tickets} marked as unread")
        job = SectionWork(
            _("Mark as read") if read else _("Mark as unread"),
            _("Marking the tickets"),
            lambda n: done.format(tickets=counted(n, "ticket")),
            partial(self._write, "read", read),
        )
        self._start(job, ids)

    def _start(self, job: SectionWork, ids: Sequence[str]) -> None:
        rows = [(each, self._row(each)) for each in ids]
        items = [BulkItem(code, str(row.get("subject") or code)) for code, row in rows if row]
        if items:
            self._panel.tasks.start(self._ran(job, items))

    async def _ran(self, job: SectionWork, items: Sequence[BulkItem]) -> None:
        self.waiting += 1
        try:
            async with self._turn:
                await self.run(job, items)
        finally:
            self.waiting -= 1
        if not self.waiting:
            with optional():
                await self._source.count()

    async def undo(self, report: Report) -> None:
        async with self._turn:
            await super().undo(report)

    async def mark_quietly(self, code: str) -> None:
        """Mark a ticket as read that somebody looks at. Raises ``ApiError``."""
        await self._write("read", True, BulkItem(code, code))

    # What came meanwhile

    def _shown(self, ids: Sequence[str]) -> "Mapping[str, tuple[datetime | None, int | None]]":
        """Of each ticket the time of the row that the user acts on, and how many messages of
        customers are before the eyes."""
        shown: dict[str, tuple[datetime | None, int | None]] = {}
        for code in ids:
            row, seen = self._row(code), self._seen(code)
            count = sum(each.get("type") == CUSTOMER for each in seen) if seen is not None else None
            shown[code] = row.changed_at if row is not None else None, count
        return shown

    async def _set(self, status: str, _shown: object, item: BulkItem) -> Outcome:
        return await self._write("status", status, item)

    async def _put_away(
        self,
        status: str,
        shown: "Mapping[str, tuple[datetime | None, int | None]]",
        item: BulkItem,
    ) -> Outcome:
        """A status that takes a ticket out of sight, unless the customer wrote meanwhile."""
        run, code = self._panel.workspace.run, item.id
        row = self._row(code)
        if row is not None and row.get("status") != status:
            messages = await run(lambda api: api.tickets.list_messages(code))
            newer = _newer(messages, *shown.get(code, (None, None)))
            if newer is not None:
                await self._reread(code)
                who = newer.from_name or _("The customer")
                what = _("{who} wrote meanwhile: “{subject}” keeps its status.")
                return Outcome.skipped(what.format(who=who, subject=item.title), READ_FIRST)
        return await self._write("status", status, item)

    async def find(self, code: str) -> list[Mapping[str, Any]]:
        """How a ticket stands now; nothing where it is gone. Raises ``ApiError``."""
        wanted = TicketFilter(search=code, per_page=10)  # Nothing reads one alone (quirk 57).
        listing = await self._panel.workspace.run(lambda api: api.tickets.list(wanted))
        found = (each for each in listing.rows if each.ticket_code == code)
        return [each.model_dump(mode="json") for each in found]

    async def _reread(self, code: str) -> None:
        """Show how a ticket stands now."""
        with optional():
            await self._source.take(await self.find(code))

    def _tell(self, job: SectionWork, report: Report) -> None:
        item, outcome = report.rows[0]
        if len(report.rows) > 1 or outcome.now_what != READ_FIRST:
            super()._tell(job, report)
            return
        show = NoticeAction(_("Show"), partial(self.open, item.id))
        told = Notice(outcome.what, READ_FIRST, "warning", action=show, lasting=True)
        self._panel.workspace.notifications.post(told)

    # Writing

    async def _write(self, name: str, value: Any, item: BulkItem) -> Outcome:
        """Write one value of a ticket. Both writes may be repeated without harm."""
        row = self._row(item.id)
        before = row.get(name) if row is not None else None
        if before == value:
            return Outcome.skipped(_("It is so already."))
        await self._panel.workspace.run(lambda api: _call(api, item.id, name, value))
        row = self._row(item.id)
        if row is not None:
            await self._source.keep({**row.summary, name: value})
        back: Callable[[], Awaitable[Outcome]] = partial(self._write, name, before, item)
        return Outcome.done(undo=back if before is not None else None)


def _newer(
    messages: "Sequence[TicketMessage]", shown_at: datetime | None, seen: int | None
) -> "TicketMessage | None":
    """The last message of a customer that came after what was shown, if one did."""
    theirs = [each for each in messages if each.type == CUSTOMER]
    if not theirs:
        return None
    last = theirs[-1]
    if seen:  # 0: the thread was not there yet, and only the row was before the eyes.
        return last if len(theirs) > seen else None
    at = last.created_at
    if at is None or shown_at is None or (at.tzinfo is None) != (shown_at.tzinfo is None):
        return None
    return last if at > shown_at + TOLERANCE else None


async def _call(api: "Api", code: str, name: str, value: Any) -> None:
    if name == "status":
        await api.tickets.set_status(code, value)
    elif value:
        await api.tickets.mark_as_read(code)
    else:
        await api.tickets.mark_as_unread(code)
