"""A staged price that looks mistyped is marked in its cell and in the review, and asked about."""

from PySide6.QtCore import Qt
from tests.desktop.parts.products.test_grid import put
from tests.desktop.support.live_server import LiveBrand
from tests.desktop.support.products_desk import at_cell, opened, product, staging_of, stored
from tests.desktop.support.window_bench import WindowBench, in_the_window, said, shown_dialog, until

from funneldesk.desktop.parts.products.panel import ProductsPanel
from funneldesk.desktop.records.staging.review import ReviewDialog

COSTS = {"unit_cost": 6, "fulfillment_cost": 2, "packaging_cost": 0, "fuel_surcharge_cost": 0}


def tip(panel: ProductsPanel, record_id: int, column: str = "price") -> str:
    """What is told of a cell."""
    role = Qt.ItemDataRole.AccessibleDescriptionRole
    return str(at_cell(panel, record_id, column).data(role) or "")


@in_the_window
async def test_a_jump_of_a_price_is_marked_and_asked_about_before_it_is_sent(
    bench: WindowBench, brand: LiveBrand
) -> None:
    tea = await product(brand, "tea", price=13.9)
    panel = await opened(bench, await bench.workspace(brand))
    staging = staging_of(panel)
    await put(panel, tea.id, "price", "1,234.50")
    assert "That’s 88.8 times the price before." in tip(panel, tea.id)
    await until(lambda: "1 looks unusual" in staging.bar.words.text())
    staging.apply()
    dialog = await shown_dialog()
    assert dialog.windowTitle() == "1 change looks unusual"
    # Enter does not send it.
    assert dialog.button("review").isDefault()
    dialog.answer("review")
    review: ReviewDialog = await shown_dialog(ReviewDialog)
    assert "1 change looks unusual. Check it before you apply." in said(review)
    row = review.changes.rows.at(0)
    assert (row.chip, "88.8 times" in row.text) == ("Unusual", True)
    assert (await stored(brand, tea)).price == 13.9
    review.answer("")
    await until(lambda: panel.is_quiet)
    staging.apply()
    (await shown_dialog()).answer("apply")
    await until(lambda: bench.notice("1 product changed") and panel.is_quiet)
    assert (await stored(brand, tea)).price == 1234.5


@in_the_window
async def test_applied_from_the_review_nothing_is_asked_twice(
    bench: WindowBench, brand: LiveBrand
) -> None:
    tea = await product(brand, "tea", price=13.9)
    panel = await opened(bench, await bench.workspace(brand))
    await put(panel, tea.id, "price", "1.39")
    assert "The price before was 10 times as high." in tip(panel, tea.id)
    staging_of(panel).review()
    (await shown_dialog(ReviewDialog)).answer("apply")
    await until(lambda: bench.notice("1 product changed") and panel.is_quiet)
    assert (await stored(brand, tea)).price == 1.39


@in_the_window
async def test_a_threefold_price_is_usual_and_sent_at_once(
    bench: WindowBench, brand: LiveBrand
) -> None:
    made = [await product(brand, f"tea-{n}", price=10) for n in range(4)]
    panel = await opened(bench, await bench.workspace(brand))
    prices: dict[int, str] = {}
    for each, price in zip(made, ("30", "30.01", "3.34", "3.33"), strict=True):
        prices[each.id] = price
        await put(panel, each.id, "price", price)
    marked = {prices[key] for key in prices if "price before" in tip(panel, key)}
    assert marked == {"30.01", "3.33"}
    staging_of(panel).discard([(str(made[1].id), "price"), (str(made[3].id), "price")])
    staging_of(panel).apply()
    await until(lambda: bench.notice("2 products changed") and panel.is_quiet)
    assert (await stored(brand, made[0])).price == 30


@in_the_window
async def test_a_price_below_its_costs_is_marked_whichever_of_the_two_was_changed(
    bench: WindowBench, brand: LiveBrand
) -> None:
    by_price = await product(brand, "box", price=10, **COSTS)
    by_cost = await product(brand, "bag", price=10, **COSTS)
    panel = await opened(bench, await bench.workspace(brand))
    staging = staging_of(panel)
    await put(panel, by_price.id, "price", "8")
    assert "below the costs" not in tip(panel, by_price.id), "nothing is left, nothing is lost"
    await put(panel, by_price.id, "price", "7.99")
    assert "The price is below the costs of $8.00." in tip(panel, by_price.id)
    staged = staging.table.staged
    field = staged.fields["unit_cost"]
    key = str(by_cost.id)
    staged.put({(key, "unit_cost"): staging.table.cell(key, field, 9, "")})
    assert "The price is below the costs of $11.00." in staged.caution((key, "unit_cost"))
    await until(lambda: "2 look unusual" in staging.bar.words.text())
    # A higher price mends it, although the cell of the cost stays as it is.
    await put(panel, by_cost.id, "price", "12")
    await until(lambda: "1 looks unusual" in staging.bar.words.text())


@in_the_window
async def test_a_price_that_becomes_free_is_unusual_and_a_first_one_is_not(
    bench: WindowBench, brand: LiveBrand
) -> None:
    paid = await product(brand, "paid", price=10)
    free = await product(brand, "free", price=0)
    panel = await opened(bench, await bench.workspace(brand))
    await put(panel, paid.id, "price", "0")
    await put(panel, free.id, "price", "500")
    assert "It becomes free." in tip(panel, paid.id)
    assert "price before" not in tip(panel, free.id)
    await until(lambda: "1 looks unusual" in staging_of(panel).bar.words.text())
