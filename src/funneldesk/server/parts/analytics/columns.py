"""Sums of combined fields from the columns of whole days."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sqlalchemy import select
from sqlalchemy.orm import Session

from funneldesk.server.parts.analytics.facts import HOUR_OF_DAY, OF_SALES, OF_VISITS, SALE, VISIT
from funneldesk.server.parts.analytics.metrics import Sums
from funneldesk.server.parts.analytics.periods import Span, key_of
from funneldesk.server.parts.analytics.questions import TIMES, Question
from funneldesk.server.parts.analytics.rollups import MEASURES, NODE
from funneldesk.server.parts.analytics.tables import FactColumnRow

Numbers = NDArray[np.int64]
Key = tuple[str, ...]

_DIRECT = 1 << 22
"""Up to so many possible groups each has a place of its own; beyond it the rows are sorted."""

_MOST_GROUPS = 1 << 40


@dataclass(frozen=True, slots=True)
class Column:
    """Amounts, or places in ``words`` (None for no product)."""

    words: Sequence[str | None]
    numbers: Numbers


def sums(
    session: Session, brand_id: int, question: Question, first: int, end: int
) -> dict[Key, Sums]:
    """The sums of the packed days from ``first`` up to ``end``, by the values of the groupings."""
    found = dict[Key, Sums]()
    for source, measures in ((SALE, OF_SALES), (VISIT, OF_VISITS)):
        if source == VISIT and question.is_of_sales:
            continue
        names = {HOUR_OF_DAY, *question.fields, *measures}
        if source == SALE:
            names.add("product")
        columns = _read(session, brand_id, source, names, first, end)
        if columns:
            for key, amounts in _folded(question, source, measures, columns).items():
                known = found.get(key)
                found[key] = amounts if known is None else tuple(map(int.__add__, known, amounts))
    return found


def _read(
    session: Session, brand_id: int, source: str, names: set[str], first: int, end: int
) -> dict[str, Column]:
    """The columns of all days, one behind the other; the hours count from 1970."""
    row = FactColumnRow
    query = select(row.name, row.day, row.kind, row.words, row.numbers).where(
        row.brand_id == brand_id,
        row.name.in_([f"{source}.{name}" for name in names]),
        row.day >= first,
        row.day < end,
    )
    days: dict[str, list[Numbers]] = {}
    known: dict[str, dict[str | None, int]] = {}
    for full, day, kind, words, numbers in session.connection().execute(query.order_by(row.day)):
        name = full.removeprefix(f"{source}.")
        found: Numbers = np.frombuffer(numbers, dtype=kind).astype(np.int64)
        if words is not None:
            places = known.setdefault(name, {})
            of_day = [places.setdefault(word, len(places)) for word in json.loads(words)]
            found = np.array(of_day, dtype=np.int64)[found]
        elif name == HOUR_OF_DAY:
            found = found + day * 24
        days.setdefault(name, []).append(found)
    return {
        name: Column(list(known.get(name, ())), np.concatenate(parts))
        for name, parts in days.items()
    }


def _folded(
    question: Question, source: str, measures: Sequence[str], columns: Mapping[str, Column]
) -> dict[Key, Sums]:
    rows = np.flatnonzero(_kept(question, source, columns))
    if not rows.size:
        return {}
    parts = [_part(name, question.span, columns, rows) for name in question.groupings]
    heads, group = _groups([(len(words), places) for words, places in parts], rows.size)
    totals = np.zeros((len(MEASURES), heads.size), dtype=np.int64)
    if source == VISIT:
        totals[MEASURES.index("sessions")] = np.bincount(group, minlength=heads.size)
    for name in measures:
        np.add.at(totals[MEASURES.index(name)], group, columns[name].numbers[rows])
    named = ([words[place] for place in places[heads].tolist()] for words, places in parts)
    keys = zip(*named, strict=True) if parts else [()]
    return dict(zip(keys, zip(*totals.tolist(), strict=True), strict=True))


def _kept(question: Question, source: str, columns: Mapping[str, Column]) -> NDArray[np.bool_]:
    """Whether a row is within the span, what the filters allow, and an item or an order."""
    hours, span = columns[HOUR_OF_DAY].numbers, question.span
    kept = (hours >= span.first) & (hours < span.end)
    for name, values in question.filters.items():
        words, numbers = columns[name].words, columns[name].numbers
        kept &= np.array([_is_allowed(name, word, values) for word in words], dtype=bool)[numbers]
    if source == SALE:
        of_items, product = "product" in question.fields, columns["product"]
        wanted = np.array([(word is not None) == of_items for word in product.words], dtype=bool)
        kept &= wanted[product.numbers]
    return kept


def _is_allowed(name: str, word: str | None, values: Sequence[str]) -> bool:
    if name != NODE:
        return word in values
    nodes = (word or "").split()
    return any(
        node.startswith(value) if value.endswith("/") else node == value
        for node in nodes
        for value in values
    )


def _part(
    name: str, span: Span, columns: Mapping[str, Column], rows: Numbers
) -> tuple[Sequence[Any], Numbers]:
    """What a grouping's values are, and the place of each row's among them."""
    if name not in TIMES:
        return columns[name].words, columns[name].numbers[rows]
    known: dict[str, int] = {}
    keys = (key_of(name, hour, span.zone) for hour in range(span.first, span.end))
    places = np.array([known.setdefault(key, len(known)) for key in keys], dtype=np.int64)
    return list(known), places[columns[HOUR_OF_DAY].numbers[rows] - span.first]


def _groups(parts: Sequence[tuple[int, Numbers]], count: int) -> tuple[Numbers, Numbers]:
    """A row of each group that there is, and the group of each row."""
    key, size = np.zeros(count, dtype=np.int64), 1
    for width, places in parts:
        key, size = key * width + places, size * width
        if size > _MOST_GROUPS:
            there, key = np.unique(key, return_inverse=True)
            size = there.size
    if size > _DIRECT:
        _, heads, group = np.unique(key, return_index=True, return_inverse=True)
        return heads, group
    row_of = np.full(size, -1, dtype=np.int64)
    row_of[key] = np.arange(count)
    there = np.flatnonzero(row_of >= 0)
    group_of = np.empty(size, dtype=np.int64)
    group_of[there] = np.arange(there.size)
    return row_of[there], group_of[key]
