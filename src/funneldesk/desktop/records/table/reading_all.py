"""Reading of all records that match, before something is done with each of them."""

from collections.abc import Callable

from funneldesk.desktop.kit.dialogs.dialog import confirm
from funneldesk.desktop.kit.jobs.job import Job
from funneldesk.desktop.kit.jobs.plain_job import shown_in
from funneldesk.desktop.kit.notices.notices import Notice
from funneldesk.desktop.kit.units import counted
from funneldesk.desktop.local.texts import _, ngettext
from funneldesk.desktop.records.nouns import noun
from funneldesk.desktop.records.rows import SummaryRow
from funneldesk.desktop.records.table.table_pane import TablePane
from funneldesk.desktop.sections.actions import Ids
from funneldesk.desktop.sections.matching import AllMatching
from funneldesk.desktop.sections.operations import operation
from funneldesk.desktop.sections.panel import Panel

PASSES = 3
"""How often the list is walked at most: rows that leave it move others past the page asked for."""
TOLD_EVERY = 25


class ReadingAll:
    """Asks, reads the ids in a job of the tray, tells what changed meanwhile, then lets act."""

    def __init__(self, panel: Panel, pane: TablePane) -> None:
        self._panel, self._pane = panel, pane
        self._unit = pane.declared.unit

    def start(self, words: str, run: Callable[[Ids], object], ids: AllMatching) -> None:
        """Do what ``words`` call it with each record that matches. One reading at a time."""
        self._panel.tasks.latest("all", self.act(words, run, ids))

    async def act(self, words: str, run: Callable[[Ids], object], ids: AllMatching) -> None:
        """As ``start``, awaited."""
        text = _(
            "The list is read from the server first, then the changes are made one by one. You can"
            " stop at any time under Jobs."
        )
        title = _("Apply “{action}” to {records}?").format(
            action=words, records=counted(len(ids), self._unit)
        )
        if not await confirm(self._panel, title, text, action=words):
            return
        rows = await self._read(len(ids))
        if rows is None:
            return
        self._pane.read.update(rows)
        self._pane.selection.keep_rows()
        if len(rows) != len(ids):
            self._tell(len(rows), len(ids))
        if rows:
            run(tuple(rows))

    async def _read(self, count: int) -> dict[str, SummaryRow] | None:
        """The rows; None when it failed, which was told then, or the user stopped it."""
        workspace, declared = self._panel.workspace, self._pane.declared
        rows: dict[str, SummaryRow] = {}
        doing = _("Reading the {units}").format(units=noun(declared.units))
        with (
            operation(workspace, doing, f"{declared.part}/all") as asked,
            shown_in(
                workspace.jobs,
                _("Read all {records} that match").format(records=counted(count, self._unit)),
                icon=declared.icon,
                unit=self._unit,
                total=count,
                brand=workspace.connection.name,
            ) as job,
        ):
            job.acts["cancel"] = lambda: _stop(job)
            await self._walk(job, rows)
            job.acts.clear()
            job.outcome = (
                _("Stopped. Nothing was changed.")
                if job.stopped
                else _("{records} read.").format(records=counted(len(rows), self._unit))
            )
        return None if asked.failed or job.stopped else rows

    async def _walk(self, job: Job, rows: dict[str, SummaryRow]) -> None:
        query, source = self._pane.query, self._pane.source
        for _pass in range(PASSES):
            if source is None or self._pane.query != query or len(rows) >= job.total:
                return
            async for row in source.every():
                if job.stopped:
                    return
                rows[row.id] = row
                job.done = len(rows)
                if not job.done % TOLD_EVERY:
                    job.tell()

    def _tell(self, found: int, chosen: int) -> None:
        title = ngettext("{records} matches now", "{records} match now", found)
        text = ngettext(
            "There was {count:,} when you selected it.",
            "There were {count:,} when you selected them.",
            chosen,
        )
        title, text = title.format(records=counted(found, self._unit)), text.format(count=chosen)
        notice = Notice(title, text, key=f"{self._pane.declared.part}/matching")
        self._panel.workspace.notifications.post(notice)


def _stop(job: Job) -> None:
    job.acts.clear()
    job.stopped = True
    job.state = "stopping"
    job.tell()
