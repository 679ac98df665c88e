"""Quick add: one line for a title, an entry for each Enter, none of them made twice."""

from collections.abc import Callable

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QLineEdit, QWidget

from funneldesk.desktop.kit.controls.buttons import row, surface
from funneldesk.desktop.kit.tasks import TaskScope
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.local.user_data.drafts import new_draft_id
from funneldesk.desktop.records.kind import RecordKind
from funneldesk.desktop.records.library.library import RecordLibrary
from funneldesk.desktop.records.rows import SummaryRow
from funneldesk.desktop.records.save.request import plan_save
from funneldesk.desktop.records.save.saver import RecordSaver
from funneldesk.desktop.sections.operations import may_write, operation
from funneldesk.desktop.workspace.workspace import Workspace


class QuickAdd(QWidget):
    """``made`` carries the id of a new entry; ``asked_for_form`` a title for which the fields of
    the entity ask more than that."""

    made = Signal(str)
    asked_for_form = Signal(str)

    def __init__(
        self,
        workspace: Workspace,
        kind: RecordKind,
        library: RecordLibrary[SummaryRow],
        stage_id: Callable[[], int],
    ) -> None:
        super().__init__()
        self._workspace, self._kind, self._library = workspace, kind, library
        self._stage_id = stage_id
        self._saver = RecordSaver(workspace, library, kind)
        self._sent = ("", "")
        self.tasks = TaskScope(self)
        surface("foot", self)
        words = _("Add an entry: type its title and press Enter")
        self.line = QLineEdit()
        self.line.setPlaceholderText(words)
        self.line.setAccessibleName(words)
        self.line.returnPressed.connect(self._enter)
        self.setLayout(row(self.line, margins=(10, 6, 10, 6)))

    def _enter(self) -> None:
        title = self.line.text().strip()
        if title and not self.tasks.is_busy:
            self.tasks.start(self.add(title, self._stage_id()))

    async def add(self, title: str, stage_id: int) -> str:
        """Create an entry; its id, or "" where it was not made. A title whose answer was lost is
        looked for before it is sent once more."""
        workspace, kind = self._workspace, self._kind
        if not may_write(workspace, kind.part, _("entries")):
            return ""
        draft = kind.draft.new({"title": title, "stage_id": stage_id})
        if plan_save(kind, draft, formats=self._saver.formats).blockers:
            self.line.clear()
            self.asked_for_form.emit(title)
            return ""
        draft_id = self._sent[1] if self._sent[0] == title else new_draft_id()
        self._sent = title, draft_id
        doing = _("Adding “{title}”").format(title=title)
        with operation(workspace, doing, f"{kind.part}/add") as asked:
            await self._saver.save(draft, draft_id, None)
        if asked.failed:
            return ""
        self._sent = "", ""
        self.line.clear()
        await self._saver.attempts.end(draft_id)
        await self._library.keep(draft.base)
        self.made.emit(str(draft.id))
        return str(draft.id)
