"""One upload while it is carried out: its queue, failures and look-ups."""

import asyncio
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING

from funneldesk.client import errors as e
from funneldesk.client.errors import ApiError
from funneldesk.contract.files import MOST_FILES
from funneldesk.desktop.assets.transfers import labels
from funneldesk.desktop.assets.transfers.connection.rate_limiter import RateLimiter
from funneldesk.desktop.assets.transfers.connection.retrying_client import (
    Rested,
    RetryingClient,
    Stopped,
    pause_before,
)
from funneldesk.desktop.assets.transfers.job import TransferJob
from funneldesk.desktop.assets.transfers.result import TransferItem
from funneldesk.desktop.assets.transfers.runner import RunnerContext
from funneldesk.desktop.assets.transfers.uploads.batch import Batch
from funneldesk.desktop.assets.transfers.uploads.batching import REFUSED, Pool
from funneldesk.desktop.assets.transfers.uploads.ledger import UploadLedger
from funneldesk.desktop.assets.transfers.uploads.preparation import TEAR, Preparation

if TYPE_CHECKING:
    from funneldesk.client import Api
    from funneldesk.contract.files import BulkResult

MOST_IN_VAIN = 25
"""Requests in a row of which nothing came, while the server can be reached: it does not work."""

MOST_TRIES = 12
"""Attempts of one file without a refusal, while the server can be reached."""

QUIET_SECONDS = 1.0
"""Seconds for which a file that changes is left alone before it is read again."""


