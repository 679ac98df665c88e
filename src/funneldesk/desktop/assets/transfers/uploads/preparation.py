"""Checks just before files are sent: their content, and that their names are free."""

import time
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from funneldesk.client.errors import Invalid
from funneldesk.contract.files import LARGEST_FILE
from funneldesk.desktop.assets.transfers import labels
from funneldesk.desktop.assets.transfers.connection.lookup import ABSENT, stored
from funneldesk.desktop.assets.transfers.connection.retrying_client import RetryingClient
from funneldesk.desktop.assets.transfers.job import TransferJob
from funneldesk.desktop.assets.transfers.result import TransferItem
from funneldesk.desktop.assets.transfers.runner import RunnerContext
from funneldesk.desktop.assets.transfers.uploads.batch import MEGABYTE, Batch, Leaving
from funneldesk.desktop.assets.transfers.uploads.ledger import UploadLedger
from funneldesk.desktop.assets.transfers.uploads.source import (
    CannotSend,
    Snapshot,
    StillChanging,
    in_reader,
    snapshot,
)
from funneldesk.desktop.assets.upload_review.conversion.conversion import (
    ConversionFailed,
    Converter,
)
from funneldesk.desktop.kit.tasks import in_thread
from funneldesk.desktop.local.transfers.schema import spool_path

if TYPE_CHECKING:
    from collections.abc import Iterable

FRESH_SECONDS = 30.0
"""Seconds for which a name is taken to be free."""

RETRY_SECONDS = 1.0
"""The same before another try: somebody may have noticed that the first one came to nothing."""

MOST_RESTLESS = 30
"""Times that a file may be found changing before it is given up."""

TEAR = 10
"""Weight of a change while the file was being sent."""


class Preparation:
    """Makes batches of items. ``restless`` are the numbers of those found changing right now."""

    def __init__(
        self, context: RunnerContext, job: TransferJob, client: RetryingClient, ledger: UploadLedger
    ) -> None:
        self._context = context
        self._job = job
        self._client = client
        self._ledger = ledger
        self._restless_times: dict[int, int] = {}
        self.restless: set[int] = set()

    async def batch(self, items: Sequence[TransferItem]) -> Batch | None:
        """The files that can leave now; those that never will have their words, and the others
        wait. Raises ``ApiError`` and Stopped."""
        self.restless -= {item.number for item in items}
        files = await self._with_free_names(await self._read(items))
        await self._ledger.keep([item for item in items if item.is_ended])
        return Batch(files, self._client.limiter) if files else None

    async def is_restless(self, item: TransferItem, weight: int = 1) -> None:
        """A file changes while it is read: it is left alone for a moment, not for ever."""
        times = self._restless_times.get(item.number, 0) + weight
        self._restless_times[item.number] = times
        if times >= MOST_RESTLESS:
            self._ledger.failed(item, labels.KEEPS_CHANGING)
            await self._ledger.keep([item])
        else:
            self.restless.add(item.number)

    async def _read(self, items: Sequence[TransferItem]) -> list[Leaving]:
        """Content of the files now; one that cannot be read is reported, a restless one waits."""
        made = [await self._source(item) for item in items]
        changes = [item.task.changed for item in items]
        shots = await in_reader(lambda: [_shot(*one) for one in zip(made, changes, strict=True)])
        files = []
        for item, shot in zip(items, shots, strict=True):
            if isinstance(shot, Snapshot):
                files.append(Leaving(item, shot))
            elif isinstance(shot, CannotSend):
                self._ledger.failed(item, str(shot))
            else:
                await self.is_restless(item)
        return files

    async def _source(self, item: TransferItem) -> Path | CannotSend:
        if item.task.conversion is None:
            source: Path = item.task.source
            return source
        try:
            return await self._converted(item)
        except CannotSend as problem:
            return problem

    async def _converted(self, item: TransferItem) -> Path:
        """The image converted as the user decided; made once, and kept for another try."""
        kept = item.note.get("cured")
        if kept and await in_thread(Path(kept).is_file):
            return Path(kept)
        workspace, task = self._context.workspace, item.task
        spool = spool_path(workspace.store.path)
        try:
            made = await workspace.shared(Converter).convert(task.source, task.conversion, spool)
        except ConversionFailed as failure:
            raise CannotSend(str(failure)) from failure
        item.note["cured"] = str(made.path)
        return made.path

    async def _with_free_names(self, files: list[Leaving]) -> list[Leaving]:
        """Without those whose name another file has, and those that need not go at all."""
        unsure = [file for file in files if self._is_stale(file.item)]
        replacing = [file for file in unsure if may_replace(file.item)]
        await self._look_at_names([file for file in unsure if file not in replacing])
        await self._look_at_replaced(replacing)
        return [file for file in files if not file.item.is_ended]

    async def _look_at_names(self, files: list[Leaving]) -> None:
        """A name that was free when the user decided may be taken now."""
        if not files:
            return
        try:
            taken = await self._ledger.presence([file.item for file in files])
        except Invalid:
            return  # One of the names is odd: the answer to the upload tells which.
        there = []
        for file in files:
            if file.item.result.path in taken:
                there.append(file)
            else:
                self._ledger.seen_free[file.item.number] = time.monotonic()
        for file, digest in await self._contents(there):
            if digest == file.shot.sha256:
                await self._ledger.found_same(file.item, file.shot.size)
            elif digest != ABSENT:
                self._ledger.failed(file.item, labels.TAKEN, taken=True)

    async def _look_at_replaced(self, files: list[Leaving]) -> None:
        """Look at the files to be replaced, so that nothing is replaced that the user does not
        know of, not even after a lost answer."""
        for file, digest in await self._contents(files):
            note = file.item.note
            if digest == file.shot.sha256:
                await self._ledger.found_same(file.item, file.shot.size)
            elif note.setdefault("before", digest) not in (digest, ABSENT):
                self._ledger.failed(file.item, labels.CHANGED_THERE, taken=True)
            else:
                note["before"] = digest
                note.setdefault("replaced", digest != ABSENT and not note.get("mine"))
                self._ledger.seen_free[file.item.number] = time.monotonic()

    async def _contents(self, files: list[Leaving]) -> list[tuple[Leaving, str]]:
        if not files:
            return []
        looks = [partial(stored, path=path) for path in _paths(files)]
        found = await self._client.ask_all(looks, 2 + LARGEST_FILE / MEGABYTE)
        return list(zip(files, found, strict=True))

    def _is_stale(self, item: TransferItem) -> bool:
        decided = None if may_replace(item) else self._job.judged_at
        judged = self._ledger.seen_free.get(item.number, decided)
        fresh = RETRY_SECONDS if item.tries else FRESH_SECONDS
        return judged is None or time.monotonic() - judged > fresh


def _shot(source: Path | CannotSend, changed: int) -> Snapshot | CannotSend | StillChanging:
    if isinstance(source, CannotSend):
        return source
    try:
        return snapshot(source, changed)
    except (CannotSend, StillChanging) as problem:
        return problem


def may_replace(item: TransferItem) -> bool:
    """Whether the user decided so, or what is there came by this upload."""
    return bool(item.task.replaces or item.note.get("replaces") or item.note.get("resent"))


def _paths(files: "Iterable[Leaving]") -> list[str]:
    return [file.item.result.path for file in files]
