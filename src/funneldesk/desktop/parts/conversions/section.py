"""Orders: every conversion of a brand, with its customer, and money that goes back."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from funneldesk.desktop.local.texts import _
from funneldesk.desktop.sections.section import Section

if TYPE_CHECKING:
    from funneldesk.desktop.local.cache.search import Hit
    from funneldesk.desktop.sections.panel import Panel
    from funneldesk.desktop.workspace.workspace import Workspace


def _panel(workspace: "Workspace") -> "Panel":
    from funneldesk.desktop.parts.conversions.orders import ORDERS
    from funneldesk.desktop.parts.conversions.panel import OrdersPanel

    return OrdersPanel(workspace, ORDERS)


def _listed(row: "Mapping[str, Any]", hit: "Hit") -> tuple[str, str]:
    return hit.id, str(row.get("customer_name") or row.get("customer_email") or "")


SECTION = Section("conversions", _("Orders"), "receipt", "sell", _panel, _listed)
