"""Exports of 100,000 orders and 50,000 customers while three writers write, on both databases.

Every row comes, no call is answered by a 5xx, and the platform's memory stays flat.
"""

import itertools
import os
import sys
import threading
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
from large_sample import kinds, large_sample
from measure import control, done, machine, size
from platform_under_test import BRAND, Served, resident_bytes
from sqlalchemy import select

from funneldesk.server.db.counters import counted
from funneldesk.server.db.engine import Database
from funneldesk.server.jobs.tables import ExportRow
from funneldesk.server.parts.conversions.tables import OrderRow

WRITERS = size(3, 1)
MOST_GROWTH = 60_000_000
"""Bytes that the platform may grow by: pieces of a file, a thousand rows, the allocator's slack."""

EXPORTS = {"conversions": "conversions", "customers": "customers/all"}
"""What is exported, and the counter of how much there is."""


@contextmanager
def _written(client: httpx.Client, root: str) -> Iterator[Counter[int]]:
    """Writers at work until the block ends; gives how many answers of each status there were."""
    statuses: Counter[int] = Counter()
    over = threading.Event()

    def write() -> None:
        for number in itertools.count():
            if over.is_set():
                return
            answer = client.post(f"{root}/pages", json={"title": f"Page {number}", "html": "x"})
            statuses[answer.status_code] += 1

    threads = [threading.Thread(target=write) for _ in range(WRITERS)]
    for thread in threads:
        thread.start()
    try:
        yield statuses
    finally:
        over.set()
        for thread in threads:
            thread.join()


def _made(database: Database) -> dict[str, tuple[str, int]]:
    """How the last export of each kind stands, and its rows."""
    with database.reading() as session:
        rows = session.scalars(
            select(ExportRow).where(ExportRow.brand_id == BRAND).order_by(ExportRow.id)
        )
        return {row.kind: (row.status, row.rows or 0) for row in rows}


def _measure(kind: str) -> bool:
    with (
        large_sample(kind) as running,
        httpx.Client(
            headers={"SVC-Access-Key": running.key(), "Accept": "application/json"},
            trust_env=False,
            timeout=60,
        ) as client,
    ):
        database = Database(running.place.url)
        with database.reading() as session:
            wanted = {one: counted(session, BRAND, name) for one, name in EXPORTS.items()}
        met = _exported(kind, running, client, database, wanted)
        return _held_whole(database) and met


def _exported(
    kind: str, running: Served, client: httpx.Client, database: Database, wanted: dict[str, int]
) -> bool:
    root = f"{running.base_url}/api/brands/{BRAND}"
    _warm_up(client, root, database)
    resident_bytes(running.process)
    before, began = resident_bytes(running.process), time.perf_counter()
    with _written(client, root) as statuses:
        for part in EXPORTS:
            client.post(f"{root}/{part}/export", json={}).raise_for_status()
        _wait(database)
    took, growth = time.perf_counter() - began, resident_bytes(running.process) - before
    made = _made(database)
    whole = all(made[one] == ("ready", count) for one, count in wanted.items())
    met = whole and set(statuses) == {200} and growth <= MOST_GROWTH
    done(took, rows=sum(count for _, count in made.values()), requests=statuses.total())
    print(f"{kind}: wanted {wanted}, made {made} in {took:.0f} s, {growth / 1e6:.1f} MB more")
    print(f"  writers: {dict(statuses)}: {'PASS' if met else 'BELOW'}", flush=True)
    return met


def _warm_up(client: httpx.Client, root: str, database: Database) -> None:
    """Have all that is needed loaded, by exports of next to nothing."""
    for part, body in (
        ("conversions", {"start_date": "2000-01-01", "end_date": "2000-01-01"}),
        ("customers", {"selected_emails": ["nobody@example.com"]}),
    ):
        client.post(f"{root}/{part}/export", json=body).raise_for_status()
    _wait(database)
    client.get(root.rpartition("/api/")[0] + "/openapi.json").raise_for_status()


def _wait(database: Database) -> None:
    while any(_made(database).get(one, ("waiting", 0))[0] == "waiting" for one in EXPORTS):
        time.sleep(0.2)


def _held_whole(database: Database) -> bool:
    before = _resident()
    with database.reading() as session:
        rows = session.scalars(select(OrderRow).where(OrderRow.brand_id == BRAND)).all()
        growth = _resident() - before
    what = f"{growth / 1e6:,.0f} MB for {len(rows):,} orders"
    return control("all orders held at once", lost=growth > MOST_GROWTH, what=what)


def _resident() -> int:
    pages = int(Path("/proc/self/statm").read_text("ascii").split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE")


def main() -> int:
    """Measure both; 0 when every aim is met."""
    print(machine())
    results = [_measure(kind) for kind in kinds()]
    return 0 if all(results) else 1


if __name__ == "__main__":
    sys.exit(main())
