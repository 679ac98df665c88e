"""Domains: the names that a brand is met under, and how far each of them is."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from funneldesk.desktop.local.texts import _
from funneldesk.desktop.sections.section import Section

if TYPE_CHECKING:
    from funneldesk.desktop.local.cache.search import Hit
    from funneldesk.desktop.parts.domains.setup.watch import DomainWatch
    from funneldesk.desktop.sections.panel import Panel
    from funneldesk.desktop.workspace.workspace import Workspace


def _panel(workspace: "Workspace") -> "Panel":
    from funneldesk.desktop.parts.domains.domains import DOMAINS
    from funneldesk.desktop.parts.domains.panel import DomainsPanel

    return DomainsPanel(workspace, DOMAINS)


async def _goes_on(workspace: "Workspace") -> None:
    """Look again at the domains that waited when this computer last saw them."""
    from funneldesk.desktop.kit.tasks import in_thread

    slices = workspace.store.slices("domains")
    bodies = [each async for piece in slices for each in piece if each.get("status") != "active"]
    if bodies:
        watch = await in_thread(_watch)
        workspace.shared(watch).follow(bodies)


def _watch() -> "type[DomainWatch]":
    from funneldesk.desktop.parts.domains.setup.watch import DomainWatch

    return DomainWatch


def _listed(row: "Mapping[str, Any]", hit: "Hit") -> tuple[str, str]:
    return str(row.get("domain") or hit.snippet), str(row.get("status") or "")


SECTION = Section("domains", _("Domains"), "globe", "build", _panel, _listed, goes_on=_goes_on)
