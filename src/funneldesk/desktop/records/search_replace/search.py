"""A search over all records of a part: runs beside the window, tells each find at once."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import QObject, Signal

from funneldesk.desktop.kit.tasks import TaskScope
from funneldesk.desktop.kit.workers.handle import JobFailed, WorkerDied
from funneldesk.desktop.kit.workers.pool import WorkerPool
from funneldesk.desktop.kit.workers.process import Limits
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.records.search_replace.hits import Change, Snippet
from funneldesk.desktop.records.search_replace.query import Query

SECONDS_A_RECORD = 3.0
MOST_SLOW = 5
"""Records that took too long, before the search gives the pattern up."""


class TooSlowError(Exception):
    """A pattern needs more time for one record than it may have."""


@dataclass(frozen=True, slots=True)
class Found:
    """A record that matches: how often in each field, and the first hits for the eye; ``total``
    hits in all, shown or not."""

    id: str
    counts: Mapping[str, int]
    snippets: tuple[Snippet, ...]
    total: int


class RecordSearch(QObject):
    """``found`` carries a ``Found``; ``ended`` comes once per search that was not replaced by
    another. What is found belongs to ``query`` and ``fields``. ``looked`` of ``of`` records were
    looked at, ``slow`` are ids that took too long, ``problem`` is a sentence about a pattern that
    cannot be used.
    """

    found = Signal(object)
    began = Signal()
    progressed = Signal()
    ended = Signal()

    def __init__(
        self, owner: QObject, path: str, part: str, *, seconds: float = SECONDS_A_RECORD
    ) -> None:
        super().__init__(owner)
        self.query, self.fields = Query(""), tuple[str, ...]()
        self.looked = self.of = 0
        self.slow: list[str] = []
        self.problem = ""
        self.busy = False
        self._path, self._part, self._seconds = path, part, seconds
        self._tasks = TaskScope(self)
        self._scanner = WorkerPool(self, "search", Limits(), idle=0)
        self._replacer = WorkerPool(self, "replace", Limits(), idle=0)
        self._at = ""
        self._behind = self._round = 0

    def warm(self) -> None:
        """The user is about to search."""
        self._scanner.warm()

    def start(
        self, query: Query, fields: Sequence[str], only: Collection[str] | None = None
    ) -> None:
        """Search anew; what was on its way is dropped. An empty query finds nothing."""
        self.query, self.fields = query, tuple(fields)
        self._round += 1
        self.looked = self.of = self._behind = 0
        self.slow = []
        self.problem = self._at = ""
        self.busy = bool(query.text and fields)
        self.began.emit()
        if self.busy:
            self._tasks.latest("search", self._search(self._round, only))
        else:
            self.stop()

    def stop(self) -> None:
        """Leave it at what was found."""
        self._tasks.cancel("search")
        self.busy = False
        self.ended.emit()

    async def changes(
        self, query: Query, template: str, texts: Mapping[str, str]
    ) -> dict[str, list[Change]]:
        """What replacing does to the texts of one record, by field; fields without hits are left
        out. Raises TooSlowError, and JobFailed with a sentence for the user."""
        found: dict[str, list[Change]] = {}

        def take(item: dict[str, Any]) -> None:
            found.setdefault(item["field"], []).extend(Change(*each) for each in item["changes"])

        asked = {"texts": dict(texts), "query": query.body(), "template": template}
        try:
            await self._replacer.run("replacements", asked, take, seconds=self._seconds)
        except WorkerDied:
            raise TooSlowError from None
        return found

    async def _search(self, round_: int, only: Collection[str] | None) -> None:
        asked = {
            "path": self._path,
            "part": self._part,
            "query": self.query.body(),
            "fields": list(self.fields),
            "only": None if only is None else sorted(only),
        }

        def take(item: dict[str, Any]) -> None:
            if round_ == self._round:  # the one before may still have some at hand
                self._take(item)

        while True:
            try:
                await self._scanner.run(
                    "scan", {**asked, "behind": self._at}, take, seconds=self._seconds
                )
            except WorkerDied:
                if self._go_on_behind():
                    continue
            except JobFailed as failure:
                self.problem = str(failure)
            break
        self.busy = False
        self.ended.emit()

    def _go_on_behind(self) -> bool:
        """Whether the search is worth going on with, behind the record that took too long."""
        if not self._at:
            self.problem = _("The search stopped: its process ended. Search again.")
            return False
        self.slow.append(self._at)
        self._behind = self.looked = self.looked + 1
        if len(self.slow) < MOST_SLOW:
            return True
        self.problem = _(
            "The pattern takes too long on many pages, so the search stopped. Nested repeats such "
            "as (a+)+ do that: write a simpler one."
        )
        return False

    def _take(self, item: dict[str, Any]) -> None:
        if "at" in item:
            self._at = item["at"]
        elif "of" in item:
            self.of = self._behind + item["of"]
            self.progressed.emit()
        elif "looked" in item:
            self.looked = self._behind + item["looked"]
            self.progressed.emit()
        else:
            snippets = tuple(Snippet(**each) for each in item["snippets"])
            counts: dict[str, int] = item["counts"]
            self.found.emit(Found(item["id"], counts, snippets, sum(counts.values())))
