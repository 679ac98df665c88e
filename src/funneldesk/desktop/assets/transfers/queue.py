"""The transfers of a brand: kept durably, one after the other in each lane, taken up at a start."""

import asyncio
import time
from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, QTimer, Signal

from funneldesk.client.errors import ApiError
from funneldesk.desktop.assets.moving.runner import MOVE, MoveRunner
from funneldesk.desktop.assets.transfers.connection.connection import Connection
from funneldesk.desktop.assets.transfers.downloads.order import DownloadOrder
from funneldesk.desktop.assets.transfers.downloads.runner import DOWNLOAD, DownloadRunner
from funneldesk.desktop.assets.transfers.job import TransferJob
from funneldesk.desktop.assets.transfers.labels import NOT_ASKED
from funneldesk.desktop.assets.transfers.result import TROUBLE
from funneldesk.desktop.assets.transfers.runner import Runner, RunnerContext, taken_up
from funneldesk.desktop.assets.transfers.uploads.order import UploadOrder
from funneldesk.desktop.assets.transfers.uploads.runner import UploadRunner
from funneldesk.desktop.kit.explain import explain
from funneldesk.desktop.kit.notices.local_notices import tell
from funneldesk.desktop.kit.notices.notices import Notice
from funneldesk.desktop.kit.tasks import TaskScope
from funneldesk.desktop.local.files.problems import LocalStoreProblem
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.local.transfers.transfers import KeptJob, TransferStore
from funneldesk.desktop.workspace.workspace import Workspace

if TYPE_CHECKING:
    from funneldesk.desktop.assets.transfers.result import TransferItem

MAIN, QUICK = "main", "quick"
"""Lanes: what was asked for as a whole, and what must not wait behind it (an image dropped into
the editor). Any other name is a lane too."""

UPLOAD = "upload"
RUNNERS: dict[str, Callable[[RunnerContext], Runner]] = {
    UPLOAD: UploadRunner,
    DOWNLOAD: DownloadRunner,
    MOVE: MoveRunner,
}
TICK_MILLISECONDS = 100


