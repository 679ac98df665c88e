"""Tracking in the window: filters, a session, its recordings, whatever is missing of them."""

from datetime import UTC, datetime, timedelta

import pytest
from sqlalchemy import select
from sqlalchemy.orm import Session
from tests.desktop.support.live_server import LiveBrand
from tests.desktop.support.relay import Relay
from tests.desktop.support.window_bench import WindowBench, in_the_window, said, shown_dialog, until

from funneldesk.desktop.parts.tracking.clicks.export import ExportDialog
from funneldesk.desktop.parts.tracking.clicks.filters import FiltersDialog
from funneldesk.desktop.parts.tracking.panel import TrackingPanel
from funneldesk.desktop.parts.tracking.replay.player import MISSING
from funneldesk.desktop.parts.tracking.tracking import filter_of
from funneldesk.desktop.records.query import Query
from funneldesk.desktop.workspace.workspace import Workspace
from funneldesk.server.parts.tracking.ingest import Ingest
from funneldesk.server.parts.tracking.replays import record_replay
from funneldesk.server.parts.tracking.tables import VisitRow

BEGAN = datetime(2026, 1, 1, 9, tzinfo=UTC)
HOSTILE = (
    "<script>fetch('http://127.0.0.1:9/x')</script><img src='http://127.0.0.1:9/i.png'>"
    "<h1>Mugs</h1><div style='height:3000px'>Long</div>"
)


def add_visits(brand: LiveBrand, page_id: int | None = None) -> None:
    """A person who was recorded twice, and a bot."""
    with brand.database.writing() as session:
        ingest = Ingest(session, brand.number)
        place = {"country": "PT", "city": "Porto", "lat": 41.1, "lon": -8.6}
        person = ingest.visit(
            BEGAN,
            "v1",
            session_id="s-person",
            url="https://shop.example/mugs?e=ana%40posta.example",
            subid="spring",
            page_id=page_id,
            **place,
        )
        ingest.event(person, "page_view", BEGAN, url="https://shop.example/mugs")
        ingest.event(
            person,
            "add_to_cart",
            BEGAN + timedelta(seconds=65),
            url="https://shop.example/mugs",
            data={"value": "12.50"},
        )
        ingest.visit(BEGAN + timedelta(hours=1), "v2", url="https://x.example/", is_bot=True)
        ingest.flush()
        session.flush()
        query = select(VisitRow.id).where(VisitRow.session_id == "s-person")
        visit_id = session.scalar(query.where(VisitRow.brand_id == brand.number))
        assert visit_id is not None
        record(session, brand, visit_id, page_id)


def record(session: Session, brand: LiveBrand, visit_id: int, page_id: int | None = None) -> None:
    """Two page views on a phone."""
    for number in (1, 2):
        record_replay(
            session,
            brand.number,
            visit_id,
            f"s-person-{number}",
            BEGAN + timedelta(minutes=number),
            [
                {"type": "mousemove", "x": 10, "y": 10, "ts": 100, "target": "p", "scrollY": 0},
                {"type": "scroll", "x": 0, "y": 0, "ts": 900, "target": "", "scrollY": 500},
                {"type": "click", "x": 9, "y": 9, "ts": 1500, "target": "a", "scrollY": 500},
            ],
            url="https://shop.example/mugs",
            page_id=page_id,
            viewport=(390, 700),
        )


async def opened(bench: WindowBench, workspace: Workspace) -> TrackingPanel:
    panel = bench.own(TrackingPanel(workspace))
    panel.resize(1280, 860)
    panel.show()
    panel.refresh()
    await until(lambda: panel.is_quiet)
    return panel


@in_the_window
async def test_bots_are_hidden_at_first_and_marked_when_they_are_shown(
    bench: WindowBench, brand: LiveBrand
) -> None:
    add_visits(brand)
    panel = await opened(bench, await bench.workspace(brand))
    assert panel.list.table.rows.ids == ["s-person"]
    panel.list.choose("bots", None)
    await until(lambda: panel.is_quiet and len(panel.list.table.rows.ids) == 2)
    assert panel.list.table.rows.index(0, 3).data() == "Bot"


@in_the_window
async def test_every_filter_of_the_server_can_be_typed_and_is_a_chip(
    bench: WindowBench, brand: LiveBrand
) -> None:
    add_visits(brand)
    panel = await opened(bench, await bench.workspace(brand))
    panel.filter()
    dialog = await shown_dialog(FiltersDialog)
    dialog.form.row("subid").set_value("spring")
    dialog.form.row("pgid").set_value(7)
    dialog.go_button.click()
    await until(lambda: panel.is_quiet and not panel.list.table.rows.ids)
    assert panel.list.query.choices == {"bots": "hidden", "subid": "spring", "pgid": 7}
    assert "Sub id: spring" in said(panel.list)
    assert "Page number: 7" in said(panel.list)
    panel.list.choose("pgid", None)
    await until(lambda: panel.is_quiet and panel.list.table.rows.ids == ["s-person"])


