"""Components with their drafts, and the records of files."""

import sqlalchemy as sa
from alembic import op

from funneldesk.server.db.types import UtcTime

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None

KINDS = ("components", "component_drafts", "assets")


def upgrade() -> None:
    """Create the tables."""
    if op.get_bind().dialect.name == "postgresql":
        for kind in KINDS:
            op.execute(sa.schema.CreateSequence(sa.Sequence(f"{kind}_id_seq")))
    _create_components()
    _create_component_sources()
    _create_component_drafts()
    _create_assets()


def downgrade() -> None:
    """Drop them."""
    for table in ("assets", "component_drafts", "component_sources", "components"):
        op.drop_table(table)
    if op.get_bind().dialect.name == "postgresql":
        for kind in KINDS:
            op.execute(sa.schema.DropSequence(sa.Sequence(f"{kind}_id_seq")))


def _create_components() -> None:
    op.create_table(
        "components",
        *_key("brand_id", "id"),
        sa.Column("name", sa.String(255), nullable=False),
        sa.Column("code", sa.String(255), nullable=False),
        sa.Column("type", sa.String(16)),
        sa.Column("screenshot", sa.Text()),
        sa.Column("tags", sa.JSON(), nullable=False),
        *_moments(),
        sa.ForeignKeyConstraint(["brand_id"], ["brands.id"], ondelete="CASCADE"),
    )
    op.create_index(None, "components", ["brand_id", "code"], unique=True)
    op.create_index(None, "components", ["brand_id", "updated_at", "id"])
    op.create_index(None, "components", ["brand_id", "type", "id"])


def _create_component_sources() -> None:
    op.create_table(
        "component_sources",
        *_key("brand_id", "component_id"),
        sa.Column("html", sa.Text()),
        sa.Column("css", sa.Text()),
        sa.Column("config", sa.JSON(none_as_null=True)),
        _of_a_component(),
    )


def _create_component_drafts() -> None:
    op.create_table(
        "component_drafts",
        *_key("brand_id", "id"),
        sa.Column("component_id", sa.BigInteger(), nullable=False),
        sa.Column("html", sa.Text(), nullable=False),
        *_moments(),
        _of_a_component(),
    )
    op.create_index(None, "component_drafts", ["brand_id", "component_id", "updated_at"])


def _create_assets() -> None:
    op.create_table(
        "assets",
        *_key("brand_id", "id"),
        sa.Column("file_path", sa.String(900), nullable=False),
        sa.Column("file_name", sa.String(255), nullable=False),
        sa.Column("size", sa.BigInteger(), nullable=False),
        sa.Column("mime_type", sa.String(64), nullable=False),
        sa.Column("width", sa.Integer()),
        sa.Column("height", sa.Integer()),
        *_moments(),
        sa.ForeignKeyConstraint(["brand_id"], ["brands.id"], ondelete="CASCADE"),
    )
    op.create_index(None, "assets", ["brand_id", "file_path"], unique=True)
    op.create_index(None, "assets", ["brand_id", "updated_at", "id"])


def _key(*names: str) -> tuple[sa.Column[int], ...]:
    return tuple(
        sa.Column(name, sa.BigInteger(), primary_key=True, autoincrement=False) for name in names
    )


def _moments() -> tuple[sa.Column[object], ...]:
    return tuple(
        sa.Column(name, UtcTime(), nullable=False) for name in ("created_at", "updated_at")
    )


def _of_a_component() -> sa.ForeignKeyConstraint:
    return sa.ForeignKeyConstraint(
        ["brand_id", "component_id"], ["components.brand_id", "components.id"], ondelete="CASCADE"
    )
