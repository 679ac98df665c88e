"""Index of uses of the brand's files and components, kept up to date as records change."""

import asyncio
import sqlite3
import time
from collections.abc import Callable, Iterable
from functools import partial
from typing import Any, TypeVar

from PySide6.QtCore import QObject, Signal

from funneldesk.desktop.assets.copies.brand_copies import PARTS, BrandCopies
from funneldesk.desktop.assets.copies.sources import STYLES
from funneldesk.desktop.assets.references import reference_cache
from funneldesk.desktop.assets.references.use import Covered, Use, covered_words
from funneldesk.desktop.kit.tasks import TaskScope, in_thread
from funneldesk.desktop.kit.workers.handle import JobFailed, WorkerDied
from funneldesk.desktop.kit.workers.pool import WorkerPool
from funneldesk.desktop.kit.workers.process import GENTLE
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.local.user_data.drafts import SavedDraft
from funneldesk.desktop.workspace.workspace import ONLINE, Change, Workspace

T = TypeVar("T")
AFTER_CHANGES = 0.6
LIST_PAUSE = 2.0
"""Seconds in which many changes, of an upload for one, are taken together."""
OLD_AFTER = 4.0
"""Seconds for which what was found is shown without another look at what changed."""
LOOK_WAIT = 20.0
IDLE_SECONDS = 30.0
STILL_LOOKING = _("Still looking")


class ReferenceIndex(QObject):
    """One for all sections of a brand (``workspace.shared(ReferenceIndex)``).

    ``updated`` when an answer may be another one now. Paths are relative to the assets folder.
    ``failure`` is a sentence when looking broke off. ``unsaved`` are the records, as (part, id),
    that had unsaved work on this computer at the last look.
    """

    updated = Signal()

    def __init__(self, workspace: Workspace, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.workspace = workspace
        self.covered: tuple[Covered, ...] = ()
        self.failure = ""
        self.unsaved: frozenset[tuple[str, str]] = frozenset()
        self.tasks = TaskScope(self)
        self._copies = workspace.shared(BrandCopies)
        self._workers = WorkerPool(self, "references", GENTLE, idle=IDLE_SECONDS)
        self._sent: dict[str, str] = {}
        self._looked_at = 0.0
        self._turn = asyncio.Lock()
        self._begun = False
        self._copies.filled.connect(lambda _: self.refresh(AFTER_CHANGES))
        workspace.changed.connect(self._changed)
        workspace.connection_changed.connect(self._connection_changed)

    @property
    def is_whole(self) -> bool:
        """Whether all of the brand was looked at."""
        return bool(self.covered) and all(part.is_whole for part in self.covered)

    @property
    def covered_words(self) -> str:
        """Share of the brand that is known ("214 of 300 pages known so far"); empty for all."""
        return covered_words(self.covered) if self.covered else STILL_LOOKING

    def begin(self) -> None:
        """Have all of the brand read and looked at, in the background; once is enough."""
        if not self._begun:
            self._begun = True
            self._copies.refresh()
            self.refresh()

    def refresh(self, pause: float = 0.0) -> None:
        """Look at what changed, in a worker process."""
        if pause:
            self.tasks.steadily("look", pause, self._look)
        else:
            self.tasks.start(self._look())

    def read_again(self) -> None:
        """Read the brand's lists anew, then look."""
        self._begun = True
        self._copies.refresh()
        self.refresh()

    async def fresh(self) -> None:
        """Wait until what is on this computer was looked at; before an answer that matters."""
        self.begin()
        await self._look()

    async def uses(self, path: str) -> list[Use]:
        """Uses of a file, pages first."""
        return (await self.uses_of([path])).get(path, [])

    async def uses_of(self, paths: Iterable[str]) -> dict[str, list[Use]]:
        """Uses of some files, or of what lies in some folders; those that nobody uses are left
        out."""
        return await self._ask(reference_cache.uses_of, list(paths), otherwise={})

    async def component_uses(self, code: str = "") -> dict[str, list[Use]]:
        """Uses of a component, or of every one that is used, by code; pages first."""
        return await self._ask(reference_cache.component_uses, code, otherwise={})

    async def counts(self) -> dict[str, int]:
        """Number of records by each path that any record refers to."""
        return await self._ask(reference_cache.counts, otherwise={})

    async def guesses(self) -> list[tuple[str, Use]]:
        """Beginnings of paths that templates and scripts make, and the records that do it."""
        return await self._ask(reference_cache.guesses, otherwise=[])

    async def named(self) -> list[tuple[str, str, int, Use]]:
        """Every reference: path, base ("" for a bare path), place in the field, and who refers."""
        return await self._ask(reference_cache.named, otherwise=[])

    async def _ask(self, query: Callable[..., T], *arguments: Any, otherwise: T) -> T:
        self.begin()
        if time.monotonic() - self._looked_at > OLD_AFTER:
            self.refresh(AFTER_CHANGES)
        try:
            return await in_thread(query, str(self.workspace.store.path), *arguments)
        except sqlite3.Error as error:
            self.failure = _("What was found could not be read: {error}.").format(error=error)
            return otherwise

    def _changed(self, change: Change) -> None:
        if not self._begun:
            return
        part = STYLES if change.part == "files" else change.part
        if part in PARTS:
            self.tasks.steadily(part, LIST_PAUSE, partial(self._read_list, part))
            self.refresh(AFTER_CHANGES)

    async def _read_list(self, part: str) -> None:
        self._copies.refresh(part)

    def _connection_changed(self) -> None:
        if self._begun and self.workspace.connection_state == ONLINE and not self.is_whole:
            self._copies.refresh()

    async def _look(self) -> None:
        async with self._turn:
            before = self.covered, self.unsaved
            told: list[dict[str, Any]] = []
            drafts = await self.workspace.store.drafts()
            self.unsaved = frozenset((draft.part, draft.id) for draft in drafts)
            asked = await in_thread(self._asking, drafts)
            try:
                async with asyncio.timeout(LOOK_WAIT * 30):
                    await self._workers.run("look_for_references", asked, told.append)
            except (WorkerDied, JobFailed, TimeoutError) as problem:
                self._sent.clear()
                self.failure = (
                    _("Looking for uses broke off. {problem}").format(problem=problem).strip()
                )
                self.updated.emit()
                return
            self._looked_at = time.monotonic()
            had_failed, self.failure = self.failure, ""
            self._sent = {f"{d.part} {d.id}": d.saved_at.isoformat() for d in drafts}
            await self._cover(told[-1]["known"])
            if told[-1]["changed"] or before != (self.covered, self.unsaved) or had_failed:
                self.updated.emit()

    async def _cover(self, known: dict[str, list[int]]) -> None:
        listed = await self._copies.listed()
        self.covered = tuple(
            Covered(part, known[part][0], known[part][1], part in listed) for part in PARTS
        )

    def _asking(self, drafts: list[SavedDraft]) -> dict[str, Any]:
        """The job's arguments: drafts that it has seen are only named."""
        sent, named = [], []
        for draft in drafts:
            name, mark = f"{draft.part} {draft.id}", draft.saved_at.isoformat()
            if self._sent.get(name) == mark:
                named.append(name)
                continue
            fields = draft.content.get("fields", draft.content)
            title = fields.get("title") or draft.base.get("name") or _("Without a name")
            sent.append(
                {"part": draft.part, "id": draft.id, "mark": mark}
                | {"title": str(title), "fields": fields}
            )
        return {
            "path": str(self.workspace.store.path),
            "brand": self.workspace.connection.brand,
            "parts": list(PARTS),
            "drafts": sent,
            "known_drafts": named,
        }
