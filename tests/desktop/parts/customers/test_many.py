"""Many customers: entries of the CRM made of them, their open tickets, segments of one's own."""

import pytest
from tests.desktop.parts.customers.test_customers import add_shoppers, shown
from tests.desktop.support.crm_desk import entity_of, entry_in, stage_ids
from tests.desktop.support.declared_sections import BEGAN
from tests.desktop.support.live_server import LiveBrand
from tests.desktop.support.window_bench import (
    WindowBench,
    in_the_window,
    said,
    shown_dialog,
    until,
)

from funneldesk.contract.crm import CrmEntity, CrmEntryFilter
from funneldesk.desktop.parts.customers.customers import CUSTOMERS
from funneldesk.desktop.parts.customers.open_tickets import OpenTickets
from funneldesk.desktop.parts.customers.panel import CustomersPanel
from funneldesk.desktop.records.importing.dialog import CHECK, COLUMNS, SEND, ImportDialog
from funneldesk.desktop.records.importing.queue import ImportQueue
from funneldesk.desktop.records.query import Query
from funneldesk.server.parts.tickets.arrivals import NewMessage, NewTicket, open_tickets


async def opened(bench: WindowBench, brand: LiveBrand) -> CustomersPanel:
    panel = bench.own(CustomersPanel(await bench.workspace(brand), CUSTOMERS))
    panel.resize(1240, 800)
    panel.show()
    panel.refresh()
    await until(lambda: panel.is_quiet and panel.list.table.rows.ids)
    return panel


async def entries(brand: LiveBrand, entity: CrmEntity) -> dict[str, str]:
    """The entries that refer to somebody: their titles by the address."""
    async with brand.api() as api:
        wanted = CrmEntryFilter(per_page=100)
        found = [each async for each in api.crm.iterate_entries(entity.id, wanted)]
    return {str(each.reference_id): each.title for each in found if each.reference_id}


async def make(panel: CustomersPanel, entity: CrmEntity) -> ImportDialog:
    """Go through the dialog up to its check."""
    panel.list.table.selectAll()
    panel.declared_actions.run(panel.declared_actions["customers.make-entries"])
    dialog: ImportDialog = await shown_dialog(ImportDialog)
    await until(lambda: dialog.columns.combos and not dialog.progress.is_on())
    assert dialog.step == COLUMNS
    dialog.columns.defaults.restore({"stage_id": stage_ids(entity)[0]})
    dialog.forward.click()
    await until(lambda: dialog.step == CHECK)
    return dialog


@in_the_window
async def test_customers_become_entries_once_however_often_it_is_asked(
    bench: WindowBench, brand: LiveBrand
) -> None:
    add_shoppers(brand)
    entity = await entity_of(brand, fields=("mail",))
    await entry_in(brand, entity, "Somebody who was there", mail="BUYER@posta.example")
    panel = await opened(bench, brand)
    dialog = await make(panel, entity)
    words = said(dialog)
    assert "Make entries from 4 customers" in words
    assert dialog.check.check is not None
    assert dialog.check.check.counts.ready == 3, "one is there already, however it is spelt"
    dialog.forward.click()
    await until(lambda: dialog.step == SEND)
    dialog.answer("")
    queue = panel.workspace.shared(ImportQueue)
    await until(lambda: queue.jobs and queue.jobs[-1].state == "ended")
    wanted = {f"{each}@posta.example": each for each in ("charged", "left", "refunded")}
    assert await entries(brand, entity) == wanted

    dialog = await make(panel, entity)
    assert dialog.check.check is not None
    assert dialog.check.check.counts.ready == 0
    assert not dialog.forward.isEnabled()
    dialog.answer("")


@in_the_window
async def test_open_tickets_of_customers_are_listed_where_none_can_be_opened(
    bench: WindowBench, brand: LiveBrand
) -> None:
    add_shoppers(brand)
    written = (
        NewTicket(
            subject=f"From {name}",
            from_name=name,
            from_email=f"{name}@posta.example",
            created_at=BEGAN,
            messages=[NewMessage("<p>Hello</p>", created_at=BEGAN)],
        )
        for name in ("buyer", "stranger")
    )
    with brand.database.writing() as session:
        open_tickets(session, brand.number, written)
    panel = await opened(bench, brand)
    panel.list.table.selectAll()
    panel.declared_actions.run(panel.declared_actions["customers.open-tickets"])
    dialog: OpenTickets = await shown_dialog(OpenTickets)
    assert "Waiting for an answer: 1 ticket of 4 customers." in said(dialog)
    assert [each["subject"] for each in dialog.tickets.values()] == ["From buyer"]
    asked: list[str] = []
    dialog.open_mail = lambda url: bool(asked.append(url.toString())) or True
    dialog.write.click()
    assert asked[0].startswith("mailto:?bcc=")
    assert "buyer@posta.example" in asked[0]
    dialog.answer("")


@pytest.mark.parametrize("way", ["mirrored", "paged"])
@in_the_window
async def test_a_segment_of_ones_own_is_kept_and_counted(
    bench: WindowBench, brand: LiveBrand, way: str
) -> None:
    add_shoppers(brand)
    panel = await shown(await bench.workspace(brand), bench, way)
    panel.list.choose("orders", "none")
    await until(lambda: panel.list.table.rows.ids == ["left@posta.example"])
    query = Query(choices={"orders": "none"})
    view = await panel.views.save("Never bought", query, {})
    button = panel.list.views.segments.button(view.key)
    assert button is not None
    if way == "mirrored":
        await until(lambda: panel.list.views.segments.button(view.key).text() == "Never bought 1")
    else:
        assert "among the 4 read so far" in said(panel.list)
