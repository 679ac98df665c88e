"""Shared surroundings of the features of the Pages section."""

from dataclasses import dataclass

from funneldesk.desktop.assets.preview.pane import PreviewPane
from funneldesk.desktop.kit.tasks import TaskScope
from funneldesk.desktop.parts.pages.edit.page_session import PageSession
from funneldesk.desktop.parts.pages.editor.editor import PageEditor
from funneldesk.desktop.parts.pages.library.library import PageLibrary
from funneldesk.desktop.parts.pages.list.list_pane import PageListPane
from funneldesk.desktop.sections.panel import Panel
from funneldesk.desktop.workspace.workspace import Workspace


@dataclass(frozen=True, slots=True)
class PagesContext:
    """The brand, its pages, and the views of one window. Dialogs open over ``section``."""

    section: Panel
    workspace: Workspace
    tasks: TaskScope
    library: PageLibrary
    list: PageListPane
    editor: PageEditor
    preview: PreviewPane
    session: PageSession
