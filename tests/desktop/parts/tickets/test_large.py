"""More tickets than fit on this computer: all that the server orders and filters by is offered, and
the newest are here whole."""

import asyncio
from dataclasses import replace

from PySide6.QtGui import QAction
from tests.desktop.parts.tickets.test_tickets import subjects
from tests.desktop.support.live_server import LiveBrand
from tests.desktop.support.relay import Relay
from tests.desktop.support.ticket_desk import desk, opened, write_in
from tests.desktop.support.window_bench import WindowBench, in_the_window, turns, until

from funneldesk.desktop.parts.tickets.panel import TicketsPanel
from funneldesk.desktop.parts.tickets.tickets import TICKETS
from funneldesk.desktop.records.sources.paged import PagedRows

NEWEST = 100
"""A page of the server's."""
LARGE = replace(TICKETS, mirrored_up_to=2, fills=NEWEST)


async def large(bench: WindowBench, brand: LiveBrand) -> TicketsPanel:
    """A hundred tickets and thirty, the oldest one about tea."""
    write_in(brand, "Oldest", message="<p>A tin of chamomile</p>")
    for number in range(NEWEST + 28):
        write_in(brand, f"Ticket {number:03}")
    write_in(brand, "Newest", message="<p>Where is my rooibos, sent in spring?</p>")
    panel = await desk(bench, await bench.workspace(brand), declared=LARGE)
    await until(lambda: isinstance(panel.list.source, PagedRows) and len(subjects(panel)) >= NEWEST)
    return panel


@in_the_window
async def test_the_oldest_come_first_when_asked_for_and_a_status_narrows(
    bench: WindowBench, brand: LiveBrand
) -> None:
    panel = await large(bench, brand)
    assert subjects(panel)[0] == "Newest"
    offered = {each.text(): each for each in panel.list.columns.menu().findChildren(QAction)}
    orders = [words for words in offered if words.endswith("ascending")]
    assert orders == ["Opened, ascending"], "the server has no other order"
    offered["Opened, ascending"].trigger()
    await until(lambda: subjects(panel)[:2] == ["Oldest", "Ticket 000"])
    async with brand.api() as api:
        await api.tickets.set_status(panel.list.table.rows.ids[0], "spam")
    panel.list.choose("status", "spam")
    await until(lambda: subjects(panel) == ["Oldest"])


@in_the_window
async def test_what_the_newest_threads_say_is_found_beside_what_the_server_finds(
    bench: WindowBench, brand: LiveBrand
) -> None:
    panel = await large(bench, brand)
    await until(lambda: len(panel.source.library.rows) == NEWEST)
    (code,) = [each for each, row in panel.list.rows.items() if row.get("subject") == "Newest"]
    await opened(panel, code)
    panel.list.search.setText("spring rooibos")
    await until(lambda: subjects(panel) == ["Newest"])
    assert panel.list.source is not None
    assert "rooibos" in panel.list.source.snippets[code]
    panel.list.search.setText("oldest")
    await until(lambda: subjects(panel) == ["Oldest"])


@in_the_window
async def test_offline_the_newest_are_there_and_it_is_said_that_they_are_not_all(
    bench: WindowBench, brand: LiveBrand, relay: Relay
) -> None:
    for number in range(NEWEST + 5):
        write_in(brand, f"Ticket {number:03}")
    before = await bench.workspace(brand, base_url=relay.base_url, place="kept")
    panel = await desk(bench, before, declared=LARGE)
    await until(lambda: len(panel.source.library.rows) == NEWEST and panel.is_quiet)
    async with asyncio.timeout(60):
        while len(await before.store.listing("tickets")) < NEWEST:
            await turns()
    await panel.settle()
    await bench.close(before)
    await relay.vanish()
    again = await bench.workspace(brand, base_url=relay.base_url, place="kept")
    panel = bench.own(TicketsPanel(again, LARGE))
    panel.show()
    panel.refresh()
    await until(lambda: len(subjects(panel)) == NEWEST)
    assert panel.list.count.text() == "100 tickets · the newest only"
