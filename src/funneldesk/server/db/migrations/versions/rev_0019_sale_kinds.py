"""Orders by kind, and sessions that put something into the cart or bought."""
# ruff: noqa: S608 - every name in a statement is a constant of this file

import json
from collections import Counter, deque
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import sqlalchemy as sa
from alembic import op

from funneldesk.server.db.types import UtcTime

revision = "0019"
down_revision = "0018"
branch_labels = None
depends_on = None

ROLLUPS = (("rollup_hours", "hour", 1), ("rollup_days", "day", 24))
OF_VISITS = ("carted", "buyers")
OF_SALES = ("first_purchases", "renewals", "upsells")
SUMS = ("sales", "revenue", "cogs", "refunds", "refund_count", "units", *OF_SALES)
NOT_OF_SALES = ("sessions", "engaged", "page_views", "seconds", "add_to_carts", "shown", *OF_VISITS)
FIELDS = (
    *("aff_id", "subid", "merchant_id", "funnel_id", "country", "region", "device", "os"),
    *("browser", "screen_resolution", "language", "utm_source", "utm_medium", "utm_campaign"),
    *("utm_term", "utm_content", "referrer"),
)
SALE_FIELDS = ("product_id", "shipping_country", "shipping_state")
AT_A_TIME = 5_000

Counts = Counter[tuple[int, str, int, str, str]]
"""By brand, dimension, hour, value and measure."""


def upgrade() -> None:
    """Add the columns, and count in them what is there already."""
    for table, _time, _hours in ROLLUPS:
        _add_measures(table)
    _add_measures("sale_facts")
    op.add_column(
        "sale_facts",
        sa.Column("sale_kind", sa.String(8), nullable=False, server_default="first"),
    )
    for table, name in (("orders", "is_upsell"), ("visits", "bought")):
        flag: sa.Column[bool] = sa.Column(
            name, sa.Boolean(), nullable=False, server_default=sa.false()
        )
        op.add_column(table, flag)
    connection = op.get_bind()
    for statement in _FILL:
        connection.execute(sa.text(statement))
    _fill_facts(connection)
    _count_sales(connection)
    _write(connection, _of_visits(connection))
    # What stands in columns lacks the new measures: it is packed anew.
    connection.execute(sa.text("DELETE FROM fact_columns"))
    connection.execute(sa.text("UPDATE fact_days SET is_packed = false, is_due = true"))


def downgrade() -> None:
    """Drop them."""
    for table, _time, _hours in ROLLUPS:
        op.execute(f"DELETE FROM {table} WHERE dimension = 'sale_kind'")
        _drop_measures(table)
    _drop_measures("sale_facts")
    for table, name in (
        ("sale_facts", "sale_kind"),
        ("orders", "is_upsell"),
        ("visits", "bought"),
    ):
        op.drop_column(table, name)


_FILL = (
    "UPDATE orders SET is_upsell = true WHERE EXISTS ("
    "SELECT 1 FROM order_items i WHERE i.brand_id = orders.brand_id AND i.order_id = orders.id "
    "AND i.type IN ('upsell', 'downsell')) AND NOT EXISTS ("
    "SELECT 1 FROM order_items i WHERE i.brand_id = orders.brand_id AND i.order_id = orders.id "
    "AND i.type NOT IN ('upsell', 'downsell', 'bonus'))",
    "UPDATE visits SET bought = true WHERE purchased_at IS NOT NULL AND EXISTS ("
    "SELECT 1 FROM orders o WHERE o.brand_id = visits.brand_id AND o.visit_id = visits.id "
    "AND o.subscription_id IS NULL AND NOT o.is_upsell)",
)
_KIND = (
    "CASE WHEN o.subscription_id IS NOT NULL THEN 'renewal' "
    "WHEN o.is_upsell THEN 'upsell' ELSE 'first' END"
)


