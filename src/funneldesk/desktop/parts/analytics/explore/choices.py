"""What a report is made of, as buttons with menus: metrics, groupings, how it is drawn."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QMenu, QWidget

from funneldesk.desktop.insight.brand_insight import BrandInsight
from funneldesk.desktop.insight.metrics import Metric
from funneldesk.desktop.insight.scope import field_name
from funneldesk.desktop.insight.scope_bar import fill_fields_menu
from funneldesk.desktop.kit.controls.buttons import Button, row
from funneldesk.desktop.kit.controls.menus import passing_menu, pop_up_below
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.parts.analytics.explore.report import (
    DRAWN,
    MOST_GROUPINGS,
    MOST_METRICS,
    Report,
)


class ReportChoices(QWidget):
    """``changed`` carries the report as it was chosen; ``own_asked`` the key of a metric of one's
    own that is to be edited, "" for a new one."""

    changed = Signal(object)
    own_asked = Signal(str)

    def __init__(self, insight: BrandInsight) -> None:
        super().__init__()
        self.insight = insight
        self.report = Report()
        self.metrics = Button(icon_name="chart-line", on_click=self._open_metrics)
        self.groupings = Button(icon_name="layers", on_click=self._open_groupings)
        self.drawn = Button(kind="plain", icon_name="shapes", on_click=self._open_drawn)
        self.line = row(self.metrics, self.groupings, self.drawn, spacing=6)
        self.setLayout(self.line)
        insight.changed.connect(lambda: self.show_report(self.report))
        self.show_report(self.report)

    def show_report(self, report: Report) -> None:
        """Show a report without telling anyone."""
        self.report = report
        catalogue = self.insight.catalogue
        names = [catalogue[key].name for key in catalogue.known(report.metrics) or report.metrics]
        more = _("{first} and {count} more").format(first=names[0], count=len(names) - 1)
        self.metrics.setText((more if len(names) > 1 else names[0]).replace("&", "&&"))
        by = ", ".join(field_name(each).lower() for each in report.groupings)
        self.groupings.setText(_("by {fields}").format(fields=by))
        self.drawn.setText(DRAWN[report.drawn])

    def choose(self, report: Report) -> None:
        """Another report, as the user wants it."""
        if report != self.report:
            self.show_report(report)
            self.changed.emit(report)

    # Metrics

    def _open_metrics(self) -> None:
        menu = passing_menu(self)
        groups: dict[str, QMenu] = {}
        for metric in self.insight.catalogue:
            if metric.custom is not None:
                continue
            inner = groups.get(metric.group)
            if inner is None:
                inner = groups[metric.group] = menu.addMenu(metric.group or _("Metrics"))
            self._add_metric(inner, metric)
        menu.addSeparator()
        for metric in self.insight.catalogue:
            if metric.custom is not None:
                self._add_metric(menu, metric)
        menu.addAction(_("New metric with a formula…"), partial(self.own_asked.emit, ""))
        own = [metric for metric in self.insight.catalogue if metric.custom is not None]
        if own:
            inner = menu.addMenu(_("Edit a metric"))
            for metric in own:
                edit = partial(self.own_asked.emit, metric.key)
                inner.addAction(metric.name.replace("&", "&&"), edit)
        pop_up_below(menu, self.metrics)

    def _add_metric(self, menu: QMenu, metric: Metric) -> None:
        shown = self.report.metrics
        action = menu.addAction(metric.name.replace("&", "&&"), partial(self.toggle, metric.key))
        action.setCheckable(True)
        action.setChecked(metric.key in shown)
        room = len(shown) > 1 if metric.key in shown else len(shown) < MOST_METRICS
        action.setEnabled(room)

    def toggle(self, key: str) -> None:
        """Show a metric, or no longer; the first one is what shares and charts are of."""
        shown = self.report.metrics
        kept = tuple(k for k in shown if k != key) if key in shown else (*shown, key)
        if kept:
            self.choose(replace(self.report, metrics=kept))

    # Groupings

    def _open_groupings(self) -> None:
        menu = passing_menu(self)
        alone = menu.addMenu(_("Group by"))
        fill_fields_menu(alone, self.insight, self.group_by, times=True)
        then = menu.addMenu(_("Then by"))
        then.setEnabled(len(self.report.groupings) < MOST_GROUPINGS)
        fill_fields_menu(then, self.insight, self.then_by, times=True)
        if len(self.report.groupings) > 1:
            menu.addSeparator()
            for each in self.report.groupings:
                off = partial(self.group_without, each)
                menu.addAction(_("Without {field}").format(field=field_name(each).lower()), off)
        pop_up_below(menu, self.groupings)

    def group_by(self, field: str) -> None:
        """Group by one field."""
        self.choose(self.report.by((field,)))

    def then_by(self, field: str) -> None:
        """Group by one more field."""
        if field not in self.report.groupings:
            self.choose(self.report.by((*self.report.groupings, field)[:MOST_GROUPINGS]))

    def group_without(self, field: str) -> None:
        """Group by one field less."""
        left = tuple(each for each in self.report.groupings if each != field)
        if left:
            self.choose(self.report.by(left))

    # Drawing

    def _open_drawn(self) -> None:
        menu = passing_menu(self)
        for key, title in DRAWN.items():
            take: Callable[[], None] = partial(self.choose, replace(self.report, drawn=key))
            action = menu.addAction(title, take)
            action.setCheckable(True)
            action.setChecked(key == self.report.drawn)
        pop_up_below(menu, self.drawn)
