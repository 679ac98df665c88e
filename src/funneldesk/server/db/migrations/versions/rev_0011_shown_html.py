"""The harmless form of html that visitors see is kept beside what was written."""

import sqlalchemy as sa
from alembic import op

from funneldesk.server.web.markup import PAGE, harmless

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None

KEPT = (("quiz_screens", "content"), ("course_contents", "body"))


def upgrade() -> None:
    """Add the columns, and fill them for what is there already."""
    for table, written in KEPT:
        shown = f"{written}_shown"
        op.add_column(table, sa.Column(shown, sa.Text()))
        ids = (sa.column("brand_id", sa.BigInteger()), sa.column("id", sa.BigInteger()))
        rows = sa.table(table, *ids, sa.column(written, sa.Text()), sa.column(shown, sa.Text()))
        connection = op.get_bind()
        keys = sa.select(rows.c.brand_id, rows.c.id).where(rows.c[written].is_not(None))
        for brand_id, number in connection.execute(keys).all():
            one = (rows.c.brand_id == brand_id) & (rows.c.id == number)
            html = connection.scalar(sa.select(rows.c[written]).where(one))
            made = harmless(html or "", PAGE)
            connection.execute(rows.update().where(one).values({shown: made}))


def downgrade() -> None:
    """Drop the columns."""
    for table, written in KEPT:
        op.drop_column(table, f"{written}_shown")