def _fill_facts(connection: sa.Connection) -> None:
    """Give sales, then their items, and refunds the kind of their order. They name none, but they
    stand in its order: the first of a visit in an hour is that of the visit's first order then."""
    sold = f"SELECT o.brand_id, o.visit_id, o.created_at, {_KIND} AS kind FROM orders o"
    given = (
        f"SELECT o.brand_id, o.visit_id, r.created_at, {_KIND} AS kind FROM order_refunds r "
        "JOIN orders o ON o.brand_id = r.brand_id AND o.id = r.order_id"
    )
    sales = _kinds(connection, f"{sold} ORDER BY o.brand_id, o.id")
    refunds = _kinds(connection, f"{given} ORDER BY r.brand_id, r.id")
    query = (
        "SELECT brand_id, id, visit_id, hour, product_id, sales FROM sale_facts "
        "ORDER BY brand_id, id"
    )
    changed: list[dict[str, Any]] = []
    kind = "first"
    for row in connection.execute(sa.text(query)):
        if row.product_id is None:
            known = (sales if row.sales else refunds).get((row.brand_id, row.visit_id, row.hour))
            kind = known.popleft() if known else "first"
        if kind != "first":
            changed.append({"brand": row.brand_id, "id": row.id, "kind": kind})
    update = "UPDATE sale_facts SET sale_kind = :kind WHERE brand_id = :brand AND id = :id"
    _execute_many(connection, update, changed)
    kinds = zip(OF_SALES, ("first", "renewal", "upsell"), strict=True)
    counts = (
        f"{name} = CASE sale_kind WHEN '{kind}' THEN sales ELSE 0 END" for name, kind in kinds
    )
    connection.execute(sa.text(f"UPDATE sale_facts SET {', '.join(counts)}"))


