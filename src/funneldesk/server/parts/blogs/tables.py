"""Blogs and their categories in the database (document: Blog)."""

from datetime import datetime
from typing import Any

from sqlalchemy import JSON, BigInteger, ForeignKey, ForeignKeyConstraint, Index, String, Text
from sqlalchemy.orm import Mapped, mapped_column, validates

from funneldesk.contract.folding import fold
from funneldesk.server.db.base import Base
from funneldesk.server.db.ids import next_id
from funneldesk.server.db.types import UtcTime, same_moment
from funneldesk.server.parts.conversions.columns import exact

ADDRESS_INDEX = "uq_blogs_address"
CATEGORY_INDEX = "uq_blog_categories_slug"


class BlogRow(Base):
    """A blog. ``address`` is domain and slug of a living one; NULL once it is deleted."""

    __tablename__ = "blogs"

    brand_id: Mapped[int] = mapped_column(
        BigInteger, ForeignKey("brands.id", ondelete="CASCADE"), primary_key=True
    )
    id: Mapped[int] = mapped_column(BigInteger, primary_key=True, default=next_id("blogs"))
    name: Mapped[str] = mapped_column(String(255))
    name_key: Mapped[str] = mapped_column(exact(255))
    slug: Mapped[str] = mapped_column(String(255))
    address: Mapped[str | None] = mapped_column(String(300))
    domain_id: Mapped[int | None] = mapped_column(BigInteger)
    brand_template_id: Mapped[int | None] = mapped_column(BigInteger)
    status: Mapped[str] = mapped_column(String(16), default="published")
    article_url_pattern: Mapped[str] = mapped_column(String(16), default="slug_only")
    article_url_segment: Mapped[str | None] = mapped_column(String(64))
    category_url_segment: Mapped[str] = mapped_column(String(64), default="category")
    tag_url_segment: Mapped[str] = mapped_column(String(64), default="tag")
    search_url_segment: Mapped[str] = mapped_column(String(64), default="search")
    comments_enabled: Mapped[bool] = mapped_column(default=False)
    comments_require_email_confirmation: Mapped[bool] = mapped_column(default=False)
    seo_settings: Mapped[dict[str, Any]] = mapped_column(JSON, default=dict)
    created_at: Mapped[datetime] = mapped_column(UtcTime, default=same_moment)
    updated_at: Mapped[datetime] = mapped_column(UtcTime, default=same_moment)
    deleted_at: Mapped[datetime | None] = mapped_column(UtcTime)

    @validates("name")
    def _set_name_key(self, _key: str, name: str) -> str:
        self.name_key = fold(name)
        return name

    __table_args__ = (
        Index(ADDRESS_INDEX, "brand_id", "address", unique=True),
        Index(None, "brand_id", "deleted_at", "created_at", "id"),
        Index(None, "brand_id", "deleted_at", "name_key", "id"),
    )


class BlogSourceRow(Base):
    """What a blog looks like. No endpoint shows it; a clone takes it along (quirk 58)."""

    __tablename__ = "blog_sources"

    brand_id: Mapped[int] = mapped_column(BigInteger, primary_key=True)
    blog_id: Mapped[int] = mapped_column(BigInteger, primary_key=True)
    config: Mapped[Any | None] = mapped_column(JSON(none_as_null=True))
    html: Mapped[str | None] = mapped_column(Text)
    css: Mapped[str | None] = mapped_column(Text)
    interactions: Mapped[Any | None] = mapped_column(JSON(none_as_null=True))

    __table_args__ = (
        ForeignKeyConstraint(
            ["brand_id", "blog_id"], ["blogs.brand_id", "blogs.id"], ondelete="CASCADE"
        ),
    )


class BlogCategoryRow(Base):
    """A category of one blog."""

    __tablename__ = "blog_categories"

    brand_id: Mapped[int] = mapped_column(BigInteger, primary_key=True)
    id: Mapped[int] = mapped_column(
        BigInteger, primary_key=True, default=next_id("blog_categories")
    )
    blog_id: Mapped[int] = mapped_column(BigInteger)
    name: Mapped[str] = mapped_column(String(255))
    slug: Mapped[str] = mapped_column(String(255))
    hero_image: Mapped[str | None] = mapped_column(Text)
    seo_settings: Mapped[dict[str, Any]] = mapped_column(JSON, default=dict)
    created_at: Mapped[datetime] = mapped_column(UtcTime, default=same_moment)
    updated_at: Mapped[datetime] = mapped_column(UtcTime, default=same_moment)

    __table_args__ = (
        ForeignKeyConstraint(
            ["brand_id", "blog_id"], ["blogs.brand_id", "blogs.id"], ondelete="CASCADE"
        ),
        Index(CATEGORY_INDEX, "brand_id", "blog_id", "slug", unique=True),
    )


ROWS: tuple[type[Base], ...] = (BlogRow, BlogSourceRow, BlogCategoryRow)
