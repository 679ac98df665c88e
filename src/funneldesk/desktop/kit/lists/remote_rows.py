"""Rows of a remote listing, whatever its envelope: loaded as one scrolls, refreshed quietly."""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Any, Generic, Literal, TypeVar

from PySide6.QtCore import (
    QAbstractTableModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    Qt,
    Signal,
)

from funneldesk.contract.listing import Listing
from funneldesk.desktop.kit.controls.labels import plain_tip
from funneldesk.desktop.kit.tasks import TaskScope

T = TypeVar("T")
Index = QModelIndex | QPersistentModelIndex
Work = Callable[[int], Awaitable[None]]
Fetch = Callable[[int, Any], Awaitable[Listing[T]]]

TONE_ROLE = int(Qt.ItemDataRole.UserRole) + 1
REFRESHED_PAGES = 10
NO_INDEX = QModelIndex()

_ALIGN = {
    "left": Qt.AlignmentFlag.AlignLeft,
    "right": Qt.AlignmentFlag.AlignRight,
    "centre": Qt.AlignmentFlag.AlignHCenter,
}


@dataclass(frozen=True, slots=True)
class Column(Generic[T]):
    """One column. ``value`` gives the text of a row; numbers and money stand ``right``.

    ``tone`` draws the text as a chip of that tone, for status words; ``sort_key`` is what the
    platform sorts by, empty where it cannot; ``width`` in device-independent pixels; ``stretch``
    takes what is left; ``hidden`` columns are there for the choosing.
    """

    key: str
    title: str
    value: Callable[[T], str]
    align: Literal["left", "right", "centre"] = "left"
    width: int = 140
    tone: Callable[[T], str] | None = None
    sort_key: str = ""
    muted: bool = False
    stretch: bool = False
    hidden: bool = False


