"""Automations in the database (document: Automation): their graphs, runs, logs and counts."""

from datetime import datetime
from typing import Any

from sqlalchemy import JSON, BigInteger, ForeignKey, ForeignKeyConstraint, Index, String, Text
from sqlalchemy.orm import Mapped, mapped_column

from funneldesk.server.db.base import Base
from funneldesk.server.db.ids import next_id
from funneldesk.server.db.types import UtcTime, now, same_moment

POSTBACK_INDEX = "uq_automations_postback_code"


def _of_automation() -> ForeignKeyConstraint:
    return ForeignKeyConstraint(
        ["brand_id", "automation_id"],
        ["automations.brand_id", "automations.id"],
        ondelete="CASCADE",
    )


class AutomationRow(Base):
    """An automation without its graph."""

    __tablename__ = "automations"

    brand_id: Mapped[int] = mapped_column(
        BigInteger, ForeignKey("brands.id", ondelete="CASCADE"), primary_key=True
    )
    id: Mapped[int] = mapped_column(BigInteger, primary_key=True, default=next_id("automations"))
    title: Mapped[str] = mapped_column(String(255))
    status: Mapped[str] = mapped_column(String(16), default="draft")
    trigger_node_type: Mapped[str | None] = mapped_column(String(255))
    entry_node: Mapped[str | None] = mapped_column(String(255))
    postback_code: Mapped[str] = mapped_column(String(255))
    collection_code: Mapped[str | None] = mapped_column(String(255))
    created_at: Mapped[datetime] = mapped_column(UtcTime, default=same_moment)
    updated_at: Mapped[datetime] = mapped_column(UtcTime, default=same_moment)

    __table_args__ = (
        # Whoever calls a postback address names no brand.
        Index(POSTBACK_INDEX, "postback_code", unique=True),
        Index(None, "brand_id", "created_at", "id"),
        Index(None, "brand_id", "updated_at", "id"),
        Index(None, "brand_id", "status", "trigger_node_type"),
    )


class AutomationBuilderRow(Base):
    """A builder document, as text: ``version`` is ``live`` for what runs, else ``draft``."""

    __tablename__ = "automation_builders"

    brand_id: Mapped[int] = mapped_column(BigInteger, primary_key=True)
    automation_id: Mapped[int] = mapped_column(BigInteger, primary_key=True)
    version: Mapped[str] = mapped_column(String(8), primary_key=True)
    document: Mapped[str] = mapped_column(Text)
    saved_at: Mapped[datetime] = mapped_column(UtcTime, default=now)

    __table_args__ = (_of_automation(),)


class AutomationRunRow(Base):
    """One way of a subject through a graph: ``status`` is running, done, failed or stopped.

    ``planned`` counts all steps so far and those that wait, ``waiting`` the latter; ``depth`` is
    how many runs stand before this one in a chain of runs that started each other.
    """

    __tablename__ = "automation_runs"

    brand_id: Mapped[int] = mapped_column(BigInteger, primary_key=True)
    id: Mapped[int] = mapped_column(
        BigInteger, primary_key=True, default=next_id("automation_runs")
    )
    automation_id: Mapped[int] = mapped_column(BigInteger)
    trigger: Mapped[str] = mapped_column(String(255))
    subject: Mapped[dict[str, Any]] = mapped_column(JSON)
    status: Mapped[str] = mapped_column(String(16), default="running")
    planned: Mapped[int] = mapped_column(default=0)
    waiting: Mapped[int] = mapped_column(default=0)
    depth: Mapped[int] = mapped_column(default=0)
    started_at: Mapped[datetime] = mapped_column(UtcTime, default=now)
    finished_at: Mapped[datetime | None] = mapped_column(UtcTime)

    __table_args__ = (_of_automation(), Index(None, "brand_id", "automation_id", "id"))


class AutomationLogRow(Base):
    """What became of one step: ``status`` is success, failed or skipped.

    ``data`` is what the run knew when the step was done; None where that is long.
    """

    __tablename__ = "automation_logs"

    brand_id: Mapped[int] = mapped_column(BigInteger, primary_key=True)
    id: Mapped[int] = mapped_column(
        BigInteger, primary_key=True, default=next_id("automation_logs")
    )
    automation_id: Mapped[int] = mapped_column(BigInteger)
    run_id: Mapped[int] = mapped_column(BigInteger)
    node_code: Mapped[str] = mapped_column(String(255))
    node_type: Mapped[str] = mapped_column(String(255))
    status: Mapped[str] = mapped_column(String(16))
    message: Mapped[str] = mapped_column(Text)
    data: Mapped[dict[str, Any] | None] = mapped_column(JSON(none_as_null=True))
    created_at: Mapped[datetime] = mapped_column(UtcTime, default=now)

    __table_args__ = (
        _of_automation(),
        Index(None, "brand_id", "automation_id", "created_at", "id"),
    )


class AutomationNodeRow(Base):
    """How often the steps of one node went well, failed or were skipped."""

    __tablename__ = "automation_nodes"

    brand_id: Mapped[int] = mapped_column(BigInteger, primary_key=True)
    automation_id: Mapped[int] = mapped_column(BigInteger, primary_key=True)
    node_code: Mapped[str] = mapped_column(String(255), primary_key=True)
    success: Mapped[int] = mapped_column(BigInteger)
    failed: Mapped[int] = mapped_column(BigInteger)
    skipped: Mapped[int] = mapped_column(BigInteger)

    __table_args__ = (_of_automation(),)


class AutomationHourRow(Base):
    """Runs and steps of an automation within one hour, for summaries of any period."""

    __tablename__ = "automation_hours"

    brand_id: Mapped[int] = mapped_column(BigInteger, primary_key=True)
    hour: Mapped[datetime] = mapped_column(UtcTime, primary_key=True)
    automation_id: Mapped[int] = mapped_column(BigInteger, primary_key=True)
    runs: Mapped[int] = mapped_column(BigInteger)
    success: Mapped[int] = mapped_column(BigInteger)
    failed: Mapped[int] = mapped_column(BigInteger)
    skipped: Mapped[int] = mapped_column(BigInteger)

    __table_args__ = (_of_automation(),)


class AutomationEventRow(Base):
    """A type of event that has started an automation."""

    __tablename__ = "automation_events"

    brand_id: Mapped[int] = mapped_column(BigInteger, primary_key=True)
    automation_id: Mapped[int] = mapped_column(BigInteger, primary_key=True)
    type: Mapped[str] = mapped_column(String(255), primary_key=True)
    count: Mapped[int] = mapped_column(BigInteger)
    first_at: Mapped[datetime] = mapped_column(UtcTime)
    last_at: Mapped[datetime] = mapped_column(UtcTime)

    __table_args__ = (_of_automation(),)


class ContactTagRow(Base):
    """A tag that an automation gave to an e-mail address."""

    __tablename__ = "contact_tags"

    brand_id: Mapped[int] = mapped_column(
        BigInteger, ForeignKey("brands.id", ondelete="CASCADE"), primary_key=True
    )
    email: Mapped[str] = mapped_column(String(254), primary_key=True)
    tag: Mapped[str] = mapped_column(String(255), primary_key=True)
    created_at: Mapped[datetime] = mapped_column(UtcTime, default=now)


ROWS: tuple[type[Base], ...] = (
    AutomationRow,
    AutomationBuilderRow,
    AutomationRunRow,
    AutomationLogRow,
    AutomationNodeRow,
    AutomationHourRow,
    AutomationEventRow,
    ContactTagRow,
)
