"""The Split tests section: the records panel with results, plan, variants and notes of a test."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from PySide6.QtWidgets import QWidget

from funneldesk.desktop.kit.controls.buttons import Button, row
from funneldesk.desktop.kit.formats import Formats
from funneldesk.desktop.kit.lists.record_list import ListRow
from funneldesk.desktop.kit.notices.notices import Notice
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.parts.split_tests.actions import test_actions
from funneldesk.desktop.parts.split_tests.charts.page import ChartsPage
from funneldesk.desktop.parts.split_tests.deeds.editing import edit_test
from funneldesk.desktop.parts.split_tests.deeds.exporting import ExportDialog
from funneldesk.desktop.parts.split_tests.deeds.making import ON_PAGE, NewTests
from funneldesk.desktop.parts.split_tests.deeds.runs import TestRuns
from funneldesk.desktop.parts.split_tests.deeds.shipping import Shipping
from funneldesk.desktop.parts.split_tests.deeds.winner import DONE, PART, WinnerDialog
from funneldesk.desktop.parts.split_tests.notes.page import NotesPage
from funneldesk.desktop.parts.split_tests.plan.page import PlanPage
from funneldesk.desktop.parts.split_tests.presence import presence_problem
from funneldesk.desktop.parts.split_tests.results.cuts_view import CutsView
from funneldesk.desktop.parts.split_tests.results.page import ResultsPage
from funneldesk.desktop.parts.split_tests.results.reading import Reading
from funneldesk.desktop.parts.split_tests.split_tests import SPLIT_TESTS, line, standing_words
from funneldesk.desktop.parts.split_tests.standings import Standings
from funneldesk.desktop.parts.split_tests.variants.page import VariantsPage
from funneldesk.desktop.records.detail.declaration import value_at
from funneldesk.desktop.records.detail.detail_view import OwnTab
from funneldesk.desktop.records.panel import RecordsPanel
from funneldesk.desktop.records.rows import SummaryRow
from funneldesk.desktop.records.section import RecordSection
from funneldesk.desktop.sections.actions import Action, Ids
from funneldesk.desktop.sections.operations import optional
from funneldesk.desktop.workspace.workspace import Mention, Workspace

ONLY_LISTED = ("views", "duration", "time_left", "page", "funnel", "user")


class SplitTestsPanel(RecordsPanel):
    """The list with its standings, and the tabs of the open test."""

    def __init__(self, workspace: Workspace, declared: RecordSection = SPLIT_TESTS) -> None:
        self.standings = workspace.shared(Standings)
        self._judged_among = 0
        """How many tests were listed when the open one's block was looked for."""
        lines = self._line if declared.line is not None else None
        super().__init__(workspace, replace(declared, line=lines))
        self.runs = TestRuns(self, self.source, self._row)
        self.shipping = Shipping(self)
        self.making = NewTests(self)
        self._build_buttons()
        self.split.setSizes([420, 720])
        self.standings.changed.connect(self.list.table.rows.tell_changed)
        self.results.read.connect(self._take)
        self.results.pause_wanted.connect(lambda test_id: self.pause([test_id]))
        for page in (self.plan, self.notes):
            page.changed.connect(self._reopen)
        self.runs.ended.connect(lambda *_ended: self._reopen(self.open_id))
        self.list.shown.connect(self._learn)

    def own_tabs(self) -> Sequence[OwnTab]:
        formats = lambda: self.brand.formats  # noqa: E731 - asked for each time
        self.cuts = CutsView(self.workspace, formats)
        self.results = ResultsPage(formats, (self.cuts,))
        self.charts = ChartsPage(formats)
        self.plan = PlanPage(self.workspace, formats)
        self.pictures = VariantsPage(self.workspace, formats)
        self.notes = NotesPage(self.workspace, formats)
        return (
            OwnTab("results", _("Results"), self.results),
            OwnTab("charts", _("Charts"), self.charts),
            OwnTab("plan", _("Plan"), self.plan),
            OwnTab("variants", _("Variants"), self.pictures),
            OwnTab("notes", _("Notes"), self.notes),
        )

    def declare(self) -> Sequence[Action]:
        return (*test_actions(self), *super().declare())

    def whole(self, body: Mapping[str, Any]) -> Mapping[str, Any]:
        """With what the list alone knows: days, visitors, the page's name."""
        row = self._row(str(body.get("id") or ""))
        if row is None:
            return body
        return {**{name: row.get(name) for name in ONLY_LISTED}, **body}

    @property
    def is_quiet(self) -> bool:
        return super().is_quiet and not self.results.tasks.is_busy

    async def settle(self) -> None:
        await self.notes.settle()
        await super().settle()

    def _take(self, test_id: str, reading: Reading) -> None:
        self.standings.take(test_id, reading)
        self.pictures.show_reading(reading)
        self.plan.show_reading(reading)
        self.charts.show_reading(reading)
        self.notes.reading = reading
        self.cuts.show_test(test_id, reading)
        self.tasks.latest("presence", self._find_block(test_id))

    async def _find_block(self, test_id: str) -> None:
        """Say where a running test is met by nobody; without the page nothing is said."""
        with optional():
            rows = list(self.source.library.rows.values())
            self._judged_among = len(rows)
            met = self.results.reading.visitors
            problem = await presence_problem(self.workspace, self.detail.body, rows, met)
            if test_id == self.open_id:
                self.results.show_presence(problem)

    def _reopen(self, test_id: str) -> None:
        """Read the open test again: it was written."""
        if test_id and test_id == self.open_id:
            self.tasks.latest("open", self._open(test_id))

    def _row(self, test_id: str) -> SummaryRow | None:
        return self.list.row(test_id) or self.source.library.rows.get(test_id)

    def _learn(self) -> None:
        """Standings of what is listed; a test that ended long ago is asked for once."""
        rows = [self.list.rows[i] for i in self.list.table.rows.ids if i in self.list.rows]
        self.standings.ask(rows)
        if len(self.source.library.rows) != self._judged_among and self.results.reading.variants:
            self.tasks.latest("presence", self._find_block(self.open_id))

    def _line(self, row: SummaryRow, formats: Formats) -> ListRow:
        """The lines of a test, with who leads and small bars of the metric."""
        told, found = line(row, formats), self.standings.of(row.id)
        won = value_at(row.summary, "winner.variant")
        if won:
            return replace(told, third=_("“{variant}” was chosen").format(variant=won))
        if found is None:
            return told
        return replace(told, third=standing_words(found, formats), bars=found.values)

    # What is done with tests

    def status_of(self, test_id: str) -> str:
        """The status of a listed test, as it came."""
        row = self._row(test_id)
        return str(row.get("status") or "") if row is not None else ""

    def page_of(self, test_id: str) -> int | None:
        """The number of the page that a test is on."""
        row = self._row(test_id)
        found = row.get("page_id") if row is not None else None
        return found if isinstance(found, int) else None

    def new(self) -> None:
        """A test from nothing or from components."""
        self.tasks.latest("new", self.making.begin())

    def from_page(self) -> None:
        """Lead to the pages, where a part of one is made a test."""
        self.workspace.notifications.post(Notice(_("Choose a page"), ON_PAGE, "info"))
        self.workspace.go("pages")

    def top_actions(self) -> QWidget | None:
        return self.buttons

    def _build_buttons(self) -> None:
        self.new_button = Button(_("New test"), icon_name="plus", kind="primary")
        self.ship_button = Button(_("Ship the winner…"), icon_name="send")
        self.declared_actions.show_on(self.new_button, "split_tests.new")
        self.declared_actions.show_on(self.ship_button, "split_tests.ship")
        self.buttons = QWidget()
        self.buttons.setLayout(row(self.ship_button, self.new_button, spacing=8))

    def pause(self, ids: Ids) -> None:
        """Visitors get the baseline meanwhile."""
        self.runs.pause(ids)

    def resume(self, ids: Ids) -> None:
        """Visitors get all variants again."""
        self.runs.resume(ids)

    def delete(self, ids: Ids) -> None:
        """Ask first: there is no way back."""
        self.runs.delete(ids)

    def edit(self, test_id: str) -> None:
        """Change its name, its days, its shares."""
        self.tasks.latest("edit", edit_test(self, test_id))

    def declare_winner(self, test_id: str) -> None:
        """Ask which variant, how sure, and why."""
        self.tasks.latest("decide", self._declare(test_id))

    def ship(self, test_id: str) -> None:
        """Declare, and leave the winner alone on the page."""
        self.tasks.latest("decide", self._ship(test_id))

    def plan_test(self, test_id: str) -> None:
        """Open the plan, with the keyboard on what one plans with."""
        if test_id != self.open_id:
            self.open_record(test_id)
        self.detail.tabs.choose("plan")
        self.detail.pages.setCurrentWidget(self.plan)
        self.plan.take_keyboard()

    def have_exported(self, test_id: str) -> None:
        """Have the server send the numbers of a test by email."""
        body = {"id": test_id, "name": self._name(test_id)}
        dialog = ExportDialog(self.window(), self.workspace, body)
        self.tasks.latest("export", dialog.ask())

    def go_to_block(self, test_id: str) -> None:
        """Lead to the block in the page's source."""
        page = self.page_of(test_id)
        if page is not None:
            mention = Mention("html", (), int(test_id), self._name(test_id))
            self.workspace.go("pages", str(page), mention)

    async def _declare(self, test_id: str) -> None:
        body, reading = await self._read(test_id)
        dialog = WinnerDialog(self.window(), self.workspace, body, reading)
        if reading.variants and await dialog.ask() == DONE:
            self.workspace.announce(PART, test_id)

    async def _ship(self, test_id: str) -> None:
        body, reading = await self._read(test_id)
        if reading.variants:
            await self.shipping.ship(body, reading)

    async def _read(self, test_id: str) -> tuple[Mapping[str, Any], Reading]:
        """The test that is open, with its figures; it is opened first if it isn't."""
        if self.open_id != test_id or not self.results.reading.variants:
            self.open_record(test_id)
            await self._open(test_id)
        await self.results.settled()
        return self.detail.body, self.results.reading

    def _name(self, test_id: str) -> str:
        row = self._row(test_id)
        return str(row.get("name") or "") if row is not None else ""
