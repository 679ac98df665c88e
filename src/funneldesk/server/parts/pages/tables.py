"""Pages in the database (document: Page).

The sources stand in a table of their own: lists never touch them, and they may be megabytes.
"""

from datetime import datetime

from sqlalchemy import BigInteger, ForeignKey, ForeignKeyConstraint, Index, String, Text, func
from sqlalchemy.orm import Mapped, mapped_column

from funneldesk.server.db.base import Base
from funneldesk.server.db.ids import next_id
from funneldesk.server.db.types import UtcTime, same_moment

SLUG_INDEX = "uq_pages_address"


class PageRow(Base):
    """A page without its sources. The document's ``title`` and ``name`` are one column.

    ``funnel_order`` grows with each page that joins the funnel; it is not answered with the page.
    """

    __tablename__ = "pages"

    brand_id: Mapped[int] = mapped_column(
        BigInteger, ForeignKey("brands.id", ondelete="CASCADE"), primary_key=True
    )
    id: Mapped[int] = mapped_column(BigInteger, primary_key=True, default=next_id("pages"))
    title: Mapped[str] = mapped_column(String(255))
    slug: Mapped[str] = mapped_column(String(255))
    status: Mapped[str] = mapped_column(String(16), default="draft")
    page_type: Mapped[str | None] = mapped_column(String(16))
    type: Mapped[str | None] = mapped_column(String(64))
    template_id: Mapped[str | None] = mapped_column(String(255))
    domain_id: Mapped[int | None] = mapped_column(BigInteger)
    funnel_id: Mapped[int | None] = mapped_column(BigInteger)
    funnel_order: Mapped[int | None]
    folder_id: Mapped[int | None] = mapped_column(BigInteger)
    is_index: Mapped[bool] = mapped_column(default=False)
    seo_title: Mapped[str | None] = mapped_column(String(255))
    seo_blur_title: Mapped[str | None] = mapped_column(String(255))
    seo_description: Mapped[str | None] = mapped_column(Text)
    requires_login: Mapped[bool] = mapped_column(default=False)
    requires_password: Mapped[bool] = mapped_column(default=False)
    password: Mapped[str | None] = mapped_column(String(255))
    redirect_url: Mapped[str | None] = mapped_column(Text)
    disable_right_click: Mapped[bool] = mapped_column(default=False)
    prevent_indexing: Mapped[bool] = mapped_column(default=False)
    funnel_visible_only: Mapped[bool] = mapped_column(default=False)
    ga_measurement_id: Mapped[str | None] = mapped_column(String(255))
    meta_pixel_id: Mapped[str | None] = mapped_column(String(255))
    custom_header_code: Mapped[str | None] = mapped_column(Text)
    custom_javascript: Mapped[str | None] = mapped_column(Text)
    is_upsell_page: Mapped[bool] = mapped_column(default=False)
    show_affiliate_pixels: Mapped[bool] = mapped_column(default=False)
    disable_default_scripts: Mapped[bool] = mapped_column(default=False)
    created_at: Mapped[datetime] = mapped_column(UtcTime, default=same_moment)
    updated_at: Mapped[datetime] = mapped_column(UtcTime, default=same_moment)

    __table_args__ = (
        # Pages without a domain share one address space, so NULL counts as a domain here.
        Index(SLUG_INDEX, "brand_id", func.coalesce(domain_id, 0), "slug", unique=True),
        Index(None, "brand_id", "updated_at"),
        Index(None, "brand_id", "funnel_id"),
    )


class PageSourceRow(Base):
    """What a page is made of, exactly as it was sent."""

    __tablename__ = "page_sources"

    brand_id: Mapped[int] = mapped_column(BigInteger, primary_key=True)
    page_id: Mapped[int] = mapped_column(BigInteger, primary_key=True)
    html: Mapped[str | None] = mapped_column(Text)
    css: Mapped[str | None] = mapped_column(Text)

    __table_args__ = (
        ForeignKeyConstraint(
            ["brand_id", "page_id"], ["pages.brand_id", "pages.id"], ondelete="CASCADE"
        ),
    )


ROWS: tuple[type[Base], ...] = (
    PageRow,
    PageSourceRow,
)
