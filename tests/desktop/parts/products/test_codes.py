"""Product codes that are taken, or differ only by case, are told of before they are sent."""

from PySide6.QtCore import Qt
from tests.desktop.parts.products.test_grid import put
from tests.desktop.support.live_server import LiveBrand
from tests.desktop.support.products_desk import (
    at_cell,
    open_product,
    opened,
    product,
    staging_of,
    stored,
)
from tests.desktop.support.relay import Relay
from tests.desktop.support.window_bench import WindowBench, in_the_window, said, shown_dialog, until

from funneldesk.desktop.parts.products.panel import ProductsPanel

NEAR = "“Hp-Quay” has the code HP-QUAY: only the case differs."


async def quay(brand: LiveBrand) -> None:
    await product(brand, "HP-QUAY")


def type_code(panel: ProductsPanel, code: str) -> str:
    """Type a code into the form; what stands at its field then."""
    field = panel.pane.form.form.row("code")
    field.input.set_value(code)
    field.edited.emit("code", code)
    return str(field.error())


@in_the_window
async def test_a_code_that_differs_by_case_warns_while_typed_and_before_it_is_saved(
    bench: WindowBench, brand: LiveBrand
) -> None:
    await quay(brand)
    tea = await product(brand, "tea")
    panel = await opened(bench, await bench.workspace(brand))
    await open_product(panel, tea)
    assert type_code(panel, "hp-quayside") == ""
    assert type_code(panel, "hp-quay") == NEAR
    panel.save()
    dialog = await shown_dialog()
    assert dialog.windowTitle() == "Save a code that differs only by case?"
    assert NEAR in said(dialog)
    dialog.answer("")
    await until(lambda: panel.is_quiet)
    assert (await stored(brand, tea)).code == "tea"
    panel.save()
    (await shown_dialog()).answer("yes")
    await until(lambda: panel.is_quiet and not panel.session.is_dirty)
    assert (await stored(brand, tea)).code == "hp-quay"


@in_the_window
async def test_a_taken_code_is_not_sent(bench: WindowBench, brand: LiveBrand, relay: Relay) -> None:
    await quay(brand)
    tea = await product(brand, "tea")
    panel = await opened(bench, await bench.workspace(brand, base_url=relay.base_url))
    await open_product(panel, tea)
    assert type_code(panel, "HP-QUAY") == "“Hp-Quay” has this code. Choose another one."
    panel.save()
    await until(lambda: bench.notice("Not saved yet.") and panel.is_quiet)
    assert relay.writes() == []


@in_the_window
async def test_a_code_whose_accents_are_written_apart_is_the_same(
    bench: WindowBench, brand: LiveBrand
) -> None:
    await product(brand, "caf\u00e9")
    tea = await product(brand, "tea")
    panel = await opened(bench, await bench.workspace(brand))
    await open_product(panel, tea)
    assert type_code(panel, "cafe\u0301").endswith("has this code. Choose another one.")


@in_the_window
async def test_a_pasted_code_that_differs_by_case_is_marked(
    bench: WindowBench, brand: LiveBrand
) -> None:
    await quay(brand)
    tea = await product(brand, "tea")
    panel = await opened(bench, await bench.workspace(brand))
    await put(panel, tea.id, "code", "hp-quay")
    role = Qt.ItemDataRole.AccessibleDescriptionRole
    assert NEAR in str(at_cell(panel, tea.id, "code").data(role))
    await until(lambda: "1 looks unusual" in staging_of(panel).bar.words.text())
