"""Analytics: what the brand earned, from where, and how that changed."""

from typing import TYPE_CHECKING

from funneldesk.desktop.local.texts import _
from funneldesk.desktop.sections.section import Section

if TYPE_CHECKING:
    from funneldesk.desktop.sections.panel import Panel
    from funneldesk.desktop.workspace.workspace import Workspace


def _panel(workspace: "Workspace") -> "Panel":
    from funneldesk.desktop.parts.analytics.panel import AnalyticsPanel

    return AnalyticsPanel(workspace)


SECTION = Section("analytics", _("Analytics"), "chart-line", "measure", _panel)
