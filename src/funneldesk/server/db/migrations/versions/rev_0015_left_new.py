"""Months tell who joined and left within them, which is no churn."""

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the columns; who left before is counted as before."""
    op.add_column("subscriptions", sa.Column("joined_month", sa.String(7)))
    op.add_column(
        "subscription_months",
        sa.Column("left_new", sa.BigInteger(), nullable=False, server_default="0"),
    )


def downgrade() -> None:
    """Drop them."""
    op.drop_column("subscription_months", "left_new")
    op.drop_column("subscriptions", "joined_month")
