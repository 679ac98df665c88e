"""A run over many records as a job of the tray."""

from collections.abc import Callable

import shiboken6

from funneldesk.desktop.kit.jobs.job import Job
from funneldesk.desktop.kit.units import counted
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.records.bulk.outcome import Report
from funneldesk.desktop.records.bulk.run import BulkRun


class BulkJob(Job):
    """Follows a run to its end; what it tells stays when the run itself is gone.

    ``on_open`` gets the report, once there is one. The section tells of the end in its own words.
    """

    def __init__(
        self,
        run: BulkRun,
        title: str,
        *,
        icon: str = "list-checks",
        unit: str = "page",
        brand: str = "",
        on_open: Callable[[Report], object] | None = None,
    ) -> None:
        super().__init__(title, icon=icon, unit=unit, brand=brand)
        self.told_elsewhere = True
        self.total = len(run.items)
        self._run = run
        self._on_open = on_open
        self.acts["cancel"] = run.stop
        run.progressed.connect(self._follow)
        run.finished.connect(self._finish)
        run.destroyed.connect(self._cut_off)
        self._follow()

    def _follow(self) -> None:
        run = self._run
        if self.state == "ended" or not shiboken6.isValid(run):
            return
        self.state = run.state if run.state != "ended" else "running"
        self.done = run.done
        self.trouble = run.trouble
        self.doing = run.current.title if run.current is not None else ""
        if run.stopped:
            self.acts.pop("cancel", None)
        self.tell()

    def _finish(self, report: Report) -> None:
        self.done = report.count("done")
        self.trouble = report.count("failed") + report.count("unknown")
        self.stopped = self._run.stopped
        whole = report.is_whole
        self.outcome = (
            _("All {records} done.").format(records=counted(self.total, self.unit))
            if whole and self.total > 1
            else f"{report.words()[:1].upper()}{report.words()[1:]}."
        )
        self._over()
        if self._on_open is not None:
            on_open = self._on_open
            self.acts["open"] = lambda: on_open(report)
        self.end()

    def _cut_off(self) -> None:
        """The run went without an end: its section was closed."""
        if self.state != "ended":
            self.stopped = True
            self.outcome = _("Ended after {done:,} of {records}.").format(
                done=self.done, records=counted(self.total, self.unit)
            )
            self._over()
            self.end()

    def _over(self) -> None:
        self.doing = ""
        self.acts.clear()
