"""Names are sorted without a difference of case and accents, as the window sorts them."""

import sqlalchemy as sa
from alembic import op

from funneldesk.contract.folding import fold
from funneldesk.server.parts.conversions.columns import exact

revision = "0022"
down_revision = "0021"
branch_labels = None
depends_on = None

NAMES = ("name", "first_name", "last_name", "state", "city", "address")
KEYS = {
    "customers": {f"{name}_key": f"customer_{name}" for name in NAMES},
    "quizzes": {"name_key": "name"},
    "blogs": {"name_key": "name"},
}
INDEXES = (
    ("customers", "ix_customers_by_{}", ("brand_id", "{}", "id", "is_abandoned_customer")),
    ("quizzes", "ix_quizzes_brand_id_{}_id", ("brand_id", "{}", "id")),
    ("blogs", "ix_blogs_brand_id_deleted_at_{}_id", ("brand_id", "deleted_at", "{}", "id")),
)
AT_ONCE = 5_000


def upgrade() -> None:
    """Add the columns and fill them; the indexes of names become those of the new columns."""
    for table, keys in KEYS.items():
        for key in keys:
            column: sa.Column[str] = sa.Column(key, exact(255), nullable=False, server_default="")
            op.add_column(table, column)
        _fill(table, keys)
    for table, name, columns in INDEXES:
        old = KEYS[table]["name_key"]
        op.drop_index(name.format(old), table)
        op.create_index(name.format("name_key"), table, [c.format("name_key") for c in columns])


def downgrade() -> None:
    """Bring the indexes of names back, and drop the columns."""
    for table, name, columns in INDEXES:
        old = KEYS[table]["name_key"]
        op.drop_index(name.format("name_key"), table)
        op.create_index(name.format(old), table, [c.format(old) for c in columns])
    for table, keys in KEYS.items():
        for key in keys:
            op.drop_column(table, key)


def _fill(name: str, keys: dict[str, str]) -> None:
    brand, record = sa.column("brand_id", sa.BigInteger()), sa.column("id", sa.BigInteger())
    texts = [sa.column(text, sa.String()) for text in keys.values()]
    table = sa.table(name, brand, record, *texts, *(sa.column(key, sa.String()) for key in keys))
    change = (
        table.update()
        .where(brand == sa.bindparam("of_brand"), record == sa.bindparam("of_record"))
        .values({key: sa.bindparam(f"new_{key}") for key in keys})
    )
    connection, after = op.get_bind(), (0, 0)
    page = sa.select(brand, record, *texts).order_by(brand, record).limit(AT_ONCE)
    while rows := connection.execute(page.where(sa.tuple_(brand, record) > after)).all():
        after = rows[-1][0], rows[-1][1]
        folded = [[fold(text or "") for text in row[2:]] for row in rows]
        changes = [
            {
                "of_brand": row[0],
                "of_record": row[1],
                **{f"new_{key}": text for key, text in zip(keys, texts_, strict=True)},
            }
            for row, texts_ in zip(rows, folded, strict=True)
            if any(texts_)
        ]
        if changes:
            connection.execute(change, changes)