def _kinds(connection: sa.Connection, query: str) -> dict[tuple[int, int | None, int], deque[str]]:
    """The kinds of what happened in an hour of a visit, in its order."""
    found: dict[tuple[int, int | None, int], deque[str]] = {}
    for row in connection.execute(sa.text(query).columns(created_at=UtcTime())):
        key = (row.brand_id, row.visit_id, int(row.created_at.timestamp() // 3600))
        found.setdefault(key, deque()).append(row.kind)
    return found


def _count_sales(connection: sa.Connection) -> None:
    """Sales by their kind in every dimension that they count in, and in the one of kinds."""
    visited = "sale_facts s LEFT JOIN visits v ON v.brand_id = s.brand_id AND v.id = s.visit_id"
    sums = ", ".join(f"sum(s.{name}) AS {name}" for name in OF_SALES)
    values = {
        "all": "''",
        **{name: f"coalesce(CAST(v.{name} AS VARCHAR), '')" for name in FIELDS},
        "merchant_id": "coalesce(CAST(s.merchant_id AS VARCHAR), '')",
        "page": "coalesce(CAST(v.page_id AS VARCHAR), '')",
        **{name: f"coalesce(s.{name}, '')" for name in SALE_FIELDS[1:]},
        "product": "CAST(s.product_id AS VARCHAR)",
    }
    for table, time, hours in ROLLUPS:
        at = f"s.hour / {hours}"
        for dimension, value in values.items():
            of_items = "IS NOT NULL" if dimension == "product" else "IS NULL"
            found = (
                f"SELECT s.brand_id, {at} AS at, {value} AS value, {sums} FROM {visited} "
                f"WHERE s.product_id {of_items} AND s.sales > 0 "
                "GROUP BY 1, 2, 3"
            )
            given = ", ".join(f"{name} = f.{name}" for name in OF_SALES)
            connection.execute(
                sa.text(
                    f"UPDATE {table} SET {given} FROM ({found}) f "
                    f"WHERE {table}.brand_id = f.brand_id AND {table}.dimension = '{dimension}' "
                    f"AND {table}.{time} = f.at AND {table}.value = f.value"
                )
            )
        kept = ", ".join(f"sum(s.{name})" for name in SUMS)
        none = ", ".join("0" for _name in NOT_OF_SALES)
        connection.execute(
            sa.text(
                f"INSERT INTO {table} (brand_id, dimension, {time}, value, {', '.join(SUMS)}, "
                f"{', '.join(NOT_OF_SALES)}) SELECT s.brand_id, 'sale_kind', {at}, s.sale_kind, "
                f"{kept}, {none} FROM sale_facts s WHERE s.product_id IS NULL "
                f"GROUP BY s.brand_id, {at}, s.sale_kind"
            )
        )


def _of_visits(connection: sa.Connection) -> Counts:
    """Sessions with a cart or a purchase, and sales in variants, where their session counts."""
    found: Counts = Counter()
    columns = ", ".join(f"v.{name}" for name in FIELDS)
    query = sa.text(
        f"SELECT v.brand_id, v.id, v.started_at, v.pages, v.nodes, v.bought, {columns} "
        "FROM visits v WHERE NOT v.is_bot AND (v.bought OR v.add_to_carts > 0)"
    ).columns(started_at=UtcTime(), bought=sa.Boolean())
    for row in connection.execute(query):
        measures = OF_VISITS if row.bought else OF_VISITS[:1]
        hour = int(row.started_at.timestamp() // 3600)
        own = {"all": "", **{name: _text(getattr(row, name)) for name in FIELDS}}
        places = [(name, hour, value) for name, value in own.items()]
        places += [("page", at, page) for page, at in json.loads(row.pages).items()]
        places += [("node", at, node) for node, at in json.loads(row.nodes).items()]
        for dimension, at, value in places:
            for measure in measures:
                found[row.brand_id, dimension, at, value[:255], measure] += 1
    sums = ", ".join(f"s.{name}" for name in OF_SALES)
    sold = sa.text(
        f"SELECT s.brand_id, s.hour, v.nodes, {sums} FROM sale_facts s "
        "JOIN visits v ON v.brand_id = s.brand_id AND v.id = s.visit_id "
        "WHERE s.product_id IS NULL AND s.sales > 0 AND v.nodes <> '{}'"
    )
    for row in connection.execute(sold):
        for node in json.loads(row.nodes):
            for measure in OF_SALES:
                found[row.brand_id, "node", row.hour, node[:255], measure] += getattr(row, measure)
    return found


def _write(connection: sa.Connection, counts: Counts) -> None:
    for table, time, hours in ROLLUPS:
        summed: Counts = Counter()
        for (brand, dimension, hour, value, measure), count in counts.items():
            summed[brand, dimension, hour // hours, value, measure] += count
        for measure in (*OF_VISITS, *OF_SALES):
            update = (
                f"UPDATE {table} SET {measure} = :count WHERE brand_id = :brand "
                f"AND dimension = :dimension AND {time} = :at AND value = :value"
            )
            rows = (
                {"brand": b, "dimension": d, "at": at, "value": value, "count": count}
                for (b, d, at, value, of), count in summed.items()
                if of == measure and count
            )
            _execute_many(connection, update, rows)


def _execute_many(
    connection: sa.Connection, statement: str, rows: Iterable[dict[str, Any]]
) -> None:
    for some in _batches(rows):
        connection.execute(sa.text(statement), some)


def _batches(rows: Iterable[dict[str, Any]]) -> Iterator[Sequence[dict[str, Any]]]:
    some: list[dict[str, Any]] = []
    for row in rows:
        some.append(row)
        if len(some) == AT_A_TIME:
            yield some
            some = []
    if some:
        yield some


def _add_measures(table: str) -> None:
    for name in (*OF_VISITS, *OF_SALES):
        op.add_column(table, sa.Column(name, sa.BigInteger(), nullable=False, server_default="0"))


def _drop_measures(table: str) -> None:
    for name in (*OF_VISITS, *OF_SALES):
        op.drop_column(table, name)


def _text(value: object) -> str:
    return "" if value is None else str(value)
