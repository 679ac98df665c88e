"""Declaration of a board: by which field records stand in columns, and how one is moved."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from funneldesk.contract.listing import Listing
from funneldesk.desktop.records.fields import RecordField
from funneldesk.desktop.records.kind import RecordKind
from funneldesk.desktop.records.rows import SummaryRow
from funneldesk.desktop.records.section import RecordSection

if TYPE_CHECKING:
    from funneldesk.client import Api

Where = Mapping[str, int]


@dataclass(frozen=True, slots=True)
class ColumnSpec:
    """A column: the value of the field that its records have, its name, and its colour as
    ``#RRGGBB``, "" for none."""

    key: int
    name: str
    colour: str = ""


@dataclass(frozen=True, slots=True)
class BoardWords:
    """``latest`` is the usual order of the cards, ``age`` the rule that colours by the days in the
    column, ``too_many`` why a board that is read page by page has no filters. ``empty`` is said of
    a column without cards, with ``{record}``; ``no_columns`` the title and the sentence of a board
    that has none."""

    latest: str
    age: str
    too_many: str
    empty: str
    no_columns: tuple[str, str]


@dataclass(frozen=True, slots=True, eq=False)
class RecordBoard:
    """``field`` is by whose value records stand in columns, ``lane`` the field whose value a board
    shows alone ("" where it shows all records). ``days`` gives how long a record has been in its
    column, ``entered`` is the moment at which it came there.

    ``read`` gives a page of the records that fields have these values of, with words in their
    titles: where, words, page, size. ``move`` takes a record to a column, once; what it answers
    has the field and ``updated_at``. ``assigned`` tells who a record is for: a few letters, and in
    words.
    """

    section: RecordSection
    kind: RecordKind
    name: str
    one: str
    field: str
    entered: str
    words: BoardWords
    read: "Callable[[Api, Where, str, int, int], Awaitable[Listing[Any]]]"
    move: "Callable[[Api, str, int], Awaitable[Any]]"
    days: Callable[[SummaryRow], int | None]
    assigned: Callable[[SummaryRow], tuple[str, str]]
    lane: str = ""
    fields: Sequence[str] = ()
    """The fields that cards can show, in their order; their values are read by these names."""
    most_columns: int = 0
    """The most columns that a lane has."""

    def column_of(self, row: SummaryRow) -> int:
        """The column of a record; 0 for one that is in none."""
        found = row.get(self.field)
        return found if isinstance(found, int) else 0

    def shown(self) -> dict[str, RecordField]:
        """The fields that cards can show, by their names."""
        declared = self.kind.draft.declared
        return {name: declared[name] for name in self.fields}
