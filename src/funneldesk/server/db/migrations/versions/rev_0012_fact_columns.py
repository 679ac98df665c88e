"""Days that are over stand in columns, for analytics that combine fields."""

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None

TABLES = ("fact_days", "fact_columns")


def upgrade() -> None:
    """Create the tables. Days that are there already get packed when the platform runs."""
    op.create_table(
        "fact_days",
        sa.Column("brand_id", sa.BigInteger(), primary_key=True, autoincrement=False),
        sa.Column("day", sa.Integer(), primary_key=True, autoincrement=False),
        sa.Column("version", sa.BigInteger(), nullable=False),
        sa.Column("is_due", sa.Boolean(), nullable=False),
        sa.Column("is_packed", sa.Boolean(), nullable=False),
        sa.ForeignKeyConstraint(["brand_id"], ["brands.id"], ondelete="CASCADE"),
        sqlite_with_rowid=False,
    )
    op.create_index(None, "fact_days", ["is_due", "day"])
    op.create_table(
        "fact_columns",
        sa.Column("brand_id", sa.BigInteger(), primary_key=True, autoincrement=False),
        sa.Column("name", sa.String(48), primary_key=True),
        sa.Column("day", sa.Integer(), primary_key=True, autoincrement=False),
        sa.Column("kind", sa.String(8), nullable=False),
        sa.Column("words", sa.Text()),
        sa.Column("numbers", sa.LargeBinary(), nullable=False),
        sa.ForeignKeyConstraint(["brand_id"], ["brands.id"], ondelete="CASCADE"),
    )
    op.execute(
        "INSERT INTO fact_days (brand_id, day, version, is_due, is_packed) "
        "SELECT DISTINCT brand_id, day, 1, true, false FROM rollup_days WHERE dimension = 'all'"
    )


def downgrade() -> None:
    """Drop them."""
    for table in reversed(TABLES):
        op.drop_table(table)
