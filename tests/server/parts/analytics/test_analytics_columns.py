"""Combined fields are what a plain count gives: from rows, from columns, and after late events."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from platform_process import Place, TestBrand, new_place
from sqlalchemy import func, select
from visits_of_a_brand import life_of

from funneldesk.server.db.engine import Database
from funneldesk.server.db.upgrade import upgrade
from funneldesk.server.parts.analytics.fact_days import WORTH, over
from funneldesk.server.parts.analytics.packing import pack
from funneldesk.server.parts.analytics.periods import HOUR, Span, key_of
from funneldesk.server.parts.analytics.questions import TIMES, Question
from funneldesk.server.parts.analytics.rollups import MEASURES, SALE_FIELDS, hour_of
from funneldesk.server.parts.analytics.sales import Sale, Sales, SoldItem
from funneldesk.server.parts.analytics.store import sums_of
from funneldesk.server.parts.analytics.tables import FactColumnRow, FactDayRow
from funneldesk.server.parts.brands.tables import BrandRow
from funneldesk.server.parts.tracking.ingest import ENGAGED_SECONDS, Ingest
from funneldesk.server.parts.tracking.visits import visits_of

START = datetime(2026, 3, 27, 20, tzinfo=UTC)
"""A day and a half before clocks change in Europe."""

ZONES = ("UTC", "Europe/Lisbon", "Asia/Kolkata", "America/New_York")
PLAIN = ("country", "device", "page", "merchant_id")
GROUPED = (*PLAIN, "product", "shipping_country", "hour", "day", "week", "hour_of_day")
FILTERS = {
    "country": ("PT", ""),
    "device": ("mobile",),
    "page": ("1", "2"),
    "product": ("7",),
    "node": ("1/aa", "2/"),
}


@dataclass(frozen=True)
class Came:
    """A visit: what comes ``late`` is told in a transaction of its own, perhaps days later."""

    hours: int
    country: str
    device: str
    is_bot: bool
    pages: tuple[int, ...]
    late: tuple[int, ...]
    test: str | None
    seconds: int
    bought: tuple[int, ...] | None
    refunded_after: int | None


came = st.builds(
    Came,
    st.integers(0, 120),
    st.sampled_from(["PT", "DE", ""]),
    st.sampled_from(["mobile", "desktop"]),
    st.booleans(),
    st.lists(st.integers(1, 3), max_size=3).map(tuple),
    st.lists(st.integers(1, 3), max_size=2).map(tuple),
    st.sampled_from([None, "1/aa", "1/bb", "2/aa"]),
    st.sampled_from([0, 4, 20]),
    st.none() | st.lists(st.sampled_from([7, 8]), max_size=2).map(tuple),
    st.none() | st.integers(1, 60),
)
asked = st.tuples(
    st.lists(st.sampled_from(GROUPED), unique=True, max_size=4),
    st.lists(st.sampled_from(sorted(FILTERS)), unique=True, max_size=2),
    st.sampled_from(ZONES),
    st.integers(-3, 100),
    st.integers(1, 120),
).map(
    lambda given: Question(
        Span(
            hour_of(START) + given[3],
            hour_of(START) + given[3] + given[4],
            ZoneInfo(given[2]),
        ),
        tuple(given[0]),
        {name: FILTERS[name] for name in given[1]},
    )
)
combined = asked.filter(lambda question: len(question.fields) > 1)


@pytest.fixture(scope="module")
def bare(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Database]:
    """A database without a process around it."""
    with new_place(tmp_path_factory.mktemp("columns")) as place:
        place.data.mkdir(parents=True, exist_ok=True)
        opened = Database(place.url)
        upgrade(opened)
        yield opened
        opened.close()


_brands = iter(range(1, 100_000))


def new_brand(database: Database) -> int:
    number = next(_brands)
    with database.writing() as session:
        session.add(BrandRow(id=number, name="x", subdomain=f"x{number}"))
    return number


def live(database: Database, brand: int, visits: list[Came], between: Callable[[], None]) -> None:
    """Everything but what is late; then ``between``; then that."""
    codes = []
    with database.writing() as session:
        sales = Sales(session, brand)
        for number, each in enumerate(visits):
            ingest = Ingest(session, brand)
            at, fields = START + timedelta(hours=each.hours), {"country": each.country}
            visit = ingest.visit(at, f"v{number}", device=each.device, is_bot=each.is_bot, **fields)
            tell(ingest, visit, at, each.pages, None)
            ingest.flush()
            if each.bought is not None:
                buy(sales, each, visit)
            codes.append(visit.code)
        sales.flush()
    between()
    with database.writing() as session:
        ingest = Ingest(session, brand)
        found = visits_of(session, brand, codes)
        for code, each in zip(codes, visits, strict=True):
            at = START + timedelta(hours=each.hours + 2)
            tell(ingest, found[code], at, each.late, each.test if each.late else None)
            if each.seconds:
                ingest.event(found[code], "engagement", at, seconds=each.seconds)
        ingest.flush()


def tell(
    ingest: Ingest, visit: Any, at: datetime, pages: tuple[int, ...], test: str | None
) -> None:
    number, _, code = (test or "0/").partition("/")
    pairs = [(int(number), code)] if test else []
    for page in pages:
        ingest.event(visit, "page_view", at, page_id=page, pairs=pairs)


def buy(sales: Sales, each: Came, visit: Any) -> None:
    items = [SoldItem(product, 2, Decimal(product)) for product in each.bought or ()]
    total = sum((item.revenue for item in items), Decimal("0.5"))
    sale = Sale(
        START + timedelta(hours=each.hours + 1),
        total,
        items=items,
        visit=visit,
        shipping_country=each.country or None,
    )
    sales.sale(sale)
    if each.refunded_after is not None:
        moment = sale.moment + timedelta(hours=each.refunded_after)
        sales.refund(sale, moment, Decimal("0.25"))


def counted(visits: list[Came], question: Question) -> dict[tuple[str, ...], dict[str, int]]:
    """The sums of a question by the words of the rules alone: a visit, an order at a time."""
    found: dict[tuple[str, ...], dict[str, int]] = {}
    by_item, of_sales = "product" in question.fields, question.fields & set(SALE_FIELDS)
    for each in visits:
        views = (*each.pages, *each.late)
        own = {
            **{"country": each.country, "device": each.device, "merchant_id": ""},
            **{"page": str(views[0]) if views else "", "node": each.test if each.late else None},
        }
        began = hour_of(START) + each.hours
        if not each.is_bot and not of_sales:
            engaged = len(views) > 1 or each.seconds >= ENGAGED_SECONDS
            amounts = {"sessions": 1, "engaged": int(engaged)}
            amounts |= {"page_views": len(views), "seconds": each.seconds}
            amounts |= dict.fromkeys(("carted", "buyers"), int(each.bought is not None))
            _count(found, question, began, own, amounts)
        if each.bought is None:
            continue
        own["shipping_country"] = each.country
        for product in each.bought if by_item else ():
            amounts = {"sales": 1, "first_purchases": 1, "revenue": product * 10_000, "units": 2}
            _count(found, question, began + 1, {**own, "product": str(product)}, amounts)
        if not by_item:
            revenue = 5_000 + 10_000 * sum(each.bought)
            amounts = {"sales": 1, "first_purchases": 1}
            amounts |= {"revenue": revenue, "units": 2 * len(each.bought)}
            _count(found, question, began + 1, own, amounts)
        if not by_item and each.refunded_after is not None:
            amounts = {"refunds": 2_500, "refund_count": 1}
            _count(found, question, began + 1 + each.refunded_after, own, amounts)
    return found


def _count(
    found: dict[tuple[str, ...], dict[str, int]],
    question: Question,
    hour: int,
    own: dict[str, str | None],
    amounts: dict[str, int],
) -> None:
    span = question.span
    node = own["node"] or ""
    for name, values in question.filters.items():
        is_node = any(node == v or (v.endswith("/") and node.startswith(v)) for v in values)
        if not (is_node if name == "node" else own[name] in values):
            return
    if span.first <= hour < span.end:
        key = tuple(
            str(own[name]) if name not in TIMES else key_of(name, hour, span.zone)
            for name in question.groupings
        )
        totals = found.setdefault(key, {})
        for name, amount in amounts.items():
            totals[name] = totals.get(name, 0) + amount


def told(database: Database, brand: int, question: Question) -> dict[tuple[str, ...], Any]:
    """What the platform answers, without rows in which nothing happened."""
    with database.reading() as session:
        sums = sums_of(session, brand, question)
    named = {key: dict(zip(MEASURES, amounts, strict=True)) for key, amounts in sums.items()}
    return without_zeros(named)


def without_zeros(found: dict[tuple[str, ...], dict[str, int]]) -> dict[tuple[str, ...], Any]:
    kept = {key: {name: n for name, n in each.items() if n} for key, each in found.items()}
    return {key: each for key, each in kept.items() if each}


def pack_all(database: Database) -> None:
    """As the duty does, whatever is worth it."""
    for brand, day in over(database, least=0):
        pack(database, brand, day)


def packed(database: Database, brand: int) -> int:
    with database.reading() as session:
        query = select(func.count()).select_from(FactDayRow)
        return session.scalar(query.where(FactDayRow.brand_id == brand, FactDayRow.is_packed)) or 0


@settings(suppress_health_check=list(HealthCheck))
@given(st.lists(came, min_size=1, max_size=8), st.lists(combined, min_size=1, max_size=4))
def test_combined_fields_are_what_a_plain_count_gives(
    bare: Database, visits: list[Came], questions: list[Question]
) -> None:
    brand = new_brand(bare)
    live(bare, brand, visits, lambda: pack_all(bare))
    for question in questions:  # some days packed, those that late events came to not
        assert told(bare, brand, question) == without_zeros(counted(visits, question))
    pack_all(bare)
    if any(not each.is_bot or each.bought is not None for each in visits):
        assert packed(bare, brand)
    for question in questions:
        assert told(bare, brand, question) == without_zeros(counted(visits, question))


def test_only_days_with_many_sessions_are_packed(bare: Database) -> None:
    brand = new_brand(bare)
    visit = Came(0, "PT", "mobile", False, (), (), None, 0, None, None)
    live(bare, brand, [visit] * WORTH + [replace(visit, hours=48)], lambda: None)
    found = [day for of, day in over(bare) if of == brand]
    assert found == [hour_of(START) // 24]
    assert pack(bare, brand, found[0])
    assert not [day for of, day in over(bare) if of == brand]
    live(bare, brand, [replace(visit, hours=24)] * WORTH, lambda: None)
    assert [day for of, day in over(bare) if of == brand] == [found[0] + 1]


def test_what_comes_in_while_a_day_is_packed_is_not_lost(
    bare: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The day was read, and before its columns are written an event comes."""
    brand = new_brand(bare)
    visit = Came(0, "PT", "mobile", False, (1,), (), None, 0, (), None)
    live(bare, brand, [visit], lambda: None)
    writing, came_in = Database.writing, []

    def interrupted(self: Database) -> Any:
        if not came_in:
            came_in.append(True)
            live(self, brand, [visit], lambda: None)
        return writing(self)

    with monkeypatch.context() as patched:
        patched.setattr(Database, "writing", interrupted)
        assert not pack(bare, brand, hour_of(START) // 24)
    span = Span(hour_of(START), hour_of(START) + 1, UTC)
    question = Question(span, ("country", "device"))
    assert told(bare, brand, question)["PT", "mobile"]["sessions"] == 2
    assert pack(bare, brand, hour_of(START) // 24)
    assert told(bare, brand, question)["PT", "mobile"]["sessions"] == 2


@pytest.mark.endpoint(
    "GET /api/brands/{brand}/analytics/metrics/{field}/data", cites="quirk 51: fresh at once"
)
def test_a_packed_day_is_answered_from_columns_and_is_fresh_at_once(brand: TestBrand) -> None:
    api, query = brand.api(), {"start": "2026-03-10", "end": "2026-03-10", "tz": "UTC"}

    def sessions(field: str) -> dict[str, int]:
        answer = api.get(f"/analytics/metrics/{field}/data", params=query)
        assert answer.status_code == 200, answer.text
        return {row["row_key"]: row["sessions"]["value"] for row in answer.json()}

    with life_of(brand) as life:
        life.visit(0, 1, country="PT", device="mobile")
    pack_all(brand.database)
    assert packed(brand.database, brand.id) == 1
    with brand.database.writing() as session:  # proof that the columns are what is read
        row = session.scalars(
            select(FactColumnRow).where(
                FactColumnRow.brand_id == brand.id, FactColumnRow.name == "visit.country"
            )
        ).one()
        row.words = '["FR"]'
    assert sessions("country;device") == {"FR;mobile": 1}
    with life_of(brand) as life:
        life.visit(2, 1, country="PT", device="desktop")
    assert packed(brand.database, brand.id) == 0
    assert sessions("country;device") == {"PT;mobile": 1, "PT;desktop": 1}


def test_days_of_before_are_packed_after_the_upgrade(place: Place) -> None:
    """A platform that has visits already: its days are taken note of by the migration."""
    from alembic import command
    from alembic.config import Config

    from funneldesk.server.db.upgrade import MIGRATIONS

    place.data.mkdir(parents=True)
    database = Database(place.url)
    upgrade(database)
    brand, visit = new_brand(database), Came(0, "PT", "mobile", False, (1,), (), None, 0, (), None)
    live(database, brand, [visit], lambda: None)
    with database.writing() as session:
        config = Config()
        config.set_main_option("script_location", str(MIGRATIONS))
        config.attributes["connection"] = session.connection()
        command.downgrade(config, "0011")
    upgrade(database)
    pack_all(database)
    assert packed(database, brand) == 1
    hours = hour_of(START), hour_of(datetime.fromtimestamp(START.timestamp() + HOUR, UTC))
    question = Question(Span(*hours, UTC), ("country", "device"))
    assert told(database, brand, question)["PT", "mobile"]["sessions"] == 1
    database.close()
