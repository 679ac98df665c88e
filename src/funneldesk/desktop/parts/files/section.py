"""The Files section: the brand's assets."""

from typing import TYPE_CHECKING

from funneldesk.desktop.local.texts import _
from funneldesk.desktop.sections.section import Section

if TYPE_CHECKING:
    from funneldesk.desktop.assets.library.row import AssetRow
    from funneldesk.desktop.sections.panel import Found, Panel
    from funneldesk.desktop.workspace.workspace import Workspace

MOST_FOUND = 12


def _panel(workspace: "Workspace") -> "Panel":
    from funneldesk.desktop.parts.files.panel import FilesPanel

    return FilesPanel(workspace)


async def _search(workspace: "Workspace", text: str) -> "list[Found]":
    """Files of the local copy whose path has the words, those whose own name has them first."""
    from funneldesk.contract.folding import fold
    from funneldesk.desktop.assets.library.library import AssetLibrary
    from funneldesk.desktop.local.cache.matching import holds, words_of
    from funneldesk.desktop.sections.panel import Found

    library = workspace.shared(AssetLibrary)
    await library.show_local()
    words = words_of(text)
    named: list[AssetRow] = []
    others: list[AssetRow] = []
    for row in library.rows.values():
        if not row.is_folder and holds(row.sought, words):
            (named if holds(fold(row.name), words) else others).append(row)
            if len(named) == MOST_FOUND:
                break
    return [
        Found("files", row.path, row.name, row.folder or _("Files"), "folder")
        for row in [*named, *others][:MOST_FOUND]
    ]


SECTION = Section("files", _("Files"), "folder", "build", _panel, search=_search)
