"""Addresses on international domains are compared in one form: their keys are written anew."""

from typing import Any

import sqlalchemy as sa
from alembic import op

from funneldesk.contract.email_addresses import email_key

revision = "0021"
down_revision = "0020"
branch_labels = None
depends_on = None

KEYS: tuple[tuple[str, str, tuple[str, ...]], ...] = (
    ("customers", "email_key", ()),
    ("course_enrollments", "email_key", ("course_id",)),
    ("contact_tags", "email", ("tag",)),
)
"""By table: the column of the key, and within what besides the brand it is unique."""


def upgrade() -> None:
    """Write the keys in which other letters than ASCII stand; one that is taken stays."""
    connection = op.get_bind()
    for name, key, within in KEYS:
        table = sa.table(name, *map(sa.column, ("brand_id", key, *within)))
        owner = [table.c[each] for each in ("brand_id", *within)]
        rows = connection.execute(sa.select(table.c[key], *owner)).all()
        known = {tuple(row) for row in rows}
        for old, *owned in rows:
            new: tuple[Any, ...] = (email_key(old), *owned)
            if old.isascii() or new in known:
                continue
            known.add(new)
            same = [column == value for column, value in zip(owner, owned, strict=True)]
            connection.execute(
                sa.update(table).where(table.c[key] == old, *same).values({key: new[0]})
            )


def downgrade() -> None:
    """Leave the keys: they are found in this form alone."""
