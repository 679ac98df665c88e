"""The problems of all pages of a brand: looked for beside the window, kept up as pages change."""

import asyncio
from typing import Any

from PySide6.QtCore import QObject, QTimer, Signal

from funneldesk.desktop.assets.references.page_links import Surroundings
from funneldesk.desktop.kit.tasks import TaskScope
from funneldesk.desktop.kit.workers.handle import JobFailed, WorkerDied
from funneldesk.desktop.kit.workers.pool import WorkerPool
from funneldesk.desktop.kit.workers.process import GENTLE
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.parts.pages.library.library import PART, PageLibrary
from funneldesk.desktop.parts.pages.problems.brand_rules import BrandProblem, problems_of
from funneldesk.desktop.sections.operations import optional
from funneldesk.desktop.workspace.workspace import Workspace

AT_ONCE = 25
"""Pages whose references are held against the brand before the window has its turn."""
TELL_EVERY_MS = 250
ROWS_AT_ONCE = 2000
RANK = {"published": 3, "imported": 2, "draft": 1}


class BrandProblems(QObject):
    """``updated`` when ``found`` changed: problems by page, in no order of the pages.

    ``looked`` of ``of`` pages were looked at; ``failure`` is a sentence when that broke off, and
    ``unlisted`` one about what of the brand could not be read.
    """

    updated = Signal()
    progressed = Signal()

    def __init__(self, owner: QObject, workspace: Workspace, library: PageLibrary) -> None:
        super().__init__(owner)
        self.workspace = workspace
        self.library = library
        self.found: dict[str, list[BrandProblem]] = {}
        self.looked = self.missing = self.of = 0
        self.failure = self.unlisted = ""
        self._is_looking = self._is_reading = False
        self._looks: dict[str, Any] = {}
        self._marks: dict[str, str] = {}
        self._around = self._now = Surroundings(str(workspace.connection.brand))
        self._update_timer = QTimer(self, singleShot=True, interval=TELL_EVERY_MS)
        self._update_timer.timeout.connect(self.updated)
        self._tasks = TaskScope(self)
        self._workers = WorkerPool(self, "page problems", GENTLE)

    @property
    def busy(self) -> bool:
        """Whether there is more to come."""
        return self._is_looking or self._is_reading

    @property
    def whole(self) -> int:
        """How many pages were looked at."""
        return max(0, self.looked - self.missing)

    def refresh(self, pause: float = 0.0) -> None:
        """Look at what changed; pages that did not are not looked at again."""
        self._tasks.debounce("look", pause, self._look)

    def read_surroundings(self) -> None:
        """Ask the platform anew for files and domains, then look."""
        self._tasks.latest("around", self._surround())
        self.refresh()

    def stop(self) -> None:
        """Nobody watches."""
        for name in ("look", "around"):
            self._tasks.cancel(name)
        self._is_looking = self._is_reading = False

    async def _look(self) -> None:
        self._is_looking = True
        self.looked = self.missing = 0
        self.failure = ""
        self.progressed.emit()
        try:
            self._now = await self.surroundings()
            path = str(self.workspace.store.path)
            asked = {"path": path, "part": PART, "known": self._marks}
            await self._workers.run("look_at_pages", asked, self._take)
        except (WorkerDied, JobFailed) as problem:
            self.failure = (
                _("Looking at the pages broke off. {problem}").format(problem=problem).strip()
            )
        finally:
            self._is_looking = False
        await self._judge()

    async def _surround(self) -> None:
        """Files and domains come beside the looking, which does not wait for a platform."""
        self._is_reading = True
        try:
            await self._read_around()
        finally:
            self._is_reading = False
        await self._judge()

    def _take(self, item: dict[str, Any]) -> None:
        if "id" in item:
            page_id = item["id"]
            self._looks[page_id], self._marks[page_id] = item["look"], item["mark"]
            self.found[page_id] = problems_of(page_id, item["look"], self._now)
            if not self._update_timer.isActive():
                self._update_timer.start()
            return
        self.of = item.get("of", self.of)
        self.looked = item.get("looked", self.looked)
        self.missing = item.get("missing", self.missing)
        self.progressed.emit()

    async def _judge(self) -> None:
        """Hold what was noted against the brand, in slices."""
        around = self._now = await self.surroundings()
        found: dict[str, list[BrandProblem]] = {}
        for place, (page_id, look) in enumerate(list(self._looks.items())):
            if page_id in self.library.rows:
                found[page_id] = problems_of(page_id, look, around)
            if place % AT_ONCE == AT_ONCE - 1:
                await asyncio.sleep(0)
        self.found = found
        self.updated.emit()

    async def surroundings(self) -> Surroundings:
        """The brand as it is known now, with the pages of the list."""
        around = self._around
        statuses: dict[str, str] = {}
        for place, row in enumerate(list(self.library.rows.values())):
            if place % ROWS_AT_ONCE == ROWS_AT_ONCE - 1:
                await asyncio.sleep(0)
            known = statuses.get(row.slug)
            if known is None or RANK.get(row.status, 0) > RANK.get(known, 0):
                statuses[row.slug] = row.status
        return Surroundings(
            around.brand, around.files, statuses, around.hosts, self.workspace.visitor_base
        )

    async def _read_around(self) -> None:
        brand = str(self.workspace.connection.brand)
        files: frozenset[str] | None = None
        hosts: frozenset[str] = frozenset()
        unread: list[str] = []
        with optional() as asked:
            entries = await self.workspace.run(lambda api: api.files.list())
            files = frozenset(e.browse_path.strip("/") for e in entries if not e.is_directory)
        if asked.failed:
            unread.append("files")
        with optional() as asked:
            listed = await self.workspace.run(lambda api: api.domains.list_all())
            hosts = frozenset(domain.domain.lower() for domain in listed.rows if domain.domain)
        if asked.failed:
            unread.append("domains")
        names = " and ".join(unread)
        self.unlisted = (
            _(
                "The brand's {names} could not be read, so references to them are not checked."
            ).format(names=names)
            if unread
            else ""
        )
        self._around = Surroundings(brand, files, {}, hosts)
