"""Analytics: ten million events against one million, and against GROUP BY on the events themselves.

Two brands live the same ninety days in one SQLite database, one with ten times the visits of the
other. What they do goes through the platform's own roll-ups; only the rows of events are written
past the ORM, since it is their number that matters. The same questions are asked of both brands.
"""

import os
import random
import sqlite3
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from datetime import UTC, date, datetime
from itertools import islice
from pathlib import Path
from zoneinfo import ZoneInfo

from measure import Aim, control, done, machine, paired, report, size, timed

from funneldesk.server.db.engine import Database
from funneldesk.server.db.upgrade import upgrade
from funneldesk.server.parts.analytics.answers import Asked, rows_of
from funneldesk.server.parts.analytics.periods import Span
from funneldesk.server.parts.analytics.questions import Question
from funneldesk.server.parts.analytics.rollups import MEASURES, Rollup
from funneldesk.server.parts.brands.tables import BrandRow
from funneldesk.server.parts.tracking.visits import Visit

EVENTS = int(os.environ.get("FUNNELDESK_BENCH_EVENTS", size(1_000_000, 2_000)))
"""Events of the small brand; the large one has ten times as many."""

EVENTS_IN_A_VISIT = 10
HOURS = 90 * 24
FIRST = int(datetime(2026, 8, 1, tzinfo=UTC).timestamp()) // 3600
PAGES = 40
ZONE = ZoneInfo("Europe/Lisbon")
ASKED = 5
"""How often a question is asked at a time, so that milliseconds can be told from noise."""

SMALL, LARGE = 1, 2
METRICS = ("sessions", "page_views", "engagement_rate")
CHOICES = {
    "country": ("PT", "US", "DE", "BR", "IN", "JP", "FR", "ES", "GB", "IT", "NL", "SE"),
    "device": ("desktop", "mobile", "tablet"),
    "os": ("Windows", "Android", "iOS", "macOS", "Linux"),
    "browser": ("Chrome", "Safari", "Firefox", "Edge"),
    "language": ("en-US", "pt-PT", "de-DE", "fr-FR"),
    "utm_source": ("", "mail", "search", "social", "partner"),
    "utm_campaign": ("", *(f"campaign {number}" for number in range(12))),
    "referrer": ("", "news.test", "search.test", "social.test"),
}
_PLACES = {name: place for place, name in enumerate(MEASURES)}
_ONE_SESSION = [(_PLACES["sessions"], 1), (_PLACES["engaged"], 1)]
_ALL_VIEWS = [*_ONE_SESSION, (_PLACES["page_views"], EVENTS_IN_A_VISIT)]
_ONE_VIEW = [(_PLACES["page_views"], 1)]
_INSERT = (
    "INSERT INTO visit_events (brand_id, visit_id, number, type, at, page_id) "
    "VALUES (?, ?, ?, 'page_view', ?, ?)"
)
_GROUP_BY = (
    "SELECT page_id, count(*) FROM visit_events "
    "WHERE brand_id = ? AND at >= ? AND at < ? GROUP BY page_id"
)

lived: dict[int, Counter[tuple[int, str, str]]] = {}
"""For each brand: its visits by hour, country and device, counted while they are made."""


