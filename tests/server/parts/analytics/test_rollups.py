"""Roll-ups are what a count of the events themselves gives, however they came in (quirk 51)."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy import func, select

from funneldesk.server.db.engine import Database
from funneldesk.server.db.upgrade import upgrade
from funneldesk.server.parts.analytics.periods import Span
from funneldesk.server.parts.analytics.questions import Question
from funneldesk.server.parts.analytics.rollups import NOWHERE, VISIT_FIELDS, Rollup, hour_of
from funneldesk.server.parts.analytics.store import sums_by_value, sums_of
from funneldesk.server.parts.analytics.tables import RollupDayRow, RollupRow
from funneldesk.server.parts.brands.tables import BrandRow
from funneldesk.server.parts.tracking.ingest import ENGAGED_SECONDS, Ingest
from funneldesk.server.parts.tracking.tables import VisitEventRow, VisitRow
from funneldesk.server.parts.tracking.visits import visit_of, visits_of

START = datetime(2026, 3, 10, tzinfo=UTC)
WATCHED = ("all", "country", "page", "node")


@dataclass(frozen=True)
class Told:
    """An event of a visit, some minutes after the one before."""

    type: str
    minutes: int
    page: int | None
    seconds: int
    pair: tuple[int, str] | None


@dataclass(frozen=True)
class Came:
    """A visit with its events; ``cut`` of them come in the transaction of the visit itself."""

    hours: int
    country: str
    is_bot: bool
    events: tuple[Told, ...]
    cut: int


told = st.builds(
    Told,
    st.sampled_from(["page_view", "page_view", "engagement", "add_to_cart"]),
    st.integers(0, 90),
    st.none() | st.integers(1, 3),
    st.sampled_from([0, 4, 20]),
    st.none() | st.tuples(st.integers(1, 2), st.sampled_from(["aa", "bb"])),
)
came = st.builds(
    Came,
    st.integers(0, 30),
    st.sampled_from(["PT", "DE", ""]),
    st.booleans(),
    st.lists(told, max_size=6).map(tuple),
    st.integers(0, 6),
)


@pytest.fixture(scope="module")
def database(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Database]:
    """A database without a process around it."""
    folder: Path = tmp_path_factory.mktemp("rollups")
    opened = Database(f"sqlite:///{folder / 'x.db'}")
    upgrade(opened)
    yield opened
    opened.close()


_brands = iter(range(1, 100_000))


def new_brand(database: Database) -> int:
    number = next(_brands)
    with database.writing() as session:
        session.add(BrandRow(id=number, name="x", subdomain=f"x{number}"))
    return number


def play(database: Database, brand: int, visits: list[Came]) -> None:
    """Half of a visit's events may come in a later transaction, from the visit as it was kept."""
    left = []
    with database.writing() as session:
        ingest = Ingest(session, brand)
        for number, each in enumerate(visits):
            at = START + timedelta(hours=each.hours)
            visit = ingest.visit(at, f"v{number}", country=each.country, is_bot=each.is_bot)
            at = tell(ingest, visit, at, each.events[: each.cut])
            left.append((visit.code, at, each.events[each.cut :]))
        ingest.flush()
    with database.writing() as session:
        ingest = Ingest(session, brand)
        found = visits_of(session, brand, [code for code, _, _ in left])
        for code, at, events in left:
            tell(ingest, found[code], at, events)
        ingest.flush()


def tell(ingest: Ingest, visit: object, at: datetime, events: tuple[Told, ...]) -> datetime:
    for event in events:
        at += timedelta(minutes=event.minutes)
        pairs = [event.pair] if event.pair and event.type == "page_view" else []
        ingest.event(
            visit,  # type: ignore[arg-type]
            event.type,
            at,
            page_id=event.page,
            seconds=event.seconds,
            pairs=pairs,
        )
    return at


def recounted(visits: list[Came]) -> Counter[tuple[str, int, str, str]]:
    """(dimension, hour, value, measure) counted by the words of the rules alone."""
    counts: Counter[tuple[str, int, str, str]] = Counter()
    for each in visits:
        if each.is_bot:
            continue
        began = hour_of(START + timedelta(hours=each.hours))
        own = [("all", ""), ("country", each.country)]
        pages: dict[str, int] = {}
        nodes: dict[int, tuple[str, int]] = {}
        at, views, carts, seconds = START + timedelta(hours=each.hours), 0, 0, 0
        for name, value in own:
            counts[name, began, value, "sessions"] += 1
        for event in each.events:
            at += timedelta(minutes=event.minutes)
            hour = hour_of(at)
            if event.type == "page_view" and event.pair and event.pair[0] not in nodes:
                nodes[event.pair[0]] = f"{event.pair[0]}/{event.pair[1]}", hour
            if event.type == "page_view" and event.page:
                pages.setdefault(str(event.page), hour)
            where = [*own, *(("node", node) for node, _ in nodes.values())]
            where += [("page", str(event.page))] if event.page else []
            for name, value in where:
                counts[name, hour, value, "page_views"] += event.type == "page_view"
                counts[name, hour, value, "add_to_carts"] += event.type == "add_to_cart"
                counts[name, hour, value, "seconds"] += event.seconds
            views += event.type == "page_view"
            carts += event.type == "add_to_cart"
            seconds += event.seconds
        engaged = views > 1 or carts > 0 or seconds >= ENGAGED_SECONDS
        for name, value in own:
            counts[name, began, value, "engaged"] += engaged
        for name, found in (("page", pages.items()), ("node", nodes.values())):
            for value, hour in found:
                counts[name, hour, value, "sessions"] += 1
                counts[name, hour, value, "engaged"] += engaged
    return +counts


