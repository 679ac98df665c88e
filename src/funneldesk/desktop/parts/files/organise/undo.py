"""Ctrl+Z in Files: takes back the last rename, move, repair or deletion, then the one before."""

from collections.abc import Callable, Coroutine, Iterable
from typing import Any

from funneldesk.desktop.assets.references.updates import Following, ReferenceUpdates
from funneldesk.desktop.kit.notices.notices import Notice
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.parts.files.browse.browser import WRITES, FilesBrowser
from funneldesk.desktop.parts.files.delete.delete import runs_of
from funneldesk.desktop.parts.files.feature import FilesFeature
from funneldesk.desktop.records.bulk.outcome import Report
from funneldesk.desktop.sections.actions import Action, Ids

TakeBack = Callable[[Report], Coroutine[Any, Any, object]]
MOST_STEPS = 50


class UndoFiles(FilesFeature):
    """Each step knows its own way back; one that was taken back elsewhere leaves."""

    def __init__(self, panel: FilesBrowser) -> None:
        super().__init__(panel)
        self._steps: list[tuple[str, Report, TakeBack]] = []
        self._updates = panel.workspace.shared(ReferenceUpdates)
        self._updates.ended.connect(self._followed)
        runs_of(panel).ended.connect(self._ran)
        self._updates.undoing.connect(self._undone)
        runs_of(panel).undoing.connect(self._undone)

    def declare(self) -> Iterable[Action]:
        yield Action(
            "files.undo",
            self._title,
            lambda _ids: self.undo(),
            icon="undo-2",
            keys="Ctrl+Z",
            writes=WRITES,
            offered=lambda *_: bool(self._steps),
            tip=_("Undo the last change to files"),
        )

    def _title(self, _ids: Ids) -> str:
        return _("Undo: {step}").format(step=self._steps[-1][0]) if self._steps else _("Undo")

    def undo(self) -> None:
        """Take the last step back."""
        if not self._steps:
            notice = Notice(_("Nothing to undo in Files."), "", "info", key="files/organise")
            self.panel.workspace.notifications.post(notice)
        else:
            _what, report, take_back = self._steps.pop()
            self.panel.tasks.start(take_back(report))

    def _followed(self, following: Following, report: Report) -> None:
        self._push(following.what, report, self._updates.take_back)

    def _ran(self, title: str, report: Report) -> None:
        self._push(title, report, runs_of(self.panel).undo)

    def _undone(self, report: Report) -> None:
        """It was taken back from its notice or its report."""
        self._steps = [step for step in self._steps if step[1] is not report]

    def _push(self, what: str, report: Report, take_back: TakeBack) -> None:
        if report.undoable:
            self._steps = [*self._steps, (what, report, take_back)][-MOST_STEPS:]
