"""Automations: what happens by itself when a form is sent, something is bought or tagged."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from funneldesk.desktop.local.texts import _
from funneldesk.desktop.sections.section import Section

if TYPE_CHECKING:
    from funneldesk.desktop.local.cache.search import Hit
    from funneldesk.desktop.sections.panel import Panel
    from funneldesk.desktop.workspace.workspace import Workspace


def _panel(workspace: "Workspace") -> "Panel":
    from funneldesk.desktop.parts.automations.automations import AUTOMATIONS
    from funneldesk.desktop.parts.automations.panel import AutomationsPanel

    return AutomationsPanel(workspace, AUTOMATIONS)


def _listed(row: "Mapping[str, Any]", hit: "Hit") -> tuple[str, str]:
    return str(row.get("title") or hit.snippet), str(row.get("status") or "")


SECTION = Section("automations", _("Automations"), "workflow", "engage", _panel, _listed)
