"""Metrics of many rows as arrays, and their cells as JSON: each distinct cell is encoded once."""

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence

import numpy as np
from numpy.typing import NDArray
from pydantic_core import to_json

from funneldesk.server.db.types import MONEY_SCALE
from funneldesk.server.parts.analytics.answers import Asked, change_of, rounded
from funneldesk.server.parts.analytics.metrics import METRICS, NOTHING, Metric, Sums
from funneldesk.server.parts.analytics.rollups import MEASURES, MONEY

Floats = NDArray[np.float64]
"""A metric in each row; NaN where it is missing."""

_EXACT = 2.0**53
_OF_SUMS = {"value", "formatted_value", "previous_value", "change", "change_symbol"}
_SYMBOLS = {symbol: symbol.encode() for symbol in ("", "+", "-")}


def columns_of(
    asked: Asked, nows: Sequence[Sums], befores: Sequence[Sums]
) -> list[Iterator[bytes]]:
    """For each metric its cells in all rows, with the comma and the name in front."""
    now, before = _Sums(asked, nows), _Sums(asked, befores)
    return [_column(asked, key, now.values(key), before.values(key)) for key in asked.metrics]


class _Sums:
    """The sums of all rows, measure by measure."""

    def __init__(self, asked: Asked, sums: Sequence[Sums]) -> None:
        self._asked = asked
        self._sums = sums
        numbers = np.array(sums, dtype=np.float64).T
        # Beyond it a float is no exact number of ten-thousandths, and dividing it rounds twice.
        self._is_exact = bool(np.abs(numbers).max() <= _EXACT)
        self._amounts = {
            name: amounts / MONEY_SCALE if name in MONEY else amounts
            for name, amounts in zip(MEASURES, numbers, strict=True)
            if asked.knows(name)
        }

    def values(self, key: str) -> Floats:
        """A metric in each row."""
        if key in METRICS and self._is_exact:
            return _values(METRICS[key], self._amounts, len(self._sums))
        known = {sums: self._asked.value(key, sums) for sums in set(self._sums)}
        return np.array([known[sums] for sums in self._sums], dtype=np.float64)


def _values(metric: Metric, amounts: Mapping[str, Floats], count: int) -> Floats:
    """As ``Metric.value``, of each row."""
    missing = np.full(count, np.nan)
    if metric.measure is not None:
        parts = [amounts.get(name) for name in (metric.measure, *metric.less)]
        known = [part for part in parts if part is not None]
        return known[0] - sum(known[1:], np.zeros(count)) if len(known) == len(parts) else missing
    over, under = amounts.get(metric.over or ""), amounts.get(metric.under or "")
    if over is None or under is None:
        return missing
    ratio: Floats = np.divide(over, under, out=missing, where=under != 0)
    return ratio * metric.factor


def _column(asked: Asked, key: str, exact: Floats, earlier: Floats) -> Iterator[bytes]:
    values, of_now = np.unique(exact, return_inverse=True)
    others, of_before = np.unique(earlier, return_inverse=True)
    pairs, place = np.unique(of_now * others.size + of_before, return_inverse=True)
    cells = _cells(asked, key, _plain(values), _plain(others), pairs.tolist())
    return map(cells.__getitem__, place.tolist())


def _cells(
    asked: Asked,
    key: str,
    values: Sequence[float | None],
    others: Sequence[float | None],
    pairs: Sequence[int],
) -> list[bytes]:
    """Pairs of a value and one before; a pair is a place in ``values`` × ``others``."""
    same = asked.cell(key, NOTHING, NOTHING)
    fixed = to_json({name: part for name, part in same.items() if name not in _OF_SUMS})[1:]
    head, shown = b',%b:{"value":' % to_json(key), [asked.shown(key, value) for value in values]
    texts = _texts(text for _, text in shown)
    written = zip(_numbers(value for value, _ in shown), texts, strict=True)
    now = [b'%b%b,"formatted_value":%b,"previous_value":' % (head, *each) for each in written]
    before = _numbers(map(rounded, others))
    places = [divmod(pair, len(others)) for pair in pairs]
    changed = [change_of(values[place], others[other]) for place, other in places]
    changes = zip(places, _numbers(change for change, _ in changed), changed, strict=True)
    return [
        b'%b%b,"change":%b,"change_symbol":"%b",%b'
        % (now[place], before[other], change, _SYMBOLS[symbol], fixed)
        for (place, other), change, (_, symbol) in changes
    ]


def _plain(values: Floats) -> list[float | None]:
    """With None for NaN."""
    return [None if math.isnan(value) else value for value in values.tolist()]


def _numbers(values: Iterable[float | None]) -> list[bytes]:
    """Each as JSON; there is at least one."""
    return to_json(list(values))[1:-1].split(b",")


def _texts(texts: Iterable[str]) -> list[bytes]:
    """Each as JSON; there is at least one. Within a text a quote has a backslash before it."""
    return [b'"%b"' % text for text in to_json(list(texts))[2:-2].split(b'","')]
