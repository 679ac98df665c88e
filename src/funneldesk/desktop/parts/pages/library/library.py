"""The brand's pages on this computer: shown at once, refreshed, and filled in the background."""

import asyncio
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, Signal

from funneldesk.desktop.assets.copies.brand_copies import BrandCopies
from funneldesk.desktop.assets.copies.filling import fill
from funneldesk.desktop.assets.copies.pages import cached_row, count_tests, keep_page
from funneldesk.desktop.kit.tasks import TaskScope, in_thread
from funneldesk.desktop.local.cache.incoming import IncomingList
from funneldesk.desktop.local.cache.records import CachedRow, Coverage
from funneldesk.desktop.parts.pages.edit.draft import PAGES
from funneldesk.desktop.parts.pages.list.rows import PageRow
from funneldesk.desktop.records.history.versions import keep_before_it_goes
from funneldesk.desktop.workspace.workspace import Workspace

if TYPE_CHECKING:
    from funneldesk.client import Api
    from funneldesk.contract.pages import PageSummary

PART = "pages"
USER_WORKS = 1.5
LISTED_AT_ONCE = 100
HEAD = "pages.head"
HEAD_ROWS, HEAD_PAUSE = 100, 1.0
REST_PAUSE = 0.2
"""Seconds in which the first rows are drawn before the others are read."""
LONG = 2_000
"""Rows from which the first ones are kept apart."""


