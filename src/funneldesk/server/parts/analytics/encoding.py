"""The rows of a grouped answer as JSON, in which what is alike is encoded once.

Ten thousand rows of all metrics are 160,000 cells in 60 MB. A cell is encoded once for the sums
that it depends on; what is the same in all cells of a metric, most of each, is encoded only once.
"""

from collections.abc import Callable

from pydantic_core import to_json
from sqlalchemy.orm import Session

from funneldesk.server.parts.analytics.answers import (
    MOST_ROWS,
    Asked,
    change_of,
    rounded,
    summed_rows,
    taker,
)
from funneldesk.server.parts.analytics.metrics import NOTHING, Sums

Taker = Callable[[Sums], object]
Encoder = Callable[[Sums, Sums], bytes]

_OF_SUMS = {"value", "formatted_value", "previous_value", "change", "change_symbol"}
_SYMBOLS = {symbol: b'"change_symbol":"%b",' % symbol.encode() for symbol in ("", "+", "-")}


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
    encoders = [_cell_encoder(asked, key) for key in asked.metrics]

    def cells_of(now: Sums, before: Sums) -> list[bytes]:
        cells = []
        for taken, known, made in encoders:
            on = taken(now), taken(before)
            cell = known.get(on)
            if cell is None:
                cell = known[on] = made(now, before)
            cells.append(cell)
        cells.append(b"}")
        return cells

    return cells_of


def _cell_encoder(asked: Asked, key: str) -> tuple[Taker, dict[object, bytes], Encoder]:
    """What takes the sums that a metric depends on, its cells by them, and what makes one."""
    same = asked.cell(key, NOTHING, NOTHING)
    fixed = to_json({name: part for name, part in same.items() if name not in _OF_SUMS})[1:]
    head = b',%b:{"value":' % to_json(key)

    def made(now: Sums, before: Sums) -> bytes:
        exact, exact_before = asked.value(key, now), asked.value(key, before)
        value, text = asked.shown(key, exact)
        change, symbol = change_of(exact, exact_before)
        parts = to_json(value), to_json(text), to_json(rounded(exact_before)), to_json(change)
        return b'%b%b,"formatted_value":%b,"previous_value":%b,"change":%b,%b%b' % (
            *(head, *parts, _SYMBOLS[symbol], fixed),
        )

    return taker(asked.places[key]), {}, made
