"""Reports, reads, writes and visits have places of their own; a call that was hung up on stops."""

import asyncio
import threading
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from typing import Any

import httpx
import pytest
from jobs_driver import BRAND, opened
from platform_process import Place, api_headers, run_keys
from sqlalchemy import select, text
from sqlalchemy.orm import Session
from starlette.requests import ClientDisconnect

from funneldesk.server.app import Door
from funneldesk.server.db.engine import LONG_READERS, READERS
from funneldesk.server.parts.analytics import routes
from funneldesk.server.parts.brands.tables import BrandRow
from funneldesk.server.platform import Platform
from funneldesk.server.web.quick import in_thread
from funneldesk.server.web.scheduling import CALL, Call, FairLimiter, Work, in_class, limiters

SPAN = "start=2026-11-01&end=2026-11-02"
REPORTS = (
    f"/analytics/metrics/hour/data?{SPAN}&selected_metrics[]=revenue",
    f"/analytics/metrics/data?{SPAN}&selected_metrics[]=revenue",
)
MANY = 16
ENDLESS = text(
    "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1000000000000000)"
    " SELECT max(i) FROM n"
)


@pytest.fixture
def platform(place: Place) -> Iterator[Platform]:
    """A platform with one brand."""
    with opened(place) as found:
        yield found


@contextmanager
def held_reports(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[int]]:
    """Reports do not end within the block; gives the numbers of those that began."""
    go, began = threading.Event(), list[int]()

    def held(*_words: Any) -> Any:
        began.append(len(began))
        assert go.wait(60)
        return b"[]", 0

    monkeypatch.setattr(routes, "rows_as_json", held)
    monkeypatch.setattr(routes, "values_of", lambda *words: held(*words)[0])
    try:
        yield began
    finally:
        go.set()


async def until(true: Callable[[], bool]) -> None:
    """Wait for what other tasks and threads do."""
    async with asyncio.timeout(60):
        while not true():  # noqa: ASYNC110 - threads set it
            await asyncio.sleep(0.005)


def client(platform: Platform, key: str = "", path: str = "") -> httpx.AsyncClient:
    """Calls of a brand's paths, or of others, without a network."""
    transport = httpx.ASGITransport(Door(platform))
    return httpx.AsyncClient(
        transport=transport,
        base_url=f"http://platform{path or f'/api/brands/{BRAND}'}",
        headers=api_headers(key) if key else {},
        timeout=60,
    )


def key_of(place: Place, role: str) -> str:
    """A new key of a role."""
    return run_keys(place, "create", "--brand", str(BRAND), "--role", role).stdout.strip()


@pytest.mark.parametrize("path", REPORTS)
def test_reports_hold_up_neither_writers_nor_visitors_nor_short_reads(
    platform: Platform, place: Place, monkeypatch: pytest.MonkeyPatch, path: str
) -> None:
    """None of the sixteen reports is answered before all others are."""

    async def run() -> None:
        viewer = client(platform, key_of(place, "viewer"))
        editor, visitor = client(platform, key_of(place, "editor")), client(platform, path="/p")
        page = {"title": "Hello", "slug": "hello", "status": "published"}
        assert (await editor.post("/pages", json=page)).status_code == 200
        with held_reports(monkeypatch) as began:
            reports = [asyncio.create_task(viewer.get(path)) for _ in range(MANY)]
            await until(lambda: len(began) == LONG_READERS)
            async with asyncio.timeout(60):
                answers = [
                    await editor.post("/quizzes", json={"name": "Mine"}),
                    await visitor.get(f"/{BRAND}/hello"),
                    await viewer.get("/pages/all"),
                    await viewer.get("/quizzes?q=mine"),
                ]
            assert [answer.status_code for answer in answers] == [200] * 4
            assert len(began) == LONG_READERS
            assert not any(report.done() for report in reports)
        assert [(await report).status_code for report in reports] == [200] * MANY

    asyncio.run(run())


