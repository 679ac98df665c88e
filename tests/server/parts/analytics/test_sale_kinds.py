"""Figures against plain sums over raw events: ranges in which clocks change, orders of all kinds.

The sums read visits, their events, orders and refunds; nothing of the roll-ups.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from decimal import Decimal
from random import Random
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from alembic import command
from alembic.config import Config
from platform_process import BrandApi, Place, TestBrand
from sqlalchemy import text
from sqlalchemy.orm import Session

from funneldesk.server.db.engine import Database
from funneldesk.server.db.upgrade import MIGRATIONS, upgrade
from funneldesk.server.parts.analytics.packing import pack
from funneldesk.server.parts.brands.tables import BrandRow
from funneldesk.server.parts.conversions.new_orders import Buyer, NewItem, NewOrder
from funneldesk.server.parts.conversions.orders import place_orders
from funneldesk.server.parts.conversions.refunds import Reversal, give_back
from funneldesk.server.parts.tracking.ingest import ADD_TO_CART, PAGE_VIEW, Ingest
from funneldesk.server.parts.tracking.visits import Visit

RANGES = {
    "Europe/Lisbon": (date(2026, 10, 12), date(2026, 11, 8)),
    "America/Denver": (date(2026, 10, 19), date(2026, 11, 15)),
}
SOURCES = ("mail", "search", "social", "")
DEVICES = ("mobile", "desktop")
METRICS = (
    *("revenue", "sales", "first_purchases", "renewals", "upsell_orders", "aov", "units_sold"),
    *("conversion_rate", "sessions", "cart_sessions", "buying_sessions", "session_conversion"),
    *("page_views", "add_to_carts", "refunds", "refund_rate"),
)
CHECKED = 600
"""So many figures of each zone are compared at least."""


def fill(database: Database, brand_id: int, zone: str) -> None:
    """Two ranges full of visits at any minute. Some cart, some buy, some of these take an upsell
    in an order of its own; subscriptions renew without a visit; some orders are refunded."""
    random, tz = Random(zone), ZoneInfo(zone)
    first, last = RANGES[zone]
    days = (last - first).days + 1
    begins = datetime.combine(first - timedelta(days=days), time(), tz).astimezone(UTC)
    minutes = 2 * days * 24 * 60
    orders: list[NewOrder] = []
    with database.writing() as session:
        ingest = Ingest(session, brand_id)
        for number in range(500):
            at = begins + timedelta(minutes=random.randrange(minutes))
            visit = ingest.visit(
                at,
                f"{number:032x}",
                utm_source=random.choice(SOURCES),
                device=random.choice(DEVICES),
                is_bot=number % 50 == 0,
            )
            for page in range(random.randrange(1, 4)):
                ingest.event(visit, PAGE_VIEW, at + timedelta(minutes=page), page_id=9001 + page)
            buys = random.random() < 0.3
            if random.random() < 0.3:
                ingest.event(visit, ADD_TO_CART, at + timedelta(minutes=4), page_id=9001)
            if buys:
                orders += bought(random, visit, at)
        ingest.flush()
        for number in range(150):
            at = begins + timedelta(minutes=random.randrange(minutes))
            orders.append(order(at, "renewed", "main", "19.90", subscription_id=1 + number % 9))
        placed = place_orders(session, brand_id, orders, announce=False)
        chosen = random.sample(list(zip(orders, placed, strict=True)), 30)
        wait = timedelta(days=3)
        given = [Reversal(p.code, amount=Decimal(5), moment=o.moment + wait) for o, p in chosen]  # type: ignore[operator]
        give_back(session, brand_id, given)


def bought(random: Random, visit: Visit, at: datetime) -> Iterator[NewOrder]:
    """A purchase, at times a second one, and an upsell in an order of its own."""
    later = at + timedelta(minutes=random.randrange(5, 90))
    yield order(later, "main", "main", str(random.randrange(20, 90)), visit=visit)
    if random.random() < 0.2:
        yield order(later, "again", "main", "15", visit=visit)
    if random.random() < 0.3:
        yield order(later + timedelta(minutes=2), "more", "upsell", "9.50", visit=visit)


def order(at: datetime, name: str, type: str, price: str, **fields: Any) -> NewOrder:
    item = NewItem(name=name, price=Decimal(price), type=type, quantity=1 + at.minute % 2)
    return NewOrder(Buyer(f"{name}@example.com"), [item], moment=at, **fields)


@dataclass(frozen=True, slots=True)
class Raw:
    """What happened at a moment of the zone: so much of a measure, by the visit's fields."""

    at: datetime
    measure: str
    amount: Decimal
    source: str = ""
    device: str = ""

    def key(self, by: str) -> str:
        """The value of a grouping."""
        return {
            "": "",
            "day": self.at.date().isoformat(),
            "hour_of_day": f"{self.at.hour:02}",
            "hour": self.at.replace(minute=0, second=0, microsecond=0).isoformat(),
            "utm_source": self.source,
            "device": self.device,
        }[by]


