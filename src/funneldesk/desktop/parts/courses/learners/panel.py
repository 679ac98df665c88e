"""Panel of a course's learners: as a table or as a grid of people and lessons, and over time."""

from collections.abc import Sequence
from typing import Any

from PySide6.QtWidgets import QScrollArea

from funneldesk.desktop.kit.charts.board import ChartBoard
from funneldesk.desktop.kit.matrix.rows import MatrixColumn
from funneldesk.desktop.kit.matrix.view import MatrixView
from funneldesk.desktop.kit.table.groups import is_heading
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.local.user_data.drafts import is_new_id
from funneldesk.desktop.parts.courses.learners.actions import Learners, learner_actions
from funneldesk.desktop.parts.courses.learners.completing import Cell, complete
from funneldesk.desktop.parts.courses.learners.course import CourseFacts
from funneldesk.desktop.parts.courses.learners.learners import learners_section
from funneldesk.desktop.parts.courses.learners.over_time import charts_of, grid_of
from funneldesk.desktop.records.edited_panel import EditedPanel
from funneldesk.desktop.sections.actions import Action, Ids
from funneldesk.desktop.sections.operations import optional
from funneldesk.desktop.workspace.workspace import Workspace

TABLE, GRID, TIME = "table", "grid", "time"
VIEWS = {TABLE: _("Table"), GRID: _("Grid"), TIME: _("Over time")}
DRAW_PAUSE = 0.3


class LearnersPanel(EditedPanel):
    """Search, views and filters narrow the table and the grid alike."""

    first_field = "email"

    def __init__(self, workspace: Workspace, course_id: int) -> None:
        self.facts = workspace.shared(CourseFacts, course_id)
        self.shown_as = TABLE
        super().__init__(workspace, learners_section(self.facts))
        self.grid = MatrixView(_("Progress of learners"), self._name, self._done)
        self.board = ChartBoard(self.brand.formats)
        self.time = QScrollArea()
        self.time.setWidgetResizable(True)
        self.time.setFrameShape(QScrollArea.Shape.NoFrame)
        self.time.setWidget(self.board)
        for widget in (self.grid, self.time):
            self.list.stack.addWidget(widget)
        self.split.setSizes([860, 320])
        self.list.shown.connect(self._follow)
        self.source.library.updated.connect(self._noted)
        self.source.library.replaced.connect(self._noted)
        self.facts.changed.connect(self._facts_changed)
        self.grid.asked.connect(self._complete_chosen)
        self.grid.current_row.connect(self.list.table.select)
        self._show_lessons()

    # What is shown

    def show_as(self, key: str) -> None:
        """Show the learners as a table, a grid, or what they did over time."""
        had_keyboard = self.list.body.hasFocus()
        self.shown_as = key if key in VIEWS else TABLE
        self.list.body = {GRID: self.grid, TIME: self.time}.get(self.shown_as, self.list.table)
        self.list.stack.setCurrentWidget(self.list.body)
        if had_keyboard:
            self.list.body.setFocus()
        self._arrange()
        self._follow()

    def _arrange(self) -> None:
        super()._arrange()
        if self.shown_as == TIME:  # Charts of all of them, beside no one in particular.
            self.side.hide()
            self.list.show()

    def _follow(self) -> None:
        if self.shown_as == GRID:
            self.grid.arrange([i for i in self.list.table.rows.ids if not is_heading(i)])
        elif self.shown_as == TIME:
            self.tasks.debounce("draw", DRAW_PAUSE, self._draw)

    async def _draw(self) -> None:
        rows = [row.summary for row in self.source.library.rows.values()]
        charts = charts_of(self.facts, rows)
        self.board.set_formats(self.brand.formats)
        self.board.show_charts(charts, grid_of(charts))

    def _name(self, learner: str) -> str:
        row = self.list.rows.get(learner)
        return str((row.get("name") or row.get("email") or "") if row is not None else "")

    def _done(self, learner: str) -> Sequence[int]:
        row = self.list.rows.get(learner)
        return (row.get("completed_content_ids") or ()) if row is not None else ()

    def _show_lessons(self) -> None:
        lessons = self.facts.lessons
        fresh = [MatrixColumn(e.id, e.number, f"{e.number} {e.title}") for e in lessons]
        if list(self.grid.rows.columns) != fresh:
            self.grid.show_columns(fresh)

    def _facts_changed(self) -> None:
        self._show_lessons()
        self.list.table.rows.tell_changed()
        if self.list.query.choices:
            self.list.ask(self.list.query)

    def _noted(self) -> None:
        self.facts.note(row.summary for row in self.source.library.rows.values() if row.summary)

    # Reading

    async def load(self) -> None:
        await self.facts.recall()
        with optional():
            await self.facts.learn()
        await super().load()

    # What is done

    def about_many(self) -> Sequence[Action]:
        given = Learners(self, self.facts, self.next_lessons, self.saved, self.export_stalled)
        return learner_actions(given)

    def saved(self, ids: Ids) -> list[str]:
        """Those whom the server knows."""
        return [each for each in ids if not is_new_id(each)]

    def next_lessons(self, ids: Ids) -> list[Cell]:
        """The first lesson of each that they are not done with."""
        found: list[Cell] = []
        for each in self.saved(ids):
            done = set(self._done(each))
            lesson = next((one for one in self.facts.lessons if one.id not in done), None)
            if lesson is not None:
                found.append((each, lesson.id))
        return found

    def _complete_chosen(self) -> None:
        cells = [(learner, column.key) for learner, column in self.grid.chosen()]
        self.tasks.latest("complete", complete(self, self.facts, cells))

    def export_stalled(self) -> None:
        """Narrow the list to those who stall, and export what is shown."""
        view = next(each for each in self.declared.views if each.key == "stalled")
        self.list.views.chosen.emit(view)
        self.export.start("shown")

    # The frame

    async def settle(self) -> None:
        await self.facts.settle()
        await super().settle()

    def state(self) -> dict[str, Any]:
        return {**super().state(), "as": self.shown_as}

    def restore(self, state: dict[str, Any]) -> None:
        super().restore(state)
        self.show_as(str(state.get("as") or TABLE))
