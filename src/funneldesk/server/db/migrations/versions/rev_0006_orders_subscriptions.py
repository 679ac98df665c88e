"""Customers, orders and what became of them, merchants, subscriptions."""

import sqlalchemy as sa
from alembic import op

from funneldesk.server.db.types import Money, UtcTime
from funneldesk.server.parts.conversions.columns import exact

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None

KINDS = (
    "customers",
    "orders",
    "order_refunds",
    "subscriptions",
)
TABLES = (
    "customers",
    "customer_words",
    "orders",
    "order_items",
    "order_refunds",
    "payment_events",
    "merchants",
    "subscriptions",
    "subscription_months",
)
INDEXES = (
    ("customer_words", ("brand_id", "customer_id", "word")),
    ("orders", ("brand_id", "created_at", "id")),
    ("orders", ("brand_id", "customer_id", "created_at")),
    ("orders", ("brand_id", "subscription_id")),
    ("orders", ("brand_id", "visit_id")),
    ("order_refunds", ("brand_id", "order_id")),
    ("subscriptions", ("brand_id", "created_at", "id")),
    ("subscriptions", ("brand_id", "customer_id")),
    ("subscriptions", ("brand_id", "merchant_id", "created_at")),
    ("subscriptions", ("brand_id", "order_code")),
    ("subscriptions", ("brand_id", "product_code", "created_at")),
    ("subscriptions", ("brand_id", "subscription_status", "created_at", "id")),
    ("subscriptions", ("brand_id", "wakes_at")),
)
UNIQUE = (
    ("uq_customers_email", "customers", ("brand_id", "email_key")),
    ("uq_orders_code", "orders", ("brand_id", "code")),
    ("uq_orders_transaction", "orders", ("brand_id", "transaction_id")),
    ("uq_subscriptions_transaction", "subscriptions", ("brand_id", "transaction_id")),
)
CUSTOMERS_BY = (
    "abandoned_value",
    "customer_name",
    "first_order_date",
    "last_order_date",
    "lifetime_value",
    "order_frequency",
    "total_chargebacks",
    "total_orders",
    "total_refunds",
    "total_revenue",
    "updated_at",
)


def upgrade() -> None:
    """Create the tables."""
    if op.get_bind().dialect.name == "postgresql":
        for kind in KINDS:
            op.execute(sa.schema.CreateSequence(sa.Sequence(f"{kind}_id_seq")))
    _create_customers()
    _create_customer_words()
    _create_orders()
    _create_order_items()
    _create_order_refunds()
    _create_payment_events()
    _create_merchants()
    _create_subscriptions()
    _create_subscription_months()
    for table, columns in INDEXES:
        op.create_index(f"ix_{table}_{'_'.join(columns)}", table, list(columns))
    for column in CUSTOMERS_BY:
        sorted_by = ["brand_id", column, "id", "is_abandoned_customer"]
        op.create_index(f"ix_customers_by_{column}", "customers", sorted_by)
    for name, table, key in UNIQUE:
        op.create_index(name, table, list(key), unique=True)


def downgrade() -> None:
    """Drop them."""
    for table in reversed(TABLES):
        op.drop_table(table)
    if op.get_bind().dialect.name == "postgresql":
        for kind in KINDS:
            op.execute(sa.schema.DropSequence(sa.Sequence(f"{kind}_id_seq")))


def _brand() -> sa.ForeignKey:
    return sa.ForeignKey("brands.id", ondelete="CASCADE")


def _create_customers() -> None:
    op.create_table(
        "customers",
        sa.Column("brand_id", sa.BigInteger(), _brand(), primary_key=True),
        sa.Column("id", sa.BigInteger(), primary_key=True),
        sa.Column("email_key", exact(320), nullable=False),
        sa.Column("customer_email", sa.String(320), nullable=False),
        sa.Column("customer_name", sa.String(255)),
        sa.Column("customer_first_name", sa.String(255)),
        sa.Column("customer_last_name", sa.String(255)),
        sa.Column("customer_phone", sa.String(64)),
        sa.Column("customer_country", sa.String(2)),
        sa.Column("customer_state", sa.String(255)),
        sa.Column("customer_city", sa.String(255)),
        sa.Column("customer_address", sa.String(255)),
        sa.Column("customer_gender", sa.String(16)),
        sa.Column("last_order_date", UtcTime()),
        sa.Column("first_order_date", UtcTime()),
        sa.Column("total_orders", sa.BigInteger(), nullable=False),
        sa.Column("total_revenue", Money(), nullable=False),
        sa.Column("total_refunds", sa.BigInteger(), nullable=False),
        sa.Column("total_chargebacks", sa.BigInteger(), nullable=False),
        sa.Column("given_back", Money(), nullable=False),
        sa.Column("lifetime_value", Money(), nullable=False),
        sa.Column("order_frequency", sa.Float()),
        sa.Column("products_purchased", sa.Text(), nullable=False),
        sa.Column("is_abandoned_customer", sa.Boolean(), nullable=False),
        sa.Column("abandoned_value", Money(), nullable=False),
        sa.Column("created_at", UtcTime(), nullable=False),
        sa.Column("updated_at", UtcTime(), nullable=False),
    )


