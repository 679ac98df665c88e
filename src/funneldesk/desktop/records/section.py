"""Section of records, declared once: its columns, filters, views, source and detail."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any

from funneldesk.client.resource import mark_of, settled
from funneldesk.contract.listing import Listing
from funneldesk.contract.shapes import Record
from funneldesk.desktop.kit.formats import Formats
from funneldesk.desktop.kit.lists.record_list import ListRow
from funneldesk.desktop.records.columns import RecordColumn
from funneldesk.desktop.records.detail.declaration import Detail
from funneldesk.desktop.records.kind import ListedKind, RecordKind
from funneldesk.desktop.records.library.local_copy import LocalCopy
from funneldesk.desktop.records.query import FilterSpec, Query, SortSpec
from funneldesk.desktop.records.rows import SummaryRow, summary_row
from funneldesk.desktop.records.views.saved_views import View

if TYPE_CHECKING:
    from funneldesk.client import Api

AT_ONCE = 4
"""Pages that are asked for at the same time."""

PageReader = Callable[["Api", int, Query], Awaitable[Listing[Any]]]
"""Reads a page (from 1) of a query from the server."""


@dataclass(frozen=True, slots=True, eq=False)
class RecordSection:
    """``unit`` is one record in words ("customer"), ``units`` several.

    ``key`` names the value that identifies a record, ``searched`` those that are sought by words.
    ``page`` reads a page of a query; ``get`` a whole record by its id. ``mirrored_up_to``:
    brands with at most so many records have them all on this computer, where search, filters and
    orders are instant and work offline; larger ones are read page by page. ``counts`` asks how
    many records the views have; that of the first view is how many there are in all. ``empty``
    is a title and a sentence for a brand that has none. ``edited``: how records are edited; the
    columns of its fields are then changed in the table, and a whole record is a row of the list.
    """

    part: str
    title: str
    icon: str
    unit: str
    units: str
    key: str
    searched: tuple[str, ...]
    search_hint: str
    columns: tuple[RecordColumn[SummaryRow], ...]
    filters: tuple[FilterSpec[SummaryRow], ...]
    views: tuple[View, ...]
    empty: tuple[str, str]
    first_sort: str
    page: PageReader
    get: Callable[["Api", str], Awaitable[Record]]
    detail: Detail
    counts: Callable[["Api"], Awaitable[Mapping[str, int]]] | None = None
    mirrored_up_to: int = 0
    edited: RecordKind | None = None
    line: Callable[[SummaryRow, Formats], ListRow] | None = None
    """What a row tells in three lines; the columns are then there for the choosing."""
    fills: int = 0
    """So many of the newest are read whole in the background, and then found by ``texts`` too."""
    texts: Callable[[Mapping[str, Any]], Mapping[str, str]] | None = None
    sources: tuple[str, ...] = ()
    """Texts of whole records that are sought beside ``searched``."""
    unlisted: tuple[str, ...] = ()
    """What else only whole records have."""
    added: Callable[[Mapping[str, Any]], Mapping[str, Any]] | None = None
    """What rows have of whole records (``ListedKind.added``)."""
    snoozes: bool = False
    """Its records can be put off on this computer (``records/reminders``)."""
    totals: tuple[str, ...] = ()
    """Columns of money that are added up under the list, each currency by itself."""
    reach: Callable[[Mapping[str, Any], Formats], str] | None = None
    """How far the server's list was looked through for a query that it cannot answer by itself,
    by what its last page carries besides (``Listing.extra``)."""
    first_view: str = ""
    """The view that is shown at first; "" is all of them."""

    def sorts(self) -> tuple[SortSpec[SummaryRow], ...]:
        """The orders of the list: one for each column."""
        return tuple(column.sort() for column in self.columns)

    def first_query(self) -> Query:
        """What is shown at first."""
        sort = next(sort for sort in self.sorts() if sort.name == self.first_sort)
        view = next((each for each in self.views if each.key == self.first_view), None)
        choices = view.query.choices if view is not None else {}
        return Query(choices=choices, sort=sort.name, descending=sort.descending)


@cache
def row_class(section: RecordSection) -> type[SummaryRow]:
    """What the rows of a section are."""
    return summary_row(section.key, section.searched)


def edited_kind(declared: RecordSection) -> RecordKind:
    """How records of a section are edited. Raises ValueError where they are not."""
    if declared.edited is None:
        raise ValueError("the records of this section are not edited")
    return declared.edited


@cache
def listed_kind(section: RecordSection) -> ListedKind[SummaryRow]:
    """The records of a section, as a library keeps them on this computer."""
    first = section.first_query().cleared()

    async def slices(api: "Api") -> AsyncIterator[Listing[Any]]:
        async def pages() -> AsyncIterator[Listing[Any]]:
            page, more = 1, True
            while more:
                begun = await section.page(api, page, first)
                rest = range(page + 1, min(page + AT_ONCE, (begun.last_page or page) + 1))
                others = await asyncio.gather(*(section.page(api, n, first) for n in rest))
                for listing in (begun, *others):
                    yield listing
                page, more = page + 1 + len(others), (begun, *others)[-1].has_more

        async for listing in settled(pages, mark_of):
            yield listing

    async def get(api: "Api", record_id: str) -> Any:
        return await section.get(api, record_id)

    copy = LocalCopy(section.part, section.searched, section.sources, section.unlisted)
    row, edited = row_class(section), section.edited
    return ListedKind(
        copy,
        section.unit,
        row,
        slices,
        get,
        details=edited is None,
        edited=edited,
        fills=section.fills,
        texts=section.texts,
        added=section.added,
    )
