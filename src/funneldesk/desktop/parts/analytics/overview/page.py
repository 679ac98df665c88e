"""Overview page: the figures that matter at a glance, and what they come from."""

from collections.abc import Mapping, Sequence
from datetime import date, timedelta
from functools import partial
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QScrollArea, QWidget

from funneldesk.desktop.insight.answers import Answer
from funneldesk.desktop.insight.buckets import grain_of
from funneldesk.desktop.insight.charting import (
    funnel,
    funnel_steps,
    heat,
    over,
    partial_of,
    trend,
    values_of,
    when,
)
from funneldesk.desktop.insight.exporting import answer_table, filters_sheet
from funneldesk.desktop.insight.figures_table import FiguresTable
from funneldesk.desktop.insight.metrics import CONVERSION, Metric
from funneldesk.desktop.insight.questions import Figures
from funneldesk.desktop.insight.ranges import Range
from funneldesk.desktop.insight.scope import FIELD_NAMES, field_name
from funneldesk.desktop.insight.scope_bar import fill_fields_menu
from funneldesk.desktop.kit.charts.chart import Chart, Mark
from funneldesk.desktop.kit.controls.buttons import Button, column, row, surface
from funneldesk.desktop.kit.controls.menus import passing_menu, pop_up_below
from funneldesk.desktop.kit.export.table import Table
from funneldesk.desktop.kit.tasks import TaskScope
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.parts.analytics.overview.cards import MetricCards
from funneldesk.desktop.parts.analytics.overview.charts_beside import ChartsBeside
from funneldesk.desktop.parts.analytics.overview.note_dialog import NoteDialog
from funneldesk.desktop.parts.analytics.overview.notes import (
    CHANGES,
    Happened,
    changes,
    happened,
    marks_of,
    own_notes,
    told_on,
)
from funneldesk.desktop.parts.analytics.page import AnalyticsPage, Desk
from funneldesk.desktop.parts.analytics.saving import Exports
from funneldesk.desktop.sections.actions import Action

USUAL = ("revenue", "sales", CONVERSION, "aov", "sessions", "page_views")
MOST_CARDS, USUAL_CARDS = 10, 5
BREAKDOWN = ("sessions", "sales", CONVERSION, "revenue")
BY = "utm_source"
MOST_HOUR_DAYS = 91
TREND_TITLES = {
    "hour": _("{metric} by hour"),
    "day": _("{metric} by day"),
    "week": _("{metric} by week"),
    "month": _("{metric} by month"),
}