def _create_customer_words() -> None:
    op.create_table(
        "customer_words",
        sa.Column("brand_id", sa.BigInteger(), primary_key=True),
        sa.Column("word", exact(64), primary_key=True),
        sa.Column("customer_id", sa.BigInteger(), primary_key=True),
        sa.ForeignKeyConstraint(
            ["brand_id", "customer_id"], ["customers.brand_id", "customers.id"], ondelete="CASCADE"
        ),
    )


def _create_orders() -> None:
    op.create_table(
        "orders",
        sa.Column("brand_id", sa.BigInteger(), _brand(), primary_key=True),
        sa.Column("id", sa.BigInteger(), primary_key=True),
        sa.Column("code", exact(64), nullable=False),
        sa.Column("transaction_id", exact(128), nullable=False),
        sa.Column("status", sa.String(16), nullable=False),
        sa.Column("customer_id", sa.BigInteger(), nullable=False),
        sa.Column("customer_email", sa.String(320), nullable=False),
        sa.Column("customer_name", sa.String(255)),
        sa.Column("customer_phone", sa.String(64)),
        sa.Column("currency", sa.String(3), nullable=False),
        sa.Column("total", Money(), nullable=False),
        sa.Column("given_back", Money(), nullable=False),
        sa.Column("rate", Money(), nullable=False),
        sa.Column("total_value", Money(), nullable=False),
        sa.Column("given_back_value", Money(), nullable=False),
        sa.Column("cogs_value", Money(), nullable=False),
        sa.Column("merchant_id", sa.BigInteger()),
        sa.Column("aff_source", sa.String(255)),
        sa.Column("visit_id", sa.BigInteger()),
        sa.Column("funnel_id", sa.BigInteger()),
        sa.Column("subscription_id", sa.BigInteger()),
        sa.Column("address_1", sa.String(255)),
        sa.Column("city", sa.String(255)),
        sa.Column("state", sa.String(255)),
        sa.Column("zip", sa.String(32)),
        sa.Column("country", sa.String(2)),
        sa.Column("created_at", UtcTime(), nullable=False),
        sa.Column("updated_at", UtcTime(), nullable=False),
    )


def _create_order_items() -> None:
    op.create_table(
        "order_items",
        sa.Column("brand_id", sa.BigInteger(), primary_key=True),
        sa.Column("order_id", sa.BigInteger(), primary_key=True),
        sa.Column("position", sa.BigInteger(), primary_key=True),
        sa.Column("product_id", sa.BigInteger()),
        sa.Column("product_code", sa.String(255)),
        sa.Column("product_name", sa.String(255), nullable=False),
        sa.Column("price", Money(), nullable=False),
        sa.Column("quantity", sa.BigInteger(), nullable=False),
        sa.Column("type", sa.String(16), nullable=False),
        sa.ForeignKeyConstraint(
            ["brand_id", "order_id"], ["orders.brand_id", "orders.id"], ondelete="CASCADE"
        ),
    )


def _create_order_refunds() -> None:
    op.create_table(
        "order_refunds",
        sa.Column("brand_id", sa.BigInteger(), primary_key=True),
        sa.Column("id", sa.BigInteger(), primary_key=True),
        sa.Column("order_id", sa.BigInteger(), nullable=False),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("amount", Money(), nullable=False),
        sa.Column("reason", sa.Text()),
        sa.Column("created_at", UtcTime(), nullable=False),
        sa.ForeignKeyConstraint(
            ["brand_id", "order_id"], ["orders.brand_id", "orders.id"], ondelete="CASCADE"
        ),
    )


