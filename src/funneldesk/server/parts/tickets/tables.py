"""Tickets in the database (document: Ticket)."""

from datetime import datetime

from sqlalchemy import BigInteger, ForeignKey, ForeignKeyConstraint, Index, String, Text
from sqlalchemy.orm import Mapped, mapped_column

from funneldesk.server.db.base import Base
from funneldesk.server.db.ids import next_id
from funneldesk.server.db.types import UtcTime, now, same_moment


class TicketRow(Base):
    """A ticket without its messages. ``search`` is what searches compare with, case-folded."""

    __tablename__ = "tickets"

    brand_id: Mapped[int] = mapped_column(
        BigInteger, ForeignKey("brands.id", ondelete="CASCADE"), primary_key=True
    )
    id: Mapped[int] = mapped_column(BigInteger, primary_key=True, default=next_id("tickets"))
    ticket_code: Mapped[str] = mapped_column(String(16))
    type: Mapped[str] = mapped_column(String(32))
    status: Mapped[str] = mapped_column(String(16))
    subject: Mapped[str] = mapped_column(String(255))
    from_name: Mapped[str | None] = mapped_column(String(255))
    from_email: Mapped[str | None] = mapped_column(String(320))
    customer_email: Mapped[str | None] = mapped_column(String(320))
    preview_message: Mapped[str] = mapped_column(String(255))
    read: Mapped[bool] = mapped_column(default=False)
    search: Mapped[str] = mapped_column(Text)
    created_at: Mapped[datetime] = mapped_column(UtcTime, default=same_moment)
    updated_at: Mapped[datetime] = mapped_column(UtcTime, default=same_moment)

    __table_args__ = (
        Index("uq_tickets_code", "brand_id", "ticket_code", unique=True),
        Index("ix_tickets_created", "brand_id", "created_at", "id"),
        Index("ix_tickets_status_created", "brand_id", "status", "created_at", "id"),
        Index("ix_tickets_status_updated", "brand_id", "status", "updated_at", "id"),
    )


class TicketMessageRow(Base):
    """A message, exactly as it came; ``status`` is the ticket's after this message."""

    __tablename__ = "ticket_messages"

    brand_id: Mapped[int] = mapped_column(BigInteger, primary_key=True)
    id: Mapped[int] = mapped_column(
        BigInteger, primary_key=True, default=next_id("ticket_messages")
    )
    ticket_id: Mapped[int] = mapped_column(BigInteger)
    type: Mapped[str] = mapped_column(String(32))
    status: Mapped[str] = mapped_column(String(16))
    message: Mapped[str] = mapped_column(Text)
    message_type: Mapped[str] = mapped_column(String(16))
    from_name: Mapped[str | None] = mapped_column(String(255))
    created_at: Mapped[datetime] = mapped_column(UtcTime, default=now)

    __table_args__ = (
        ForeignKeyConstraint(
            ["brand_id", "ticket_id"], ["tickets.brand_id", "tickets.id"], ondelete="CASCADE"
        ),
        Index("ix_ticket_messages_thread", "brand_id", "ticket_id", "created_at", "id"),
    )


ROWS: tuple[type[Base], ...] = (TicketRow, TicketMessageRow)