class RemoteRows(QAbstractTableModel, Generic[T]):
    """The rows that ``fetch(page, query)`` has given so far; pages are counted from 1.

    Old rows stay while new ones are on their way, and only the latest query is ever shown. A
    failure is kept in ``error`` and told by ``failed``; nothing is asked again until ``retry``.
    """

    loading_changed = Signal(bool)
    failed = Signal(object)
    settled = Signal()

    def __init__(
        self,
        columns: Sequence[Column[T]],
        fetch: Fetch[T],
        *,
        identity: Callable[[T], object],
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self.columns = tuple(columns)
        self.error: BaseException | None = None
        self._fetch = fetch
        self._identity = identity
        self._scope = TaskScope(self)
        self._rows: list[T] = []
        self._known: set[object] = set()
        self._query: Any = None
        self._failed_work: Work | None = None
        self._pages = 0
        self._total: int | None = None
        self._more = False
        self._loading = False
        self._answered = False
        self._turn = 0
        self._sorted = -1
        self._sort_mark = ""

    @property
    def rows(self) -> tuple[T, ...]:
        """What is loaded, in the platform's order."""
        return tuple(self._rows)

    @property
    def total(self) -> int | None:
        """How many rows the query has in all; None while the platform does not tell."""
        if self._total is not None:
            return self._total
        return len(self._rows) if self._answered and not self._more else None

    @property
    def is_loading(self) -> bool:
        """Whether an answer is awaited."""
        return self._loading

    @property
    def has_answer(self) -> bool:
        """Whether any query was ever answered: until then there is nothing to show."""
        return self._answered

    def row(self, number: int) -> T:
        """One loaded row. Raises ``IndexError`` beyond what is loaded."""
        return self._rows[number]

    def identity_of(self, number: int) -> object:
        """What tells a row from all others, the same after a refresh."""
        return self._identity(self._rows[number])

    def mark_sorted(self, column: int, descending: bool) -> None:
        """Show in the header by which column the platform sorted; -1 for none."""
        self._sorted, self._sort_mark = column, " ↓" if descending else " ↑"
        self.headerDataChanged.emit(Qt.Orientation.Horizontal, 0, len(self.columns) - 1)

    def load(self, query: Any = None) -> None:
        """Show another query from its first page; the rows of before stay until it answers."""
        self._query = query
        self._begin(1)

    def refresh(self) -> None:
        """Ask again for what is shown, as far as it was loaded (at most ten pages)."""
        self._begin(min(max(self._pages, 1), REFRESHED_PAGES))

    def retry(self) -> None:
        """Ask again for what failed: the next page, or the query."""
        again, self.error = self._failed_work, None
        if again is not None:
            self._run(again)
        else:
            self.refresh()

    def end(self) -> None:
        """Stop asking; for the owner's own end."""
        self._turn += 1
        self._scope.end()

    def rowCount(self, parent: Index = NO_INDEX) -> int:
        return 0 if parent.isValid() else len(self._rows)

    def columnCount(self, parent: Index = NO_INDEX) -> int:
        return 0 if parent.isValid() else len(self.columns)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if not index.isValid() or index.row() >= len(self._rows):
            return None
        column = self.columns[index.column()]
        if role == Qt.ItemDataRole.DisplayRole:
            return self.text(index.row(), index.column())
        if role == Qt.ItemDataRole.ToolTipRole:
            return plain_tip(column.value(self._rows[index.row()]))
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return _ALIGN[column.align] | Qt.AlignmentFlag.AlignVCenter
        if role == TONE_ROLE and column.tone is not None:
            return column.tone(self._rows[index.row()])
        return None

    def headerData(
        self,
        section: int,
        orientation: Qt.Orientation,
        role: int = Qt.ItemDataRole.DisplayRole,
    ) -> Any:
        if orientation is not Qt.Orientation.Horizontal or section >= len(self.columns):
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            mark = self._sort_mark if section == self._sorted else ""
            return f"{self.columns[section].title}{mark}"
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return _ALIGN[self.columns[section].align] | Qt.AlignmentFlag.AlignVCenter
        return None

    def text(self, row: int, column: int) -> str:
        """A cell's text on one line."""
        return " ".join(self.columns[column].value(self._rows[row]).split())

    def canFetchMore(self, parent: Index = NO_INDEX) -> bool:
        waiting = self._loading or self.error is not None
        return not parent.isValid() and self._more and not waiting

    def fetchMore(self, parent: Index = NO_INDEX) -> None:
        if self.canFetchMore(parent):
            self._run(self._append)

    def _begin(self, pages: int) -> None:
        async def reload(turn: int) -> None:
            await self._reload(turn, pages)

        self._run(reload)

    def _run(self, work: Work) -> None:
        self._turn += 1
        turn = self._turn
        self._set_loading(True)
        self._scope.latest("rows", self._guarded(turn, work))

    async def _guarded(self, turn: int, work: Work) -> None:
        try:
            await work(turn)
        except Exception as error:
            if turn == self._turn:
                self.error, self._failed_work = error, work
                self._set_loading(False)
                self.failed.emit(error)
            return
        if turn == self._turn:
            self.error = self._failed_work = None
            self._set_loading(False)
            self.settled.emit()

    async def _reload(self, turn: int, pages: int) -> None:
        query, found, known, page, more = self._query, list[T](), set[object](), 0, True
        listing: Listing[T] = Listing(())
        while more and page < pages:
            page += 1
            listing = await self._fetch(page, query)
            found.extend(self._new(listing.rows, known))
            more = _has_more(listing, len(found))
        if turn != self._turn:
            return
        self._answered = True
        self._pages, self._more, self._total = page, more, listing.total
        self._replace(found, known)

    async def _append(self, turn: int) -> None:
        listing = await self._fetch(self._pages + 1, self._query)
        if turn != self._turn:
            return
        fresh = self._new(listing.rows, self._known)
        self._pages += 1
        self._total = listing.total if listing.total is not None else self._total
        self._more = _has_more(listing, len(self._rows) + len(fresh))
        if fresh:
            start = len(self._rows)
            self.beginInsertRows(QModelIndex(), start, start + len(fresh) - 1)
            self._rows.extend(fresh)
            self.endInsertRows()

    def _new(self, rows: Sequence[T], known: set[object]) -> list[T]:
        """Rows that are not there yet: one pushed onto the next page meanwhile comes twice."""
        fresh = []
        for row in rows:
            identity = self._identity(row)
            if identity not in known:
                known.add(identity)
                fresh.append(row)
        return fresh

    def _replace(self, found: list[T], known: set[object]) -> None:
        before = [self._identity(row) for row in self._rows]
        if before and before == [self._identity(row) for row in found]:
            self._rows = found
            last = self.index(len(found) - 1, len(self.columns) - 1)
            self.dataChanged.emit(self.index(0, 0), last)
            return
        self.beginResetModel()
        self._rows, self._known = found, known
        self.endResetModel()

    def _set_loading(self, on: bool) -> None:
        if on != self._loading:
            self._loading = on
            self.loading_changed.emit(on)


def _has_more(listing: Listing[Any], loaded: int) -> bool:
    """Whether to ask for a further page; some envelopes tell a total and nothing else."""
    silent = listing.last_page is None and not listing.per_page and listing.total is not None
    if silent and listing.rows:
        return loaded < (listing.total or 0)
    return listing.has_more
