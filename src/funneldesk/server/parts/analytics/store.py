"""Sums of what was counted: from the roll-ups, so that the cost follows the answer (quirk 51)."""

from collections.abc import Sequence
from typing import Any

from sqlalchemy import ColumnElement, func, or_, select
from sqlalchemy.orm import Session

from funneldesk.server.parts.analytics import facts
from funneldesk.server.parts.analytics.metrics import NOTHING, Sums
from funneldesk.server.parts.analytics.periods import Span, key_of
from funneldesk.server.parts.analytics.questions import TIMES, Question
from funneldesk.server.parts.analytics.rollups import MEASURES, NODE
from funneldesk.server.parts.analytics.tables import RollupRow

Key = tuple[str, ...]
"""A value for each grouping of a question."""

_SUMS = tuple(func.sum(getattr(RollupRow, name)) for name in MEASURES)


def sums_of(session: Session, brand_id: int, question: Question) -> dict[Key, Sums]:
    """The sums of a question, by the values of its groupings; the empty key without groupings.

    Raises Refused (422) when it combines fields over more sessions than can be read.
    """
    if question.dimension is None:
        hours = facts.sums_by_hour(session, brand_id, question)
    else:
        hours = _by_hour(session, brand_id, question.dimension, question)
    return _grouped(question, hours)


def sums_by_value(session: Session, brand_id: int, dimension: str, span: Span) -> dict[str, Sums]:
    """The sums of each value of a dimension."""
    query = (
        select(RollupRow.value, *_SUMS)
        .where(*_within(brand_id, dimension, span))
        .group_by(RollupRow.value)
    )
    return {value: _whole(sums) for value, *sums in session.execute(query)}


def _by_hour(
    session: Session, brand_id: int, dimension: str, question: Question
) -> list[tuple[int, Key, Sums]]:
    """(hour, values, sums); the hour is 0 where the question does not group by time."""
    timed = not set(question.groupings).isdisjoint(TIMES)
    valued = dimension in question.groupings
    columns: list[Any] = [*([RollupRow.hour] if timed else []), *([RollupRow.value] * valued)]
    where = _within(brand_id, dimension, question.span)
    if dimension in question.filters:
        where.append(_any_of(dimension, question.filters[dimension]))
    found: list[tuple[int, Key, Sums]] = []
    for row in session.execute(select(*columns, *_SUMS).where(*where).group_by(*columns)):
        head, sums = row[: len(columns)], row[len(columns) :]
        if sums[0] is not None:
            value = (str(head[-1]),) if valued else ()
            found.append((int(head[0]) if timed else 0, value, _whole(sums)))
    return found


def _grouped(question: Question, hours: Sequence[tuple[int, Key, Sums]]) -> dict[Key, Sums]:
    """Hours to the local hours, days, … that are asked for, and the key in the asked order."""
    if not question.groupings:
        return {(): _sum([sums for _, _, sums in hours])}
    times = [name for name in question.groupings if name in TIMES]
    others = [name for name in question.groupings if name not in TIMES]
    zone, known = question.span.zone, dict[int, dict[str, str]]()
    found: dict[Key, list[Sums]] = {}
    for hour, values, sums in hours:
        named = known.get(hour)
        if named is None:
            named = known[hour] = {name: key_of(name, hour, zone) for name in times}
        parts = {**named, **dict(zip(others, values, strict=True))}
        key = tuple(parts[name] for name in question.groupings)
        found.setdefault(key, []).append(sums)
    return {key: _sum(all_sums) for key, all_sums in found.items()}


def _within(brand_id: int, dimension: str, span: Span) -> list[ColumnElement[bool]]:
    return [
        RollupRow.brand_id == brand_id,
        RollupRow.dimension == dimension,
        RollupRow.hour >= span.first,
        RollupRow.hour < span.end,
    ]


def _any_of(dimension: str, values: Sequence[str]) -> ColumnElement[bool]:
    if dimension != NODE:
        return RollupRow.value.in_(values)
    return or_(*(_node(value) for value in values))


def _node(value: str) -> ColumnElement[bool]:
    """A variant, or every variant of a test (``5/``)."""
    if not value.endswith("/"):
        return RollupRow.value == value
    return RollupRow.value.startswith(value, autoescape=True)


def _whole(sums: Sequence[Any]) -> Sums:
    return tuple(int(total) for total in sums)


def _sum(many: Sequence[Sums]) -> Sums:
    if len(many) == 1:
        return many[0]
    return tuple(map(sum, zip(*many, strict=True))) if many else NOTHING
