"""Rows of a list that is on this computer: narrowed and ordered at once, offline too."""

from collections.abc import AsyncIterator, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import Any

from PySide6.QtCore import QObject, Signal

from funneldesk.client.errors import ApiError
from funneldesk.desktop.kit.lists.local_rows import LocalRows
from funneldesk.desktop.kit.table.view import TableView
from funneldesk.desktop.kit.tasks import TaskScope
from funneldesk.desktop.records.library.library import RecordLibrary
from funneldesk.desktop.records.query import FilterSpec, GroupSpec, Query, SortSpec
from funneldesk.desktop.records.rows import SummaryRow


class MirroredRows(QObject):
    """Shows the rows of a library in a table, as ``RecordSource`` says."""

    shown = Signal()
    loading_changed = Signal(bool)
    failed = Signal(object)

    def __init__(
        self,
        view: TableView,
        rows: dict[str, SummaryRow],
        library: RecordLibrary[SummaryRow],
        filters: Sequence[FilterSpec[SummaryRow]],
        sorts: Sequence[SortSpec[SummaryRow]],
        groups: Mapping[str, GroupSpec[SummaryRow]] = MappingProxyType({}),
    ) -> None:
        """``rows`` are those that the view asks for what it shows; they are kept here."""
        super().__init__()
        self.error: BaseException | None = None
        self.is_loading = False
        self.library = library
        self.query = Query()
        self.snippets: Mapping[str, str] = {}
        self.extra: Mapping[str, Any] = {}
        self._view = view
        self._rows = rows
        self._filters = tuple(filters)
        self._sorts = tuple(sorts)
        self._groups = groups
        self._local: LocalRows[SummaryRow] = LocalRows(view, lambda: self._rows)
        self._local.shown.connect(self.shown)
        self._tasks = TaskScope(self)
        library.replaced.connect(self._take)
        library.row_changed.connect(self._take_one)
        library.updated.connect(self.shown)
        self._take()

    @property
    def count(self) -> int:
        return self._local.count

    @property
    def total(self) -> int | None:
        return self._local.count if self._local.settled else None

    @property
    def has_answer(self) -> bool:
        return self.library.loaded

    @property
    def unread(self) -> tuple[str, ...]:
        return self.library.unread

    def ask(self, query: Query) -> None:
        """Show another query."""
        if replace(query, text="") != replace(self.query, text=""):
            self.query = query
            group = self._groups.get(query.group)
            self._local.order(query.rule(self._filters, self._sorts, group=group))
        self.query = query
        self.snippets = {}
        self._local.narrow(query.text)
        if query.text and self.library.kind.texts is not None:
            self._tasks.latest("texts", self._look_into_texts(query.text))
        else:
            self._tasks.cancel("texts")

    async def _look_into_texts(self, text: str) -> None:
        """What only the whole records say (the messages of a ticket) comes after the rows."""
        hits = await self.library.hits_with(text)
        shown = self.library.kind.copy.searched
        self.snippets = {hit.id: hit.snippet for hit in hits if hit.field not in shown}
        self._local.narrow(text, frozenset(hit.id for hit in hits))
        self._view.rows.tell_changed()

    def refresh(self) -> None:
        """Copy the list anew."""
        self._tasks.latest("refresh", self._refresh())

    def retry(self) -> None:
        """As ``refresh``."""
        self.refresh()

    async def every(self) -> AsyncIterator[SummaryRow]:
        """All rows of the query: they are here."""
        for record_id in tuple(self._local.ids):
            if record_id in self._rows:
                yield self._rows[record_id]

    def end(self) -> None:
        """Leave the view to others; the copy goes on."""
        self._tasks.end()
        self._local.end()
        self.library.replaced.disconnect(self._take)
        self.library.row_changed.disconnect(self._take_one)
        self.library.updated.disconnect(self.shown)

    async def _refresh(self) -> None:
        self._set_loading(True)
        try:
            await self.library.refresh()
        except ApiError as error:
            self.error = error
            self._set_loading(False)
            self.failed.emit(error)
        else:
            self.error = None
            self._set_loading(False)

    def _set_loading(self, on: bool) -> None:
        self.is_loading = on
        self.loading_changed.emit(on)

    def _take(self) -> None:
        self._rows.clear()
        self._rows.update(self.library.rows)
        self._local.take_all()

    def _take_one(self, record_id: str) -> None:
        row = self.library.rows.get(record_id)
        if row is None:
            self._rows.pop(record_id, None)
        else:
            self._rows[record_id] = row
        self._local.take(record_id)
