"""What one transaction leaves to the next, and what a call is told that waited in vain."""

import asyncio
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, suppress

import httpx
import pytest
from jobs_driver import opened
from platform_process import BrandApi, Place, api_headers, run_keys, served
from sqlalchemy import create_engine, make_url, select, text, update
from sqlalchemy.exc import OperationalError, TimeoutError
from sqlalchemy.orm import Session

from funneldesk.server.app import Door
from funneldesk.server.db.engine import Database
from funneldesk.server.parts.brands.tables import BrandRow
from funneldesk.server.parts.customers.tables import CustomerRow
from funneldesk.server.platform import Platform
from funneldesk.server.web.errors import of_database

BRAND = 7
MANY = 300


@pytest.fixture
def platform(place: Place) -> Iterator[Platform]:
    """A platform whose brand has customers."""
    with opened(place) as found:
        with found.database.writing() as session:
            addresses = [f"c{number}@example.com" for number in range(MANY)]
            session.add_all(
                CustomerRow(brand_id=BRAND, customer_email=one, email_key=one) for one in addresses
            )
        yield found


def rename(database: Database, name: str) -> None:
    """A write of its own."""
    with database.writing() as session:
        session.execute(update(BrandRow).values(name=name))


@pytest.mark.parametrize("fails", [True, False])
def test_a_stream_that_is_not_read_to_its_end_lets_its_view_go(
    place: Place, platform: Platform, fails: bool
) -> None:
    query = select(CustomerRow.id).execution_options(yield_per=100)
    with suppress(LookupError), platform.database.reading() as session:
        rows = session.execute(query)
        rows.fetchone()
        if fails:
            raise LookupError
    other = Database(place.url)
    rename(other, "Of another")
    other.close()
    with platform.database.reading() as session:
        assert session.scalar(select(BrandRow.name)) == "Of another"
    rename(platform.database, "Of mine")
    rows.close()  # held to the end, as a traceback holds it


def test_a_connection_comes_back_without_a_transaction(platform: Platform) -> None:
    database = platform.database
    with database.reading() as session:
        rows = session.execute(select(CustomerRow.id).execution_options(yield_per=10))
        rows.fetchone()
    with database.engine.connect() as connection:
        driver = connection.connection.driver_connection
        assert driver is not None
        if database.is_local:
            assert not driver.in_transaction
        else:
            assert driver.info.transaction_status.name == "IDLE"
    rows.close()


def lock_brand(session: Session) -> None:
    """Keep every other writer of the brand waiting, in any process."""
    session.execute(update(BrandRow).values(name="Locked"))


def test_a_write_that_waits_in_vain_is_told_to_come_again(place: Place) -> None:
    key = owner_key(place)
    with (
        served(place, "--database-wait", "0.1") as running,
        httpx.Client(headers=api_headers(key), trust_env=False) as client,
    ):
        brand = BrandApi(f"{running.base_url}/api/brands/{BRAND}", client)
        other = Database(place.url)
        with other.writing() as session:
            lock_brand(session)
            answer = brand.put("", json={"name": "Mine"})
            assert answer.status_code == 503, answer.text
            assert int(answer.headers["retry-after"]) > 0
            assert "try again" in answer.json()["message"]
            assert brand.get("").json()["name"] == "Harbor"
        other.close()
        assert brand.get("").json()["name"] == "Locked"
        assert brand.put("", json={"name": "Mine"}).status_code == 200
        assert "Traceback" not in running.log.read_text("utf-8")


def owner_key(place: Place) -> str:
    """A key of a new brand's owner."""
    words = ("--brand", str(BRAND), "--role", "owner", "--new-brand", "Harbor")
    return run_keys(place, "create", *words).stdout.strip()


def test_a_call_that_gets_no_connection_is_told_to_come_again(place: Place) -> None:
    key = owner_key(place)
    with opened(place, database_wait=0.05) as platform, ExitStack() as stack:
        client = httpx.AsyncClient(
            transport=httpx.ASGITransport(Door(platform)),
            base_url=f"http://platform/api/brands/{BRAND}",
            headers=api_headers(key),
        )

        async def call() -> httpx.Response:
            return await client.get("/customers")

        with suppress(TimeoutError):
            while True:
                stack.enter_context(platform.database.reading()).execute(select(BrandRow.id))
        answer = asyncio.run(call())
        assert answer.status_code == 503, answer.text
        assert int(answer.headers["retry-after"]) > 0
        stack.close()
        assert asyncio.run(call()).status_code == 200


def test_a_database_that_lets_nobody_in_is_busy(place: Place) -> None:
    if place.database is None:
        pytest.skip("a SQLite file lets everyone in")
    key = owner_key(place)
    address = make_url(place.database)
    engine = create_engine(address.set(database="postgres"), isolation_level="AUTOCOMMIT")
    with served(place) as running, engine.connect() as server:
        url = f"{running.base_url}/api/brands/{BRAND}/customers"

        def status() -> int:
            return httpx.get(url, headers=api_headers(key), trust_env=False, timeout=30).status_code

        assert status() == 200
        server.execute(text(f"ALTER DATABASE {address.database} ALLOW_CONNECTIONS false"))
        ends = text("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = :name")
        server.execute(ends, {"name": address.database})
        assert status() == 503
        server.execute(text(f"ALTER DATABASE {address.database} ALLOW_CONNECTIONS true"))
        assert status() == 200
    engine.dispose()


def test_a_server_that_went_away_meanwhile_is_met_anew(platform: Platform) -> None:
    """A connection is tried before it is used."""
    if platform.database.is_local:
        pytest.skip("a file does not hang up")
    ends = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
    mine = "datname = current_database() AND pid <> pg_backend_pid()"
    other = Database(platform.settings.database_url)
    for _ in range(2):
        with platform.database.reading() as session:
            assert session.scalar(select(CustomerRow.id).limit(1)) is not None
        with platform.database.glancing() as connection:
            assert connection.scalar(select(CustomerRow.id).limit(1)) is not None
        with other.glancing() as connection:
            assert connection.execute(text(f"{ends} WHERE {mine}")).all()
    other.close()


def test_writers_of_one_process_take_turns_without_looking_again(platform: Platform) -> None:
    """Each has the file as soon as the one before lets go; who waits in vain is told so."""
    database = platform.database
    if not database.is_local:
        pytest.skip("the server lets writers of different records in together")
    impatient = Database(platform.settings.database_url, wait=0.05)
    with ThreadPoolExecutor(1) as pool, impatient.writing() as session:
        with impatient.writing() as inner:  # of the same thread: its turn lasts
            assert inner is not session
        waiting = pool.submit(rename, impatient, "Too late").exception()
        assert isinstance(waiting, OperationalError)
        assert of_database(waiting) is not None
    rename(impatient, "In time")
    impatient.close()
    with database.reading() as session:
        assert session.scalar(select(BrandRow.name)) == "In time"


def test_a_quick_look_has_one_view_of_the_data(platform: Platform) -> None:
    database, name = platform.database, select(BrandRow.name)
    if not database.is_local:
        pytest.skip("looks on a server go to a thread, where a transaction is begun for each")
    with database.at_hand() as session:
        before = session.scalar(name)
        rename(database, "Meanwhile")
        assert session.scalar(name) == before != "Meanwhile"
    with database.at_hand() as session:
        assert session.scalar(name) == "Meanwhile"
