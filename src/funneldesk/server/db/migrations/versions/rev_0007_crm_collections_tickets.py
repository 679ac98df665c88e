"""Crm, collections, tickets."""

import sqlalchemy as sa
from alembic import op

from funneldesk.server.db.types import UtcTime

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None

KINDS = (
    "crm_entities",
    "crm_pipelines",
    "crm_stages",
    "crm_fields",
    "collections",
    "collection_fields",
    "tickets",
    "ticket_messages",
)
TABLES = (
    "crm_entities",
    "crm_pipelines",
    "crm_stages",
    "crm_fields",
    "crm_entries",
    "collections",
    "collection_fields",
    "collection_entries",
    "tickets",
    "ticket_messages",
)


def upgrade() -> None:
    """Create the tables."""
    if op.get_bind().dialect.name == "postgresql":
        for kind in KINDS:
            op.execute(sa.schema.CreateSequence(sa.Sequence(f"{kind}_id_seq")))
    _crm_entities()
    _crm_pipelines()
    _crm_stages()
    _crm_fields()
    _crm_entries()
    _collections()
    _collection_fields()
    _collection_entries()
    _tickets()
    _ticket_messages()


def downgrade() -> None:
    """Drop them."""
    for name in reversed(TABLES):
        op.drop_table(name)
    if op.get_bind().dialect.name == "postgresql":
        for kind in KINDS:
            op.execute(sa.schema.DropSequence(sa.Sequence(f"{kind}_id_seq")))


def _crm_entities() -> None:
    op.create_table(
        "crm_entities",
        sa.Column(
            "brand_id",
            sa.BigInteger(),
            sa.ForeignKey("brands.id", ondelete="CASCADE"),
            primary_key=True,
        ),
        sa.Column("id", sa.BigInteger(), primary_key=True),
        sa.Column("name", sa.String(255), nullable=False),
        sa.Column("slug", sa.String(255), nullable=False),
        sa.Column("singular_name", sa.String(255)),
        sa.Column("plural_name", sa.String(255)),
        sa.Column("icon", sa.String(64)),
        sa.Column("color", sa.String(64)),
        sa.Column("pipelines_count", sa.Integer(), nullable=False),
        sa.Column("fields_count", sa.Integer(), nullable=False),
        sa.Column("created_at", UtcTime(), nullable=False),
        sa.Column("updated_at", UtcTime(), nullable=False),
    )
    op.create_index("uq_crm_entities_slug", "crm_entities", ["brand_id", "slug"], unique=True)


def _crm_pipelines() -> None:
    op.create_table(
        "crm_pipelines",
        sa.Column("brand_id", sa.BigInteger(), primary_key=True),
        sa.Column("id", sa.BigInteger(), primary_key=True),
        sa.Column("crm_entity_id", sa.BigInteger(), nullable=False),
        sa.Column("name", sa.String(255), nullable=False),
        sa.Column("created_at", UtcTime(), nullable=False),
        sa.Column("updated_at", UtcTime(), nullable=False),
        sa.ForeignKeyConstraint(
            ["brand_id", "crm_entity_id"],
            ["crm_entities.brand_id", "crm_entities.id"],
            ondelete="CASCADE",
        ),
    )
    op.create_index(
        "ix_crm_pipelines_brand_id_crm_entity_id", "crm_pipelines", ["brand_id", "crm_entity_id"]
    )


def _crm_stages() -> None:
    op.create_table(
        "crm_stages",
        sa.Column("brand_id", sa.BigInteger(), primary_key=True),
        sa.Column("id", sa.BigInteger(), primary_key=True),
        sa.Column("pipeline_id", sa.BigInteger(), nullable=False),
        sa.Column("name", sa.String(255), nullable=False),
        sa.Column("color", sa.String(64)),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("created_at", UtcTime(), nullable=False),
        sa.Column("updated_at", UtcTime(), nullable=False),
        sa.ForeignKeyConstraint(
            ["brand_id", "pipeline_id"],
            ["crm_pipelines.brand_id", "crm_pipelines.id"],
            ondelete="CASCADE",
        ),
    )
    op.create_index("ix_crm_stages_brand_id_pipeline_id", "crm_stages", ["brand_id", "pipeline_id"])


