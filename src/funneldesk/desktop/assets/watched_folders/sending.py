"""Sending of a watched folder's settled changes: judged, compared with the server, uploaded."""

import asyncio
import time
from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from funneldesk.desktop.assets.library.library import AssetLibrary
from funneldesk.desktop.assets.transfers.connection.lookup import ABSENT, stored
from funneldesk.desktop.assets.transfers.queue import TransferQueue
from funneldesk.desktop.assets.transfers.uploads.order import UploadItem, UploadOrder
from funneldesk.desktop.assets.transfers.uploads.source import (
    CannotSend,
    Snapshot,
    StillChanging,
    snapshot,
)
from funneldesk.desktop.assets.upload_review.inspection.facts import FileFact
from funneldesk.desktop.assets.watched_folders.judging import (
    ANOTHER,
    CHANGED_THERE,
    Judgement,
    judge,
)
from funneldesk.desktop.assets.watched_folders.pair_log import PairBook, shown
from funneldesk.desktop.assets.watched_folders.scan import Mark
from funneldesk.desktop.kit.tasks import in_thread
from funneldesk.desktop.kit.units import counted
from funneldesk.desktop.kit.workers.handle import JobFailed, WorkerDied
from funneldesk.desktop.kit.workers.pool import WorkerPool
from funneldesk.desktop.kit.workers.process import GENTLE
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.local.transfers.watched import Watched
from funneldesk.desktop.workspace.workspace import Workspace

if TYPE_CHECKING:
    from funneldesk.desktop.assets.transfers.job import TransferJob

LANE = "watch"
ASKS_AT_ONCE = 4
MOST_HASHES = 3
FRESH_SECONDS = 30.0
FEW = 20
"""Up to so many files the server is asked one by one what is there."""


