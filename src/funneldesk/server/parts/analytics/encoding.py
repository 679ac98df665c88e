"""The rows of a grouped answer as JSON, in which what is alike is encoded once.

Ten thousand rows of all metrics are 160,000 cells in 60 MB: figures are encoded once for the sums
that they depend on, cells for those of both periods, and so are all cells of metrics that know the
same modules, since most hours of most countries have no sale.
"""

from collections.abc import Callable
from itertools import groupby

from pydantic_core import to_json
from sqlalchemy.orm import Session

from funneldesk.server.parts.analytics.answers import (
    MOST_ROWS,
    Asked,
    change_of,
    summed_rows,
    taker,
)
from funneldesk.server.parts.analytics.metrics import METRICS, NOTHING, Sums

Encoded = tuple[float | None, bytes, bytes]
"""A figure: exact, as it is sent, and for people."""

_OF_SUMS = {"value", "formatted_value", "previous_value", "change", "change_symbol"}


def rows_as_json(
    session: Session, brand_id: int, asked: Asked, most: int = MOST_ROWS
) -> tuple[bytes, int]:
    """The first of ``rows_of``, written, and how many there are in all."""
    cells_of = _row_encoder(asked)
    parts: list[bytes] = []
    count = 0
    for key, name, now, before in summed_rows(session, brand_id, asked):
        count += 1
        if count <= most:
            parts += (b',{"row_key":', to_json(key), b',"row_name":', to_json(name))
            parts += cells_of(now, before)
    parts[:1] = [b"[", parts[0][1:]] if parts else [b"["]
    parts.append(b"]")
    return b"".join(parts), count  # joined once: it may be tens of megabytes


def _row_encoder(asked: Asked) -> Callable[[Sums, Sums], list[bytes]]:
    runs = [_run_encoder(asked, list(run)) for _, run in groupby(asked.metrics, _modules)]

    def cells_of(now: Sums, before: Sums) -> list[bytes]:
        cells: list[bytes] = []
        for run in runs:
            cells += run(now, before)
        cells.append(b"}")
        return cells

    return cells_of


def _modules(key: str) -> tuple[str, ...]:
    return METRICS[key].modules if key in METRICS else (key,)


def _run_encoder(asked: Asked, keys: list[str]) -> Callable[[Sums, Sums], list[bytes]]:
    """Encodes the cells of several metrics; they are joined only once, with all others."""
    encoders = [_cell_encoder(asked, key) for key in keys]
    taken = taker(sorted({place for key in keys for place in asked.places[key]}))
    known: dict[object, list[bytes]] = {}

    def encoded(now: Sums, before: Sums) -> list[bytes]:
        on = taken(now), taken(before)
        run = known.get(on)
        if run is None:
            run = known[on] = [encoder(now, before) for encoder in encoders]
        return run

    return encoded


def _cell_encoder(asked: Asked, key: str) -> Callable[[Sums, Sums], bytes]:
    taken, figure_of = taker(asked.places[key]), _figure_encoder(asked, key)
    same = asked.cell(key, NOTHING, NOTHING)
    fixed = to_json({name: part for name, part in same.items() if name not in _OF_SUMS})[1:]
    head = b",%b:{" % to_json(key)
    known: dict[object, bytes] = {}

    def encoded(now: Sums, before: Sums) -> bytes:
        shown, earlier = taken(now), taken(before)
        cell = known.get((shown, earlier))
        if cell is None:
            exact, value, text = figure_of(shown, now)
            exact_before, value_before, _ = figure_of(earlier, before)
            change, symbol = change_of(exact, exact_before)
            cell = known[shown, earlier] = (
                b'%b"value":%b,"formatted_value":%b,"previous_value":%b,"change":%b,'
                b'"change_symbol":"%b",%b'
            ) % (head, value, text, value_before, to_json(change), symbol.encode(), fixed)
        return cell

    return encoded


def _figure_encoder(asked: Asked, key: str) -> Callable[[object, Sums], Encoded]:
    known: dict[object, Encoded] = {}

    def encoded(on: object, sums: Sums) -> Encoded:
        figure = known.get(on)
        if figure is None:
            made = asked.figure(key, sums)
            figure = known[on] = made.exact, to_json(made.value), to_json(made.text)
        return figure

    return encoded
