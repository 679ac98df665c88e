"""Editing in the cells of a section's table: staged, marked, reviewed and applied together."""

from collections.abc import Sequence
from functools import partial
from typing import Any, ClassVar

from PySide6.QtCore import QObject

from funneldesk.desktop.kit.dialogs.dialog import choose
from funneldesk.desktop.kit.notices.notices import NoticeAction
from funneldesk.desktop.kit.tasks import TaskScope, in_thread
from funneldesk.desktop.local.texts import _, ngettext
from funneldesk.desktop.records.fields import RecordField
from funneldesk.desktop.records.kind import RecordKind
from funneldesk.desktop.records.library.library import RecordLibrary
from funneldesk.desktop.records.staging.applying import StagedRuns, apply
from funneldesk.desktop.records.staging.cell_editing import CellEditing
from funneldesk.desktop.records.staging.paste import paste
from funneldesk.desktop.records.staging.review import ReviewDialog
from funneldesk.desktop.records.staging.staged_changes import Place
from funneldesk.desktop.records.staging.staged_table import StagedTable
from funneldesk.desktop.records.staging.staging_bar import StagingBar
from funneldesk.desktop.records.table.table_pane import TablePane
from funneldesk.desktop.sections.actions import Action, Ids
from funneldesk.desktop.sections.actions import Place as MenuPlace
from funneldesk.desktop.sections.panel import KeysLine, Panel
from funneldesk.desktop.workspace.workspace import section_of


