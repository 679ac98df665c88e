"""Products, funnels, domains, blogs; the place of a page in its funnel."""

import sqlalchemy as sa
from alembic import op

from funneldesk.server.db.types import Money, UtcTime

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None

KINDS = ("products", "product_files", "funnels", "domains", "blogs", "blog_categories")
_TABLES = (
    "blog_categories",
    "blog_sources",
    "blogs",
    "domains",
    "funnels",
    "product_bonuses",
    "product_files",
    "products",
)


def upgrade() -> None:
    """Create the tables."""
    if op.get_bind().dialect.name == "postgresql":
        for kind in KINDS:
            op.execute(sa.schema.CreateSequence(sa.Sequence(f"{kind}_id_seq")))
    _create_products()
    _create_what_products_have()
    _create_funnels()
    _create_domains()
    _create_blogs()
    _create_what_blogs_have()


def downgrade() -> None:
    """Drop them."""
    op.drop_index("ix_pages_brand_id_funnel_id", "pages")
    op.drop_column("pages", "funnel_order")
    for table in _TABLES:
        op.drop_table(table)
    if op.get_bind().dialect.name == "postgresql":
        for kind in KINDS:
            op.execute(sa.schema.DropSequence(sa.Sequence(f"{kind}_id_seq")))


def _create_products() -> None:
    numbers = (
        "retail_price units unit_cost unit_weight_oz fulfillment_cost packaging_cost "
        "fuel_surcharge_cost cogs average_shipping_cost physical_units_per_product"
    )
    words = "checkout_title sku sku_category sku_subcategory"
    switches = "fulfillment_multiply_sku is_subscription subscription_first_charge_free"
    op.create_table(
        "products",
        *_key(),
        sa.Column("code", sa.String(255), nullable=False),
        sa.Column("title", sa.String(255), nullable=False),
        sa.Column("type", sa.String(16), nullable=False),
        sa.Column("classification", sa.String(16), nullable=False),
        sa.Column("price", Money(), nullable=False),
        *[sa.Column(name, Money()) for name in numbers.split()],
        *[sa.Column(name, sa.String(255)) for name in words.split()],
        *[sa.Column(name, sa.Boolean(), nullable=False) for name in switches.split()],
        sa.Column("image", sa.Text()),
        sa.Column("custom_attributes", sa.JSON()),
        sa.Column("merchant_product_ids", sa.JSON(), nullable=False),
        sa.Column("product_specifications", sa.JSON()),
        sa.Column("shipping_profile_id", sa.BigInteger()),
        sa.Column("subscription_frequency", sa.Integer()),
        sa.Column("subscription_frequency_unit", sa.String(8)),
        sa.Column("subscription_trial_days", sa.Integer()),
        sa.Column("subscription_tiers", sa.JSON(), nullable=False),
        *_moments(),
        _of_a_brand(),
    )
    op.create_index("uq_products_code", "products", ["brand_id", "code"], unique=True)


def _create_what_products_have() -> None:
    op.create_table(
        "product_files",
        *_key(),
        sa.Column("product_id", sa.BigInteger(), nullable=False),
        sa.Column("purpose", sa.String(16), nullable=False),
        sa.Column("title", sa.String(255)),
        sa.Column("description", sa.Text()),
        sa.Column("image", sa.Text()),
        sa.Column("file", sa.Text(), nullable=False),
        sa.Column("is_primary", sa.Boolean(), nullable=False),
        sa.Column("sort_order", sa.Integer(), nullable=False),
        sa.Column("mime_type", sa.String(255)),
        sa.Column("size", sa.BigInteger()),
        sa.Column("checksum", sa.String(255)),
        sa.Column("extension", sa.String(32), nullable=False),
        sa.Column("storage_path", sa.Text()),
        _of("products", "product_id"),
    )
    op.create_index(None, "product_files", ["brand_id", "product_id"])
    op.create_table(
        "product_bonuses",
        *_key("brand_id", "product_id", "bonus_product_id"),
        _of("products", "product_id"),
        _of("products", "bonus_product_id"),
    )
    op.create_index(None, "product_bonuses", ["brand_id", "bonus_product_id"])


