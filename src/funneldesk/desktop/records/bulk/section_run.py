"""Runs over many records of a section: shown under its list and in the tray, told at the end,
repeated and taken back."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import tzinfo
from typing import cast

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QLayout, QVBoxLayout

from funneldesk.desktop.kit.notices.notices import Notice, NoticeAction
from funneldesk.desktop.kit.units import counted
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.records.bulk.job import BulkJob
from funneldesk.desktop.records.bulk.outcome import BulkItem, Outcome, Report
from funneldesk.desktop.records.bulk.progress import BulkBar
from funneldesk.desktop.records.bulk.report import ReportDialog
from funneldesk.desktop.records.bulk.run import BulkRun, ConnectionState, Look, Work
from funneldesk.desktop.records.nouns import noun
from funneldesk.desktop.sections.panel import Panel


@dataclass(frozen=True, slots=True)
class SectionWork:
    """``title`` heads the report; ``doing`` stands before the count ("Publishing"); ``done`` says
    how many it was for ("3 pages published"), ``note`` what that means. ``line``: the way to the
    platform, where it is not the section's alone."""

    title: str
    doing: str
    done: Callable[[int], str]
    work: Work
    look: Look | None = None
    note: str = ""
    line: ConnectionState | None = None


@dataclass(frozen=True, slots=True)
class RunWords:
    """``part`` is what is announced, ``unit`` one record in words, ``icon`` the tray's, ``notice``
    the key under which the section speaks. ``undo`` is what taking back is called: the title, what
    is being done, and what was done to ``{records}`` ("{records} undone")."""

    part: str
    unit: str
    icon: str
    notice: str
    undo: tuple[str, str, str]
    units: str = ""
    """Several records, where that is not the unit with an s."""


class SectionRuns(QObject):
    """One run at a time in a section; ``last`` is the one whose report can be shown."""

    words: RunWords
    ended = Signal(str, object)
    """The title of a run that changed something, and its report."""
    undoing = Signal(object)
    """The report of a run that is being taken back."""

    def __init__(self, panel: Panel, place: QLayout | None) -> None:
        """``place`` is the section's list, under which a run is shown."""
        super().__init__(panel)
        self._section = panel
        self.bar = BulkBar()
        self.current: BulkRun | None = None
        self.last: tuple[SectionWork, Report] | None = None
        if isinstance(place, QVBoxLayout):
            place.addWidget(self.bar)

    # What a section may add

    def zone(self) -> tzinfo | None:
        """The zone in which a report shows times."""
        return None

    def written(self, report: Report) -> None:
        """Records on the platform were changed, and others were told."""

    def open(self, record_id: str) -> None:
        """Show a record of a report."""
        self._section.open_record(record_id)

    async def run(
        self, job: SectionWork, items: Sequence[BulkItem], *, writes: bool = True
    ) -> Report | None:
        """Work through the items; None when another run is still going on.

        ``writes``: records on the platform are changed by it, and others are told.
        """
        if not self.is_free():
            return None
        line = job.line or cast("ConnectionState", self._section.workspace)
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
            self.ended.emit(job.title, report)
        self._tell(job, report)
        return report

    def is_free(self) -> bool:
        """Whether a run may begin; otherwise the user is told what is still going on."""
        if self.current is None:
            return True
        said = _(
            "One run at a time works on {units}. Wait for it, or stop it under the list."
        ).format(units=noun(self.words.units or f"{self.words.unit}s"))
        key = self.words.notice
        self._post(Notice(_("Something else is still going on."), said, "warning", key=key))
        return False

    async def show_last(self) -> None:
        """The report of the last run, with what can be done about it."""
        if self.last is not None:
            await self.show_report(*self.last)

    async def show_report(self, job: SectionWork, report: Report) -> None:
        """What became of each record of a run."""
        free = self.current is None
        dialog = ReportDialog(
            self._section,
            job.title,
            report,
            on_open=self.open,
            zone=self.zone(),
            can_repeat=free,
            can_undo=free,
        )
        answer = await dialog.ask()
        if answer == "again":
            await self.run(job, report.again)
        elif answer == "undo":
            await self.undo(report)

    async def undo(self, report: Report) -> None:
        """Take back what can be taken back, the last of it first."""
        self.undoing.emit(report)
        ways = {item.id: outcome.undo for item, outcome in report.undoable}

        async def take_back(item: BulkItem) -> Outcome:
            way = ways[item.id]
            return await way() if way is not None else Outcome.skipped(_("There is no way back."))

        title, doing, done = self.words.undo
        unit = self.words.unit
        job = SectionWork(title, doing, lambda n: done.format(records=counted(n, unit)), take_back)
        await self.run(job, [item for item, _way in reversed(report.undoable)])

    def _show_in_tray(self, run: BulkRun, job: SectionWork) -> None:
        section, words = self._section, self.words

        def show(report: Report) -> None:
            section.asked_forward.emit()
            section.tasks.start(self.show_report(job, report))

        brand = section.workspace.connection.name
        section.workspace.jobs.add(
            BulkJob(run, job.title, icon=words.icon, unit=words.unit, brand=brand, on_open=show)
        )

    def _announce(self, report: Report) -> None:
        touched = [item.id for item, _outcome in report.of("done", "unknown")]
        if touched:
            self._section.workspace.announce(self.words.part, *touched, source=self._section)
        self.written(report)

    def _tell(self, job: SectionWork, report: Report) -> None:
        count, key, start = report.count("done"), self.words.notice, self._section.tasks.start
        if len(report.rows) == 1 and not count:
            self._tell_one(report.rows[0][1])
            return
        undo = None
        if report.undoable:
            undo = NoticeAction(_("Undo"), lambda: start(self.undo(report)))
        if report.is_whole:
            self._post(Notice(job.done(count), job.note, "success", key=key, action=undo))
            return
        amiss = bool(report.count("failed") or report.count("unknown"))
        self._post(
            Notice(
                job.done(count)
                if count
                else _("{title}: nothing was changed").format(title=job.title),
                _("{outcome} of {total:,}.").format(
                    outcome=report.words().capitalize(), total=len(report.rows)
                ),
                "warning" if amiss else "info",
                key=key,
                action=NoticeAction(
                    _("Show the report"), lambda: start(self.show_report(job, report))
                ),
                more=undo,
                lasting=amiss,
            )
        )

    def _tell_one(self, outcome: Outcome) -> None:
        rest = " ".join(filter(None, (outcome.so_what, outcome.now_what)))
        tone = "info" if outcome.kind in ("skipped", "not_started") else "warning"
        self._post(Notice(outcome.what, rest, tone, outcome.details, self.words.notice))

    def _post(self, notice: Notice) -> None:
        self._section.workspace.notifications.post(notice)
