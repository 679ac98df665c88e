"""Editing of one cell after the other: what is typed is staged when the cell is left."""

from PySide6.QtCore import QModelIndex, QObject
from PySide6.QtWidgets import QApplication

from funneldesk.desktop.kit.tasks import TaskScope
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.records.fields import RecordField
from funneldesk.desktop.records.staging.cell_editor import IN_DIALOG, CellDialog, CellEditor
from funneldesk.desktop.records.staging.staged_table import StagedTable


class CellEditing(QObject):
    """``editor`` is the one that is open."""

    def __init__(self, table: StagedTable) -> None:
        super().__init__(table.pane)
        self.editor: CellEditor | None = None
        self._table = table
        self._view = table.view
        self._tasks = TaskScope(self)

    def edit(self, index: QModelIndex) -> None:
        """Edit a cell with the control of its field; a flag is turned at once."""
        table = self._table
        field, record_id = table.fields[index.column()], table.record_at(index)
        if field is None:
            told = _("{column} can't be changed here.")
            table.tell(told.format(column=table.titles[index.column()]))
        elif record_id in table.pane.rows and not table.is_refused():
            self.finish()
            if field.kind == "bool":
                self._take(record_id, field, not table.value(record_id, field))
            elif field.kind in IN_DIALOG:
                self._tasks.latest("cell", self._edit_in_dialog(record_id, field))
            else:
                self._edit_here(index, record_id, field)

    def finish(self) -> None:
        """Take what is typed in the cell that is open."""
        if self.editor is not None:
            self.editor.finish()

    def _edit_here(self, index: QModelIndex, record_id: str, field: RecordField) -> None:
        value, at = self._table.value(record_id, field), index.column()
        editor = CellEditor(self._view, record_id, at, field, value)
        self.editor = editor

        def left(typed: object, step: int) -> None:
            touched = editor.input.is_touched()
            self._close(editor)
            if touched:
                self._take(record_id, field, typed)
            if step:
                self._edit_next(record_id, at, step)

        editor.left.connect(left)
        editor.given_up.connect(lambda: self._close(editor))

    def _close(self, editor: CellEditor) -> None:
        if self.editor is editor:
            self.editor = None
        holder = QApplication.focusWidget()
        had_keyboard = holder is not None and editor.isAncestorOf(holder)
        editor.hide()
        editor.deleteLater()
        if had_keyboard:
            self._view.setFocus()

    def _edit_next(self, record_id: str, at: int, step: int) -> None:
        able = [column for column in self._view.shown_columns() if column in self._view.editable]
        place, row = able.index(at) + step, self._view.rows.row_of(record_id)
        if row >= 0 and 0 <= place < len(able):
            index = self._view.rows.index(row, able[place])
            self._view.setCurrentIndex(index)
            self.edit(index)

    async def _edit_in_dialog(self, record_id: str, field: RecordField) -> None:
        title = _("{field} of “{title}”").format(
            field=field.title, title=self._table.title(record_id)
        )
        value = self._table.value(record_id, field)
        dialog = CellDialog(self._table.panel, title, field, value)
        if await dialog.ask() == "done" and dialog.row.input.is_touched():
            self._take(record_id, field, dialog.row.value())

    def _take(self, record_id: str, field: RecordField, value: object) -> None:
        """Stage a value as it was typed; one that cannot be sent waits with its reason."""
        fresh, table = field.normal(value), self._table
        if record_id in table.pane.rows:
            values = {**table.values(record_id), field.name: fresh}
            problem = field.problem(fresh, values) or ""
            place = (record_id, field.name)
            table.staged.put({place: table.cell(record_id, field, fresh, problem)})
