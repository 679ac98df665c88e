"""Counting the rows of views on this computer, in slices between which the window turns."""

import asyncio
from collections.abc import Callable, Mapping, Sequence
from itertools import islice
from typing import Any

from funneldesk.desktop.local.cache.matching import words_of
from funneldesk.desktop.records.query import FilterSpec, Query
from funneldesk.desktop.records.rows import SummaryRow

AT_ONCE = 1_000


async def count_views(
    rows: Mapping[str, SummaryRow],
    queries: Mapping[str, Query],
    filters: Sequence[FilterSpec[Any]],
) -> Mapping[str, int]:
    """How many of all rows each query takes, by the query's key."""
    takers = {key: _taker(query, filters) for key, query in queries.items()}
    counts = dict.fromkeys(queries, 0)
    source = iter(tuple(rows.values()))
    while piece := list(islice(source, AT_ONCE)):
        for key, takes in takers.items():
            counts[key] += sum(map(takes, piece))
        await asyncio.sleep(0)
    return counts


def _taker(query: Query, filters: Sequence[FilterSpec[Any]]) -> Callable[[SummaryRow], bool]:
    words = words_of(query.text)

    def takes(row: SummaryRow) -> bool:
        return query.takes(row, filters) and all(word in row.sought for word in words)

    return takes
