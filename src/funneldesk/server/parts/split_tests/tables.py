"""Split tests in the database (document: Split test), as far as pages bring them into being."""

from datetime import datetime
from typing import Any

from sqlalchemy import JSON, BigInteger, ForeignKey, ForeignKeyConstraint, Index, Integer, String
from sqlalchemy.orm import Mapped, mapped_column

from funneldesk.server.db.base import Base
from funneldesk.server.db.ids import next_id
from funneldesk.server.db.types import UtcTime, now


class SplitTestRow(Base):
    """A split test. ``config`` is ``{"items": [{name, node_code, weight}]}``.

    ``block`` is the place of the test among the blocks of its page, counted from 0 in the order
    of their start tags; None for a test that a later save of the page left behind (quirk 27).
    """

    __tablename__ = "split_tests"

    brand_id: Mapped[int] = mapped_column(
        BigInteger, ForeignKey("brands.id", ondelete="CASCADE"), primary_key=True
    )
    id: Mapped[int] = mapped_column(BigInteger, primary_key=True, default=next_id("split_tests"))
    page_id: Mapped[int | None] = mapped_column(BigInteger)
    block: Mapped[int | None] = mapped_column(Integer)
    name: Mapped[str] = mapped_column(String(255))
    type: Mapped[str] = mapped_column(String(32), default="split_test")
    status: Mapped[str] = mapped_column(String(16), default="running")
    config: Mapped[dict[str, Any]] = mapped_column(JSON)
    created_at: Mapped[datetime] = mapped_column(UtcTime, default=now)
    updated_at: Mapped[datetime] = mapped_column(UtcTime, default=now)

    __table_args__ = (
        ForeignKeyConstraint(
            ["brand_id", "page_id"], ["pages.brand_id", "pages.id"], ondelete="CASCADE"
        ),
        Index(None, "brand_id", "page_id"),
    )


ROWS: tuple[type[Base], ...] = (SplitTestRow,)
