"""Components in the database (document: Component; Component content).

The sources stand in a table of their own: lists never touch them.
"""

from datetime import datetime
from typing import Any

from sqlalchemy import JSON, BigInteger, ForeignKey, ForeignKeyConstraint, Index, String, Text
from sqlalchemy.orm import Mapped, mapped_column

from funneldesk.server.db.base import Base
from funneldesk.server.db.ids import next_id
from funneldesk.server.db.types import UtcTime, same_moment


class ComponentRow(Base):
    """A component without its sources. ``type`` is ``editor`` when it has a builder config."""

    __tablename__ = "components"

    brand_id: Mapped[int] = mapped_column(
        BigInteger, ForeignKey("brands.id", ondelete="CASCADE"), primary_key=True
    )
    id: Mapped[int] = mapped_column(BigInteger, primary_key=True, default=next_id("components"))
    name: Mapped[str] = mapped_column(String(255))
    code: Mapped[str] = mapped_column(String(255))
    type: Mapped[str | None] = mapped_column(String(16))
    screenshot: Mapped[str | None] = mapped_column(Text)
    tags: Mapped[list[Any]] = mapped_column(JSON, default=list)
    created_at: Mapped[datetime] = mapped_column(UtcTime, default=same_moment)
    updated_at: Mapped[datetime] = mapped_column(UtcTime, default=same_moment)

    __table_args__ = (
        Index(None, "brand_id", "code", unique=True),
        Index(None, "brand_id", "updated_at", "id"),
        Index(None, "brand_id", "type", "id"),
    )


class ComponentSourceRow(Base):
    """What a component is made of, live. ``config`` is None without a builder config."""

    __tablename__ = "component_sources"

    brand_id: Mapped[int] = mapped_column(BigInteger, primary_key=True)
    component_id: Mapped[int] = mapped_column(BigInteger, primary_key=True)
    html: Mapped[str | None] = mapped_column(Text)
    css: Mapped[str | None] = mapped_column(Text)
    config: Mapped[dict[str, Any] | None] = mapped_column(JSON(none_as_null=True))

    __table_args__ = (
        ForeignKeyConstraint(
            ["brand_id", "component_id"],
            ["components.brand_id", "components.id"],
            ondelete="CASCADE",
        ),
    )


class ComponentDraftRow(Base):
    """Html that is not live yet; its id is the document's ``revision_id``."""

    __tablename__ = "component_drafts"

    brand_id: Mapped[int] = mapped_column(BigInteger, primary_key=True)
    id: Mapped[int] = mapped_column(
        BigInteger, primary_key=True, default=next_id("component_drafts")
    )
    component_id: Mapped[int] = mapped_column(BigInteger)
    html: Mapped[str] = mapped_column(Text)
    created_at: Mapped[datetime] = mapped_column(UtcTime, default=same_moment)
    updated_at: Mapped[datetime] = mapped_column(UtcTime, default=same_moment)

    __table_args__ = (
        ForeignKeyConstraint(
            ["brand_id", "component_id"],
            ["components.brand_id", "components.id"],
            ondelete="CASCADE",
        ),
        Index(None, "brand_id", "component_id", "updated_at"),
    )


ROWS: tuple[type[Base], ...] = (ComponentRow, ComponentSourceRow, ComponentDraftRow)
