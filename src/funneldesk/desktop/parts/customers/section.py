"""Customers: who bought, how often, and what they are worth."""

from typing import TYPE_CHECKING

from funneldesk.desktop.sections.section import Section

if TYPE_CHECKING:
    from funneldesk.desktop.sections.panel import Panel
    from funneldesk.desktop.workspace.workspace import Workspace


def _panel(workspace: "Workspace") -> "Panel":
    from funneldesk.desktop.parts.customers.customers import CUSTOMERS
    from funneldesk.desktop.records.panel import RecordsPanel

    return RecordsPanel(workspace, CUSTOMERS)


SECTION = Section("customers", "Customers", "users", "Sell", _panel)
