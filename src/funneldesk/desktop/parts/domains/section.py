"""Domains: the names that a brand is met under, and how far each of them is."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from funneldesk.desktop.local.texts import _
from funneldesk.desktop.sections.section import Section

if TYPE_CHECKING:
    from funneldesk.desktop.local.cache.search import Hit
    from funneldesk.desktop.sections.panel import Panel
    from funneldesk.desktop.workspace.workspace import Workspace


def _panel(workspace: "Workspace") -> "Panel":
    from funneldesk.desktop.parts.domains.domains import DOMAINS
    from funneldesk.desktop.parts.domains.panel import DomainsPanel

    return DomainsPanel(workspace, DOMAINS)


def _listed(row: "Mapping[str, Any]", hit: "Hit") -> tuple[str, str]:
    return str(row.get("domain") or hit.snippet), str(row.get("status") or "")


SECTION = Section("domains", _("Domains"), "globe", "build", _panel, _listed)
