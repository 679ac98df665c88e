"""Differences as rows of a view, with the unchanged ones folded away."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import zip_longest
from typing import Literal

from funneldesk.desktop.kit.diff.lines import Hunk
from funneldesk.desktop.kit.diff.merge import Merge
from funneldesk.desktop.kit.diff.pairing import MOST, Pair, paired
from funneldesk.desktop.kit.diff.pieces import numbers

Tone = Literal["", "removed", "added", "conflict", "before"]
Mode = Literal["side", "inline"]

CONTEXT = 3
"""Unchanged lines that stay in view around a difference."""
_WORTH_FOLDING = 4
_MOST_IN_ALL = 30_000


@dataclass(frozen=True, slots=True)
class Cell:
    """One piece in one column. ``numbers``: its line, 0 for the rest of a long line; two of them
    where one column shows both sides. ``other`` is the piece that its words are compared with."""

    text: str
    numbers: tuple[int, ...]
    tone: Tone = ""
    other: str | None = None


@dataclass(frozen=True, slots=True)
class Row:
    """``cells`` by column, None where that side has nothing. ``block`` counts the differences,
    -1 for what is unchanged. ``kind``: ``fold`` stands for ``rows``, ``bar`` heads a block."""

    cells: tuple[Cell | None, ...]
    block: int = -1
    kind: Literal["line", "fold", "bar"] = "line"
    rows: tuple["Row", ...] = ()


@dataclass(slots=True)
class Table:
    """Rows with what a view has to know of them: ``widest`` in characters, the ``last`` line's
    number, and for each block the places of its first and last row."""

    rows: list[Row]
    widest: int = 0
    last: int = 0
    places: dict[int, tuple[int, int]] = field(default_factory=dict)

    @classmethod
    def of(cls, rows: list[Row]) -> "Table":
        """Takes the measures."""
        made = cls(rows)
        for at, row in enumerate(rows):
            if row.block >= 0:
                made.places[row.block] = (made.places.get(row.block, (at, at))[0], at)
            made._measure(row)
        return made

    def unfold(self, at: int) -> int:
        """Puts the rows of a fold in its place; gives how many they are."""
        hidden = self.rows[at].rows
        self.rows[at : at + 1] = hidden
        more = len(hidden) - 1
        self.places = {
            block: (first + more, last + more) if first > at else (first, last)
            for block, (first, last) in self.places.items()
        }
        for row in hidden:
            self._measure(row)
        return len(hidden)

    def _measure(self, row: Row) -> None:
        for cell in row.cells:
            if cell is not None:
                self.widest = max(self.widest, len(cell.text))
                self.last = max(self.last, *cell.numbers, 0)


def two_columns(left: list[str], right: list[str], found: Sequence[Hunk]) -> list[Row]:
    """The left text beside the right one."""
    here, there = numbers(left), numbers(right)
    pairing = _Pairing(left, right)
    rows: list[Row] = []
    block = -1
    for hunk in found:
        is_same = hunk.kind == "same"
        block += not is_same
        for a, b in pairing.of(hunk):
            old, new = _at(left, a), _at(right, b)
            tones: tuple[Tone, Tone] = ("", "") if is_same else ("removed", "added")
            ours = None if a is None else Cell(left[a], (here[a],), tones[0], new)
            others = None if b is None else Cell(right[b], (there[b],), tones[1], old)
            rows.append(Row((ours, others), -1 if is_same else block))
    return rows


def one_column(left: list[str], right: list[str], found: Sequence[Hunk]) -> list[Row]:
    """Removed and added lines, one after the other."""
    here, there = numbers(left), numbers(right)
    pairing = _Pairing(left, right)
    rows: list[Row] = []
    block = -1
    for hunk in found:
        olds, news = range(hunk.left_start, hunk.left_end), range(hunk.right_start, hunk.right_end)
        if hunk.kind == "same":
            rows += [
                Row((Cell(left[a], (here[a], there[b])),)) for a, b in zip(olds, news, strict=True)
            ]
            continue
        block += 1
        pairs = pairing.of(hunk)
        rows += [
            Row((Cell(left[a], (here[a], 0), "removed", _at(right, b)),), block)
            for a, b in pairs
            if a is not None
        ]
        rows += [
            Row((Cell(right[b], (0, there[b]), "added", _at(left, a)),), block)
            for a, b in pairs
            if b is not None
        ]
    return rows


def three_columns(merged: Merge) -> list[Row]:
    """Theirs, the base and mine side by side; a block is a chunk's place in the merge."""
    rows: list[Row] = []
    lines = [_Lines(), _Lines(), _Lines()]
    for index, chunk in enumerate(merged.chunks):
        is_same = chunk.kind == "same"
        clash = chunk.kind == "conflict"
        if not is_same:
            rows.append(Row((None, None, None), index, "bar"))
        ours: Tone = "conflict" if clash else "added"
        for old, mine, theirs in zip_longest(chunk.base, chunk.mine, chunk.theirs):
            cells = (
                lines[0].cell(theirs, ours if chunk.theirs != chunk.base else "", old),
                lines[1].cell(old, "" if is_same else "before", None),
                lines[2].cell(mine, ours if chunk.mine != chunk.base else "", old),
            )
            rows.append(Row(cells, -1 if is_same else index))
    return rows


