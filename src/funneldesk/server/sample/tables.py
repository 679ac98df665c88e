"""How far the sample has been loaded, so that a start after a crash goes on where it ended."""

from datetime import datetime

from sqlalchemy import BigInteger, ForeignKey, Integer, String
from sqlalchemy.orm import Mapped, mapped_column

from funneldesk.server.db.base import Base
from funneldesk.server.db.types import UtcTime


class SampleStateRow(Base):
    """A sample brand: ``chapters`` are written, those that follow are not.

    Everything in it is dated back from ``started_at``. ``edition`` names the chapters' order.
    """

    __tablename__ = "sample_states"

    brand_id: Mapped[int] = mapped_column(
        BigInteger, ForeignKey("brands.id", ondelete="CASCADE"), primary_key=True
    )
    size: Mapped[str] = mapped_column(String(16))
    edition: Mapped[int] = mapped_column(Integer)
    chapters: Mapped[int] = mapped_column(Integer, default=0)
    started_at: Mapped[datetime] = mapped_column(UtcTime)
    finished_at: Mapped[datetime | None] = mapped_column(UtcTime)


ROWS: tuple[type[Base], ...] = (SampleStateRow,)
