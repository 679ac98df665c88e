"""Courses in the database (document: Course; quirk 52)."""

from datetime import datetime

from sqlalchemy import BigInteger, ForeignKey, ForeignKeyConstraint, Index, Integer, String, Text
from sqlalchemy.orm import Mapped, mapped_column

from funneldesk.server.db.base import Base
from funneldesk.server.db.ids import next_id
from funneldesk.server.db.types import UtcTime, now, same_moment

SLUG_INDEX = "uq_courses_address"
EMAIL_INDEX = "uq_course_enrollments_email"


class CourseRow(Base):
    """A course. ``slug_domain`` is ``domain_id`` or 0, so that no domain is an address space too.

    ``instructor_photo``, ``logo`` and ``cover`` are addresses. The counts are kept up to date by
    the store; ``contents_count`` is what progress is a share of.
    """

    __tablename__ = "courses"

    brand_id: Mapped[int] = mapped_column(
        BigInteger, ForeignKey("brands.id", ondelete="CASCADE"), primary_key=True
    )
    id: Mapped[int] = mapped_column(BigInteger, primary_key=True, default=next_id("courses"))
    title: Mapped[str] = mapped_column(String(255))
    slug: Mapped[str | None] = mapped_column(String(255))
    slug_domain: Mapped[int] = mapped_column(BigInteger, default=0)
    status: Mapped[str] = mapped_column(String(16))
    delivery_type: Mapped[str] = mapped_column(String(16))
    language_code: Mapped[str] = mapped_column(String(16))
    description: Mapped[str] = mapped_column(Text)
    instructor_name: Mapped[str | None] = mapped_column(String(255))
    instructor_photo: Mapped[str | None] = mapped_column(Text)
    logo: Mapped[str | None] = mapped_column(Text)
    cover: Mapped[str | None] = mapped_column(Text)
    domain_id: Mapped[int | None] = mapped_column(BigInteger)
    show_module_titles: Mapped[bool] = mapped_column(default=True)
    allow_comments: Mapped[bool] = mapped_column(default=False)
    category_name: Mapped[str | None] = mapped_column(String(255))
    details_page_id: Mapped[int | None] = mapped_column(BigInteger)
    module_page_id: Mapped[int | None] = mapped_column(BigInteger)
    content_page_id: Mapped[int | None] = mapped_column(BigInteger)
    enrollment_email_template_id: Mapped[int | None] = mapped_column(BigInteger)
    modules_count: Mapped[int] = mapped_column(Integer, default=0)
    contents_count: Mapped[int] = mapped_column(Integer, default=0)
    enrollments_count: Mapped[int] = mapped_column(BigInteger, default=0)
    created_at: Mapped[datetime] = mapped_column(UtcTime, default=same_moment)
    updated_at: Mapped[datetime] = mapped_column(UtcTime, default=same_moment)

    __table_args__ = (
        Index(SLUG_INDEX, "brand_id", "slug_domain", "slug", unique=True),
        Index(None, "brand_id", "created_at", "id"),
        Index(None, "brand_id", "updated_at", "id"),
    )


class ModuleRow(Base):
    """A module of a course; ``position`` is the document's ``order``."""

    __tablename__ = "course_modules"

    brand_id: Mapped[int] = mapped_column(BigInteger, primary_key=True)
    id: Mapped[int] = mapped_column(BigInteger, primary_key=True, default=next_id("course_modules"))
    course_id: Mapped[int] = mapped_column(BigInteger)
    title: Mapped[str] = mapped_column(String(255))
    description: Mapped[str] = mapped_column(Text)
    position: Mapped[int] = mapped_column(Integer)
    created_at: Mapped[datetime] = mapped_column(UtcTime, default=same_moment)
    updated_at: Mapped[datetime] = mapped_column(UtcTime, default=same_moment)

    __table_args__ = (
        ForeignKeyConstraint(
            ["brand_id", "course_id"], ["courses.brand_id", "courses.id"], ondelete="CASCADE"
        ),
        Index(None, "brand_id", "course_id", "position"),
    )


class ContentRow(Base):
    """A lesson: a ``video`` has an address, a ``text`` has html. No endpoint writes them.

    ``body_shown`` is the harmless form of the html.
    """

    __tablename__ = "course_contents"

    brand_id: Mapped[int] = mapped_column(BigInteger, primary_key=True)
    id: Mapped[int] = mapped_column(
        BigInteger, primary_key=True, default=next_id("course_contents")
    )
    course_id: Mapped[int] = mapped_column(BigInteger)
    module_id: Mapped[int] = mapped_column(BigInteger)
    title: Mapped[str] = mapped_column(String(255))
    type: Mapped[str] = mapped_column(String(16))
    body: Mapped[str | None] = mapped_column(Text)
    body_shown: Mapped[str | None] = mapped_column(Text)
    video_url: Mapped[str | None] = mapped_column(Text)
    position: Mapped[int] = mapped_column(Integer)
    created_at: Mapped[datetime] = mapped_column(UtcTime, default=now)

    __table_args__ = (
        ForeignKeyConstraint(
            ["brand_id", "module_id"],
            ["course_modules.brand_id", "course_modules.id"],
            ondelete="CASCADE",
        ),
        Index(None, "brand_id", "course_id"),
        Index(None, "brand_id", "module_id"),
    )


class EnrollmentRow(Base):
    """Someone who takes a course. ``email_key`` is the address as addresses are compared."""

    __tablename__ = "course_enrollments"

    brand_id: Mapped[int] = mapped_column(BigInteger, primary_key=True)
    id: Mapped[str] = mapped_column(String(24), primary_key=True)
    course_id: Mapped[int] = mapped_column(BigInteger)
    email: Mapped[str] = mapped_column(String(255))
    email_key: Mapped[str] = mapped_column(String(255))
    name: Mapped[str | None] = mapped_column(String(255))
    user_id: Mapped[int | None] = mapped_column(BigInteger)
    notes: Mapped[str | None] = mapped_column(Text)
    last_content_id: Mapped[int | None] = mapped_column(BigInteger)
    last_module_id: Mapped[int | None] = mapped_column(BigInteger)
    created_at: Mapped[datetime] = mapped_column(UtcTime, default=now)

    __table_args__ = (
        ForeignKeyConstraint(
            ["brand_id", "course_id"], ["courses.brand_id", "courses.id"], ondelete="CASCADE"
        ),
        Index(EMAIL_INDEX, "brand_id", "course_id", "email_key", unique=True),
        Index(None, "brand_id", "course_id", "created_at"),
    )


class CompletionRow(Base):
    """A content that an enrolled person is done with."""

    __tablename__ = "course_completions"

    brand_id: Mapped[int] = mapped_column(BigInteger, primary_key=True)
    enrollment_id: Mapped[str] = mapped_column(String(24), primary_key=True)
    content_id: Mapped[int] = mapped_column(BigInteger, primary_key=True)
    course_id: Mapped[int] = mapped_column(BigInteger)
    at: Mapped[datetime] = mapped_column(UtcTime, default=now)

    __table_args__ = (
        ForeignKeyConstraint(
            ["brand_id", "enrollment_id"],
            ["course_enrollments.brand_id", "course_enrollments.id"],
            ondelete="CASCADE",
        ),
        ForeignKeyConstraint(
            ["brand_id", "content_id"],
            ["course_contents.brand_id", "course_contents.id"],
            ondelete="CASCADE",
        ),
        Index(None, "brand_id", "course_id"),
        Index(None, "brand_id", "content_id"),
    )


ROWS: tuple[type[Base], ...] = (CourseRow, ModuleRow, ContentRow, EnrollmentRow, CompletionRow)
