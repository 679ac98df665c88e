"""A transfer as the tray shows it, with the result of each of its files."""

import asyncio
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from funneldesk.desktop.assets.transfers.connection.meter import Meter
from funneldesk.desktop.assets.transfers.result import TROUBLE, ItemResult, Moving, TransferItem
from funneldesk.desktop.kit.jobs.job import Job, JobItem
from funneldesk.desktop.kit.sizes import size_words
from funneldesk.desktop.local.texts import _

if TYPE_CHECKING:
    from PySide6.QtCore import QObject


class TransferJob(Job):
    """``kind`` names its runner, ``lane`` with which jobs it takes turns, ``key`` its place in the
    store. ``items`` are there once it is ``loaded``: a job that ended in an earlier run reads them
    by ``await load()``, and tells its counts without them. ``judged_at`` is when the user decided
    about it, by ``time.monotonic``, None when that was in an earlier run.

    ``moving`` are the files under way right now. ``pausing`` and ``stopping`` are what the user
    wants of it; its runner heeds them.
    """

    def __init__(
        self,
        title: str,
        *,
        kind: str,
        lane: str,
        key: int,
        made_at: str = "",
        icon: str = "upload",
        brand: str = "",
        parent: "QObject | None" = None,
    ) -> None:
        super().__init__(title, icon=icon, brand=brand, parent=parent)
        self.kind = kind
        self.lane = lane
        self.key = key
        self.made_at = made_at
        self.items: list[TransferItem] = []
        self.about: dict[str, Any] = {}
        self.counts: dict[str, int] = {}
        self.loaded = False
        self.judged_at: float | None = None
        self.pausing = False
        self.stopping = False
        self.moving: list[Moving] = []
        self.meter = Meter()
        self.loader: Callable[[TransferJob], Any] | None = None
        self.undoer: Callable[[TransferJob], Any] | None = None
        self.forgetter: Callable[[TransferJob], Any] | None = None
        self._over = asyncio.Event()
        self._wake = asyncio.Event()
        self._ended_bytes = 0
        self.goes_on = True

    def under_way(self) -> Sequence[JobItem]:
        """The files that move right now."""
        return [
            JobItem(
                one.shown,
                min(1.0, one.moved / one.size) if one.size else 1.0,
                _("{moved} of {size}").format(
                    moved=size_words(one.moved), size=size_words(one.size)
                ),
            )
            for one in self.moving
        ]

    def results(self) -> Sequence[ItemResult]:
        """Result of each chosen file, in order, those left out too."""
        return [item.result for item in self.items]

    async def load(self) -> None:
        """Read the items of a job of an earlier run. Raises LocalStoreProblem."""
        if not self.loaded and self.loader is not None:
            await self.loader(self)

    async def finished(self) -> None:
        """Wait until the job has ended."""
        await self._over.wait()

    async def undo(self) -> Sequence[ItemResult]:
        """Delete from the server what this job added; files that it replaced stay, and so does
        what somebody else changed since. Gives the results of the files that it was about, each
        with a sentence. Raises ``ApiError`` when the server cannot be asked."""
        if self.undoer is None:
            return ()
        await self.load()
        done: Sequence[ItemResult] = await self.undoer(self)
        return done

    async def forget(self) -> None:
        """Drop an ended job from this computer: the user put it away."""
        if self.state == "ended" and self.forgetter is not None:
            await self.forgetter(self)

    def count(self) -> None:
        """Count the items anew, and their bytes."""
        counts: dict[str, int] = {}
        whole = over = 0
        for item in self.items:
            state = item.result.state
            counts[state] = counts.get(state, 0) + 1
            if state != "left_out":
                whole += item.result.size
                over += item.result.size if item.is_ended else 0
        self.counts = counts
        self.show_counts()
        self.bytes_total = whole
        self._ended_bytes = over
        self.show_bytes()

    def show_counts(self) -> None:
        """Set what the tray shows from ``counts``."""
        total = sum(self.counts.values()) - self.counts.get("left_out", 0)
        self.total = total
        self.done = total - self.counts.get("waiting", 0)
        self.trouble = sum(self.counts.get(state, 0) for state in TROUBLE)

    def put(self, item: TransferItem, result: ItemResult) -> None:
        """An item stands otherwise now."""
        before = item.result
        if before.state != "left_out":
            ended = before.size if item.is_ended else 0
            self.bytes_total = (self.bytes_total or 0) + result.size - before.size
            item.result = result
            self._ended_bytes += (result.size if item.is_ended else 0) - ended
        item.result = result
        if before.state != result.state:
            self.counts[before.state] = self.counts.get(before.state, 0) - 1
            self.counts[result.state] = self.counts.get(result.state, 0) + 1
            self.show_counts()

    def show_bytes(self) -> None:
        """Set bytes and speed from what is under way."""
        under_way = sum(min(one.moved, one.size) for one in self.moving)
        self.bytes_done = min(self._ended_bytes + under_way, self.bytes_total or 0)
        self.speed = self.meter.speed(self.bytes_done) if self.state == "running" else None

    def wake(self) -> None:
        """Whoever waits for a change of what the user wants goes on."""
        self._wake.set()

    async def woken(self, seconds: float | None = None) -> None:
        """Wait for ``wake``, at most so long; one that came before anybody waited counts."""
        try:
            async with asyncio.timeout(seconds):
                await self._wake.wait()
        except TimeoutError:
            return
        self._wake.clear()

    def end(self) -> None:
        """The work is over."""
        self.moving = []
        self.doing = ""
        self.show_bytes()
        super().end()
        self._over.set()

    def begin_again(self) -> None:
        """It waits for its turn once more."""
        self._over.clear()
        self.pausing = self.stopping = False
        self.again()
