"""The Products section in a window, and hands on it."""

from typing import Any

from tests.desktop.support.live_server import LiveBrand
from tests.desktop.support.window_bench import WindowBench, until

from funneldesk.contract.products import Product, ProductDraft
from funneldesk.desktop.parts.products.panel import ProductsPanel
from funneldesk.desktop.parts.products.products import PRODUCTS
from funneldesk.desktop.records.staging.staging import Staging
from funneldesk.desktop.workspace.workspace import Workspace


async def product(brand: LiveBrand, code: str, **fields: Any) -> Product:
    """A product on the server."""
    usual = {"title": code.title(), "price": 10, "type": "physical", "classification": "main"}
    async with brand.api() as api:
        return await api.products.create(ProductDraft(code=code, **{**usual, **fields}))


async def stored(brand: LiveBrand, known: Product) -> Product:
    """A product as the server has it now."""
    async with brand.api() as api:
        return await api.products.get(known.id)


async def opened(bench: WindowBench, workspace: Workspace) -> ProductsPanel:
    """The section, shown and read."""
    panel = bench.own(ProductsPanel(workspace, PRODUCTS))
    panel.resize(1500, 800)
    panel.show()
    panel.refresh()
    await until(lambda: panel.is_quiet and panel.list.table.rows.ids)
    panel.activateWindow()
    panel.list.table.setFocus()
    return panel


def staging_of(panel: ProductsPanel) -> Staging:
    """What stages changes of its cells."""
    assert panel.staging is not None
    return panel.staging


def at_cell(panel: ProductsPanel, record_id: int, column: str) -> Any:
    """The index of a cell."""
    keys = [each.key for each in panel.list.table.rows.columns]
    rows = panel.list.table.rows
    return rows.index(rows.row_of(str(record_id)), keys.index(column))


def cell(panel: ProductsPanel, record_id: int, column: str) -> str:
    """What a cell shows."""
    return str(at_cell(panel, record_id, column).data())


async def open_product(panel: ProductsPanel, known: Product) -> None:
    """A product, opened beside the table."""
    panel.list.table.select(str(known.id))
    panel.open_record(str(known.id))
    await until(lambda: panel.is_quiet and panel.session.draft is not None)
    await until(lambda: panel.session.draft and panel.session.draft.base.get("id") == known.id)
