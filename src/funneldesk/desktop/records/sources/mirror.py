"""All records of a part on this computer: shown at once, refreshed from the server, kept."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

from PySide6.QtCore import QObject, Signal

from funneldesk.contract.listing import Listing
from funneldesk.desktop.kit.tasks import TaskScope
from funneldesk.desktop.local.cache.records import CachedRow
from funneldesk.desktop.local.store import LocalStore
from funneldesk.desktop.records.rows import RecordRow

Reader = Callable[[int], Awaitable[Listing[RecordRow]]]
AT_ONCE = 4
"""Pages that are asked for at the same time."""


class Mirror(QObject):
    """Copy of a part's list. ``replaced``: any row may be another one now.

    ``page`` reads a page of the whole list, counted from 1. What was copied stays while a new
    list comes, and where that fails.
    """

    replaced = Signal()
    loading_changed = Signal(bool)
    failed = Signal(object)

    def __init__(
        self, store: LocalStore, part: str, page: Reader, row: Callable[[dict[str, Any]], RecordRow]
    ) -> None:
        super().__init__()
        self.rows: dict[str, RecordRow] = {}
        self.loaded = False
        self.is_loading = False
        self.error: BaseException | None = None
        self.unread: tuple[str, ...] = ()
        self.tasks = TaskScope(self)
        self._store = store
        self._part = part
        self._page = page
        self._row = row

    async def recall(self) -> None:
        """Take what was copied before."""
        rows: dict[str, RecordRow] = {}
        async for piece in self._store.slices(self._part):
            found = map(self._row, piece)
            rows |= {row.id: row for row in found if row.id}
        if rows and not self.loaded:
            self._take(rows, self.unread)

    def refresh(self) -> None:
        """Copy the list anew."""
        self.tasks.latest("refresh", self._refresh())

    async def _refresh(self) -> None:
        self._set_loading(True)
        try:
            await self._copy()
        except Exception as error:
            self.error = error
            self._set_loading(False)
            self.failed.emit(error)
        else:
            self._set_loading(False)

    async def _copy(self) -> None:
        rows: dict[str, RecordRow] = {}
        unread: tuple[str, ...] = ()
        incoming = self._store.incoming(self._part)
        page, more = 1, True
        while more:
            first = await self._page(page)
            pages = range(page + 1, min(page + AT_ONCE, (first.last_page or page) + 1))
            rest = await asyncio.gather(*(self._page(number) for number in pages))
            for listing in (first, *rest):
                fresh = [row for row in listing.rows if row.id and row.id not in rows]
                rows |= {row.id: row for row in fresh}
                unread += listing.unread
                await incoming.add([_kept(row) for row in fresh])
            page += 1 + len(rest)
            more = (rest[-1] if rest else first).has_more
        await incoming.finish()
        self.error = None
        self._take(rows, unread)

    def _take(self, rows: dict[str, RecordRow], unread: tuple[str, ...]) -> None:
        changed = not self.loaded or rows != self.rows or unread != self.unread
        self.loaded, self.unread = True, unread
        if changed:
            self.rows = rows
            self.replaced.emit()

    def _set_loading(self, on: bool) -> None:
        if on != self.is_loading:
            self.is_loading = on
            self.loading_changed.emit(on)


def _kept(row: RecordRow) -> CachedRow:
    return CachedRow(row.id, row.summary, search_text={"name": row.sought})
