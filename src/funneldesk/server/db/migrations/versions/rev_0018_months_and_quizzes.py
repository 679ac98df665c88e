"""Churn of earlier months, what play-throughs of quizzes were shown, recordings by page."""

from typing import Any

import sqlalchemy as sa
from alembic import op

from funneldesk.server.db.types import UtcTime

revision = "0018"
down_revision = "0015"
branch_labels = None
depends_on = None


BY_PAGE = "ix_replays_brand_id_page_id_visit_id"
SUBSCRIPTIONS = sa.table(
    "subscriptions",
    *map(sa.column, ("brand_id", "cycles", "subscription_status", "joined_month")),
    *(sa.column(name, UtcTime()) for name in ("created_at", "trial_ends_at", "canceled_at")),
)
MONTHS = sa.table("subscription_months", *map(sa.column, ("brand_id", "month", "left_new")))


def upgrade() -> None:
    """Count who joined and left within an earlier month; what was shown before is not known."""
    op.add_column("quiz_entries", sa.Column("shown", sa.JSON()))
    op.create_index(BY_PAGE, "replays", ["brand_id", "page_id", "visit_id"])
    rows = SUBSCRIPTIONS.c
    joined = sa.case(
        (rows.trial_ends_at > rows.created_at, rows.trial_ends_at), else_=rows.created_at
    )
    op.execute(
        sa.update(SUBSCRIPTIONS)
        .where(rows.joined_month.is_(None), rows.cycles > 0)
        .values(joined_month=_month(joined))
    )
    left_new = (
        sa.select(sa.func.count())
        .where(
            rows.brand_id == MONTHS.c.brand_id,
            rows.cycles > 0,
            rows.subscription_status == "canceled",
            rows.joined_month == MONTHS.c.month,
            _month(rows.canceled_at) == MONTHS.c.month,
        )
        .scalar_subquery()
    )
    op.execute(sa.update(MONTHS).where(MONTHS.c.left_new < left_new).values(left_new=left_new))


def _month(moment: sa.ColumnElement[Any]) -> sa.ColumnElement[str]:
    if op.get_bind().dialect.name == "sqlite":
        return sa.func.strftime("%Y-%m", moment)
    return sa.func.to_char(sa.func.timezone("UTC", moment), "YYYY-MM")


def downgrade() -> None:
    """Forget what was shown; the counts of months stay right."""
    op.drop_index(BY_PAGE, "replays")
    op.drop_column("quiz_entries", "shown")
