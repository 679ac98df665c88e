"""Puts days that are over into columns, so that combined fields are answered without their rows.

A day is read in one snapshot together with its version, and kept only if that is still its version:
whoever changes the day in between wins, and the day is packed another time.
"""

import json
from collections.abc import Sequence
from typing import Any

import numpy as np
from sqlalchemy import insert, select

from funneldesk.server.db.engine import Database
from funneldesk.server.parts.analytics import facts
from funneldesk.server.parts.analytics.rollups import NODE
from funneldesk.server.parts.analytics.tables import FactColumnRow, FactDayRow


def pack(database: Database, brand_id: int, day: int) -> bool:
    """Put a day into columns; False when it changed meanwhile, or is gone."""
    with database.reading() as session:
        version = session.scalar(select(FactDayRow.version).where(*_is(brand_id, day)))
        rows = []
        for source, names, query in facts.whole_day(brand_id, day, database.engine.dialect.name):
            values = list(zip(*session.connection().execute(query), strict=True))
            for place, name in enumerate(names):
                column = _column(name, values[place] if values else ())
                rows.append(
                    {"brand_id": brand_id, "day": day, "name": f"{source}.{name}", **column}
                )
    with database.writing() as session:
        still = select(FactDayRow).where(*_is(brand_id, day)).with_for_update()
        row = session.scalar(still)
        if row is None or row.version != version or row.is_packed:
            return False
        session.execute(insert(FactColumnRow), rows)
        row.is_packed, row.is_due = True, False
    return True


def _is(brand_id: int, day: int) -> Sequence[Any]:
    return FactDayRow.brand_id == brand_id, FactDayRow.day == day


def _column(name: str, values: Sequence[Any]) -> dict[str, Any]:
    if name not in facts.WORDS:
        return {"words": None, **_numbers([int(value) for value in values])}
    places: dict[Any, int] = {}
    if name == NODE:
        values = [_nodes(value) for value in values]
    numbers = _numbers([places.setdefault(value, len(places)) for value in values])
    return {"words": json.dumps(list(places)), **numbers}


def _nodes(text: str | None) -> str:
    """Which variants, without the hours in which they were met."""
    return " ".join(json.loads(text or "{}"))


def _numbers(values: Sequence[int]) -> dict[str, Any]:
    found = np.array(values, dtype="<i8")
    if found.size:
        least, most = np.min_scalar_type(found.min()), np.min_scalar_type(found.max())
        found = found.astype(np.promote_types(least, most).newbyteorder("<"))
    return {"kind": found.dtype.str, "numbers": found.tobytes()}
