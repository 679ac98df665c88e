"""Writes visits and their events, many at a time, past the ORM."""

from collections.abc import Sequence
from typing import Any

from sqlalchemy import Connection, Table, Update, bindparam, insert, update

from funneldesk.server.parts.tracking.tables import VisitEventRow, VisitRow
from funneldesk.server.parts.tracking.visits import STORED, Visit

_VISITS: Table = VisitRow.__table__  # type: ignore[assignment]
_EVENTS: Table = VisitEventRow.__table__  # type: ignore[assignment]
_CHANGING = tuple(name for name in STORED if name != "id")
_MARKS = ("gender", "purchased_at", "bought")


def insert_visits(connection: Connection, brand_id: int, visits: Sequence[Visit]) -> None:
    """New visits."""
    if visits:
        rows = [{**visit.stored(), "brand_id": brand_id} for visit in visits]
        connection.execute(insert(_VISITS), rows)


def update_visits(connection: Connection, brand_id: int, visits: Sequence[Visit]) -> None:
    """Visits that events came to: whoever read them kept other writers off them."""
    if visits:
        connection.execute(_UPDATE, [_renamed(visit, brand_id, _CHANGING) for visit in visits])


def mark_visits(connection: Connection, brand_id: int, visits: Sequence[Visit]) -> None:
    """What an order tells of a visit: no more is written, since its visitor may be browsing on."""
    if visits:
        connection.execute(_MARK, [_renamed(visit, brand_id, _MARKS) for visit in visits])


def insert_events(connection: Connection, events: Sequence[dict[str, Any]]) -> None:
    """New events, with the values of their columns."""
    if events:
        connection.execute(insert(_EVENTS), events)


def _update(names: tuple[str, ...]) -> Update:
    where = (_VISITS.c.brand_id == bindparam("the_brand"), _VISITS.c.id == bindparam("the_id"))
    return update(_VISITS).where(*where).values({name: bindparam(f"new_{name}") for name in names})


_UPDATE = _update(_CHANGING)
_MARK = _update(_MARKS)


def _renamed(visit: Visit, brand_id: int, names: tuple[str, ...]) -> dict[str, Any]:
    stored = visit.stored()
    values = {f"new_{name}": stored[name] for name in names}
    return {"the_brand": brand_id, "the_id": visit.id, **values}