def _crm_fields() -> None:
    op.create_table(
        "crm_fields",
        sa.Column("brand_id", sa.BigInteger(), primary_key=True),
        sa.Column("id", sa.BigInteger(), primary_key=True),
        sa.Column("crm_entity_id", sa.BigInteger(), nullable=False),
        sa.Column("name", sa.String(255), nullable=False),
        sa.Column("key", sa.String(255), nullable=False),
        sa.Column("type", sa.String(16), nullable=False),
        sa.Column("options", sa.JSON()),
        sa.Column("required", sa.Boolean(), nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("reporting_config", sa.JSON()),
        sa.Column("created_at", UtcTime(), nullable=False),
        sa.Column("updated_at", UtcTime(), nullable=False),
        sa.ForeignKeyConstraint(
            ["brand_id", "crm_entity_id"],
            ["crm_entities.brand_id", "crm_entities.id"],
            ondelete="CASCADE",
        ),
    )
    op.create_index(
        "uq_crm_fields_key", "crm_fields", ["brand_id", "crm_entity_id", "key"], unique=True
    )


def _crm_entries() -> None:
    op.create_table(
        "crm_entries",
        sa.Column("brand_id", sa.BigInteger(), primary_key=True),
        sa.Column("id", sa.String(24), primary_key=True),
        sa.Column("crm_entity_id", sa.BigInteger(), nullable=False),
        sa.Column("pipeline_id", sa.BigInteger(), nullable=False),
        sa.Column("stage_id", sa.BigInteger(), nullable=False),
        sa.Column("title", sa.String(255), nullable=False),
        sa.Column("search", sa.Text(), nullable=False),
        sa.Column("reference_type", sa.String(255)),
        sa.Column("reference_id", sa.String(255)),
        sa.Column("assigned_to_user_id", sa.BigInteger()),
        sa.Column("assigned_to_team_id", sa.BigInteger()),
        sa.Column("values", sa.JSON(), nullable=False),
        sa.Column("stage_entered_at", UtcTime(), nullable=False),
        sa.Column("created_at", UtcTime(), nullable=False),
        sa.Column("updated_at", UtcTime(), nullable=False),
        sa.ForeignKeyConstraint(
            ["brand_id", "crm_entity_id"], ["crm_entities.brand_id", "crm_entities.id"]
        ),
        sa.ForeignKeyConstraint(
            ["brand_id", "pipeline_id"], ["crm_pipelines.brand_id", "crm_pipelines.id"]
        ),
        sa.ForeignKeyConstraint(["brand_id", "stage_id"], ["crm_stages.brand_id", "crm_stages.id"]),
    )
    op.create_index(
        "ix_crm_entries_entity", "crm_entries", ["brand_id", "crm_entity_id", "created_at", "id"]
    )
    op.create_index(
        "ix_crm_entries_pipeline", "crm_entries", ["brand_id", "pipeline_id", "created_at", "id"]
    )
    op.create_index(
        "ix_crm_entries_reference",
        "crm_entries",
        ["brand_id", "crm_entity_id", "reference_id", "created_at", "id"],
    )
    op.create_index(
        "ix_crm_entries_stage", "crm_entries", ["brand_id", "stage_id", "created_at", "id"]
    )


def _collections() -> None:
    op.create_table(
        "collections",
        sa.Column(
            "brand_id",
            sa.BigInteger(),
            sa.ForeignKey("brands.id", ondelete="CASCADE"),
            primary_key=True,
        ),
        sa.Column("id", sa.BigInteger(), primary_key=True),
        sa.Column("code", sa.String(255), nullable=False),
        sa.Column("name", sa.String(255), nullable=False),
        sa.Column("search", sa.Text(), nullable=False),
        sa.Column("public_export", sa.Boolean(), nullable=False),
        sa.Column("total_entries", sa.BigInteger(), nullable=False),
        sa.Column("on_new_entry", sa.String(32)),
        sa.Column("send_to_email", sa.String(320)),
        sa.Column("recaptcha_enabled", sa.Boolean(), nullable=False),
        sa.Column("recaptcha_site_key", sa.String(255)),
        sa.Column("recaptcha_secret_key", sa.String(255)),
        sa.Column("exported_at", UtcTime()),
        sa.Column("created_at", UtcTime(), nullable=False),
        sa.Column("updated_at", UtcTime(), nullable=False),
    )
    op.create_index("ix_collections_created", "collections", ["brand_id", "created_at", "id"])
    op.create_index("ix_collections_updated", "collections", ["brand_id", "updated_at", "id"])
    op.create_index("uq_collections_code", "collections", ["brand_id", "code"], unique=True)


def _collection_fields() -> None:
    op.create_table(
        "collection_fields",
        sa.Column("brand_id", sa.BigInteger(), primary_key=True),
        sa.Column("id", sa.BigInteger(), primary_key=True),
        sa.Column("collection_id", sa.BigInteger(), nullable=False),
        sa.Column("code", sa.String(255), nullable=False),
        sa.Column("name", sa.String(255), nullable=False),
        sa.Column("type", sa.String(16), nullable=False),
        sa.Column("placeholder", sa.String(255)),
        sa.Column("options", sa.JSON()),
        sa.Column("default_value", sa.JSON()),
        sa.Column("required", sa.Boolean(), nullable=False),
        sa.Column("searchable", sa.Boolean(), nullable=False),
        sa.Column("private", sa.Boolean(), nullable=False),
        sa.Column("public_encrypt", sa.Boolean(), nullable=False),
        sa.Column("public_exclude", sa.Boolean(), nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["brand_id", "collection_id"],
            ["collections.brand_id", "collections.id"],
            ondelete="CASCADE",
        ),
    )
    op.create_index(
        "uq_collection_fields_code",
        "collection_fields",
        ["brand_id", "collection_id", "code"],
        unique=True,
    )


def _collection_entries() -> None:
    op.create_table(
        "collection_entries",
        sa.Column("brand_id", sa.BigInteger(), primary_key=True),
        sa.Column("id", sa.String(24), primary_key=True),
        sa.Column("collection_id", sa.BigInteger(), nullable=False),
        sa.Column("title", sa.String(255), nullable=False),
        sa.Column("values", sa.JSON(), nullable=False),
        sa.Column("search", sa.Text(), nullable=False),
        sa.Column("created_at", UtcTime(), nullable=False),
        sa.Column("updated_at", UtcTime(), nullable=False),
        sa.ForeignKeyConstraint(
            ["brand_id", "collection_id"],
            ["collections.brand_id", "collections.id"],
            ondelete="CASCADE",
        ),
    )
    op.create_index(
        "ix_collection_entries_list",
        "collection_entries",
        ["brand_id", "collection_id", "created_at", "id"],
    )


def _tickets() -> None:
    op.create_table(
        "tickets",
        sa.Column(
            "brand_id",
            sa.BigInteger(),
            sa.ForeignKey("brands.id", ondelete="CASCADE"),
            primary_key=True,
        ),
        sa.Column("id", sa.BigInteger(), primary_key=True),
        sa.Column("ticket_code", sa.String(16), nullable=False),
        sa.Column("type", sa.String(32), nullable=False),
        sa.Column("status", sa.String(16), nullable=False),
        sa.Column("subject", sa.String(255), nullable=False),
        sa.Column("from_name", sa.String(255)),
        sa.Column("from_email", sa.String(320)),
        sa.Column("customer_email", sa.String(320)),
        sa.Column("preview_message", sa.String(255), nullable=False),
        sa.Column("read", sa.Boolean(), nullable=False),
        sa.Column("search", sa.Text(), nullable=False),
        sa.Column("created_at", UtcTime(), nullable=False),
        sa.Column("updated_at", UtcTime(), nullable=False),
    )
    op.create_index("ix_tickets_created", "tickets", ["brand_id", "created_at", "id"])
    op.create_index(
        "ix_tickets_status_created", "tickets", ["brand_id", "status", "created_at", "id"]
    )
    op.create_index(
        "ix_tickets_status_updated", "tickets", ["brand_id", "status", "updated_at", "id"]
    )
    op.create_index("uq_tickets_code", "tickets", ["brand_id", "ticket_code"], unique=True)


def _ticket_messages() -> None:
    op.create_table(
        "ticket_messages",
        sa.Column("brand_id", sa.BigInteger(), primary_key=True),
        sa.Column("id", sa.BigInteger(), primary_key=True),
        sa.Column("ticket_id", sa.BigInteger(), nullable=False),
        sa.Column("type", sa.String(32), nullable=False),
        sa.Column("status", sa.String(16), nullable=False),
        sa.Column("message", sa.Text(), nullable=False),
        sa.Column("message_type", sa.String(16), nullable=False),
        sa.Column("from_name", sa.String(255)),
        sa.Column("created_at", UtcTime(), nullable=False),
        sa.ForeignKeyConstraint(
            ["brand_id", "ticket_id"], ["tickets.brand_id", "tickets.id"], ondelete="CASCADE"
        ),
    )
    op.create_index(
        "ix_ticket_messages_thread",
        "ticket_messages",
        ["brand_id", "ticket_id", "created_at", "id"],
    )