class PageLibrary(QObject):
    """Holds the rows of the list. ``updated`` tells that some changed: before it, ``row_changed``
    names the one, or ``replaced`` says that it may be any."""

    updated = Signal()
    row_changed = Signal(str)
    replaced = Signal()
    covered = Signal()

    def __init__(self, workspace: Workspace, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.workspace = workspace
        self.rows: dict[str, PageRow] = {}
        self.loaded = False
        self.tasks = TaskScope(self)
        self._user_acted = 0.0
        self._announced = 0
        self._head: list[str] = []
        self._rest: asyncio.Task[None] | None = None

    @property
    def total(self) -> int:
        """How many pages there are, those included that are still on their way from the disk."""
        return max(len(self.rows), self._announced)

    async def show_local(self) -> None:
        """Take the list from the local copy: of a long one what was seen last, the rest after."""
        if self.loaded:
            return
        store = self.workspace.store
        head = await store.value(HEAD)
        if not head:
            await self._read_all(())
            return
        shown = [PageRow.of(summary) for summary in head["rows"]]
        self.rows |= {row.id: row for row in shown}
        self._announced = int(head["total"])
        self.loaded = True
        self._tell()
        self._rest = self.tasks.start(self._read_all(tuple(row.id for row in shown)))

    async def _read_all(self, guessed: Sequence[str]) -> None:
        """Read the list in slices; rows ``guessed`` from the last time that are gone leave."""
        store = self.workspace.store
        if guessed:
            await asyncio.sleep(REST_PAUSE)
        unsaved = {draft.id: draft for draft in await store.drafts(PART)}
        for page_id in guessed:
            self.rows[page_id].unsaved = page_id in unsaved
        gone = set(guessed)
        async for piece in store.slices(PART):
            for summary in piece:
                page_id = str(summary["id"])
                gone.discard(page_id)
                if page_id not in self.rows:
                    self.rows[page_id] = row = PageRow.of(summary)
                    row.unsaved = page_id in unsaved
        for page_id in gone:
            self.rows.pop(page_id, None)
        for draft in unsaved.values():
            if draft.is_new:
                self.put_unsaved_new(draft.id, draft.content)
            elif draft.id not in self.rows and draft.base.get("id") is not None:
                self.rows[draft.id] = row = PageRow.of(draft.base)
                row.unsaved = True
        self._announced = 0
        if self.rows:
            self.loaded = True
            self._tell()

    async def refresh(self) -> None:
        """Take the list from the platform and keep it. Raises ``ApiError``."""
        if self._rest is not None:
            await asyncio.shield(self._rest)
            self._rest = None
        listed = _Listed(self.rows, self.workspace.store.incoming(PART))

        async def read(api: "Api") -> None:
            await listed.clear()
            async for pages in api.pages.slices():
                await listed.take(pages)

        await self.workspace.run(read)
        # Unsaved work stays in reach, also on a page that somebody else deleted meanwhile.
        rows = {k: row for k, row in self.rows.items() if row.unsaved} | listed.rows
        changed = listed.changed or not self.loaded or len(rows) != len(self.rows)
        self.rows = rows
        self.loaded = True
        if changed:
            self.replaced.emit()
        self.updated.emit()
        await listed.incoming.finish()
        await self.workspace.shared(BrandCopies).leave(PART)
        self.tasks.latest("fill", self._fill())

    def remember_head(self, ids: Sequence[str]) -> None:
        """Keep the first rows of a long list as it is shown, so that they are there at once at
        the next start."""
        head = list(ids[:HEAD_ROWS]) if len(ids) > LONG else []
        if self._announced or not (head or self._head):
            return
        self._head = head
        self.tasks.debounce("head", HEAD_PAUSE, self._keep_head)

    async def _keep_head(self) -> None:
        rows = [row.summary() for page_id in self._head if (row := self.rows.get(page_id))]
        head = {"total": self.total, "rows": rows} if rows else None
        await self.workspace.store.put_value(HEAD, head)

    def _tell(self, page_id: str = "") -> None:
        if page_id:
            self.row_changed.emit(page_id)
        else:
            self.replaced.emit()
        self.updated.emit()

    async def record(self, page_id: str) -> dict[str, Any] | None:
        """A page from the local copy, whole; None when it is not here."""
        kept = await self.workspace.store.record(PART, page_id)
        return kept.body if kept is not None else None

    async def fetch(self, page_id: str) -> dict[str, Any]:
        """A page from the platform, whole, kept in the local copy. Raises ``ApiError``."""
        page = await self.workspace.run(lambda api: api.pages.get(int(page_id)))
        body = page.model_dump(mode="json")
        await self.keep(body)
        return body

    async def keep(self, body: Mapping[str, Any]) -> None:
        """Keep a page that was just read or written, and show it in the list."""
        tests = await in_thread(count_tests, str(body.get("html") or ""))
        row = PageRow.of(body)
        row.tests = tests
        known = self.rows.get(row.id)
        row.unsaved = known.unsaved if known is not None else False
        self.rows[row.id] = row
        await keep_page(self.workspace.store, body, tests)
        if row != known:
            self._tell(row.id)

    async def forget(self, page_id: str) -> None:
        """A page is gone."""
        self.rows.pop(page_id, None)
        await keep_before_it_goes(self.workspace.store, PAGES, page_id)
        await self.workspace.store.forget(PART, page_id)
        await self.workspace.store.drop_draft(PART, page_id)
        self._tell(page_id)

    def mark_unsaved(self, page_id: str, unsaved: bool) -> None:
        """Show or hide the dot of unsaved work."""
        row = self.rows.get(page_id)
        if row is not None and row.unsaved != unsaved:
            row.unsaved = unsaved
            self._tell(page_id)

    def put_unsaved_new(self, draft_id: str, content: Mapping[str, Any]) -> None:
        """Show a page that exists only on this computer so far."""
        fields = content.get("fields", content)
        row = PageRow.of(
            {
                "id": draft_id,
                "name": fields.get("title") or "New page",
                "slug": fields.get("slug") or "",
                "status": "draft",
            }
        )
        row.unsaved = True
        self.rows[draft_id] = row
        self._tell(draft_id)

    def drop_unsaved_new(self, draft_id: str) -> None:
        """Such a page was created on the platform, or thrown away."""
        if self.rows.pop(draft_id, None) is not None:
            self._tell(draft_id)

    async def ids_with(self, text: str) -> frozenset[str]:
        """Pages whose cached sources hold the text."""
        hits = await self.workspace.store.search(PART, text, limit=5000)
        return frozenset(hit.id for hit in hits)

    async def coverage(self) -> Coverage:
        """How many pages are here whole."""
        return await self.workspace.store.coverage(PART)

    def user_acted(self) -> None:
        """The user does something: the background fill waits a moment."""
        self._user_acted = asyncio.get_event_loop().time()

    async def _fill(self) -> None:
        """Fetch whole pages one by one, newest first, while nothing better is to do."""
        await fill(self.workspace, PART, self.fetch, self._quiet, self.covered.emit)

    async def _quiet(self) -> None:
        loop = asyncio.get_running_loop()
        rest = self._user_acted + USER_WORKS - loop.time()
        if rest > 0:
            await asyncio.sleep(rest)


class _Listed:
    """What the platform lists, taken piece by piece beside the rows that are known."""

    def __init__(self, known: Mapping[str, PageRow], incoming: IncomingList) -> None:
        self.known = known
        self.incoming = incoming
        self.rows: dict[str, PageRow] = {}
        self.changed = False

    async def clear(self) -> None:
        """Begin anew."""
        self.rows.clear()
        self.changed = False
        await self.incoming.clear()

    async def take(self, pages: Sequence["PageSummary"]) -> None:
        """Take some more; the window turns in between."""
        for start in range(0, len(pages), LISTED_AT_ONCE):
            piece = [self._take(page) for page in pages[start : start + LISTED_AT_ONCE]]
            await self.incoming.add(piece)

    def _take(self, page: "PageSummary") -> CachedRow:
        summary = page.model_dump(mode="json")
        row = PageRow.of(summary)
        known = self.known.get(row.id)
        if known is not None:
            row.unsaved = known.unsaved
            row.tests = known.tests if known.updated_at == row.updated_at else None
        if known == row:
            row = known
        else:
            self.changed = True
        summary["tests"] = row.tests
        self.rows[row.id] = row
        return cached_row(summary)
