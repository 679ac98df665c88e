"""The watched folders of a brand: begun with it, one watcher for each pair."""

import asyncio
from pathlib import Path

from PySide6.QtCore import QObject, QTimer, Signal

from funneldesk.desktop.assets.watched_folders.change_events import Bell
from funneldesk.desktop.assets.watched_folders.refusals import why_not
from funneldesk.desktop.assets.watched_folders.watcher import SETTLE_SECONDS, Watcher, root_of
from funneldesk.desktop.kit.explain import explain
from funneldesk.desktop.kit.notices.local_notices import tell
from funneldesk.desktop.kit.tasks import TaskScope, end_under, in_thread
from funneldesk.desktop.local.files.problems import LocalStoreProblem
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.local.transfers.watched import MOST_EVENTS, Event, Pair, WatchStore
from funneldesk.desktop.workspace.workspace import Workspace

DOWNLOADS = "files.download-folder"
"""The value under which the last download's folder is kept."""


TELL_MILLISECONDS = 80


class CannotWatch(Exception):
    """The folder cannot be watched; the message is a sentence."""


class WatchedFolders(QObject):
    """One for a brand: ``workspace.shared(WatchedFolders)``.

    ``changed`` when pairs come or go or stand otherwise, and when ``events`` (the newest first) has
    new ones.
    """

    changed = Signal()
    settle = SETTLE_SECONDS

    def __init__(self, workspace: Workspace, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.workspace = workspace
        self.watchers: list[Watcher] = []
        self.events: list[Event] = []
        self.tasks = TaskScope(self)
        self._store = WatchStore(workspace.store.path)
        self._bell = Bell(self)
        self._bell.rang.connect(self._rang)
        self._tell = QTimer(self, singleShot=True, interval=TELL_MILLISECONDS)
        self._tell.timeout.connect(self._tell_now)
        self._begun: asyncio.Task[None] | None = None
        self._running: dict[int, asyncio.Task[None]] = {}
        workspace.connection_changed.connect(self._poke_all)

    async def begin(self) -> None:
        """Go on with what an earlier run watched; every later call only waits for the first.

        Raises LocalStoreProblem.
        """
        if self._begun is None or (self._begun.done() and self._begun.exception() is not None):
            self._begun = self.tasks.start(self._begin())
        if self._begun is not None:
            await asyncio.shield(self._begun)

    async def add(self, root: Path, folder: str, *, deep: bool = True) -> Watcher:
        """Watch a folder: what lies in it goes up too. Raises CannotWatch, LocalStoreProblem."""
        await self.begin()
        real = await in_thread(root_of, root)
        why = await self.why_not(real, folder)
        if why:
            raise CannotWatch(why)
        watcher = self._made(await self._store.add(real, folder, deep=deep))
        self.changed.emit()
        return watcher

    async def why_not(self, root: Path, folder: str) -> str:
        """Why a (resolved) folder cannot be paired with one of the server; empty when it can."""
        if not await in_thread(root.is_dir):
            return _("This folder is not there.")
        kept = await self.workspace.store.value(DOWNLOADS)
        downloads = [await in_thread(root_of, Path(kept))] if isinstance(kept, str) and kept else []
        own = [await in_thread(root_of, self.workspace.store.path.parent)]
        pairs = [watcher.pair for watcher in self.watchers]
        return why_not(root, folder, pairs, own, downloads)

    async def remove(self, watcher: Watcher) -> None:
        """Watch a folder no more; nothing is deleted anywhere. Raises LocalStoreProblem."""
        task = self._running.pop(watcher.pair.key, None)
        if task is not None:
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)
        self.watchers.remove(watcher)
        await self._store.remove(watcher.pair.key)
        self.events = [event for event in self.events if event.pair != watcher.pair.key]
        await asyncio.gather(*end_under(watcher), return_exceptions=True)
        watcher.deleteLater()
        self.changed.emit()

    async def pause_all(self, paused: bool) -> None:
        """All rest, or all go on. Raises LocalStoreProblem."""
        for watcher in self.watchers:
            await watcher.set_paused(paused)

    async def _begin(self) -> None:
        self.tasks.at_end(self._close)
        aside = await self._store.open()
        if aside is not None:
            tell(self.workspace.notifications, aside)
        self.events = await self._store.events()
        for pair in await self._store.pairs():
            self._made(pair)
        if self.watchers:
            self.changed.emit()

    async def _close(self) -> None:
        self._tell.stop()
        self._bell.end()
        for task in self._running.values():
            task.cancel()
        await asyncio.gather(*self._running.values(), return_exceptions=True)
        await self._store.close()

    def _made(self, pair: Pair) -> Watcher:
        watcher = Watcher(self.workspace, self._store, pair, self, self.settle)
        watcher.changed.connect(self._soon)
        watcher.logged.connect(self._logged)
        self.watchers.append(watcher)
        task = self.tasks.start(self._watch(watcher))
        if task is not None:
            self._running[pair.key] = task
        return watcher

    async def _watch(self, watcher: Watcher) -> None:
        try:
            await watcher.run()
        except LocalStoreProblem as problem:
            explanation = explain(problem, _("Watching a folder"))
            watcher.rest(f"{explanation.what} {explanation.now_what}")
            self.workspace.notifications.post(explanation.notice("files/watch"))

    def _soon(self) -> None:
        """Many files change together: it is told some times a second."""
        if not self._tell.isActive():
            self._tell.start()

    def _tell_now(self) -> None:
        self._bell.listen([path for watcher in self.watchers for path in watcher.folders])
        self.changed.emit()

    def _logged(self, events: list[Event]) -> None:
        self.events = [*reversed(events), *self.events][:MOST_EVENTS]
        self._soon()

    def _rang(self, folder: str) -> None:
        path = Path(folder)
        for watcher in self.watchers:
            if path == watcher.pair.root or watcher.pair.root in path.parents:
                watcher.poke()

    def _poke_all(self) -> None:
        for watcher in self.watchers:
            watcher.poke()
