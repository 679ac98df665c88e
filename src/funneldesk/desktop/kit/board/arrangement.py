"""Cards in columns: neighbours, blocks, and the moves between them. No widget here."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain

Columns = Mapping[str, Sequence[str]]
"""The ids of the cards of each column, by the column's key, in the order of the columns."""


@dataclass(frozen=True, slots=True)
class Spot:
    """A place for cards: before the row ``row`` of a column as it is shown."""

    column: str
    row: int


def moved(columns: Columns, ids: Collection[str], spot: Spot) -> dict[str, list[str]]:
    """The columns after cards went to a spot, as a block that keeps their order; ids that are
    nowhere are passed over. Raises KeyError for a column that is not there."""
    going = set(ids)
    block = [each for each in chain.from_iterable(columns.values()) if each in going]
    before = columns[spot.column][: max(0, spot.row)]
    place = sum(each not in going for each in before)
    after = {key: [i for i in shown if i not in going] for key, shown in columns.items()}
    after[spot.column][place:place] = block
    return after


@dataclass(slots=True)
class Arrangement:
    """The cards that are shown, with the column of each."""

    columns: dict[str, Sequence[str]] = field(default_factory=dict)
    _column_of: dict[str, str] = field(default_factory=dict)

    def arrange(self, columns: Columns) -> None:
        """Show these; a card that is in two columns counts for the last one."""
        self.columns = dict(columns)
        self._column_of = {each: key for key, ids in columns.items() for each in ids}

    def __contains__(self, card: object) -> bool:
        return card in self._column_of

    def ids(self) -> Iterator[str]:
        """All cards, column by column."""
        return chain.from_iterable(self.columns.values())

    def column_of(self, card: str) -> str:
        """The column of a card; "" for one that is not shown."""
        return self._column_of.get(card, "")

    def spot(self, card: str) -> Spot | None:
        """Where a card is; None for one that is not shown."""
        key = self.column_of(card)
        return Spot(key, list(self.columns[key]).index(card)) if key else None

    def beside(self, key: str, step: int, *, filled: bool = False) -> str:
        """The next column in a direction, with cards if ``filled``; "" at the edge."""
        keys = list(self.columns)
        place = keys.index(key) + step if key in keys else -1
        while 0 <= place < len(keys):
            if not filled or self.columns[keys[place]]:
                return keys[place]
            place += 1 if step > 0 else -1
        return ""

    def block(self, one: str, other: str) -> list[str]:
        """The cards of the rectangle between two cards, both included."""
        first, last = self.spot(one), self.spot(other)
        if first is None or last is None:
            return [each for each in (one, other) if each in self]
        keys = list(self.columns)
        left, right = sorted((keys.index(first.column), keys.index(last.column)))
        top, bottom = sorted((first.row, last.row))
        taken = (self.columns[key][top : bottom + 1] for key in keys[left : right + 1])
        return list(chain.from_iterable(taken))


@dataclass(slots=True)
class Selection:
    """The chosen cards of a board, the current one, and the one that a range begins at.

    While ``marking``, the current card moves without losing what is chosen.
    """

    cards: Arrangement
    chosen: set[str] = field(default_factory=set)
    current: str = ""
    anchor: str = ""
    marking: bool = False

    def in_order(self) -> list[str]:
        """The chosen cards, column by column."""
        return [each for each in self.cards.ids() if each in self.chosen]

    def only(self, card: str) -> None:
        """Choose one card alone."""
        self.marking = False
        self.chosen = {card} if card in self.cards else set()
        self.current = self.anchor = card

    def go(self, card: str) -> None:
        """Make a card the current one; outside of marking it is then chosen alone."""
        if self.marking:
            self.current = self.anchor = card
        else:
            self.only(card)

    def walk(self, card: str) -> None:
        """Make a card the current one, and keep what is chosen."""
        self.current = card

    def toggle(self, card: str) -> None:
        """Choose a card too, or no longer."""
        self.chosen ^= {card}
        self.current = self.anchor = card

    def extend(self, card: str) -> None:
        """Choose all from the anchor to a card."""
        start = self.anchor if self.anchor in self.cards else card
        self.chosen = set(self.cards.block(start, card))
        self.current, self.anchor = card, start

    def choose(self, ids: Collection[str]) -> None:
        """Choose these of the cards that are shown."""
        self.chosen = {each for each in ids if each in self.cards}

    def clear(self) -> None:
        """Choose nothing but the current card."""
        self.only(self.current)

    def settle(self) -> None:
        """Forget cards that are no longer shown; called after the arrangement changed."""
        self.chosen = {each for each in self.chosen if each in self.cards}
        if self.current not in self.cards:
            self.current = next(iter(self.in_order()), "")
        if self.anchor not in self.cards:
            self.anchor = self.current
        self.marking = self.marking and bool(self.chosen)
