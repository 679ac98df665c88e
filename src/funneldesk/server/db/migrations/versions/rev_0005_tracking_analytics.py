"""Visits with their events, replays and short links; the hourly roll-ups of analytics."""

import sqlalchemy as sa
from alembic import op

from funneldesk.server.db.types import UtcTime

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None

KINDS = ("visits", "sale_facts")
TABLES = (
    *("rollup_hours", "rollup_days", "sale_facts"),
    *("visits", "visit_events", "replays", "replay_batches"),
)
MEASURES = (
    "sessions",
    "engaged",
    "page_views",
    "seconds",
    "add_to_carts",
    "sales",
    "revenue",
    "cogs",
    "refunds",
    "refund_count",
    "units",
    "shown",
)
WORDS = (
    *("aff_id", "subid", "subid2", "subid3", "subid4", "vtid", "country", "region", "city"),
    *("device", "os", "browser", "screen_resolution", "language"),
    *("utm_source", "utm_medium", "utm_campaign", "utm_term", "utm_content", "referrer"),
)
VISIT_INDEXES = ("is_bot", "ip_address", "page_id", "funnel_id", "subid", "vtid")


def upgrade() -> None:
    """Create the tables."""
    if op.get_bind().dialect.name == "postgresql":
        for kind in KINDS:
            op.execute(sa.schema.CreateSequence(sa.Sequence(f"{kind}_id_seq")))
    _create_analytics()
    _create_visits()
    _create_visit_events()
    _create_replays()
    _create_short_links()


def downgrade() -> None:
    """Drop them."""
    for table in ("short_links", *reversed(TABLES)):
        op.drop_table(table)
    if op.get_bind().dialect.name == "postgresql":
        for kind in KINDS:
            op.execute(sa.schema.DropSequence(sa.Sequence(f"{kind}_id_seq")))


def _create_analytics() -> None:
    for table, time in (("rollup_hours", "hour"), ("rollup_days", "day")):
        op.create_table(
            table,
            _brand(),
            sa.Column("dimension", sa.String(32), primary_key=True),
            sa.Column(time, sa.Integer(), primary_key=True, autoincrement=False),
            sa.Column("value", sa.String(255), primary_key=True),
            *_measures(),
            sa.ForeignKeyConstraint(["brand_id"], ["brands.id"], ondelete="CASCADE"),
            sqlite_with_rowid=False,
        )
        op.create_index(None, table, ["brand_id", "dimension", "value", time])
    op.create_table(
        "sale_facts",
        _brand(),
        _number("id", primary_key=True),
        sa.Column("hour", sa.Integer(), nullable=False),
        _number("visit_id"),
        _number("product_id"),
        _number("merchant_id"),
        sa.Column("shipping_country", sa.String(128)),
        sa.Column("shipping_state", sa.String(128)),
        *_measures(),
        sa.ForeignKeyConstraint(["brand_id"], ["brands.id"], ondelete="CASCADE"),
    )
    op.create_index(None, "sale_facts", ["brand_id", "hour"])


