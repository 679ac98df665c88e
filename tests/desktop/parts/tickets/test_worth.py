"""What a customer has brought stands in the line of the ticket, wherever it is known from."""

from tests.desktop.support.customer_desk import order
from tests.desktop.support.live_server import LiveBrand
from tests.desktop.support.relay import Relay
from tests.desktop.support.ticket_desk import desk, write_in
from tests.desktop.support.window_bench import WindowBench, in_the_window, until

from funneldesk.desktop.parts.customers.customers import CUSTOMERS
from funneldesk.desktop.parts.customers.panel import CustomersPanel
from funneldesk.desktop.parts.tickets.panel import TicketsPanel
from funneldesk.desktop.people.worth import CustomerWorth
from funneldesk.desktop.workspace.workspace import Change

BUYER, NOBODY = "Marta@Lindqvist.example", "ana@posta.example"


def lines(panel: TicketsPanel) -> dict[str, str]:
    """What is read out of each ticket, by its sender's address."""
    rows = panel.list.table.rows
    return {
        str(panel.list.rows[each].get("from_email")): str(rows.index(at, 0).data())
        for at, each in enumerate(rows.ids)
        if each in panel.list.rows
    }


@in_the_window
async def test_the_value_is_told_of_who_bought_and_of_nobody_else(
    bench: WindowBench, brand: LiveBrand
) -> None:
    order(brand, "HP-1", "38", email=BUYER.casefold())
    order(brand, "HP-2", "574.4", email=BUYER.casefold())
    write_in(brand, "Charged twice", from_email=BUYER)
    write_in(brand, "A question", from_email=NOBODY)
    panel = await desk(bench, await bench.workspace(brand))
    await until(lambda: "612.40" in lines(panel)[BUYER])
    assert "0.00" not in lines(panel)[NOBODY]


@in_the_window
async def test_offline_the_value_of_before_is_told(
    bench: WindowBench, brand: LiveBrand, relay: Relay
) -> None:
    order(brand, "HP-1", "38", email=BUYER.casefold())
    write_in(brand, "Charged twice", from_email=BUYER)
    workspace = await bench.workspace(brand, base_url=relay.base_url)
    panel = await desk(bench, workspace)
    await until(lambda: "38.00" in lines(panel)[BUYER])
    await relay.vanish()
    again = CustomerWorth(workspace)
    await again.begin()
    assert again.of(BUYER) == 38


@in_the_window
async def test_the_list_of_customers_on_this_computer_tells_of_all(
    bench: WindowBench, brand: LiveBrand
) -> None:
    order(brand, "HP-1", "38", email=BUYER.casefold())
    write_in(brand, "Charged twice", from_email=BUYER)
    workspace = await bench.workspace(brand)
    customers = bench.own(CustomersPanel(workspace, CUSTOMERS))
    customers.show()
    customers.refresh()
    await until(lambda: customers.is_quiet and customers.source.library.loaded)
    order(brand, "HP-2", "62", email=BUYER.casefold())
    panel = await desk(bench, workspace)
    await until(lambda: "38.00" in lines(panel)[BUYER])
    customers.refresh()
    await until(lambda: customers.is_quiet)
    workspace.changed.emit(Change("customers", ()))
    await until(lambda: "100.00" in lines(panel)[BUYER])
