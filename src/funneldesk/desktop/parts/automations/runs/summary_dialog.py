"""What all automations of a brand did in a period, as the server adds it up (document: summary)."""

import asyncio
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

from PySide6.QtWidgets import QWidget

from funneldesk.contract.automations import AutomationsSummary, AutomationTotals
from funneldesk.desktop.kit.controls.buttons import Segments, row
from funneldesk.desktop.kit.controls.labels import Label
from funneldesk.desktop.kit.dialogs.dialog import Dialog
from funneldesk.desktop.kit.formats import Formats
from funneldesk.desktop.kit.lists.check_list import TickList, TickRow
from funneldesk.desktop.kit.table.progress import ProgressLine
from funneldesk.desktop.kit.tasks import TaskScope
from funneldesk.desktop.local.texts import _, ngettext
from funneldesk.desktop.sections.operations import operation
from funneldesk.desktop.workspace.workspace import Workspace

PERIODS = (("7", _("7 days"), ""), ("30", _("30 days"), ""), ("90", _("90 days"), ""))
USUAL = "30"


class SummaryDialog(Dialog):
    """Answers the title of the automation that was opened, as ``opened``; "" for none."""

    def __init__(self, parent: QWidget, workspace: Workspace, formats: Formats) -> None:
        super().__init__(
            parent,
            _("What automations did"),
            _("As the server counts runs and steps. Those that failed come first."),
            width=620,
        )
        self._workspace, self._formats = workspace, formats
        self.opened = ""
        self.tasks = TaskScope(self)
        self.periods = Segments()
        self.periods.set_choices(PERIODS)
        self.periods.choose(USUAL)
        self.periods.chosen.connect(lambda _key: self._read_soon())
        self.progress = ProgressLine()
        self.told = Label("", wrap=True)
        self.days = Label("", size="small", tone="muted")
        self.list = TickList(_("By automation"))
        self.list.setMinimumHeight(300)
        self.list.opened.connect(self._open)
        self.body.addLayout(row(self.periods, None, self.days))
        for widget in (self.progress, self.told, self.list):
            self.body.addWidget(widget)
        self.add_button("", _("Close"))
        self._read_soon()

    def _read_soon(self) -> None:
        self.tasks.latest("read", self._read())

    async def _read(self) -> None:
        end = datetime.now(UTC)
        today = end.astimezone(self._formats.zone).replace(hour=0, minute=0, second=0)
        start = today - timedelta(days=int(self.periods.current() or USUAL) - 1)
        run = self._workspace.run
        with operation(
            self._workspace,
            _("Reading the summary"),
            tell=lambda told: self.told.setText(f"{told.what} {told.now_what}"),
            progress=self.progress.set_on,
        ):
            whole, each = await asyncio.gather(
                run(lambda api: api.automations.summary(start, end)),
                run(lambda api: api.automations.summary_by_automation(start, end)),
            )
            self._show(whole, each)

    def _show(self, whole: AutomationsSummary, each: Sequence[AutomationTotals]) -> None:
        skipped = whole.task_status_counts.get("skipped", 0)
        self.told.setText(
            " · ".join(
                (
                    _runs(whole.total_runs),
                    _("{count:,} steps done").format(count=whole.successful_tasks),
                    _("{count:,} failed").format(count=whole.failed_tasks),
                    _("{count:,} skipped").format(count=skipped),
                )
            )
        )
        begun, ended = self._day(whole.period_start_date), self._day(whole.period_end_date)
        self.days.setText(_("{start} to {end}").format(start=begun, end=ended) if begun else "")
        order = sorted(each, key=lambda t: (-(t.failed_tasks or 0), -(t.total_runs or 0)))
        self.list.rows.set_rows([self._row(totals) for totals in order])

    def _day(self, text: str | None) -> str:
        """A day of the server's as it is read; as it came where it is none."""
        try:
            known = datetime.fromisoformat(text or "")
        except ValueError:
            return text or ""
        return self._formats.day(known.replace(tzinfo=known.tzinfo or self._formats.zone))

    def _row(self, totals: AutomationTotals) -> TickRow:
        done, failed = totals.successful_tasks or 0, totals.failed_tasks or 0
        said = [_runs(totals.total_runs or 0)]
        if done + failed:
            share = self._formats.percent(done / (done + failed), 0)
            said.append(_("{share} done").format(share=share))
        chip = _("{count:,} failed").format(count=failed) if failed else ""
        title = (totals.title or "").strip() or _("Untitled automation")
        return TickRow(str(totals.automation_id or ""), title, " · ".join(said), chip, "danger")

    def _open(self, automation_id: str) -> None:
        self.opened = automation_id
        self.answer("open" if automation_id else "")


def _runs(count: int) -> str:
    return ngettext("{count:,} run", "{count:,} runs", count).format(count=count)
