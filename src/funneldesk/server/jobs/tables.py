"""Work that waits for its turn, in the same database as what it works on."""

from datetime import datetime
from typing import Any

from sqlalchemy import JSON, BigInteger, Index, Integer, String, Text
from sqlalchemy.orm import Mapped, mapped_column

from funneldesk.server.db.base import Base
from funneldesk.server.db.ids import next_id
from funneldesk.server.db.types import UtcTime, now


class JobRow(Base):
    """A job: ``state`` is waiting, running, done or failed.

    A running job belongs to a worker until ``held_until``; after that another one takes it over.
    """

    __tablename__ = "jobs"

    brand_id: Mapped[int] = mapped_column(BigInteger, primary_key=True)
    id: Mapped[int] = mapped_column(BigInteger, primary_key=True, default=next_id("jobs"))
    kind: Mapped[str] = mapped_column(String(64))
    body: Mapped[dict[str, Any]] = mapped_column(JSON)
    state: Mapped[str] = mapped_column(String(16), default="waiting")
    run_at: Mapped[datetime] = mapped_column(UtcTime, default=now)
    attempts: Mapped[int] = mapped_column(Integer, default=0)
    held_until: Mapped[datetime | None] = mapped_column(UtcTime)
    failure: Mapped[str | None] = mapped_column(Text)
    created_at: Mapped[datetime] = mapped_column(UtcTime, default=now)
    finished_at: Mapped[datetime | None] = mapped_column(UtcTime)

    __table_args__ = (Index(None, "state", "run_at"),)


ROWS: tuple[type[Base], ...] = (JobRow,)
