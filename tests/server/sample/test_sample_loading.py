"""Loading the sample: the same brand each time, whole after whatever came in between."""

import json
import os
import re
import shutil
import signal
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import UTC, datetime
from threading import Event
from typing import Any

import httpx
import pytest
from platform_process import PROGRAM, Place, api_headers, new_place, served
from sqlalchemy import func, select, text
from sqlalchemy.orm import Session

from funneldesk.server.db.counters import BrandCounterRow
from funneldesk.server.db.types import at
from funneldesk.server.opening import opened
from funneldesk.server.parts.brands.tables import BrandRow
from funneldesk.server.parts.conversions.tables import OrderRow
from funneldesk.server.parts.crm.tables import CrmEntityRow, CrmEntryRow
from funneldesk.server.parts.pages.tables import PageRow
from funneldesk.server.parts.split_tests.tables import SplitTestRow
from funneldesk.server.parts.tickets.tables import TicketMessageRow, TicketRow
from funneldesk.server.parts.tracking.tables import VisitRow
from funneldesk.server.platform import Platform
from funneldesk.server.sample import chapters, loader
from funneldesk.server.sample.simulation.sizes import SIZES, SLICE, Size
from funneldesk.server.sample.stage import Chapter
from funneldesk.server.sample.tables import SampleStateRow
from funneldesk.server.settings import CannotStart, Settings
from funneldesk.server.tables import METADATA

NOW = datetime(2026, 11, 18, 15, 30, tzinfo=UTC)


class Crash(Exception):
    """The power goes."""


@pytest.fixture(scope="module", autouse=True)
def thin() -> Iterator[dict[int, Size]]:
    """Both brands thinner than the second one is, in several steps; gives the usual sizes."""
    size = replace(SLICE, visits=240, eagerness=1.6, days_a_step=30)
    with pytest.MonkeyPatch.context() as patched:
        usual = SIZES["small"]
        patched.setitem(SIZES, "small", {1: size, 2: size})
        yield usual


@pytest.fixture(scope="module")
def loaded(thin: object, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Place]:
    """A place after a load in which nothing came in between; whoever uses it leaves it so."""
    with new_place(tmp_path_factory.mktemp("whole")) as place:
        load(place)
        yield place


@pytest.fixture(scope="module")
def whole(loaded: Place) -> dict[str, Any]:
    """What such a load holds."""
    return told(loaded)


@contextmanager
def platform(place: Place) -> Iterator[Platform]:
    """A platform in this process, at a moment that is always the same."""
    settings = Settings(place.data, database=place.database, sample="small")
    with opened(settings, to_serve=True) as database, at(NOW):
        yield Platform.open(database, settings)


def load(place: Place) -> list[dict[str, Any]]:
    """Load what is missing."""
    with platform(place) as running:
        return loader.load(running)


def told(place: Place) -> dict[str, Any]:
    """What the brands hold, codes and ids included."""
    with platform(place) as running, running.database.reading() as session:
        counts = {
            table.name: session.scalar(select(func.count()).select_from(table))
            for table in METADATA.sorted_tables
            if table.name not in ("access_keys", "id_counters")
        }
        return {**counts, **_details(session)}


def _details(session: Session) -> dict[str, Any]:
    orders = select(OrderRow.code, OrderRow.status, OrderRow.total, OrderRow.created_at)
    visits = select(
        VisitRow.session_id,
        VisitRow.code,
        VisitRow.started_at,
        VisitRow.seconds,
        VisitRow.page_views,
    )
    said = select(TicketMessageRow.message, TicketMessageRow.created_at)
    asked = select(TicketRow.ticket_code, TicketRow.subject)
    dealt = select(CrmEntryRow.id, CrmEntryRow.title)
    found = select(BrandCounterRow.brand_id, BrandCounterRow.name, BrandCounterRow.value)
    return {
        name: sorted(map(str, session.execute(query).all()))
        for name, query in {
            "who bought": orders,
            "who came": visits,
            "what was said": said,
            "counters": found,
            "tickets": asked,
            "deals": dealt,
        }.items()
        if name != "what was said" or session.scalar(select(func.count(TicketRow.id)))
    }


