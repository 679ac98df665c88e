"""Files: where designers keep the brand's assets."""

from typing import TYPE_CHECKING

from funneldesk.desktop.section import Section

if TYPE_CHECKING:
    from funneldesk.desktop.panel import Found, Panel
    from funneldesk.desktop.workspace import Workspace

MOST_FOUND = 12


def _panel(workspace: "Workspace") -> "Panel":
    from funneldesk.desktop.parts.files.panel import FilesPanel

    return FilesPanel(workspace)


async def _search(workspace: "Workspace", text: str) -> "list[Found]":
    """Files of the local copy whose path holds the text."""
    from funneldesk.desktop.assets.library import AssetLibrary
    from funneldesk.desktop.panel import Found

    library = workspace.shared(AssetLibrary)
    await library.show_local()
    wanted = text.casefold()
    found = []
    for row in library.rows.values():
        if wanted in row.sought and not row.is_folder:
            found.append(Found("files", row.path, row.name, row.folder or "Files", "folder"))
            if len(found) == MOST_FOUND:
                break
    return found


SECTION = Section("files", "Files", "folder", "Build", _panel, _search)