def _create_payment_events() -> None:
    op.create_table(
        "payment_events",
        sa.Column("brand_id", sa.BigInteger(), _brand(), primary_key=True),
        sa.Column("event_id", sa.String(255), primary_key=True),
        sa.Column("kind", sa.String(32), nullable=False),
        sa.Column("answer", sa.JSON(), nullable=False),
        sa.Column("created_at", UtcTime(), nullable=False),
    )


def _create_merchants() -> None:
    op.create_table(
        "merchants",
        sa.Column("brand_id", sa.BigInteger(), _brand(), primary_key=True),
        sa.Column("id", sa.BigInteger(), primary_key=True),
        sa.Column("retention_offers", sa.JSON()),
    )


def _subscription_subject() -> list[sa.Column[object]]:
    return [
        sa.Column("brand_id", sa.BigInteger(), _brand(), primary_key=True),
        sa.Column("id", sa.BigInteger(), primary_key=True),
        sa.Column("transaction_id", exact(128), nullable=False),
        sa.Column("order_id", sa.BigInteger(), nullable=False),
        sa.Column("order_code", exact(64), nullable=False),
        sa.Column("customer_id", sa.BigInteger(), nullable=False),
        sa.Column("customer_email", sa.String(320), nullable=False),
        sa.Column("customer_name", sa.String(255)),
        sa.Column("product_id", sa.BigInteger()),
        sa.Column("product_code", sa.String(255)),
        sa.Column("product_name", sa.String(255), nullable=False),
        sa.Column("merchant_id", sa.BigInteger()),
        sa.Column("price", Money(), nullable=False),
        sa.Column("quantity", sa.BigInteger(), nullable=False),
        sa.Column("currency", sa.String(3), nullable=False),
        sa.Column("rate", Money(), nullable=False),
        sa.Column("frequency", sa.Integer(), nullable=False),
        sa.Column("frequency_unit", sa.String(8), nullable=False),
        sa.Column("subscription_status", sa.String(16), nullable=False),
        sa.Column("subscription_next_charge_at", UtcTime()),
    ]


def _subscription_course() -> list[sa.Column[object]]:
    return [
        sa.Column("due_at", UtcTime()),
        sa.Column("wakes_at", UtcTime()),
        sa.Column("anchor_day", sa.Integer(), nullable=False),
        sa.Column("retries", sa.Integer(), nullable=False),
        sa.Column("paused_until", UtcTime()),
        sa.Column("trial_ends_at", UtcTime()),
        sa.Column("canceled_at", UtcTime()),
        sa.Column("cancel_reason", sa.Text()),
        sa.Column("discount_percent", Money(), nullable=False),
        sa.Column("discount_cycles", sa.Integer(), nullable=False),
        sa.Column("declines", sa.Boolean(), nullable=False),
        sa.Column("note", sa.Text()),
        sa.Column("cycles", sa.Integer(), nullable=False),
        sa.Column("first_paid", Money(), nullable=False),
        sa.Column("total_paid", Money(), nullable=False),
        sa.Column("last_charge_at", UtcTime()),
        sa.Column("mrr", Money(), nullable=False),
        sa.Column("cohort", sa.String(7), nullable=False),
        sa.Column("created_at", UtcTime(), nullable=False),
        sa.Column("updated_at", UtcTime(), nullable=False),
    ]


def _create_subscriptions() -> None:
    op.create_table("subscriptions", *_subscription_subject(), *_subscription_course())


def _create_subscription_months() -> None:
    op.create_table(
        "subscription_months",
        sa.Column("brand_id", sa.BigInteger(), _brand(), primary_key=True),
        sa.Column("month", sa.String(7), primary_key=True),
        sa.Column("mrr_change", Money(), nullable=False),
        sa.Column("joined", sa.BigInteger(), nullable=False),
        sa.Column("left", sa.BigInteger(), nullable=False),
        sa.Column("cohort_size", sa.BigInteger(), nullable=False),
        sa.Column("cohort_revenue", Money(), nullable=False),
        sa.Column("dunning_entered", sa.BigInteger(), nullable=False),
        sa.Column("recovered", sa.BigInteger(), nullable=False),
        sa.Column("lost", sa.BigInteger(), nullable=False),
    )
