"""Undo of an upload: deletes what was added, after a question that says what stays."""

from collections.abc import Sequence

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from funneldesk.desktop.assets.moving.runner import MOVE
from funneldesk.desktop.assets.transfers.job import TransferJob
from funneldesk.desktop.assets.transfers.queue import TransferQueue
from funneldesk.desktop.assets.transfers.result import ItemResult
from funneldesk.desktop.kit.dialogs.dialog import confirm, confirm_by_name
from funneldesk.desktop.kit.explain import explain
from funneldesk.desktop.kit.jobs.labels import counted
from funneldesk.desktop.kit.tasks import TaskScope
from funneldesk.desktop.local.files.problems import LocalStoreProblem
from funneldesk.desktop.sections.operations import optional


class TransferUndo(QObject):
    """``said`` carries a line about how it goes; what became of each file is in its result."""

    said = Signal(str)

    def __init__(self, parent: QWidget, job: TransferJob, queue: TransferQueue) -> None:
        super().__init__(parent)
        self._over = parent
        self._job = job
        self._queue = queue
        self._going = False
        self.tasks = TaskScope(self)

    @property
    def count(self) -> int:
        """Number of files that undo would remove or move back."""
        return sum(r.state == "done" and not r.replaced for r in self._job.results())

    def ask(self) -> None:
        """Ask, and take back."""
        if not self._going:
            self.tasks.latest("ask", self._ask())

    async def _ask(self) -> None:
        replaced = sum(r.state == "done" and r.replaced for r in self._job.results())
        title = f"Delete {counted(self.count, 'file')} that this upload added?"
        text = "They go from the server, for good; your own files stay where they are."
        moves = bool(self._job.about.get("removes"))
        if moves:
            title = f"Move {counted(self.count, 'file')} back?"
            text = "References that were updated with the move are updated back."
        elif self._job.kind == MOVE:
            title = f"Delete {counted(self.count, 'copied file')}?"
            text = "They go from the server, for good; the originals stay where they are."
        if replaced:
            text += (
                f" {counted(replaced, 'file')} that replaced others "
                f"{'stays' if replaced == 1 else 'stay'}: what was there before is gone."
            )
        text += " A file that someone changed since is skipped and listed."
        action = "Move back" if moves else "Delete"
        connection = self._queue.workspace.connection
        if connection.live:
            name = connection.name
            sure = await confirm_by_name(self._over, title, text, name=name, action=action)
        else:
            sure = await confirm(self._over, title, text, action=action, danger=not moves)
        if sure:
            self._going = True
            self.said.emit("Undoing…")
            # The work goes on when the report is closed.
            self._queue.tasks.start(self._take_back())

    async def _take_back(self) -> None:
        import shiboken6

        job = self._job
        try:
            with optional() as asked:
                words = job.outcome = _taken_back(await job.undo())
            if asked.error is not None:
                explanation = explain(asked.error, "Taking it back")
                words = f"{explanation.what} {explanation.now_what}"
        except LocalStoreProblem as problem:
            words = str(problem.explanation)
        job.tell()
        if shiboken6.isValid(self):
            self._going = False
            self.said.emit(words)


def _taken_back(results: Sequence[ItemResult]) -> str:
    gone = sum(result.state == "cancelled" for result in results)
    stay = len(results) - gone
    rest = f", {stay:,} {'stays' if stay == 1 else 'stay'}" if stay else ""
    return f"{counted(gone, 'file')} undone{rest}."
