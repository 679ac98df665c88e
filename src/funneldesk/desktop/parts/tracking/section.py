"""Tracking: who came from where, what they did, and the recordings of it."""

from typing import TYPE_CHECKING

from funneldesk.desktop.local.texts import _
from funneldesk.desktop.sections.section import Section

if TYPE_CHECKING:
    from funneldesk.desktop.sections.panel import Panel
    from funneldesk.desktop.workspace.workspace import Workspace


def _panel(workspace: "Workspace") -> "Panel":
    from funneldesk.desktop.parts.tracking.panel import TrackingPanel
    from funneldesk.desktop.parts.tracking.tracking import CLICKS

    return TrackingPanel(workspace, CLICKS)


SECTION = Section("tracking", _("Tracking"), "mouse-pointer-click", "measure", _panel)