def test_a_key_with_one_report_does_not_wait_for_all_of_another(
    platform: Platform, place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    ended = list[str]()

    async def ask(name: str, caller: httpx.AsyncClient) -> None:
        assert (await caller.get(REPORTS[0])).status_code == 200
        ended.append(name)

    async def run() -> None:
        many, one = (client(platform, key_of(place, role)) for role in ("viewer", "admin"))
        with held_reports(monkeypatch) as began:
            asked = [asyncio.create_task(ask("many", many)) for _ in range(MANY)]
            await until(lambda: len(began) == LONG_READERS)
            asked.append(asyncio.create_task(ask("one", one)))
            await until(lambda: limiters()[Work.LONG_READ].waiting == MANY + 1 - LONG_READERS)
        await asyncio.gather(*asked)

    asyncio.run(run())
    assert ended.index("one") <= LONG_READERS + 1


def test_keys_take_turns() -> None:
    order = list[tuple[int, int]]()

    async def work(limiter: FairLimiter, key: int, number: int) -> None:
        await limiter.acquire(key)
        order.append((key, number))
        await asyncio.sleep(0)
        limiter.release()

    async def run() -> None:
        limiter = FairLimiter(1)
        await limiter.acquire(0)
        waiting = [
            asyncio.create_task(work(limiter, key, number))
            for key, numbers in ((1, range(4)), (2, range(2)), (3, range(1)))
            for number in numbers
        ]
        await asyncio.sleep(0)
        gone = asyncio.create_task(work(limiter, 2, 9))
        await asyncio.sleep(0)
        gone.cancel()
        limiter.release()
        await asyncio.gather(*waiting)
        await limiter.acquire(0)  # the place is free again

    asyncio.run(asyncio.wait_for(run(), 60))
    assert order == [(1, 0), (2, 0), (3, 0), (1, 1), (2, 1), (1, 2), (1, 3)]


class Caller:
    """A caller that hangs up when it is told to."""

    def __init__(self) -> None:
        self._left = asyncio.Event()

    async def receive(self) -> dict[str, Any]:
        """What a server says of its caller."""
        await self._left.wait()
        return {"type": "http.disconnect"}

    def hang_up(self) -> None:
        """Leave."""
        self._left.set()


async def hung_up_on(look: Callable[[Caller], Awaitable[Any]]) -> None:
    """Expect that ``look`` ends since its caller left."""
    caller = Caller()
    CALL.set(Call(1, caller.receive))
    with pytest.raises(ClientDisconnect):
        async with asyncio.timeout(60):
            await look(caller)


def test_a_query_of_a_caller_that_hung_up_stops(platform: Platform) -> None:
    """Of one that would run for years; and the connection is good for others."""
    database, driver = platform.database, list[Any]()

    async def look(caller: Caller) -> None:
        def read(session: Session) -> None:
            driver.append(session.connection().connection.driver_connection)
            loop.call_soon_threadsafe(caller.hang_up)
            session.execute(ENDLESS).all()

        loop = asyncio.get_running_loop()
        await in_thread(database, read)

    for _ in range(READERS + 1):
        asyncio.run(hung_up_on(look))
    for _ in range(READERS + 1):
        with database.reading() as session:
            assert session.scalar(select(BrandRow.name)) == "Harbor"


def test_no_further_query_begins_for_a_caller_that_hung_up(platform: Platform) -> None:
    """The first one ends well; it is a second one that is not made."""
    seen = list[str]()

    async def look(caller: Caller) -> None:
        def read(session: Session) -> None:
            seen.append(session.scalars(select(BrandRow.name)).one())
            loop.call_soon_threadsafe(caller.hang_up)
            while True:
                seen.append(session.scalars(select(BrandRow.name)).one())

        loop = asyncio.get_running_loop()
        await in_thread(platform.database, read)

    asyncio.run(hung_up_on(look))
    assert set(seen) == {"Harbor"}


def test_who_hangs_up_while_waiting_leaves_the_queue(platform: Platform) -> None:
    """It is never read for them, and nobody waits behind them."""
    database, go, began = platform.database, threading.Event(), list[int]()

    def read(_session: Session) -> str:
        began.append(1)
        assert go.wait(60)
        return "read"

    async def run() -> None:
        first = [asyncio.create_task(in_thread(database, read)) for _ in range(READERS)]
        await until(lambda: len(began) == READERS)

        async def look(caller: Caller) -> None:
            asyncio.get_running_loop().call_later(0.01, caller.hang_up)
            await in_thread(database, read)

        await asyncio.create_task(hung_up_on(look))
        last = asyncio.create_task(in_thread(database, read))
        go.set()
        assert await asyncio.gather(*first, last) == ["read"] * (READERS + 1)
        assert len(began) == READERS + 1

    asyncio.run(run())


def test_a_write_of_a_caller_that_hung_up_is_done() -> None:
    """Nobody could tell otherwise what became of it."""

    async def run() -> str:
        caller = Caller()
        CALL.set(Call(1, caller.receive))
        caller.hang_up()
        return await in_class(Work.WRITE, lambda: "written")

    assert asyncio.run(run()) == "written"
