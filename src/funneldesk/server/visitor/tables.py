"""What visitors have sent lately, counted (``limits.py``)."""

from datetime import datetime

from sqlalchemy import BigInteger, Index, String
from sqlalchemy.orm import Mapped, mapped_column

from funneldesk.server.db.base import Base
from funneldesk.server.db.types import UtcTime


class VisitorCountRow(Base):
    """How often something came until ``ends_at``; ``name`` is a digest of what and from whom."""

    __tablename__ = "visitor_counts"

    name: Mapped[str] = mapped_column(String(64), primary_key=True)
    ends_at: Mapped[datetime] = mapped_column(UtcTime)
    count: Mapped[int] = mapped_column(BigInteger)

    __table_args__ = (Index(None, "ends_at"),)


ROWS: tuple[type[Base], ...] = (VisitorCountRow,)
