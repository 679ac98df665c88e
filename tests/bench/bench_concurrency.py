"""64 clients read and write the large sample for a minute, on both databases.

Each waits a quarter of a second between its calls, as a quick program does. Nobody meets a 5xx, and
99 of 100 calls for a list are answered within 300 ms on a machine that does nothing else. What
takes longer is told with its reason, and with the time that it takes when nobody else is there.
"""

import asyncio
import itertools
import math
import random
import statistics
import sys
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

import aiohttp
from large_sample import kinds, large_sample
from measure import control, done, machine, size
from platform_under_test import BRAND, Served, processor_seconds
from sqlalchemy import text

from funneldesk.server.db.engine import Database

CLIENTS = size(64, 4)
SECONDS = size(60, 1)
PAUSE_SECONDS = 0.25
MOST_MS = 300.0
CONTROL_SECONDS = size(5, 3)
CALLS_ALONE = size(9, 1)

LISTS = (
    "/pages/all",
    "/products?page=1",
    "/funnels/all",
    "/conversions?page=1",
    "/conversions?page=4000",
    "/customers?page=1",
    "/customers?page=1500",
    "/customers?q=ann",
    "/conversions?search=smith",
    "/subscriptions?page=1",
    "/clicks?page=1",
    "/tickets?page=1",
    "/tickets?status=open",
    "/components?page=1",
    "/collections?page=1",
    "/automations?page=1",
    "/split-tests?page=1",
    "/blogs?page=1",
    "/courses?page=1",
    "/quizzes?page=1",
    "/domains?page=1",
    "/file-manager/assets",
    "/crm/entities",
)
WRITES: dict[str, dict[str, Any]] = {
    "/pages": {"title": "Measured", "html": "<p>measured</p>" * 500},
    "/products": {"title": "Measured", "price": 5, "type": "digital", "classification": "main"},
    "/funnels": {"name": "Measured"},
    "/quizzes": {"name": "Measured"},
}
WRITES_OF_TEN = 2
REASONS = {
    "POST /pages": "writers take turns, each until the disk has its page; looks for a free slug",
    "POST /products": "writers take turns, each until the disk has its product",
    "POST /funnels": "writers take turns, each until the disk has its funnel",
    "POST /quizzes": "writers take turns, each until the disk has its quiz",
    "GET /pages/all": "not by pages: every page of the brand, of which this run makes hundreds",
    "GET /funnels/all": "not by pages: every funnel of the brand, of which this run makes hundreds",
    "GET /conversions?page=4000": "deep: passes over 100,000 entries of an index",
    "GET /customers?page=1500": "deep: passes over tens of thousands of entries of an index",
    "GET /customers?q=ann": "a search: counts all that fit",
    "GET /conversions?search=smith": "a search: counts all that fit",
}
"""Why a call may take longer than others do; the rest only waits for its turn."""

_TURN = "waits for its turn: all calls share one interpreter"
_REST_SECONDS = 2.0
_REST_SHARE = 0.05
_MOST_RESTS = size(300, 0)
_NUMBERS = itertools.count()


@dataclass
class Seen:
    """What all clients met: milliseconds by call, and how many answers of each status."""

    times: dict[str, list[float]] = field(default_factory=dict)
    statuses: Counter[int] = field(default_factory=Counter)
    broken: Counter[str] = field(default_factory=Counter)

    def note(self, name: str, began: float, status: int) -> None:
        """One answer."""
        self.times.setdefault(name, []).append((time.perf_counter() - began) * 1000)
        self.statuses[status] += 1
        if status >= 500:
            self.broken[name] += 1

    def p99(self, name: str) -> float:
        """What 99 of 100 calls stayed under."""
        times = sorted(self.times[name])
        return times[min(len(times) - 1, int(len(times) * 0.99))]

    def median(self, name: str) -> float:
        """What half of the calls stayed under."""
        return statistics.median(self.times.get(name, [math.nan]))

    @property
    def is_well(self) -> bool:
        """Whether no call was answered by a 5xx."""
        return not self.broken


Calls = Callable[[aiohttp.ClientSession, str, Seen, float], Awaitable[None]]
"""What one client does until a moment."""


async def _call(http: aiohttp.ClientSession, root: str, seen: Seen, path: str) -> None:
    began = time.perf_counter()
    if path in WRITES:
        body = WRITES[path] | {"code": f"M{next(_NUMBERS)}"}
        name, call = f"POST {path}", http.post(root + path, json=body)
    else:
        name, call = f"GET {path}", http.get(root + path)
    async with call as answer:
        await answer.read()
    seen.note(name, began, answer.status)


