"""Products: what a brand sells, with prices, costs and what is left of them."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from funneldesk.desktop.local.texts import _
from funneldesk.desktop.sections.section import Section

if TYPE_CHECKING:
    from funneldesk.desktop.local.cache.search import Hit
    from funneldesk.desktop.records.importing.declaration import RecordImport
    from funneldesk.desktop.sections.panel import Panel
    from funneldesk.desktop.workspace.workspace import Workspace


def _panel(workspace: "Workspace") -> "Panel":
    from funneldesk.desktop.parts.products.panel import ProductsPanel
    from funneldesk.desktop.parts.products.products import PRODUCTS

    return ProductsPanel(workspace, PRODUCTS)


def _listed(row: "Mapping[str, Any]", hit: "Hit") -> tuple[str, str]:
    return str(row.get("title") or hit.snippet), str(row.get("code") or "")


async def _imports(workspace: "Workspace", part: str) -> "RecordImport":
    from funneldesk.desktop.parts.products.importing import products_import

    return await products_import(workspace, part)


SECTION = Section("products", _("Products"), "package", "sell", _panel, _listed, imports=_imports)
