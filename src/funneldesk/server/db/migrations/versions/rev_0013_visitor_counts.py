"""Counts of what visitors sent lately."""

import sqlalchemy as sa
from alembic import op

from funneldesk.server.db.types import UtcTime

revision = "0013"
down_revision = "0012"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create the table."""
    op.create_table(
        "visitor_counts",
        sa.Column("name", sa.String(64), primary_key=True),
        sa.Column("ends_at", UtcTime(), nullable=False),
        sa.Column("count", sa.BigInteger(), nullable=False),
    )
    op.create_index("ix_visitor_counts_ends_at", "visitor_counts", ["ends_at"])


def downgrade() -> None:
    """Drop it."""
    op.drop_table("visitor_counts")
