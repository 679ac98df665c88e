"""Questions answered in the document's shapes: metric values and grouped rows (quirks 50, 51)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from sqlalchemy.orm import Session

from funneldesk.server.parts.analytics.formats import formatted
from funneldesk.server.parts.analytics.metrics import (
    METRICS,
    NOTHING,
    Sums,
    amounts_of,
    is_of_sales,
)
from funneldesk.server.parts.analytics.names import PAGE_FIELDS, names_of
from funneldesk.server.parts.analytics.periods import Span, key_of, name_of
from funneldesk.server.parts.analytics.questions import TIMES, Custom, Question
from funneldesk.server.parts.analytics.store import Key, sums_of

MOST_ROWS = 10_000
"""A grouped answer has this many rows at most: the first in time, or those with the most."""


@dataclass(frozen=True, slots=True)
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

    def values(self, sums: Sums) -> dict[str, float | None]:
        """The metrics of these sums."""
        unknown = self.question.is_of_sales or not self.knows_visits
        amounts = amounts_of(sums, without_visits=unknown)
        known = {key: metric.value(amounts) for key, metric in METRICS.items()}
        return {
            key: self.customs[key].formula.value(known) if key in self.customs else known[key]
            for key in self.metrics
        }

    def shown(self, now: Sums, before: Sums) -> dict[str, dict[str, Any]]:
        """The metrics of a period beside those of the one before."""
        ranges = _ranges(self.question.span)
        earlier = self.values(before)
        return {
            key: {**self._value(key, value, earlier[key]), **ranges}
            for key, value in self.values(now).items()
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
    return asked.shown(now, before)


def rows_of(session: Session, brand_id: int, asked: Asked) -> list[dict[str, Any]]:
    """The rows of a question with groupings: in the order of time, or those with the most first.

    Where all groupings are times there is a row for each of them in the span, else for what there
    was. Each is compared with what stood at its place in the span before.
    """
    question = asked.question
    now = sums_of(session, brand_id, question)
    before = sums_of(session, brand_id, question.before)
    earlier = _counterparts(question)
    keys = _ordered(asked, now)[:MOST_ROWS]
    hidden = PAGE_FIELDS if "pages" in asked.withheld else frozenset[str]()
    names = names_of(session, brand_id, question.groupings, keys, hidden)
    rows = []
    for key in keys:
        counterpart = _replaced(question, key, earlier)
        row = {
            "row_key": ";".join(key),
            "row_name": " / ".join(
                name_of(field, part) if field in TIMES else names[field, part]
                for field, part in zip(question.groupings, key, strict=True)
            ),
        }
        sums = now.get(key, NOTHING)
        rows.append({**row, **asked.shown(sums, before.get(counterpart, NOTHING))})
    return rows


def _ordered(asked: Asked, sums: Mapping[Key, Sums]) -> list[Key]:
    groupings = asked.question.groupings
    if all(name in TIMES for name in groupings):
        span = asked.question.span
        hours = range(span.first, span.end)
        all_keys = (tuple(key_of(name, hour, span.zone) for name in groupings) for hour in hours)
        found = list(dict.fromkeys(all_keys))
        return sorted(found) if groupings[0] == "hour_of_day" else found
    times = [place for place, name in enumerate(groupings) if name in TIMES]
    most = {
        key: asked.values(total)[asked.metrics[0]]
        for key, total in sums.items()
        if asked.knows_visits or is_of_sales(total)
    }

    def order(key: Key) -> tuple[list[str], bool, float, Key]:
        value = most[key]
        return [key[place] for place in times], value is None, -(value or 0.0), key

    return sorted(most, key=order)


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


def _ranges(span: Span) -> dict[str, Any]:
    return {
        "current_range": span.shown(),
        "previous_range": span.before.shown(),
        "previous_range_label": span.before.label(),
    }


def _rounded(value: float | None) -> float | int | None:
    """To four places; whole numbers without any."""
    if value is None:
        return None
    near = round(value, 4)
    return int(near) if near.is_integer() and abs(near) < 2**53 else near