def counted_anew(found: dict[str, Any], place: Place) -> dict[str, Any]:
    """Without the numbers that visits' codes begin with where a broken off write keeps its own.

    PostgreSQL's sequences do not come back with the transaction that took from them.
    """
    if place.database is None:
        return found
    visits = [re.sub(r"^(\('\w+', ')\w{5}", r"\1", visit) for visit in found["who came"]]
    assert visits != found["who came"]
    return {**found, "who came": sorted(visits)}


def crash_in(monkeypatch: pytest.MonkeyPatch, number: int) -> None:
    """Let the power go at the end of the chapter of this number."""
    usual = chapters.chapters

    def failing(*words: Any) -> Iterator[Chapter]:
        for place, chapter in enumerate(usual(*words)):
            if place == number:

                def write(session: Session, whole: Chapter = chapter) -> None:
                    whole.write(session)
                    raise Crash

                yield Chapter(chapter.name, write)
            else:
                yield chapter

    monkeypatch.setattr(chapters, "chapters", failing)


@pytest.mark.deep
def test_the_same_seed_gives_the_same_brands(whole: dict[str, Any], place: Place) -> None:
    load(place)
    assert told(place) == whole


@pytest.mark.parametrize(
    "number", [12, *(pytest.param(n, marks=pytest.mark.deep) for n in (0, 3, 14, 19, 27))]
)
def test_a_load_that_broke_off_is_gone_on_with(
    whole: dict[str, Any], place: Place, monkeypatch: pytest.MonkeyPatch, number: int
) -> None:
    with monkeypatch.context() as patched:
        crash_in(patched, number)
        with pytest.raises(Crash):
            load(place)
    with platform(place) as running, running.database.reading() as session:
        state = session.get_one(SampleStateRow, 1)
        assert (state.chapters, state.finished_at) == (number, None)
        assert session.get_one(BrandRow, 1).subscription_status == loader.LOADING
    assert {key["brand"] for key in load(place)} == {1, 2}
    assert counted_anew(told(place), place) == counted_anew(whole, place)


def fill(place: Place, ended: Event | None = None) -> bool:
    """Write what a load of the content alone has left, as the background does."""
    with platform(place) as running:
        return loader.load_rest(running, ended or Event())