def _create_visits() -> None:
    numbers = ("page_id", "funnel_id", "domain_id", "merchant_id")
    counts = ("events", "page_views", "seconds", "add_to_carts")
    op.create_table(
        "visits",
        _brand(),
        _number("id", primary_key=True),
        sa.Column("code", sa.String(24), nullable=False),
        sa.Column("session_id", sa.String(64), nullable=False),
        sa.Column("visitor", sa.String(64), nullable=False),
        sa.Column("ip_address", sa.String(45)),
        sa.Column("url", sa.Text()),
        *(_number(name) for name in numbers),
        sa.Column("domain", sa.String(255)),
        *(sa.Column(name, sa.String(128), nullable=False) for name in WORDS),
        sa.Column("zip", sa.String(16), nullable=False),
        sa.Column("lat", sa.Float()),
        sa.Column("lon", sa.Float()),
        sa.Column("gender", sa.String(8), nullable=False),
        sa.Column("is_bot", sa.Boolean(), nullable=False),
        sa.Column("engaged", sa.Boolean(), nullable=False),
        *(sa.Column(name, sa.Integer(), nullable=False) for name in counts),
        sa.Column("video_pct", sa.Integer()),
        sa.Column("pages", sa.Text(), nullable=False),
        sa.Column("nodes", sa.Text(), nullable=False),
        sa.Column("started_at", UtcTime(), nullable=False),
        sa.Column("last_at", UtcTime(), nullable=False),
        sa.Column("purchased_at", UtcTime()),
        sa.ForeignKeyConstraint(["brand_id"], ["brands.id"], ondelete="CASCADE"),
    )
    op.create_index(None, "visits", ["brand_id", "code"], unique=True)
    op.create_index(None, "visits", ["brand_id", "session_id"], unique=True)
    op.create_index(None, "visits", ["brand_id", "started_at", "id"])
    op.create_index(None, "visits", ["brand_id", "visitor", "started_at"])
    for name in VISIT_INDEXES:
        op.create_index(None, "visits", ["brand_id", name, "started_at", "id"])


def _create_visit_events() -> None:
    op.create_table(
        "visit_events",
        _brand(),
        _number("visit_id", primary_key=True),
        sa.Column("number", sa.Integer(), primary_key=True, autoincrement=False),
        sa.Column("type", sa.String(32), nullable=False),
        sa.Column("at", UtcTime(), nullable=False),
        _number("page_id"),
        sa.Column("url", sa.Text()),
        sa.Column("data", sa.JSON()),
        _of_a_visit(),
        sqlite_with_rowid=False,
    )


def _create_replays() -> None:
    op.create_table(
        "replays",
        _brand(),
        sa.Column("id", sa.String(24), primary_key=True),
        sa.Column("visit_id", sa.BigInteger(), nullable=False),
        sa.Column("page_session_id", sa.String(64), nullable=False),
        _number("page_id"),
        sa.Column("url", sa.Text()),
        *(
            sa.Column(name, sa.Integer(), nullable=False)
            for name in ("viewport_width", "viewport_height", "duration_ms", "events", "batches")
        ),
        sa.Column("started_at", UtcTime(), nullable=False),
        _of_a_visit(),
    )
    names = ["brand_id", "visit_id", "page_session_id"]
    op.create_index(None, "replays", names, unique=True)
    op.create_table(
        "replay_batches",
        _brand(),
        sa.Column("replay_id", sa.String(24), primary_key=True),
        sa.Column("number", sa.Integer(), primary_key=True, autoincrement=False),
        sa.Column("events", sa.LargeBinary(), nullable=False),
        sa.ForeignKeyConstraint(
            ["brand_id", "replay_id"], ["replays.brand_id", "replays.id"], ondelete="CASCADE"
        ),
    )


def _create_short_links() -> None:
    op.create_table(
        "short_links",
        _brand(),
        sa.Column("code", sa.String(16), primary_key=True),
        sa.Column("url", sa.Text(), nullable=False),
        sa.Column("created_at", UtcTime(), nullable=False),
        sa.ForeignKeyConstraint(["brand_id"], ["brands.id"], ondelete="CASCADE"),
    )
    op.create_index(None, "short_links", ["code"], unique=True)


def _brand() -> sa.Column[int]:
    return _number("brand_id", primary_key=True)


def _number(name: str, *, primary_key: bool = False) -> sa.Column[int]:
    if primary_key:
        return sa.Column(name, sa.BigInteger(), primary_key=True, autoincrement=False)
    return sa.Column(name, sa.BigInteger())


def _measures() -> tuple[sa.Column[int], ...]:
    return tuple(sa.Column(name, sa.BigInteger(), nullable=False) for name in MEASURES)


def _of_a_visit() -> sa.ForeignKeyConstraint:
    return sa.ForeignKeyConstraint(
        ["brand_id", "visit_id"], ["visits.brand_id", "visits.id"], ondelete="CASCADE"
    )
