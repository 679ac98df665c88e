"""Runs over many files: shown under the list and in the tray, told at the end, taken back."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, cast

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QVBoxLayout

from funneldesk.desktop.kit.bulk.outcome import BulkItem, Outcome, Report
from funneldesk.desktop.kit.bulk.progress import BulkBar
from funneldesk.desktop.kit.bulk.report import ReportSheet
from funneldesk.desktop.kit.bulk.run import BulkRun, Line, Look, Work
from funneldesk.desktop.kit.jobs.bulk_job import BulkJob
from funneldesk.desktop.kit.jobs.words import counted
from funneldesk.desktop.kit.notices import Notice, NoticeAction

if TYPE_CHECKING:
    from funneldesk.desktop.parts.files.panel import FilesPanel

NOTICE = "files/organise"


@dataclass(frozen=True, slots=True)
class FilesWork:
    """``title`` heads the report; ``doing`` stands before the count ("Deleting"); ``done`` says
    how many it was for ("3 files deleted"), ``note`` what that means."""

    title: str
    doing: str
    done: Callable[[int], str]
    work: Work
    look: Look | None = None
    note: str = ""


class FileRuns(QObject):
    """One run at a time in a section."""

    def __init__(self, panel: "FilesPanel") -> None:
        super().__init__(panel)
        self.panel = panel
        self.bar = BulkBar()
        self.current: BulkRun | None = None
        place = panel.list.layout()
        if isinstance(place, QVBoxLayout):
            place.addWidget(self.bar)

    def is_free(self) -> bool:
        """Whether a run may begin; otherwise the user is told what is still going on."""
        if self.current is None:
            return True
        said = "One run at a time works on files. Wait for it, or stop it under the list."
        self._post(Notice("Something else is still going on.", said, "warning", key=NOTICE))
        return False

    async def run(self, job: FilesWork, items: Sequence[BulkItem]) -> Report | None:
        """Work through the items; None when another run is still going on."""
        if not self.is_free():
            return None
        panel = self.panel
        line = cast("Line", panel.workspace)
        run = BulkRun(items, job.work, line=line, look=job.look, doing=job.doing, parent=self)
        self.current = run
        self.bar.show_run(run)
        self._show_in_tray(run, job)
        try:
            report = await run.run()
        finally:
            self.current = None
            run.deleteLater()
        touched = [item.id for item, _ in report.of("done", "unknown")]
        if touched:
            panel.workspace.announce("files", *touched, source=panel)
        self._tell(job, report)
        return report

    async def show_report(self, job: FilesWork, report: Report) -> None:
        """What became of each file of a run."""
        free = self.current is None
        sheet = ReportSheet(
            self.panel,
            job.title,
            report,
            on_open=self._open,
            can_repeat=free,
            can_undo=free,
        )
        answer = await sheet.ask()
        if answer == "again":
            await self.run(job, report.again)
        elif answer == "undo":
            await self.undo(report)

    async def undo(self, report: Report) -> None:
        """Take back what can be taken back."""
        ways = {item.id: outcome.undo for item, outcome in report.undoable}

        async def take_back(item: BulkItem) -> Outcome:
            way = ways[item.id]
            return await way() if way is not None else Outcome.skipped("There is no way back.")

        job = FilesWork(
            "Bringing files back",
            "Bringing back",
            lambda count: f"{counted(count, 'file')} brought back",
            take_back,
        )
        # What was deleted last is brought back first: a folder before what lies in it.
        await self.run(job, [item for item, _ in reversed(report.undoable)])

    def _show_in_tray(self, run: BulkRun, job: FilesWork) -> None:
        panel = self.panel

        def show(report: Report) -> None:
            panel.asked_forward.emit()
            panel.tasks.start(self.show_report(job, report))

        brand = panel.workspace.connection.name
        panel.workspace.jobs.add(
            BulkJob(run, job.title, icon="trash-2", unit="file", brand=brand, on_open=show)
        )

    def _tell(self, job: FilesWork, report: Report) -> None:
        count = report.count("done")
        action = None
        if report.undoable:
            action = NoticeAction("Undo", lambda: self.panel.tasks.start(self.undo(report)))
        if report.is_whole:
            self._post(Notice(job.done(count), job.note, "success", key=NOTICE, action=action))
            return
        if len(report.rows) == 1:
            outcome = report.rows[0][1]
            rest = " ".join(filter(None, (outcome.so_what, outcome.now_what)))
            self._post(Notice(outcome.what, rest, "warning", outcome.details, NOTICE))
            return
        show = NoticeAction(
            "Show the report", lambda: self.panel.tasks.start(self.show_report(job, report))
        )
        self._post(
            Notice(
                job.done(count) if count else f"{job.title}: nothing was changed",
                f"{report.words().capitalize()} of {len(report.rows):,}.",
                "warning",
                key=NOTICE,
                action=show,
                lasting=True,
            )
        )

    def _open(self, path: str) -> None:
        self.panel.open_record(path)

    def _post(self, notice: Notice) -> None:
        self.panel.workspace.board.post(notice)
