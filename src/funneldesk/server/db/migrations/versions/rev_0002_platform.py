"""Counters of brands and the queue of jobs."""

import sqlalchemy as sa
from alembic import op

from funneldesk.server.db.types import UtcTime

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None

KINDS = ("jobs",)


def upgrade() -> None:
    """Create the tables."""
    if op.get_bind().dialect.name == "postgresql":
        for kind in KINDS:
            op.execute(sa.schema.CreateSequence(sa.Sequence(f"{kind}_id_seq")))
    op.create_table(
        "brand_counters",
        sa.Column(
            "brand_id",
            sa.BigInteger(),
            sa.ForeignKey("brands.id", ondelete="CASCADE"),
            primary_key=True,
        ),
        sa.Column("name", sa.String(128), primary_key=True),
        sa.Column("value", sa.BigInteger(), nullable=False),
    )
    op.create_table(
        "jobs",
        sa.Column("brand_id", sa.BigInteger(), primary_key=True),
        sa.Column("id", sa.BigInteger(), primary_key=True),
        sa.Column("kind", sa.String(64), nullable=False),
        sa.Column("body", sa.JSON(), nullable=False),
        sa.Column("state", sa.String(16), nullable=False),
        sa.Column("run_at", UtcTime(), nullable=False),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.Column("held_until", UtcTime()),
        sa.Column("failure", sa.Text()),
        sa.Column("created_at", UtcTime(), nullable=False),
        sa.Column("finished_at", UtcTime()),
    )
    op.create_index("ix_jobs_state_run_at", "jobs", ["state", "run_at"])


def downgrade() -> None:
    """Drop them."""
    op.drop_table("jobs")
    op.drop_table("brand_counters")
    if op.get_bind().dialect.name == "postgresql":
        for kind in KINDS:
            op.execute(sa.schema.DropSequence(sa.Sequence(f"{kind}_id_seq")))
