"""One timeline of everything that is known of a customer."""

import pytest
from tests.desktop.support.customer_desk import EMAIL, order, subscribe
from tests.desktop.support.live_server import LiveBrand
from tests.desktop.support.relay import Relay
from tests.desktop.support.window_bench import WindowBench, in_the_window, said, until

from funneldesk.desktop.people.timeline import CustomerTimeline
from funneldesk.desktop.sections.panel import Panel
from funneldesk.desktop.workspace.brand_facts import BrandFacts
from funneldesk.desktop.workspace.workspace import Workspace
from funneldesk.server.parts.tickets.arrivals import NewMessage, NewTicket, open_tickets

KNOWN = {"customer": {"email": EMAIL}}


class TimelinePanel(Panel):
    """A place for the timeline alone."""

    def __init__(self, workspace: Workspace) -> None:
        super().__init__(workspace)
        facts = workspace.shared(BrandFacts)
        self.view = CustomerTimeline(workspace, lambda: facts.formats)
        self.view.setParent(self)
        self.resize(480, 600)
        self.view.resize(480, 600)


async def shown(bench: WindowBench, workspace: Workspace) -> CustomerTimeline:
    panel = bench.own(TimelinePanel(workspace))
    panel.show()
    panel.view.show_record(KNOWN)
    await until(lambda: not panel.view.tasks.is_busy)
    return panel.view


def events(view: CustomerTimeline) -> list[str]:
    """What the timeline says, from the top."""
    rows = view.timeline.table.rows
    return [str(rows.index(at, 1).data()) for at in range(rows.rowCount())]


@pytest.fixture
def busy_customer(brand: LiveBrand) -> LiveBrand:
    """Somebody who ordered, subscribed and wrote."""
    order(brand, "A-1")
    subscribe(brand, "tx-1")
    ticket = NewTicket(subject="Late", from_email=EMAIL, messages=[NewMessage("<p>Where?</p>")])
    with brand.database.writing() as session:
        open_tickets(session, brand.number, [ticket])
    return brand


@in_the_window
async def test_orders_subscriptions_and_tickets_stand_in_one_list(
    bench: WindowBench, busy_customer: LiveBrand
) -> None:
    workspace = await bench.workspace(busy_customer)
    went: list[tuple[str, str]] = []
    workspace.asked_to_go.connect(lambda part, record: went.append((part, record)))
    view = await shown(bench, workspace)
    assert events(view)[0] == "Ticket"
    assert sorted(set(events(view))) == ["Order", "Subscription", "Ticket"]
    assert view.failure.isHidden()
    view.timeline.table.opened.emit("0")
    assert went
    assert went[0][0] == "tickets"


@in_the_window
async def test_a_customer_of_many_orders_is_told_that_there_may_be_more(
    bench: WindowBench, brand: LiveBrand
) -> None:
    for number in range(24):
        order(brand, f"A-{number}")
    workspace = await bench.workspace(brand, place="kept")
    assert (await shown(bench, workspace)).reach.isHidden()
    order(brand, "A-24")
    view = await shown(bench, workspace)
    assert view.reach.text() == "Only the newest 25 of each are shown here: Orders."
    assert not view.reach.isHidden()


@in_the_window
async def test_what_cannot_be_read_is_named_and_hides_nothing(
    bench: WindowBench, busy_customer: LiveBrand, relay: Relay
) -> None:
    workspace = await bench.workspace(busy_customer, base_url=relay.base_url, place="kept")
    seen = events(await shown(bench, workspace))
    await bench.close(workspace)
    await relay.vanish()
    workspace = await bench.workspace(busy_customer, base_url=relay.base_url, place="kept")
    view = await shown(bench, workspace)
    assert events(view) == seen
    assert "Orders" in said(view.failure)
    assert "Try again" in said(view.failure)
