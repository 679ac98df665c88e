"""From a ticket to the recording of who wrote it; pages in recordings that try to get out."""

import pytest
from tests.desktop.parts.tracking.test_tracking import add_visits
from tests.desktop.support.hostile_pages import MARKUP, SCRIPTS, Canaries
from tests.desktop.support.live_server import LiveBrand
from tests.desktop.support.ticket_desk import write_in
from tests.desktop.support.window_bench import WindowBench, in_the_window, until

from funneldesk.contract.tracking import ClickFilter
from funneldesk.desktop.parts.tickets.panel import TicketsPanel
from funneldesk.desktop.parts.tracking.panel import TrackingPanel
from funneldesk.desktop.parts.tracking.replay.page_pictures import PagePictures
from funneldesk.desktop.parts.tracking.section import SECTION

AT_ONCE = 7
EVERY = (*MARKUP, *SCRIPTS)


@in_the_window
async def test_three_steps_lead_from_a_ticket_to_the_customers_recording(
    bench: WindowBench, brand: LiveBrand
) -> None:
    add_visits(brand)
    await brand.add("Mugs", slug="mugs", html="<h1>Mugs</h1>")
    code = write_in(brand, "Where is my mug?", from_email="ana@posta.example")
    session = bench.session()
    session.window.resize(1440, 900)
    session.window.show()
    await bench.add_brand(session, brand)
    session.window.show_section("tickets")
    tickets = session.window.panel()
    assert isinstance(tickets, TicketsPanel)
    await until(lambda: tickets.is_quiet)
    tickets.open_record(code)
    visits = tickets.customer.views["sessions"]
    await until(lambda: tickets.customer.email == "ana@posta.example")
    visits.fold.click()  # One: what visits are known?
    await until(lambda: len(visits.lines) == 1)
    visits.lines[0].opened.emit()  # Two: this one.
    panel = session.window.panel()
    assert isinstance(panel, TrackingPanel)
    await until(lambda: panel.session.play_button.isEnabled())
    panel.session.play_button.click()  # Three: play.
    player = panel.recordings.player
    await until(lambda: len(player.recording) == 3 and not player.tasks.is_busy)
    assert player.screen_.isVisible()


@in_the_window
async def test_the_palette_finds_sessions_by_what_names_them(
    bench: WindowBench, brand: LiveBrand
) -> None:
    add_visits(brand)
    workspace = await bench.workspace(brand)
    async with brand.api() as api:
        (click,) = (await api.tracking.list(ClickFilter(click_id="s-person"))).rows
    find = SECTION.search
    assert find is not None
    for word in ("s-person-1", "spring", "mugs 12345"):
        assert await find(workspace, word) == [], "no whole id or address"
    (found,) = await find(workspace, str(click.model_dump()["code"]))
    assert (found.part, found.record_id, found.title) == ("tracking", "s-person", "Visit to /mugs")
    assert "Porto" in found.text
    assert await find(workspace, "203.0.113.99") == []
    brand.revoke()
    assert await find(workspace, str(click.model_dump()["code"])) == [], "and no failure is told"


@pytest.mark.parametrize(
    "names", [EVERY[::9], pytest.param(EVERY, marks=pytest.mark.deep)], ids=["some", "all"]
)
@in_the_window
async def test_pages_in_recordings_reach_nobody(
    bench: WindowBench, brand: LiveBrand, canaries: Canaries, names: tuple[str, ...]
) -> None:
    workspace = await bench.workspace(brand)
    panel = bench.own(TrackingPanel(workspace))
    panel.show()
    pictures = PagePictures(workspace, panel)
    for first in range(0, len(names), AT_ONCE):
        html = "".join(canaries.page(name) for name in names[first : first + AT_ONCE])
        await brand.add(f"Page {first}", slug=f"hostile-{first}", html=html)
    for first in range(0, len(names), AT_ONCE):
        found = await pictures.picture(f"https://x.example/hostile-{first}", 390)
        assert found.image is not None or found.why
    assert canaries.heard == []
    canaries.poke()
    await until(lambda: sorted(canaries.heard) == ["datagram", "poke"])
