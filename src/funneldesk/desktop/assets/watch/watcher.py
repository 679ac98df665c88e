"""One pair at work: looks, waits until changes have settled, judges them and has them sent."""

import asyncio
import time
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from funneldesk.desktop.assets.library import AssetLibrary
from funneldesk.desktop.assets.order import UploadItem, UploadOrder
from funneldesk.desktop.assets.preflight.facts import FileFact
from funneldesk.desktop.assets.transfers.looking import ABSENT, stored
from funneldesk.desktop.assets.transfers.queue import TransferQueue
from funneldesk.desktop.assets.transfers.source import (
    CannotSend,
    Snapshot,
    StillChanging,
    snapshot,
)
from funneldesk.desktop.assets.watch.judging import (
    ANOTHER,
    CHANGED_THERE,
    Judgement,
    judge,
    shown,
)
from funneldesk.desktop.assets.watch.scan import Mark, RootGone, Seen, TooMany, scan
from funneldesk.desktop.assets.watch.settling import Settling
from funneldesk.desktop.kit.explain import explain
from funneldesk.desktop.kit.jobs.words import counted
from funneldesk.desktop.kit.side.process import (
    SideJobFailed,
    SideProcess,
    SideProcessEnded,
    side_command,
)
from funneldesk.desktop.kit.tasks import in_thread
from funneldesk.desktop.local.watched import Event, Pair, Watched, WatchStore
from funneldesk.desktop.workspace import ONLINE, Workspace

if TYPE_CHECKING:
    from funneldesk.desktop.assets.transfers.job import TransferJob

LANE = "watch"
SCAN_SECONDS, SETTLE_SECONDS, RETRY_SECONDS = 15.0, 2.0, 10.0
MOST_AT_ONCE = 500
ASKS_AT_ONCE = 4
FEW = 20
"""Up to so many files the platform is asked one by one what is there."""
EMPTY = "Waiting for the folder: it is empty now. Nothing is taken for deleted."
MANY = "There are more than 20,000 files in it: choose a folder with fewer."
DECIDED = frozenset({"replace", "both"})


