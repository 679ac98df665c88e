"""Numbers for records: unique in the whole platform, though ``brand_id`` leads every key.

A composite key has no autoincrement on SQLite, so there a counter row stands for the sequence
that PostgreSQL has.
"""

from collections.abc import Callable
from typing import Any

from sqlalchemy import BigInteger, String, text
from sqlalchemy.orm import Mapped, mapped_column

from funneldesk.server.db.base import Base


class CounterRow(Base):
    """The last number given to the records of one kind (SQLite only)."""

    __tablename__ = "id_counters"

    kind: Mapped[str] = mapped_column(String(64), primary_key=True)
    value: Mapped[int] = mapped_column(BigInteger)


_ADVANCE = text(
    "INSERT INTO id_counters (kind, value) VALUES (:kind, 1) "
    "ON CONFLICT (kind) DO UPDATE SET value = value + 1 RETURNING value"
)


def next_id(kind: str) -> Callable[[Any], int]:
    """A column default that numbers the records of this kind, starting at 1."""

    def default(context: Any) -> int:
        if context.dialect.name == "sqlite":
            return int(context.connection.scalar(_ADVANCE, {"kind": kind}))
        sequence = text("SELECT nextval(CAST(:sequence AS regclass))")
        return int(context.connection.scalar(sequence, {"sequence": f"{kind}_id_seq"}))

    return default
