"""Split tests as this section reads them: the list with deleted ones apart, a test with results."""

import asyncio
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from funneldesk.contract.listing import Listing
from funneldesk.contract.split_tests import (
    CHART_TYPES,
    ChartFilter,
    ListedSplitTest,
    SplitTest,
    SplitTestFilter,
)
from funneldesk.desktop.records.query import Query
from funneldesk.desktop.sections.operations import optional

if TYPE_CHECKING:
    from funneldesk.client import Api

AT_ONCE = 100
"""The most that a page can have."""
DELETED = "deleted"
TOGETHER = 4
"""Pages that are asked for at the same time."""


class WholeTest(SplitTest):
    """A test with what its tabs show, so that it is there offline too.

    ``results`` are the charts by their type; one that could not be read is left out. ``notes``
    is None where they could not be read.
    """

    results: dict[str, dict[str, Any]] = {}
    notes: list[dict[str, Any]] | None = None


async def read_page(api: "Api", page: int, query: Query) -> Listing[ListedSplitTest]:
    """A page of a query. The server gives the newest first and has no search; the list leaves
    deleted tests out, which come behind the others here unless a filter says otherwise."""
    status = query.choices.get("status")
    only_deleted = query.choices.get("kept") is False or status == DELETED
    wanted = DELETED if only_deleted else str(status) if status else None
    if query.text:
        return await _sought(api, wanted, query)
    listing = await _read(api, page, wanted, query)
    every = wanted is None and "kept" not in query.choices
    if every and not listing.has_more:
        gone = await _read(api, 1, DELETED, query)
        listing = Listing((*listing.rows, *gone.rows), page, AT_ONCE, listing.total, page)
    return listing


async def _sought(api: "Api", status: str | None, query: Query) -> Listing[ListedSplitTest]:
    """All tests whose names have the words, as one page: every page has to be read for it."""
    words = query.text.casefold().split()
    wanted = SplitTestFilter(per_page=AT_ONCE, status=status)
    first = await api.split_tests.list(wanted)
    rows = list(first.rows)
    pages = range(2, (first.last_page or 1) + 1)
    for begun in range(0, len(pages), TOGETHER):
        asked = (
            api.split_tests.list(wanted.model_copy(update={"page": page}))
            for page in pages[begun : begun + TOGETHER]
        )
        for listing in await asyncio.gather(*asked):
            rows += listing.rows
    found = [row for row in rows if all(word in row.name.casefold() for word in words)]
    ordered = found if query.descending or not query.sort else found[::-1]
    return Listing(tuple(ordered), 1, AT_ONCE, len(found), 1, {}, first.unread)


async def _read(
    api: "Api", page: int, status: str | None, query: Query
) -> Listing[ListedSplitTest]:
    """A page in the order asked for: the oldest first is the list read from its end."""
    wanted = SplitTestFilter(page=page, per_page=AT_ONCE, status=status)
    if query.descending or not query.sort:
        return await api.split_tests.list(wanted)
    newest = await api.split_tests.list(wanted.model_copy(update={"page": 1}))
    last = newest.last_page or 1
    from_end = max(1, last + 1 - page)
    found = newest
    if from_end != 1:
        found = await api.split_tests.list(wanted.model_copy(update={"page": from_end}))
    rows = tuple(reversed(found.rows))
    return Listing(rows, page, AT_ONCE, newest.total, last, {}, found.unread)


async def read_counts(api: "Api") -> Mapping[str, int]:
    """How many tests the views have, by the server's own words (quirk 42)."""
    counts = await api.split_tests.quick_access()
    return {name: getattr(counts, name) for name in ("all", "running", "not_running", "finalized")}


async def read_test(api: "Api", test_id: str) -> WholeTest:
    """A test with its charts and notes. Raises ``ApiError`` where the test cannot be read."""
    number = int(test_id)
    test = await api.split_tests.get(number)
    charts, notes = await asyncio.gather(
        asyncio.gather(*(_chart(api, number, kind) for kind in CHART_TYPES)), _notes(api, number)
    )
    results = {kind: found for kind, found in zip(CHART_TYPES, charts, strict=True) if found}
    whole = {**test.model_dump(mode="json"), "results": results, "notes": notes}
    return WholeTest.model_validate(whole)


async def _chart(api: "Api", number: int, kind: str) -> dict[str, Any] | None:
    with optional():
        chart = await api.split_tests.chart_data(number, ChartFilter(chart_type=kind))
        return chart.model_dump(mode="json")
    return None


async def _notes(api: "Api", number: int) -> list[dict[str, Any]] | None:
    with optional():
        return [n.model_dump(mode="json") for n in await api.split_tests.list_notes(number)]
    return None
