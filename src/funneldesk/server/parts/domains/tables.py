"""Custom and tracking domains in the database (document: Domain)."""

from datetime import datetime

from sqlalchemy import BigInteger, ForeignKey, Index, String
from sqlalchemy.orm import Mapped, mapped_column

from funneldesk.server.db.base import Base
from funneldesk.server.db.ids import next_id
from funneldesk.server.db.types import UtcTime, same_moment

NAME_INDEX = "uq_domains_domain"


class DomainRow(Base):
    """A domain of either kind: both kinds share the world's one space of names.

    ``due_at`` is when the clock moves it on; NULL when only a call does.
    """

    __tablename__ = "domains"

    brand_id: Mapped[int] = mapped_column(
        BigInteger, ForeignKey("brands.id", ondelete="CASCADE"), primary_key=True
    )
    id: Mapped[int] = mapped_column(BigInteger, primary_key=True, default=next_id("domains"))
    domain: Mapped[str] = mapped_column(String(253))
    dedicated_domain: Mapped[bool] = mapped_column(default=True)
    status: Mapped[str] = mapped_column(String(32))
    ssl_ready: Mapped[bool] = mapped_column(default=False)
    cname_validated: Mapped[bool] = mapped_column(default=False)
    is_tracking_domain: Mapped[bool] = mapped_column(default=False)
    due_at: Mapped[datetime | None] = mapped_column(UtcTime)
    created_at: Mapped[datetime] = mapped_column(UtcTime, default=same_moment)
    updated_at: Mapped[datetime] = mapped_column(UtcTime, default=same_moment)

    __table_args__ = (
        # Unique in the world, so no brand leads here (document: "globally unique").
        Index(NAME_INDEX, "domain", unique=True),
        Index(None, "due_at"),
        Index(None, "brand_id", "is_tracking_domain", "id"),
    )


ROWS: tuple[type[Base], ...] = (DomainRow,)
