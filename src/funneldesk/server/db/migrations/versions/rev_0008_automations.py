"""Letters, exports, the lanes of jobs, users' addresses; automations."""

import sqlalchemy as sa
from alembic import op

from funneldesk.server.db.types import UtcTime

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None

KINDS = ("letters", "exports")


def upgrade() -> None:
    """Create the tables."""
    if op.get_bind().dialect.name == "postgresql":
        for kind in KINDS:
            op.execute(sa.schema.CreateSequence(sa.Sequence(f"{kind}_id_seq")))
    op.add_column("users", sa.Column("email", sa.String(254)))
    _change_jobs()
    _create_letters()
    _create_exports()


def downgrade() -> None:
    """Drop them."""
    for table in ("export_pieces", "exports", "letters"):
        op.drop_table(table)
    op.drop_index("ix_jobs_state_lane_run_at", "jobs")
    with op.batch_alter_table("jobs") as jobs:
        jobs.drop_column("holder")
        jobs.drop_column("lane")
    op.create_index("ix_jobs_state_run_at", "jobs", ["state", "run_at"])
    with op.batch_alter_table("users") as users:
        users.drop_column("email")
    if op.get_bind().dialect.name == "postgresql":
        for kind in KINDS:
            op.execute(sa.schema.DropSequence(sa.Sequence(f"{kind}_id_seq")))


def _change_jobs() -> None:
    op.add_column("jobs", sa.Column("holder", sa.String(32)))
    op.add_column("jobs", sa.Column("lane", sa.String(16), nullable=False, server_default="steps"))
    op.drop_index("ix_jobs_state_run_at", "jobs")
    op.create_index("ix_jobs_state_lane_run_at", "jobs", ["state", "lane", "run_at"])


def _create_letters() -> None:
    op.create_table(
        "letters",
        sa.Column("brand_id", sa.BigInteger(), primary_key=True),
        sa.Column("id", sa.BigInteger(), primary_key=True),
        sa.Column("name", sa.String(64), nullable=False),
        sa.Column("to_address", sa.String(320), nullable=False),
        sa.Column("subject", sa.String(255), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("html", sa.Text()),
        sa.Column("about_kind", sa.String(32)),
        sa.Column("about_id", sa.String(255)),
        sa.Column("export_id", sa.BigInteger()),
        sa.Column("status", sa.String(16), nullable=False),
        sa.Column("failure", sa.Text()),
        sa.Column("created_at", UtcTime(), nullable=False),
        sa.Column("sent_at", UtcTime()),
    )
    about = ["brand_id", "about_kind", "about_id", "id"]
    op.create_index("ix_letters_brand_id_about_kind_about_id_id", "letters", about)


def _create_exports() -> None:
    op.create_table(
        "exports",
        sa.Column("brand_id", sa.BigInteger(), primary_key=True),
        sa.Column("id", sa.BigInteger(), primary_key=True),
        sa.Column("kind", sa.String(64), nullable=False),
        sa.Column("body", sa.JSON(), nullable=False),
        sa.Column("format", sa.String(8), nullable=False),
        sa.Column("to_address", sa.String(320), nullable=False),
        sa.Column("status", sa.String(16), nullable=False),
        sa.Column("name", sa.String(255)),
        sa.Column("size", sa.BigInteger()),
        sa.Column("rows", sa.BigInteger()),
        sa.Column("failure", sa.Text()),
        sa.Column("created_at", UtcTime(), nullable=False),
        sa.Column("finished_at", UtcTime()),
    )
    op.create_index("ix_exports_status_created_at", "exports", ["status", "created_at"])
    op.create_table(
        "export_pieces",
        sa.Column("brand_id", sa.BigInteger(), primary_key=True),
        sa.Column("export_id", sa.BigInteger(), primary_key=True),
        sa.Column("number", sa.Integer(), primary_key=True),
        sa.Column("content", sa.LargeBinary(), nullable=False),
        sa.ForeignKeyConstraint(
            ["brand_id", "export_id"], ["exports.brand_id", "exports.id"], ondelete="CASCADE"
        ),
    )
