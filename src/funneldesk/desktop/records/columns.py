"""Column of a kind of record, declared once: table, orders and export follow from it."""

from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass
from dataclasses import field as dataclass_field
from datetime import UTC, date, datetime
from decimal import Decimal
from typing import Any, Generic, Literal, TypeVar

from funneldesk.contract.folding import fold
from funneldesk.desktop.kit.export.table import Cell, ExportColumn
from funneldesk.desktop.kit.formats import Formats
from funneldesk.desktop.kit.forms.amounts import exact
from funneldesk.desktop.kit.forms.times import day_of, day_text
from funneldesk.desktop.kit.table.column import Bar, Column
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.records.moments import moment
from funneldesk.desktop.records.query import GroupSpec, SortSpec
from funneldesk.desktop.records.rows import SummaryRow

R = TypeVar("R")
Kind = Literal["text", "number", "money", "day", "moment", "flag"]

PIXELS_A_CHARACTER = 6
_NUMERIC = ("number", "money")
_LARGEST_FIRST = (*_NUMERIC, "day", "moment", "flag")
_WIDTHS: Mapping[str, int] = {"number": 90, "money": 110, "day": 110, "moment": 150, "flag": 90}
_EXPORT_WIDTHS: Mapping[str, int] = {"number": 12, "money": 14, "day": 20, "moment": 20, "flag": 8}


@dataclass(frozen=True, slots=True)
class RecordColumn(Generic[R]):
    """One column. ``value`` reads it out of a row; what is not of ``kind`` counts as absent.

    ``field`` names the field that it shows, where it can be edited there.
    ``labels`` say what values are called, ``tones`` make chips of them. ``sent_as``: the server's
    name for the order by this column, "" where it has none. ``hidden`` columns are there for the
    choosing; ``tip`` says more on hover, ``strong`` tells
    the rows that stand out; ``exported``: it is in an export unless the user says otherwise.
    ``currency`` tells that of a row's money, "" for the brand's; ``bar`` draws a bar before the
    text; ``pictured``: the row's picture stands before it (``TablePane.picture_of``).
    """

    key: str
    title: str
    value: Callable[[R], Any]
    kind: Kind = "text"
    labels: Mapping[Any, str] = dataclass_field(default_factory=dict)
    tones: Mapping[Any, str] = dataclass_field(default_factory=dict)
    width: int = 0
    stretch: bool = False
    hidden: bool = False
    muted: bool = False
    exported: bool = True
    sent_as: str = ""
    field: str = ""
    tip: Callable[[R], str] | None = None
    strong: Callable[[R], bool] | None = None
    currency: Callable[[R], str] | None = None
    bar: Callable[[R], Bar | None] | None = None
    pictured: bool = False
    icon: str = ""
    about: str = ""
    """An icon beside the title, and what it means."""

    def cell(self, row: R) -> Cell:
        """The value, as an export writes it."""
        raw = self.value(row)
        called = _entry(self.labels, raw)
        if called is not None:
            return called
        if raw is None or raw == "":
            return None
        if self.kind == "money":
            return exact(raw)
        if self.kind == "number":
            return _number(raw)
        if self.kind in ("day", "moment"):
            return day_of(raw) or moment(raw)
        if self.kind == "flag":
            return bool(raw)
        return ", ".join(map(str, raw)) if isinstance(raw, list) else str(raw)

    def text(self, row: R, formats: Formats) -> str:
        """The value, as a table shows it; "" where there is none."""
        cell = self._written(row)
        if cell is None:
            return ""
        if isinstance(cell, bool):
            return _("Yes") if cell else ""
        if isinstance(cell, datetime):
            return formats.day(cell) if self.kind == "day" else formats.moment(cell)
        if isinstance(cell, date):
            return day_text(cell, formats)
        if isinstance(cell, Decimal) and self.kind == "money":
            return formats.money(cell, self.currency(row) if self.currency is not None else "")
        return formats.number(cell) if isinstance(cell, int | Decimal) else str(cell)

    def shown(self, formats: Callable[[], Formats]) -> Column[R]:
        """The column of a table; ``formats`` are asked for each cell, as they may change."""
        tones = self.tones
        return Column(
            self.key,
            self.title,
            lambda row: self.text(row, formats()),
            align="right" if self.kind in _NUMERIC else "left",
            width=self.width or _WIDTHS.get(self.kind, 160),
            tone=(lambda row: _entry(tones, self.value(row)) or "muted") if tones else None,
            sort=self.key,
            muted=self.muted,
            stretch=self.stretch,
            hidden=self.hidden,
            tip=self.tip,
            strong=self.strong,
            bar=self.bar,
            icon=self.icon,
            about=self.about,
        )

    def sort(self) -> SortSpec[R]:
        """The order by this column; rows without a value come first, as the smallest."""
        largest_first = self.kind in _LARGEST_FIRST
        return SortSpec(self.key, self.title, self._rank, self.sent_as, largest_first)

    def group(self, formats: Callable[[], Formats]) -> GroupSpec[R] | None:
        """The groups by this column: those of its words, or months; None for amounts."""
        if self.kind in _NUMERIC:
            return None
        order: dict[Hashable, int] = {called: at for at, called in enumerate(self.labels.values())}
        order |= {value: at for at, value in enumerate(self.tones) if value not in order}

        def value(row: R) -> Hashable:
            cell = self.cell(row)
            return formats().month_of(cell) if isinstance(cell, date) else cell

        def rank(group: Hashable) -> tuple[int, Any]:
            if group is None:
                return len(order) + 1, 0
            if isinstance(group, date):
                return 0, -group.toordinal()
            return order.get(group, len(order)), fold(group) if isinstance(group, str) else group

        def called(group: Hashable) -> str:
            if group is None or group is False:
                return _("No value")
            if isinstance(group, date):
                return formats().month(group)
            return self.title if group is True else str(group)

        return GroupSpec(self.key, self.title, value, rank, called)

    def in_export(self) -> ExportColumn[R]:
        """The column of an export."""
        width = _EXPORT_WIDTHS.get(self.kind) or (self.width // PIXELS_A_CHARACTER or 28)
        return ExportColumn(self.key, self.title, self._written, width, self.exported)

    def _written(self, row: R) -> Cell:
        """The value; where a number was due, a text that is none stands as it came."""
        cell, raw = self.cell(row), self.value(row)
        odd = cell is None and self.kind in _NUMERIC and isinstance(raw, str)
        return str(raw) if odd and raw else cell

    def _rank(self, row: R) -> tuple[bool, Any]:
        cell = self.cell(row)
        if cell is None:
            return False, 0
        if isinstance(cell, datetime):
            return True, cell.timestamp()
        if isinstance(cell, date):
            return True, datetime(cell.year, cell.month, cell.day, tzinfo=UTC).timestamp()
        return True, fold(cell) if isinstance(cell, str) else cell


def column(key: str, title: str, kind: Kind = "text", **more: Any) -> RecordColumn[SummaryRow]:
    """A column of the summary's value of that name, by which the server orders as well."""
    more.setdefault("sent_as", key)
    return RecordColumn(key, title, lambda row: row.get(key), kind, **more)


def _entry(words: Mapping[Any, str], value: object) -> str | None:
    return words.get(value) if isinstance(value, Hashable) else None


def _number(raw: object) -> int | Decimal | None:
    if isinstance(raw, int) and not isinstance(raw, bool):
        return raw
    return exact(raw)
