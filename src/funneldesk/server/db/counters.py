"""Counters of a brand, so that no listing has to count (document: list envelopes, ``total``).

A store that adds or removes records moves the counter in the same transaction.
"""

from sqlalchemy import BigInteger, ForeignKey, String, select, text
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


def move(session: Session, brand_id: int, name: str, delta: int) -> None:
    """Add ``delta`` to a counter; one that is not there yet starts at 0."""
    if delta:
        session.execute(_MOVE, {"brand_id": brand_id, "name": name, "delta": delta})


def counted(session: Session, brand_id: int, name: str) -> int:
    """The value of a counter."""
    query = select(BrandCounterRow.value).where(
        BrandCounterRow.brand_id == brand_id, BrandCounterRow.name == name
    )
    return session.scalar(query) or 0
