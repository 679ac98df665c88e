"""Funnels: pages in a row, what each step brings, and what is wrong between them."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from funneldesk.desktop.local.texts import _
from funneldesk.desktop.sections.section import Section

if TYPE_CHECKING:
    from funneldesk.desktop.local.cache.search import Hit
    from funneldesk.desktop.sections.panel import Panel
    from funneldesk.desktop.workspace.workspace import Workspace


def _panel(workspace: "Workspace") -> "Panel":
    from funneldesk.desktop.parts.funnels.funnels import FUNNELS
    from funneldesk.desktop.parts.funnels.panel import FunnelsPanel

    return FunnelsPanel(workspace, FUNNELS)


def _listed(row: "Mapping[str, Any]", hit: "Hit") -> tuple[str, str]:
    from funneldesk.desktop.parts.funnels.kind import STATUSES

    status = str(row.get("status") or "")
    return str(row.get("name") or hit.snippet), STATUSES.get(status, status)


SECTION = Section("funnels", _("Funnels"), "filter", "sell", _panel, _listed)
