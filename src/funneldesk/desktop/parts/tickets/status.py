"""Other statuses and read marks for tickets: one or many, told, taken back by undo."""

from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from typing import Any

from funneldesk.desktop.kit.units import counted
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.parts.tickets.tickets import PART, STATUS_WORDS
from funneldesk.desktop.records.bulk.outcome import BulkItem, Outcome
from funneldesk.desktop.records.bulk.section_run import RunWords, SectionRuns, SectionWork
from funneldesk.desktop.records.rows import SummaryRow
from funneldesk.desktop.records.sources.section_source import SectionSource
from funneldesk.desktop.sections.panel import Panel

Summary = dict[str, Any]


class TicketRuns(SectionRuns):
    """One run at a time; ``rows`` are those of the list."""

    words = RunWords(
        PART,
        "ticket",
        "inbox",
        "tickets/action",
        (_("Undoing changes of tickets"), _("Undoing"), _("{records} undone")),
    )

    def __init__(
        self, panel: Panel, source: SectionSource, row: Callable[[str], SummaryRow | None]
    ) -> None:
        super().__init__(panel, None)
        self._panel, self._source, self._row = panel, source, row

    def set_status(self, ids: Sequence[str], status: str) -> None:
        """Give tickets a status."""
        word = STATUS_WORDS[status]
        done = _("{tickets} set to {status}")
        job = SectionWork(
            _("Set to {status}").format(status=word),
            _("Setting the status"),
            lambda n: done.format(tickets=counted(n, "ticket"), status=word),
            partial(self._write, "status", status),
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
        await self.run(job, items)
        await self._source.count()

    async def mark_quietly(self, code: str) -> None:
        """Mark a ticket as read that somebody looks at. Raises ``ApiError``."""
        await self._write("read", True, BulkItem(code, code))

    async def _write(self, name: str, value: Any, item: BulkItem) -> Outcome:
        """Write one value of a ticket. Both writes may be repeated without harm."""
        row = self._row(item.id)
        before = row.get(name) if row is not None else None
        if before == value:
            return Outcome.skipped(_("It is so already."))
        await self._panel.workspace.run(lambda api: _call(api, item.id, name, value))
        if row is not None:
            await self._source.keep({**row.summary, name: value})
        back: Callable[[], Awaitable[Outcome]] = partial(self._write, name, before, item)
        return Outcome.done(undo=back if before is not None else None)


async def _call(api: Any, code: str, name: str, value: Any) -> None:
    if name == "status":
        await api.tickets.set_status(code, value)
    elif value:
        await api.tickets.mark_as_read(code)
    else:
        await api.tickets.mark_as_unread(code)
