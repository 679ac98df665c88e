"""Quizzes in the database (document: Quiz; quirk 54)."""

from datetime import datetime
from typing import Any

from sqlalchemy import (
    JSON,
    BigInteger,
    ForeignKey,
    ForeignKeyConstraint,
    Index,
    Integer,
    String,
    Text,
)
from sqlalchemy.orm import Mapped, mapped_column, validates

from funneldesk.contract.folding import fold
from funneldesk.server.db.base import Base
from funneldesk.server.db.ids import next_id
from funneldesk.server.db.types import UtcTime, now, same_moment
from funneldesk.server.parts.conversions.columns import exact


class QuizRow(Base):
    """A quiz without its flow. ``total_entries`` counts play-throughs as they are recorded.

    ``name_key`` is the name as names are sorted.
    """

    __tablename__ = "quizzes"

    brand_id: Mapped[int] = mapped_column(
        BigInteger, ForeignKey("brands.id", ondelete="CASCADE"), primary_key=True
    )
    id: Mapped[int] = mapped_column(BigInteger, primary_key=True, default=next_id("quizzes"))
    code: Mapped[str] = mapped_column(String(32))
    name: Mapped[str] = mapped_column(String(255))
    name_key: Mapped[str] = mapped_column(exact(255))
    page_id: Mapped[int | None] = mapped_column(BigInteger)
    config: Mapped[dict[str, Any] | None] = mapped_column(JSON(none_as_null=True))
    total_entries: Mapped[int] = mapped_column(BigInteger, default=0)
    created_at: Mapped[datetime] = mapped_column(UtcTime, default=same_moment)
    updated_at: Mapped[datetime] = mapped_column(UtcTime, default=same_moment)

    @validates("name")
    def _set_name_key(self, _key: str, name: str) -> str:
        self.name_key = fold(name)
        return name

    __table_args__ = (
        Index("uq_quizzes_code", "brand_id", "code", unique=True),
        Index(None, "brand_id", "created_at", "id"),
        Index(None, "brand_id", "updated_at", "id"),
        Index(None, "brand_id", "name_key", "id"),
    )


class QuizFlowRow(Base):
    """The flow graph of a quiz, as it was sent; no row when it was cleared or never set."""

    __tablename__ = "quiz_flows"

    brand_id: Mapped[int] = mapped_column(BigInteger, primary_key=True)
    quiz_id: Mapped[int] = mapped_column(BigInteger, primary_key=True)
    flow: Mapped[dict[str, Any]] = mapped_column(JSON)

    __table_args__ = (
        ForeignKeyConstraint(
            ["brand_id", "quiz_id"], ["quizzes.brand_id", "quizzes.id"], ondelete="CASCADE"
        ),
    )


class ScreenRow(Base):
    """A screen; ``position`` is the document's ``order``. ``content`` is html as it was sent,
    ``content_shown`` its harmless form."""

    __tablename__ = "quiz_screens"

    brand_id: Mapped[int] = mapped_column(BigInteger, primary_key=True)
    id: Mapped[int] = mapped_column(BigInteger, primary_key=True, default=next_id("quiz_screens"))
    quiz_id: Mapped[int] = mapped_column(BigInteger)
    code: Mapped[str] = mapped_column(String(32))
    name: Mapped[str] = mapped_column(String(255))
    type: Mapped[str] = mapped_column(String(16))
    title: Mapped[str | None] = mapped_column(Text)
    subtitle: Mapped[str | None] = mapped_column(Text)
    options: Mapped[list[dict[str, Any]] | None] = mapped_column(JSON(none_as_null=True))
    screen_settings: Mapped[dict[str, Any] | None] = mapped_column(JSON(none_as_null=True))
    content: Mapped[str | None] = mapped_column(Text)
    content_shown: Mapped[str | None] = mapped_column(Text)
    style: Mapped[str] = mapped_column(String(8), default="light")
    audio_file: Mapped[str | None] = mapped_column(Text)
    image_preview_file: Mapped[str | None] = mapped_column(Text)
    position: Mapped[int] = mapped_column(Integer)
    created_at: Mapped[datetime] = mapped_column(UtcTime, default=same_moment)
    updated_at: Mapped[datetime] = mapped_column(UtcTime, default=same_moment)

    __table_args__ = (
        ForeignKeyConstraint(
            ["brand_id", "quiz_id"], ["quizzes.brand_id", "quizzes.id"], ondelete="CASCADE"
        ),
        Index("uq_quiz_screens_code", "brand_id", "code", unique=True),
        Index(None, "brand_id", "quiz_id", "position"),
    )


class QuizEntryRow(Base):
    """A play-through: ``answers`` by screen code; ``play`` tells it from every other one.

    ``shown`` are the codes of the screens that the visitor saw, each once, by when it was shown
    last; None where that was not recorded.
    """

    __tablename__ = "quiz_entries"

    brand_id: Mapped[int] = mapped_column(BigInteger, primary_key=True)
    id: Mapped[int] = mapped_column(BigInteger, primary_key=True, default=next_id("quiz_entries"))
    quiz_id: Mapped[int] = mapped_column(BigInteger)
    play: Mapped[str] = mapped_column(String(32))
    answers: Mapped[dict[str, Any]] = mapped_column(JSON)
    shown: Mapped[list[str] | None] = mapped_column(JSON(none_as_null=True))
    started_at: Mapped[datetime] = mapped_column(UtcTime, default=now)
    finished_at: Mapped[datetime | None] = mapped_column(UtcTime)

    __table_args__ = (
        ForeignKeyConstraint(
            ["brand_id", "quiz_id"], ["quizzes.brand_id", "quizzes.id"], ondelete="CASCADE"
        ),
        Index("uq_quiz_entries_play", "brand_id", "quiz_id", "play", unique=True),
        Index(None, "brand_id", "quiz_id", "id"),
    )


ROWS: tuple[type[Base], ...] = (QuizRow, QuizFlowRow, ScreenRow, QuizEntryRow)
