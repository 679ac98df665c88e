"""Email addresses and codes of products are compared in one form: what is stored gets that form."""

from collections.abc import Callable
from typing import Any

import sqlalchemy as sa
from alembic import op

from funneldesk.contract.email_addresses import email_key
from funneldesk.contract.product_rules import code_form

revision = "0021"
down_revision = "0020"
branch_labels = None
depends_on = None

KEYS: tuple[tuple[str, str, tuple[str, ...], Callable[[str], str]], ...] = (
    ("customers", "email_key", (), email_key),
    ("course_enrollments", "email_key", ("course_id",), email_key),
    ("contact_tags", "email", ("tag",), email_key),
    ("products", "code", (), code_form),
)
"""By table: the column, within what besides the brand it is unique, and its form."""


def upgrade() -> None:
    """Write what has letters beyond ASCII in its form; where that is taken, it stays."""
    connection = op.get_bind()
    for name, key, within, form in KEYS:
        table = sa.table(name, *map(sa.column, ("brand_id", key, *within)))
        owner = [table.c[each] for each in ("brand_id", *within)]
        rows = connection.execute(sa.select(table.c[key], *owner)).all()
        known = {tuple(row) for row in rows}
        for old, *owned in rows:
            new: tuple[Any, ...] = (form(old), *owned)
            if old.isascii() or new in known:
                continue
            known.add(new)
            same = [column == value for column, value in zip(owner, owned, strict=True)]
            connection.execute(
                sa.update(table).where(table.c[key] == old, *same).values({key: new[0]})
            )
    code: sa.ColumnClause[Any] = sa.column("product_code")
    subscriptions = sa.table("subscriptions", code)
    for old in connection.scalars(sa.select(code).where(code.is_not(None)).distinct()).all():
        if code_form(old) != old:
            connection.execute(
                sa.update(subscriptions).where(code == old).values(product_code=code_form(old))
            )


def downgrade() -> None:
    """Leave what has its form: it is the same text."""