class Watcher(QObject):
    """``changed`` when its standing or its files are other ones; ``logged`` with new events.

    ``standing`` is watching, sending, waiting or paused, and ``words`` says more of it. Nothing
    on the platform is ever deleted from here.
    """

    changed = Signal()
    logged = Signal(list)

    def __init__(
        self,
        workspace: Workspace,
        store: WatchStore,
        pair: Pair,
        parent: QObject,
        settle: float = SETTLE_SECONDS,
    ) -> None:
        super().__init__(parent)
        self.workspace = workspace
        self.pair = pair
        self.standing = "watching"
        self.words = ""
        self.folders: Sequence[str] = ()
        self.files: dict[str, Watched] = {}
        self.looked = 0
        self._store = store
        self._library = workspace.shared(AssetLibrary)
        self._queue = workspace.shared(TransferQueue)
        self._settling = Settling(settle)
        self._side = SideProcess(self, side_command(gentle=True))
        self._poked = asyncio.Event()

    @property
    def asked(self) -> list[Watched]:
        """The files that wait for a decision, by their places."""
        return sorted(
            (file for file in self.files.values() if file.state == "asked"),
            key=lambda file: file.place,
        )

    def rest(self, why: str) -> None:
        """It cannot go on."""
        self._stand("waiting", why)

    def poke(self) -> None:
        """Something changed: look now."""
        self._poked.set()

    async def set_paused(self, paused: bool) -> None:
        """Rest, or go on; kept over a restart. Raises LocalStoreProblem."""
        await self._store.set_paused(self.pair.key, paused=paused)
        self.pair = replace(self.pair, paused=paused)
        self._stand("paused" if paused else "watching")
        self.poke()

    async def decide(self, place: str, what: str) -> None:
        """``replace``, ``both`` or ``ignored`` for a file that waits for a decision; it holds for
        what the file is now. Raises LocalStoreProblem."""
        file = self.files.get(place)
        if file is not None and file.state == "asked":
            await self._keep([replace(file, state=what)], [])
            self.poke()

    async def run(self) -> None:
        """Work until cancelled. Raises LocalStoreProblem."""
        self.files = await self._store.files(self.pair.key)
        try:
            await self._rest_of_before()
            while True:
                self._poked.clear()
                wait = await self._turn()
                try:
                    async with asyncio.timeout(wait):
                        await self._poked.wait()
                except TimeoutError:
                    continue
        finally:
            self._side.end()

    async def _rest_of_before(self) -> None:
        """What an earlier run had handed over is sent first: then it is known what is there."""
        await self._queue.begin()
        for job in [j for j in self._queue.jobs if j.lane == LANE and j.state != "ended"]:
            if job.state != "paused":
                await job.finished()

    async def _turn(self) -> float:
        """One look; seconds until the next."""
        from funneldesk.client.errors import ApiError

        if self.pair.paused:
            self._stand("paused")
            return SCAN_SECONDS
        if not self.workspace.may_write("file-manager"):
            self._stand("waiting", "Your role can look at files here, not send any.")
            return SCAN_SECONDS
        try:
            seen = await in_thread(partial(scan, self.pair.root, deep=self.pair.deep))
        except RootGone as problem:
            self._stand("waiting", str(problem))
            return min(RETRY_SECONDS, self._settling.seconds * 5)
        except TooMany:
            self._stand("waiting", MANY)
            return SCAN_SECONDS
        self.folders = seen.folders
        if not seen.files and any(file.state == "sent" for file in self.files.values()):
            self._stand("waiting", EMPTY)
            return SCAN_SECONDS
        await self._note_gone(seen)
        ready = self._settling.look(time.monotonic(), seen.files, self._is_new)
        ready |= {
            place: seen.files[place]
            for place, file in self.files.items()
            if file.state in DECIDED and place in seen.files
        }
        if ready:
            if self.workspace.standing != ONLINE:
                self._stand("waiting", "Waiting for the platform.")
                return RETRY_SECONDS
            try:
                await self._take(dict(list(ready.items())[:MOST_AT_ONCE]))
            except ApiError as error:
                told = explain(error, "Watching the folder")
                self._stand("waiting", f"{told.what} {told.now_what}".strip())
                return min(RETRY_SECONDS, self._settling.seconds * 5)
        self._stand("watching")
        self.looked += 1
        self.changed.emit()
        return self._settling.seconds if self._settling.is_waiting else SCAN_SECONDS

    def _is_new(self, place: str, mark: Mark) -> bool:
        file = self.files.get(place)
        if file is None:
            return True
        return file.state == "gone" or (file.size, file.changed) != (mark.size, mark.changed)

    async def _note_gone(self, seen: Seen) -> None:
        """What was deleted here stays on the platform; it is only told."""
        gone, dropped = [], []
        for place, file in self.files.items():
            if place in seen.files or not seen.knows(place) or file.state == "gone":
                continue
            if file.sha256:
                gone.append(replace(file, state="gone", words=""))
            else:
                dropped.append(place)
        if dropped:
            await self._store.drop(self.pair.key, dropped)
            for place in dropped:
                del self.files[place]
        if gone:
            words = "Deleted on this computer. The file on the platform stays."
            await self._keep(gone, [self._event("gone", file.place, words) for file in gone])

    # Settled changes

    async def _take(self, ready: Mapping[str, Mark]) -> None:
        """Raises ``ApiError`` when the platform cannot be asked."""
        facts = await self._facts(ready)
        self._stand("sending", counted(len(ready), "changed file"))
        if len(ready) > FEW or not self._library.loaded:
            await self._library.refresh()
        judged = judge(self.pair.root, facts, self.pair.folder, self.files, self._library)
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

    async def _facts(self, ready: Mapping[str, Mark]) -> list[FileFact]:
        """What the files hold, looked at beside the window."""
        found: list[FileFact] = []

        def take(told: Mapping[str, object]) -> None:
            batch = told.get("facts")
            if isinstance(batch, list):
                found.extend(FileFact.of(each) for each in batch)

        paths = [str(self.pair.root / place) for place in ready]
        try:
            await self._side.run("look_at_files", {"paths": paths}, take)
        except (SideJobFailed, SideProcessEnded) as problem:
            words = f"The files could not be looked at. {problem}".strip()
            await self._keep((), [self._event("note", "", words)])
        return found

    async def _leave_out(self, out: Mapping[str, str], ready: Mapping[str, Mark]) -> None:
        files, events = [], []
        for place, why in out.items():
            mark, before = ready[place], self.files.get(place)
            sha, path = (before.sha256, before.path) if before is not None else ("", "")
            files.append(Watched(place, path, sha, mark.size, mark.changed, "out", why))
            events.append(self._event("out", place, why))
        await self._keep(files, events)

    async def _snapshots(self, judged: Judgement, ready: Mapping[str, Mark]) -> dict[str, Snapshot]:
        """The files that are still as they settled, with their hashes."""
        shots: dict[str, Snapshot] = {}
        out: dict[str, str] = {}
        touched: list[Watched] = []
        for place in judged.goes:
            try:
                shot = await in_thread(snapshot, self.pair.root / place, ready[place].changed)
            except StillChanging:
                continue
            except CannotSend as problem:
                out[place] = str(problem)
                continue
            known = self.files.get(place)
            if (
                known is not None
                and known.sha256 == shot.sha256
                and known.state in ("sent", "gone")
            ):
                touched.append(_now(known, shot))
            else:
                shots[place] = shot
        await self._leave_out(out, ready)
        await self._keep(touched, [])
        return shots

    async def _meet(self, place: str, path: str, shot: Snapshot) -> UploadItem | None:
        """What is to be sent for a file, from what lies under its path; None for nothing."""
        known = self.files.get(place)
        ours = known.sha256 if known is not None else ""
        decided = known.state if known is not None else ""
        there = await self._there(path, {shot.sha256, ours} - {""})
        if there == shot.sha256:
            words = "The same file is on the platform already."
            await self._keep([_sent(place, path, shot)], [self._event("same", place, words)])
            return None
        replaces = there != ABSENT
        if replaces and decided != "replace" and (not ours or there != ours):
            words = CHANGED_THERE if ours else ANOTHER
            file = Watched(place, path, ours, shot.size, shot.changed, "asked", words)
            await self._keep([file], [self._event("asked", place, words)])
            return None
        folder, _, name = path.rpartition("/")
        source = self.pair.root / place
        return UploadItem(
            source, folder, name, shot.size, shot.changed, shown(place), replaces=replaces
        )

    async def _there(self, path: str, expected: set[str]) -> str:
        """The hash of what lies under a path. Raises ``ApiError``."""
        if self._library.loaded and path not in self._library.rows:
            folder, _, name = path.rpartition("/")
            if not await self.workspace.run(lambda api: api.files.exists(name, folder=folder)):
                return ABSENT
        return await self.workspace.run(lambda api: stored(api, path, expected))

    async def _send(
        self,
        items: Mapping[str, UploadItem],
        shots: Mapping[str, Snapshot],
        folders: tuple[str, ...],
    ) -> None:
        count = counted(len(items), "file")
        title = f"{count} from “{shown(self.pair.root.name)}”"
        order = UploadOrder(title, tuple(items.values()), folders)
        job = await self._queue.upload(order, lane=LANE)
        await job.finished()
        await self._note_results(job, items, shots)

    async def _note_results(
        self, job: "TransferJob", items: Mapping[str, UploadItem], shots: Mapping[str, Snapshot]
    ) -> None:
        files, events = [], []
        for (place, item), result in zip(items.items(), job.results(), strict=False):
            shot, known = shots[place], self.files.get(place)
            if result.state == "done":
                files.append(_sent(place, item.path, shot))
                words = f"Replaced {item.path}" if item.replaces else f"Sent to {item.path}"
                events.append(self._event("sent", place, f"{words}."))
                continue
            ours = known.sha256 if known is not None else ""
            state = "asked" if result.taken else "failed"
            files.append(
                Watched(place, item.path, ours, shot.size, shot.changed, state, result.words)
            )
            events.append(self._event(state, place, result.words))
        await self._keep(files, events)

    # What is kept

    async def _keep(self, files: Sequence[Watched], events: Sequence[Event]) -> None:
        if not files and not events:
            return
        told = await self._store.put(self.pair.key, files, events)
        for file in files:
            self.files[file.place] = file
        if told:
            self.logged.emit(list(told))
        self.changed.emit()

    def _event(self, kind: str, place: str, words: str) -> Event:
        return Event(self.pair.key, kind, shown(place), words)

    def _stand(self, standing: str, words: str = "") -> None:
        if (self.standing, self.words) != (standing, words):
            self.standing, self.words = standing, words
            self.changed.emit()


def _sent(place: str, path: str, shot: Snapshot) -> Watched:
    return Watched(place, path, shot.sha256, shot.size, shot.changed)


def _now(known: Watched, shot: Snapshot) -> Watched:
    """A file that was touched, or came back, and is the same to the byte."""
    return replace(known, size=shot.size, changed=shot.changed, state="sent", words="")


def root_of(path: Path) -> Path:
    """The folder that a chosen path really is; for a thread."""
    return path.resolve()
