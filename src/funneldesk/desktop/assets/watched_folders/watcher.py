"""Watcher of one pair: scans, waits until changes have settled, judges them and has them sent."""

import asyncio
import time
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from funneldesk.client.errors import ApiError
from funneldesk.desktop.assets.watched_folders.pair_log import PairBook
from funneldesk.desktop.assets.watched_folders.scan import Mark, RootGone, Seen, TooMany, scan
from funneldesk.desktop.assets.watched_folders.sending import FolderUploads
from funneldesk.desktop.assets.watched_folders.settling import Settling
from funneldesk.desktop.kit.explain import explain
from funneldesk.desktop.kit.tasks import in_thread
from funneldesk.desktop.kit.units import counted
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.local.transfers.watched import Pair, Watched, WatchStore
from funneldesk.desktop.workspace.workspace import ONLINE, Workspace

SCAN_SECONDS, SETTLE_SECONDS, RETRY_SECONDS = 15.0, 2.0, 10.0
MOST_AT_ONCE = 500
EMPTY = _("Waiting for the folder: it is empty now. Nothing is taken for deleted.")
MANY = _("There are more than 20,000 files in it: choose a folder with fewer.")
DECIDED = frozenset({"replace", "both"})


class Watcher(QObject):
    """``changed`` when its standing or its files are other ones; ``logged`` with new events.

    ``state`` is watching, sending, waiting or paused, and ``words`` says more of it. Nothing
    on the server is ever deleted from here.
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
        self.state = "watching"
        self.words = ""
        self.folders: Sequence[str] = ()
        self.looked = 0
        self._store = store
        self._settling = Settling(settle)
        self._book = PairBook(store, pair, self)
        self._book.changed.connect(self.changed)
        self._book.logged.connect(self.logged)
        self._uploads = FolderUploads(workspace, self._book, self)
        self._poked = asyncio.Event()

    @property
    def files(self) -> Mapping[str, Watched]:
        """Record of each file, by its place."""
        return self._book.files

    @property
    def asked(self) -> list[Watched]:
        """The files that wait for a decision, by their places."""
        return sorted(
            (file for file in self.files.values() if file.state == "asked"),
            key=lambda file: file.place,
        )

    def rest(self, why: str) -> None:
        """It cannot go on."""
        self._set_state("waiting", why)

    def poke(self) -> None:
        """Something changed: look now."""
        self._poked.set()

    async def set_paused(self, paused: bool) -> None:
        """Rest, or go on; kept over a restart. Raises LocalStoreProblem."""
        await self._store.set_paused(self.pair.key, paused=paused)
        self.pair = replace(self.pair, paused=paused)
        self._set_state("paused" if paused else "watching")
        self.poke()

    async def decide(self, place: str, what: str) -> None:
        """``replace``, ``both`` or ``ignored`` for a file that waits for a decision; it holds for
        what the file is now. Raises LocalStoreProblem."""
        file = self.files.get(place)
        if file is not None and file.state == "asked":
            await self._book.keep([replace(file, state=what)], [])
            self.poke()

    async def run(self) -> None:
        """Work until cancelled. Raises LocalStoreProblem."""
        await self._book.open()
        try:
            await self._uploads.begin()
            while True:
                self._poked.clear()
                wait = await self._turn()
                try:
                    async with asyncio.timeout(wait):
                        await self._poked.wait()
                except TimeoutError:
                    continue
        finally:
            self._uploads.end()

    async def _turn(self) -> float:
        """One look; seconds until the next."""
        if self.pair.paused:
            self._set_state("paused")
            return SCAN_SECONDS
        if not self.workspace.may_write("file-manager"):
            self._set_state("waiting", _("Your role can look at files here, not send any."))
            return SCAN_SECONDS
        try:
            seen = await in_thread(partial(scan, self.pair.root, deep=self.pair.deep))
        except RootGone as problem:
            self._set_state("waiting", str(problem))
            return min(RETRY_SECONDS, self._settling.seconds * 5)
        except TooMany:
            self._set_state("waiting", MANY)
            return SCAN_SECONDS
        self.folders = seen.folders
        if not seen.files and any(file.state == "sent" for file in self.files.values()):
            self._set_state("waiting", EMPTY)
            return SCAN_SECONDS
        await self._note_gone(seen)
        wait = await self._take(self._ready(seen))
        if wait:
            return wait
        self._set_state("watching")
        self.looked += 1
        self.changed.emit()
        return self._settling.seconds if self._settling.is_waiting else SCAN_SECONDS

    def _ready(self, seen: Seen) -> dict[str, Mark]:
        """Files that have settled, and those that were decided about."""
        ready = self._settling.look(time.monotonic(), seen.files, self._is_new)
        return ready | {
            place: seen.files[place]
            for place, file in self.files.items()
            if file.state in DECIDED and place in seen.files
        }

    async def _take(self, ready: Mapping[str, Mark]) -> float:
        """Have it sent; seconds to wait when that was not possible now."""
        if not ready:
            return 0.0
        if self.workspace.connection_state != ONLINE:
            self._set_state("waiting", _("Waiting for the server."))
            return RETRY_SECONDS
        self._set_state("sending", counted(len(ready), "changed file"))
        try:
            await self._uploads.take(dict(list(ready.items())[:MOST_AT_ONCE]))
        except ApiError as error:
            explanation = explain(error, _("Watching the folder"))
            self._set_state("waiting", f"{explanation.what} {explanation.now_what}".strip())
            return min(RETRY_SECONDS, self._settling.seconds * 5)
        return 0.0

    def _is_new(self, place: str, mark: Mark) -> bool:
        file = self.files.get(place)
        if file is None:
            return True
        return file.state in ("gone", "sending") or (file.size, file.changed) != (
            mark.size,
            mark.changed,
        )

    async def _note_gone(self, seen: Seen) -> None:
        """Report files that were deleted here; they stay on the server."""
        gone, dropped = [], []
        for place, file in self.files.items():
            if place in seen.files or not seen.knows(place) or file.state == "gone":
                continue
            if file.sha256:
                gone.append(replace(file, state="gone", words=""))
            else:
                dropped.append(place)
        await self._book.drop(dropped)
        if gone:
            words = _("Deleted on this computer. The file on the server stays.")
            await self._book.keep(
                gone, [self._book.line("gone", file.place, words) for file in gone]
            )

    def _set_state(self, state: str, words: str = "") -> None:
        if (self.state, self.words) != (state, words):
            self.state, self.words = state, words
            self.changed.emit()


def root_of(path: Path) -> Path:
    """The folder that a chosen path really is; for a thread."""
    return path.resolve()