@settings(suppress_health_check=[HealthCheck.too_slow])
@given(st.lists(came, min_size=1, max_size=8))
def test_rollups_are_what_a_recount_gives(database: Database, visits: list[Came]) -> None:
    brand = new_brand(database)
    play(database, brand, visits)
    names = ("sessions", "engaged", "page_views", "add_to_carts", "seconds")
    found: Counter[tuple[str, int, str, str]] = Counter()
    with database.reading() as session:
        wanted = RollupRow.dimension.in_(WATCHED)
        for row in session.scalars(select(RollupRow).where(RollupRow.brand_id == brand, wanted)):
            for name in names:
                found[row.dimension, row.hour, row.value, name] = getattr(row, name)
        kept = session.scalar(
            select(func.count()).select_from(VisitEventRow).where(VisitEventRow.brand_id == brand)
        )
        rows = session.scalars(select(VisitRow).where(VisitRow.brand_id == brand)).all()
        by_day: Counter[tuple[str, int, str, str]] = Counter()
        of_brand = (RollupDayRow.brand_id == brand, RollupDayRow.dimension.in_(WATCHED))
        for day in session.scalars(select(RollupDayRow).where(*of_brand)):
            for name in names:
                by_day[day.dimension, day.day, day.value, name] = getattr(day, name)
    assert +found == recounted(visits)
    days: Counter[tuple[str, int, str, str]] = Counter()
    for (dimension, hour, value, name), count in found.items():
        days[dimension, hour // 24, value, name] += count
    assert +by_day == +days
    assert kept == sum(event.type != "engagement" for each in visits for event in each.events)
    assert sum(row.events for row in rows) == kept
    assert sum(row.page_views for row in rows) == sum(
        event.type == "page_view" for each in visits for event in each.events
    )


@given(
    st.lists(st.tuples(st.integers(0, 200), st.sampled_from("ab")), max_size=30),
    st.integers(0, 120),
    st.integers(1, 120),
)
def test_any_span_adds_up_from_days_and_hours(
    database: Database, sessions: list[tuple[int, str]], first: int, length: int
) -> None:
    brand, zero = new_brand(database), hour_of(START)
    with database.writing() as session:
        rollup = Rollup(session, brand)
        for hours, country in sessions:
            rollup.add(START + timedelta(hours=hours), {"country": country}, sessions=1)
        rollup.flush()
    span = Span(zero + first, zero + first + length, UTC)
    within = Counter(name for hours, name in sessions if first <= hours < first + length)
    with database.reading() as session:
        found = sums_by_value(session, brand, "country", span)
        summed = sums_of(session, brand, Question(span, (), {"country": ("a",)}))
        timed = sums_of(session, brand, Question(span, ("year", "country")))
    assert {name: sums[0] for name, sums in found.items()} == within
    assert summed[()][0] == within["a"]
    assert {key[1]: sums[0] for key, sums in timed.items()} == within


def test_money_is_exact_and_can_be_taken_back(database: Database) -> None:
    brand = new_brand(database)
    with database.writing() as session:
        rollup = Rollup(session, brand)
        for _ in range(10):
            rollup.add(START, {"all": ""}, revenue=Decimal("0.1"), sales=1)
        rollup.add(START, {"all": ""}, revenue=Decimal("-0.3"))
        rollup.flush()
        rollup.flush()
    with database.reading() as session:
        row = session.get_one(RollupRow, (brand, "all", hour_of(START), ""))
    assert (row.revenue, row.sales) == (7000, 10)


def test_nothing_known_still_counts_in_every_field(database: Database) -> None:
    assert set(NOWHERE) == {"all", *VISIT_FIELDS}
    brand = new_brand(database)
    with database.writing() as session:
        ingest = Ingest(session, brand)
        visit = ingest.visit(START, "v")
        ingest.flush()
    assert set(visit.dimensions()) == {*NOWHERE, "node"}
    with database.reading() as session:
        found = visit_of(session, brand, visit.session_id)
        assert found is not None
        assert found.dimensions() == visit.dimensions()
        assert visit_of(session, brand, "nobody") is None
        assert visits_of(session, brand, ["nobody", visit.code]).keys() == {visit.code}
