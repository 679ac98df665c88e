"""Customers: who bought, how often, and what they are worth."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from funneldesk.desktop.local.texts import _
from funneldesk.desktop.sections.section import Section

if TYPE_CHECKING:
    from funneldesk.desktop.local.cache.search import Hit
    from funneldesk.desktop.sections.panel import Panel
    from funneldesk.desktop.workspace.workspace import Workspace


def _panel(workspace: "Workspace") -> "Panel":
    from funneldesk.desktop.parts.customers.customers import CUSTOMERS
    from funneldesk.desktop.parts.customers.panel import CustomersPanel

    return CustomersPanel(workspace, CUSTOMERS)


def _listed(row: "Mapping[str, Any]", hit: "Hit") -> tuple[str, str]:
    return str(row.get("customer_name") or hit.snippet), hit.id


SECTION = Section("customers", _("Customers"), "users", "sell", _panel, _listed)
