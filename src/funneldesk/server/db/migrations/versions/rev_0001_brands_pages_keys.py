"""Brands, pages with their split tests, and who may reach them."""

import sqlalchemy as sa
from alembic import op

from funneldesk.server.db.types import UtcTime

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None

# On PostgreSQL each kind has a sequence; on SQLite a row of id_counters.
KINDS = ("users", "access_keys", "pages", "split_tests")


def upgrade() -> None:
    """Create the first tables."""
    if op.get_bind().dialect.name == "postgresql":
        for kind in KINDS:
            op.execute(sa.schema.CreateSequence(sa.Sequence(f"{kind}_id_seq")))
    _create_platform()
    _create_access()
    _create_pages()
    _create_page_sources()
    _create_split_tests()


def downgrade() -> None:
    """Drop everything."""
    for table in (
        "split_tests",
        "page_sources",
        "pages",
        "access_keys",
        "memberships",
        "users",
        "brands",
        "platform_secrets",
        "id_counters",
    ):
        op.drop_table(table)
    if op.get_bind().dialect.name == "postgresql":
        for kind in KINDS:
            op.execute(sa.schema.DropSequence(sa.Sequence(f"{kind}_id_seq")))


def _create_platform() -> None:
    op.create_table(
        "id_counters",
        sa.Column("kind", sa.String(64), primary_key=True),
        sa.Column("value", sa.BigInteger(), nullable=False),
    )
    op.create_table(
        "platform_secrets",
        sa.Column("name", sa.String(64), primary_key=True),
        sa.Column("value", sa.LargeBinary(32), nullable=False),
    )
    op.create_table(
        "brands",
        sa.Column("id", sa.BigInteger(), primary_key=True, autoincrement=False),
        sa.Column("name", sa.String(255), nullable=False),
        sa.Column("subdomain", sa.String(64), nullable=False),
        sa.Column("timezone", sa.String(64), nullable=False),
        sa.Column("currency", sa.String(3), nullable=False),
        sa.Column("subscription_status", sa.String(32), nullable=False),
        *_moments(),
        sa.UniqueConstraint("subdomain"),
    )


def _create_access() -> None:
    op.create_table(
        "users",
        sa.Column("id", sa.BigInteger(), primary_key=True, autoincrement=False),
        sa.Column("name", sa.String(255), nullable=False),
        sa.Column("created_at", UtcTime(), nullable=False),
        sa.UniqueConstraint("name"),
    )
    op.create_table(
        "memberships",
        sa.Column("brand_id", sa.BigInteger(), primary_key=True, autoincrement=False),
        sa.Column("user_id", sa.BigInteger(), primary_key=True, autoincrement=False),
        sa.Column("role", sa.String(16), nullable=False),
        *_belonging(),
    )
    op.create_index(None, "memberships", ["user_id"])
    op.create_table(
        "access_keys",
        sa.Column("id", sa.BigInteger(), primary_key=True, autoincrement=False),
        sa.Column("brand_id", sa.BigInteger(), nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.Column("name", sa.String(255), nullable=False),
        sa.Column("salt", sa.LargeBinary(16), nullable=False),
        sa.Column("digest", sa.LargeBinary(32), nullable=False),
        sa.Column("withheld", sa.String(512), nullable=False),
        sa.Column("origin", sa.String(16), nullable=False),
        sa.Column("created_at", UtcTime(), nullable=False),
        sa.Column("revoked_at", UtcTime()),
        *_belonging(),
    )
    op.create_index(None, "access_keys", ["brand_id"])
    op.create_index(None, "access_keys", ["user_id"])


def _create_pages() -> None:
    switches = (
        "is_index requires_login requires_password disable_right_click prevent_indexing "
        "funnel_visible_only is_upsell_page show_affiliate_pixels disable_default_scripts"
    )
    words = "template_id seo_title seo_blur_title password ga_measurement_id meta_pixel_id"
    texts = "seo_description redirect_url custom_header_code custom_javascript"
    op.create_table(
        "pages",
        *_key(),
        sa.Column("title", sa.String(255), nullable=False),
        sa.Column("slug", sa.String(255), nullable=False),
        sa.Column("status", sa.String(16), nullable=False),
        sa.Column("page_type", sa.String(16)),
        sa.Column("type", sa.String(64)),
        *[sa.Column(name, sa.BigInteger()) for name in ("domain_id", "funnel_id", "folder_id")],
        *[sa.Column(name, sa.Boolean(), nullable=False) for name in switches.split()],
        *[sa.Column(name, sa.String(255)) for name in words.split()],
        *[sa.Column(name, sa.Text()) for name in texts.split()],
        *_moments(),
        sa.ForeignKeyConstraint(["brand_id"], ["brands.id"], ondelete="CASCADE"),
    )
    address = sa.text("coalesce(domain_id, 0)")
    op.create_index("uq_pages_address", "pages", ["brand_id", address, "slug"], unique=True)
    op.create_index(None, "pages", ["brand_id", "updated_at"])


def _create_page_sources() -> None:
    op.create_table(
        "page_sources",
        sa.Column("brand_id", sa.BigInteger(), primary_key=True, autoincrement=False),
        sa.Column("page_id", sa.BigInteger(), primary_key=True, autoincrement=False),
        sa.Column("html", sa.Text()),
        sa.Column("css", sa.Text()),
        _of_a_page(),
    )


def _create_split_tests() -> None:
    op.create_table(
        "split_tests",
        *_key(),
        sa.Column("page_id", sa.BigInteger()),
        sa.Column("block", sa.Integer()),
        sa.Column("name", sa.String(255), nullable=False),
        sa.Column("type", sa.String(32), nullable=False),
        sa.Column("status", sa.String(16), nullable=False),
        sa.Column("config", sa.JSON(), nullable=False),
        *_moments(),
        sa.ForeignKeyConstraint(["brand_id"], ["brands.id"], ondelete="CASCADE"),
        _of_a_page(),
    )
    op.create_index(None, "split_tests", ["brand_id", "page_id"])


def _key() -> tuple[sa.Column[int], ...]:
    names = ("brand_id", "id")
    return tuple(
        sa.Column(name, sa.BigInteger(), primary_key=True, autoincrement=False) for name in names
    )


def _moments() -> tuple[sa.Column[object], ...]:
    return tuple(
        sa.Column(name, UtcTime(), nullable=False) for name in ("created_at", "updated_at")
    )


def _belonging() -> tuple[sa.ForeignKeyConstraint, ...]:
    return (
        sa.ForeignKeyConstraint(["brand_id"], ["brands.id"], ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["user_id"], ["users.id"], ondelete="CASCADE"),
    )


def _of_a_page() -> sa.ForeignKeyConstraint:
    return sa.ForeignKeyConstraint(
        ["brand_id", "page_id"], ["pages.brand_id", "pages.id"], ondelete="CASCADE"
    )