class TransferQueue(QObject):
    """One for a brand: ``workspace.shared(TransferQueue)``. Its jobs are shown by the tray.

    ``came`` tells of a new job, ``ended`` of one that is over.
    """

    came = Signal(object)
    ended = Signal(object)

    def __init__(self, workspace: Workspace) -> None:
        super().__init__(workspace)
        self.workspace = workspace
        self.jobs: list[TransferJob] = []
        self.tasks = TaskScope(self)
        self._store = TransferStore(workspace.store.path)
        self._connection = Connection(workspace)
        context = RunnerContext(workspace, self._store, self._connection, self)
        self._runners = {kind: make(context) for kind, make in RUNNERS.items()}
        self._context = context
        self._begun: asyncio.Task[None] | None = None
        self._lanes: dict[str, asyncio.Event] = {}
        self._tick = QTimer(self, interval=TICK_MILLISECONDS)
        self._tick.timeout.connect(self._show_progress)

    async def begin(self) -> None:
        """Take up what an earlier run left; every later call only waits for the first one.

        Raises LocalStoreProblem.
        """
        if self._begun is None or (self._begun.done() and self._begun.exception() is not None):
            self._begun = self.tasks.start(self._begin())
        if self._begun is not None:
            await asyncio.shield(self._begun)

    async def upload(self, order: UploadOrder, *, lane: str = MAIN) -> TransferJob:
        """Take over an order: once awaited it is kept and goes on by itself, whatever happens to
        the program. Raises LocalStoreProblem."""
        return await self.add(UPLOAD, order, lane)

    async def download(self, order: DownloadOrder) -> TransferJob:
        """The same for a download, which has a lane of its own. Raises LocalStoreProblem."""
        return await self.add(DOWNLOAD, order, DOWNLOAD)

    async def add(self, kind: str, order: Any, lane: str = MAIN) -> TransferJob:
        """The same for an order of any kind in ``RUNNERS``."""
        await self.begin()
        runner = self._runners[kind]
        title, about = runner.title(order), runner.about(order)
        key = await self._store.add(kind, lane, title, about, runner.items(order))
        job = self._made(KeptJob(key, kind, lane, title, "waiting", "", about, {}))
        job.judged_at = time.monotonic()
        await self._load(job)
        self._show(job)
        self._join(job)
        return job

    # What the user wants of a job

    def pause(self, job: TransferJob) -> None:
        """Pause once current items have ended; over a restart too."""
        job.pausing = True
        self.tasks.start(self._store.set_state(job.key, "paused"))
        if job.state == "waiting":
            job.state = "paused"
        job.wake()
        self._offer(job)

    def resume(self, job: TransferJob) -> None:
        """A paused job goes on."""
        job.pausing = False
        job.note = ""
        self.tasks.start(self._store.set_state(job.key, "waiting"))
        if job.state == "paused":
            job.state = "waiting"
            self._join(job)
        job.wake()
        self._offer(job)

    def cancel(self, job: TransferJob) -> None:
        """Stop: cut off current items and look what became of them; begin no other."""
        job.stopping = True
        was, job.state = job.state, "stopping"
        self._offer(job)
        self.tasks.start(self._stop(job, at_work=was in ("running", "away")))

    def retry(self, job: TransferJob, *, replace_taken: bool = False) -> None:
        """Only what failed or is not known waits again; ``replace_taken``: files whose name was
        taken meanwhile may now replace what is there."""
        self.tasks.start(self.again(job, replace_taken=replace_taken))

    async def again(self, job: TransferJob, *, replace_taken: bool = False) -> None:
        """The same, awaited until it waits for its turn. Raises LocalStoreProblem."""
        await job.load()
        again = [item for item in job.items if item.result.state in TROUBLE]
        for item in again:
            item.tries = 0
            item.doubtful = item.result.state == "unknown"
            if item.result.taken and replace_taken:
                item.note["replaces"] = True
                item.note.pop("before", None)
            job.put(item, replace(item.result, state="waiting", words="", taken=False))
        await self._context.note(job, again)
        await self._store.set_state(job.key, "waiting")
        job.begin_again()
        self._offer(job)
        self._join(job)

    # The store

    async def _begin(self) -> None:
        self.tasks.at_end(self._close)
        aside = await self._store.open()
        if aside is not None:
            tell(self.workspace.notifications, aside)
        for kept in await self._store.jobs():
            if kept.kind not in self._runners:
                continue
            job = self._made(kept)
            if kept.state == "ended":
                job.state = "ended"
            else:
                await self._load(job)
                job.state = "paused" if kept.state == "paused" else "waiting"
                job.stopping = kept.state == "stopping"
            self._show(job)
            if job.state == "waiting":
                self._join(job)

    async def _close(self) -> None:
        """Thread and store both end by themselves, should nobody have the time to wait for them."""
        self._tick.stop()
        self._connection.stop()
        await self._store.close()
        await self._connection.close()

    def _made(self, kept: KeptJob) -> TransferJob:
        runner = self._runners[kept.kind]
        job = TransferJob(
            kept.title,
            kind=kept.kind,
            lane=kept.lane,
            key=kept.key,
            made_at=kept.made_at,
            icon=runner.icon,
            brand=self.workspace.connection.name,
            parent=self,
        )
        job.about = dict(kept.about)
        job.counts = dict(kept.counts)
        job.loader = self._load
        job.undoer = runner.undo
        job.forgetter = self._forget
        job.dismissed.connect(lambda: self.tasks.start(job.forget()))
        job.show_counts()
        return job

    async def _load(self, job: TransferJob) -> None:
        runner = self._runners[job.kind]
        items: list[TransferItem] = []
        async for piece in self._store.items(job.key):
            items += (taken_up(kept, runner.task(kept.task)) for kept in piece)
        if not job.loaded:
            job.items = items
            job.loaded = True
            job.count()

    async def _forget(self, job: TransferJob) -> None:
        if job in self.jobs:
            self.jobs.remove(job)
            await job.load()
            await self._runners[job.kind].forget(job)
            await self._store.forget(job.key)
            job.deleteLater()

    def _show(self, job: TransferJob) -> None:
        self.jobs.append(job)
        self._offer(job)
        self.workspace.jobs.add(job)
        self.came.emit(job)

    # Turns

    def _join(self, job: TransferJob) -> None:
        """A job waits for its turn in its lane."""
        if job.lane not in self._lanes:
            self._lanes[job.lane] = asyncio.Event()
            self.tasks.start(self._serve(job.lane))
        self._lanes[job.lane].set()

    async def _serve(self, lane: str) -> None:
        wake = self._lanes[lane]
        while True:
            wake.clear()
            job = next((j for j in self.jobs if j.lane == lane and j.state == "waiting"), None)
            if job is None:
                await wake.wait()
            else:
                await self._run(job)

    async def _run(self, job: TransferJob) -> None:
        if not job.stopping:
            job.state = "running"
        self._offer(job)
        self._tick.start()
        try:
            await self._carried_out(job)
        except LocalStoreProblem as problem:
            explanation = problem.explanation
            self._hold(job, explanation.happened, explanation.advice)
            return
        except Exception as error:
            # A fault of this program must not take the jobs behind it along.
            told_of = explain(error, job.title)
            self._hold(job, told_of.what, f"{type(error).__name__}: {error}")
            return
        if job.stopping:
            await self._end_rest(job, "cancelled", _("It was cancelled before it was sent."))
        if job.pausing and any(not item.is_ended for item in job.items):
            job.state = "paused"
            job.meter.rest()
            self._offer(job)
            return
        await self._end(job)

    async def _carried_out(self, job: TransferJob) -> None:
        try:
            await self._runners[job.kind].run(job)
        except ApiError as error:
            explanation = explain(error, _("The transfer"))
            await self._end_rest(job, "failed", f"{explanation.what} {explanation.now_what}")

    async def _end(self, job: TransferJob) -> None:
        await self._store.set_state(job.key, "ended")
        job.stopped = job.stopping
        job.outcome = self._runners[job.kind].outcome(job) or job.outcome
        job.end()
        self._offer(job)
        self.ended.emit(job)

    async def _end_rest(self, job: TransferJob, state: Any, words: str) -> None:
        """Every item that has not ended ends so."""
        rest = [item for item in job.items if not item.is_ended]
        for item in rest:
            ended = replace(item.result, state=state, words=words)
            if item.doubtful:
                ended = replace(item.result, state="unknown", words=NOT_ASKED)
            item.doubtful = False
            job.put(item, ended)
        await self._context.note(job, rest)

    async def _stop(self, job: TransferJob, *, at_work: bool) -> None:
        await self._store.set_state(job.key, "stopping")
        job.wake()
        if not at_work:
            # A paused one may have doubtful items of an earlier run: they are looked at first.
            await self._run(job)

    def _hold(self, job: TransferJob, happened: str, advice: str) -> None:
        """Something on this computer is wrong: nothing leaves that could not be noted before."""
        job.state = "paused"
        job.pausing = True
        job.moving = []
        job.note = happened
        self._offer(job)
        text = _("{advice} The transfer is paused: go on with it afterwards.").format(advice=advice)
        self.workspace.notifications.post(Notice(happened, text, "danger", key="transfers"))

    def _offer(self, job: TransferJob) -> None:
        """Set what can be done with a job now, and tell."""
        acts: dict[str, Callable[[], object]] = {}
        if job.state in ("waiting", "running", "away"):
            if job.pausing:
                acts["resume"] = lambda: self.resume(job)
            else:
                acts["pause"] = lambda: self.pause(job)
            acts["cancel"] = lambda: self.cancel(job)
        elif job.state == "paused":
            acts = {"resume": lambda: self.resume(job), "cancel": lambda: self.cancel(job)}
        elif job.state == "ended" and job.trouble:
            acts["retry"] = lambda: self.retry(job)
        for act in ("pause", "resume", "cancel", "retry"):
            if act in acts:
                job.acts[act] = acts[act]
            else:
                job.acts.pop(act, None)
        job.tell()

    def _show_progress(self) -> None:
        at_work = [job for job in self.jobs if job.state in ("running", "away", "stopping")]
        for job in at_work:
            job.show_bytes()
            job.tell()
        if not at_work:
            self._tick.stop()
