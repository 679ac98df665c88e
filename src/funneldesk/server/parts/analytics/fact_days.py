"""Which days of UTC have visits or sales to combine fields of, and which of them are in columns.

The version of a day grows in the transaction of whatever changes its visits or sales, and its
columns go with it: so columns that are there are right, in every snapshot, for every process.
"""

from collections.abc import Collection, Iterable
from functools import cache
from typing import Any

from sqlalchemy import Insert, Table, delete, exists, select, update
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.orm import Session

from funneldesk.server.db.engine import Database
from funneldesk.server.db.types import now
from funneldesk.server.parts.analytics.tables import FactColumnRow, FactDayRow, RollupDayRow

_DAYS: Table = FactDayRow.__table__  # type: ignore[assignment]
_AT_A_TIME = 500
_DAY = 86_400

SECONDS = 60.0
"""After this time days that are over, and those that were changed since, are packed."""

WORTH = 200
"""Sessions from which on a day is worth being packed."""


def outdate(session: Session, brand_id: int, days: Collection[int], since: int | None) -> None:
    """Visits or sales of these days changed, and what counts on every known day from ``since`` on.

    Call it at the end of the transaction: it holds the days' rows until then.
    """
    if since is not None:
        later = (FactDayRow.brand_id == brand_id, FactDayRow.day >= since)
        days = {*days, *session.scalars(select(FactDayRow.day).where(*later))}
    # In the order of the key, so that two transactions never wait for each other in a ring.
    ordered, connection = sorted(days), session.connection()
    upsert = _upsert(session.get_bind().dialect.name)
    for start in range(0, len(ordered), _AT_A_TIME):
        some = ordered[start : start + _AT_A_TIME]
        connection.execute(upsert, [{"brand_id": brand_id, "day": day} for day in some])
        gone = (FactColumnRow.brand_id == brand_id, FactColumnRow.day.in_(some))
        connection.execute(delete(FactColumnRow).where(*gone))


def known_days(session: Session, brand_id: int, first: int, end: int) -> list[tuple[int, bool]]:
    """The days from ``first`` up to ``end`` that have anything, and whether they are packed."""
    query = select(FactDayRow.day, FactDayRow.is_packed).where(
        FactDayRow.brand_id == brand_id, FactDayRow.day >= first, FactDayRow.day < end
    )
    return [(day, packed) for day, packed in session.execute(query.order_by(FactDayRow.day))]


def loose(days: Iterable[tuple[int, bool]]) -> list[tuple[int, int]]:
    """The days that are not packed, as (first, end); days without anything may lie within."""
    found: list[tuple[int, int]] = []
    was_packed = True
    for day, is_packed in days:
        if not is_packed:
            found.append((day, day + 1)) if was_packed else found.append((found.pop()[0], day + 1))
        was_packed = is_packed
    return found


def over(database: Database, least: int = WORTH) -> list[tuple[int, int]]:
    """The days of all brands, (brand, day), that are over and to be packed.

    Those with fewer than ``least`` sessions stay rows: they are read as quickly, and writing their
    columns is what a small workspace would be busy with at its first start.
    """
    today = int(now().timestamp()) // _DAY
    due = (FactDayRow.is_due, FactDayRow.day < today)
    with database.reading() as session:
        if session.scalar(select(FactDayRow.day).where(*due).limit(1)) is None:
            return []
    large = exists().where(
        RollupDayRow.brand_id == FactDayRow.brand_id,
        RollupDayRow.dimension == "all",
        RollupDayRow.day == FactDayRow.day,
        RollupDayRow.sessions >= least,
    )
    with database.writing() as session:
        small = update(FactDayRow).where(*due, ~large).values(is_due=False)
        session.execute(small, execution_options={"synchronize_session": False})
        query = select(FactDayRow.brand_id, FactDayRow.day).where(*due)
        return [(brand_id, day) for brand_id, day in session.execute(query)]


@cache
def _upsert(dialect: str) -> Insert:
    statement: Any = (sqlite if dialect == "sqlite" else postgresql).insert(_DAYS)
    found: Insert = statement.values(version=1, is_due=True, is_packed=False).on_conflict_do_update(
        index_elements=["brand_id", "day"],
        set_={"version": _DAYS.c.version + 1, "is_due": True, "is_packed": False},
    )
    return found
