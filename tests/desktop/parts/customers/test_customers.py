"""Customers: what is special about them beside what every declared section does."""

from dataclasses import replace
from datetime import timedelta
from decimal import Decimal

import pytest
from tests.desktop.support.declared_sections import BEGAN, DECLARED
from tests.desktop.support.live_server import LiveBrand
from tests.desktop.support.window_bench import WindowBench, in_the_window, until

from funneldesk.desktop.app.palette_commands import indexed
from funneldesk.desktop.parts.customers.customers import CUSTOMERS
from funneldesk.desktop.records.panel import RecordsPanel
from funneldesk.desktop.workspace.workspace import Workspace
from funneldesk.server.parts.customers.book import CustomerBook, take_turns

SHOPPERS = ("buyer", "refunded", "charged", "left")


def add_shoppers(brand: LiveBrand) -> None:
    """One of each sort: who bought, was refunded, charged back, left the cart."""
    with brand.database.writing() as session:
        take_turns(session, brand.number)
        book = CustomerBook(session, brand.number)
        book.open(f"{name}@posta.example" for name in SHOPPERS)
        for place, name in enumerate(SHOPPERS):
            moment = BEGAN + timedelta(days=place)
            sums = book.describe(f"{name}@posta.example", moment, name=name).sums
            if name == "left":
                sums.abandoned_value = Decimal("7.50")
            else:
                sums.order(moment, Decimal(20), ["Mug"])
        book.of("refunded@posta.example").sums.give_back(Decimal(5), refunds=1)
        book.of("charged@posta.example").sums.give_back(Decimal(20), chargebacks=1)
        book.flush()


async def shown(workspace: Workspace, bench: WindowBench, way: str) -> RecordsPanel:
    limit = CUSTOMERS.mirrored_up_to if way == "mirrored" else 0
    panel = bench.own(RecordsPanel(workspace, replace(CUSTOMERS, mirrored_up_to=limit)))
    panel.resize(1200, 700)
    panel.show()
    panel.refresh()
    await until(lambda: panel.list.source is not None and not panel.tasks._tasks)
    return panel


@pytest.mark.parametrize("way", ["mirrored", "paged"])
@pytest.mark.parametrize(
    ("view", "wanted"),
    [
        ("all", set(SHOPPERS)),
        ("customers", {"buyer", "refunded", "charged"}),
        ("abandons", {"left"}),
        ("refunds", {"refunded"}),
        ("chargebacks", {"charged"}),
    ],
)
@in_the_window
async def test_each_segment_shows_whom_it_counts(
    bench: WindowBench, brand: LiveBrand, way: str, view: str, wanted: set[str]
) -> None:
    add_shoppers(brand)
    panel = await shown(await bench.workspace(brand), bench, way)
    button = panel.list.views.segments.button(view)
    assert button is not None
    button.click()
    emails = {f"{name}@posta.example" for name in wanted}
    await until(lambda: set(panel.list.table.rows.ids) == emails)
    await until(lambda: button.text().endswith(f" {len(wanted)}"))


@in_the_window
async def test_the_palette_finds_customers_of_the_copy(
    bench: WindowBench, brand: LiveBrand
) -> None:
    DECLARED["customers"].add(brand, ["Inês Nogueira", "Ana Correia"])
    workspace = await bench.workspace(brand)
    panel = await shown(workspace, bench, "mirrored")
    await until(lambda: panel.is_quiet)
    found = await indexed(workspace, "nogueira ines")
    assert [(each.part, each.title, each.text) for each in found] == [
        ("customers", "Inês Nogueira", "c0+x@posta.example")
    ]
    panel.open_record(found[0].record_id)
    await until(lambda: panel.detail.title.text() == "Inês Nogueira" and not panel.tasks._tasks)
    assert panel.detail.failure.isHidden()
    assert await indexed(workspace, "nogueira ines") == found


@in_the_window
async def test_in_a_narrow_window_the_keyboard_goes_with_the_record_and_back(
    bench: WindowBench, brand: LiveBrand
) -> None:
    add_shoppers(brand)
    panel = await shown(await bench.workspace(brand), bench, "mirrored")
    panel.resize(640, 600)
    panel.activateWindow()
    panel.take_keyboard()
    await until(lambda: panel.list.table.hasFocus() and panel.is_quiet)
    first = panel.list.table.rows.ids[0]
    panel.list.table.select(first)
    panel.open_record(first)
    await until(panel.detail.back_button.hasFocus)
    assert panel.list.isHidden()
    panel.back()
    await until(panel.list.table.hasFocus)
