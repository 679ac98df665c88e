"""Update of references to moved files, once the move has ended, also after a restart."""

from collections.abc import Awaitable, Callable, Sequence
from functools import partial

from PySide6.QtCore import QObject

from funneldesk.desktop.assets.moving.runner import MOVE
from funneldesk.desktop.assets.references.updates import Following, ReferenceUpdates
from funneldesk.desktop.assets.transfers.job import TransferJob
from funneldesk.desktop.assets.transfers.queue import TransferQueue
from funneldesk.desktop.assets.transfers.result import ItemResult
from funneldesk.desktop.kit.tasks import TaskScope
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.records.bulk.outcome import Outcome
from funneldesk.desktop.workspace.workspace import Workspace

FilesBack = Callable[[TransferJob], Awaitable[Sequence[ItemResult]]]
DONE = "files/moves with references"  # not shown
"""Where the keys of the moves are kept whose references have followed."""


class MovedReferences(QObject):
    """One for all sections of a brand (``workspace.shared(MovedReferences)``)."""

    def __init__(self, workspace: Workspace, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.workspace = workspace
        self.tasks = TaskScope(self)
        self._queue = workspace.shared(TransferQueue)
        self._updates = workspace.shared(ReferenceUpdates)
        self._files_back: dict[int, FilesBack] = {}
        self._begun = False

    def begin(self) -> None:
        """Follow every move of the queue, and those to come; once is enough."""
        if self._begun:
            return
        self._begun = True
        self._queue.came.connect(self._watch)
        for job in self._queue.jobs:
            self._watch(job)

    def _watch(self, job: TransferJob) -> None:
        if job.kind == MOVE and job.about.get("updates") and job.undoer is not None:
            self._files_back[job.key], job.undoer = job.undoer, self._undo
            self.tasks.start(self._follow(job))

    async def _follow(self, job: TransferJob) -> None:
        store = self.workspace.store
        if job.state == "ended":
            if job.key in await store.saved_work(DONE, []):
                return
        else:
            await job.finished()
        await job.load()
        paths = _moved(job.results())
        if paths:
            uses = await self._updates.uses_of(list(paths))
            await self._updates.follow(
                Following(job.outcome.rstrip("."), paths, uses, partial(self._back, job))
            )
        known = {each.key for each in self._queue.jobs}
        done = [key for key in await store.saved_work(DONE, []) if key in known]
        await store.save_work(DONE, [*done, job.key])

    async def _back(self, job: TransferJob) -> Outcome:
        """Only the files: whoever asks for it puts the references back."""
        results = await self._files_back[job.key](job)
        stay = sum(result.state != "cancelled" for result in results)
        return (
            Outcome.failed(_("{stay:,} could not be moved back.").format(stay=stay))
            if stay
            else Outcome.done()
        )

    async def _undo(self, job: TransferJob) -> Sequence[ItemResult]:
        """The files, then what names them."""
        moved = {new: old for old, new in _moved(job.results()).items()}
        results = await self._files_back[job.key](job)
        back = {r.path: r.shown for r in results if r.state == "cancelled" and r.path in moved}
        if back:
            uses = await self._updates.uses_of(list(back))
            await self._updates.follow(Following(_("Files moved back"), back, uses))
        return results


def _moved(results: Sequence[ItemResult]) -> dict[str, str]:
    """Old path to new, of those that were moved."""
    return {r.shown: r.path for r in results if r.state == "done"}
