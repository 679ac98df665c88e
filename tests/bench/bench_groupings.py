"""Analytics by several fields, and by the hour: against SQL over the sessions, and against writing.

A brand lives ninety days through the platform's own door. Each question is asked whole: both
periods, names, all metrics, written as JSON. Combined fields are compared with what SQL takes for
the sums alone from the rows of the sessions, answers of many rows with what the JSON library takes
to write the finished rows. Controls: the same questions without columns, and each cell made anew.
"""

import os
import random
import sys
import tempfile
import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from pathlib import Path
from zoneinfo import ZoneInfo

from measure import Aim, control, done, machine, paired, report, size, timed
from pydantic_core import from_json, to_json
from sqlalchemy import text

from funneldesk.server.db.engine import Database
from funneldesk.server.db.upgrade import upgrade
from funneldesk.server.parts.analytics import facts
from funneldesk.server.parts.analytics.answers import Asked, rows_of
from funneldesk.server.parts.analytics.encoding import MOST_CELLS, rows_as_json
from funneldesk.server.parts.analytics.fact_days import over
from funneldesk.server.parts.analytics.metrics import METRICS
from funneldesk.server.parts.analytics.packing import pack
from funneldesk.server.parts.analytics.periods import Span
from funneldesk.server.parts.analytics.questions import Question
from funneldesk.server.parts.analytics.sales import Sale, Sales, SoldItem
from funneldesk.server.parts.analytics.store import sums_of
from funneldesk.server.parts.brands.tables import BrandRow
from funneldesk.server.parts.tracking import store
from funneldesk.server.parts.tracking.ingest import PAGE_VIEW, Ingest
from funneldesk.server.parts.tracking.rules import Clicks

VISITS = int(os.environ.get("FUNNELDESK_BENCH_VISITS", size(150_000, 900)))
DAYS, PAGES = 90, 8
START = datetime(2026, 3, 1, tzinfo=UTC)
HOURS = DAYS * 24
FIRST = int(START.timestamp()) // 3600
ZONE = ZoneInfo("Europe/Lisbon")
COUNTRIES = ("PT", "US", "DE", "BR", "IN", "JP", "FR", "ES", "GB", "IT", "NL", "SE")
CHOICES = {
    "country": COUNTRIES,
    "region": tuple(f"region {number}" for number in range(4)),
    "device": ("mobile", "desktop", "tablet"),
    "browser": ("Chrome", "Safari", "Firefox", "Edge"),
    "utm_source": ("", "mail", "search", "social", "partner"),
    "utm_campaign": ("", *(f"campaign {number}" for number in range(12))),
}
COMBINED = (
    "country;region;device;browser",
    "day;page;device",
    "utm_source;utm_campaign",
    "device;browser",
)
LONG = ("hour;country", "hour")
IN_COLUMNS, WRITTEN, SEARCHED = Aim(at_most=0.6), Aim(at_most=4.0), Aim(at_most=0.6)