def raw_events(session: Session, brand_id: int, zone: ZoneInfo) -> list[Raw]:
    """Visits, events, orders and refunds, straight from their tables."""
    found: list[Raw] = []

    def add(moment: str, measure: str, amount: object, fields: Sequence[str | None]) -> None:
        at = datetime.fromisoformat(moment).replace(tzinfo=UTC).astimezone(zone)
        found.append(Raw(at, measure, Decimal(str(amount)), *(each or "" for each in fields)))

    first = "o.subscription_id IS NULL AND NOT EXISTS (SELECT 1 FROM order_items i WHERE "
    first += "i.brand_id = o.brand_id AND i.order_id = o.id AND i.type = 'upsell')"
    of_visit = "SELECT 1 FROM orders o WHERE o.visit_id = v.id AND o.brand_id = v.brand_id"
    carts = "SELECT 1 FROM visit_events e WHERE e.brand_id = v.brand_id AND e.visit_id = v.id"
    fields = "v.utm_source, v.device FROM visits v"
    bought = f"EXISTS ({of_visit} AND {first})"
    carted = f"({bought} OR EXISTS ({carts} AND e.type = 'add_to_cart'))"
    for measure, where in (("sessions", "true"), ("buyers", bought), ("carted", carted)):
        of_brand = f"WHERE v.brand_id = {brand_id} AND NOT v.is_bot AND {where}"
        for row in session.execute(text(f"SELECT v.started_at, {fields} {of_brand}")):
            add(row[0], measure, 1, row[1:])
    query = f"SELECT e.at, e.type, {fields} JOIN visit_events e ON e.brand_id = v.brand_id "
    for row in session.execute(
        text(query + f"AND e.visit_id = v.id WHERE v.brand_id = {brand_id} AND NOT v.is_bot")
    ):
        if row.type in ("page_view", "add_to_cart"):
            add(row[0], f"{row.type}s", 1, row[2:])
    units = "(SELECT sum(quantity) FROM order_items i WHERE i.order_id = o.id)"
    kind = f"CASE WHEN o.subscription_id IS NOT NULL THEN 'renewals' WHEN {first} "
    kind += "THEN 'first_purchases' ELSE 'upsells' END"
    sold = "orders o LEFT JOIN visits v ON v.brand_id = o.brand_id AND v.id = o.visit_id"
    query = f"SELECT o.created_at, o.total_value, {units}, {kind}, v.utm_source, v.device "
    for row in session.execute(text(f"{query} FROM {sold} WHERE o.brand_id = {brand_id}")):
        for measure, amount in (("sales", 1), (row[3], 1), ("units", row[2])):
            add(row[0], measure, amount, row[4:])
        add(row[0], "revenue", Decimal(row[1]) / 10_000, row[4:])
    query = "SELECT r.created_at, r.amount, v.utm_source, v.device FROM order_refunds r JOIN "
    for row in session.execute(text(f"{query} {JOINED} WHERE o.brand_id = {brand_id}")):
        add(row[0], "refunds", Decimal(row[1]) / 10_000, row[2:])
        add(row[0], "refund_count", 1, row[2:])
    return found


