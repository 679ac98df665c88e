"""How far the sample has been loaded."""

import sqlalchemy as sa
from alembic import op

from funneldesk.server.db.types import UtcTime

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create the table."""
    op.create_table(
        "sample_states",
        sa.Column(
            "brand_id",
            sa.BigInteger(),
            sa.ForeignKey("brands.id", ondelete="CASCADE"),
            primary_key=True,
        ),
        sa.Column("size", sa.String(16), nullable=False),
        sa.Column("edition", sa.Integer(), nullable=False),
        sa.Column("chapters", sa.Integer(), nullable=False),
        sa.Column("started_at", UtcTime(), nullable=False),
        sa.Column("finished_at", UtcTime()),
    )


def downgrade() -> None:
    """Drop the table."""
    op.drop_table("sample_states")
