"""The list as news come in: in place, without leading anybody away from where they are."""

import time
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject

from funneldesk.contract.tickets import STATUSES
from funneldesk.desktop.parts.tickets.news import TicketNews
from funneldesk.desktop.records.query import Query
from funneldesk.desktop.records.sources.mirrored import MirroredRows
from funneldesk.desktop.records.sources.paged import PagedRows
from funneldesk.desktop.records.views.view_counts import count_views

if TYPE_CHECKING:
    from funneldesk.desktop.records.panel import RecordsPanel

REREAD_SECONDS = 60.0
"""A whole list is read anew at most so often."""


class Arrivals(QObject):
    """Shows in a panel what ``TicketNews`` brings. Where the counts tell that more has changed
    than the newest rows, the whole list is read."""

    def __init__(self, panel: "RecordsPanel") -> None:
        super().__init__(panel)
        self._panel = panel
        self._reread = 0.0
        news = panel.workspace.shared(TicketNews)
        news.came.connect(lambda rows, counts: panel.tasks.start(self._take(rows, counts)))
        news.back.connect(lambda code: panel.tasks.start(self._unread(code)))

    async def _take(self, rows: Sequence[Mapping[str, Any]], counts: Mapping[str, int]) -> None:
        source = self._panel.source
        shown = self._panel.list.source
        if shown is None or not shown.has_answer:
            return
        changed = counts != source.counts
        await source.take(rows)
        source.take_counts(counts)
        if await self._is_behind(counts, changed):
            self._reread = time.monotonic() + REREAD_SECONDS
            self._panel.refresh()

    async def _unread(self, code: str) -> None:
        row = self._panel.source.library.rows.get(code) or self._panel.list.rows.get(code)
        if row is not None:
            await self._panel.source.keep({**row.summary, "read": False})

    async def _is_behind(self, counts: Mapping[str, int], changed: bool) -> bool:
        """Whether more has changed than was told."""
        shown = self._panel.list.source
        if shown is None or shown.is_loading or time.monotonic() < self._reread:
            return False
        if isinstance(shown, PagedRows):
            return changed and shown.is_short
        if not isinstance(shown, MirroredRows):
            return False
        queries = {name: Query(choices={"status": name}) for name in STATUSES}
        filters, rows = self._panel.declared.filters, self._panel.source.library.rows
        here = await count_views(rows, queries, filters)
        return any(here[name] != counts[name] for name in STATUSES)
