"""Filmstrip of the sessions: what a card tells, lazily read, and gone through by keys."""

from collections.abc import Sequence
from datetime import timedelta
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from sqlalchemy import select
from tests.desktop.parts.tracking.test_tracking import BEGAN, HOSTILE, add_visits, opened
from tests.desktop.support.live_server import LiveBrand
from tests.desktop.support.relay import Relay
from tests.desktop.support.window_bench import WindowBench, in_the_window, until

from funneldesk.desktop.parts.tracking.film.frames import KEPT, MISSING, NO_RECORDING
from funneldesk.desktop.parts.tracking.panel import TrackingPanel
from funneldesk.desktop.parts.tracking.replay.tab import NONE
from funneldesk.server.parts.tracking.ingest import Ingest
from funneldesk.server.parts.tracking.replays import record_replay
from funneldesk.server.parts.tracking.tables import VisitRow

URL = "https://shop.example/mugs"


def click(at: int, target: str) -> dict[str, Any]:
    return {"type": "click", "x": 90, "y": 90, "ts": at, "target": target, "scrollY": 0}


ANGRY = [
    *(click(at, "div.price") for at in (500, 700, 900)),
    {"type": "error", "ts": 1_500, "target": "TypeError"},
]
"""Three clicks at once on what does not react, and an error."""


def add_angry_visit(brand: LiveBrand, events: Sequence[dict[str, Any]] = ANGRY) -> None:
    """A visit on a phone whose recording has these events."""
    with brand.database.writing() as session:
        ingest = Ingest(session, brand.number)
        ingest.visit(
            BEGAN + timedelta(hours=2),
            "v3",
            session_id="s-angry",
            url=URL,
            device="mobile",
            browser="Firefox",
        )
        ingest.flush()
        session.flush()
        query = select(VisitRow.id).where(VisitRow.session_id == "s-angry")
        visit_id = session.scalar(query.where(VisitRow.brand_id == brand.number))
        assert visit_id is not None
        viewport = (390, 844)
        moment = BEGAN + timedelta(hours=2)
        record_replay(
            session,
            brand.number,
            visit_id,
            "s-angry-1",
            moment,
            events,
            url=URL,
            viewport=viewport,
        )


def add_many(brand: LiveBrand, count: int) -> None:
    """Visits that nobody recorded."""
    with brand.database.writing() as session:
        ingest = Ingest(session, brand.number)
        for at in range(count):
            moment = BEGAN - timedelta(hours=1 + at)
            ingest.visit(moment, f"w{at}", session_id=f"s-{at}", url=URL)
        ingest.flush()


async def with_film(bench: WindowBench, brand: LiveBrand, **more: Any) -> TrackingPanel:
    panel = await opened(bench, await bench.workspace(brand, **more))
    panel.film_button.click()
    await until(lambda: panel.film.isVisible() and panel.is_quiet and len(panel.film.frames))
    return panel


def is_lost(panel: TrackingPanel, session_id: str) -> bool:
    frame = panel.film.frames.frame(session_id)
    return frame is not None and frame.is_lost


def told(panel: TrackingPanel, session_id: str) -> str:
    return str(panel.film.rows.index(panel.film.rows.row_of(session_id), 0).data())


@in_the_window
async def test_each_session_has_a_picture_with_its_device_and_its_trouble(
    bench: WindowBench, brand: LiveBrand
) -> None:
    await brand.add("Mugs", slug="mugs", html=HOSTILE)
    add_visits(brand)
    add_angry_visit(brand)
    add_many(brand, 1)
    panel = await with_film(bench, brand)
    assert panel.film.rows.ids == panel.list.table.rows.ids == ["s-angry", "s-person", "s-0"]
    await until(lambda: "Errors 1" in told(panel, "s-angry"))
    assert "Rage clicks 1" in told(panel, "s-angry")
    assert "mobile · Firefox" in told(panel, "s-angry")
    await until(lambda: "No trouble" in told(panel, "s-person"))
    assert "2 recordings" in told(panel, "s-person")
    await until(lambda: NO_RECORDING in told(panel, "s-0"))
    for session_id in panel.film.rows.ids:
        frame = panel.film.frames.frame(session_id)
        assert frame is not None
        assert frame.image is not None, "a session without a recording has its first page"


@in_the_window
async def test_arrows_go_from_session_to_session_and_enter_plays(
    bench: WindowBench, brand: LiveBrand
) -> None:
    add_visits(brand)
    add_angry_visit(brand)
    panel = await with_film(bench, brand)
    assert panel.film.hasFocus()
    QTest.keyClick(panel.film, Qt.Key.Key_Home)
    QTest.keyClick(panel.film, Qt.Key.Key_Right)
    assert panel.list.table.selected_ids() == ["s-person"]
    await until(lambda: panel.open_id == "s-person")
    QTest.keyClick(panel.film, Qt.Key.Key_Left)
    await until(lambda: panel.open_id == "s-angry")
    panel.list.table.select("s-person")
    assert panel.film.currentIndex().row() == 1, "the strip follows the list"
    QTest.keyClick(panel.film, Qt.Key.Key_Return)
    player = panel.recordings.player
    await until(lambda: player.isVisible() and len(player.recording) == 3)
    panel.film_button.click()
    assert panel.film.isHidden()


@in_the_window
async def test_only_what_is_seen_is_read_and_not_all_of_it_is_kept(
    bench: WindowBench, brand: LiveBrand, relay: Relay
) -> None:
    add_many(brand, 29)
    panel = await with_film(bench, brand, base_url=relay.base_url)
    seen = panel.film.seen()
    assert 0 < len(seen) < 12
    await until(lambda: all(panel.film.frames.frame(each) for each in seen) and panel.is_quiet)
    assert len(panel.film.frames) == len(seen)
    QTest.keyClick(panel.film, Qt.Key.Key_End)
    last = panel.film.rows.ids[-1]
    await until(lambda: panel.film.frames.frame(last) is not None and panel.is_quiet)
    middle = panel.film.rows.ids[14]
    assert panel.film.frames.frame(middle) is None
    assert len(panel.film.frames) <= KEPT


@in_the_window
async def test_a_recording_that_is_gone_says_so_and_what_was_not_read_is_asked_again(
    bench: WindowBench, brand: LiveBrand, relay: Relay
) -> None:
    add_visits(brand)
    add_angry_visit(brand, events=())
    panel = await opened(bench, await bench.workspace(brand, base_url=relay.base_url))
    await relay.vanish()
    panel.film_button.click()
    await until(lambda: is_lost(panel, "s-angry") and is_lost(panel, "s-person"))
    assert NO_RECORDING not in told(panel, "s-person"), "nobody knows"
    await relay.listen()
    panel.refresh()
    await until(lambda: MISSING in told(panel, "s-angry"))
    await until(lambda: "No trouble" in told(panel, "s-person"))


@in_the_window
async def test_the_player_shows_nothing_of_the_session_before(
    bench: WindowBench, brand: LiveBrand
) -> None:
    add_angry_visit(brand)
    add_many(brand, 1)
    panel = await opened(bench, await bench.workspace(brand))
    panel.play_of("s-angry")
    player = panel.recordings.player
    await until(lambda: len(player.recording) == len(ANGRY) and panel.is_quiet)
    panel.open_record("s-0")
    await until(lambda: player.title.text() == NONE)
    assert not len(player.recording)
    assert not player.play_button.isEnabled()