class _Lines:
    """Counts the lines of one column."""

    def __init__(self) -> None:
        self.line = 1
        self.at_start = True

    def cell(self, text: str | None, tone: Tone, other: str | None) -> Cell | None:
        if text is None:
            return None
        made = Cell(text, (self.line if self.at_start else 0,), tone, other)
        self.at_start = text.endswith("\n")
        self.line += self.at_start
        return made


def with_bars(rows: Sequence[Row]) -> Iterator[Row]:
    """A bar before each block, for what can be done with it."""
    last = -1
    for row in rows:
        if row.block >= 0 and row.block != last:
            yield Row(tuple(None for _ in row.cells), row.block, "bar")
        last = row.block
        yield row


def folded(rows: Sequence[Row], context: int = CONTEXT) -> list[Row]:
    """Long stretches of unchanged lines become one row that holds them."""
    shown: list[Row] = []
    at = 0
    while at < len(rows):
        end = at
        while end < len(rows) and rows[end].block < 0:
            end += 1
        head = at + context if at else 0
        tail = end - context if end < len(rows) else end
        if tail - head >= _WORTH_FOLDING:
            hidden = tuple(rows[head:tail])
            shown += rows[at:head]
            shown.append(Row(tuple(None for _ in hidden[0].cells), -1, "fold", hidden))
            shown += rows[tail:end]
        else:
            shown += rows[at:end]
        at = end
        while at < len(rows) and rows[at].block >= 0:
            shown.append(rows[at])
            at += 1
    return shown


class _Pairing:
    """Pairs the lines of changes, as long as that does not take long in all."""

    def __init__(self, left: list[str], right: list[str]) -> None:
        self.left = left
        self.right = right
        self._comparisons = 0

    def of(self, hunk: Hunk) -> list[Pair]:
        """The lines of a hunk side by side, by their places in the texts."""
        olds = range(hunk.left_start, hunk.left_end)
        news = range(hunk.right_start, hunk.right_end)
        if hunk.kind == "same":
            return list(zip(olds, news, strict=True))
        self._comparisons += min(len(olds) * len(news), MOST)
        if self._comparisons > _MOST_IN_ALL:
            return list(zip_longest(olds, news))
        pairs = paired(self.left[olds.start : olds.stop], self.right[news.start : news.stop])
        return [(None if a is None else olds[a], None if b is None else news[b]) for a, b in pairs]


def _at(parts: list[str], index: int | None) -> str | None:
    return None if index is None else parts[index]
