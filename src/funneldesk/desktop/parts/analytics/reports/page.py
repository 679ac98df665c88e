"""Ready reports: a list of them, and the one that is chosen as figures, table and chart."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QButtonGroup, QFrame, QScrollArea, QSplitter, QWidget

from funneldesk.desktop.insight.exporting import filters_sheet
from funneldesk.desktop.insight.ranges import Comparison
from funneldesk.desktop.insight.reports.catalogue import REPORTS
from funneldesk.desktop.insight.reports.declaration import (
    Found,
    ReadyReport,
    ReportColumn,
)
from funneldesk.desktop.insight.reports.drawing import (
    Line,
    chart_of,
    export_of,
    ordered,
    table_columns,
    told,
)
from funneldesk.desktop.insight.reports.question import ReportQuestion
from funneldesk.desktop.insight.scope import field_name
from funneldesk.desktop.kit.charts.board import ChartBoard
from funneldesk.desktop.kit.charts.layout import Grid
from funneldesk.desktop.kit.controls.buttons import column, join, line, row, surface
from funneldesk.desktop.kit.controls.counted_line import CountedLine
from funneldesk.desktop.kit.controls.labels import Label
from funneldesk.desktop.kit.export.table import Table
from funneldesk.desktop.kit.table.columns import TableColumns
from funneldesk.desktop.kit.table.view import TableView
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.parts.analytics.explore.report import Report
from funneldesk.desktop.parts.analytics.page import AnalyticsPage, Desk
from funneldesk.desktop.parts.analytics.saving import Exports
from funneldesk.desktop.sections.actions import Action

LIST_WIDTH, LEAST_COLUMN = 248, 104
FIRST = "utm_source"


class ReportsPage(AnalyticsPage):
    """The range of the panel is what timed reports are about."""

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk)
        self.key = FIRST
        self.found = self.place(urgency=0)
        self.table: TableView | None = None
        self.lines: dict[str, Line] = {}
        self._made_for: object = None
        self._sort = (-1, True)
        self._build()
        self.exports = Exports(self, lambda: self.board)
        self.found.answered.connect(self._show)

    def _build(self) -> None:
        self.title = Label(size="title")
        self.sentence = Label(tone="muted", wrap=True)
        self.note = Label(size="small", tone="warning", wrap=True)
        self.figures = row(spacing=32)
        self.holder = surface("card")
        self._inside = column(spacing=0, margins=(1, 1, 1, 1))
        self.holder.setLayout(self._inside)
        self.board = ChartBoard(self.insight.formats)
        self.split = QSplitter(Qt.Orientation.Horizontal)
        self.split.setChildrenCollapsible(False)
        self.split.setHandleWidth(16)
        self.split.setStyleSheet("QSplitter::handle { background: transparent; }")
        self.split.addWidget(self.holder)
        self.split.addWidget(self.board)
        self.split.setSizes([540, 340])
        inner = column(self.title, self.sentence, self.note, spacing=4, margins=(16, 16, 16, 16))
        inner.addSpacing(8)
        inner.addLayout(self.figures)
        inner.addSpacing(8)
        inner.addWidget(self.split, 1)
        ground = surface("app")
        ground.setLayout(inner)
        whole = row(self._list(), line(vertical=True), ground, spacing=0)
        whole.setStretch(2, 1)
        self.setLayout(whole)

    def _list(self) -> QWidget:
        """The reports under their headings."""
        self.names: dict[str, CountedLine] = {}
        self._group = QButtonGroup(self)
        inside = surface("surface")
        inner = column(spacing=0, margins=(8, 4, 8, 8))
        heading = ""
        for each in REPORTS.values():
            if each.group != heading:
                heading = each.group
                head = Label(heading, size="label", tone="muted")
                head.setContentsMargins(9, 10, 0, 6)
                inner.addWidget(head)
            made = CountedLine(each.title, LIST_WIDTH - 18)
            made.clicked.connect(lambda _=False, key=each.key: self.choose(key))
            join(self._group, made)
            self.names[each.key] = made
            inner.addWidget(made)
        inner.addStretch(1)
        inside.setLayout(inner)
        area = QScrollArea()
        area.setWidgetResizable(True)
        area.setFrameShape(QFrame.Shape.NoFrame)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        area.setFixedWidth(LIST_WIDTH)
        area.setWidget(inside)
        area.setAccessibleName(_("Ready reports"))
        return area

    # What is asked

    @property
    def report(self) -> ReadyReport:
        """The chosen report."""
        return REPORTS[self.key]

    @property
    def made_of(self) -> Report:
        """What the generator is asked for: what Explore shows, without metrics of one's own."""
        known = Report.of(self.desk.shown_report)
        catalogue = self.insight.catalogue
        metrics = tuple(k for k in catalogue.known(known.metrics) if catalogue[k].custom is None)
        return replace(known, metrics=metrics or ("revenue",))

    @property
    def columns(self) -> tuple[ReportColumn, ...]:
        """The columns of the chosen report."""
        if not self.report.grouped:
            return self.report.columns
        names = " / ".join(field_name(each) for each in self.made_of.groupings)
        metrics = (self.insight.catalogue[key] for key in self.made_of.metrics)
        columns = (ReportColumn(m.name, m.unit or "number", m.adds_up) for m in metrics)
        return (ReportColumn(names), *columns)

    def choose(self, key: str) -> None:
        """Show another report."""
        self.key = key if key in REPORTS else FIRST
        self._sort = (-1, True)
        self.ask()

    def ask(self, *, anew: bool = False) -> None:
        days = self.desk.scope.days(self.insight.today)
        grouped = self.report.grouped
        question = ReportQuestion(
            days.first.isoformat() if self.report.timed else "",
            days.last.isoformat() if self.report.timed else "",
            self.insight.zone_name,
            self.key,
            self.made_of.groupings if grouped else (),
            self.made_of.metrics if grouped else (),
        )
        self.names[self.key].setChecked(True)
        self.title.setText(self.report.title)
        self.sentence.setText(self.report.sentence)
        self.note.setText(self._told())
        self.note.setVisible(bool(self._told()))
        self.titled.emit(_("Reports · {report}").format(report=self.report.title))
        self.found.ask(question, anew=anew)

    def _told(self) -> str:
        if not self.report.timed:
            return _("As things are now: range and filters don't apply to this report.")
        return _("Filters don't apply to this report.") if self.desk.scope.filters else ""

    # What is shown

    def _show(self) -> None:
        answer, formats = self.found.answer, self.insight.formats
        found = answer if isinstance(answer, Found) else Found(())
        if self._made_for != (self.key, self.columns, formats):
            self._make_table()
        self._fill(found)
        self._show_figures(found)
        chart = chart_of(self.report, self.columns, found, formats)
        self.board.set_formats(formats)
        self.board.show_charts([chart] if chart is not None else [], Grid(1, 320))
        self.board.setVisible(chart is not None)

    def _make_table(self) -> None:
        if self.table is not None:
            self._inside.removeWidget(self.table)
            self.table.hide()
            self.table.deleteLater()
        self._made_for = (self.key, self.columns, self.insight.formats)
        columns = table_columns(self.columns, self.insight.formats)
        self.table = TableView(self.report.title, columns, self.lines.get)
        self.heads = TableColumns(self.table)
        self.heads.sort_asked.connect(self._sort_by)
        self.table.horizontalHeader().setMinimumSectionSize(LEAST_COLUMN)
        self._inside.addWidget(self.table, 1)

    def _fill(self, found: Found) -> None:
        lines = ordered(found, *self._sort)
        self.lines.clear()
        self.lines.update({str(place): (place, cells) for place, cells in lines})
        if self.table is not None:
            self.table.arrange([str(place) for place, _cells in lines])

    def _sort_by(self, key: str, descending: bool) -> None:
        self._sort = (int(key), descending)
        self.heads.show_sort(key, descending)
        if isinstance(self.found.answer, Found):
            self._fill(self.found.answer)

    def _show_figures(self, found: Found) -> None:
        while (item := self.figures.takeAt(0)) is not None:
            widget = item.widget()
            if widget is not None:
                widget.hide()
                widget.deleteLater()
        for name, value in told(found, self.insight.formats):
            box = QWidget()
            box.setLayout(column(Label(name, tone="muted"), Label(value, size="figure"), spacing=2))
            self.figures.addWidget(box)
        self.figures.addStretch(1)

    # Saving

    def export_table(self) -> Table:
        """The rows as they stand, with their range on a sheet of its own."""
        found = self.found.answer if isinstance(self.found.answer, Found) else Found(())
        scope = replace(self.desk.scope, filters=(), comparison=Comparison.OFF)
        more = (filters_sheet(self.insight, scope),) if self.report.timed else ()
        return export_of(self.report.title, self.columns, ordered(found, *self._sort), more)

    def export_name(self) -> str:
        """What a file is called."""
        return self.report.title

    def top_actions(self) -> QWidget | None:
        return self.exports.top

    def declare(self) -> Sequence[Action]:
        return self.exports.declare()

    def state(self) -> dict[str, Any]:
        return {"report": self.key}

    def restore(self, state: Mapping[str, Any]) -> None:
        self.key = str(state.get("report")) if state.get("report") in REPORTS else FIRST


def reports_page(desk: Desk) -> ReportsPage:
    """The page of ready reports."""
    return ReportsPage(desk)
