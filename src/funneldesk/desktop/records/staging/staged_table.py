"""Table of records whose cells are changed: its fields, its rows' values, and refusals."""

from collections.abc import Iterator, Mapping

from PySide6.QtCore import QModelIndex

from funneldesk.desktop.kit.notices.notices import Notice, NoticeAction
from funneldesk.desktop.kit.table.column import CellMark
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.records.fields import RecordField, Value
from funneldesk.desktop.records.kind import RecordKind
from funneldesk.desktop.records.nouns import noun
from funneldesk.desktop.records.staging.staged_changes import (
    StagedCell,
    StagedChanges,
    change_words,
)
from funneldesk.desktop.records.table.table_pane import TablePane
from funneldesk.desktop.sections.operations import may_write
from funneldesk.desktop.sections.panel import Panel


class StagedTable:
    """``fields`` are those of the columns in the table's own order, None where a column cannot be
    changed."""

    def __init__(self, panel: Panel, pane: TablePane, kind: RecordKind) -> None:
        self.panel, self.pane, self.view, self.kind = panel, pane, pane.table, kind
        self.staged = panel.workspace.shared(StagedChanges, kind)
        self.key = f"{kind.part}/staging"
        columns = pane.declared.columns
        self.titles = [each.title for each in columns]
        self.fields = [self._field(each.field) for each in columns]
        self._names = {each.key: each.field for each in columns if each.field}

    def record_at(self, index: QModelIndex) -> str:
        """The id of the record in a row."""
        return self.view.rows.ids[index.row()]

    def value(self, record_id: str, field: RecordField) -> Value:
        """A field as the cell shows it: staged, or as the server has it."""
        cell = self.staged.cells.get((record_id, field.name))
        row = self.pane.rows.get(record_id)
        return cell.after if cell is not None else self.staged.value(field, row)

    def values(self, record_id: str) -> Mapping[str, Value]:
        """All fields of a row, as far as the list has them, with what is staged."""
        return _RowValues(self, record_id)

    def title(self, record_id: str) -> str:
        """What a record is called in the first column."""
        row = self.pane.rows.get(record_id)
        return str(self.pane.declared.columns[0].value(row) or "") if row is not None else ""

    def cell(self, record_id: str, field: RecordField, value: Value, problem: str) -> StagedCell:
        """A change of a cell that is in the list."""
        now = self.staged.value(field, self.pane.rows.get(record_id))
        return StagedCell(self.title(record_id), now, value, now, problem)

    def mark(self, record_id: str, column: str) -> CellMark | None:
        """What stands over a cell that is changed."""
        name = self._names.get(column, "")
        cell = self.staged.cells.get((record_id, name))
        if cell is None:
            return None
        fields = self.staged.fields
        caution = self.staged.caution((record_id, name))
        is_odd = cell.is_behind or bool(caution)
        tone = "danger" if cell.problem else "warning" if is_odd else "success"
        text = fields.words(name, cell.after) if cell.after not in (None, "") else ""
        said = change_words(fields, name, cell)
        if caution:
            said = _("{change}. {caution}").format(change=said.rstrip("."), caution=caution)
        return CellMark(text, f"{fields.label(name)}: {said}", tone)

    def reason_at(self, index: QModelIndex) -> str:
        """Why the change of a cell cannot be sent, or looks mistyped; "" where there is nothing to
        say."""
        field = self.fields[index.column()] if index.isValid() else None
        if field is None or index.row() >= len(self.view.rows.ids):
            return ""
        place = self.record_at(index), field.name
        cell = self.staged.cells.get(place)
        said = (cell.problem if cell is not None else "") or self.staged.caution(place)
        return f"{field.title}: {said}" if said else ""

    def go_to_problem(self) -> None:
        """Put the cursor on the next cell that cannot be sent, as the table stands; from the last
        one to the first."""
        view, header = self.view, self.view.horizontalHeader()
        wrong: dict[str, set[str]] = {}
        for (record_id, name), cell in self.staged.cells.items():
            if cell.problem:
                wrong.setdefault(record_id, set()).add(name)
        current, ids = view.currentIndex(), view.rows.ids
        row = current.row() if current.isValid() else 0
        at = header.visualIndex(current.column()) if current.isValid() else -1
        for step in range(len(ids) + 1 if ids else 0):
            here = (row + step) % len(ids)
            for column in view.shown_columns() if ids[here] in wrong else ():
                field = self.fields[column]
                is_later = step or header.visualIndex(column) > at
                if is_later and field is not None and field.name in wrong[ids[here]]:
                    view.setCurrentIndex(view.rows.index(here, column))
                    view.scrollTo(view.currentIndex())
                    view.setFocus()
                    return

    def is_refused(self) -> bool:
        """Whether nothing may be written here; a notice says why not."""
        return not may_write(self.panel.workspace, self.kind.part, noun(self.kind.units))

    def tell(
        self, title: str, text: str = "", tone: str = "info", action: NoticeAction | None = None
    ) -> None:
        """Say something about changes in the table."""
        notice = Notice(title, text, tone, key=self.key, action=action)
        self.panel.workspace.notifications.post(notice)

    def _field(self, name: str) -> RecordField | None:
        field = self.staged.fields[name] if name else None
        fixed = field is None or field.read_only or field.create_only or field.language
        return None if fixed else field


class _RowValues(Mapping[str, Value]):
    """The fields of a row, each worked out when it is asked for: a check asks for one or two."""

    def __init__(self, table: StagedTable, record_id: str) -> None:
        self._table, self._record_id = table, record_id

    def __getitem__(self, name: str) -> Value:
        return self._table.value(self._record_id, self._table.staged.fields[name])

    def __iter__(self) -> Iterator[str]:
        return iter(self._table.staged.fields.names)

    def __len__(self) -> int:
        return len(self._table.staged.fields.names)
