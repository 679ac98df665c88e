"""Tracking in the database (document: Tracking).

A visit is what the document calls a click and a session: the time a visitor spends on a brand's
pages until half an hour passes without a sign of life.
"""

from datetime import datetime
from typing import Any

from sqlalchemy import (
    JSON,
    BigInteger,
    Float,
    ForeignKey,
    ForeignKeyConstraint,
    Index,
    Integer,
    LargeBinary,
    String,
    Text,
    false,
)
from sqlalchemy.orm import Mapped, mapped_column

from funneldesk.server.db.base import Base
from funneldesk.server.db.types import UtcTime, now


class VisitRow(Base):
    """A visit: where it came from, with what, and what it amounts to so far.

    ``pages`` and ``nodes`` are JSON objects: the pages (by id) and variants (``test/code``) that
    it met, with the hour of the first time. ``video_pct`` is the furthest that a video was seen.
    ``bought`` tells of a first purchase, ``purchased_at`` of an order of any kind.
    """

    __tablename__ = "visits"

    brand_id: Mapped[int] = mapped_column(
        BigInteger, ForeignKey("brands.id", ondelete="CASCADE"), primary_key=True
    )
    id: Mapped[int] = mapped_column(BigInteger, primary_key=True)
    code: Mapped[str] = mapped_column(String(24))
    session_id: Mapped[str] = mapped_column(String(64))
    visitor: Mapped[str] = mapped_column(String(64))
    ip_address: Mapped[str | None] = mapped_column(String(45))
    url: Mapped[str | None] = mapped_column(Text)
    page_id: Mapped[int | None] = mapped_column(BigInteger)
    funnel_id: Mapped[int | None] = mapped_column(BigInteger)
    domain_id: Mapped[int | None] = mapped_column(BigInteger)
    domain: Mapped[str | None] = mapped_column(String(255))
    merchant_id: Mapped[int | None] = mapped_column(BigInteger)
    aff_id: Mapped[str] = mapped_column(String(128), default="")
    subid: Mapped[str] = mapped_column(String(128), default="")
    subid2: Mapped[str] = mapped_column(String(128), default="")
    subid3: Mapped[str] = mapped_column(String(128), default="")
    subid4: Mapped[str] = mapped_column(String(128), default="")
    vtid: Mapped[str] = mapped_column(String(128), default="")
    country: Mapped[str] = mapped_column(String(128), default="")
    region: Mapped[str] = mapped_column(String(128), default="")
    city: Mapped[str] = mapped_column(String(128), default="")
    zip: Mapped[str] = mapped_column(String(16), default="")
    lat: Mapped[float | None] = mapped_column(Float)
    lon: Mapped[float | None] = mapped_column(Float)
    device: Mapped[str] = mapped_column(String(128), default="")
    os: Mapped[str] = mapped_column(String(128), default="")
    browser: Mapped[str] = mapped_column(String(128), default="")
    screen_resolution: Mapped[str] = mapped_column(String(128), default="")
    language: Mapped[str] = mapped_column(String(128), default="")
    utm_source: Mapped[str] = mapped_column(String(128), default="")
    utm_medium: Mapped[str] = mapped_column(String(128), default="")
    utm_campaign: Mapped[str] = mapped_column(String(128), default="")
    utm_term: Mapped[str] = mapped_column(String(128), default="")
    utm_content: Mapped[str] = mapped_column(String(128), default="")
    referrer: Mapped[str] = mapped_column(String(128), default="")
    gender: Mapped[str] = mapped_column(String(8), default="")
    is_bot: Mapped[bool] = mapped_column(default=False)
    engaged: Mapped[bool] = mapped_column(default=False)
    bought: Mapped[bool] = mapped_column(default=False, server_default=false())
    events: Mapped[int] = mapped_column(Integer, default=0)
    page_views: Mapped[int] = mapped_column(Integer, default=0)
    seconds: Mapped[int] = mapped_column(Integer, default=0)
    add_to_carts: Mapped[int] = mapped_column(Integer, default=0)
    video_pct: Mapped[int | None] = mapped_column(Integer)
    pages: Mapped[str] = mapped_column(Text, default="{}")
    nodes: Mapped[str] = mapped_column(Text, default="{}")
    started_at: Mapped[datetime] = mapped_column(UtcTime, default=now)
    last_at: Mapped[datetime] = mapped_column(UtcTime, default=now)
    purchased_at: Mapped[datetime | None] = mapped_column(UtcTime)

    __table_args__ = (
        Index(None, "brand_id", "code", unique=True),
        Index(None, "brand_id", "session_id", unique=True),
        Index(None, "brand_id", "visitor", "started_at"),
        Index(None, "brand_id", "started_at", "id"),
        Index(None, "brand_id", "is_bot", "started_at", "id"),
        Index(None, "brand_id", "ip_address", "started_at", "id"),
        Index(None, "brand_id", "page_id", "started_at", "id"),
        Index(None, "brand_id", "funnel_id", "started_at", "id"),
        Index(None, "brand_id", "subid", "started_at", "id"),
        Index(None, "brand_id", "vtid", "started_at", "id"),
    )


