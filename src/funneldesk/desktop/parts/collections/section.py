"""Collections: what visitors left in the forms of a brand's pages."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from funneldesk.desktop.local.texts import _
from funneldesk.desktop.sections.section import Section

if TYPE_CHECKING:
    from funneldesk.desktop.local.cache.search import Hit
    from funneldesk.desktop.records.importing.declaration import RecordImport
    from funneldesk.desktop.sections.panel import Panel
    from funneldesk.desktop.workspace.workspace import Workspace


def _panel(workspace: "Workspace") -> "Panel":
    from funneldesk.desktop.parts.collections.panel import CollectionsPanel

    return CollectionsPanel(workspace)


def _listed(row: "Mapping[str, Any]", hit: "Hit") -> tuple[str, str]:
    return str(row.get("title") or hit.snippet), hit.snippet if hit.field != "title" else ""


async def _imports(workspace: "Workspace", part: str) -> "RecordImport":
    from funneldesk.desktop.parts.collections.importing import entries_import

    return await entries_import(workspace, part)


SECTION = Section(
    "collections", _("Collections"), "database", "build", _panel, _listed, imports=_imports
)
