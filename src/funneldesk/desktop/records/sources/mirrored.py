"""Rows of a list that is on this computer: narrowed and ordered at once, offline too."""

from collections.abc import AsyncIterator, Callable, Sequence
from typing import Any

from PySide6.QtCore import QObject, Signal

from funneldesk.desktop.kit.lists.local_order import Rule
from funneldesk.desktop.kit.lists.local_rows import LocalRows
from funneldesk.desktop.kit.table.view import TableView
from funneldesk.desktop.records.query import FilterSpec, Query, SortSpec
from funneldesk.desktop.records.rows import RecordRow
from funneldesk.desktop.records.sources.mirror import Mirror


class MirroredRows(QObject):
    """Shows the rows of a ``Mirror`` in a table, as ``RecordSource`` says."""

    shown = Signal()
    loading_changed = Signal(bool)
    failed = Signal(object)

    def __init__(
        self,
        view: TableView,
        rows: dict[str, RecordRow],
        mirror: Mirror,
        filters: Sequence[FilterSpec[RecordRow]],
        sorts: Sequence[SortSpec[RecordRow]],
    ) -> None:
        """``rows`` are those that the view asks for what it shows; they are kept here."""
        super().__init__()
        self.mirror = mirror
        self.query = Query()
        self._view = view
        self._rows = rows
        self._filters = tuple(filters)
        self._sorts = {sort.name: sort for sort in sorts}
        self._local: LocalRows[RecordRow] = LocalRows(view, lambda: self._rows)
        self._local.shown.connect(self.shown)
        mirror.replaced.connect(self._take)
        mirror.loading_changed.connect(self.loading_changed)
        mirror.failed.connect(self.failed)
        self._take()

    @property
    def count(self) -> int:
        return self._local.count

    @property
    def total(self) -> int | None:
        return self._local.count if self._local.settled else None

    @property
    def has_answer(self) -> bool:
        return self.mirror.loaded

    @property
    def is_loading(self) -> bool:
        return self.mirror.is_loading

    @property
    def error(self) -> BaseException | None:
        return self.mirror.error

    @property
    def unread(self) -> tuple[str, ...]:
        return self.mirror.unread

    def ask(self, query: Query) -> None:
        """Show another query."""
        ordered = (query.choices, query.sort, query.descending)
        if ordered != (self.query.choices, self.query.sort, self.query.descending):
            self.query = query
            self._local.order(self._rule(query))
        self.query = query
        self._local.narrow(query.text)

    def refresh(self) -> None:
        """Copy the list anew."""
        self.mirror.refresh()

    def retry(self) -> None:
        """As ``refresh``."""
        self.mirror.refresh()

    async def every(self) -> AsyncIterator[RecordRow]:
        """All rows of the query: they are here."""
        for record_id in tuple(self._view.rows.ids):
            if record_id in self._rows:
                yield self._rows[record_id]

    def end(self) -> None:
        """Leave the view to others; the copy goes on."""
        self._local.end()
        self.mirror.disconnect(self)

    def _take(self) -> None:
        self._rows.clear()
        self._rows.update(self.mirror.rows)
        self._local.take_all()

    def _rule(self, query: Query) -> Rule[RecordRow]:
        def keep(row: RecordRow) -> bool:
            return query.takes(row, self._filters)

        sort = self._sorts.get(query.sort)
        return Rule(keep, _key(sort, query.descending) if sort else lambda row: row.sought)


def _key(sort: SortSpec[RecordRow], descending: bool) -> Callable[[RecordRow], Any]:
    return (lambda row: _Reversed(sort.key(row))) if descending else sort.key


class _Reversed:
    """A value that stands in the opposite order."""

    __slots__ = ("value",)

    def __init__(self, value: Any) -> None:
        self.value = value

    def __lt__(self, other: "_Reversed") -> bool:
        return bool(other.value < self.value)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Reversed) and bool(other.value == self.value)

    def __hash__(self) -> int:
        return hash(self.value)
