"""Content of cards: chosen fields, age in the column, a colour by a rule, who it is assigned to."""

from dataclasses import dataclass, replace
from typing import Any

from funneldesk.desktop.kit.board.card import Card, CardShape, Mark
from funneldesk.desktop.kit.formats import Formats
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.records.board.declaration import RecordBoard
from funneldesk.desktop.records.fields import RecordField
from funneldesk.desktop.records.rows import SummaryRow

COLOURS = ("#3D57D6", "#1B7A4B", "#B86E00", "#BF2F3A", "#0A659E", "#7A4BC2", "#576170", "#B3246B")
MOST_LINES = 4
AGES = (7, 14, 30, 60)
AGE = "age"
"""The colour rule by days in the column; other rules are names of fields."""
CHIPS = ("choice", "several")
NUMBERS = ("integer", "decimal")


@dataclass(frozen=True, slots=True)
class CardLook:
    """``fields`` are shown in this order, ``summed`` is the number field whose sum the columns
    tell ("" for none), ``colour`` the rule, and a record is marked after ``overdue`` days in its
    column, 0 for never."""

    fields: tuple[str, ...] = ()
    summed: str = ""
    colour: str = ""
    overdue: int = 14

    @classmethod
    def usual(cls, board: RecordBoard) -> "CardLook":
        """What cards show until somebody chooses: the first words and the first number."""
        fields = board.shown().values()
        number = next((each.name for each in fields if each.kind in NUMBERS), "")
        words = next((each.name for each in fields if each.kind == "text"), "")
        return cls(tuple(filter(None, (words, number))), number)

    @classmethod
    def of(cls, state: object, board: RecordBoard) -> "CardLook":
        """The look that was kept; what no longer fits the records is left out."""
        usual = cls.usual(board)
        if not isinstance(state, dict):
            return usual
        known = board.shown()
        fields = state.get("fields")
        shown = [each for each in fields if each in known] if isinstance(fields, list) else []
        summed, colour, overdue = (state.get(key) for key in ("summed", "colour", "overdue"))
        return cls(
            tuple(shown) if isinstance(fields, list) else usual.fields,
            summed if summed in known or summed == "" else usual.summed,
            colour if colour in known or colour == AGE else "",
            overdue if overdue in (0, *AGES) else usual.overdue,
        )

    def state(self) -> dict[str, Any]:
        """The look as JSON."""
        return {
            "fields": list(self.fields),
            "summed": self.summed,
            "colour": self.colour,
            "overdue": self.overdue,
        }

    def toggled(self, name: str) -> "CardLook":
        """A field is shown, or no longer."""
        without = tuple(each for each in self.fields if each != name)
        return replace(self, fields=without if name in self.fields else (*self.fields, name))


class CardMaker:
    """Cards of records, as a look wants them."""

    def __init__(self, board: RecordBoard) -> None:
        self.fields, self._board = board.shown(), board
        self._title = board.kind.draft.listed[0]
        self._columns = {column.key: column for column in board.section.columns}

    def shape(self, look: CardLook) -> CardShape:
        """The room that cards need."""
        return CardShape(len(self._lines(look)), bool(self._chips(look)))

    def card(self, row: SummaryRow, look: CardLook, formats: Formats, *, busy: bool) -> Card:
        """A record as a card."""
        lines = [self._columns[name].text(row, formats) for name in self._lines(look)]
        above, last = [line for line in lines[:-1] if line], lines[-1:]
        padded = [*above, *[""] * (len(lines) - 1 - len(above)), *last]
        marks = (Mark(words) for name in self._chips(look) for words in _words(row.get(name)))
        age, (letters, assigned) = self._board.days(row), self._board.assigned(row)
        return Card(
            str(row.get(self._title) or "") or _("No title"),
            tuple(padded),
            tuple(marks),
            _age(age, look.overdue),
            self._colour(row, look, age),
            letters,
            assigned,
            busy=busy,
        )

    def _lines(self, look: CardLook) -> list[str]:
        plain = [each for each in look.fields if not self._is_chip(each)]
        return plain[:MOST_LINES]

    def _chips(self, look: CardLook) -> list[str]:
        return [each for each in look.fields if self._is_chip(each)]

    def _is_chip(self, name: str) -> bool:
        field = self.fields.get(name)
        return field is not None and field.kind in CHIPS

    def _colour(self, row: SummaryRow, look: CardLook, age: int | None) -> str:
        if look.colour == AGE:
            passed = sum((age or 0) >= limit for limit in AGES[:3])
            return ("", COLOURS[1], COLOURS[2], COLOURS[3])[passed]
        field = self.fields.get(look.colour)
        return _colour_of(field, row.get(look.colour)) if field is not None else ""


def _colour_of(field: RecordField, value: object) -> str:
    """A colour of its own for each option, and for a yes."""
    if field.kind == "bool":
        return COLOURS[1] if value is True else ""
    options = [each for each, _words in field.choices if each]
    first = value[0] if isinstance(value, list) and value else value
    return COLOURS[options.index(first) % len(COLOURS)] if first in options else ""


def _words(value: object) -> list[str]:
    several = value if isinstance(value, list) else [value]
    return [str(each) for each in several if each not in (None, "")]


def _age(days: int | None, overdue: int) -> Mark:
    if days is None:
        return Mark("")
    words = _("today") if days == 0 else _("{days:,} d").format(days=days)
    return Mark(words, "warning" if overdue and days >= overdue else "muted")
