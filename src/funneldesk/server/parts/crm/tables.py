"""CRM in the database (document: CRM).

An entry keeps its values under the numbers of the fields: a field may be renamed without touching
an entry, and the values of a field that was deleted never come back under another one's key.
"""

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
from sqlalchemy.orm import Mapped, mapped_column

from funneldesk.server.db.base import Base
from funneldesk.server.db.ids import next_id
from funneldesk.server.db.types import UtcTime, same_moment

SLUG_INDEX = "uq_crm_entities_slug"
KEY_INDEX = "uq_crm_fields_key"


class CrmEntityRow(Base):
    """A kind of record, for example leads; the two counts are kept up to date by the stores."""

    __tablename__ = "crm_entities"

    brand_id: Mapped[int] = mapped_column(
        BigInteger, ForeignKey("brands.id", ondelete="CASCADE"), primary_key=True
    )
    id: Mapped[int] = mapped_column(BigInteger, primary_key=True, default=next_id("crm_entities"))
    name: Mapped[str] = mapped_column(String(255))
    slug: Mapped[str] = mapped_column(String(255))
    singular_name: Mapped[str | None] = mapped_column(String(255))
    plural_name: Mapped[str | None] = mapped_column(String(255))
    icon: Mapped[str | None] = mapped_column(String(64))
    color: Mapped[str | None] = mapped_column(String(64))
    pipelines_count: Mapped[int] = mapped_column(Integer, default=0)
    fields_count: Mapped[int] = mapped_column(Integer, default=0)
    created_at: Mapped[datetime] = mapped_column(UtcTime, default=same_moment)
    updated_at: Mapped[datetime] = mapped_column(UtcTime, default=same_moment)

    __table_args__ = (Index(SLUG_INDEX, "brand_id", "slug", unique=True),)


class CrmPipelineRow(Base):
    """A way that the entries of an entity go."""

    __tablename__ = "crm_pipelines"

    brand_id: Mapped[int] = mapped_column(BigInteger, primary_key=True)
    id: Mapped[int] = mapped_column(BigInteger, primary_key=True, default=next_id("crm_pipelines"))
    crm_entity_id: Mapped[int] = mapped_column(BigInteger)
    name: Mapped[str] = mapped_column(String(255))
    created_at: Mapped[datetime] = mapped_column(UtcTime, default=same_moment)
    updated_at: Mapped[datetime] = mapped_column(UtcTime, default=same_moment)

    __table_args__ = (
        ForeignKeyConstraint(
            ["brand_id", "crm_entity_id"],
            ["crm_entities.brand_id", "crm_entities.id"],
            ondelete="CASCADE",
        ),
        Index(None, "brand_id", "crm_entity_id"),
    )


class CrmStageRow(Base):
    """A station on a pipeline; positions count from 0 without gaps."""

    __tablename__ = "crm_stages"

    brand_id: Mapped[int] = mapped_column(BigInteger, primary_key=True)
    id: Mapped[int] = mapped_column(BigInteger, primary_key=True, default=next_id("crm_stages"))
    pipeline_id: Mapped[int] = mapped_column(BigInteger)
    name: Mapped[str] = mapped_column(String(255))
    color: Mapped[str | None] = mapped_column(String(64))
    position: Mapped[int] = mapped_column(Integer)
    created_at: Mapped[datetime] = mapped_column(UtcTime, default=same_moment)
    updated_at: Mapped[datetime] = mapped_column(UtcTime, default=same_moment)

    __table_args__ = (
        ForeignKeyConstraint(
            ["brand_id", "pipeline_id"],
            ["crm_pipelines.brand_id", "crm_pipelines.id"],
            ondelete="CASCADE",
        ),
        Index(None, "brand_id", "pipeline_id"),
    )


class CrmFieldRow(Base):
    """What an entity's entries have values of; positions count from 0 without gaps."""

    __tablename__ = "crm_fields"

    brand_id: Mapped[int] = mapped_column(BigInteger, primary_key=True)
    id: Mapped[int] = mapped_column(BigInteger, primary_key=True, default=next_id("crm_fields"))
    crm_entity_id: Mapped[int] = mapped_column(BigInteger)
    name: Mapped[str] = mapped_column(String(255))
    key: Mapped[str] = mapped_column(String(255))
    type: Mapped[str] = mapped_column(String(16))
    options: Mapped[list[str] | None] = mapped_column(JSON(none_as_null=True))
    required: Mapped[bool] = mapped_column(default=False)
    position: Mapped[int] = mapped_column(Integer)
    reporting_config: Mapped[dict[str, Any] | None] = mapped_column(JSON(none_as_null=True))
    created_at: Mapped[datetime] = mapped_column(UtcTime, default=same_moment)
    updated_at: Mapped[datetime] = mapped_column(UtcTime, default=same_moment)

    __table_args__ = (
        ForeignKeyConstraint(
            ["brand_id", "crm_entity_id"],
            ["crm_entities.brand_id", "crm_entities.id"],
            ondelete="CASCADE",
        ),
        Index(KEY_INDEX, "brand_id", "crm_entity_id", "key", unique=True),
    )


class CrmEntryRow(Base):
    """A lead, a contact, a deal. ``values`` holds JSON values by field number.

    ``search`` is the title as searches compare it. ``stage_entered_at`` tells how long the entry
    has been where it is.
    """

    __tablename__ = "crm_entries"

    brand_id: Mapped[int] = mapped_column(BigInteger, primary_key=True)
    id: Mapped[str] = mapped_column(String(24), primary_key=True)
    crm_entity_id: Mapped[int] = mapped_column(BigInteger)
    pipeline_id: Mapped[int] = mapped_column(BigInteger)
    stage_id: Mapped[int] = mapped_column(BigInteger)
    title: Mapped[str] = mapped_column(String(255))
    search: Mapped[str] = mapped_column(Text)
    reference_type: Mapped[str | None] = mapped_column(String(255))
    reference_id: Mapped[str | None] = mapped_column(String(255))
    assigned_to_user_id: Mapped[int | None] = mapped_column(BigInteger)
    assigned_to_team_id: Mapped[int | None] = mapped_column(BigInteger)
    values: Mapped[dict[str, Any]] = mapped_column(JSON)
    stage_entered_at: Mapped[datetime] = mapped_column(UtcTime)
    created_at: Mapped[datetime] = mapped_column(UtcTime)
    updated_at: Mapped[datetime] = mapped_column(UtcTime)

    __table_args__ = (
        ForeignKeyConstraint(
            ["brand_id", "crm_entity_id"], ["crm_entities.brand_id", "crm_entities.id"]
        ),
        ForeignKeyConstraint(
            ["brand_id", "pipeline_id"], ["crm_pipelines.brand_id", "crm_pipelines.id"]
        ),
        ForeignKeyConstraint(["brand_id", "stage_id"], ["crm_stages.brand_id", "crm_stages.id"]),
        Index("ix_crm_entries_entity", "brand_id", "crm_entity_id", "created_at", "id"),
        Index("ix_crm_entries_pipeline", "brand_id", "pipeline_id", "created_at", "id"),
        Index("ix_crm_entries_stage", "brand_id", "stage_id", "created_at", "id"),
        Index(
            "ix_crm_entries_reference",
            "brand_id",
            "crm_entity_id",
            "reference_id",
            "created_at",
            "id",
        ),
    )


ROWS: tuple[type[Base], ...] = (
    CrmEntityRow,
    CrmPipelineRow,
    CrmStageRow,
    CrmFieldRow,
    CrmEntryRow,
)
