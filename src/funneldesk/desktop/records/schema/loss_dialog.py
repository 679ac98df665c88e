"""Question before something is deleted: what would be lost is counted first."""

from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QWidget

from funneldesk.desktop.kit.controls.labels import Label
from funneldesk.desktop.kit.dialogs.dialog import Dialog
from funneldesk.desktop.kit.table.progress import ProgressLine
from funneldesk.desktop.kit.tasks import TaskScope
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.sections.operations import operation
from funneldesk.desktop.workspace.workspace import Workspace

if TYPE_CHECKING:
    from funneldesk.client import Api

Count = Callable[["Api"], Awaitable[int]]


class LossDialog(Dialog):
    """Counts, says what would be lost, and only then offers to delete. Where ``is_kept`` there is
    nothing to delete as long as something is in it."""

    def __init__(
        self,
        parent: QWidget,
        workspace: Workspace,
        title: str,
        count: Count,
        told: Callable[[int], str],
        *,
        is_kept: bool,
    ) -> None:
        super().__init__(parent, title, width=480)
        self.tasks = TaskScope(self)
        self.progress = ProgressLine()
        self.said = Label(_("Counting what is in it…"), wrap=True)
        self.body.addWidget(self.progress)
        self.body.addWidget(self.said)
        self.add_button("", _("Cancel"))
        self.delete_button = self.add_button("delete", _("Delete"), "danger")
        self.delete_button.setEnabled(False)
        self._workspace, self._told, self._is_kept = workspace, told, is_kept
        self.tasks.start(self._count(count))

    async def _count(self, count: Count) -> None:
        self.progress.set_on(True)
        with operation(
            self._workspace,
            _("Counting what is in it"),
            tell=lambda told: self.said.setText(f"{told.what} {told.now_what}"),
        ) as asked:
            found = await self._workspace.run(count)
        self.progress.set_on(False)
        if not asked.failed:
            self.said.setText(self._told(found))
            self.delete_button.setEnabled(not (found and self._is_kept))
