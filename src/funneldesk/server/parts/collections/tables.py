"""Collections in the database (document: Collection).

An entry keeps its values under the numbers of the fields, so that renaming or removing a field
never touches an entry.
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

CODE_INDEX = "uq_collections_code"


class CollectionRow(Base):
    """A form and what follows from it; ``total_entries`` is kept up to date by the store.

    ``exported_at`` is when entries were last asked for by an export; ``search`` holds name and
    code as searches compare them.
    """

    __tablename__ = "collections"

    brand_id: Mapped[int] = mapped_column(
        BigInteger, ForeignKey("brands.id", ondelete="CASCADE"), primary_key=True
    )
    id: Mapped[int] = mapped_column(BigInteger, primary_key=True, default=next_id("collections"))
    code: Mapped[str] = mapped_column(String(255))
    name: Mapped[str] = mapped_column(String(255))
    search: Mapped[str] = mapped_column(Text)
    public_export: Mapped[bool] = mapped_column(default=False)
    total_entries: Mapped[int] = mapped_column(BigInteger, default=0)
    on_new_entry: Mapped[str | None] = mapped_column(String(32))
    send_to_email: Mapped[str | None] = mapped_column(String(320))
    recaptcha_enabled: Mapped[bool] = mapped_column(default=False)
    recaptcha_site_key: Mapped[str | None] = mapped_column(String(255))
    recaptcha_secret_key: Mapped[str | None] = mapped_column(String(255))
    exported_at: Mapped[datetime | None] = mapped_column(UtcTime)
    created_at: Mapped[datetime] = mapped_column(UtcTime, default=same_moment)
    updated_at: Mapped[datetime] = mapped_column(UtcTime, default=same_moment)

    __table_args__ = (
        Index(CODE_INDEX, "brand_id", "code", unique=True),
        Index("ix_collections_created", "brand_id", "created_at", "id"),
        Index("ix_collections_updated", "brand_id", "updated_at", "id"),
    )


class CollectionFieldRow(Base):
    """A field of a form. The document's ``order`` is ``position`` here."""

    __tablename__ = "collection_fields"

    brand_id: Mapped[int] = mapped_column(BigInteger, primary_key=True)
    id: Mapped[int] = mapped_column(
        BigInteger, primary_key=True, default=next_id("collection_fields")
    )
    collection_id: Mapped[int] = mapped_column(BigInteger)
    code: Mapped[str] = mapped_column(String(255))
    name: Mapped[str] = mapped_column(String(255))
    type: Mapped[str] = mapped_column(String(16))
    placeholder: Mapped[str | None] = mapped_column(String(255))
    options: Mapped[list[str] | None] = mapped_column(JSON(none_as_null=True))
    default_value: Mapped[Any] = mapped_column(JSON(none_as_null=True), nullable=True)
    required: Mapped[bool] = mapped_column(default=False)
    searchable: Mapped[bool] = mapped_column(default=False)
    private: Mapped[bool] = mapped_column(default=False)
    public_encrypt: Mapped[bool] = mapped_column(default=False)
    public_exclude: Mapped[bool] = mapped_column(default=False)
    position: Mapped[int] = mapped_column(Integer, default=0)

    __table_args__ = (
        ForeignKeyConstraint(
            ["brand_id", "collection_id"],
            ["collections.brand_id", "collections.id"],
            ondelete="CASCADE",
        ),
        Index("uq_collection_fields_code", "brand_id", "collection_id", "code", unique=True),
    )


class CollectionEntryRow(Base):
    """What someone filled in. ``values`` by field number; of a password only a salted digest."""

    __tablename__ = "collection_entries"

    brand_id: Mapped[int] = mapped_column(BigInteger, primary_key=True)
    id: Mapped[str] = mapped_column(String(24), primary_key=True)
    collection_id: Mapped[int] = mapped_column(BigInteger)
    title: Mapped[str] = mapped_column(String(255))
    values: Mapped[dict[str, Any]] = mapped_column(JSON)
    search: Mapped[str] = mapped_column(Text)
    created_at: Mapped[datetime] = mapped_column(UtcTime)
    updated_at: Mapped[datetime] = mapped_column(UtcTime)

    __table_args__ = (
        ForeignKeyConstraint(
            ["brand_id", "collection_id"],
            ["collections.brand_id", "collections.id"],
            ondelete="CASCADE",
        ),
        Index("ix_collection_entries_list", "brand_id", "collection_id", "created_at", "id"),
    )


ROWS: tuple[type[Base], ...] = (CollectionRow, CollectionFieldRow, CollectionEntryRow)
