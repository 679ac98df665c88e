"""Numbers for records: unique in the whole platform, though ``brand_id`` leads every key.

A composite key has no autoincrement on SQLite, so there a counter row stands for the sequence
that PostgreSQL has.
"""

from collections.abc import Callable
from datetime import datetime
from typing import Any

from sqlalchemy import BigInteger, String, text
from sqlalchemy.orm import Mapped, Session, mapped_column

from funneldesk.server.db.base import Base
from funneldesk.server.db.chance import chance


class CounterRow(Base):
    """The last number given to the records of one kind (SQLite only)."""

    __tablename__ = "id_counters"

    kind: Mapped[str] = mapped_column(String(64), primary_key=True)
    value: Mapped[int] = mapped_column(BigInteger)


_ADVANCE = text(
    "INSERT INTO id_counters (kind, value) VALUES (:kind, 1) "
    "ON CONFLICT (kind) DO UPDATE SET value = value + 1 RETURNING value"
)

_ADVANCE_MANY = text(
    "INSERT INTO id_counters (kind, value) VALUES (:kind, :count) "
    "ON CONFLICT (kind) DO UPDATE SET value = value + :count RETURNING value"
)
_TAKE_MANY = text("SELECT nextval(CAST(:sequence AS regclass)) FROM generate_series(1, :count)")


def next_id(kind: str) -> Callable[[Any], int]:
    """A column default that numbers the records of this kind, starting at 1."""

    def default(context: Any) -> int:
        if context.dialect.name == "sqlite":
            return int(context.connection.scalar(_ADVANCE, {"kind": kind}))
        sequence = text("SELECT nextval(CAST(:sequence AS regclass))")
        return int(context.connection.scalar(sequence, {"sequence": f"{kind}_id_seq"}))

    return default


def reserve_ids(session: Session, kind: str, count: int) -> range:
    """Numbers for ``count`` records of this kind at once, for those that come by the thousand."""
    if session.get_bind().dialect.name == "sqlite":
        last = int(session.scalar(_ADVANCE_MANY, {"kind": kind, "count": count}) or 0)
        return range(last - count + 1, last + 1)
    sequence = f"{kind}_id_seq"
    found = session.scalars(_TAKE_MANY, {"sequence": sequence, "count": count}).all()
    first = int(found[0]) if found else 1
    if found and int(found[-1]) - first + 1 != count:
        return reserve_ids(session, kind, count)  # another writer came in between
    return range(first, first + count)


def document_id(moment: datetime) -> str:
    """A text id (CRM entries, enrollments, replays): 24 hex digits, in order of time (quirk 45)."""
    return f"{int(moment.timestamp()) & 0xFFFFFFFF:08x}{chance().randbytes(8).hex()}"
