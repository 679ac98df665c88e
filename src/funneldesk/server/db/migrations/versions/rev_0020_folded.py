"""Searches make no difference of accents: what they compare is folded anew."""

import unicodedata

import sqlalchemy as sa
from alembic import op

from funneldesk.contract.folding import search_form

revision = "0020"
down_revision = "0019"
branch_labels = None
depends_on = None

SEARCHED = ("crm_entries", "collections", "collection_entries", "tickets")
AT_ONCE = 1_000


def upgrade() -> None:
    """Fold the texts of searches, and add the words of customers without their accents."""
    connection = op.get_bind()
    for name in SEARCHED:
        key = sa.String(24) if name.endswith("entries") else sa.BigInteger()
        brand, record = sa.column("brand_id", sa.BigInteger()), sa.column("id", key)
        search = sa.column("search", sa.Text())
        table = sa.table(name, brand, record, search)
        change = (
            table.update()
            .where(brand == sa.bindparam("of_brand"), record == sa.bindparam("of_record"))
            .values(search=sa.bindparam("folded"))
        )
        changed = [
            {"of_brand": row.brand_id, "of_record": row.id, "folded": search_form(row.search)}
            for row in connection.execute(sa.select(brand, record, search))
            if not row.search.isascii()
        ]
        for start in range(0, len(changed), AT_ONCE):
            connection.execute(change, changed[start : start + AT_ONCE])
    brand, word = sa.column("brand_id", sa.BigInteger()), sa.column("word", sa.String(64))
    customer = sa.column("customer_id", sa.BigInteger())
    words = sa.table("customer_words", brand, word, customer)
    rows = connection.execute(sa.select(brand, word, customer))
    known = {(int(of_brand), str(text), int(person)) for of_brand, text, person in rows}
    found = {
        (of_brand, search_form(unicodedata.normalize("NFKC", text))[:64], person)
        for of_brand, text, person in known
        if not text.isascii()
    }
    fresh = [
        {"brand_id": of_brand, "word": text, "customer_id": person}
        for of_brand, text, person in sorted(found - known)
    ]
    for start in range(0, len(fresh), AT_ONCE):
        connection.execute(words.insert(), fresh[start : start + AT_ONCE])


def downgrade() -> None:
    """Leave what is folded: it is found all the same by what is typed without accents."""
