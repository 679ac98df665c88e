"""A page of 25 out of a million records: beside a bare ASGI program, and the last beside the first.

Both read the same database file; the platform checks a key, a role and the query besides.
"""

import json
import sys
import tempfile
import time
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from measure import Aim, Pairs, control, machine, paired, report, size
from platform_under_test import BRAND, Line, Place, bare, platform
from sqlalchemy import insert, text

from funneldesk.server.db.counters import move
from funneldesk.server.db.engine import Database
from funneldesk.server.parts.conversions.tables import OrderRow

RECORDS = size(1_000_000, 2_000)
BATCH = size(10_000, 1_000)
PER_PAGE = 25
CALLS = size(400, 5)
FIRST_AIM, LAST_AIM = 0.4, 0.8
BEGIN = datetime(2025, 1, 1, tzinfo=UTC)
COLUMNS = (
    "code, customer_email, customer_name, customer_phone, currency, status, total, merchant_id, "
    "created_at"
)


def fill(place: Place) -> None:
    """A million orders and their counter, put straight into the tables."""
    started = time.perf_counter()
    database = Database(place.url)
    for batch in range(RECORDS // BATCH):
        with database.writing() as session:
            session.execute(insert(OrderRow), [order(batch * BATCH + n) for n in range(BATCH)])
            move(session, BRAND, "conversions", BATCH)
    with database.writing() as session:
        session.execute(text("ANALYZE"))
    database.close()
    print(f"{RECORDS:,} orders put in in {time.perf_counter() - started:,.0f} s", flush=True)


def order(number: int) -> dict[str, Any]:
    """One of a million."""
    return {
        "brand_id": BRAND,
        "id": number + 1,
        "code": f"CODE{number:08}",
        "transaction_id": f"txn_{number}",
        "status": "completed",
        "customer_id": number // 2,
        "customer_email": f"someone.{number // 2}@example.com",
        "customer_name": f"Somebody {number // 2}",
        "currency": "EUR",
        "total": Decimal(number % 90),
        "total_value": Decimal(number % 90),
        "created_at": BEGIN + timedelta(seconds=number),
    }


def plain(offset: int) -> str:
    """The page as a plain statement for the reference."""
    statement = (
        f"SELECT {COLUMNS} FROM orders WHERE brand_id = {BRAND} "
        f"ORDER BY created_at DESC, id DESC LIMIT {PER_PAGE} OFFSET {offset}"
    )
    return "/?" + urlencode({"sql": statement})


def measure(line: Line, reference: Line) -> Iterator[bool]:
    """The three comparisons."""
    listing = f"/api/brands/{BRAND}/conversions?per_page={PER_PAGE}"
    first, last = f"{listing}&page=1", f"{listing}&page={RECORDS // PER_PAGE}"
    rows = json.loads(line.call("GET", last))["data"]
    assert len(rows) == PER_PAGE, "the last page is not whole"
    yield report(
        "First page of a million",
        paired(lambda: line.rate(first, CALLS), lambda: reference.rate(plain(0), CALLS)),
        unit="calls/s",
        names=("platform", "bare ASGI with sqlite3"),
        aim=Aim(at_least=FIRST_AIM),
        digits=0,
    )
    yield report(
        "Last page beside the first",
        paired(lambda: line.rate(last, CALLS), lambda: line.rate(first, CALLS)),
        unit="calls/s",
        names=("last page", "first page"),
        aim=Aim(at_least=LAST_AIM),
        digits=0,
    )
    deep = plain(RECORDS - PER_PAGE)
    naive: Pairs = paired(
        lambda: reference.rate(deep, 3), lambda: reference.rate(plain(0), 50), runs=3
    )
    yield control(
        "the last page by OFFSET",
        lost=naive.ratio < LAST_AIM,
        what=f"{naive.ratio:.3f} of the first",
    )


def main() -> int:
    """Measure all; 0 when every aim is met."""
    print(machine())
    with tempfile.TemporaryDirectory() as name:
        place = Place(Path(name), None)
        with platform(place) as (_running, line):
            fill(place)
            with bare(place.data / "platform.db") as reference:
                results = list(measure(line, reference))
    return 0 if all(results) else 1


if __name__ == "__main__":
    sys.exit(main())