@in_the_window
async def test_the_server_is_asked_once_for_an_export_of_what_is_shown(
    bench: WindowBench, brand: LiveBrand, relay: Relay
) -> None:
    add_visits(brand)
    panel = await opened(bench, await bench.workspace(brand, base_url=relay.base_url))
    panel.list.choose("subid", "spring")
    await until(lambda: panel.is_quiet)
    panel.have_exported(())
    dialog = await shown_dialog(ExportDialog)
    dialog.form.row("columns").set_value(["url", "country"])
    dialog.go_button.click()
    title = "The server is making the export"
    await until(lambda: any(each.title == title for each in bench.notifications.notices))
    (sent,) = relay.writes()
    assert sent.path.endswith("/clicks/export")
    assert {each["field"] for each in sent.body["filters"]} == {"subid", "exclude_bots"}
    assert sent.body["columns"] == ["url", "country"]


def test_all_documented_filters_and_orders_are_sent() -> None:
    names = ("subid", "subid2", "subid3", "subid4", "vtid", "click_id", "ip_address")
    choices = dict.fromkeys(names, "x") | {"pgid": 1, "funnel_id": 2, "merchant_id": "3"}
    query = Query("words", choices | {"bots": "hidden", "start": "2026-01-02"}, "vtid", True)
    sent = filter_of(query).query()
    assert set(sent) == {
        *names,
        *("query", "pgid", "funnel_id", "merchant_id", "exclude_bots", "start"),
        *("sortBy", "sortDir"),
    }
    assert (sent["sortBy"], sent["sortDir"]) == ("vtid", "desc")


@in_the_window
async def test_a_session_tells_its_story_and_leads_to_the_customer(
    bench: WindowBench, brand: LiveBrand
) -> None:
    add_visits(brand)
    workspace = await bench.workspace(brand)
    panel = await opened(bench, workspace)
    went: list[tuple[str, str]] = []
    workspace.asked_to_go.connect(lambda part, record_id, _mention: went.append((part, record_id)))
    panel.open_record("s-person")
    table = panel.session.table
    await until(lambda: len(table.rows.ids) == 2 and panel.is_quiet)
    assert [table.rows.index(1, at).data() for at in range(3)] == ["1:05", "Added to cart", "/mugs"]
    assert "12.50" in panel.session.worth.text()
    assert panel.session.where.text().startswith("Porto")
    assert panel.session.play_button.text() == "Play 2 recordings"
    panel.session.customer_button.click()
    assert went == [("customers", "ana@posta.example")]


@in_the_window
async def test_recordings_play_over_their_page_and_go_on_with_the_next(
    bench: WindowBench, brand: LiveBrand
) -> None:
    add_visits(brand)
    await brand.add("Mugs", slug="mugs", html=HOSTILE)
    panel = await opened(bench, await bench.workspace(brand))
    panel.open_record("s-person")
    await until(lambda: panel.session.play_button.isEnabled() and panel.is_quiet)
    panel.session.play_button.click()
    player = panel.recordings.player
    await until(lambda: len(player.recording) == 3 and player.screen_.page is not None)
    assert player.screen_.page.width() == 390  # type: ignore[union-attr]
    assert player.screen_.page.height() > 3000  # type: ignore[union-attr]
    assert "Mugs" in player.title.text()
    player.to_mark(1)
    assert player.at == 1500
    player.seek(500)
    assert 0 < player.recording.moment_at(player.at).scroll < 500
    first = player.recording.id
    player.speed.setCurrentIndex(5)
    player.advance(1_000)  # Sixteen seconds of the recording.
    await until(lambda: player.recording.id != first and player.place == 1)
    player.note.setPlainText("Looked for the price")
    await until(lambda: not player.tasks.is_busy)
    player.play(0)
    await until(lambda: player.recording.id == first and not player.tasks.is_busy)
    assert player.note.toPlainText() == ""
    player.play(1)
    await until(lambda: player.note.toPlainText() == "Looked for the price")
    player.pause()


@pytest.mark.parametrize("failure", ["gone", "offline"])
@in_the_window
async def test_a_missing_recording_says_so_whatever_the_failure(
    bench: WindowBench, brand: LiveBrand, relay: Relay, failure: str
) -> None:
    add_visits(brand)
    panel = await opened(bench, await bench.workspace(brand, base_url=relay.base_url))
    player = panel.recordings.player
    panel.recordings.show()
    if failure == "offline":
        await relay.vanish()
    player.show_session([{"id": "no-such-recording"}])
    await until(lambda: player.problem.title() == MISSING)
    assert not player.is_playing
    player.toggle()
    assert not player.is_playing
