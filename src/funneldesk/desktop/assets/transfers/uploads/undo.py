"""Undo of an upload: deletes what it added, and nothing else."""

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from funneldesk.client.errors import ApiError, Invalid
from funneldesk.desktop.assets.library.library import AssetLibrary
from funneldesk.desktop.assets.transfers import labels
from funneldesk.desktop.assets.transfers.connection.lookup import ABSENT, UNREADABLE, stored
from funneldesk.desktop.assets.transfers.connection.rate_limiter import RateLimiter
from funneldesk.desktop.assets.transfers.connection.retrying_client import RetryingClient
from funneldesk.desktop.assets.transfers.job import TransferJob
from funneldesk.desktop.assets.transfers.result import ItemResult, TransferItem
from funneldesk.desktop.assets.transfers.runner import RunnerContext
from funneldesk.desktop.assets.transfers.uploads.batch import MEGABYTE

if TYPE_CHECKING:
    from funneldesk.client import Api

SLICE = 20
"""Files whose deletion is noted together."""

MOST_TRIES = 8


class UploadUndo:
    """Deletes what one upload added; see ``TransferJob.undo``."""

    def __init__(self, context: RunnerContext, job: TransferJob, limiter: RateLimiter) -> None:
        self._context = context
        self._job = job
        self._client = RetryingClient(
            context.workspace, context.connection, limiter, job, patient=False
        )

    async def run(self) -> Sequence[ItemResult]:
        """The results of the files that were there by this upload. Raises ``ApiError``."""
        done = [item for item in self._job.items if _is_there(item)]
        for start in range(0, len(done), SLICE):
            await self._take_back(done[start : start + SLICE])
        return [item.result for item in done]

    async def _take_back(self, items: Sequence[TransferItem]) -> None:
        await asyncio.gather(*(self._one(item) for item in items))
        await self._context.note(self._job, items)
        self._job.tell()
        gone = [item.result.path for item in items if item.result.state == "cancelled"]
        if gone:
            workspace = self._context.workspace
            workspace.shared(AssetLibrary).forget(gone)
            workspace.announce("files", *gone, source=self._context.source)

    async def _one(self, item: TransferItem) -> None:
        if not item.note.get("mine"):
            self._stays(item, labels.LEFT_FOUND)
        elif item.result.replaced:
            self._stays(item, labels.LEFT_REPLACED)
        else:
            await self._delete(item)

    async def _delete(self, item: TransferItem) -> None:
        """It is deleted as long as it is what was sent; a lost answer is looked at."""
        path, sha256 = item.result.path, item.note["sha256"]
        units = 2 + item.result.size / MEGABYTE
        said = labels.GONE_ALREADY
        for _ in range(MOST_TRIES):
            there = await self._client.ask(partial(stored, path=path, expected=(sha256,)), units)
            if there == ABSENT:
                self._job.put(item, replace(item.result, state="cancelled", words=said))
                return
            if there != sha256:
                unreadable = there == UNREADABLE
                self._stays(item, labels.LEFT_UNREADABLE if unreadable else labels.LEFT_CHANGED)
                return
            refusal = await self._sent(path)
            if refusal:
                self._stays(item, refusal)
                return
            said = labels.TAKEN_BACK
        self._stays(item, labels.NOT_DELETED)

    async def _sent(self, path: str) -> str:
        """Ask for the deletion once; why it is refused, or nothing: what lies there tells."""

        async def deleting(api: "Api") -> object:
            return await api.files.delete(path)

        try:
            await self._client.once(deleting, 4)
        except Invalid as error:
            return labels.not_deleted(" ".join(error.messages[:2]))
        except ApiError as error:
            if not await self._client.may_pass(error):
                raise
        return ""

    def _stays(self, item: TransferItem, said: str) -> None:
        self._job.put(item, replace(item.result, words=said))


def _is_there(item: TransferItem) -> bool:
    """Whether something lies on the server for it; an earlier state, where a later one failed."""
    state = item.result.state
    return state == "done" or (state == "failed" and bool(item.note.get("mine")))
