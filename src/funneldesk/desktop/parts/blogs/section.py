"""Blogs: where articles live, under which addresses, and in which categories."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from funneldesk.desktop.local.texts import _
from funneldesk.desktop.sections.section import Section

if TYPE_CHECKING:
    from funneldesk.desktop.local.cache.search import Hit
    from funneldesk.desktop.sections.panel import Panel
    from funneldesk.desktop.workspace.workspace import Workspace


def _panel(workspace: "Workspace") -> "Panel":
    from funneldesk.desktop.parts.blogs.blogs import BLOGS
    from funneldesk.desktop.parts.blogs.panel import BlogsPanel

    return BlogsPanel(workspace, BLOGS)


def _listed(row: "Mapping[str, Any]", hit: "Hit") -> tuple[str, str]:
    return str(row.get("name") or hit.snippet), f"/{row.get('slug') or ''}"


SECTION = Section("blogs", _("Blogs"), "newspaper", "build", _panel, _listed)