class OverviewPage(AnalyticsPage):
    """A card's metric is the one that the charts and the table's share are about."""

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk)
        self.tasks = TaskScope(self)
        self.notes = own_notes(desk.workspace.store)
        self.notes.setParent(self)
        self.events: list[Happened] = []
        self.chosen = ""
        self.by = BY
        self.keys: tuple[str, ...] = ()
        self.table: FiguresTable | None = None
        self.totals = self.compared(urgency=0)
        self.days = self.compared(urgency=1)
        self.rows = self.compared(urgency=2)
        self.hours = self.place(urgency=4)
        self._build()
        self.exports = Exports(self, lambda: self.charts.board)
        self.notes.changed.connect(self._read_events)
        self.workspace.changed.connect(self._read_events)
        self.totals.answered.connect(self._show_totals)
        self.days.answered.connect(self._show_days)
        self.rows.answered.connect(self._show_rows)
        self.hours.answered.connect(self._show_charts)
        self.insight.changed.connect(self._show_totals)

    def _build(self) -> None:
        self.cards = MetricCards()
        self.cards.chosen.connect(self.choose)
        self.by_button = Button(kind="strong-name", icon_name="chevron-down")
        self.by_button.clicked.connect(self._open_fields)
        self.explore = Button(_("Explore"), kind="link", on_click=self._explore)
        self.breakdown = surface("card")
        self._inside = column(spacing=0, margins=(1, 8, 1, 1))
        self._inside.addLayout(row(self.by_button, None, self.explore, margins=(8, 0, 12, 4)))
        self.breakdown.setLayout(self._inside)
        self.charts = ChartsBeside(self.insight.formats, self.breakdown)
        self.charts.board.mark_picked.connect(self._open_mark)
        self.content = surface("app")
        self.whole = column(self.cards, self.charts, spacing=16, margins=(16, 16, 16, 16))
        self.whole.setStretch(1, 1)
        self.content.setLayout(self.whole)
        self.area = QScrollArea()
        self.area.setFrameShape(QFrame.Shape.NoFrame)
        self.area.setWidgetResizable(True)
        self.area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.area.setWidget(self.content)
        self.setLayout(column(self.area, spacing=0))

    # What is asked

    @property
    def metrics(self) -> tuple[Metric, ...]:
        """The metrics of the cards: those that were chosen, else the usual ones."""
        catalogue = self.insight.catalogue
        keys = catalogue.known(self.keys) or catalogue.known(USUAL)[:USUAL_CARDS]
        return tuple(catalogue[key] for key in keys) or tuple(catalogue)[:USUAL_CARDS]

    @property
    def main(self) -> Metric:
        """The chosen one."""
        shown = self.metrics
        return next((each for each in shown if each.key == self.chosen), shown[0])

    @property
    def breakdown_metrics(self) -> tuple[Metric, ...]:
        """What the table shows: the chosen metric first, so that shares are of it."""
        catalogue = self.insight.catalogue
        keys = dict.fromkeys((self.main.key, *catalogue.known(BREAKDOWN)))
        return tuple(catalogue[key] for key in keys)

    @property
    def grain(self) -> str:
        """The buckets of time of the trend."""
        return grain_of(self.desk.scope.days(self.insight.today))

    def ask(self, *, anew: bool = False) -> None:
        scope, keys = self.desk.scope, tuple(metric.key for metric in self.metrics)
        self.cards.show_metrics(self.metrics, self.main.key)
        steps = funnel_steps(self.insight.catalogue)
        self.totals.ask(scope, tuple(dict.fromkeys((*keys, *steps))), anew=anew)
        self.days.ask(scope, keys, (self.grain,), anew=anew)
        wanted = tuple(metric.key for metric in self.breakdown_metrics)
        self.rows.ask(scope, wanted, (self.by,), anew=anew)
        self.hours.ask(self._by_hours(), anew=anew)
        self._read_events()

    def _by_hours(self) -> Figures:
        """The hours of the week: of long ranges the last weeks, since each hour is a row."""
        span = self.desk.scope.days(self.insight.today)
        first = max(span.first, span.last - timedelta(days=MOST_HOUR_DAYS - 1))
        by = ("day", "hour_of_day")
        keys = (self.main.key,)
        return self.insight.about(self.desk.scope, Range(first, span.last), keys, by)

    # What is shown

    def choose(self, key: str) -> None:
        """Draw another metric."""
        self.chosen = key
        self.ask()

    def choose_cards(self, keys: tuple[str, ...]) -> None:
        """Show other cards."""
        self.keys = keys[:MOST_CARDS]
        self.ask()

    def _show_totals(self) -> None:
        if self.totals.answer is None:
            return
        total, before = self.totals.answer.total, self.totals.answer.before
        for key, card in self.cards.cards.items():
            card.show_cell(total.cell(key), before, self.insight.formats)
        self._show_charts()

    def _show_days(self) -> None:
        answer = self.days.answer
        if answer is None:
            return
        span = self.desk.scope.days(self.insight.today)
        at = when(span, self.insight.facts.zone, self.grain)
        rows = over(answer, at)
        partial_from = min((n for n in partial_of(rows, at) if n > 0), default=None)
        for card in self.cards.cards.values():
            card.show_trend(values_of(rows, card.measure), partial_from)
        self._show_charts()

    def _show_charts(self) -> None:
        """What is known by now; a chart whose answer is still to come waits for it."""
        formats, charts = self.insight.formats, list[Chart]()
        span = self.desk.scope.days(self.insight.today)
        at = when(span, self.insight.facts.zone, self.grain)
        if self.days.answer is not None:
            title = TREND_TITLES[at.grain].format(metric=self.main.name)
            charts.append(trend(self.days.answer, self.main, at, title, self.marks()))
        steps = [self.insight.catalogue[key] for key in funnel_steps(self.insight.catalogue)]
        if self.totals.answer is not None:
            charts.append(funnel(self.totals.answer, steps, _("Visits, carts and sales")))
        if isinstance(self.hours.answer, Answer):
            title = _("{metric} by hour").format(metric=self.main.name)
            charts.append(heat(self.hours.answer, self.main, title, formats.locale, at))
        self.charts.show_charts(charts, formats)

    # What happened meanwhile

    def marks(self) -> tuple[Mark, ...]:
        """Notes on the trend."""
        return marks_of(self.events, self.desk.scope.days(self.insight.today))

    def _read_events(self, _change: object = None) -> None:
        self.tasks.latest("events", self._learn_events())

    async def _learn_events(self) -> None:
        await self.notes.recall()
        days = self.desk.scope.days(self.insight.today)
        found = await changes(self.workspace, days, self.insight.facts.zone)
        events = [*happened(self.notes), *found]
        if events != self.events:
            self.events = events
            self._show_charts()

    def _open_mark(self, _chart: str, key: str) -> None:
        self.tasks.latest("note", self.edit_note(key))

    def _add_note(self, *_given: object) -> None:
        self.tasks.latest("note", self.edit_note(""))

    async def edit_note(self, key: str) -> None:
        """Ask for a note, or show what happened on the day of a mark."""
        known, told = self.notes.get(key), told_on(self.events, key) if key else ""
        day = date.fromisoformat(known.thing) if known is not None else self.insight.today
        if key.startswith(CHANGES):
            day = date.fromisoformat(key.partition("/")[2])
        text = known.name if known is not None else ""
        dialog = NoteDialog(self, self.insight.formats, day, text, told)
        pressed = await dialog.ask()
        when_, words = dialog.value
        if pressed == "delete" and known is not None:
            await self.notes.remove(known.key)
        elif pressed == "save" and known is not None:
            await self.notes.put(known.key, words, when_)
        elif pressed == "save":
            await self.notes.add(words, when_)

    def _show_rows(self) -> None:
        self.by_button.setText(_("By {field}").format(field=field_name(self.by).lower()))
        answer, metrics = self.rows.answer, self.breakdown_metrics
        if answer is None:
            return
        known = self.table
        if known is None or (known.metrics, known.groupings) != (metrics, (self.by,)):
            self._make_table(metrics)
        if self.table is not None:
            self.table.formats = self.insight.formats
            self.table.show_answer(answer)

    def _make_table(self, metrics: Sequence[Metric]) -> None:
        if self.table is not None:
            self._inside.removeWidget(self.table)
            self.table.hide()
            self.table.deleteLater()
        name = _("{metric} by {field}").format(
            metric=metrics[0].name, field=field_name(self.by).lower()
        )
        self.table = FiguresTable((self.by,), metrics, self.insight.formats, name)
        self.table.opened.connect(self._drill)
        self._inside.addWidget(self.table, 1)

    # What is done

    def _open_fields(self) -> None:
        menu = passing_menu(self)
        fill_fields_menu(menu, self.insight, self._break_down)
        pop_up_below(menu, self.by_button)

    def _break_down(self, field: str) -> None:
        self.by = field
        self.ask()

    def _explore(self) -> None:
        self.desk.asked_for_page.emit("explore", {"groupings": [self.by]})

    def _drill(self, key: str) -> None:
        self.desk.choose(self.desk.scope.filtering(self.by, (key,)))

    def _open_metrics(self, _ids: object = None) -> None:
        menu, shown = passing_menu(self), [metric.key for metric in self.metrics]
        for metric in self.insight.catalogue:
            action = menu.addAction(metric.name.replace("&", "&&"))
            action.setCheckable(True)
            action.setChecked(metric.key in shown)
            action.setEnabled(len(shown) > 1 or metric.key not in shown)
            action.triggered.connect(partial(self._toggle, metric.key))
        pop_up_below(menu, self.cards)

    def _toggle(self, key: str, _on: bool = False) -> None:
        shown = [metric.key for metric in self.metrics]
        kept = [each for each in shown if each != key] if key in shown else [*shown, key]
        self.choose_cards(tuple(kept))

    def declare(self) -> Sequence[Action]:
        return (
            Action("analytics.choose-cards", _("Choose cards…"), self._open_metrics, "plus"),
            Action("analytics.add-note", _("Add note to the trend…"), self._add_note, "plus"),
            *self.exports.declare(),
        )

    def top_actions(self) -> QWidget | None:
        return self.exports.top

    def export_table(self) -> Table:
        """The cards as rows, then what they come from, each on a sheet."""
        totals, rows = self.totals.answer or Answer(), self.rows.answer or Answer()
        formats = self.insight.formats
        cells = [(m, totals.total.cell(m.key)) for m in self.metrics]
        cards = [[m.name, c.value, c.compared, c.before, c.text(m, formats)] for m, c in cells]
        name = _("By {field}").format(field=field_name(self.by).lower())
        by = answer_table(name, rows.rows, (self.by,), self.breakdown_metrics, formats)
        sheet = filters_sheet(self.insight, self.desk.scope)
        titles = (_("Card"), _("Value"), _("Compared"), _("Before"), _("As shown"))
        return Table(_("Overview"), titles, cards, (30, 18, 18, 18, 18), (by, sheet))

    def export_name(self) -> str:
        """What a file is called."""
        return _("Overview")

    def state(self) -> dict[str, Any]:
        return {"cards": list(self.keys), "chosen": self.chosen, "by": self.by}

    def restore(self, state: Mapping[str, Any]) -> None:
        cards, by = state.get("cards"), state.get("by")
        self.keys = (
            tuple(each for each in cards if isinstance(each, str))
            if isinstance(cards, list)
            else ()
        )
        self.chosen = str(state.get("chosen") or "")
        self.by = str(by) if by in FIELD_NAMES else BY


def overview_page(desk: Desk) -> OverviewPage:
    """The first page of the section."""
    return OverviewPage(desk)
