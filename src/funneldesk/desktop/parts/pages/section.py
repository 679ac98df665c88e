"""Pages: where marketers write, preview and publish."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from funneldesk.desktop.local.texts import _
from funneldesk.desktop.sections.section import Section

if TYPE_CHECKING:
    from funneldesk.desktop.assets.references.writers import RecordWriter
    from funneldesk.desktop.local.cache.search import Hit
    from funneldesk.desktop.records.importing.declaration import RecordImport
    from funneldesk.desktop.sections.panel import Panel
    from funneldesk.desktop.workspace.workspace import Workspace


def _panel(workspace: "Workspace") -> "Panel":
    from funneldesk.desktop.parts.pages.panel import PagesPanel

    return PagesPanel(workspace)


def _listed(row: "Mapping[str, Any]", hit: "Hit") -> tuple[str, str]:
    address = f"/{row.get('slug') or ''}"
    return str(row.get("name") or hit.snippet), address if hit.field in (
        "name",
        "slug",
    ) else hit.snippet


def _writer(workspace: "Workspace", about: str = "") -> "RecordWriter":
    from funneldesk.desktop.parts.pages.library.reference_writer import ReferenceWriter

    return ReferenceWriter(workspace, about)


async def _imports(workspace: "Workspace", part: str) -> "RecordImport":
    from funneldesk.desktop.parts.pages.list.importing import IMPORT

    return IMPORT


SECTION = Section(
    "pages", _("Pages"), "file-code", "build", _panel, _listed, writer=_writer, imports=_imports
)
