"""Letters, exports, the lanes of jobs, users' addresses; automations."""

import sqlalchemy as sa
from alembic import op

from funneldesk.server.db.types import UtcTime

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None

KINDS = ("letters", "exports", "automations", "automation_runs", "automation_logs")
TABLES = (
    "contact_tags",
    "automation_events",
    "automation_hours",
    "automation_nodes",
    "automation_logs",
    "automation_runs",
    "automation_builders",
    "automations",
    "export_pieces",
    "exports",
    "letters",
)


def upgrade() -> None:
    """Create the tables."""
    if op.get_bind().dialect.name == "postgresql":
        for kind in KINDS:
            op.execute(sa.schema.CreateSequence(sa.Sequence(f"{kind}_id_seq")))
    op.add_column("users", sa.Column("email", sa.String(254)))
    _change_jobs()
    _create_letters()
    _create_exports()
    _create_automations()
    _create_runs()
    _create_logs()
    _create_counts()
    _create_tags()


def downgrade() -> None:
    """Drop them."""
    for table in TABLES:
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


def _of_automation() -> sa.ForeignKeyConstraint:
    return sa.ForeignKeyConstraint(
        ["brand_id", "automation_id"],
        ["automations.brand_id", "automations.id"],
        ondelete="CASCADE",
    )


def _of_brand() -> sa.ForeignKey:
    return sa.ForeignKey("brands.id", ondelete="CASCADE")


def _create_automations() -> None:
    op.create_table(
        "automations",
        sa.Column("brand_id", sa.BigInteger(), _of_brand(), primary_key=True),
        sa.Column("id", sa.BigInteger(), primary_key=True),
        sa.Column("title", sa.String(255), nullable=False),
        sa.Column("status", sa.String(16), nullable=False),
        sa.Column("trigger_node_type", sa.String(255)),
        sa.Column("entry_node", sa.String(255)),
        sa.Column("postback_code", sa.String(255), nullable=False),
        sa.Column("collection_code", sa.String(255)),
        sa.Column("created_at", UtcTime(), nullable=False),
        sa.Column("updated_at", UtcTime(), nullable=False),
    )
    op.create_index("uq_automations_postback_code", "automations", ["postback_code"], unique=True)
    for columns in (
        ["brand_id", "created_at", "id"],
        ["brand_id", "updated_at", "id"],
        ["brand_id", "status", "trigger_node_type"],
    ):
        op.create_index(f"ix_automations_{'_'.join(columns)}", "automations", columns)
    op.create_table(
        "automation_builders",
        sa.Column("brand_id", sa.BigInteger(), primary_key=True),
        sa.Column("automation_id", sa.BigInteger(), primary_key=True),
        sa.Column("version", sa.String(8), primary_key=True),
        sa.Column("document", sa.Text(), nullable=False),
        sa.Column("saved_at", UtcTime(), nullable=False),
        _of_automation(),
    )


def _create_runs() -> None:
    op.create_table(
        "automation_runs",
        sa.Column("brand_id", sa.BigInteger(), primary_key=True),
        sa.Column("id", sa.BigInteger(), primary_key=True),
        sa.Column("automation_id", sa.BigInteger(), nullable=False),
        sa.Column("trigger", sa.String(255), nullable=False),
        sa.Column("subject", sa.JSON(), nullable=False),
        sa.Column("status", sa.String(16), nullable=False),
        sa.Column("planned", sa.Integer(), nullable=False),
        sa.Column("waiting", sa.Integer(), nullable=False),
        sa.Column("depth", sa.Integer(), nullable=False),
        sa.Column("started_at", UtcTime(), nullable=False),
        sa.Column("finished_at", UtcTime()),
        _of_automation(),
    )
    columns = ["brand_id", "automation_id", "id"]
    op.create_index(f"ix_automation_runs_{'_'.join(columns)}", "automation_runs", columns)


def _create_logs() -> None:
    op.create_table(
        "automation_logs",
        sa.Column("brand_id", sa.BigInteger(), primary_key=True),
        sa.Column("id", sa.BigInteger(), primary_key=True),
        sa.Column("automation_id", sa.BigInteger(), nullable=False),
        sa.Column("run_id", sa.BigInteger(), nullable=False),
        sa.Column("node_code", sa.String(255), nullable=False),
        sa.Column("node_type", sa.String(255), nullable=False),
        sa.Column("status", sa.String(16), nullable=False),
        sa.Column("message", sa.Text(), nullable=False),
        sa.Column("created_at", UtcTime(), nullable=False),
        _of_automation(),
    )
    columns = ["brand_id", "automation_id", "created_at", "id"]
    op.create_index(f"ix_automation_logs_{'_'.join(columns)}", "automation_logs", columns)


def _create_counts() -> None:
    op.create_table(
        "automation_nodes",
        sa.Column("brand_id", sa.BigInteger(), primary_key=True),
        sa.Column("automation_id", sa.BigInteger(), primary_key=True),
        sa.Column("node_code", sa.String(255), primary_key=True),
        *_results(),
        _of_automation(),
    )
    op.create_table(
        "automation_hours",
        sa.Column("brand_id", sa.BigInteger(), primary_key=True),
        sa.Column("hour", UtcTime(), primary_key=True),
        sa.Column("automation_id", sa.BigInteger(), primary_key=True),
        sa.Column("runs", sa.BigInteger(), nullable=False),
        *_results(),
        _of_automation(),
    )
    op.create_table(
        "automation_events",
        sa.Column("brand_id", sa.BigInteger(), primary_key=True),
        sa.Column("automation_id", sa.BigInteger(), primary_key=True),
        sa.Column("type", sa.String(255), primary_key=True),
        sa.Column("count", sa.BigInteger(), nullable=False),
        sa.Column("first_at", UtcTime(), nullable=False),
        sa.Column("last_at", UtcTime(), nullable=False),
        _of_automation(),
    )


def _results() -> list[sa.Column[int]]:
    return [
        sa.Column(name, sa.BigInteger(), nullable=False)
        for name in ("success", "failed", "skipped")
    ]


def _create_tags() -> None:
    op.create_table(
        "contact_tags",
        sa.Column("brand_id", sa.BigInteger(), _of_brand(), primary_key=True),
        sa.Column("email", sa.String(254), primary_key=True),
        sa.Column("tag", sa.String(255), primary_key=True),
        sa.Column("created_at", UtcTime(), nullable=False),
    )
