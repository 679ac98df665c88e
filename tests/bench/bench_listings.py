"""A page of 25 out of a million records: beside a bare ASGI program, and the last beside the first.

Both read the same database file; the platform checks a key, a role and the query besides.
"""

import json
import sys
import tempfile
import time
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from urllib.parse import urlencode

from measure import Aim, Pairs, control, machine, paired, report
from platform_under_test import BRAND, Line, Place, bare, platform

from funneldesk.server.db.engine import Database
from funneldesk.server.db.types import at
from funneldesk.server.parts.crm.bulk import NewEntry, create_many

RECORDS = 1_000_000
PER_PAGE = 25
CALLS = 400
FIRST_AIM, LAST_AIM = 0.4, 0.8
BEGIN = datetime(2025, 1, 1, tzinfo=UTC)
COLUMNS = (
    "id, title, pipeline_id, stage_id, crm_entity_id, brand_id, reference_type, reference_id, "
    'assigned_to_user_id, assigned_to_team_id, "values", created_at, updated_at'
)


def fill(place: Place, entity: int, pipeline: int, stage: int) -> None:
    """A million entries of one entity, made by the platform's own rules."""
    started = time.perf_counter()
    database = Database(place.url)
    for batch in range(RECORDS // 10_000):
        with at(BEGIN + timedelta(minutes=batch)), database.writing() as session:
            entries = (
                NewEntry(f"Deal {batch}/{number}", pipeline, stage) for number in range(10_000)
            )
            create_many(session, BRAND, entity, entries)
    database.close()
    print(f"{RECORDS:,} entries made in {time.perf_counter() - started:,.0f} s", flush=True)


def entity_of(line: Line) -> tuple[int, int, int]:
    """A new entity with one pipeline of one stage."""
    crm = f"/api/brands/{BRAND}/crm"

    def make(path: str, **body: str) -> int:
        answer = json.loads(line.call("POST", f"{crm}{path}", json.dumps(body).encode()))
        number: int = answer["id"]
        return number

    entity = make("/entities", name="Deals", slug="deals")
    pipeline = make(f"/entities/{entity}/pipelines", name="Sales")
    return entity, pipeline, make(f"/pipelines/{pipeline}/stages", name="Open")


def plain(entity: int, offset: int) -> str:
    """The page as a plain statement for the reference."""
    statement = (
        f"SELECT {COLUMNS} FROM crm_entries WHERE brand_id = {BRAND} AND crm_entity_id = {entity} "
        f"ORDER BY created_at DESC, id DESC LIMIT {PER_PAGE} OFFSET {offset}"
    )
    return "/?" + urlencode({"sql": statement})


def measure(line: Line, reference: Line, entity: int) -> Iterator[bool]:
    """The three comparisons."""
    listing = f"/api/brands/{BRAND}/crm/entities/{entity}/entries?per_page={PER_PAGE}"
    first, last = f"{listing}&page=1", f"{listing}&page={RECORDS // PER_PAGE}"
    rows = json.loads(line.call("GET", last))["data"]
    assert len(rows) == PER_PAGE, "the last page is not whole"
    yield report(
        "First page of a million",
        paired(lambda: line.rate(first, CALLS), lambda: reference.rate(plain(entity, 0), CALLS)),
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
    deep = plain(entity, RECORDS - PER_PAGE)
    naive: Pairs = paired(
        lambda: reference.rate(deep, 3), lambda: reference.rate(plain(entity, 0), 50), runs=3
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
            entity, pipeline, stage = entity_of(line)
            fill(place, entity, pipeline, stage)
            with bare(place.data / "platform.db") as reference:
                results = list(measure(line, reference, entity))
    return 0 if all(results) else 1


if __name__ == "__main__":
    sys.exit(main())
