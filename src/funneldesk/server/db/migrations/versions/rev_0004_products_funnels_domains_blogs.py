"""Products, funnels, domains, blogs."""

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create the tables."""


def downgrade() -> None:
    """Drop them."""
