"""Counts and sums of columns: the server's counts, and sums as far as entries are here."""

from collections.abc import Mapping, Sequence
from decimal import Decimal

from funneldesk.contract.crm import CrmField
from funneldesk.desktop.kit.formats import Formats
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.parts.crm.board.stage_rows import StageRows
from funneldesk.desktop.parts.crm.board.stage_totals import added_up
from funneldesk.desktop.parts.crm.fields import VALUES


class ColumnHeads:
    """Made each time that cards are arranged: ``shown`` are the ids of each stage, ``going`` the
    stages of entries whose move has no answer yet."""

    def __init__(
        self,
        rows: StageRows,
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

    def count(self, stage: int) -> tuple[int | None, str]:
        """The server's count, with the moves that are on their way; of a search what it finds."""
        shown, counted = len(self._shown[stage]), self._rows.counts.get(stage)
        if counted is None:
            return (shown, "") if self._rows.has_answer else (None, "")
        for each, target in self._going.items():
            row = self._rows.get(each)
            if row is not None:
                counted += (target == stage) - (row.get("stage_id") == stage)
        if not self._narrowed:
            return counted, ""
        return shown, _("{found:,} of {all:,} match").format(found=shown, all=counted)

    def total(self, stage: int, field: CrmField | None, formats: Formats) -> tuple[str, str]:
        """The sum of a field, and what is to be known of it."""
        if field is None or not self._rows.has_answer:
            return "", ""
        count = self._rows.counts.get(stage, 0)
        asked = None if self._narrowed else self._rows.totals.of(stage, VALUES + field.key, count)
        if asked is not None:
            words = formats.number(asked)
            told = _("{field}: {sum} in {count:,} entries, as the server has them.")
            return words, told.format(field=field.name, sum=words, count=count)
        number, is_positive = self._sum(stage, field)
        words, loaded = formats.number(number), len(self._shown[stage])
        if self._rows.is_whole or (loaded >= count and not self._narrowed):
            return words, f"{field.name}: {words}"
        note = _("Sum of {loaded:,} of {count:,} cards, as far as they are loaded.")
        told = _("at least {sum}") if is_positive else _("{sum} so far")
        return told.format(sum=words), note.format(loaded=loaded, count=count)

    def whole_sum(self, field: CrmField) -> Decimal | None:
        """The sum of all columns; None while it is not known."""
        name, counts, totals = VALUES + field.key, self._rows.counts, self._rows.totals
        if self._rows.is_whole:
            return sum((self._sum(stage, field)[0] for stage in self._shown), Decimal(0))
        asked = [totals.of(stage, name, counts.get(stage)) for stage in self._shown]
        known = [each for each in asked if each is not None]
        complete = len(known) == len(asked) and not self._narrowed
        return sum(known, Decimal(0)) if complete else None

    def _sum(self, stage: int, field: CrmField) -> tuple[Decimal, bool]:
        """The sum of a column, and whether no value is below zero."""
        key = stage, field.key
        if key not in self._sums:
            values = self._rows.numbers(self._shown[stage], VALUES + field.key)
            self._sums[key] = added_up(values), all(value >= 0 for value in values)
        return self._sums[key]
