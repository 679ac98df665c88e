"""Answers to questions: rows of cells, as they are kept on this computer and as they are shown.

No Qt. What is kept is lists of plain values, which a file gives back without a model's work.
"""

from collections import Counter
from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from itertools import zip_longest
from typing import Any

from funneldesk.contract.analytics import TIME_GROUPINGS, GroupedRow, MetricValue
from funneldesk.desktop.insight.buckets import GRAINS, place_of
from funneldesk.desktop.insight.metrics import Custom, Metric, change_percent, scale_of
from funneldesk.desktop.kit.formats import SIGNS, Formats
from funneldesk.desktop.local.texts import _

MOST_PERCENT = 10_000
PER_SESSION, NOWHERE = ("conversion_rate",), ("", "(none)")
"""Orders for each session, and the values of rows with orders that no session is known for: such
a row has no rate."""


@dataclass(frozen=True, slots=True)
class Cell:
    """A metric's value, and the one that it is compared with. None is missing, never zero.

    ``so_far``: the part of the value that is compared, where that is not all of it.
    """

    value: float | None = None
    written: str = ""
    before: float | None = None
    change: float | None = None
    lower_is_better: bool = False
    neutral: bool = False
    so_far: float | None = None

    @property
    def compared(self) -> float | None:
        """The value that is compared with the one before."""
        return self.value if self.so_far is None else self.so_far

    @property
    def tone(self) -> str:
        """The colour of the change by its meaning."""
        if not self.change or self.neutral:
            return "muted"
        return "success" if (self.change < 0) is self.lower_is_better else "danger"

    def text(self, metric: Metric, formats: Formats) -> str:
        """The value as it reads."""
        return metric.text(self.value, formats, self.written)

    def change_text(self, metric: Metric, formats: Formats) -> str:
        """The change as it reads: percent, for a rate points; "" with nothing to compare to."""
        if self.change is None or self.compared is None or self.before is None:
            return ""
        if metric.unit == "pct":
            return _points(self, formats)
        size = abs(self.change)
        if size > MOST_PERCENT:
            return _("new high") if self.change > 0 else _("new low")
        return formats.percent(self.change, 1 if size < 1000 else 0, of=100, signed=True)

    def against(self, before: float | None) -> "Cell":
        """Compared with another value."""
        change = change_percent(self.value, before)
        return replace(self, before=before, change=change, so_far=None)

    def so_far_against(self, so_far: float | None, before: float | None) -> "Cell":
        """A part of it compared with another value; with nothing where the part is missing."""
        if so_far is None:
            return self.against(None)
        change = change_percent(so_far, before)
        return replace(self, before=before, change=change, so_far=so_far)


def _points(cell: Cell, formats: Formats) -> str:
    value, before = cell.compared or 0.0, cell.before or 0.0
    points = round((value - before) * scale_of(value, cell.written, "pct"), 2)
    sign = SIGNS[points > 0] if points else ""
    return _("{sign}{number} pt").format(sign=sign, number=formats.number(abs(points)))


EMPTY = Cell()


@dataclass(frozen=True, slots=True)
class AnswerRow:
    """``key`` joins a value for each grouping by ``;``; it is empty without any."""

    key: str
    name: str
    cells: Mapping[str, Cell] = field(default_factory=dict)

    @property
    def parts(self) -> tuple[str, ...]:
        """The value of each grouping."""
        return tuple(self.key.split(";"))

    def cell(self, key: str) -> Cell:
        """A metric's cell, an empty one where there is none."""
        return self.cells.get(key, EMPTY)


@dataclass(frozen=True, slots=True)
class Pairing:
    """Which rows of two answers are compared: those with the same values, and at the same place
    where they are buckets of time, counted from the first days. ``words`` name what is compared
    with; without groupings rows pair by their keys, or else in their order."""

    groupings: tuple[str, ...] = ()
    first: date = date.min
    other_first: date = date.min
    words: str = ""

    @property
    def is_timed(self) -> bool:
        """Whether rows may stand in the order of time."""
        return all(name in GRAINS for name in self.groupings)

    def places(self, answer: "Answer", first: date) -> list[Hashable]:
        """The place of each row. An hour that comes twice has two."""
        seen = Counter[Hashable]()
        found: list[Hashable] = []
        for row in answer.rows:
            place = tuple(
                place_of(name, part, first) or part if name in GRAINS else part
                for name, part in zip_longest(self.groupings, row.parts, fillvalue="")
            )
            found.append((place, seen[place]))
            seen[place] += 1
        return found


