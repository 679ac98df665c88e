"""Rows of a listing too large to copy: read page by page as one scrolls, refreshed quietly."""

from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Mapping, Sequence
from typing import Any, Generic, Protocol, TypeVar

from PySide6.QtCore import QObject, Signal, SignalInstance

from funneldesk.client.resource import settled
from funneldesk.contract.listing import Listing
from funneldesk.desktop.kit.tasks import TaskScope
from funneldesk.desktop.records.query import Query

REFRESHED_PAGES = 10


class Identified(Protocol):
    """Row that tells itself from all others, the same after a refresh."""

    @property
    def id(self) -> str: ...


R = TypeVar("R", bound=Identified)
Fetch = Callable[[int, Query], Awaitable[Listing[R]]]
Work = Callable[[int], Awaitable[None]]


class PagedView(Protocol):
    """View of rows by their ids (``kit.table.view``)."""

    end_near: SignalInstance

    @property
    def rows(self) -> Any: ...

    def arrange(self, ids: Sequence[str]) -> None: ...


class PagedRows(QObject, Generic[R]):
    """Shows in ``view`` what ``fetch(page, query)`` gives; pages are counted from 1.

    Old rows stay while new ones are on their way, and only the latest query is ever shown. A
    failure is kept in ``error`` and told by ``failed``; nothing is asked again until ``retry``.
    """

    shown = Signal()
    """Other rows than before, or the same with other contents."""
    loading_changed = Signal(bool)
    failed = Signal(object)

    def __init__(self, view: PagedView, rows: dict[str, R], fetch: Fetch[R]) -> None:
        """``rows`` are those that the view asks for what it shows; they are kept here."""
        super().__init__()
        self.query = Query()
        self.error: BaseException | None = None
        self.is_loading = False
        self.has_answer = False
        self.snippets: Mapping[str, str] = {}
        """Where the server found a row is not known."""
        self.unread: tuple[str, ...] = ()
        """What the server listed and could not be read."""
        self.extra: Mapping[str, Any] = {}
        """What the last page carries besides its rows."""
        self._view = view
        self._rows = rows
        self._fetch = fetch
        self._scope = TaskScope(self)
        self._failed_work: Work | None = None
        self._pages = 0
        self._total: int | None = None
        self._more = False
        self._turn = 0
        self._is_over = False
        view.end_near.connect(self.fetch_more)

    @property
    def count(self) -> int:
        """How many rows are here."""
        return len(self._rows)

    @property
    def total(self) -> int | None:
        """How many rows the query has in all; None while the server does not tell."""
        if self._total is not None:
            return self._total
        return len(self._rows) if self.has_answer and not self._more else None

    @property
    def is_short(self) -> bool:
        """Whether ``refresh`` asks for all that is shown: a longer list would end earlier."""
        return self._pages <= REFRESHED_PAGES

    @property
    def settled(self) -> bool:
        """Whether nothing is awaited."""
        return not self.is_loading

    def ask(self, query: Query) -> None:
        """Show another query from its first page; the rows of before stay until it answers."""
        self.query = query
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

    def fetch_more(self) -> None:
        """The next page, unless one is awaited, the last try failed or there is none."""
        if self._more and not self.is_loading and self.error is None:
            self._run(self._append)

    def take(self, row: R, *, fits: bool) -> None:
        """A row that is known anew: in its place, in front when it is new; gone unless it
        ``fits`` the query."""
        known = row.id in self._rows
        if not fits and not known:
            return
        if fits and known:
            self._rows[row.id] = row
            self._view.rows.tell_changed(row.id)
        else:
            others = {each: kept for each, kept in self._rows.items() if each != row.id}
            self._rows.clear()
            self._rows.update(({row.id: row} if fits else {}) | others)
            self._total = self._total + (1 if fits else -1) if self._total is not None else None
            self._view.arrange(list(self._rows))
        self.shown.emit()

    async def every(self) -> AsyncIterator[R]:
        """All rows of the query, loaded or not, each once, also those that move to another page
        meanwhile. Raises what ``fetch`` raises."""
        query = self.query

        async def pages() -> AsyncIterator[Listing[R]]:
            page, loaded, more = 0, 0, True
            while more:
                page += 1
                listing = await self._fetch(page, query)
                yield listing
                loaded += len(listing.rows)
                more = _has_more(listing, loaded)

        async for listing in settled(pages, lambda row: row.id):
            for row in listing.rows:
                yield row

    def end(self) -> None:
        """Stop asking, and leave the view to others."""
        self._turn += 1
        if not self._is_over:
            self._is_over = True
            self._view.end_near.disconnect(self.fetch_more)
        self._scope.end()

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
            self._view.arrange(list(self._rows))  # Where there is room for more, it asks for it.
            self.shown.emit()

    async def _reload(self, turn: int, pages: int) -> None:
        found, known, page, more = list[R](), set[str](), 0, True
        unread: tuple[str, ...] = ()
        listing: Listing[R] = Listing(())
        while more and page < pages:
            page += 1
            listing = await self._fetch(page, self.query)
            found.extend(_new(listing.rows, known))
            unread += listing.unread
            more = _has_more(listing, len(found))
        if turn != self._turn:
            return
        self.has_answer = True
        self.extra = listing.extra
        self._pages, self._more, self._total = page, more, listing.total
        self.unread = unread
        self._rows.clear()
        self._rows |= {row.id: row for row in found}
        self._view.rows.tell_changed()

    async def _append(self, turn: int) -> None:
        listing = await self._fetch(self._pages + 1, self.query)
        if turn != self._turn:
            return
        self._pages += 1
        self.extra = listing.extra
        self._total = listing.total if listing.total is not None else self._total
        self.unread += listing.unread
        fresh = {row.id: row for row in _new(listing.rows, set(self._rows))}
        self._rows |= fresh
        self._more = _has_more(listing, len(self._rows))
        if not fresh and self._more:  # A page of which a filter of ours left nothing.
            await self._append(turn)

    def _set_loading(self, on: bool) -> None:
        if on != self.is_loading:
            self.is_loading = on
            self.loading_changed.emit(on)


def _new(rows: Iterable[R], known: set[str]) -> list[R]:
    """Rows that are not there yet: one pushed onto the next page meanwhile comes twice."""
    fresh = []
    for row in rows:
        if row.id not in known:
            known.add(row.id)
            fresh.append(row)
    return fresh


def _has_more(listing: Listing[Any], loaded: int) -> bool:
    """Whether to ask for a further page; some envelopes tell a total and nothing else."""
    silent = listing.last_page is None and not listing.per_page and listing.total is not None
    if silent and listing.rows:
        return loaded < (listing.total or 0)
    return listing.has_more
