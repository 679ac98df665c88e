"""Record of sent files: noted before they are sent, and looked up when no answer came."""

import asyncio
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from funneldesk.desktop.assets.library.library import AssetLibrary
from funneldesk.desktop.assets.library.row import AssetRow, kind_by_name
from funneldesk.desktop.assets.transfers import labels
from funneldesk.desktop.assets.transfers.connection.lookup import (
    ABSENT,
    UNREADABLE,
    address_of,
    listed,
    stored,
    taken,
)
from funneldesk.desktop.assets.transfers.connection.retrying_client import RetryingClient, Stopped
from funneldesk.desktop.assets.transfers.job import TransferJob
from funneldesk.desktop.assets.transfers.result import ItemResult, TransferItem
from funneldesk.desktop.assets.transfers.runner import RunnerContext
from funneldesk.desktop.assets.transfers.uploads.batch import MEGABYTE, Batch, done_by, sides_of
from funneldesk.desktop.assets.transfers.uploads.source import has_changed
from funneldesk.desktop.kit.tasks import in_thread

if TYPE_CHECKING:
    from funneldesk.client import Api
    from funneldesk.contract.files import BulkResult

FEW = 3
"""Files up to which each is asked for by itself."""

MOST_RESENT = 3
"""Uploads of a file that changes each time, at most."""


