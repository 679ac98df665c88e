"""Counters of a brand, so that no listing has to count (document: list envelopes, ``total``).

A store that adds or removes records moves the counter in the same transaction.
"""

from collections.abc import Mapping, Sequence

from sqlalchemy import BigInteger, ForeignKey, String, bindparam, delete, select, text
from sqlalchemy.orm import Mapped, Session, mapped_column

from funneldesk.server.db.base import Base


class BrandCounterRow(Base):
    """How many records of one kind a brand has, for example ``tickets`` or ``tickets/open``."""

    __tablename__ = "brand_counters"

    brand_id: Mapped[int] = mapped_column(
        BigInteger, ForeignKey("brands.id", ondelete="CASCADE"), primary_key=True
    )
    name: Mapped[str] = mapped_column(String(128), primary_key=True)
    value: Mapped[int] = mapped_column(BigInteger)


_MOVE = text(
    "INSERT INTO brand_counters (brand_id, name, value) VALUES (:brand_id, :name, :delta) "
    "ON CONFLICT (brand_id, name) DO UPDATE SET value = brand_counters.value + excluded.value"
)
_VALUE = text("SELECT value FROM brand_counters WHERE brand_id = :brand_id AND name = :name")
_VALUES = select(BrandCounterRow.name, BrandCounterRow.value).where(
    BrandCounterRow.brand_id == bindparam("brand_id"),
    BrandCounterRow.name.in_(bindparam("names", expanding=True)),
)


def move(session: Session, brand_id: int, name: str, delta: int) -> None:
    """Add ``delta`` to a counter; one that is not there yet starts at 0."""
    if delta:
        session.execute(_MOVE, {"brand_id": brand_id, "name": name, "delta": delta})


def counted(session: Session, brand_id: int, name: str) -> int:
    """The value of a counter."""
    found = session.connection().scalar(_VALUE, {"brand_id": brand_id, "name": name})
    return int(found or 0)


def move_all(session: Session, brand_id: int, deltas: Mapping[str, int]) -> None:
    """Move several counters, always in the order of their names.

    So no two writers wait for each other in a circle.
    """
    rows = [
        {"brand_id": brand_id, "name": name, "delta": deltas[name]}
        for name in sorted(deltas)
        if deltas[name]
    ]
    if rows:
        session.execute(_MOVE, rows)


def counted_each(session: Session, brand_id: int, names: Sequence[str]) -> dict[str, int]:
    """The values of several counters by name; one that is not there is 0."""
    wanted = {"brand_id": brand_id, "names": names}
    found = {row[0]: row[1] for row in session.connection().execute(_VALUES, wanted)}
    return {name: found.get(name, 0) for name in names}


def forget(session: Session, brand_id: int, names: Sequence[str]) -> None:
    """Drop the counters of what was deleted."""
    session.execute(
        delete(BrandCounterRow).where(
            BrandCounterRow.brand_id == brand_id, BrandCounterRow.name.in_(names)
        )
    )
