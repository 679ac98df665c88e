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
from funneldesk.desktop.kit.tasks import TaskScope
from funneldesk.desktop.kit.units import counted
from funneldesk.desktop.local.files.problems import LocalStoreProblem
from funneldesk.desktop.local.texts import _, ngettext
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
        count = self.count
        title = _("Delete {files} that this upload added?").format(files=counted(count, "file"))
        text = _("They go from the server, for good; your own files stay where they are.")
        moves = bool(self._job.about.get("removes"))
        if moves:
            title = _("Move {files} back?").format(files=counted(count, "file"))
            text = _("References that were updated with the move are updated back.")
        elif self._job.kind == MOVE:
            title = _("Delete {files}?").format(files=counted(count, "copied file"))
            text = _("They go from the server, for good; the originals stay where they are.")
        if replaced:
            text += ngettext(
                " {count:,} file that replaced others stays: what was there before is gone.",
                " {count:,} files that replaced others stay: what was there before is gone.",
                replaced,
            ).format(count=replaced)
        text += _(" A file that someone changed since is skipped and listed.")
        action = _("Move back") if moves else _("Delete")
        connection = self._queue.workspace.connection
        if connection.live:
            name = connection.name
            sure = await confirm_by_name(self._over, title, text, name=name, action=action)
        else:
            sure = await confirm(self._over, title, text, action=action, danger=not moves)
        if sure:
            self._going = True
            self.said.emit(_("Undoing…"))
            # The work goes on when the report is closed.
            self._queue.tasks.start(self._take_back())

    async def _take_back(self) -> None:
        import shiboken6

        job = self._job
        try:
            with optional() as asked:
                words = job.outcome = _taken_back(await job.undo())
            if asked.error is not None:
                explanation = explain(asked.error, _("Taking it back"))
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
    files = counted(gone, "file")
    if not stay:
        return _("{files} undone.").format(files=files)
    return ngettext(
        "{files} undone, {stay:,} stays.", "{files} undone, {stay:,} stay.", stay
    ).format(files=files, stay=stay)
