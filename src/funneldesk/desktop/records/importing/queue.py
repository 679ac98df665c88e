"""The imports of a brand: kept durably, one after the other, taken up at a start."""

import asyncio
from collections.abc import Callable
from typing import cast

from PySide6.QtCore import QObject

from funneldesk.desktop.kit.explain import explain
from funneldesk.desktop.kit.notices.local_notices import tell
from funneldesk.desktop.kit.notices.notices import Notice
from funneldesk.desktop.kit.tasks import TaskScope
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.local.transfers.schema import imports_path
from funneldesk.desktop.local.transfers.transfers import KeptJob, TransferStore
from funneldesk.desktop.records.bulk.job import BulkJob
from funneldesk.desktop.records.bulk.outcome import BulkItem, Outcome, Report
from funneldesk.desktop.records.bulk.run import BulkRun, ConnectionState
from funneldesk.desktop.records.importing.declaration import RecordImport
from funneldesk.desktop.records.importing.job import ImportItem, ImportJob, ImportOrder
from funneldesk.desktop.records.importing.sending import ImportRun, ImportUndo
from funneldesk.desktop.records.nouns import noun
from funneldesk.desktop.workspace.brand_facts import BrandFacts
from funneldesk.desktop.workspace.workspace import Workspace, section_of

OpenReport = Callable[["ImportQueue", ImportJob], object]