def test_a_brand_that_is_filled_in_the_background_is_the_same_in_the_end(
    whole: dict[str, Any], place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(loader, "BREATH", 0)
    with platform(place) as running:
        assert {key["brand"] for key in loader.load(running, content_only=True)} == {1, 2}
        with running.database.reading() as session:
            for brand in (1, 2):
                state = session.get_one(SampleStateRow, brand)
                assert (state.chapters, state.finished_at) == (chapters.CONTENT_CHAPTERS, None)
                assert session.get_one(BrandRow, brand).subscription_status == loader.LOADING
            assert not session.scalar(select(func.count()).select_from(VisitRow))
            assert session.scalar(select(func.count()).select_from(PageRow)) == whole["pages"]
    ended = Event()
    ended.set()
    assert not fill(place, ended)
    with monkeypatch.context() as patched:
        crash_in(patched, 14)
        with pytest.raises(Crash):
            fill(place)
    assert {key["brand"] for key in load_content(place)} == {1, 2}
    assert fill(place)
    assert counted_anew(told(place), place) == counted_anew(whole, place)


def load_content(place: Place) -> list[dict[str, Any]]:
    """A later start while the rest is still missing."""
    with platform(place) as running:
        return loader.load(running, content_only=True)


@pytest.mark.deep
def test_what_a_user_removes_meanwhile_is_gone_without(
    place: Place, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(loader, "BREATH", 0)
    load_content(place)
    with platform(place) as running, running.database.writing() as session:
        tested = select(SplitTestRow.page_id).where(SplitTestRow.brand_id == 1)
        page = session.scalars(select(PageRow).where(PageRow.id.in_(tested))).first()
        entity = session.scalars(select(CrmEntityRow).where(CrmEntityRow.brand_id == 1)).first()
        assert page is not None
        assert entity is not None
        session.delete(page)
        session.delete(entity)
    assert fill(place)
    assert "goes without “CRM entries”" in caplog.text
    with platform(place) as running, running.database.reading() as session:
        assert session.get_one(BrandRow, 1).subscription_status == "active"
        visits = select(func.count()).select_from(VisitRow).where(VisitRow.brand_id == 1)
        assert 20 < (session.scalar(visits) or 0) < 240


def test_what_is_whole_is_not_written_again(whole: dict[str, Any], loaded: Place) -> None:
    load(loaded)
    assert told(loaded) == whole
    with platform(loaded) as running, running.database.reading() as session:
        statuses = session.scalars(select(BrandRow.subscription_status)).all()
        assert set(statuses) == {"active"}


@pytest.mark.deep
def test_a_process_with_a_folder_of_its_own_gets_the_artwork(loaded: Place) -> None:
    with platform(loaded) as running:
        assert running.storage.root is not None
        shutil.rmtree(running.storage.root / "1")
    load(loaded)
    with platform(loaded) as running:
        content = running.storage.get(1, "img/logo.svg")
        assert b"<svg" in b"".join(content.chunks)


def test_a_brand_that_somebody_made_is_left_alone(place: Place) -> None:
    with platform(place) as running, running.database.writing() as session:
        session.add(BrandRow(id=1, name="My own", subdomain="mine"))
    load(place)
    with platform(place) as running, running.database.reading() as session:
        assert session.get_one(BrandRow, 1).name == "My own"
        assert session.get(SampleStateRow, 1) is None
        assert session.get_one(SampleStateRow, 2).finished_at is not None


def test_another_editions_unfinished_sample_is_refused(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patched:
        crash_in(patched, 3)
        with pytest.raises(Crash):
            load(place)
    monkeypatch.setattr(loader, "EDITION", loader.EDITION + 1)
    with pytest.raises(CannotStart, match="another --data folder"):
        load(place)


@pytest.mark.deep
def test_a_platform_killed_while_it_loads_is_whole_after_the_next_start(place: Place) -> None:
    place.data.mkdir(parents=True)
    for seconds in (0.9, 1.6, 2.4, 3.2):
        process = subprocess.Popen(
            [*PROGRAM, "serve", *place.words, "--sample", "small"],
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        )
        time.sleep(seconds)
        os.kill(process.pid, signal.SIGKILL)
        process.communicate()
    with (
        served(place, "--sample", "small") as running,
        httpx.Client(trust_env=False, timeout=60) as client,
    ):
        for brand, orders in ((1, 300), (2, 30)):
            root = f"{running.base_url}/api/brands/{brand}"
            headers = api_headers(running.key(brand=brand))
            assert client.get(root, headers=headers).json()["subscription_status"] == "active"
            meta = client.get(f"{root}/conversions", headers=headers).json()["meta"]
            assert meta["total"] > orders
            tickets = client.get(f"{root}/tickets", headers=headers, timeout=30).json()
            assert tickets["meta"]["total"] == sum(tickets["statuses"].values()) > 5


def test_counters_agree_with_what_they_count(loaded: Place) -> None:
    counted = {
        "visits": "visits",
        "conversions": "orders",
        "subscriptions": "subscriptions",
        "products": "products",
        "components": "components",
        "courses": "courses",
        "collections": "collections",
        "automations": "automations",
    }
    with platform(loaded) as running, running.database.reading() as session:
        for brand in (1, 2):
            for name, table in counted.items():
                rows = text(f"SELECT count(*) FROM {table} WHERE brand_id = :brand")
                value = select(BrandCounterRow.value).where(
                    BrandCounterRow.brand_id == brand, BrandCounterRow.name == name
                )
                found = session.scalar(rows, {"brand": brand})
                assert session.scalar(value) == found, (brand, name)


@pytest.mark.deep
def test_the_ready_line_is_the_only_output(place: Place) -> None:
    with served(place, "--sample", "small") as running:
        running.process.terminate()
        rest, _ = running.process.communicate(timeout=60)
        assert rest == b""
        assert json.dumps(running.ready).count("fd_") == 8
