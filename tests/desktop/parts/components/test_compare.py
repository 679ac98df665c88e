"""What a component is about to be beside what is live: text, picture, and in the pages."""

from tests.desktop.support.components_desk import component, opened, type_source
from tests.desktop.support.live_server import LiveBrand
from tests.desktop.support.window_bench import WindowBench, in_the_window, until

RED = '<p style="background:#f00;height:120px">One</p>'
BLUE = '<p style="background:#00f;height:120px">One</p>'


@in_the_window
async def test_pages_that_look_different_stand_before_those_that_do_not(
    bench: WindowBench, brand: LiveBrand
) -> None:
    made = await component(brand, "vow", RED)
    hidden = '<div style="display:none"><component code="custom-vow"></component></div><p>x</p>'
    await brand.add("Hidden", html=hidden)
    await brand.add("Shown", html='<h1>Top</h1>@component("vow")')
    await component(brand, "outer", '<component type="vow"></component>')
    await brand.add("Within another", html='<component type="outer"></component>')
    panel = await opened(bench, await bench.workspace(brand), made)
    await until(lambda: panel.uses.index.is_whole and len(panel.uses.of("custom-vow")) == 3)
    type_source(panel, BLUE)
    panel.detail.tabs.button("compare").click()
    await until(lambda: len(panel.compare.diff.changes) == 1)
    panel.compare.modes.button("picture").click()
    await until(lambda: len(panel.compare.cards) == 1)
    pair = panel.compare.cards[0].pair
    assert pair.differs
    seen = [each.pixelColor(200, 60).name() for each in (pair.before, pair.after)]
    assert seen == ["#ff0000", "#0000ff"]
    below = [each.pixelColor(200, each.height() - 1).name() for each in (pair.before, pair.after)]
    assert below == ["#ffffff", "#ffffff"], "a picture ends where its page does"
    panel.compare.modes.button("pages").click()
    await until(lambda: panel.compare.words.text() == "2 of 3 pages look different.")
    found = [(card.pair.source.title, card.chip.text()) for card in panel.compare.cards]
    assert sorted(found[:2]) == [
        ("Shown", "Looks different"),
        ("Within another", "Looks different"),
    ]
    assert found[2:] == [("Hidden", "Looks the same")]
