"""Reports page: what the fields of an entity add up to, over the entries that a filter leaves."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QMenu, QScrollArea, QSplitter, QStackedWidget

from funneldesk.contract.crm import CrmField
from funneldesk.desktop.insight.reports.field_figures import (
    FieldReport,
    Figure,
    is_reported,
    report,
)
from funneldesk.desktop.kit.charts.board import ChartBoard
from funneldesk.desktop.kit.charts.layout import Grid
from funneldesk.desktop.kit.controls.buttons import Button, column, row, surface
from funneldesk.desktop.kit.controls.empty_state import EmptyState
from funneldesk.desktop.kit.controls.labels import Label
from funneldesk.desktop.kit.export.file_dialog import ask_save_path, write_table
from funneldesk.desktop.kit.export.table import Table
from funneldesk.desktop.kit.formats import HERE, Formats
from funneldesk.desktop.kit.table.column import Column
from funneldesk.desktop.kit.table.groups import Grouping
from funneldesk.desktop.kit.table.progress import ProgressLine
from funneldesk.desktop.kit.table.view import TableView
from funneldesk.desktop.kit.tasks import in_thread
from funneldesk.desktop.kit.units import counted
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.parts.crm.fields import VALUES
from funneldesk.desktop.parts.crm.host import CrmHost
from funneldesk.desktop.parts.crm.kind import part_of
from funneldesk.desktop.parts.crm.reports.charts import chart_of
from funneldesk.desktop.parts.crm.setup.forms import CHART_TITLES
from funneldesk.desktop.records.filters.filter_chips import FilterChips
from funneldesk.desktop.records.filters.filter_menu import fill_filter_menu
from funneldesk.desktop.records.library.library import library_of
from funneldesk.desktop.records.query import Choice, Query
from funneldesk.desktop.records.rows import SummaryRow
from funneldesk.desktop.records.section import listed_kind
from funneldesk.desktop.sections.actions import Action, Actions, Place
from funneldesk.desktop.sections.operations import operation
from funneldesk.desktop.sections.panel import Command, KeysLine, Panel
from funneldesk.desktop.workspace.brand_facts import BrandFacts
from funneldesk.desktop.workspace.workspace import Change

PAUSE = 0.15
NOTICE = "crm/reports"
SHARE_OF_TABLE, SHARE_OF_CHARTS = 600, 480


@dataclass(frozen=True, slots=True)
class Line:
    """A figure with the field that it is of."""

    of: FieldReport
    figure: Figure


class ReportsPage(Panel):
    """Reads the copy of all entries; until that is whole it says how much of it there is."""

    def __init__(self, host: CrmHost) -> None:
        super().__init__(host.workspace)
        entity = host.schema.entity(host.entity_id)
        if entity is None:
            raise KeyError(host.entity_id)
        self.host, self.entity = host, entity
        self.section = host.schema.section(entity.id)
        self.library = library_of(host.workspace, listed_kind(self.section))
        self.brand = host.workspace.shared(BrandFacts)
        self.query = Query()
        self.reports: tuple[FieldReport, ...] = ()
        self.lines: dict[str, Line] = {}
        self._read_at: datetime | None = None
        self._build()
        self.declared_actions = Actions(host.workspace, self._declare(), tuple)
        self.declared_actions.bind(self)
        self.declared_actions.show_on(self.save_button, "crm.save-report")
        self.declared_actions.show_on(self.copy_button, "crm.copy-report")
        for signal in (self.library.replaced, self.library.updated, self.brand.changed):
            signal.connect(self._soon)
        self.workspace.changed.connect(self._follow)

    def _build(self) -> None:
        self.title, self.said = Label(size="title"), Label(size="small", tone="muted", wrap=True)
        self.filter_button = Button(_("Filter"), icon_name="filter", on_click=self._open_filters)
        self.copy_button = Button(_("Copy"), icon_name="copy")
        self.save_button = Button(_("Save…"), icon_name="download")
        self.chips = FilterChips(self.section.filters)
        self.chips.taken_off.connect(lambda name: self.choose(name, None))
        self.progress = ProgressLine()
        self.table = TableView(_("Reports"), self._columns(), self.lines.get)
        for at, each in enumerate(self._columns()):
            self.table.horizontalHeader().resizeSection(at, each.width)
        self.table.horizontalHeader().setStretchLastSection(True)
        set_up = Button(_("Choose fields"), on_click=lambda: self.host.show_page("setup"))
        self.nothing = EmptyState(
            "chart-line",
            _("No field is reported yet"),
            _("Open a field in Set up and turn on “Show in reports”."),
            set_up,
        )
        self._build_charts()
        self.stack = QStackedWidget()
        self.stack.addWidget(self.beside)
        self.stack.addWidget(self.nothing)
        head = row(self.filter_button, self.copy_button, self.save_button, spacing=6)
        head.insertLayout(0, column(self.title, self.said, spacing=2), 1)
        top = surface("surface")
        inside = column(spacing=0, margins=(14, 10, 14, 8))
        inside.addLayout(head)
        top.setLayout(inside)
        whole = column(top, self.chips, self.progress, self.stack, spacing=0)
        whole.setStretch(3, 1)
        self.setLayout(whole)

    def _build_charts(self) -> None:
        self.board = ChartBoard(self._formats)
        self.board.told.connect(self.workspace.notifications.post)
        self.charts = QScrollArea()
        self.charts.setWidgetResizable(True)
        self.charts.setFrameShape(QScrollArea.Shape.NoFrame)
        self.charts.setWidget(self.board)
        self.beside = QSplitter()
        self.beside.addWidget(self.table)
        self.beside.addWidget(self.charts)
        self.beside.setSizes([SHARE_OF_TABLE, SHARE_OF_CHARTS])
        self.charts.hide()

    def _columns(self) -> list[Column[Line]]:
        def amount(line: Line) -> str:
            return "" if line.figure.amount is None else self._formats.number(line.figure.amount)

        return [
            Column("", _("Value"), lambda line: line.figure.label, width=320),
            Column("", _("Entries"), lambda line: _whole(line.figure.count), "right", 110),
            Column("", _("Share"), lambda line: _percent(line.figure.share), "right", 90),
            Column("", _("Amount"), amount, "right", 140),
            Column("", _("Baseline"), lambda line: line.figure.mark, width=140, muted=True),
        ]

    def _declare(self) -> tuple[Action, ...]:
        return (
            Action(
                "crm.save-report",
                _("Save the report…"),
                lambda _ids: self.tasks.latest("save", self._save()),
                places=Place.PALETTE,
            ),
            Action(
                "crm.copy-report",
                _("Copy the report"),
                lambda _ids: self._copy(),
                places=Place.PALETTE,
            ),
        )

    @property
    def _formats(self) -> Formats:
        return self.brand.formats

    @property
    def fields(self) -> tuple[CrmField, ...]:
        """The fields that are reported."""
        return tuple(each for each in self.entity.fields or () if is_reported(each))

    # Reading

    async def load(self) -> None:
        self.stack.setCurrentWidget(self.beside if self.fields else self.nothing)
        if not self.fields:
            return
        await self.library.show_local()
        await self._compute()
        doing = _("Reading the entries for the report")
        with operation(
            self.workspace, doing, NOTICE, retry=self.refresh, progress=self.progress.set_on
        ) as asked:
            await self.library.refresh()
        self._read_at = None if asked.failed else datetime.now(UTC)
        await self._compute()

    def choose(self, name: str, value: Choice) -> None:
        """Narrow the entries, or with None no longer."""
        self.query = self.query.choosing(name, value)
        self.chips.show_query(self.query)
        self._soon()

    def _soon(self) -> None:
        if self.fields:
            self.tasks.debounce("compute", PAUSE, self._compute)

    def _follow(self, change: Change) -> None:
        if change.concerns(part_of(self.entity.id)):
            self._soon()

    async def _compute(self) -> None:
        rows = list(self.library.rows.values())
        given = (rows, self.query, self.fields, self._formats)
        count, self.reports = await in_thread(self._computed, *given)
        self._show(count, len(rows))

    def _computed(
        self,
        rows: list[SummaryRow],
        query: Query,
        fields: tuple[CrmField, ...],
        formats: Formats,
    ) -> tuple[int, tuple[FieldReport, ...]]:
        """Not on the window's thread."""
        taken = [each for each in rows if query.takes(each, self.section.filters)]
        names = [(field, VALUES + field.key) for field in fields]
        made = (report(f, [each.get(name) for each in taken], formats) for f, name in names)
        return len(taken), tuple(made)

    def _show(self, count: int, every: int) -> None:
        lines = [Line(of, figure) for of in self.reports for figure in of.figures]
        self.table.arrange(())
        self.lines.clear()
        self.lines.update({str(at): line for at, line in enumerate(lines)})
        titles = {each.key: _titled(each) for each in self.reports}
        self.table.group_by(
            Grouping(lambda line_id: self.lines[line_id].of.key, lambda key: titles[str(key)])
        )
        self.table.arrange(list(self.lines))
        self._draw()
        told = counted(count, "entry")
        if count != every:
            told = _("{entries} of {every}").format(entries=told, every=f"{every:,}")
        self.title.setText(told)
        copied = _("As they were copied to this computer: the server may have others.")
        whole = _("All entries are counted, as the server had them on {moment}.")
        at = self._read_at
        self.said.setText(whole.format(moment=self._formats.moment(at)) if at else copied)

    def _draw(self) -> None:
        charts = [each for each in map(chart_of, self.reports) if each is not None]
        self.charts.setVisible(bool(charts))
        self.board.set_formats(self._formats)
        self.board.show_charts(charts, Grid(columns=1, row_height=260, margin=12))

    # What is done

    def _open_filters(self) -> None:
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        rows = list(self.library.rows.values())
        fill_filter_menu(menu, self.section.filters, rows, self.query, self.choose)
        menu.popup(self.filter_button.mapToGlobal(QPoint(0, self.filter_button.height())))

    def _copy(self) -> None:
        self.table.selectAll()
        self.table.copy_selection()
        self.table.clearSelection()

    async def _save(self) -> None:
        kind = "xlsx"
        path = await ask_save_path(self, _("Save the report"), f"{self.entity.slug}.{kind}", kind)
        if path is not None:
            notice = await write_table(path, report_table(self.entity.name, self.reports))
            self.workspace.notifications.post(notice)

    # The frame

    def state(self) -> dict[str, Any]:
        return {"query": self.query.state()}

    def restore(self, state: Mapping[str, Any]) -> None:
        self.query = Query.of(state.get("query"))
        self.chips.show_query(self.query)

    def commands(self) -> tuple[Command, ...]:
        return tuple(self.declared_actions.commands())

    def refused(self) -> tuple[Command, ...]:
        return tuple(self.declared_actions.refused())

    def shortcuts(self) -> tuple[KeysLine, ...]:
        return tuple(self.declared_actions.keys_lines())


def report_table(name: str, reports: tuple[FieldReport, ...]) -> Table:
    """The same numbers as a file."""
    rows: list[list[Any]] = [
        [
            each.title,
            figure.label,
            figure.count,
            None if figure.share is None else round(figure.share, 6),
            None if figure.amount is None else float(figure.amount),
            figure.mark,
        ]
        for each in reports
        for figure in each.figures
    ]
    titles = (_("Field"), _("Value"), _("Entries"), _("Share"), _("Amount"), _("Baseline"))
    return Table(name, titles, rows)


def _titled(each: FieldReport) -> str:
    told = [each.title, CHART_TITLES.get(each.chart, each.chart).lower()]
    told.append(
        _("{filled} of {entries} have a value").format(
            filled=f"{each.filled:,}", entries=f"{each.entries:,}"
        )
    )
    if each.unread:
        told.append(_("{count} can't be read").format(count=f"{each.unread:,}"))
    return " · ".join(told)


def _whole(count: int | None) -> str:
    return "" if count is None else f"{count:,}"


def _percent(share: float | None) -> str:
    return "" if share is None else HERE.percent(share, 1)


def reports_page(host: CrmHost) -> ReportsPage:
    """The reports of a host's entity."""
    return ReportsPage(host)