@dataclass(frozen=True, slots=True)
class Answer:
    """``before`` tells in words what it is compared with; "" where the server does not say.
    ``gone`` are rows that only the days that it is compared with have."""

    rows: tuple[AnswerRow, ...] = ()
    before: str = ""
    gone: tuple[AnswerRow, ...] = ()

    @property
    def total(self) -> AnswerRow:
        """The one row of an answer without groupings."""
        return self.rows[0] if self.rows else AnswerRow("", "")

    def against(
        self, other: "Answer", pairing: "Pairing | None" = None, so_far: "Answer | None" = None
    ) -> "Answer":
        """Compared with the answer about other days: rows by their values, buckets of time by
        their place. ``so_far`` has the part of each row that is compared."""
        pairs = pairing or Pairing()
        there = dict(zip(pairs.places(other, pairs.other_first), other.rows, strict=True))
        here = pairs.places(self, pairs.first)
        if pairs.is_timed and there.keys().isdisjoint(here):
            here, there = list(range(len(here))), dict(enumerate(other.rows))
        parts = {row.key: row for row in so_far.rows} if so_far is not None else {}
        rows = []
        for place, row in zip(here, self.rows, strict=True):
            before, part = there.get(place), parts.get(row.key)
            cells = {}
            for key, cell in _of(row):
                was = before.cell(key).value if before is not None else None
                cells[key] = cell.against(was)
                if so_far is not None:
                    cells[key] = cell.so_far_against(part.cell(key).value if part else None, was)
            rows.append(replace(row, cells=cells))
        known = set(here)
        gone = tuple(_fallen(row) for place, row in there.items() if place not in known)
        return Answer(tuple(rows), pairs.words or other.before, gone)

    def with_gone(self, other: "Answer") -> "Answer":
        """With what only the days have that it is compared with: all of it went down to none."""
        here = {row.key for row in self.rows}
        return replace(self, gone=tuple(_fallen(r) for r in other.rows if r.key not in here))

    def without_comparison(self) -> "Answer":
        """Compared with nothing."""
        alone = (replace(row, cells={k: c.against(None) for k, c in _of(row)}) for row in self.rows)
        return Answer(tuple(alone))


def _fallen(row: AnswerRow) -> AnswerRow:
    none = {k: replace(c, value=0.0, written="").against(c.value) for k, c in _of(row)}
    return replace(row, cells=none)


def _of(row: AnswerRow) -> Iterable[tuple[str, Cell]]:
    return row.cells.items()


# What is kept

Body = dict[str, Any]


def body_of_values(values: Mapping[str, MetricValue]) -> Body:
    """The answer to a question without groupings, as it is kept."""
    return _body([["", "", {key: _kept(value) for key, value in values.items()}]], values.values())


def body_of_rows(rows: Sequence[GroupedRow], metrics: Sequence[str]) -> Body:
    """The answer to a question with groupings, as it is kept."""
    kept: list[list[Any]] = []
    seen: list[MetricValue] = []
    for row in rows:
        values = {key: value for key in metrics if (value := row.metric(key)) is not None}
        seen += [*values.values()][:1] if not seen else []
        key = "" if row.row_key is None else str(row.row_key)
        kept.append([key, row.row_name or key, {k: _kept(v) for k, v in values.items()}])
    return _body(kept, seen)


def _body(rows: list[list[Any]], values: Iterable[MetricValue]) -> Body:
    labels = (value.previous_range_label for value in values)
    return {"rows": rows, "before": next((each for each in labels if each), "")}


def _kept(value: MetricValue) -> list[Any]:
    return [
        value.value,
        value.formatted_value or "",
        value.previous_value,
        value.change_percent,
        value.lower_is_better,
        value.neutral,
    ]


def answer_of(body: Body, customs: Sequence[Custom] = (), groupings: Sequence[str] = ()) -> Answer:
    """What was kept, with the metrics of one's own that the server did not work out."""
    fields = [at for at, name in enumerate(groupings) if name not in TIME_GROUPINGS]
    rows = []
    for key, name, kept in body["rows"]:
        cells = {k: Cell(*cell) for k, cell in kept.items()}
        parts = key.split(";")
        if any(parts[at] in NOWHERE for at in fields if at < len(parts)):
            cells |= {k: EMPTY for k in PER_SESSION if k in cells}
        rows.append(AnswerRow(key, name, _with_customs(cells, customs)))
    return Answer(tuple(rows), body.get("before", ""))


def _with_customs(cells: dict[str, Cell], customs: Sequence[Custom]) -> dict[str, Cell]:
    for each in customs:
        formula = each.parsed if each.key not in cells else None
        if formula is not None:
            value = formula.value({k: c.value for k, c in cells.items()})
            before = formula.value({k: c.before for k, c in cells.items()})
            cells[each.key] = Cell(value).against(before)
    return cells
