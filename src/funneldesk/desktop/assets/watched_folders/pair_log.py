"""Records of the files of one pair: stored on this computer with every step, and logged."""

from collections.abc import Iterable, Sequence

from PySide6.QtCore import QObject, Signal

from funneldesk.desktop.assets.upload_review.inspection.facts import clean
from funneldesk.desktop.local.transfers.watched import Event, Pair, Watched, WatchStore


class PairBook(QObject):
    """``files`` by their places. ``changed`` when they are other ones; ``logged`` with new
    events. Its methods raise LocalStoreProblem."""

    changed = Signal()
    logged = Signal(list)

    def __init__(self, store: WatchStore, pair: Pair, parent: QObject) -> None:
        super().__init__(parent)
        self.pair = pair
        self.files: dict[str, Watched] = {}
        self._store = store

    async def open(self) -> None:
        """Take up what an earlier run kept."""
        self.files = await self._store.files(self.pair.key)

    async def keep(self, files: Sequence[Watched], events: Sequence[Event]) -> None:
        """Store the state of files and the events about it, in one step."""
        if not files and not events:
            return
        told = await self._store.put(self.pair.key, files, events)
        for file in files:
            self.files[file.place] = file
        if told:
            self.logged.emit(list(told))
        self.changed.emit()

    async def drop(self, places: Iterable[str]) -> None:
        """Forget files."""
        gone = list(places)
        if gone:
            await self._store.drop(self.pair.key, gone)
            for place in gone:
                self.files.pop(place, None)

    def line(self, kind: str, place: str, words: str) -> Event:
        """A line for the log."""
        return Event(self.pair.key, kind, shown(place), words)


def shown(place: str) -> str:
    """A place as clean text."""
    return clean(place)
