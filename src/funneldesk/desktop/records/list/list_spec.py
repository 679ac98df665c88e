"""Declaration of a list of records."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Generic, TypeVar
from zoneinfo import ZoneInfo

from funneldesk.desktop.kit.lists.record_list import ListRow
from funneldesk.desktop.records.library.row import RecordRow
from funneldesk.desktop.records.query import FilterSpec, SortSpec

R = TypeVar("R", bound=RecordRow)


@dataclass(frozen=True, slots=True)
class ListSpec(Generic[R]):
    """``units`` are several records in words ("pages"). ``line`` makes what the list shows of a
    row, at this moment and in the brand's zone. The first of ``sorts`` is the usual one.

    ``empty`` is a title and a sentence for a brand that has none. ``source``: the text of whole
    records that the search looks through as well ("html"), "" where there is none.
    """

    units: str
    icon: str
    search_hint: str
    line: Callable[[R, datetime, ZoneInfo | None], ListRow]
    filters: Sequence[FilterSpec[R]]
    sorts: Sequence[SortSpec[R]]
    empty: tuple[str, str]
    source: str = ""
