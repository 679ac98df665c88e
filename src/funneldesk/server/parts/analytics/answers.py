"""Questions answered in the document's shapes: metric values and grouped rows (quirks 50, 51)."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from operator import itemgetter
from typing import Any, TypeVar

from pydantic_core import to_json
from sqlalchemy.orm import Session

from funneldesk.server.parts.analytics.formats import formatted
from funneldesk.server.parts.analytics.metrics import (
    METRICS,
    NOTHING,
    Sums,
    amounts_of,
    is_of_sales,
    places_of,
)
from funneldesk.server.parts.analytics.names import PAGE_FIELDS, names_of
from funneldesk.server.parts.analytics.periods import Span, key_of
from funneldesk.server.parts.analytics.questions import TIMES, Custom, Question
from funneldesk.server.parts.analytics.store import Key, first_hours, sums_of

T = TypeVar("T")
Row = tuple[str, str, list[T]]
"""Key, name, and a cell for each metric."""

MOST_ROWS = 10_000
"""A grouped answer has this many rows at most: the first in time, or those with the most."""


@dataclass(frozen=True)
class Asked:
    """What is wanted of a question's sums: metrics by key, custom ones, the brand's currency.

    ``withheld`` are modules that whoever asks cannot reach: what takes them is missing.
    """

    question: Question
    metrics: tuple[str, ...]
    customs: Mapping[str, Custom]
    currency: str
    withheld: frozenset[str] = frozenset()

    @property
    def knows_visits(self) -> bool:
        """Whether whoever asks may be told of visits."""
        return "tracking" not in self.withheld

    @cached_property
    def places(self) -> dict[str, tuple[int, ...]]:
        """For each metric: where in the sums stands what it depends on."""
        every = tuple(range(len(NOTHING)))
        return {key: places_of(METRICS[key]) if key in METRICS else every for key in self.metrics}

    def value(self, key: str, sums: Sums) -> float | None:
        """A metric of these sums."""
        amounts = amounts_of(sums, self.places[key], without_visits=self._without_visits)
        if key in METRICS:
            return METRICS[key].value(amounts)
        known = {name: metric.value(amounts) for name, metric in METRICS.items()}
        return self.customs[key].formula.value(known)

    def cell(self, key: str, now: Sums, before: Sums) -> dict[str, Any]:
        """A metric of a period beside that of the one before."""
        found = self._value(key, self.value(key, now), self.value(key, before))
        return {**found, **self._ranges}

    @cached_property
    def _without_visits(self) -> bool:
        return self.question.is_of_sales or not self.knows_visits

    @cached_property
    def _ranges(self) -> dict[str, Any]:
        span = self.question.span
        return {
            "current_range": span.shown(),
            "previous_range": span.before.shown(),
            "previous_range_label": span.before.label(),
        }

    def _value(self, key: str, value: float | None, before: float | None) -> dict[str, Any]:
        metric = METRICS.get(key)
        kind = metric.type if metric else self.customs[key].type
        change = change_of(value, before)
        return {
            "value": _rounded(value),
            "formatted_value": formatted(value, kind, self.currency),
            "previous_value": _rounded(before),
            "change": change,
            "change_symbol": "" if not change else "+" if change > 0 else "-",
            "lower_is_better": bool(metric and metric.lower_is_better),
            "neutral": bool(metric and metric.neutral),
        }


def change_of(value: float | None, before: float | None) -> float | None:
    """The change in percent of the value before; None where there is nothing to compare with."""
    if value is None or before is None or before == 0:
        return None
    return round((value - before) / abs(before) * 100, 2)


def values_of(session: Session, brand_id: int, asked: Asked) -> dict[str, dict[str, Any]]:
    """The metrics of a question without groupings."""
    now = sums_of(session, brand_id, asked.question).get((), NOTHING)
    before = sums_of(session, brand_id, asked.question.before).get((), NOTHING)
    return {key: asked.cell(key, now, before) for key in asked.metrics}


def rows_of(session: Session, brand_id: int, asked: Asked) -> Iterator[dict[str, Any]]:
    """The rows of a question with groupings: in the order of time, or those with the most first.

    Where all groupings are times there is a row for each of them in the span, else for what there
    was. Each is compared with what stood at its place in the span before.
    """
    for key, name, cells in _rows(session, brand_id, asked, lambda _, cell: cell):
        yield {"row_key": key, "row_name": name, **dict(zip(asked.metrics, cells, strict=True))}


def rows_as_json(
    session: Session, brand_id: int, asked: Asked, most: int = MOST_ROWS
) -> tuple[bytes, int]:
    """The first of the same, written, and how many there are in all.

    Ten thousand rows of all metrics are 160,000 cells, most of them alike.
    """

    def written(metric: str, cell: dict[str, Any]) -> bytes:
        return b",%b:%b" % (to_json(metric), to_json(cell))

    parts: list[bytes] = []
    count = 0
    for key, name, cells in _rows(session, brand_id, asked, written):
        count += 1
        if count <= most:
            parts += (b',{"row_key":', to_json(key), b',"row_name":', to_json(name), *cells, b"}")
    parts[:1] = [b"[", parts[0][1:]] if parts else [b"["]
    return b"".join((*parts, b"]")), count  # joined once: it may be tens of megabytes


def _rows(
    session: Session, brand_id: int, asked: Asked, made: Callable[[str, dict[str, Any]], T]
) -> Iterator[Row[T]]:
    question = asked.question
    # Rows that are withheld are no part of the first ones: then everything is read.
    hours = first_hours(session, brand_id, question, MOST_ROWS) if asked.knows_visits else None
    now = sums_of(session, brand_id, question, hours)
    before = sums_of(session, brand_id, question.before, hours)
    earlier = _counterparts(question)
    keys = _ordered(asked, now)[:MOST_ROWS]
    hidden = PAGE_FIELDS if "pages" in asked.withheld else frozenset[str]()
    names = names_of(session, brand_id, question.groupings, keys, hidden)
    cells_of = _cells(asked, made)
    for key in keys:
        counterpart = _replaced(question, key, earlier) if before else key
        name = " / ".join(names[pair] for pair in zip(question.groupings, key, strict=True))
        cells = cells_of(now.get(key, NOTHING), before.get(counterpart, NOTHING))
        yield ";".join(key), name, cells


def _cells(
    asked: Asked, made: Callable[[str, dict[str, Any]], T]
) -> Callable[[Sums, Sums], list[T]]:
    """Makes the cells of a row. A cell is made once for the measures that it depends on."""
    known: list[tuple[str, Callable[[Sums], object], dict[object, T]]]
    known = [(metric, _taker(asked.places[metric]), {}) for metric in asked.metrics]

    def cells_of(now: Sums, before: Sums) -> list[T]:
        found = []
        for metric, taken, there in known:
            on = taken(now), taken(before)
            cell = there.get(on)
            if cell is None:
                cell = there[on] = made(metric, asked.cell(metric, now, before))
            found.append(cell)
        return found

    return cells_of


def _taker(places: Sequence[int]) -> Callable[[Sums], object]:
    return itemgetter(*places) if places else lambda _: None


def _ordered(asked: Asked, sums: Mapping[Key, Sums]) -> list[Key]:
    groupings = asked.question.groupings
    if all(name in TIMES for name in groupings):
        span = asked.question.span
        hours = range(span.first, span.end)
        all_keys = (tuple(key_of(name, hour, span.zone) for name in groupings) for hour in hours)
        found = list(dict.fromkeys(all_keys))
        return sorted(found) if groupings[0] == "hour_of_day" else found
    times = [place for place, name in enumerate(groupings) if name in TIMES]
    metric = asked.metrics[0]
    places, most = asked.places[metric], dict[Any, tuple[bool, float]]()

    def order(key: Key) -> tuple[list[str], tuple[bool, float], Key]:
        total = sums[key]
        on = tuple([total[place] for place in places])
        rank = most.get(on)
        if rank is None:
            value = asked.value(metric, total)
            rank = most[on] = (value is None, -(value or 0.0))
        return [key[place] for place in times], rank, key

    told = (key for key, total in sums.items() if asked.knows_visits or is_of_sales(total))
    return sorted(told, key=order)


def _counterparts(question: Question) -> dict[str, dict[str, str]]:
    """For each grouping by time: which hour, day, … of the span before stands at a key's place."""
    found = {}
    for name in question.groupings:
        if name in TIMES and name != "hour_of_day":
            now, before = (_keys(name, span) for span in (question.span, question.span.before))
            found[name] = dict(zip(now, before, strict=False))
    return found


def _keys(name: str, span: Span) -> list[str]:
    return list(
        dict.fromkeys(key_of(name, hour, span.zone) for hour in range(span.first, span.end))
    )


def _replaced(question: Question, key: Key, earlier: Mapping[str, Mapping[str, str]]) -> Key:
    pairs = zip(question.groupings, key, strict=True)
    return tuple(earlier[name].get(part, "") if name in earlier else part for name, part in pairs)


def _rounded(value: float | None) -> float | int | None:
    """To four places; whole numbers without any."""
    if value is None:
        return None
    near = round(value, 4)
    return int(near) if near.is_integer() and abs(near) < 2**53 else near