class UploadWork:
    """Carries out one upload, from wherever it stands."""

    def __init__(self, context: RunnerContext, job: TransferJob, limiter: RateLimiter) -> None:
        self._context = context
        self._job = job
        self._limiter = limiter
        self._client = RetryingClient(context.workspace, context.connection, limiter, job)
        self._ledger = UploadLedger(context, job, self._client)
        self._preparation = Preparation(context, job, self._client, self._ledger)
        self._pool = Pool()
        self._sends: set[asyncio.Task[BulkResult]] = set()
        self._refusal: ApiError | None = None
        self._in_vain = 0
        self._looking = 0

    async def run(self) -> None:
        """See ``Runner.run``."""
        job = self._job
        try:
            await self._look_after_doubtful()
            if job.stopping or job.pausing:
                return
            await self._make_folders()
        except (Stopped, Rested):
            return
        for item in job.items:
            if not item.is_ended:
                self._pool.put(item)
        await self._empty_pool()
        if self._refusal is not None:
            raise self._refusal

    async def _look_after_doubtful(self) -> None:
        """Settle what an earlier run, or a disk that refused, has left without an answer."""
        doubtful = [item for item in self._job.items if item.doubtful]
        for start in range(0, len(doubtful), MOST_FILES):
            await self._ledger.look_after(doubtful[start : start + MOST_FILES], 2 + MOST_FILES)

    async def _empty_pool(self) -> None:
        going: set[asyncio.Task[None]] = set()
        try:
            while True:
                going |= self._begun(len(going) - min(self._looking, self._limiter.at_once))
                if self._job.stopping:
                    for sending in tuple(self._sends):
                        sending.cancel()
                if not going and (self._holds_back() or not len(self._pool)):
                    return
                await self._something_new(going)
                done = {task for task in going if task.done()}
                going -= done
                for task in done:
                    task.result()
        finally:
            for task in going:
                task.cancel()
            await asyncio.gather(*going, return_exceptions=True)

    def _begun(self, under_way: int) -> set[asyncio.Task[None]]:
        """Batches that may leave now."""
        begun: set[asyncio.Task[None]] = set()
        now = asyncio.get_running_loop().time()
        while not self._holds_back() and under_way + len(begun) < self._limiter.at_once:
            items = self._pool.take(now)
            if not items:
                break
            begun.add(asyncio.ensure_future(self._carry(items)))
        return begun

    def _holds_back(self) -> bool:
        return self._job.pausing or self._job.stopping or self._refusal is not None

    async def _something_new(self, going: set[asyncio.Task[None]]) -> None:
        """Wait for a batch that is over, for the user, or for a file whose moment has come."""
        moment = self._pool.next_moment()
        wait = None if moment is None else max(0.0, moment - asyncio.get_running_loop().time())
        woken = asyncio.ensure_future(self._job.woken())
        try:
            await asyncio.wait({*going, woken}, timeout=wait, return_when=asyncio.FIRST_COMPLETED)
        finally:
            woken.cancel()

    async def _make_folders(self) -> None:
        """Parents before children. One that is there already is as good as made, and why one
        cannot be made is told by the files that were to go into it."""
        folders = [] if self._job.about.get("made") else self._job.about.get("folders", ())
        for path in folders:
            parent, _, name = path.rpartition("/")

            async def making(api: "Api", name: str = name, parent: str = parent) -> object:
                return await api.files.create_folder(name, parent=parent)

            with suppress(e.Invalid, e.Conflict):
                await self._client.ask(making)
        if folders:
            self._job.about["made"] = True
            await self._context.store.set_about(self._job.key, self._job.about)

    # One batch

    async def _carry(self, items: list[TransferItem]) -> None:
        try:
            await self._client.ready()
            batch = await self._preparation.batch(items)
            if batch is not None:
                await self._send(batch)
        except Stopped:
            await self._ledger.give_up([item for item in items if item.doubtful])
        except Rested:
            return
        except ApiError as error:
            self._refusal = error
        finally:
            self._pool.arrived(items)
        self._put_back([item for item in items if not item.is_ended and not item.doubtful])

    def _put_back(self, items: list[TransferItem]) -> None:
        now = asyncio.get_running_loop().time()
        for item in items:
            if item.number in self._preparation.restless:
                self._pool.put_later(item, now + QUIET_SECONDS)
            elif item.tries:
                self._pool.put_later(item, now + pause_before(item.tries))
            else:
                self._pool.put(item)

    async def _send(self, batch: Batch) -> None:
        job = self._job
        await self._ledger.leave(batch)
        moving = [file.moving for file in batch.files]
        job.moving = [*job.moving, *moving]
        sending = asyncio.ensure_future(self._context.connection.carry(batch.send))
        self._sends.add(sending)
        try:
            answer = await sending
        except ApiError as error:
            await self._after_failure(batch, error)
        except asyncio.CancelledError:
            if not job.stopping or _is_cancelled():
                raise
            await self._ledger.look_after(batch.items, batch.still_worked_on())
        else:
            self._limiter.greeted()
            self._limiter.was_taken()
            self._in_vain = 0
            await self._ledger.answered(batch, answer)
        finally:
            self._sends.discard(sending)
            job.moving = [one for one in job.moving if one not in moving]

    async def _after_failure(self, batch: Batch, error: "ApiError") -> None:
        if batch.torn:
            await self._after_tear(batch)
            return
        # While one is looked after, its room on the line is another's.
        self._looking += 1
        self._job.wake()
        try:
            await self._look_after(batch, error)
        finally:
            self._looking -= 1

    async def _look_after(self, batch: Batch, error: "ApiError") -> None:
        may_pass = await self._client.may_pass(error)
        if isinstance(error, e.TimedOut):
            self._limiter.was_slow()
            for item in batch.items:
                item.waited += 1
        if isinstance(error, e.Unreachable) and not error.maybe_done:
            await self._ledger.never_left(batch.items)
            return
        await self._ledger.look_after(batch.items, batch.still_worked_on(error.status))
        rest = [item for item in batch.items if not item.is_ended and not item.doubtful]
        if len(rest) < len(batch.items):
            self._in_vain = 0
        elif not isinstance(error, e.RateLimited):
            self._in_vain += 1
        if isinstance(error, e.RoleDenied | e.PlanDenied) or self._in_vain >= MOST_IN_VAIN:
            self._refusal = error
        elif not isinstance(error, e.RateLimited | e.NotSignedIn):
            await self._count_try(rest, error, may_pass)

    async def _count_try(
        self, items: list[TransferItem], error: "ApiError", may_pass: bool
    ) -> None:
        """A refusal of several may be meant for one of them: they go in smaller company."""
        alone = len(items) == 1
        for item in items:
            item.tries = max(item.tries + 1, 0 if may_pass else REFUSED)
            if (alone and not may_pass) or item.tries >= MOST_TRIES:
                failed = replace(item.result, state="failed", words=labels.refused(error))
                self._job.put(item, failed)
        await self._context.note(self._job, items)

    async def _after_tear(self, batch: Batch) -> None:
        """The request broke off before its end: nothing of it was stored."""
        await self._ledger.never_left(batch.items)
        for item in batch.torn:
            await self._preparation.is_restless(item, TEAR)


def _is_cancelled() -> bool:
    """Whether this very task was told to end, not only what it waited for."""
    task = asyncio.current_task()
    return task is not None and task.cancelling() > 0