def fill(database: Database) -> None:
    """Let the brand live, a day in each transaction; one visit of eight buys."""
    chance = random.Random(1)
    with database.writing() as session:
        session.add(BrandRow(id=1, name="Brand", subdomain="b", timezone=ZONE.key))
    for day in range(DAYS):
        with database.writing() as session:
            sales = Sales(session, 1)
            ingest = Ingest(session, 1)
            bought = []
            for number in range(VISITS // DAYS):
                at = START + timedelta(days=day, seconds=chance.random() * 86_399)
                fields = {
                    name: values[int(chance.random() ** 2 * len(values))]
                    for name, values in CHOICES.items()
                }
                page = int(chance.random() ** 2 * PAGES) + 1
                url = f"https://shop.test/{page}?utm_source={fields['utm_source']}"
                visit = ingest.visit(at, f"{day}-{number}", url=url, **fields)
                ingest.event(visit, PAGE_VIEW, at, page_id=page)
                ingest.event(visit, "engagement", at, seconds=int(chance.random() ** 3 * 600))
                if number % 8 == 0:
                    bought.append(visit)
            ingest.flush()
            for visit in bought:
                items = [SoldItem(number % 5 + 1, 1, Decimal("19.9")) for number in range(2)]
                sales.sale(Sale(visit.started_at, Decimal("39.8"), items=items, visit=visit))
            sales.flush()


def asked(groupings: str) -> Asked:
    """All metrics of the ninety days; by the hour, as many as an answer has room for."""
    span = Span(FIRST, FIRST + HOURS, ZONE)
    metrics = tuple(METRICS)[: MOST_CELLS // HOURS if groupings == "hour" else None]
    return Asked(Question(span, tuple(groupings.split(";"))), metrics, {}, "EUR")


def most_rows(groupings: str) -> int:
    """The rows that an answer has at most."""
    return MOST_CELLS // len(asked(groupings).metrics)


def whole(database: Database, groupings: str) -> Callable[[], float]:
    """Seconds for the answer as it is sent."""

    def ask() -> float:
        started = time.perf_counter()
        with database.reading() as session:
            text = rows_as_json(session, 1, asked(groupings))[0]
        seconds = time.perf_counter() - started
        return done(seconds, rows=len(from_json(text)), bytes=len(text))

    return ask


def from_rows(database: Database, groupings: str) -> Callable[[], float]:
    """Seconds that SQL takes for the sums of this period alone, from the rows."""

    def ask() -> None:
        with database.reading() as session:
            assert facts.sums_by_hour(session, 1, asked(groupings).question)

    return lambda: done(timed(ask), rows=VISITS // DAYS * DAYS)


def written(database: Database, groupings: str) -> Callable[[], float]:
    """Seconds that the JSON library takes for the finished rows."""
    with database.reading() as session:
        rows = list(rows_of(session, 1, asked(groupings)))[: most_rows(groupings)]
    return lambda: done(timed(lambda: to_json(rows)), rows=len(rows))


def made_anew(database: Database, groupings: str) -> Callable[[], float]:
    """Seconds for the same rows when each cell is made for itself."""
    wanted = asked(groupings)
    with database.reading() as session:
        sums = list(sums_of(session, 1, wanted.question).values())[: most_rows(groupings)]

    def make() -> None:
        to_json([{key: wanted.cell(key, now, now) for key in wanted.metrics} for now in sums])

    return lambda: done(timed(make), rows=len(sums))


def searched(database: Database) -> tuple[Callable[[], float], Callable[[], float]]:
    """Seconds for clicks by a text that none has, and for looking at every click for it.

    The newest whose addresses are looked into are a tenth of all, as they are where it matters.
    """
    store.SEARCHED = VISITS // 10
    slow = text(
        "SELECT count(*) FROM visits WHERE brand_id = 1 AND (code = :text OR session_id = :text "
        "OR subid = :text OR vtid = :text OR ip_address = :text OR lower(url) LIKE '%nobody%')"
    )

    def ours() -> None:
        with database.reading() as session:
            assert store.TrackingStore(session, 1).list(Clicks(query="nobody"))[2] == 0

    def theirs() -> None:
        with database.reading() as session:
            assert session.scalar(slow, {"text": "nobody"}) == 0

    return lambda: timed(ours), lambda: timed(theirs)


def main() -> int:
    """Measure, print, and answer with 1 when an aim is not met."""
    print(machine())
    with tempfile.TemporaryDirectory() as folder:
        database = Database(f"sqlite:///{Path(folder) / 'bench.db'}")
        upgrade(database)
        print(f"  {VISITS:,} visits, lived in {timed(lambda: fill(database)):.0f} s", flush=True)
        loose = whole(database, "device;browser")()
        days = over(database)
        seconds = timed(lambda: [pack(database, brand, day) for brand, day in days])
        print(f"  {len(days)} days, packed in {seconds:.1f} s", flush=True)
        met = compare(database, loose)
        database.close()
    return 0 if met else 1


def compare(database: Database, loose: float) -> bool:
    """True when every aim is met and the controls lost."""
    met = True
    for groupings in COMBINED:
        pairs = paired(whole(database, groupings), from_rows(database, groupings), runs=5)
        names = ("the whole answer", "SQL over the rows, the sums alone")
        met &= report(groupings, pairs, unit="s", names=names, aim=IN_COLUMNS)
    for groupings in LONG:
        pairs = paired(whole(database, groupings), written(database, groupings), runs=5)
        names = ("the whole answer", "writing it, by the JSON library")
        met &= report(groupings, pairs, unit="s", names=names, aim=WRITTEN)
    names = ("each looked for in its index", "every click looked at")
    pairs = paired(*searched(database), runs=5)
    met &= report("clicks by a text", pairs, unit="s", names=names, aim=SEARCHED)
    packed = min(whole(database, "device;browser")() for _ in range(3))
    what = f"{loose / packed:.1f} times as long before the days were packed"
    met &= control("rows in place of columns", lost=loose > 2 * packed, what=what)
    anew = paired(made_anew(database, "hour;country"), whole(database, "hour;country"), runs=3)
    what = f"each cell made anew takes {anew.ratio:.1f} times as long"
    return control("cells", lost=anew.ratio > 1.5, what=what) and met


if __name__ == "__main__":
    sys.exit(main())
