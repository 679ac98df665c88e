"""Section of records, declared once: its columns, filters, views, source and detail."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from funneldesk.contract.listing import Listing
from funneldesk.desktop.records.columns import RecordColumn
from funneldesk.desktop.records.detail.declaration import Body, Detail
from funneldesk.desktop.records.query import FilterSpec, Query, SortSpec
from funneldesk.desktop.records.rows import RecordRow
from funneldesk.desktop.records.views.saved_views import View

if TYPE_CHECKING:
    from funneldesk.client import Api

PageReader = Callable[["Api", int, Query], Awaitable[Listing[Any]]]
"""Reads a page (from 1) of a query from the server."""


@dataclass(frozen=True, slots=True)
class RecordSection:
    """``unit`` is one record in words ("customer"), ``units`` several.

    ``key`` names the value that identifies a record, ``searched`` those that are sought by words.
    ``page`` reads a page of a query; ``get`` a whole record by its id, as JSON. ``mirrored_up_to``:
    brands with at most so many records have them all on this computer, where search, filters and
    orders are instant and work offline; larger ones are read page by page. ``counts`` asks how
    many records the views have; that of the first view is how many there are in all. ``empty``
    is a title and a sentence for a brand that has none.
    """

    part: str
    title: str
    icon: str
    unit: str
    units: str
    key: str
    searched: tuple[str, ...]
    search_hint: str
    columns: tuple[RecordColumn[RecordRow], ...]
    filters: tuple[FilterSpec[RecordRow], ...]
    views: tuple[View, ...]
    empty: tuple[str, str]
    first_sort: str
    page: PageReader
    get: Callable[["Api", str], Awaitable[Body]]
    detail: Detail
    counts: Callable[["Api"], Awaitable[Mapping[str, int]]] | None = None
    mirrored_up_to: int = 0

    def row(self, summary: Body) -> RecordRow:
        """The row of a record as JSON."""
        return RecordRow.of(summary, self.key, self.searched)

    def sorts(self) -> tuple[SortSpec[RecordRow], ...]:
        """The orders of the list: one for each column."""
        return tuple(column.sort() for column in self.columns)

    def first_query(self) -> Query:
        """What is shown at first."""
        sort = next(sort for sort in self.sorts() if sort.name == self.first_sort)
        return Query(sort=sort.name, descending=sort.descending)