class VisitEventRow(Base):
    """Something that happened in a visit: ``number`` counts from 0 within it."""

    __tablename__ = "visit_events"

    brand_id: Mapped[int] = mapped_column(BigInteger, primary_key=True)
    visit_id: Mapped[int] = mapped_column(BigInteger, primary_key=True)
    number: Mapped[int] = mapped_column(Integer, primary_key=True)
    type: Mapped[str] = mapped_column(String(32))
    at: Mapped[datetime] = mapped_column(UtcTime)
    page_id: Mapped[int | None] = mapped_column(BigInteger)
    url: Mapped[str | None] = mapped_column(Text)
    data: Mapped[dict[str, Any] | None] = mapped_column(JSON(none_as_null=True))

    __table_args__ = (
        ForeignKeyConstraint(
            ["brand_id", "visit_id"], ["visits.brand_id", "visits.id"], ondelete="CASCADE"
        ),
        {"sqlite_with_rowid": False},
    )


class ReplayRow(Base):
    """A recording of one page view: ``id`` is the document id of the list (quirk 53)."""

    __tablename__ = "replays"

    brand_id: Mapped[int] = mapped_column(BigInteger, primary_key=True)
    id: Mapped[str] = mapped_column(String(24), primary_key=True)
    visit_id: Mapped[int] = mapped_column(BigInteger)
    page_session_id: Mapped[str] = mapped_column(String(64))
    page_id: Mapped[int | None] = mapped_column(BigInteger)
    url: Mapped[str | None] = mapped_column(Text)
    viewport_width: Mapped[int] = mapped_column(Integer)
    viewport_height: Mapped[int] = mapped_column(Integer)
    duration_ms: Mapped[int] = mapped_column(Integer, default=0)
    events: Mapped[int] = mapped_column(Integer, default=0)
    batches: Mapped[int] = mapped_column(Integer, default=0)
    started_at: Mapped[datetime] = mapped_column(UtcTime, default=now)

    __table_args__ = (
        ForeignKeyConstraint(
            ["brand_id", "visit_id"], ["visits.brand_id", "visits.id"], ondelete="CASCADE"
        ),
        Index(None, "brand_id", "visit_id", "page_session_id", unique=True),
        Index(None, "brand_id", "page_id", "visit_id"),
    )


class ReplayBatchRow(Base):
    """Some of a replay's events: a JSON array, compressed by zlib."""

    __tablename__ = "replay_batches"

    brand_id: Mapped[int] = mapped_column(BigInteger, primary_key=True)
    replay_id: Mapped[str] = mapped_column(String(24), primary_key=True)
    number: Mapped[int] = mapped_column(Integer, primary_key=True)
    events: Mapped[bytes] = mapped_column(LargeBinary)

    __table_args__ = (
        ForeignKeyConstraint(
            ["brand_id", "replay_id"], ["replays.brand_id", "replays.id"], ondelete="CASCADE"
        ),
    )


class ShortLinkRow(Base):
    """A short link: ``code`` is unique in the whole platform, since its address names no brand."""

    __tablename__ = "short_links"

    brand_id: Mapped[int] = mapped_column(
        BigInteger, ForeignKey("brands.id", ondelete="CASCADE"), primary_key=True
    )
    code: Mapped[str] = mapped_column(String(16), primary_key=True)
    url: Mapped[str] = mapped_column(Text)
    created_at: Mapped[datetime] = mapped_column(UtcTime, default=now)

    __table_args__ = (Index(None, "code", unique=True),)


ROWS: tuple[type[Base], ...] = (
    VisitRow,
    VisitEventRow,
    ReplayRow,
    ReplayBatchRow,
    ShortLinkRow,
)
