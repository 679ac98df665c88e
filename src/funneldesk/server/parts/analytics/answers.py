"""Questions answered in the document's shapes: metric values and grouped rows (quirks 50, 51)."""

import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cached_property
from operator import itemgetter
from typing import Any

from sqlalchemy.orm import Session

from funneldesk.server.parts.analytics.formats import formatted
from funneldesk.server.parts.analytics.metrics import (
    METRICS,
    NOTHING,
    OF_VISITS,
    Sums,
    amounts_of,
    is_of_sales,
    places_of,
)
from funneldesk.server.parts.analytics.names import PAGE_FIELDS, names_of
from funneldesk.server.parts.analytics.periods import Span, key_of
from funneldesk.server.parts.analytics.questions import TIMES, Custom, Question
from funneldesk.server.parts.analytics.store import Key, first_sums, sums_of

Row = tuple[str, str, Sums, Sums]
"""Key, name, and the sums of its period and of the one before."""

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

    def knows(self, measure: str) -> bool:
        """Whether there is such a measure for what is asked, and whoever asks may be told of it."""
        return measure not in OF_VISITS or not self._without_visits

    def value(self, key: str, sums: Sums) -> float | None:
        """A metric of these sums."""
        amounts = amounts_of(sums, self.places[key], without_visits=self._without_visits)
        if key in METRICS:
            return METRICS[key].value(amounts)
        known = {name: metric.value(amounts) for name, metric in METRICS.items()}
        return self.customs[key].formula.value(known)

    def cell(self, key: str, now: Sums, before: Sums) -> dict[str, Any]:
        """A metric of a period beside that of the one before."""
        exact, earlier = self.value(key, now), self.value(key, before)
        value, text = self.shown(key, exact)
        change, symbol = change_of(exact, earlier)
        metric = METRICS.get(key)
        return {
            "value": value,
            "formatted_value": text,
            "previous_value": rounded(earlier),
            "change": change,
            "change_symbol": symbol,
            "lower_is_better": bool(metric and metric.lower_is_better),
            "neutral": bool(metric and metric.neutral),
            **self._ranges,
        }

    def shown(self, key: str, value: float | None) -> tuple[float | int | None, str]:
        """A metric's value as it is sent, and for people."""
        kind = METRICS[key].type if key in METRICS else self.customs[key].type
        return rounded(value), formatted(value, kind, self.currency)

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


def change_of(value: float | None, before: float | None) -> tuple[float | None, str]:
    """The change in percent of the value before, and its sign; None with nothing to compare to."""
    if value is None or before is None or before == 0:
        return None, ""
    change = round((value - before) / abs(before) * 100, 2)
    return change, "" if not change else "+" if change > 0 else "-"


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
    cells_of = _cells(asked)
    for key, name, now, before in summed_rows(session, brand_id, asked):
        cells = zip(asked.metrics, cells_of(now, before), strict=True)
        yield {"row_key": key, "row_name": name, **dict(cells)}


def summed_rows(session: Session, brand_id: int, asked: Asked) -> Iterator[Row]:
    """The same rows before any metric is worked out."""
    question = asked.question
    # Rows that are withheld are no part of the first ones: then everything is read.
    most = MOST_ROWS if asked.knows_visits else sys.maxsize
    now, hours = first_sums(session, brand_id, question, most)
    # One hour more: where clocks changed, the counterpart of the last one may come after it.
    before = sums_of(session, brand_id, question.before, hours and hours + 1)
    earlier = _counterparts(question)
    keys = _ordered(asked, now)
    hidden = PAGE_FIELDS if "pages" in asked.withheld else frozenset[str]()
    names = names_of(session, brand_id, question.groupings, keys, hidden)
    for key in keys:
        counterpart = _replaced(question, key, earlier) if before else key
        name = " / ".join([names[pair] for pair in zip(question.groupings, key, strict=True)])
        yield ";".join(key), name, now.get(key, NOTHING), before.get(counterpart, NOTHING)


def taker(places: Sequence[int]) -> Callable[[Sums], object]:
    """Takes what stands at these places of sums."""
    return itemgetter(*places) if places else lambda _: None