def fill(database: Database, raw: sqlite3.Connection, brand: int, events: int) -> None:
    """Let a brand live ninety days with so many events, a day at a time."""
    chance = random.Random(brand)
    with database.writing() as session:
        session.add(BrandRow(id=brand, name=f"Brand {brand}", subdomain=f"b{brand}"))
    lived[brand] = Counter()
    visits = iter(range(events // EVENTS_IN_A_VISIT))
    a_day = events // EVENTS_IN_A_VISIT // (HOURS // 24) + 1
    for day in range(HOURS // 24):
        numbers = list(islice(visits, a_day))
        with database.writing() as session:
            rollup = Rollup(session, brand)
            rows = list(live(rollup, chance, brand, day, numbers))
            rollup.flush()
        with raw:
            raw.executemany(_INSERT, rows)


def live(
    rollup: Rollup, chance: random.Random, brand: int, day: int, numbers: list[int]
) -> Iterator[tuple[int, int, int, str, int]]:
    """Visits of a day: counted by the roll-ups as ``Ingest`` counts them; gives their events."""
    for number in numbers:
        hour = FIRST + day * 24 + int(chance.random() * 24)
        visit = Visit(number, "", "", "", datetime.min, datetime.min)
        for name, values in CHOICES.items():
            setattr(visit, name, values[int(chance.random() ** 2 * len(values))])
        lived[brand][hour, visit.country, visit.device] += 1
        rollup.add_at(hour, visit.own_dimensions(), _ALL_VIEWS)
        moment = stored(hour)
        landing = int(chance.random() ** 2 * PAGES) + 1
        rollup.add_at(hour, {"page": str(landing)}, _ONE_SESSION)
        for event in range(EVENTS_IN_A_VISIT):
            page = (landing + event * event) % PAGES + 1
            rollup.add_at(hour, {"page": str(page)}, _ONE_VIEW)
            yield brand, number, event, moment, page


def stored(hour: int) -> str:
    """A moment as SQLite keeps it."""
    return datetime.fromtimestamp(hour * 3600, UTC).strftime("%Y-%m-%d %H:%M:%S.%f")


def answer(database: Database, brand: int, *groupings: str) -> Callable[[], float]:
    """Seconds that the whole answer about the ninety days takes, five times over."""
    span = Span(FIRST, FIRST + HOURS, ZONE)
    asked = Asked(Question(span, groupings), METRICS, {}, "EUR")
    days = {local_day(hour) for hour in range(FIRST, FIRST + HOURS)}
    everywhere = {("page",): PAGES, ("day",): len(days)}
    rows_expected = everywhere.get(groupings) or len(groups(brand, groupings))
    views_expected = lived[brand].total() * EVENTS_IN_A_VISIT

    def ask() -> float:
        started = time.perf_counter()
        for _ in range(ASKED):
            with database.reading() as session:
                rows = list(rows_of(session, brand, asked))
        seconds = time.perf_counter() - started
        found = len(rows), sum(row["page_views"]["value"] for row in rows)
        if found != (rows_expected, views_expected):
            raise RuntimeError(f"{found} instead of {rows_expected, views_expected}")
        return done(seconds, rows=ASKED * len(rows))

    return ask


def groups(brand: int, groupings: tuple[str, ...]) -> set[tuple[object, ...]]:
    """The rows that a brand's visits should give, from the count of what was lived."""
    found = set()
    for hour, country, device in lived[brand]:
        values = {"country": country, "device": device, "day": local_day(hour)}
        found.add(tuple(values[name] for name in groupings))
    return found


def local_day(hour: int) -> date:
    """The day of the brand in which an hour begins."""
    return datetime.fromtimestamp(hour * 3600, ZONE).date()


def group_by(raw: sqlite3.Connection, brand: int) -> Callable[[], float]:
    """Seconds that SQL takes for page views by page, from the events, five times over."""
    words = (brand, stored(FIRST), stored(FIRST + HOURS))
    events = lived[brand].total() * EVENTS_IN_A_VISIT

    def count() -> float:
        counted: list[tuple[int, int]] = []
        seconds = timed(lambda: counted.extend(raw.execute(_GROUP_BY, words)))
        if sum(views for _, views in counted) != events:
            raise RuntimeError(f"{counted} are not {events} events")
        return done(seconds, rows=events) * ASKED

    return count


def same_figures(database: Database, raw: sqlite3.Connection) -> None:
    """Both ways of counting agree, or there is nothing to compare."""
    counted = dict(raw.execute(_GROUP_BY, (SMALL, stored(FIRST), stored(FIRST + HOURS))))
    span = Span(FIRST, FIRST + HOURS, ZoneInfo("UTC"))
    asked = Asked(Question(span, ("page",)), ("page_views",), {}, "EUR")
    with database.reading() as session:
        rows = list(rows_of(session, SMALL, asked))
        assert {int(row["row_key"]): row["page_views"]["value"] for row in rows} == counted
    assert sum(counted.values()) == EVENTS


def main() -> int:
    """Measure, print, and answer with 1 when an aim is not met."""
    print(machine())
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "bench.db"
        database = Database(f"sqlite:///{path}")
        upgrade(database)
        raw = sqlite3.connect(path)
        raw.execute("PRAGMA synchronous = OFF")
        for brand, events in ((SMALL, EVENTS), (LARGE, EVENTS * 10)):
            started = time.perf_counter()
            fill(database, raw, brand, events)
            seconds = time.perf_counter() - started
            print(f"  {events:,} events, rolled up and written in {seconds:.0f} s", flush=True)
        same_figures(database, raw)
        met = compare(database, raw)
        raw.close()
        database.close()
    return 0 if met else 1


def compare(database: Database, raw: sqlite3.Connection) -> bool:
    """True when every aim is met and the control lost."""
    names = (f"{EVENTS * 10:,} events", f"{EVENTS:,} events")
    met = True
    for groupings in (("page",), ("country",), ("day",), ("day", "device")):
        pairs = paired(answer(database, LARGE, *groupings), answer(database, SMALL, *groupings))
        title = f"Ninety days by {' and '.join(groupings)}"
        met &= report(title, pairs, unit="s", names=names, aim=Aim(at_most=1.2), digits=4)
    pairs = paired(answer(database, LARGE, "page"), group_by(raw, LARGE), runs=5)
    words = ("roll-ups, with comparison and names", "GROUP BY on the events")
    title = f"Page views by page, {EVENTS * 10:,} events"
    met &= report(title, pairs, unit="s", names=words, aim=Aim(at_most=0.2), digits=4)
    grown = paired(group_by(raw, LARGE), group_by(raw, SMALL), runs=5)
    what = f"ten times the events take GROUP BY {grown.ratio:.1f} times as long"
    return control("the cost of counting events", lost=grown.ratio > 3, what=what) and met


if __name__ == "__main__":
    sys.exit(main())
