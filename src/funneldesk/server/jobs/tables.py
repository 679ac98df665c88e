"""Work that waits for its turn, in the same database as what it works on; letters and exports."""

from datetime import datetime
from typing import Any

from sqlalchemy import (
    JSON,
    BigInteger,
    ForeignKeyConstraint,
    Index,
    Integer,
    LargeBinary,
    String,
    Text,
)
from sqlalchemy.orm import Mapped, mapped_column

from funneldesk.server.db.base import Base
from funneldesk.server.db.ids import next_id
from funneldesk.server.db.types import UtcTime, now


class JobRow(Base):
    """A job: ``state`` is waiting, running, done or failed; ``lane`` is the queue it stands in.

    A running job belongs to ``holder`` until ``held_until``; after that another one takes it over.
    """

    __tablename__ = "jobs"

    brand_id: Mapped[int] = mapped_column(BigInteger, primary_key=True)
    id: Mapped[int] = mapped_column(BigInteger, primary_key=True, default=next_id("jobs"))
    kind: Mapped[str] = mapped_column(String(64))
    lane: Mapped[str] = mapped_column(String(16), default="steps")
    body: Mapped[dict[str, Any]] = mapped_column(JSON)
    state: Mapped[str] = mapped_column(String(16), default="waiting")
    run_at: Mapped[datetime] = mapped_column(UtcTime, default=now)
    attempts: Mapped[int] = mapped_column(Integer, default=0)
    holder: Mapped[str | None] = mapped_column(String(32))
    held_until: Mapped[datetime | None] = mapped_column(UtcTime)
    failure: Mapped[str | None] = mapped_column(Text)
    created_at: Mapped[datetime] = mapped_column(UtcTime, default=now)
    finished_at: Mapped[datetime | None] = mapped_column(UtcTime)

    __table_args__ = (Index(None, "state", "lane", "run_at"),)


class LetterRow(Base):
    """An e-mail: ``status`` is waiting, sent or failed.

    ``about_kind`` and ``about_id`` tie it to a record. ``name`` is its Message-ID without the
    host, by which a second delivery of the same letter is recognised.
    """

    __tablename__ = "letters"

    brand_id: Mapped[int] = mapped_column(BigInteger, primary_key=True)
    id: Mapped[int] = mapped_column(BigInteger, primary_key=True, default=next_id("letters"))
    name: Mapped[str] = mapped_column(String(64))
    to_address: Mapped[str] = mapped_column(String(320))
    subject: Mapped[str] = mapped_column(String(255))
    text: Mapped[str] = mapped_column(Text)
    html: Mapped[str | None] = mapped_column(Text)
    about_kind: Mapped[str | None] = mapped_column(String(32))
    about_id: Mapped[str | None] = mapped_column(String(255))
    export_id: Mapped[int | None] = mapped_column(BigInteger)
    status: Mapped[str] = mapped_column(String(16), default="waiting")
    failure: Mapped[str | None] = mapped_column(Text)
    created_at: Mapped[datetime] = mapped_column(UtcTime, default=now)
    sent_at: Mapped[datetime | None] = mapped_column(UtcTime)

    __table_args__ = (Index(None, "brand_id", "about_kind", "about_id", "id"),)


class ExportRow(Base):
    """An export that was asked for: ``status`` is waiting, ready, failed or removed."""

    __tablename__ = "exports"

    brand_id: Mapped[int] = mapped_column(BigInteger, primary_key=True)
    id: Mapped[int] = mapped_column(BigInteger, primary_key=True, default=next_id("exports"))
    kind: Mapped[str] = mapped_column(String(64))
    body: Mapped[dict[str, Any]] = mapped_column(JSON)
    format: Mapped[str] = mapped_column(String(8))
    to_address: Mapped[str] = mapped_column(String(320))
    status: Mapped[str] = mapped_column(String(16), default="waiting")
    name: Mapped[str | None] = mapped_column(String(255))
    size: Mapped[int | None] = mapped_column(BigInteger)
    rows: Mapped[int | None] = mapped_column(BigInteger)
    failure: Mapped[str | None] = mapped_column(Text)
    created_at: Mapped[datetime] = mapped_column(UtcTime, default=now)
    finished_at: Mapped[datetime | None] = mapped_column(UtcTime)

    __table_args__ = (Index(None, "status", "created_at"),)


class ExportPieceRow(Base):
    """A piece of an export's file; in the database, so that all processes share it."""

    __tablename__ = "export_pieces"

    brand_id: Mapped[int] = mapped_column(BigInteger, primary_key=True)
    export_id: Mapped[int] = mapped_column(BigInteger, primary_key=True)
    number: Mapped[int] = mapped_column(Integer, primary_key=True)
    content: Mapped[bytes] = mapped_column(LargeBinary)

    __table_args__ = (
        ForeignKeyConstraint(
            ["brand_id", "export_id"], ["exports.brand_id", "exports.id"], ondelete="CASCADE"
        ),
    )


ROWS: tuple[type[Base], ...] = (JobRow, LetterRow, ExportRow, ExportPieceRow)
