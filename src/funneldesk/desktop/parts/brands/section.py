"""Brand settings: reached from the brand switcher, not from the bar."""

from typing import TYPE_CHECKING

from funneldesk.desktop.local.texts import _
from funneldesk.desktop.sections.section import Section

if TYPE_CHECKING:
    from funneldesk.desktop.sections.panel import Panel
    from funneldesk.desktop.workspace.workspace import Workspace


def _panel(workspace: "Workspace") -> "Panel":
    from funneldesk.desktop.parts.brands.panel import BrandPanel

    return BrandPanel(workspace)


SECTION = Section("brands", _("Brand settings"), "settings", "", _panel)
