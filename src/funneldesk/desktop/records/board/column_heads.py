"""Counts and sums of columns: the server's counts, and sums as far as records are here."""

from collections.abc import Mapping, Sequence
from decimal import Decimal

from funneldesk.desktop.kit.board.card import BoardColumn
from funneldesk.desktop.kit.formats import Formats
from funneldesk.desktop.kit.units import counted
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.records.board.column_rows import ColumnRows
from funneldesk.desktop.records.board.declaration import ColumnSpec
from funneldesk.desktop.records.fields import RecordField


class ColumnHeads:
    """Made each time that cards are arranged: ``shown`` are the ids of each column, ``going`` the
    columns of records whose move has no answer yet."""

    def __init__(
        self,
        rows: ColumnRows,
        going: Mapping[str, int],
        shown: Mapping[int, Sequence[str]],
        *,
        narrowed: bool,
    ) -> None:
        self._rows, self._going, self._shown, self._narrowed = rows, going, shown, narrowed
        self._sums: dict[tuple[int, str], tuple[Decimal, bool]] = {}

    @property
    def found(self) -> int:
        """How many cards are shown."""
        return sum(map(len, self._shown.values()))

    def count(self, column: int) -> tuple[int | None, str]:
        """The server's count, with the moves that are on their way; of a search what it finds."""
        shown, counted = len(self._shown[column]), self._rows.counts.get(column)
        if counted is None:
            return (shown, "") if self._rows.has_answer else (None, "")
        for each, target in self._going.items():
            row = self._rows.get(each)
            if row is not None:
                counted += (target == column) - (self._rows.board.column_of(row) == column)
        if not self._narrowed:
            return counted, ""
        return shown, _("{found:,} of {all:,} match").format(found=shown, all=counted)

    def total(self, column: int, field: RecordField | None, formats: Formats) -> tuple[str, str]:
        """The sum of a field, and what is to be known of it."""
        if field is None or not self._rows.has_answer:
            return "", ""
        count = self._rows.counts.get(column, 0)
        asked = None if self._narrowed else self._rows.totals.of(column, field.name, count)
        if asked is not None:
            words = formats.number(asked)
            told = _("{field}: {sum} in {count:,} records, as the server has them.")
            return words, told.format(field=field.title, sum=words, count=count)
        number, is_positive = self._sum(column, field)
        words, loaded = formats.number(number), len(self._shown[column])
        if self._rows.is_whole or (loaded >= count and not self._narrowed):
            return words, f"{field.title}: {words}"
        note = _("Sum of {loaded:,} of {count:,} cards, as far as they are loaded.")
        told = _("at least {sum}") if is_positive else _("{sum} so far")
        return told.format(sum=words), note.format(loaded=loaded, count=count)

    def head(self, spec: ColumnSpec, field: RecordField | None, formats: Formats) -> BoardColumn:
        """What stands over a column, and what is said of it while it is empty."""
        board, (count, note) = self._rows.board, self.count(spec.key)
        total, more = self.total(spec.key, field, formats)
        empty = board.words.empty.format(record=board.one)
        if self._narrowed:
            empty = _("Nothing here matches.")
        return BoardColumn(
            str(spec.key),
            spec.name,
            spec.colour,
            count,
            total,
            "\n".join(filter(None, (note, more))),
            empty if self._rows.has_answer else "",
        )

    def told(self, field: RecordField | None, formats: Formats, chosen: int) -> str:
        """How many records there are, what they come to, and how many are chosen."""
        parts, counts = list[str](), self._rows.counts
        if self._narrowed:
            parts.append(_("{found:,} found").format(found=self.found))
        if counts:
            parts.append(counted(sum(counts.values()), self._rows.board.kind.unit))
        total = self.whole_sum(field) if field is not None else None
        if field is not None and total is not None:
            parts.append(f"{field.title} {formats.number(total)}")
        if chosen > 1:
            parts.append(_("{chosen:,} selected").format(chosen=chosen))
        return " · ".join(parts)

    def whole_sum(self, field: RecordField) -> Decimal | None:
        """The sum of all columns; None while it is not known."""
        name, counts, totals = field.name, self._rows.counts, self._rows.totals
        if self._rows.is_whole:
            return sum((self._sum(column, field)[0] for column in self._shown), Decimal(0))
        asked = [totals.of(column, name, counts.get(column)) for column in self._shown]
        known = [each for each in asked if each is not None]
        complete = len(known) == len(asked) and not self._narrowed
        return sum(known, Decimal(0)) if complete else None

    def _sum(self, column: int, field: RecordField) -> tuple[Decimal, bool]:
        """The sum of a column, and whether no value is below zero."""
        key = column, field.name
        if key not in self._sums:
            self._sums[key] = self._rows.added_up(self._shown[column], field.name)
        return self._sums[key]
