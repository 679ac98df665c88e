"""Editing in the cells of a section's table: staged, marked, reviewed and applied together."""

from collections.abc import Sequence
from functools import partial
from typing import Any, ClassVar

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QMenu

from funneldesk.desktop.kit.jobs.labels import counted
from funneldesk.desktop.kit.notices.notices import NoticeAction
from funneldesk.desktop.kit.tasks import TaskScope
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
from funneldesk.desktop.sections.panel import Command, KeysLine, Panel


class Staging(QObject):
    """Puts together what a table needs to be edited in place."""

    SHORTCUTS: ClassVar[tuple[KeysLine, ...]] = (
        ("F2", "Edit the cell (Enter does too where it can be changed)"),
        ("Ctrl+V", "Paste cells from a spreadsheet"),
        ("Ctrl+S", "Apply the changes in the table"),
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
        self.bar.asked_to_review.connect(self.review)
        self.bar.asked_to_discard.connect(lambda: self.discard(tuple(self.staged.cells)))
        self.bar.asked_to_apply.connect(self.apply)

    def paste(self) -> None:
        """Stage the cells on the clipboard."""
        self.editing.finish()
        self.tasks.start(paste(self.table))

    def discard(self, places: Sequence[Place]) -> None:
        """Forget changes, with a way back."""
        earlier = dict(self.staged.cells)
        self.staged.drop(places)
        back = NoticeAction("Undo", partial(self.staged.put_back, earlier, places))
        title = f"{counted(len(places), 'change')} discarded."
        self.table.tell(title, "Nothing was sent.", action=back)

    def review(self) -> None:
        """Show what waits and what will be sent."""
        self.tasks.latest("review", self._review())

    def apply(self) -> None:
        """Send what is ready."""
        self.tasks.start(self._apply())

    def commands(self) -> tuple[Command, ...]:
        """What the palette offers while changes wait."""
        if not self.staged.cells:
            return ()
        return (
            Command("Review the changes in the table", self.review, "", "list-checks"),
            Command("Apply the changes in the table", self.apply, "Ctrl+S", "check"),
        )

    async def settle(self) -> None:
        """Make everything durable, what is typed in an open cell included."""
        self.editing.finish()
        await self.staged.settle()

    def fill_menu(self, menu: QMenu, ids: Sequence[str]) -> None:
        """What can be done with cells of the selected rows."""
        current = self.table.view.currentIndex()
        field = self.table.fields[current.column()] if current.isValid() else None
        if field is not None:
            edit = partial(self.editing.edit, current)
            menu.addAction(f"Edit “{field.title}”".replace("&", "&&"), edit)
        menu.addAction("Paste", self.paste)
        places = [place for place in self.staged.cells if place[0] in set(ids)]
        if places:
            menu.addAction("Discard changes in these rows", partial(self.discard, places))

    async def _review(self) -> None:
        self.editing.finish()
        if await ReviewDialog(self.table.panel, self.table.kind, self.staged).ask() == "apply":
            await self._apply()

    async def _apply(self) -> None:
        self.editing.finish()
        await apply(self.table, self.runs, self._library)
