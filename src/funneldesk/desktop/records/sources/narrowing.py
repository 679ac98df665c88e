"""A query answered on this computer, from all records, where the server cannot."""

from collections.abc import Iterable
from typing import TypeVar

from funneldesk.contract.listing import Listing
from funneldesk.contract.shapes import Record
from funneldesk.desktop.local.cache.matching import words_of
from funneldesk.desktop.records.query import Query
from funneldesk.desktop.records.section import RecordSection, row_class

T = TypeVar("T", bound=Record)


def narrowed(section: RecordSection, query: Query, records: Iterable[T]) -> Listing[T]:
    """Records that a query takes, in its order, as one page."""
    made, words = row_class(section), words_of(query.text)
    found = [(made.of(each.model_dump(mode="json")), each) for each in records]
    fits = [
        (row, each)
        for row, each in found
        if all(word in row.sought for word in words) and query.takes(row, section.filters)
    ]
    key = query.rule(section.filters, section.sorts(), section.first_sort).key
    fits.sort(key=lambda pair: key(pair[0]))
    return Listing(tuple(each for _row, each in fits), 1, len(fits), len(fits), 1)
