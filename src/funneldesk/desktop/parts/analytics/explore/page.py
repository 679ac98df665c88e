"""Explore page: a report as a table and a chart beside each other; rows open into what is below."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtGui import QContextMenuEvent, QGuiApplication
from PySide6.QtWidgets import QSplitter, QWidget

from funneldesk.contract.analytics import DateRange
from funneldesk.desktop.insight.answers import Answer
from funneldesk.desktop.insight.buckets import GRAINS
from funneldesk.desktop.insight.charting import heat, when
from funneldesk.desktop.insight.exporting import answer_table, filters_sheet, text_of, told_scope
from funneldesk.desktop.insight.figures_table import FiguresTable, row_name
from funneldesk.desktop.insight.metrics import Metric
from funneldesk.desktop.insight.scope import field_name
from funneldesk.desktop.kit.charts.board import ChartBoard
from funneldesk.desktop.kit.charts.chart import Chart
from funneldesk.desktop.kit.charts.layout import Grid
from funneldesk.desktop.kit.controls.buttons import Button, column, surface
from funneldesk.desktop.kit.controls.menus import passing_menu, pop_up_below
from funneldesk.desktop.kit.export.table import Table
from funneldesk.desktop.kit.tasks import TaskScope
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.parts.analytics.explore.choices import ReportChoices
from funneldesk.desktop.parts.analytics.explore.drawing import KEY, chart_of
from funneldesk.desktop.parts.analytics.explore.own_metrics import REMOVED, SAVED, edit_own
from funneldesk.desktop.parts.analytics.explore.report import (
    HEAT,
    Report,
    SavedReport,
    next_grouping,
)
from funneldesk.desktop.parts.analytics.explore.saved import SavedReports
from funneldesk.desktop.parts.analytics.explore.trail import Step, Trail
from funneldesk.desktop.parts.analytics.explore.within import within
from funneldesk.desktop.parts.analytics.page import AnalyticsPage, Desk
from funneldesk.desktop.parts.analytics.saving import Exports, Mailed
from funneldesk.desktop.sections.actions import Action


class ExplorePage(AnalyticsPage):
    """The report and the scope of the panel are what is shown."""

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk)
        self.tasks = TaskScope(self)
        self.report = Report()
        self.figures = self.compared(urgency=0)
        self.hours = self.place(urgency=1)
        self.table: FiguresTable | None = None
        self.saved = SavedReports(self, desk.workspace, self._now, self._show_saved)
        self._build()
        self.exports = Exports(self, lambda: self.board, self._mailed)
        self.figures.answered.connect(self._show)
        self.hours.answered.connect(self._show_chart)
        self.tasks.start(self.saved.things.recall())

    def _build(self) -> None:
        self.choices = ReportChoices(self.insight)
        self.choices.changed.connect(self.show_report)
        self.choices.own_asked.connect(lambda key: self.tasks.latest("own", self._edit_own(key)))
        self.reports = Button(kind="plain", icon_name="star", on_click=self._open_saved)
        self.reports.setText(_("Saved reports"))
        self.choices.line.addStretch(1)
        self.choices.line.addWidget(self.reports)
        self.trail = Trail()
        self.trail.asked.connect(self.go_back_to)
        head = surface("top")
        head.setLayout(column(self.choices, self.trail, spacing=4, margins=(16, 8, 16, 8)))
        self.holder = surface("card")
        self._inside = column(spacing=0, margins=(1, 1, 1, 1))
        self.holder.setLayout(self._inside)
        self.board = ChartBoard(self.insight.formats)
        self.board.picked.connect(self._picked)
        self.split = QSplitter(Qt.Orientation.Horizontal)
        self.split.setChildrenCollapsible(False)
        self.split.setHandleWidth(16)
        self.split.setStyleSheet("QSplitter::handle { background: transparent; }")
        self.split.addWidget(self.holder)
        self.split.addWidget(self.board)
        self.split.setSizes([700, 420])
        ground = surface("app")
        ground.setLayout(column(self.split, spacing=0, margins=(16, 16, 16, 16)))
        whole = column(head, ground, spacing=0)
        whole.setStretch(1, 1)
        self.setLayout(whole)

    # What is asked

    @property
    def metrics(self) -> tuple[Metric, ...]:
        """The metrics of the report that the brand has."""
        catalogue = self.insight.catalogue
        keys = catalogue.known(self.report.metrics)
        return tuple(catalogue[key] for key in keys) or tuple(catalogue)[:1]

    def ask(self, *, anew: bool = False) -> None:
        self.desk.shown_report = self.report.state()
        keys = tuple(metric.key for metric in self.metrics)
        self.figures.ask(self.desk.scope, keys, self.report.groupings, anew=anew)
        by_hours = None
        if self.report.drawn == HEAT:
            by = ("day", "hour_of_day")
            by_hours = self.insight.ask(self.desk.scope, keys[:1], by)
        self.hours.ask(by_hours, anew=anew)
        self._say()

    def show_report(self, report: Report) -> None:
        """Show another report."""
        self.report = report
        self.choices.show_report(report)
        self.ask()

    # What is shown

    @property
    def title(self) -> str:
        """What the report is called, else what it is of."""
        if self.saved.name:
            return self.saved.name
        by = ", ".join(field_name(each).lower() for each in self.report.groupings)
        return _("{metric} by {fields}").format(metric=self.metrics[0].name, fields=by)

    def _say(self) -> None:
        self.titled.emit(_("Explore · {report}").format(report=self.title))
        self.reports.setText((self.saved.name or _("Saved reports")).replace("&", "&&"))

    def _show(self) -> None:
        answer = self.figures.answer
        if answer is None:
            return
        known, made_of = self.table, (self.metrics, self.report.groupings)
        if known is None or (known.metrics, known.groupings) != made_of:
            self._make_table()
        if self.table is not None:
            self.table.formats = self.insight.formats
            self.table.pinned = self.report.pinned
            self.table.show_answer(answer)
        self._show_chart()

    def _make_table(self) -> None:
        if self.table is not None:
            self._inside.removeWidget(self.table)
            self.table.hide()
            self.table.deleteLater()
        self.table = FiguresTable(
            self.report.groupings, self.metrics, self.insight.formats, self.title
        )
        key, descending = self.report.sort
        if key:
            self.table.sort_by(key, descending)
        self.table.columns.sort_asked.connect(self._sorted)
        self.table.opened.connect(self.open_row)
        self._inside.addWidget(self.table, 1)

    def _sorted(self, key: str, descending: bool) -> None:
        self.report = replace(self.report, sort=(key, descending))
        self.choices.show_report(self.report)

    def _show_chart(self) -> None:
        chart = self._chart()
        if chart is not None:
            self.board.set_formats(self.insight.formats)
            self.board.show_charts([chart], Grid(columns=1, row_height=320))

    def _chart(self) -> Chart | None:
        answer, metrics = self.figures.answer, self.metrics
        span = self.desk.scope.days(self.insight.today)
        first = self.report.groupings[0]
        at = when(span, self.insight.facts.zone, first if first in GRAINS else "day")
        if self.report.drawn == HEAT:
            title = _("{metric} by hour of the week").format(metric=metrics[0].name)
            known = self.hours.answer
            locale = self.insight.formats.locale
            return (
                heat(known, metrics[0], title, locale, at, KEY)
                if isinstance(known, Answer)
                else None
            )
        if answer is None:
            return None
        return chart_of(self.report, answer, metrics, at, self.title)

    # Opening rows

    def open_row(self, key: str) -> None:
        """Narrow to a row, and group by what is below it; the trail leads back."""
        answer = self.figures.answer
        found = next((r for r in answer.rows if r.key == key), None) if answer else None
        if found is None:
            return
        span = self.desk.scope.days(self.insight.today)
        scope = within(self.desk.scope, span, self.report.groupings, found.parts)
        shown = row_name(found, self.report.groupings, self.insight.formats)
        step = Step(self.report, self.desk.scope, shown)
        report = self.report.by((next_grouping(scope, self.report.groupings),))
        self.trail.show_steps([*self.trail.steps, step])
        self.saved.current = None
        self.report = report
        self.choices.show_report(report)
        if scope == self.desk.scope:
            self.ask()
        else:
            self.desk.choose(scope)

    def go_back_to(self, at: int) -> None:
        """Show what was shown before a row was opened."""
        step = self.trail.steps[at]
        self.trail.show_steps(self.trail.steps[:at])
        self.report = step.report
        self.choices.show_report(step.report)
        if step.scope == self.desk.scope:
            self.ask()
        else:
            self.desk.choose(step.scope)

    def back(self) -> bool:
        if not self.trail.steps:
            return False
        self.go_back_to(len(self.trail.steps) - 1)
        return True

    def _picked(self, _chart: str, _series: str, category: object) -> None:
        """A point of the chart opens the row of its category."""
        answer = self.figures.answer
        if answer is None or self.report.drawn == HEAT:
            return
        for each in answer.rows:
            if category in (each.name, each.key) or str(category) == each.key:
                self.open_row(each.key)
                return

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        table = self.table
        chosen = table.selected_ids() if table is not None else []
        if table is None or not chosen or not table.underMouse():
            return
        menu = passing_menu(self)
        menu.addAction(_("Open"), partial(self.open_row, chosen[0]))
        menu.addAction(_("Copy"), table.copy_selection)
        menu.addAction(
            _("Unpin") if chosen[0] in table.pinned else _("Pin on top"),
            partial(self.pin, frozenset(chosen)),
        )
        menu.popup(event.globalPos())

    def pin(self, keys: frozenset[str]) -> None:
        """Keep rows on top, or no longer where they are."""
        self.report = replace(self.report, pinned=self.report.pinned ^ keys)
        self.choices.show_report(self.report)
        if self.table is not None:
            self.table.pin(self.report.pinned)

    # Metrics of one's own

    async def _edit_own(self, key: str) -> None:
        done, own = await edit_own(self, self.insight, self.desk.scope, key)
        if done == SAVED:
            self.show_report(_with(self.report, own))
        elif done == REMOVED:
            left = tuple(k for k in self.report.metrics if k != own)
            self.show_report(replace(self.report, metrics=left or Report().metrics))

    # Saving

    def _now(self) -> SavedReport:
        return SavedReport(self.report, self.desk.scope)

    def _show_saved(self, saved: SavedReport) -> None:
        self.trail.show_steps([])
        self.report = saved.report
        self.choices.show_report(saved.report)
        if saved.scope == self.desk.scope:
            self.ask()
        else:
            self.desk.choose(saved.scope)

    def _open_saved(self) -> None:
        menu = passing_menu(self)
        self.saved.fill(menu)
        pop_up_below(menu, self.reports)

    def export_table(self) -> Table:
        """The rows as they stand, with what they are about on a sheet of its own."""
        rows = self.table.ordered() if self.table is not None else []
        made = answer_table(
            self.title, rows, self.report.groupings, self.metrics, self.insight.formats
        )
        sheet = filters_sheet(self.insight, self.desk.scope)
        return replace(made, more=(sheet,))

    def export_name(self) -> str:
        """What a file is called."""
        return self.title

    def copy_text(self) -> None:
        """Put the report on the clipboard as text."""
        rows = self.table.ordered() if self.table is not None else []
        scope = told_scope(self.insight, self.desk.scope)
        by, metrics, formats = self.report.groupings, self.metrics, self.insight.formats
        text = text_of(self.title, scope, rows, by, metrics, formats)
        QGuiApplication.clipboard().setText(text)

    def _mailed(self) -> Mailed:
        """What the server can mail: it knows no filters and no metrics of one's own there."""
        days = self.desk.scope.days(self.insight.today)
        metrics = tuple(metric.key for metric in self.metrics if metric.custom is None)
        span = DateRange(start=days.first.isoformat(), end=days.last.isoformat())
        return self.report.groupings, metrics, span

    def top_actions(self) -> QWidget | None:
        return self.exports.top

    def declare(self) -> Sequence[Action]:
        return (
            *self.exports.declare(),
            Action(
                "analytics.save-report",
                _("Save report…"),
                lambda *_given: self.save(),
                "star",
                "Ctrl+S",
                window_keys=True,
            ),
            Action("analytics.copy-report", _("Copy report as text"), self._copy, "copy"),
        )

    def save(self) -> None:
        known = self.saved.current
        work = self.saved.update(known) if known is not None else self.saved.save_as()
        self.tasks.latest("report", work)

    def _copy(self, _ids: object) -> None:
        self.copy_text()

    def state(self) -> dict[str, Any]:
        return {"report": self.report.state(), "sizes": self.split.sizes()}

    def restore(self, state: Mapping[str, Any]) -> None:
        given = state.get("report")
        if given is None and "groupings" in state:
            given = {**self.report.state(), "groupings": state["groupings"]}
        if given is not None:
            self.report = Report.of(given)
            self.choices.show_report(self.report)
        sizes = state.get("sizes")
        if isinstance(sizes, list) and len(sizes) == 2 and all(type(s) is int for s in sizes):
            self.split.setSizes(sizes)


def _with(report: Report, key: str) -> Report:
    """A report with a metric more, if it is not there."""
    return report if key in report.metrics else replace(report, metrics=(*report.metrics, key))


def explore_page(desk: Desk) -> ExplorePage:
    """The page of reports of one's own."""
    return ExplorePage(desk)