JOINED = (
    "orders o ON o.brand_id = r.brand_id AND o.id = r.order_id "
    "LEFT JOIN visits v ON v.brand_id = o.brand_id AND v.id = o.visit_id"
)
RATIOS: Mapping[str, tuple[str, str, int]] = {
    "aov": ("revenue", "sales", 1),
    "conversion_rate": ("sales", "sessions", 100),
    "session_conversion": ("buyers", "sessions", 100),
    "refund_rate": ("refund_count", "sales", 100),
}
NAMES: Mapping[str, str] = {
    "cart_sessions": "carted",
    "buying_sessions": "buyers",
    "upsell_orders": "upsells",
    "units_sold": "units",
}


def expected(metric: str, sums: Mapping[str, Decimal]) -> float | None:
    """A metric of these sums."""
    if metric in RATIOS:
        over, under, factor = RATIOS[metric]
        whole = sums.get(under, Decimal(0))
        return float(sums.get(over, Decimal(0)) / whole * factor) if whole else None
    return float(sums.get(NAMES.get(metric, metric), Decimal(0)))


def sums(
    events: Sequence[Raw], first: date, last: date, by: str = "", **only: str
) -> Mapping[str, Mapping[str, Decimal]]:
    """The sums of calendar days by a grouping, of what a filter leaves."""
    found: dict[str, dict[str, Decimal]] = defaultdict(lambda: defaultdict(Decimal))
    for each in events:
        kept = all(getattr(each, name) == value for name, value in only.items())
        if kept and first <= each.at.date() <= last:
            found[each.key(by)][each.measure] += each.amount
    return found


def same(cell: Mapping[str, Any], now: float | None, before: float | None) -> None:
    """Whether a value, the one before and the change are right."""
    assert cell["value"] == (None if now is None else pytest.approx(now, abs=5.1e-5))
    assert cell["previous_value"] == (None if before is None else pytest.approx(before, abs=5.1e-5))
    change = (now - before) / abs(before) * 100 if now is not None and before else None
    assert cell["change"] == (None if change is None else pytest.approx(change, abs=5.1e-3))


@pytest.mark.parametrize("zone", RANGES)
def test_figures_are_sums_of_raw_events_where_clocks_change(brand: TestBrand, zone: str) -> None:
    fill(brand.database, brand.id, zone)
    with brand.database.reading() as session:
        events = raw_events(session, brand.id, ZoneInfo(zone))
    first, last = RANGES[zone]
    length = last - first + timedelta(days=1)
    asked = {"start": first.isoformat(), "end": last.isoformat(), "tz": zone}
    api = brand.api()
    checked = 0

    def compared(cells: Mapping[str, Any], key: str, other: str, by: str, **only: str) -> None:
        nonlocal checked
        now = sums(events, first, last, by, **only)[key]
        before = sums(events, first - length, last - length, by, **only)[other]
        for metric in METRICS:
            same(cells[metric], expected(metric, now), expected(metric, before))
            checked += 3

    for only in ({}, {"device": "mobile"}):
        query = {**asked, **{f"filter[{name}]": value for name, value in only.items()}}
        compared(api.get("/analytics/metrics/data", params=query).json(), "", "", "", **only)
    for by in ("utm_source", "device", "hour_of_day", "day"):
        rows = grouped(api, by, asked)
        assert len(rows) == len(sums(events, first, last, by))
        for key, cells in rows.items():
            other = key
            if by == "day":
                other = (date.fromisoformat(key) - length).isoformat()
            compared(cells, key, other, by)
    assert checked >= CHECKED
    for shown in (grouped(api, "device;day", asked), grouped(api, "day", asked)):
        steps = [
            [cells[name]["value"] for name in ("sessions", "cart_sessions", "buying_sessions")]
            for cells in shown.values()
        ]
        assert all(one >= two >= three for one, two, three in steps)


