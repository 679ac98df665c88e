"""Heat maps: what is added up, what is drawn, and from how many recordings."""

from tests.desktop.parts.tracking.test_recording import recording
from tests.desktop.parts.tracking.test_tracking import HOSTILE, add_visits
from tests.desktop.support.live_server import LiveBrand
from tests.desktop.support.window_bench import WindowBench, in_the_window, until

from funneldesk.desktop.kit.formats import Formats
from funneldesk.desktop.parts.tracking.heatmaps.adding import BAND, add_up, device_of
from funneldesk.desktop.parts.tracking.heatmaps.drawing import draw
from funneldesk.desktop.parts.tracking.panel import TrackingPanel


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
    assert "No recording of this page and device in the 1 session" in heat.told.text()
    heat.device.setCurrentIndex(2)
    heat.device.activated.emit(2)
    await until(lambda: "From 2 recordings with 2 clicks" in heat.told.text())
    assert heat.image is not None
    assert heat.image.height() > 3_000
    before = heat.image
    heat.kinds.chosen.emit("clicks")
    await until(lambda: heat.image is not before)
