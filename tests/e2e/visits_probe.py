"""Walks to what visitors did, in a real window."""

import sys

from tests.desktop.parts.tracking.test_film import add_angry_visit, add_many
from tests.desktop.parts.tracking.test_tracking import add_visits
from tests.desktop.support.live_server import LiveBrand
from tests.desktop.support.ticket_desk import write_in
from tests.desktop.support.window_bench import WindowBench, until
from tests.e2e.walking import Walk, buttons, click, press_keys, section, start, told, window

from funneldesk.desktop.parts.tickets.panel import TicketsPanel
from funneldesk.desktop.parts.tracking.panel import TrackingPanel

UNRECORDED = 40


async def ticket(bench: WindowBench, brand: LiveBrand) -> None:
    """Three clicks from a ticket to what its writer did."""
    add_visits(brand)
    await brand.add("Mugs", slug="mugs", html="<h1>Mugs</h1>")
    code = write_in(brand, "Where is my mug?", from_email="ana@posta.example")
    session = await window(bench, brand)
    tickets = await section(session, "tickets", TicketsPanel)
    tickets.open_record(code)
    visits = tickets.customer.views["sessions"]
    await until(lambda: tickets.customer.email == "ana@posta.example" and tickets.is_quiet)
    click(visits.fold)
    await until(lambda: len(visits.lines) == 1)
    click(next(b for b in buttons(visits.lines[0], "") if b.accessibleName().startswith("Open ")))
    await until(lambda: isinstance(session.window.panel(), TrackingPanel))
    panel = session.window.panel()
    assert isinstance(panel, TrackingPanel)
    await until(lambda: panel.is_quiet and panel.session.play_button.isEnabled())
    click(panel.session.play_button)
    player = panel.recordings.player
    await until(lambda: len(player.recording) == 3 and not player.tasks.is_busy)
    told(played=player.screen_.isVisible(), where=panel.session.where.text())


async def film(bench: WindowBench, brand: LiveBrand) -> None:
    """Along the filmstrip: what its cards tell, one by a click, the next by a key, and played."""
    add_visits(brand)
    add_angry_visit(brand)
    add_many(brand, UNRECORDED)
    await brand.add("Mugs", slug="mugs", html="<h1>Mugs</h1>")
    panel = await section(await window(bench, brand), "tracking", TrackingPanel)
    await press_keys(panel, "Ctrl+Shift+L")
    strip, ids = panel.film, panel.film.rows.ids
    await until(lambda: strip.isVisible() and all(map(strip.frames.frame, strip.seen())))
    await until(lambda: panel.is_quiet)
    cards = [str(strip.rows.index(place, 0).data()) for place in range(3)]
    first = str(ids[0])
    click(strip.viewport(), strip.visualRect(strip.rows.index(0, 0)).center())
    await until(lambda: panel.open_id == first)
    await press_keys(panel, "Right")
    await until(lambda: panel.open_id == ids[1] and panel.is_quiet)
    await press_keys(panel, "Return")
    player = panel.recordings.player
    await until(lambda: len(player.recording) == 3 and not player.tasks.is_busy)
    read, played = len(strip.frames), player.screen_.isVisible()
    await press_keys(panel, "Ctrl+Shift+L")
    told(cards=cards, of=len(ids), read=read, played=played, gone=strip.isHidden())


WALKS: dict[str, Walk] = {each.__name__: each for each in (ticket, film)}

if __name__ == "__main__":
    start(WALKS, sys.argv[1:])
