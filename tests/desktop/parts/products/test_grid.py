"""Prices of products raised in the grid: staged, sent one by one, refused, mended, taken back."""

from collections.abc import Iterator
from decimal import Decimal
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication
from tests.desktop.support.live_server import LiveBrand, live_platform
from tests.desktop.support.products_desk import (
    at_cell,
    cell,
    opened,
    product,
    staging_of,
    stored,
)
from tests.desktop.support.relay import Relay
from tests.desktop.support.window_bench import (
    WindowBench,
    in_the_window,
    shown_dialog,
    until,
)

from funneldesk.client import Api
from funneldesk.desktop.parts.products.margin import ShippingRate
from funneldesk.desktop.parts.products.panel import ProductsPanel
from funneldesk.desktop.parts.products.shipping import Shipping
from funneldesk.desktop.records.bulk.report import ReportDialog

RAISED = 40


@pytest.fixture
def redirecting(tmp_path: Path) -> Iterator[LiveBrand]:
    """A brand on a platform that answers updates of products with its login page."""
    with live_platform(tmp_path / "platform", "--redirect-updates", "products") as running:
        yield running.brand()


async def put(panel: ProductsPanel, record_id: int, column: str, text: str) -> None:
    """Paste a value into a cell."""
    panel.list.table.setCurrentIndex(at_cell(panel, record_id, column))
    QApplication.clipboard().setText(text)
    staging_of(panel).paste()
    await until(lambda: not staging_of(panel).tasks.is_busy)


@in_the_window
async def test_a_price_rise_of_forty_of_which_one_is_refused_mended_and_undone(
    bench: WindowBench, brand: LiveBrand
) -> None:
    made = [await product(brand, f"tea-{n:02}", price=9.9) for n in range(RAISED)]
    panel = await opened(bench, await bench.workspace(brand))
    staging = staging_of(panel)
    first = panel.list.table.rows.ids[0]
    await put(panel, int(first), "price", "\n".join(["12.50"] * RAISED))
    assert staging.bar.words.text() == f"{RAISED} changes in {RAISED} rows"
    # Only the server knows which codes are taken: this one refuses its product as a whole.
    wrong, taken = made[7], made[3]
    await put(panel, wrong.id, "code", taken.code or "")
    staging.apply()
    await until(lambda: staging.runs.current is None and bench.notice("39 products changed"))
    await until(lambda: panel.is_quiet)
    assert (await stored(brand, wrong)).price == 9.9
    assert (await stored(brand, made[8])).price == 12.5
    assert staging.bar.words.text() == "2 changes in 1 row", "what was refused waits on"
    task = panel.tasks.start(staging.runs.show_last())
    report: ReportDialog = await shown_dialog(ReportDialog)
    assert "already been taken" in report.list.rows.at(0).text
    report.answer("")
    await until(lambda: task is None or task.done())
    raised = staging.runs.last
    assert raised is not None

    await put(panel, wrong.id, "code", "tea-new")
    staging.apply()
    await until(lambda: bench.notice("1 product changed") and panel.is_quiet)
    mended = await stored(brand, wrong)
    assert (mended.price, mended.code) == (12.5, "tea-new")
    assert cell(panel, wrong.id, "price") == "$12.50"

    await staging.runs.undo(raised[1])
    await until(lambda: bench.notice("39 products undone") and panel.is_quiet)
    prices = {(await stored(brand, each)).price for each in made if each is not wrong}
    assert prices == {9.9}


@in_the_window
async def test_margins_follow_costs_and_the_rate_and_name_what_is_missing(
    bench: WindowBench, brand: LiveBrand
) -> None:
    costs = {"unit_cost": 12, "fulfillment_cost": 3, "packaging_cost": 1, "fuel_surcharge_cost": 0}
    whole = await product(brand, "box", price=40, unit_weight_oz=10, **costs)
    bare = await product(brand, "bare", price=40)
    workspace = await bench.workspace(brand)
    panel = await opened(bench, workspace)
    assert cell(panel, whole.id, "margin") == "60"
    tip = str(at_cell(panel, whole.id, "margin").data(3))
    assert "Not known: shipping rate." in tip
    await workspace.shared(Shipping).assume(ShippingRate(Decimal(2), Decimal("0.2")))
    assert cell(panel, whole.id, "margin") == "50"
    tip = str(at_cell(panel, bare.id, "margin").data(3))
    for name in ("unit cost", "fulfilment", "packaging", "fuel surcharge", "weight (oz)"):
        assert name in tip
    await put(panel, whole.id, "price", "80")
    assert cell(panel, whole.id, "margin") == "75", "what is staged counts"
    again = await bench.workspace(brand, place=workspace.store.path.stem)
    shipping = again.shared(Shipping)
    await shipping.recall()
    assert shipping.rate == ShippingRate(Decimal(2), Decimal("0.2"))


@in_the_window
async def test_a_put_that_meets_the_login_page_is_repeated_by_post_quirk_3(
    bench: WindowBench, redirecting: LiveBrand
) -> None:
    made = await product(redirecting, "tea")
    panel = await opened(bench, await bench.workspace(redirecting))
    await put(panel, made.id, "price", "12.50")
    staging_of(panel).apply()
    await until(lambda: bench.notice("1 product changed"))
    assert (await stored(redirecting, made)).price == 12.5


@pytest.mark.parametrize("text", ["stone tea", "TEA-2", "sku-2"])
@in_the_window
async def test_words_find_titles_codes_and_skus(
    bench: WindowBench, brand: LiveBrand, text: str
) -> None:
    await product(brand, "coffee-1", sku="sku-1")
    found = await product(brand, "tea-2", title="Tea in a stone jar", sku="sku-2")
    panel = await opened(bench, await bench.workspace(brand))
    panel.list.search.setText(text)
    await until(lambda: panel.list.table.rows.ids == [str(found.id)])


async def _all(api: Api) -> list[str]:
    return [each.title async for each in api.products.iterate()]


@in_the_window
async def test_a_copy_whose_answer_was_lost_is_looked_for_and_made_once(
    bench: WindowBench, brand: LiveBrand, relay: Relay
) -> None:
    made = await product(brand, "tea", title="Stone jar")
    panel = await opened(bench, await bench.workspace(brand, base_url=relay.base_url))
    relay.lose_answers_to = "POST"
    await panel.product_actions.clone([str(made.id)])
    await until(lambda: panel.is_quiet)
    async with brand.api() as api:
        assert sorted(await _all(api)) == ["Stone jar", "Stone jar (copy)"]
    assert panel.detail.title.text() == "Stone jar (copy)"