class ImportQueue(QObject):
    """One for a brand: ``workspace.shared(ImportQueue)``. Its jobs are shown by the tray.

    ``open_report`` shows what became of a job."""

    def __init__(self, workspace: Workspace) -> None:
        super().__init__(workspace)
        self.workspace = workspace
        self.jobs: list[ImportJob] = []
        self.tasks = TaskScope(self)
        self.open_report: OpenReport = _no_report
        self._store = TransferStore(workspace.store.path, imports_path(workspace.store.path))
        self._begun: asyncio.Task[None] | None = None
        self._runs: dict[ImportJob, ImportRun] = {}
        self._turn = asyncio.Lock()

    async def begin(self) -> None:
        """Take up what an earlier run left; later calls only wait for the first.

        Raises LocalStoreProblem."""
        if self._begun is None or (self._begun.done() and self._begun.exception() is not None):
            self._begun = self.tasks.start(self._begin())
        if self._begun is not None:
            await asyncio.shield(self._begun)

    async def add(self, order: ImportOrder) -> ImportJob:
        """Take over an order: once awaited it goes on by itself, whatever happens to the program.

        Raises LocalStoreProblem."""
        await self.begin()
        about, part = order.about(), order.declared.kind.part
        units = noun(order.declared.units)
        title = _("Import {units} from {file}").format(units=units, file=order.source)
        kept = (item.kept(whole=True) for item in order.items)
        key = await self._store.add("import", part, title, about, kept)
        job = self._made(KeptJob(key, "import", part, title, "waiting", "", about, {}))
        job.items, job.loaded = list(order.items), True
        self._show(job)
        self.tasks.start(self._run(job))
        return job

    async def load(self, job: ImportJob) -> None:
        """Read the rows of a job that ended in an earlier run. Raises LocalStoreProblem."""
        if not job.loaded:
            items: list[ImportItem] = []
            async for piece in self._store.items(job.key):
                items += map(ImportItem.of, piece)
            job.items, job.loaded = items, True
            job.count()

    async def declared(self, job: ImportJob) -> RecordImport:
        """What is imported. Raises ``ApiError`` where that has to be asked of the server, and
        KeyError for a part that imports nothing (any more)."""
        importer = self.workspace.importers[section_of(job.part)]
        made: RecordImport = await importer(self.workspace, job.part)
        return made

    # What the user wants

    def pause(self, job: ImportJob, on: bool) -> None:
        """Send nothing more for now, over a restart too; or go on."""
        job.pausing = on
        self.tasks.start(self._store.set_state(job.key, "paused" if on else "waiting"))
        run = self._runs.get(job)
        if run is not None:
            run.pause(on)
        elif not on:
            self.tasks.start(self._run(job))
        job.note = ""
        self._offer(job, "paused" if on else "waiting")

    def cancel(self, job: ImportJob) -> None:
        """Send nothing more."""
        run = self._runs.get(job)
        job.stopped = True
        if run is not None:
            run.stop()
        else:
            self.tasks.start(self._end(job))

    async def again(self, job: ImportJob) -> None:
        """Rows that failed, are not known or were not started are tried once more; those not known
        are looked for before anything is sent. Raises LocalStoreProblem."""
        await self.load(job)
        again = [item for item in job.items if item.state in ("failed", "unknown")]
        for item in again:
            item.is_asked = True
            item.state = "sending" if item.state == "unknown" else "waiting"
        await self._store.note(job.key, [item.kept() for item in again])
        await self._store.set_state(job.key, "waiting")
        job.again()
        self.tasks.start(self._run(job))

    async def report(self, job: ImportJob) -> Report:
        """What became of each row, with the way back. Raises LocalStoreProblem."""
        await self.load(job)
        declared = await self.declared(job)
        undo = ImportUndo(self.workspace, self._store, declared, job)
        return job.report(undo.delete if declared.delete is not None else None)

    async def undo(self, job: ImportJob) -> Report:
        """Delete what a job created, the last of it first, where nobody changed it since."""
        created = (await self.report(job)).undoable
        ways = {item.id: outcome.undo for item, outcome in created}

        async def take_back(item: BulkItem) -> Outcome:
            way = ways[item.id]
            return await way() if way is not None else Outcome.skipped("")

        items, line = (
            [item for item, _id in reversed(created)],
            cast(ConnectionState, self.workspace),
        )
        run = BulkRun(items, take_back, line=line, look=_again, doing=_("Deleting"), parent=job)
        title = _("Undo: {title}").format(title=job.title)
        self.workspace.jobs.add(
            BulkJob(run, title, icon="rotate-ccw", unit=job.unit, brand=job.brand)
        )
        report = await run.run()
        job.count()
        job.outcome = job_words(job)
        self._offer(job, "ended")
        self.workspace.announce(job.part, *(item.id for item, _outcome in report.of("done")))
        run.deleteLater()
        return report

    # The store

    async def _begin(self) -> None:
        self.tasks.at_end(self._store.close)
        aside = await self._store.open()
        if aside is not None:
            tell(self.workspace.notifications, aside)
        for kept in await self._store.jobs():
            if section_of(kept.lane) not in self.workspace.importers:
                continue
            job = self._made(kept)
            if kept.state != "ended":
                await self.load(job)
                job.pausing = kept.state == "paused"
                self._show(job)
                if not job.pausing:
                    self.tasks.start(self._run(job))
            else:
                counts = kept.counts
                job.total, job.done = sum(counts.values()), counts.get("done", 0)
                job.trouble = counts.get("failed", 0) + counts.get("unknown", 0)
                job.outcome = str(kept.about.get("outcome") or "")
                job.state = "ended"
                self._show(job)

    def _made(self, kept: KeptJob) -> ImportJob:
        job = ImportJob(
            kept.lane,
            kept.key,
            kept.title,
            str(kept.about.get("unit") or kept.lane.removesuffix("s")),
            dict(kept.about),
            brand=self.workspace.connection.name,
            parent=self,
        )
        job.dismissed.connect(lambda: self.tasks.start(self._forget(job)))
        return job

    async def _forget(self, job: ImportJob) -> None:
        if job in self.jobs:
            self.jobs.remove(job)
            await self._store.forget(job.key)
            job.deleteLater()

    def _show(self, job: ImportJob) -> None:
        self.jobs.append(job)
        if job.state != "ended":
            job.count()
            self._offer(job, "paused" if job.pausing else "waiting")
        else:
            self._offer(job, "ended")
        self.workspace.jobs.add(job)

    # Running

    async def _run(self, job: ImportJob) -> None:
        async with self._turn:
            if job.state == "ended" or job.pausing or job in self._runs:
                return
            try:
                await self.workspace.shared(BrandFacts).recall()
                run = ImportRun(self.workspace, self._store, await self.declared(job), job)
                self._runs[job] = run
                self._offer(job, "running")
                await run.run()
            except Exception as error:
                # Nothing leaves that could not be noted, nor after a fault of this program.
                self._hold(job, error)
                return
            finally:
                self._runs.pop(job, None)
            await self._end(job)

    async def _end(self, job: ImportJob) -> None:
        job.doing, job.outcome = "", job_words(job)
        job.about["outcome"] = job.outcome
        await self._store.set_about(job.key, job.about)
        await self._store.set_state(job.key, "ended")
        made = [item.made_id or item.record for item in job.items if item.state == "done"]
        self._offer(job, "ended")
        job.end()
        if made:
            self.workspace.announce(job.part, *made, source=self)

    def _hold(self, job: ImportJob, error: Exception) -> None:
        """It is paused until the user has seen to what is wrong."""
        told = explain(error, job.title)
        job.pausing, job.note = True, told.what
        paused = _("The import is paused: resume it afterwards.")
        text = f"{told.now_what} {paused}"
        self.workspace.notifications.post(Notice(told.what, text, "danger", key="imports"))
        self._offer(job, "paused")

    def _offer(self, job: ImportJob, state: str) -> None:
        """Set the state of a job, and what can be done with it now."""
        job.state = state  # type: ignore[assignment]
        job.acts.clear()
        if state != "ended":
            act = "resume" if job.pausing else "pause"
            job.acts[act] = lambda: self.pause(job, not job.pausing)  # type: ignore[index]
            job.acts["cancel"] = lambda: self.cancel(job)
        else:
            job.acts["open"] = lambda: self.open_report(self, job)
            if job.trouble:
                job.acts["retry"] = lambda: self.tasks.start(self.again(job))
        job.tell()


def job_words(job: ImportJob) -> str:
    """How a job ended, in a sentence: "1,204 created, 3 skipped, 9 failed." """
    words = {
        "done": _("created"),
        "updated": _("updated"),
        "undone": _("created and deleted again"),
        "skipped": _("skipped"),
        "failed": _("failed"),
        "unknown": _("not known"),
        "waiting": _("not started"),
    }
    states = ["updated" if i.record and i.state == "done" else i.state for i in job.items]
    told = [f"{states.count(s):,} {word}" for s, word in words.items() if s in states]
    said = ", ".join(told) or _("nothing to do")
    return f"{said[:1].upper()}{said[1:]}."


async def _again(_: BulkItem) -> None:
    """To delete a second time does no harm."""


def _no_report(queue: ImportQueue, job: ImportJob) -> None:
    """Set by whoever can show one."""