class FolderUploads(QObject):
    """Sends settled files; a file on the server is replaced only where it was sent from here."""

    def __init__(self, workspace: Workspace, book: PairBook, parent: QObject) -> None:
        super().__init__(parent)
        self._workspace = workspace
        self._book = book
        self._pair = book.pair
        self._library = workspace.shared(AssetLibrary)
        self._queue = workspace.shared(TransferQueue)
        self._workers = WorkerPool(self, "watched folder", GENTLE)

    async def begin(self) -> None:
        """Finish the uploads of an earlier run first: then it is known what is on the server."""
        await self._queue.begin()
        for job in [j for j in self._queue.jobs if j.lane == LANE and j.state != "ended"]:
            if job.state != "paused":
                await job.finished()

    def end(self) -> None:
        """Nothing more comes."""
        self._workers.end()

    async def take(self, ready: Mapping[str, Mark]) -> None:
        """Raises ``ApiError`` when the server cannot be asked."""
        facts = await self._facts(ready)
        await self._know_what_is_there(len(ready))
        judged = await self._judged(facts)
        await self._leave_out(judged.out, ready)
        shots = await self._snapshots(judged, ready)
        items: dict[str, UploadItem] = {}
        turns = asyncio.Semaphore(ASKS_AT_ONCE)

        async def one(place: str, shot: Snapshot) -> None:
            async with turns:
                item = await self._meet(place, judged.goes[place], shot)
            if item is not None:
                items[place] = item

        await asyncio.gather(*(one(place, shot) for place, shot in shots.items()))
        if items:
            await self._send(items, shots, judged.folders)

    async def _know_what_is_there(self, count: int) -> None:
        """For few files the server is asked one by one."""
        old = time.monotonic() - self._library.refreshed > FRESH_SECONDS
        if not self._library.loaded or (count > FEW and old):
            await self._library.refresh()

    async def _judged(self, facts: list[FileFact]) -> Judgement:
        files, library = dict(self._book.files), self._library
        beside = {file.path.rpartition("/")[0] for file in files.values() if file.state == "both"}
        names = {f: {path.rpartition("/")[2] for path in library.inside(f)} for f in beside}
        pair, folders = self._pair, tuple(library.folders)
        return await in_thread(judge, pair.root, facts, pair.folder, files, folders, names)

    async def _facts(self, ready: Mapping[str, Mark]) -> list[FileFact]:
        """Facts of the files, found in a worker process."""
        found: list[FileFact] = []

        def take(told: Mapping[str, object]) -> None:
            batch = told.get("facts")
            if isinstance(batch, list):
                found.extend(FileFact.of(each) for each in batch)

        paths = [str(self._pair.root / place) for place in ready]
        try:
            await self._workers.run("look_at_files", {"paths": paths}, take)
        except (JobFailed, WorkerDied) as problem:
            words = _("The files could not be looked at. {problem}").format(problem=problem).strip()
            await self._book.keep((), [self._book.line("note", "", words)])
        return found

    async def _leave_out(self, out: Mapping[str, str], ready: Mapping[str, Mark]) -> None:
        files, events = [], []
        for place, why in out.items():
            mark, before = ready[place], self._book.files.get(place)
            sha, path = (before.sha256, before.path) if before is not None else ("", "")
            files.append(Watched(place, path, sha, mark.size, mark.changed, "out", why))
            events.append(self._book.line("out", place, why))
        await self._book.keep(files, events)

    async def _snapshots(self, judged: Judgement, ready: Mapping[str, Mark]) -> dict[str, Snapshot]:
        """The files that are still as they settled, with their hashes."""
        shots: dict[str, Snapshot] = {}
        out: dict[str, str] = {}
        touched: list[Watched] = []
        for place in judged.goes:
            try:
                shot = await in_thread(snapshot, self._pair.root / place, ready[place].changed)
            except StillChanging:
                continue
            except CannotSend as problem:
                out[place] = str(problem)
                continue
            known = self._book.files.get(place)
            if (
                known is not None
                and known.sha256 == shot.sha256
                and known.state in ("sent", "gone")
            ):
                touched.append(_now(known, shot))
            else:
                shots[place] = shot
        await self._leave_out(out, ready)
        await self._book.keep(touched, [])
        return shots

    async def _meet(self, place: str, path: str, shot: Snapshot) -> UploadItem | None:
        """The upload for a file, given what has its path on the server; None for nothing."""
        known = self._book.files.get(place)
        ours = _ours(known)
        decided = known.state if known is not None else ""
        there = await self._there(path, {shot.sha256, *ours})
        if there == shot.sha256:
            words = _("The same file is on the server already.")
            await self._book.keep(
                [_sent(place, path, shot)], [self._book.line("same", place, words)]
            )
            return None
        replaces = there != ABSENT
        if replaces and decided != "replace" and there not in ours:
            words = CHANGED_THERE if ours else ANOTHER
            file = Watched(place, path, " ".join(ours), shot.size, shot.changed, "asked", words)
            await self._book.keep([file], [self._book.line("asked", place, words)])
            return None
        folder, _unused, name = path.rpartition("/")
        source = self._pair.root / place
        return UploadItem(
            source, folder, name, shot.size, shot.changed, shown(place), replaces=replaces
        )

    async def _there(self, path: str, expected: set[str]) -> str:
        """The hash of what lies under a path. Raises ``ApiError``."""
        if self._library.loaded and path not in self._library.rows:
            folder, _unused, name = path.rpartition("/")
            if not await self._workspace.run(lambda api: api.files.exists(name, folder=folder)):
                return ABSENT
        return await self._workspace.run(lambda api: stored(api, path, expected))

    async def _send(
        self,
        items: Mapping[str, UploadItem],
        shots: Mapping[str, Snapshot],
        folders: tuple[str, ...],
    ) -> None:
        title = _("{files} from “{name}”").format(
            files=counted(len(items), "file"), name=shown(self._pair.root.name)
        )
        order = UploadOrder(title, tuple(items.values()), folders)
        # After a crash what lies there may be either: both are known as ours.
        await self._book.keep([self._leaving(p, items[p], shots[p]) for p in items], [])
        job = await self._queue.upload(order, lane=LANE)
        await job.finished()
        await self._note_results(job, items, shots)

    def _leaving(self, place: str, item: UploadItem, shot: Snapshot) -> Watched:
        before = [sha for sha in _ours(self._book.files.get(place)) if sha != shot.sha256]
        hashes = " ".join([shot.sha256, *before[:MOST_HASHES]])
        return Watched(place, item.path, hashes, shot.size, shot.changed, "sending")

    async def _note_results(
        self, job: "TransferJob", items: Mapping[str, UploadItem], shots: Mapping[str, Snapshot]
    ) -> None:
        files, events = [], []
        for (place, item), sent in zip(items.items(), job.items, strict=False):
            shot, known, result = shots[place], self._book.files.get(place), sent.result
            if result.state == "done":
                # The file may have changed before its turn came: what left is what counts.
                left = sent.note.get("sha256") or shot.sha256
                files.append(replace(_sent(place, item.path, shot), sha256=left))
                words = (
                    _("Replaced {path}").format(path=item.path)
                    if item.replaces
                    else _("Sent to {path}").format(path=item.path)
                )
                events.append(self._book.line("sent", place, f"{words}."))
                continue
            ours = known.sha256 if known is not None else ""
            state = "asked" if result.taken else "failed"
            files.append(
                Watched(place, item.path, ours, shot.size, shot.changed, state, result.words)
            )
            events.append(self._book.line(state, place, result.words))
        await self._book.keep(files, events)


def _ours(known: Watched | None) -> list[str]:
    """The hashes of what may lie there from here."""
    return known.sha256.split() if known is not None else []


def _sent(place: str, path: str, shot: Snapshot) -> Watched:
    return Watched(place, path, shot.sha256, shot.size, shot.changed)


def _now(known: Watched, shot: Snapshot) -> Watched:
    """A file that was touched, or came back, and is the same to the byte."""
    return replace(known, size=shot.size, changed=shot.changed, state="sent", words="")
