"""Runs over many pages: shown under the list, told at the end, repeated and taken back."""

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
from funneldesk.desktop.kit.notices import Notice, NoticeAction
from funneldesk.desktop.parts.pages.library import PART

if TYPE_CHECKING:
    from funneldesk.desktop.parts.pages.panel import PagesPanel

NOTICE = "pages/action"


@dataclass(frozen=True, slots=True)
class PageJob:
    """``title`` heads the report; ``doing`` stands before the count ("Publishing"); ``done`` says
    how many it was for ("3 pages published"), ``note`` what that means. ``line``: the way to the
    platform, where it is not the section's alone."""

    title: str
    doing: str
    done: Callable[[int], str]
    work: Work
    look: Look | None = None
    note: str = ""
    line: Line | None = None


class PageRuns(QObject):
    """One run at a time in a section; ``last`` is the one whose report can be shown."""

    def __init__(self, panel: "PagesPanel") -> None:
        super().__init__(panel)
        self.panel = panel
        self.bar = BulkBar()
        self.current: BulkRun | None = None
        self.last: tuple[PageJob, Report] | None = None
        place = panel.list.layout()
        if isinstance(place, QVBoxLayout):
            place.addWidget(self.bar)

    async def run(
        self, job: PageJob, items: Sequence[BulkItem], *, writes: bool = True
    ) -> Report | None:
        """Work through the items; None when another run is still going on.

        ``writes``: pages on the platform are changed by it, and others are told.
        """
        if not self.is_free():
            return None
        line = job.line or cast("Line", self.panel.workspace)
        run = BulkRun(items, job.work, line=line, look=job.look, doing=job.doing, parent=self)
        self.current = run
        self.bar.show_run(run)
        self._show_in_tray(run, job)
        try:
            report = await run.run()
        finally:
            self.current = None
            run.deleteLater()
        self.last = (job, report)
        if writes:
            self._announce(report)
        self._tell(job, report)
        return report

    def is_free(self) -> bool:
        """Whether a run may begin; otherwise the user is told what is still going on."""
        if self.current is None:
            return True
        said = "One run at a time works on pages. Wait for it, or stop it under the list."
        self._post(Notice("Something else is still going on.", said, "warning", key=NOTICE))
        return False

    async def show_last(self) -> None:
        """The report of the last run, with what can be done about it."""
        if self.last is not None:
            await self.show_report(*self.last)

    async def show_report(self, job: PageJob, report: Report) -> None:
        """What became of each page of a run."""
        sheet = ReportSheet(
            self.panel,
            job.title,
            report,
            on_open=self._open,
            zone=self.panel.list.zone,
            can_repeat=self.current is None,
            can_undo=self.current is None,
        )
        answer = await sheet.ask()
        if answer == "again":
            await self.run(job, report.again)
        elif answer == "undo":
            await self.undo(report)

    async def undo(self, report: Report) -> None:
        """Take back what can be taken back."""
        ways = {item.id: outcome for item, outcome in report.undoable}

        async def take_back(item: BulkItem) -> Outcome:
            way = ways[item.id].undo
            return await way() if way is not None else Outcome.skipped("There is no way back.")

        job = PageJob(
            "Taking pages back", "Taking back", lambda n: f"{pages(n)} taken back", take_back
        )
        await self.run(job, [item for item, _ in report.undoable])

    def _show_in_tray(self, run: BulkRun, job: PageJob) -> None:
        panel = self.panel

        def show(report: Report) -> None:
            panel.asked_forward.emit()
            panel.tasks.start(self.show_report(job, report))

        brand = panel.workspace.connection.name
        panel.workspace.jobs.add(BulkJob(run, job.title, brand=brand, on_open=show))

    def _announce(self, report: Report) -> None:
        touched = [item.id for item, _ in report.of("done", "unknown")]
        if touched:
            self.panel.workspace.announce(PART, *touched, source=self.panel)
        self.panel.desk.compare_with_list()

    def _tell(self, job: PageJob, report: Report) -> None:
        count = report.count("done")
        if len(report.rows) == 1 and not count:
            self._tell_one(report.rows[0][1])
            return
        if report.is_whole:
            action = None
            if report.undoable:
                action = NoticeAction("Undo", lambda: self._start_undo(report))
            self._post(Notice(job.done(count), job.note, "success", key=NOTICE, action=action))
            return
        action = NoticeAction("Show the report", lambda: self.panel.tasks.start(self.show_last()))
        amiss = bool(report.count("failed") or report.count("unknown"))
        self._post(
            Notice(
                job.done(count) if count else f"{job.title}: nothing was changed",
                f"{report.words().capitalize()} of {len(report.rows):,}.",
                "warning" if amiss else "info",
                key=NOTICE,
                action=action,
                lasting=amiss,
            )
        )

    def _tell_one(self, outcome: Outcome) -> None:
        rest = " ".join(filter(None, (outcome.so_what, outcome.now_what)))
        tone = "info" if outcome.kind in ("skipped", "not_started") else "warning"
        self._post(Notice(outcome.what, rest, tone, outcome.details, NOTICE))

    def _start_undo(self, report: Report) -> None:
        self.panel.tasks.start(self.undo(report))

    def _open(self, record_id: str) -> None:
        if record_id in self.panel.library.rows:
            self.panel.open_record(record_id)

    def _post(self, notice: Notice) -> None:
        self.panel.workspace.board.post(notice)


def pages(count: int) -> str:
    """ "1 page", "1,200 pages"."""
    return f"{count:,} page{'' if count == 1 else 's'}"
