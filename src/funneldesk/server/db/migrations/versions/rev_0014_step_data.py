"""What a run knew at each step stands in the log of automations."""

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the column; steps of before have none."""
    op.add_column("automation_logs", sa.Column("data", sa.JSON()))


def downgrade() -> None:
    """Drop it."""
    op.drop_column("automation_logs", "data")