def grouped(api: BrandApi, by: str, asked: Mapping[str, str]) -> dict[str, Any]:
    """The rows of a grouping by their keys."""
    answer = api.get(f"/analytics/metrics/{by}/data", params=asked)
    assert answer.status_code == 200, answer.text
    return {row["row_key"]: row for row in answer.json()}


def test_orders_are_filtered_and_grouped_by_their_kind(brand: TestBrand) -> None:
    """From the roll-ups, from rows, and from days in columns alike."""
    zone = "Europe/Lisbon"
    fill(brand.database, brand.id, zone)
    first, last = RANGES[zone]
    with brand.database.reading() as session:
        events = raw_events(session, brand.id, ZoneInfo(zone))
        days = session.execute(
            text(f"SELECT brand_id, day FROM fact_days WHERE brand_id = {brand.id}")
        ).all()
    total = sums(events, first, last)[""]
    kinds = {"first": "first_purchases", "renewal": "renewals", "upsell": "upsells"}
    asked = {"start": first.isoformat(), "end": last.isoformat(), "tz": zone}
    api = brand.api()
    by_kind = grouped(api, "sale_kind", asked)
    assert {key: row["row_name"] for key, row in by_kind.items()} == {
        "first": "First purchase",
        "renewal": "Renewal",
        "upsell": "Upsell",
    }
    assert {k: row["sales"]["value"] for k, row in by_kind.items()} == {
        key: total[measure] for key, measure in kinds.items()
    }
    assert {row["sessions"]["value"] for row in by_kind.values()} == {None}
    revenue = sum(row["revenue"]["value"] for row in by_kind.values())
    assert revenue == pytest.approx(float(total["revenue"]))
    rows = grouped(api, "sale_kind;device", asked)
    counts = Counter({key: row["sales"]["value"] for key, row in rows.items()})
    assert {key: sum(counts[f"{key};{d}"] for d in ("mobile", "desktop", "")) for key in kinds} == {
        key: row["sales"]["value"] for key, row in by_kind.items()
    }
    by_source = grouped(api, "utm_source;device", asked)
    for brand_id, day in days:
        assert pack(brand.database, brand_id, day)
    assert grouped(api, "sale_kind;device", asked) == rows
    assert grouped(api, "utm_source;device", asked) == by_source
    query = {**asked, "filter[sale_kind]": "renewal"}
    only = api.get("/analytics/metrics/data", params=query).json()
    assert only["sales"]["value"] == only["renewals"]["value"] == total["renewals"]
    assert only["session_conversion"]["value"] is None


def test_what_was_there_before_an_upgrade_is_counted_by_kind(place: Place) -> None:
    place.data.mkdir(parents=True)
    database = Database(place.url)
    upgrade(database)
    with database.writing() as session:
        session.add(BrandRow(id=1, name="Old", subdomain="old"))
    fill(database, 1, "America/Denver")
    whole = contents(database)
    with database.writing() as session:
        config = Config()
        config.set_main_option("script_location", str(MIGRATIONS))
        config.attributes["connection"] = session.connection()
        command.downgrade(config, "0018")
    upgrade(database)
    again = contents(database)
    database.close()
    for table, rows in whole.items():
        assert again[table] == rows, table


def contents(database: Database) -> dict[str, list[str]]:
    """The rows of the tables that know kinds."""
    tables = ("orders", "visits", "sale_facts", "rollup_days", "rollup_hours")
    with database.reading() as session:
        return {
            table: sorted(
                str(sorted(row.items()))
                for row in session.execute(text(f"SELECT * FROM {table}")).mappings()
            )
            for table in tables
        }