class Staging(QObject):
    """Puts together what a table needs to be edited in place."""

    SHORTCUTS: ClassVar[tuple[KeysLine, ...]] = (
        ("F2", _("Edit the cell (Enter does too where it can be changed)")),
        ("Ctrl+V", _("Paste cells from a spreadsheet")),
    )

    def __init__(
        self, panel: Panel, pane: TablePane, library: RecordLibrary[Any], kind: RecordKind
    ) -> None:
        super().__init__(pane)
        self.table = StagedTable(panel, pane, kind)
        self.staged = self.table.staged
        self.editing = CellEditing(self.table)
        self.tasks = TaskScope(self)
        self.bar = StagingBar(self.staged, kind.unit)
        self._library = library
        layout = pane.layout()
        if layout is not None:
            layout.addWidget(self.bar)
        self.runs = StagedRuns(panel, layout, kind)
        self._wire()

    def _wire(self) -> None:
        view, pane = self.table.view, self.table.pane
        able = (at for at, field in enumerate(self.table.fields) if field is not None)
        view.editable = frozenset(able)
        view.rows.mark = self.table.mark
        view.edit_asked.connect(self.editing.edit)
        view.paste_asked.connect(self.paste)
        pane.shown.connect(lambda: self.staged.compare(pane.rows))
        self.staged.changed.connect(view.rows.tell_changed)
        view.selectionModel().currentChanged.connect(self._tell_reason)
        self.staged.changed.connect(self._tell_reason)
        self.bar.asked_for_next.connect(self.go_to_problem)
        self.bar.asked_to_review.connect(self.review)
        self.bar.asked_to_discard.connect(lambda: self.discard(tuple(self.staged.cells)))
        self.bar.asked_to_apply.connect(self.apply)
        self.bar.left.connect(view.setFocus)

    def paste(self) -> None:
        """Stage the cells on the clipboard."""
        self.editing.finish()
        self.tasks.start(paste(self.table))

    def discard(self, places: Sequence[Place]) -> None:
        """Forget changes, with a way back."""
        earlier = dict(self.staged.cells)
        self.staged.drop(places)
        back = NoticeAction(_("Undo"), partial(self.staged.put_back, earlier, places))
        title = ngettext("{count:,} change discarded.", "{count:,} changes discarded.", len(places))
        self.table.tell(title.format(count=len(places)), _("Nothing was sent."), action=back)

    def go_to_problem(self) -> None:
        """Put the cursor on the next cell that needs correcting; from the last one to the first."""
        self.editing.finish()
        self.table.go_to_problem()

    def review(self) -> None:
        """Show what waits and what will be sent."""
        self.tasks.latest("review", self._review())

    def apply(self) -> None:
        """Send what is ready."""
        self.tasks.start(self._apply())

    def declare(self) -> Sequence[Action]:
        """What can be done with cells of the table, and with the changes that wait."""
        part = section_of(self.table.kind.part)
        return (
            Action(
                f"{part}.edit-cell",
                lambda _ids: self._edit_words(),
                lambda _ids: self.editing.edit(self.table.view.currentIndex()),
                places=MenuPlace.LIST_MENU,
                writes=part,
                offered=lambda *_: self._field is not None,
            ),
            Action(
                f"{part}.paste",
                _("Paste"),
                lambda _: self.paste(),
                places=MenuPlace.LIST_MENU,
                writes=part,
            ),
            Action(
                f"{part}.discard-in-rows",
                _("Discard changes in these rows"),
                lambda ids: self.discard(self._places_in(ids)),
                places=MenuPlace.LIST_MENU,
                offered=lambda _, ids: bool(self._places_in(ids)),
            ),
            *self._about_waiting(part),
        )

    def _edit_words(self) -> str:
        if self._field is None:
            return _("Edit cell")
        return _("Edit “{column}”").format(column=self._field.title)

    def _about_waiting(self, part: str) -> Sequence[Action]:
        return (
            Action(
                f"{part}.next-problem",
                _("Go to the next cell that needs correcting"),
                lambda _: self.go_to_problem(),
                "chevron-down",
                "F8",
                offered=lambda *_: bool(self.staged.cells),
            ),
            Action(
                f"{part}.review-changes",
                _("Review the changes in the table"),
                lambda _: self.review(),
                "list-checks",
                offered=lambda *_: bool(self.staged.cells),
            ),
            Action(
                f"{part}.apply-changes",
                _("Apply the changes in the table"),
                lambda _: self.apply(),
                "check",
                "Ctrl+S",
                writes=part,
                offered=lambda *_: bool(self.staged.cells),
                window_keys=True,
            ),
        )

    def _tell_reason(self) -> None:
        """Say in the bar what is wrong with the cell under the cursor."""
        reason = self.table.reason_at(self.table.view.currentIndex())
        if reason != self.bar.reason:
            self.bar.reason = reason
            self.bar.draw()

    @property
    def _field(self) -> RecordField | None:
        """The field of the cell in which the cursor stands, where it can be changed."""
        current = self.table.view.currentIndex()
        return self.table.fields[current.column()] if current.isValid() else None

    def _places_in(self, ids: Ids) -> Sequence[Place]:
        return [place for place in self.staged.cells if place[0] in set(ids)]

    async def settle(self) -> None:
        """Make everything durable, what is typed in an open cell included."""
        self.editing.finish()
        await self.staged.settle()

    async def _review(self) -> None:
        self.editing.finish()
        if await ReviewDialog(self.table.panel, self.table.kind, self.staged).ask() == "apply":
            await apply(self.table, self.runs, self._library)

    async def _apply(self) -> None:
        self.editing.finish()
        count = len(await in_thread(self.staged.cautions))
        if count and not await self._confirm_unusual(count):
            return
        await apply(self.table, self.runs, self._library)

    async def _confirm_unusual(self, count: int) -> bool:
        """Ask before changes are sent that look mistyped; they can be reviewed instead."""
        answer = await choose(
            self.table.panel,
            ngettext(
                "{count:,} change looks unusual", "{count:,} changes look unusual", count
            ).format(count=count),
            _("It may be mistyped. Nothing has been sent yet.")
            if count == 1
            else _("They may be mistyped. Nothing has been sent yet."),
            (
                ("", _("Cancel"), ""),
                ("apply", _("Apply anyway"), ""),
                ("review", _("Review changes"), "primary"),
            ),
        )
        if answer == "review":
            self.review()
        return answer == "apply"