def _create_funnels() -> None:
    op.create_table(
        "funnels",
        *_key(),
        sa.Column("name", sa.String(255), nullable=False),
        sa.Column("status", sa.String(16), nullable=False),
        *_moments(),
        _of_a_brand(),
    )
    op.add_column("pages", sa.Column("funnel_order", sa.Integer()))
    op.create_index(None, "pages", ["brand_id", "funnel_id"])


def _create_domains() -> None:
    switches = "dedicated_domain ssl_ready cname_validated is_tracking_domain"
    op.create_table(
        "domains",
        *_key(),
        sa.Column("domain", sa.String(253), nullable=False),
        *[sa.Column(name, sa.Boolean(), nullable=False) for name in switches.split()],
        sa.Column("status", sa.String(32), nullable=False),
        sa.Column("due_at", UtcTime()),
        *_moments(),
        _of_a_brand(),
    )
    op.create_index("uq_domains_domain", "domains", ["domain"], unique=True)
    op.create_index(None, "domains", ["due_at"])
    op.create_index(None, "domains", ["brand_id", "is_tracking_domain", "id"])


def _create_blogs() -> None:
    segments = "category_url_segment tag_url_segment search_url_segment"
    op.create_table(
        "blogs",
        *_key(),
        sa.Column("name", sa.String(255), nullable=False),
        sa.Column("slug", sa.String(255), nullable=False),
        sa.Column("address", sa.String(300)),
        sa.Column("domain_id", sa.BigInteger()),
        sa.Column("brand_template_id", sa.BigInteger()),
        sa.Column("status", sa.String(16), nullable=False),
        sa.Column("article_url_pattern", sa.String(16), nullable=False),
        sa.Column("article_url_segment", sa.String(64)),
        *[sa.Column(name, sa.String(64), nullable=False) for name in segments.split()],
        sa.Column("comments_enabled", sa.Boolean(), nullable=False),
        sa.Column("comments_require_email_confirmation", sa.Boolean(), nullable=False),
        sa.Column("seo_settings", sa.JSON(), nullable=False),
        *_moments(),
        sa.Column("deleted_at", UtcTime()),
        _of_a_brand(),
    )
    op.create_index("uq_blogs_address", "blogs", ["brand_id", "address"], unique=True)
    op.create_index(None, "blogs", ["brand_id", "deleted_at", "created_at", "id"])
    op.create_index(None, "blogs", ["brand_id", "deleted_at", "name", "id"])


def _create_what_blogs_have() -> None:
    op.create_table(
        "blog_sources",
        *_key("brand_id", "blog_id"),
        sa.Column("config", sa.JSON()),
        sa.Column("html", sa.Text()),
        sa.Column("css", sa.Text()),
        sa.Column("interactions", sa.JSON()),
        _of("blogs", "blog_id"),
    )
    op.create_table(
        "blog_categories",
        *_key(),
        sa.Column("blog_id", sa.BigInteger(), nullable=False),
        sa.Column("name", sa.String(255), nullable=False),
        sa.Column("slug", sa.String(255), nullable=False),
        sa.Column("hero_image", sa.Text()),
        sa.Column("seo_settings", sa.JSON(), nullable=False),
        *_moments(),
        _of("blogs", "blog_id"),
    )
    slugs = ["brand_id", "blog_id", "slug"]
    op.create_index("uq_blog_categories_slug", "blog_categories", slugs, unique=True)


def _key(*names: str) -> tuple[sa.Column[int], ...]:
    return tuple(
        sa.Column(name, sa.BigInteger(), primary_key=True, autoincrement=False)
        for name in names or ("brand_id", "id")
    )


def _moments() -> tuple[sa.Column[object], ...]:
    return tuple(
        sa.Column(name, UtcTime(), nullable=False) for name in ("created_at", "updated_at")
    )


def _of_a_brand() -> sa.ForeignKeyConstraint:
    return sa.ForeignKeyConstraint(["brand_id"], ["brands.id"], ondelete="CASCADE")


def _of(table: str, column: str) -> sa.ForeignKeyConstraint:
    return sa.ForeignKeyConstraint(
        ["brand_id", column], [f"{table}.brand_id", f"{table}.id"], ondelete="CASCADE"
    )
