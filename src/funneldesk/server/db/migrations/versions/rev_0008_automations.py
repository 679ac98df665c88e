"""Automations."""

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create the tables."""


def downgrade() -> None:
    """Drop them."""
