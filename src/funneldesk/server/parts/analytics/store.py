"""Sums of what was counted: from the roll-ups, so that the cost follows the answer (quirk 51)."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from sqlalchemy import ColumnElement, and_, func, or_, select
from sqlalchemy.orm import Session

from funneldesk.server.parts.analytics import facts
from funneldesk.server.parts.analytics.fact_days import known_days, loose
from funneldesk.server.parts.analytics.metrics import NOTHING, Sums
from funneldesk.server.parts.analytics.periods import Span, key_of
from funneldesk.server.parts.analytics.questions import TIMES, Question
from funneldesk.server.parts.analytics.rollups import ALL, MEASURES, NODE
from funneldesk.server.parts.analytics.tables import RollupDayRow, RollupRow

Key = tuple[str, ...]
"""A value for each grouping of a question."""

Hours = list[tuple[int, Key, Sums]]

_DAY = 24


def sums_of(
    session: Session, brand_id: int, question: Question, hours: int | None = None
) -> dict[Key, Sums]:
    """The sums of a question, by the values of its groupings; the empty key without groupings.

    ``hours`` leaves out what comes after so many hours of its span. Raises Refused (422) when it
    combines fields over more sessions than can be read.
    """
    if hours is not None:
        span = question.span
        question = replace(question, span=replace(span, end=span.first + hours))
    if question.dimension is None:
        return _combined(session, brand_id, question)
    return _grouped(question, _by_hour(session, brand_id, question.dimension, question))


def _combined(session: Session, brand_id: int, question: Question) -> dict[Key, Sums]:
    """Several fields at once: packed days from their columns, the others from their rows."""
    span = question.span
    facts.check_size(session, brand_id, span)
    first, end = span.first // _DAY, -(-span.end // _DAY)
    days = known_days(session, brand_id, first, end)
    rows: Hours = []
    for begins, ends in loose(days):
        some = Span(max(span.first, begins * _DAY), min(span.end, ends * _DAY), span.zone)
        rows += facts.sums_by_hour(session, brand_id, replace(question, span=some))
    found = _grouped(question, rows)
    if any(is_packed for _, is_packed in days):
        # Loading numpy takes a tenth of a second: only those who ask so wait for it, once.
        from funneldesk.server.parts.analytics import columns

        for key, sums in columns.sums(session, brand_id, question, first, end).items():
            found[key] = _sum([found[key], sums]) if key in found else sums
    return found


def first_sums(
    session: Session, brand_id: int, question: Question, rows: int
) -> tuple[dict[Key, Sums], int | None]:
    """The sums of a question and the hours of its span that were read; None for all of them.

    Ninety days of hours by country are 40,000 rows: what is cut off from the first ``rows`` need
    not be read. Raises Refused (422) as ``sums_of`` does.
    """
    by_hour = [name for name in question.groupings if name in TIMES] == ["hour"]
    if not by_hour or not question.fields:
        return sums_of(session, brand_id, question), None
    if question.dimension is not None:
        hours = _hours_of_rows(session, brand_id, question, question.dimension, rows)
        return sums_of(session, brand_id, question, hours), hours
    for whole in (question.span, question.span.before):
        facts.check_size(session, brand_id, whole)
    return _first_combined(session, brand_id, question, rows)


def _first_combined(
    session: Session, brand_id: int, question: Question, rows: int
) -> tuple[dict[Key, Sums], int | None]:
    """From a quarter more sessions than rows on; then as many hours as those found call for."""
    span, place = question.span, question.groupings.index("hour")
    hours = _hours_of_sessions(session, brand_id, span, rows + rows // 4)
    while hours < span.hours:
        found = sums_of(session, brand_id, question, hours)
        # When clocks go back, the hour behind the last one may come before it.
        last = key_of("hour", span.first + hours - 1, span.zone)
        if sum(key[place] != last for key in found) >= rows:
            return found, hours
        wanted = hours * rows // max(len(found), 1)
        hours = min(max(wanted, hours) * 5 // 4 + 1, 8 * hours)
    return sums_of(session, brand_id, question), None


def _hours_of_sessions(session: Session, brand_id: int, span: Span, many: int) -> int:
    """The hours of a span until there were so many sessions."""
    row = RollupRow
    where = (row.brand_id == brand_id, row.dimension == ALL)
    query = select(row.hour, row.sessions).where(*where, row.hour >= span.first)
    found = 0
    for hour, sessions in session.execute(query.where(row.hour < span.end).order_by(row.hour)):
        found += sessions
        if found >= many:
            return int(hour) + 1 - span.first
    return span.hours


def _hours_of_rows(
    session: Session, brand_id: int, question: Question, dimension: str, rows: int
) -> int | None:
    span = question.span
    where = [RollupRow.brand_id == brand_id, RollupRow.dimension == dimension]
    where += [RollupRow.hour >= span.first, RollupRow.hour < span.end]
    where += [_any_of(RollupRow, name, values) for name, values in question.filters.items()]
    query = select(RollupRow.hour).where(*where).order_by(RollupRow.hour).offset(rows).limit(1)
    last = session.scalar(query)
    # One more than it lies in: when clocks go back, the hour behind it may come before it.
    return None if last is None else min(last + 2 - span.first, span.hours)


def sums_by_value(session: Session, brand_id: int, dimension: str, span: Span) -> dict[str, Sums]:
    """The sums of each value of a dimension."""
    question = Question(span, (dimension,))
    found: dict[str, list[Sums]] = {}
    for _, (value,), sums in _in_all(session, brand_id, dimension, question):
        found.setdefault(value, []).append(sums)
    return {value: _sum(many) for value, many in found.items()}


def _by_hour(session: Session, brand_id: int, dimension: str, question: Question) -> Hours:
    """(hour, values, sums); the hour is 0 where the question does not group by time."""
    if set(question.groupings).isdisjoint(TIMES):
        return _in_all(session, brand_id, dimension, question)
    span = question.span
    within = and_(RollupRow.hour >= span.first, RollupRow.hour < span.end)
    return _read(session, brand_id, dimension, question, RollupRow, within, timed=True)


def _in_all(session: Session, brand_id: int, dimension: str, question: Question) -> Hours:
    """Whole days of UTC by the day, and by the hour what is left of the span at both ends."""
    span = question.span
    first, end = -(-span.first // _DAY), span.end // _DAY
    if first >= end:
        within = and_(RollupRow.hour >= span.first, RollupRow.hour < span.end)
        return _read(session, brand_id, dimension, question, RollupRow, within)
    days = and_(RollupDayRow.day >= first, RollupDayRow.day < end)
    found = _read(session, brand_id, dimension, question, RollupDayRow, days)
    for start, stop in ((span.first, first * _DAY), (end * _DAY, span.end)):
        if start < stop:
            edge = and_(RollupRow.hour >= start, RollupRow.hour < stop)
            found += _read(session, brand_id, dimension, question, RollupRow, edge)
    return found


def _read(
    session: Session,
    brand_id: int,
    dimension: str,
    question: Question,
    row: type[RollupRow | RollupDayRow],
    within: ColumnElement[bool],
    *,
    timed: bool = False,
) -> Hours:
    valued = dimension in question.groupings
    columns: list[Any] = [*([RollupRow.hour] if timed else []), *([row.value] * valued)]
    where = [row.brand_id == brand_id, row.dimension == dimension, within]
    if dimension in question.filters:
        where.append(_any_of(row, dimension, question.filters[dimension]))
    measures = [getattr(row, name) for name in MEASURES]
    if timed and valued:  # each row is an hour and a value: nothing is to be added up
        query = select(*columns, *measures).where(*where)
        rows = session.connection().execute(query)
        return [(each[0], (each[1],), tuple(each[2:])) for each in rows]
    query = select(*columns, *(func.sum(each) for each in measures)).where(*where)
    found: Hours = []
    for each in session.execute(query.group_by(*columns)):
        head, totals = each[: len(columns)], each[len(columns) :]
        if totals[0] is not None:
            value = (str(head[-1]),) if valued else ()
            found.append((int(head[0]) if timed else 0, value, _whole(totals)))
    return found


def _grouped(question: Question, hours: Hours) -> dict[Key, Sums]:
    """Hours to the local hours, days, … that are asked for, and the key in the asked order."""
    if not question.groupings:
        return {(): _sum([sums for _, _, sums in hours])}
    times = [name for name in question.groupings if name in TIMES]
    others = [name for name in question.groupings if name not in TIMES]
    order = [*times, *others]
    places = [order.index(name) for name in question.groupings]
    zone, known = question.span.zone, dict[int, Key]()
    found: dict[Key, list[Sums]] = {}
    for hour, values, sums in hours:
        named = known.get(hour)
        if named is None:
            named = known[hour] = tuple([key_of(name, hour, zone) for name in times])
        parts = named + values
        found.setdefault(tuple([parts[place] for place in places]), []).append(sums)
    return {key: _sum(all_sums) for key, all_sums in found.items()}


def _any_of(
    row: type[RollupRow | RollupDayRow], dimension: str, values: Sequence[str]
) -> ColumnElement[bool]:
    """Any of these values; of a split test (``5/``) every variant."""
    if dimension != NODE:
        return row.value.in_(values)
    return or_(
        *(
            row.value.startswith(value, autoescape=True)
            if value.endswith("/")
            else row.value == value
            for value in values
        )
    )


def _whole(sums: Sequence[Any]) -> Sums:
    return tuple(int(total) for total in sums)


def _sum(many: Sequence[Sums]) -> Sums:
    if len(many) == 1:
        return many[0]
    return tuple(map(sum, zip(*many, strict=True))) if many else NOTHING