async def _client(http: aiohttp.ClientSession, root: str, seen: Seen, until: float) -> None:
    await asyncio.sleep(random.random() * PAUSE_SECONDS)
    while time.monotonic() < until:
        writes = random.randrange(10) < WRITES_OF_TEN
        await _call(http, root, seen, random.choice(list(WRITES) if writes else LISTS))
        await asyncio.sleep(PAUSE_SECONDS)


async def _each_alone(http: aiohttp.ClientSession, root: str, seen: Seen, _until: float) -> None:
    for path in (*LISTS, *WRITES) * CALLS_ALONE:
        await _call(http, root, seen, path)


async def _all(
    running: Served, seconds: float, clients: int = CLIENTS, what: Calls = _client
) -> Seen:
    seen, until = Seen(), time.monotonic() + seconds
    headers = {"SVC-Access-Key": running.key(), "Accept": "application/json"}
    root = f"{running.base_url}/api/brands/{BRAND}"
    connector = aiohttp.TCPConnector(limit=CLIENTS)
    timeout = aiohttp.ClientTimeout(total=60)
    async with aiohttp.ClientSession(
        connector=connector, timeout=timeout, headers=headers, trust_env=False
    ) as http:
        began = time.perf_counter()
        await asyncio.gather(*(what(http, root, seen, until) for _ in range(clients)))
        done(time.perf_counter() - began, requests=seen.statuses.total())
    return seen


def _told(kind: str, seen: Seen, alone: Seen, seconds: float) -> bool:
    calls = sum(seen.statuses.values())
    print(f"{kind}: {calls:,} calls by {CLIENTS} clients, {dict(sorted(seen.statuses.items()))}")
    print(f"  {seconds / calls * 1000:.2f} ms of the server's processor a call")
    slow = {name: seen.p99(name) for name in seen.times if seen.p99(name) > MOST_MS}
    for name in sorted(seen.times, key=seen.p99, reverse=True):
        reason = f"  OVER: {REASONS.get(name, _TURN)}" if name in slow else ""
        print(
            f"  {name:<32} median {seen.median(name):8,.1f} ms  p99 {seen.p99(name):8,.1f} ms"
            f"  of {len(seen.times[name]):,}, alone {alone.median(name):6,.1f} ms{reason}"
        )
    lists = [name for name in slow if name.startswith("GET")]
    met, broken = seen.is_well and not lists, sum(seen.broken.values())
    print(f"  {broken} × 5xx, {len(lists)} lists over: {'PASS' if met else 'BELOW'}", flush=True)
    return met


@contextmanager
def _occupied(running: Served) -> Iterator[None]:
    """Somebody who keeps the tables of pages, or the one place of a writer, for himself."""
    database = Database(running.place.url)
    with database.writing() as session:
        session.connection()
        if not database.is_local:
            session.execute(text("LOCK TABLE pages, products, funnels IN EXCLUSIVE MODE"))
        yield
    database.close()


def _rest(running: Served) -> None:
    """Wait until the platform has done what was due since its sample was made."""
    for _ in range(_MOST_RESTS):
        before = processor_seconds(running.process)
        time.sleep(_REST_SECONDS)
        if processor_seconds(running.process) - before < _REST_SECONDS * _REST_SHARE:
            return


def _measure(kind: str) -> bool:
    with large_sample(kind, "--database-wait", "2") as running:
        asyncio.run(_all(running, CONTROL_SECONDS))  # every part is loaded, every index was read
        _rest(running)
        alone = asyncio.run(_all(running, SECONDS, clients=1, what=_each_alone))
        before = processor_seconds(running.process)
        seen = asyncio.run(_all(running, SECONDS))
        met = _told(kind, seen, alone, processor_seconds(running.process) - before)
        with _occupied(running):
            spoilt = asyncio.run(_all(running, CONTROL_SECONDS))
        lost = sum(spoilt.broken.values())
        what = f"{lost} × 5xx"
        return control("a transaction that never ends", lost=lost > 0, what=what) and met


def main() -> int:
    """Measure both; 0 when every aim is met."""
    print(machine())
    results = [_measure(kind) for kind in kinds()]
    return 0 if all(results) else 1


if __name__ == "__main__":
    sys.exit(main())
