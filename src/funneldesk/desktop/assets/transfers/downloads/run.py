"""One run of a download: some files at a time, each reported, no partial file left behind."""

import asyncio
import hashlib
from collections import deque
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from funneldesk.client.errors import ApiError
from funneldesk.desktop.assets.transfers.downloads.disk import Kept, NothingMore, PartFile
from funneldesk.desktop.assets.transfers.downloads.order import Conflict
from funneldesk.desktop.assets.transfers.downloads.stream import (
    NotWhole,
    Patience,
    fetched,
    why_not,
)
from funneldesk.desktop.assets.transfers.job import TransferJob
from funneldesk.desktop.assets.transfers.result import (
    ItemResult,
    Moving,
    ResultState,
    TransferItem,
)
from funneldesk.desktop.assets.transfers.runner import RunnerContext
from funneldesk.desktop.kit.export.writing import CannotWrite
from funneldesk.desktop.kit.tasks import in_thread, to_its_end
from funneldesk.desktop.kit.units import counted
from funneldesk.desktop.local.texts import _, ngettext

if TYPE_CHECKING:
    from funneldesk.client import Api

IN_FLIGHT = 4
NOTED_TOGETHER = 32
"""Results that are kept in one go: a file that was not noted is found to be the same again."""

LOOK_SECONDS = 0.25


class DownloadRun:
    """Made for a turn of a job and left after it."""

    def __init__(
        self, context: RunnerContext, job: TransferJob, target: Path, conflict: Conflict
    ) -> None:
        self._context = context
        self._job = job
        self._target = target
        self._conflict: Conflict = conflict
        self._waiting = deque(item for item in job.items if not item.is_ended)
        self._unnoted: list[TransferItem] = []
        self._end: NothingMore | None = None
        self._patience = Patience(context.workspace, job)

    async def carry_out(self) -> None:
        """Work until all have ended, a pause, a stop, or a disk that takes nothing more.

        Raises LocalStoreProblem when results cannot be kept.
        """
        job = self._job
        workers = {asyncio.ensure_future(self._work()) for _unused in range(IN_FLIGHT)}
        pending = set(workers)
        try:
            while pending:
                waker = asyncio.ensure_future(job.woken(LOOK_SECONDS))
                try:
                    done, _unused = await asyncio.wait(
                        {*pending, waker}, return_when=asyncio.FIRST_COMPLETED
                    )
                finally:
                    waker.cancel()
                pending -= done
                resting = job.pausing and job.state == "away"
                if job.stopping or resting or self._end is not None:
                    for worker in pending:
                        worker.cancel()
        finally:
            for worker in pending:
                worker.cancel()
            outcomes = await asyncio.gather(*workers, return_exceptions=True)
        for outcome in outcomes:
            if isinstance(outcome, Exception):
                raise outcome
        await self._close_rest()
        await self._note()
        job.outcome = outcome_words(job, self._target)

    async def _work(self) -> None:
        job = self._job
        while self._waiting and not (job.pausing or job.stopping or self._end):
            item = self._waiting.popleft()
            under_way = Moving(item.task.place, item.task.size)
            job.moving.append(under_way)
            try:
                job.put(item, await self._result(item, under_way))
            finally:
                job.moving.remove(under_way)
            self._unnoted.append(item)
            if len(self._unnoted) >= NOTED_TOGETHER:
                await self._note()

    async def _result(self, item: TransferItem, under_way: Moving) -> ItemResult:
        """Download one file, retried as often as it makes sense."""
        place = self._target.joinpath(*item.task.place.split("/"))
        if self._conflict == "skip" and await in_thread(place.exists):
            return replace(item.result, state="left_out", words=_("A file of this name was there."))
        turn = 0
        while True:
            under_way.moved = 0
            try:
                return _told(item, *await self._attempt(item, under_way))
            except CannotWrite as problem:
                if isinstance(problem, NothingMore):
                    self._end = problem
                return _failed(item, f"{problem.what} {problem.so_what} {problem.now_what}")
            except NotWhole as problem:
                failure, words = None, str(problem)
            except ApiError as error:
                failure, words = error, why_not(error)
            except ValueError:
                return _failed(item, _("Its address does not lead to this server's files."))
            turn += 1
            if not await self._patience.again(failure, turn):
                return _failed(item, words)

    async def _attempt(self, item: TransferItem, under_way: Moving) -> tuple[Kept, int]:
        """Fetch a file and put it to its place; where, and how many bytes it has."""
        token = part_token(self._context, self._job, item)
        part = PartFile(self._target, item.task.place, token)

        async def work(api: "Api") -> Kept:
            return await fetched(api, item.task, part, under_way, self._conflict)

        try:
            return await self._context.connection.carry(work), part.size
        finally:
            # The work may still be about to write when it was cancelled from here.
            await to_its_end(in_thread(part.abandon))

    async def _close_rest(self) -> None:
        """Record the reason for files that will not be fetched any more."""
        rest = [item for item in self._job.items if not item.is_ended]
        if self._end is not None:
            words = _("It was not tried. {what} {now_what}").format(
                what=self._end.what, now_what=self._end.now_what
            )
            self._settle(rest, "failed", words)
        elif self._job.stopping:
            self._settle(rest, "cancelled", _("You stopped the download before it was here."))

    def _settle(self, items: Sequence[TransferItem], state: ResultState, words: str) -> None:
        for item in items:
            self._job.put(item, replace(item.result, state=state, words=words))
            self._unnoted.append(item)

    async def _note(self) -> None:
        noted, self._unnoted = self._unnoted, []
        await self._context.note(self._job, noted)


def part_token(context: RunnerContext, job: TransferJob, item: TransferItem) -> str:
    """The same for the same item after a crash, and another for every other item."""
    text = f"{context.workspace.connection.id}/{job.key}/{item.number}"
    return hashlib.sha256(text.encode()).hexdigest()[:10]


def outcome_words(job: TransferJob, target: Path) -> str:
    """ "12 files are in “Downloads”.", "9 files are in “Downloads”, 3 are not." """
    here, missing = job.counts.get("done", 0), job.trouble
    folder = target.name or str(target)
    if not here and missing:
        return _("{files} could not be downloaded.").format(files=counted(missing, "file"))
    told = ngettext("{count:,} file is in “{folder}”", "{count:,} files are in “{folder}”", here)
    said = told.format(count=here, folder=folder)
    if missing:
        told = ngettext(", {count:,} is not", ", {count:,} are not", missing)
        said += told.format(count=missing)
    left = job.counts.get("left_out", 0)
    if left:
        said += _(", {left:,} skipped").format(left=left)
    stopped = job.counts.get("cancelled", 0)
    if stopped:
        said += _(", {stopped:,} stopped").format(stopped=stopped)
    return f"{said}."


def _told(item: TransferItem, kept: Kept, size: int) -> ItemResult:
    if kept.how == "skipped":
        return replace(item.result, state="left_out", words=_("A file of this name was there."))
    words = item.task.note
    if kept.how == "same":
        words = _("The same file was there already.")
    elif kept.path.name != item.task.place.rpartition("/")[2]:
        words = _("Another file has its name: it is called “{name}” here.").format(
            name=kept.path.name
        )
    return replace(item.result, state="done", words=words, size=size)


def _failed(item: TransferItem, words: str) -> ItemResult:
    return replace(item.result, state="failed", words=words)
