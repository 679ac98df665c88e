"""Content of an export: columns with a name, and rows of plain values."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from decimal import Decimal
from typing import Generic, TypeVar

T = TypeVar("T")

Cell = str | int | float | Decimal | bool | datetime | date | None
"""Money is a Decimal. A moment carries its zone; a file shows it in the zone of the table."""


@dataclass(frozen=True, slots=True)
class ExportColumn(Generic[T]):
    """One column. ``key`` names it for remembering; ``cell`` takes the value out of a record;
    ``width`` is in characters; ``chosen``: it is in an export unless the user says otherwise."""

    key: str
    title: str
    cell: Callable[[T], Cell]
    width: int = 16
    chosen: bool = True


@dataclass(frozen=True, slots=True)
class Table:
    """``titles`` stand over the columns; every row has as many cells. ``name`` is the sheet's."""

    name: str
    titles: tuple[str, ...]
    rows: Sequence[Sequence[Cell]]
    widths: tuple[int, ...] = ()
    more: "tuple[Table, ...]" = ()
    """Further sheets behind this one, in formats that have them."""


def table_of(name: str, columns: Sequence[ExportColumn[T]], records: Sequence[T]) -> Table:
    """The table of some records; call it in a thread when there are many."""
    return Table(
        name,
        tuple(column.title for column in columns),
        [[column.cell(record) for column in columns] for record in records],
        tuple(column.width for column in columns),
    )