def _cells(asked: Asked) -> Callable[[Sums, Sums], list[dict[str, Any]]]:
    """Makes the cells of a row. A cell is made once for the measures that it depends on."""
    known: list[tuple[str, Callable[[Sums], object], dict[object, dict[str, Any]]]]
    known = [(metric, taker(asked.places[metric]), {}) for metric in asked.metrics]

    def cells_of(now: Sums, before: Sums) -> list[dict[str, Any]]:
        found = []
        for metric, taken, there in known:
            on = taken(now), taken(before)
            cell = there.get(on)
            if cell is None:
                cell = there[on] = asked.cell(metric, now, before)
            found.append(cell)
        return found

    return cells_of


def _ordered(asked: Asked, sums: Mapping[Key, Sums]) -> list[Key]:
    """The keys of the first rows, in their order."""
    groupings = asked.question.groupings
    if all(name in TIMES for name in groupings):
        span = asked.question.span
        hours = range(span.first, span.end)
        all_keys = (tuple(key_of(name, hour, span.zone) for name in groupings) for hour in hours)
        found = list(dict.fromkeys(all_keys))
        return (sorted(found) if groupings[0] == "hour_of_day" else found)[:MOST_ROWS]
    times = [place for place, name in enumerate(groupings) if name in TIMES]
    at_a_time = dict[tuple[str, ...], list[Key]]()
    for key, total in sums.items():
        if asked.knows_visits or is_of_sales(total):
            at_a_time.setdefault(tuple([key[place] for place in times]), []).append(key)
    rank, first = _rank(asked), list[Key]()
    for time in sorted(at_a_time):
        first += sorted(at_a_time[time], key=lambda key: (rank(sums[key]), key))
        if len(first) >= MOST_ROWS:
            break
    return first[:MOST_ROWS]


def _rank(asked: Asked) -> Callable[[Sums], tuple[bool, float]]:
    """Places sums by the first metric: those with the most first, those without it last."""
    metric = asked.metrics[0]
    taken, known = taker(asked.places[metric]), dict[object, tuple[bool, float]]()

    def rank(sums: Sums) -> tuple[bool, float]:
        on = taken(sums)
        found = known.get(on)
        if found is None:
            value = asked.value(metric, sums)
            found = known[on] = (value is None, -(value or 0.0))
        return found

    return rank


def _counterparts(question: Question) -> dict[str, dict[str, str]]:
    """For each grouping by time: which hour, day, … of the span before stands at a key's place."""
    found = {}
    for name in question.groupings:
        if name == "hour" and question.span.days is not None:
            there = dict(_clocks(question.span.before))
            found[name] = {key: there.get(at, "") for at, key in _clocks(question.span)}
        elif name in TIMES and name != "hour_of_day":
            now, before = (_keys(name, span) for span in (question.span, question.span.before))
            found[name] = dict(zip(now, before, strict=False))
    return found


def _clocks(span: Span) -> Iterator[tuple[tuple[int, str, int], str]]:
    """The hours of whole days as clocks show them: which day, what time, for the how manieth time.

    Where the clocks change, the hours behind it keep their counterparts.
    """
    seen = dict[tuple[int, str], int]()
    first = date.fromisoformat(_keys("day", span)[0])
    for key in _keys("hour", span):
        place = (date.fromisoformat(key[:10]) - first).days, key[11:16]
        seen[place] = seen.get(place, 0) + 1
        yield (*place, seen[place]), key


def _keys(name: str, span: Span) -> list[str]:
    return list(
        dict.fromkeys(key_of(name, hour, span.zone) for hour in range(span.first, span.end))
    )


def _replaced(question: Question, key: Key, earlier: Mapping[str, Mapping[str, str]]) -> Key:
    pairs = zip(question.groupings, key, strict=True)
    return tuple(earlier[name].get(part, "") if name in earlier else part for name, part in pairs)


def rounded(value: float | None) -> float | int | None:
    """To four places; whole numbers without any."""
    if value is None:
        return None
    near = round(value, 4)
    return int(near) if near.is_integer() and abs(near) < 2**53 else near
