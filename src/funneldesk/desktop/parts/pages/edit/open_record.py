"""The record that is open: its draft, its editor, and what is told of it."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from funneldesk.desktop.kit.explain import explain
from funneldesk.desktop.kit.notices.notices import Notice
from funneldesk.desktop.kit.tasks import TaskScope
from funneldesk.desktop.local.user_data.drafts import is_new_id
from funneldesk.desktop.parts.pages.edit.draft import PageDocument
from funneldesk.desktop.parts.pages.edit.draft_saving import DraftKeeping
from funneldesk.desktop.parts.pages.editor.editor import PageEditor
from funneldesk.desktop.parts.pages.history.versions import PageVersions
from funneldesk.desktop.parts.pages.library.library import PART, PageLibrary
from funneldesk.desktop.parts.pages.save.labels import SAVE
from funneldesk.desktop.workspace.workspace import Workspace

if TYPE_CHECKING:
    from funneldesk.desktop.sections.panel import Panel

OPEN_ELSEWHERE = "This page is open in another window."


class OpenRecord(QObject):
    """``opened`` carries the id of the page that is open now; ``changed``: its state changed.

    What locks and saves it takes this; the edit session puts them together.
    """

    opened = Signal(str)
    changed = Signal()

    def __init__(
        self, panel: "Panel", workspace: Workspace, library: PageLibrary, editor: PageEditor
    ) -> None:
        super().__init__(panel)
        self.panel = panel
        self.workspace = workspace
        self.library = library
        self.editor = editor
        self.versions = PageVersions(workspace.store, workspace.board)
        self.tasks = TaskScope(self)
        self.document: PageDocument | None = None
        self.record_id = ""
        self.wanted = ""
        self.busy = False
        self.keeping = DraftKeeping(
            workspace,
            self.versions,
            self.tasks,
            lambda: (self.document, self.record_id),
            self._draft_written,
        )

    @property
    def may_change(self) -> bool:
        """Whether this window is the one that writes."""
        return True

    @property
    def title(self) -> str:
        """The open page's title as it is typed."""
        return str(self.document.value("title") or "New page") if self.document else ""

    @property
    def status(self) -> str:
        """The open page's status on the platform."""
        return str(self.document.base_value("status") or "draft") if self.document else ""

    @property
    def is_dirty(self) -> bool:
        """Whether the open page has work that the platform does not have."""
        return self.document is not None and self.document.is_dirty

    @property
    def is_kept(self) -> bool:
        """Whether everything typed is durable on this computer."""
        return self.keeping.is_done or not (self.is_dirty or is_new_id(self.record_id))

    async def keep_now(self) -> None:
        """Make everything typed durable on this computer."""
        await self.keeping.now()

    def show_rights(self) -> None:
        """Let the open page be changed only where it can be saved."""
        if self.document is not None:
            reason = "" if self.may_change else OPEN_ELSEWHERE
            if not self.workspace.may_write(PART):
                reason = "Pages are read only with this key."
            self.editor.set_read_only(reason)

    def take(self, document: PageDocument) -> None:
        """Another window goes on with the open page: show what it made durable."""
        before = dict(self.document.fields) if self.document is not None else {}
        self.document = self.editor.document = document
        self.editor.take(f for f, value in document.fields.items() if before.get(f) != value)
        self.editor.analyse_soon()
        self.changed.emit()

    def move_to(self, record_id: str) -> None:
        """The open page has another id now: it was created on the platform."""
        self.record_id = self.wanted = record_id
        self.opened.emit(record_id)

    def set_busy(self, busy: bool) -> None:
        """Whether a save is on its way."""
        self.busy = busy
        self.changed.emit()

    def tell(self, error: BaseException, doing: str) -> None:
        """Explain a failure."""
        self.post(explain(error, doing).notice(SAVE))

    def say_elsewhere(self) -> None:
        """Why nothing can be changed here: another window writes."""
        here = "Choose “Edit here” above the source to change it in this window."
        self.post(Notice(OPEN_ELSEWHERE, here, "warning", key=SAVE))

    def post(self, notice: Notice) -> None:
        """Show a notice."""
        self.workspace.board.post(notice)

    def _draft_written(self, record_id: str, said: str) -> None:
        if record_id == self.record_id:
            self.editor.say_kept(said)