class UploadLedger:
    """Keeps how each file of one upload stands, durably, and tells the library what is new.

    Notes of an item: ``sha256``, ``size`` and ``changed`` of what left, read ``from`` there;
    ``before``, the hash of what it may replace; ``replaced``: that was not by this upload;
    ``mine``: it is on the server by this upload; ``resent``: how often it had changed here
    by the time it was there.

    ``seen_free`` tells by an item's number when nothing stood in its way on the server, by
    ``time.monotonic``.
    """

    def __init__(self, context: RunnerContext, job: TransferJob, client: RetryingClient) -> None:
        self._context = context
        self._job = job
        self._client = client
        self._brand = context.workspace.connection.brand
        self._list_is_long = False
        self.seen_free: dict[int, float] = {}

    async def leave(self, batch: Batch) -> None:
        """Files are about to leave: from here on they are in doubt, whatever happens."""
        for file in batch.files:
            shot = file.shot
            file.item.note |= {"sha256": shot.sha256, "size": shot.size, "changed": shot.changed}
            file.item.note["from"] = str(shot.path)
            file.item.doubtful = True
            if file.item.result.size != shot.size:
                self._job.put(file.item, replace(file.item.result, size=shot.size))
        await self._context.note(self._job, batch.items)

    async def never_left(self, items: Sequence[TransferItem]) -> None:
        """It is certain that nothing was stored."""
        for item in items:
            item.doubtful = False
        await self._context.note(self._job, items)

    async def answered(self, batch: Batch, answer: "BulkResult") -> None:
        """Every file is told of for itself; what is not is looked at."""
        told: list[TransferItem] = []
        arrived: list[TransferItem] = []
        untold: list[TransferItem] = []
        for file, entry in zip(batch.files, batch.entries(answer), strict=True):
            item = file.item
            if entry is None:
                untold.append(item)
                continue
            told.append(item)
            if entry.is_uploaded:
                self._put_there(item, done_by(entry, file, self._brand))
                arrived.append(item)
            else:
                item.doubtful = False
                said = labels.not_taken(entry.error)
                self._job.put(item, replace(item.result, state="failed", words=said))
        await self._once_more_if_changed(arrived)
        await self.keep(told)
        if untold:
            await self.look_after(untold, batch.units)

    async def keep(self, items: Sequence[TransferItem]) -> None:
        """Store the final state of these, and show those that are on the server now."""
        await self._context.note(self._job, items)
        done = [item for item in items if item.result.state == "done"]
        if not done:
            return
        results = [item.result for item in done]
        workspace = self._context.workspace
        workspace.shared(AssetLibrary).put(row_of(result) for result in results)
        workspace.announce("files", *(r.path for r in results), source=self._context.source)
        spooled = [item.task.source for item in done if item.task.spooled]
        spooled += [Path(item.note["cured"]) for item in done if "cured" in item.note]
        if spooled:
            await in_thread(remove_files, spooled)

    async def look_after(self, items: Sequence[TransferItem], units: float) -> None:
        """Find out how doubtful files stand. ``units``: how much the request asked for that may
        still be worked on, 0 when it cannot be.

        They are then done, failed, not known, or wait for another try. Raises ``ApiError`` only
        for what ends the job, and Rested.
        """
        left = [item for item in items if item.doubtful]
        try:
            absent = await self._judged(left)
            if absent and units:
                await asyncio.sleep(self._client.limiter.settling(units))
                absent = await self._judged(absent)
            for item in absent:
                self._may_go(item)
            await self.keep(absent)
        except Stopped:
            await self.give_up([item for item in left if item.doubtful])

    async def _judged(self, items: Sequence[TransferItem]) -> list[TransferItem]:
        """Judge files by what lies there; those of which nothing does are given back."""
        there = await self.presence(items)
        present = [item for item in items if item.result.path in there]
        alike = [item for item in present if self._seems_ours(item, there[item.result.path])]
        if sum(item.result.size for item in alike) > MEGABYTE:
            await self._compare(alike[:: max(1, len(alike) - 1)])
            if all(item.result.state == "done" for item in alike if not item.doubtful):
                for item in alike:
                    if item.doubtful:
                        await self._is_there(item)
        await self._compare([item for item in present if item.doubtful])
        await self.keep([item for item in present if not item.doubtful])
        return [item for item in items if item.doubtful]

    def _seems_ours(self, item: TransferItem, size: int | None) -> bool:
        """The name was free when this run sent it, and what has it now has as many bytes. Of files
        that left in one request, two that are the same to the byte then speak for all."""
        known = item.number in self.seen_free or self._job.judged_at is not None
        return known and "before" not in item.note and size == item.note["size"]

    async def _compare(self, items: Sequence[TransferItem]) -> None:
        units = 2 + max((item.result.size for item in items), default=0) / MEGABYTE
        looks = [partial(_look, item) for item in items]
        for item, digest in zip(items, await self._client.ask_all(looks, units), strict=True):
            await self._judge(item, digest)

    async def presence(self, items: Sequence[TransferItem]) -> Mapping[str, int | None]:
        """Which of their paths are taken, with sizes in bytes where they are told: by one list
        where it is not too long.

        Raises ``ApiError``, Stopped and Rested.
        """
        paths = [item.result.path for item in items]
        if len(paths) > FEW and not self._list_is_long:
            found = await self._client.ask(listed, 10)
            if found is not None:
                return found
            self._list_is_long = True
        answers = await self._client.ask_all([partial(taken, path=path) for path in paths])
        return {path: None for path, is_taken in zip(paths, answers, strict=True) if is_taken}

    async def give_up(self, items: Sequence[TransferItem]) -> None:
        """Nobody could be asked, and the user wants it to end."""
        for item in items:
            item.doubtful = False
            self._job.put(item, replace(item.result, state="unknown", words=labels.NOT_ASKED))
        await self._context.note(self._job, items)

    async def found_same(self, item: TransferItem, size: int) -> None:
        """A file of these very bytes lies there, and not by this upload."""
        item.note["mine"] = False
        sides = await sides_of(item.task.source)
        self._put_there(item, self._done(item, size, sides, labels.ALREADY_THERE))

    def failed(self, item: TransferItem, said: str, *, taken: bool = False) -> None:
        """It does not go; ``keep`` notes it."""
        item.doubtful = False
        if item.note.get("mine") and said != labels.CHANGES_ON:
            said = f"{said} {labels.EARLIER_STATE}"
        self._job.put(item, replace(item.result, state="failed", words=said, taken=taken))

    async def _judge(self, item: TransferItem, there: str) -> None:
        note = item.note
        if there == ABSENT:
            return
        if there == note.get("sha256"):
            await self._is_there(item)
        elif there == UNREADABLE:
            item.doubtful = False
            self._job.put(item, replace(item.result, state="unknown", words=labels.NOT_SEEN))
        elif there == note.get("before"):
            self._may_go(item)
        elif "before" in note:
            self.failed(item, labels.CHANGED_THERE, taken=True)
        else:
            self.failed(item, labels.TAKEN, taken=True)

    def _may_go(self, item: TransferItem) -> None:
        """It did not arrive, and nothing is in its way."""
        item.doubtful = False
        self.seen_free[item.number] = time.monotonic()

    async def _is_there(self, item: TransferItem) -> None:
        """Count as uploaded what arrived without an answer."""
        sides = await sides_of(item.task.source)
        self._put_there(item, self._done(item, item.note["size"], sides))
        await self._once_more_if_changed([item])

    def _done(
        self, item: TransferItem, size: int, sides: tuple[int, int], said: str = ""
    ) -> ItemResult:
        base = self._context.workspace.base_url
        return replace(
            item.result,
            state="done",
            words=said,
            src=item.result.src or base + address_of(self._brand, item.result.path),
            size=size,
            width=sides[0],
            height=sides[1],
        )

    def _put_there(self, item: TransferItem, result: ItemResult) -> None:
        item.doubtful = False
        item.note.setdefault("mine", True)
        self._job.put(item, replace(result, replaced=bool(item.note.get("replaced"))))

    async def _once_more_if_changed(self, items: Sequence[TransferItem]) -> None:
        """A file that changed here while it went up goes once more, in the place of its own half
        of the truth; one that changes each time is told."""
        for item in items:
            note = item.note
            if note["from"] != str(item.task.source):
                continue
            size, changed = note["size"], note["changed"]
            if not await in_thread(has_changed, item.task.source, size, changed):
                continue
            note["before"] = note["sha256"]
            note["resent"] = note.get("resent", 0) + 1
            if note["resent"] < MOST_RESENT:
                self._job.put(item, replace(item.result, state="waiting"))
            else:
                self.failed(item, labels.CHANGES_ON)


async def _look(item: TransferItem, api: "Api") -> str:
    known = [item.note[name] for name in ("sha256", "before") if name in item.note]
    return await stored(api, item.result.path, known)


def row_of(result: ItemResult) -> AssetRow:
    """The library's row for a file that was just stored."""
    return AssetRow(
        result.path,
        False,
        result.size,
        time.time(),
        result.src,
        result.width,
        result.height,
        "",
        kind_by_name(result.path),
        result.path.casefold(),
    )


def remove_files(paths: Sequence[Path]) -> None:
    """Delete copies of ours; for a thread."""
    for path in paths:
        with suppress(OSError):
            path.unlink()
