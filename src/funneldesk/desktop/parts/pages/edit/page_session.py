"""Edit session of a page: its editor knows where the brand's pages live."""

from funneldesk.desktop.parts.pages.edit.draft import LocalPageDraft
from funneldesk.desktop.parts.pages.editor.editor import PageEditor
from funneldesk.desktop.parts.pages.kind import PAGES
from funneldesk.desktop.parts.pages.library.library import PageLibrary
from funneldesk.desktop.records.edit.edit_session import EditSession
from funneldesk.desktop.sections.panel import Panel
from funneldesk.desktop.workspace.workspace import Workspace


class PageSession(EditSession):
    """Session on one page at a time."""

    draft: LocalPageDraft | None
    editor: PageEditor

    def __init__(
        self, panel: Panel, workspace: Workspace, library: PageLibrary, editor: PageEditor
    ) -> None:
        super().__init__(PAGES, panel, workspace, library, editor)
