"""Heat maps: what is added up, what is drawn, and from how many recordings."""

from datetime import UTC, datetime, timedelta

import pytest
from PySide6.QtGui import QColor, QImage
from tests.desktop.parts.tracking.test_recording import recording
from tests.desktop.parts.tracking.test_tracking import BEGAN, HOSTILE, add_visits
from tests.desktop.support.live_server import LiveBrand
from tests.desktop.support.window_bench import WindowBench, in_the_window, until

from funneldesk.desktop.kit.formats import Formats
from funneldesk.desktop.parts.tracking.heatmaps.adding import BAND, add_up, device_of
from funneldesk.desktop.parts.tracking.heatmaps.drawing import Kind, draw
from funneldesk.desktop.parts.tracking.heatmaps.gathering import variants_in
from funneldesk.desktop.parts.tracking.heatmaps.page import HeatPage
from funneldesk.desktop.parts.tracking.panel import TrackingPanel
from funneldesk.server.parts.tracking.ingest import Ingest
from funneldesk.server.parts.tracking.replays import record_replay


def test_clicks_depth_and_attention_add_up() -> None:
    near = recording(("click", 100, 50, 60, 0, "a"), duration_ms=1_100)
    far = recording(
        ("scroll", 0, 0, 0, 2_000, ""), ("click", 500, 10, 20, 2_000, "a"), duration_ms=500
    )
    heat = add_up([near, far])
    assert heat.clicks == [(50, 60), (10, 2_020)]
    assert (heat.share_at(0), heat.share_at(790), heat.share_at(2_500)) == (1.0, 1.0, 0.5)
    assert heat.share_at(5_000) == 0
    attention = heat.attention()
    assert attention[0] == 1.0
    assert attention[2_100 // BAND] == 0.5
    assert device_of(near) == "phone"
    assert add_up([near], "desktop").recordings == 0
    assert add_up([]).share_at(0) == 0


def test_maps_are_drawn_with_and_without_a_picture() -> None:
    heat = add_up([recording(("click", 100, 50, 60, 0, "a"), duration_ms=900)])
    clicks = draw(None, heat, "clicks", Formats())
    assert (clicks.width(), clicks.height()) == (400, 840)
    hot, cold = clicks.pixelColor(50, 60), clicks.pixelColor(300, 700)
    assert hot != cold
    for kind in ("scroll", "attention"):
        assert draw(clicks, heat, kind, Formats()).size() == clicks.size()  # type: ignore[arg-type]


@pytest.mark.parametrize("kind", ["clicks", "scroll", "attention"])
def test_a_map_of_nobody_has_no_colours(kind: Kind) -> None:
    page = QImage(300, 900, QImage.Format.Format_RGB32)
    page.fill(QColor("white"))
    assert draw(page, add_up([]), kind, Formats()) == page


@in_the_window
async def test_a_map_says_from_how_many_recordings_it_is(
    bench: WindowBench, brand: LiveBrand
) -> None:
    made = await brand.add("Mugs", slug="mugs", html=HOSTILE)
    add_visits(brand, page_id=made.id)
    panel = bench.own(TrackingPanel(await bench.workspace(brand)))
    panel.resize(1280, 800)
    panel.show()
    panel.show_heat_maps()
    heat = panel.heat
    assert heat is not None
    await until(lambda: heat.image is not None and not heat.tasks.is_busy)
    assert "No recordings of this page and device in this period" in heat.told.text()
    any_time(heat)
    await until(lambda: "in this period. Checked 1 session." in heat.told.text())
    heat.device.setCurrentIndex(2)
    heat.device.activated.emit(2)
    await until(lambda: "From 2 recordings with 2 clicks" in heat.told.text())
    assert heat.image is not None
    assert heat.image.height() > 3_000
    before = heat.image
    heat.kinds.chosen.emit("clicks")
    await until(lambda: heat.image is not before)


@in_the_window
async def test_a_page_on_which_nobody_began_has_a_map_of_its_own_days(
    bench: WindowBench, brand: LiveBrand
) -> None:
    """Visitors come to an upsell from the checkout, or by an address without a slug."""
    now = datetime.now(UTC)
    landing = await brand.add("Landing", slug="landing", html=HOSTILE, status="published")
    upsell = await brand.add("Upsell", slug="upsell", html=HOSTILE, status="published")
    await brand.add("Nobody", slug="nobody", html=HOSTILE, status="published")
    for number, days in enumerate((1, 20, 60)):
        seen_both(brand, landing.id, upsell.id, now - timedelta(days=days), number)
    seen_both(brand, landing.id, landing.id, now - timedelta(hours=3), 9)
    panel = bench.own(TrackingPanel(await bench.workspace(brand)))
    panel.resize(1280, 800)
    panel.show()
    panel.show_heat_maps()
    heat = panel.heat
    assert heat is not None
    heat.device.setCurrentIndex(2)
    await until(lambda: heat.image is not None and not heat.tasks.is_busy)
    offered = [heat.page.itemText(at) for at in range(heat.page.count())]
    assert offered == [
        "Upsell (2 sessions recorded)",
        "Landing (1 session recorded)",
        "Nobody (0 sessions recorded)",
    ]
    assert "From 2 recordings with 2 clicks, in 2 sessions of this period." in heat.told.text()
    for days, told in (
        ("Last 7 days", "From 1 recording with 1 click, in 1 session"),
        ("Last 90 days", "From 3 recordings with 3 clicks, in 3 sessions"),
    ):
        heat.range.setCurrentText(days)
        heat.range.activated.emit(heat.range.currentIndex())
        await until(lambda told=told: told in heat.told.text() and not heat.tasks.is_busy)
        assert heat.page.currentData() == upsell.id


def seen_both(brand: LiveBrand, first: int, then: int, moment: datetime, number: int) -> None:
    """Somebody on a phone began on one page, and was recorded on another."""
    with brand.database.writing() as session:
        ingest = Ingest(session, brand.number)
        name = f"both-{number}"
        visit = ingest.visit(moment, name, session_id=name, url="https://x.example/", page_id=first)
        ingest.event(visit, "page_view", moment, url="https://x.example/", page_id=first)
        ingest.event(visit, "page_view", moment, url="https://x.example/?a", page_id=then)
        ingest.flush()
        click = {"type": "click", "x": 9, "y": 9, "ts": 500, "target": "a", "scrollY": 0}
        record_replay(
            session,
            brand.number,
            visit.id,
            name,
            moment,
            [click],
            url="https://x.example/?a",
            page_id=then,
            viewport=(390, 700),
        )


def any_time(heat: HeatPage) -> None:
    """Choose all days."""
    heat.range.setCurrentIndex(heat.range.count() - 1)
    heat.range.activated.emit(heat.range.currentIndex())


TESTED = (
    "<inline-split-test name=offer><variant name=calm weight=50><h1>Calm</h1></variant>"
    "<variant name=loud weight=50><h1>Loud</h1></variant></inline-split-test>"
)


def visited(brand: LiveBrand, page_id: int, pairs: list[tuple[int, str]]) -> None:
    """Somebody on a phone met these variants, and was recorded."""
    name = f"s-{'-'.join(code for _test, code in pairs)}"
    with brand.database.writing() as session:
        ingest = Ingest(session, brand.number)
        url = "https://shop.example/offer"
        visit = ingest.visit(BEGAN, name, session_id=name, url=url, page_id=page_id)
        ingest.event(visit, "page_view", BEGAN, url=url, page_id=page_id, pairs=pairs)
        ingest.flush()
        click = {"type": "click", "x": 9, "y": 9, "ts": 500, "target": "a", "scrollY": 0}
        record_replay(
            session,
            brand.number,
            visit.id,
            name,
            BEGAN,
            [click],
            url=url,
            page_id=page_id,
            viewport=(390, 700),
        )


@in_the_window
async def test_a_map_of_a_variant_has_only_sessions_that_met_it(
    bench: WindowBench, brand: LiveBrand
) -> None:
    page = await brand.add("Offer", slug="offer", html=TESTED, status="published")
    async with brand.api() as api:
        (test,) = [each async for each in api.split_tests.iterate()]
        codes = {each.name: str(each.node_code) for each in test.config.items}  # type: ignore[union-attr]
    visited(brand, page.id, [(test.id, codes["calm"])])
    panel = bench.own(TrackingPanel(await bench.workspace(brand)))
    panel.resize(1280, 800)
    panel.show()
    panel.show_heat_maps()
    heat = panel.heat
    assert heat is not None
    heat.device.setCurrentIndex(2)
    any_time(heat)
    await until(lambda: "From 1 recording with 1 click" in heat.told.text())
    for name, told in (
        ("calm", "Only sessions that met this variant are in the map."),
        ("loud", "No recordings of this page, device and variant in this period."),
    ):
        heat.variant.setCurrentIndex(heat.variant.findText(name))
        heat.variant.activated.emit(heat.variant.currentIndex())
        await until(lambda told=told: told in heat.told.text() and not heat.tasks.is_busy)


@in_the_window
async def test_a_session_that_was_selected_just_before_does_not_take_the_maps_away(
    bench: WindowBench, brand: LiveBrand
) -> None:
    add_visits(brand)
    panel = bench.own(TrackingPanel(await bench.workspace(brand)))
    panel.resize(1280, 800)
    panel.show()
    panel.refresh()
    await until(lambda: panel.is_quiet and panel.list.table.rows.ids)
    for _ in range(2):
        panel.list.table.selectRow(0)  # It is opened once the hand rests.
    panel.show_heat_maps()
    heat = panel.heat
    assert heat is not None
    await until(lambda: panel.is_quiet and not panel.tasks.is_busy)
    assert heat.isVisible()


def test_data_of_any_shape_name_variants_or_none() -> None:
    named = [{"split_test_id": 1, "node_code": "b"}, {"node_code": 7}, "c", {}]
    assert variants_in({"variants": named}) == ["b"]
    for odd in (None, [], "x", {"variants": "b"}, {"variants": {"node_code": "b"}}):
        assert variants_in(odd) == []
