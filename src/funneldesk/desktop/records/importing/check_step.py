"""Third step of an import: every row is checked, and what is wrong can be corrected here."""

from collections.abc import Callable

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QLineEdit, QVBoxLayout, QWidget

from funneldesk.desktop.kit.controls.buttons import Button, Segments, column, row
from funneldesk.desktop.kit.controls.labels import ElidedLabel, Label
from funneldesk.desktop.kit.table.column import Column
from funneldesk.desktop.kit.table.view import TableView
from funneldesk.desktop.kit.tasks import TaskScope, in_thread
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.records.importing.check import CheckedRow, ImportCheck, problem_words

ALL, TROUBLED = "all", "troubled"
NUMBER_WIDTH, PROBLEM_WIDTH, COLUMN_WIDTH = 60, 260, 120


class CheckStep(QWidget):
    """``changed``: more rows or fewer are ready."""

    changed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.check: ImportCheck | None = None
        self.table: TableView | None = None
        self.tasks = TaskScope(self)
        self._field = ""
        self.counts = Label("")
        self.which = Segments()
        self.which.set_choices([(ALL, _("All rows"), ""), (TROUBLED, _("With problems"), "")])
        self.which.chosen.connect(lambda _: self._arrange())
        self.next = Button(_("Next problem"), icon_name="chevron-down", on_click=self.jump)
        self.place = QVBoxLayout()
        self.reason = ElidedLabel("", size="small", tone="warning")
        self.name = Label("", size="small", tone="muted")
        self.line = QLineEdit()
        self.line.returnPressed.connect(self._correct)
        self.apply = Button(_("Correct"), on_click=self._correct)
        self.skip = Button(_("Skip row"), on_click=self._skip)
        whole = column(spacing=8)
        whole.addLayout(row(self.counts, None, self.which, self.next))
        whole.addLayout(self.place, 1)
        whole.addWidget(self.reason)
        edit = row(self.name, self.line, self.apply, None, self.skip)
        edit.setStretch(1, 2)
        whole.addLayout(edit)
        self.setLayout(whole)

    @property
    def current(self) -> CheckedRow | None:
        """The row that is selected."""
        ids = self.table.selected_ids() if self.table is not None else []
        return self.check.rows.get(ids[0]) if self.check is not None and ids else None

    def show_check(self, check: ImportCheck) -> None:
        """Show what a check has found; rows with problems first, if there are any."""
        self.check = check
        columns = _columns(check)
        self.table = TableView(_("Rows to import"), columns, check.rows.get)
        for at, each in enumerate(columns):
            self.table.horizontalHeader().resizeSection(at, each.width)
        while (item := self.place.takeAt(0)) is not None:
            if (widget := item.widget()) is not None:
                widget.deleteLater()
        self.place.addWidget(self.table)
        self.which.choose(TROUBLED if check.counts.troubled else ALL)
        self.table.selectionModel().selectionChanged.connect(self._show_row)
        self._arrange()
        self.jump()

    def jump(self) -> None:
        """Go to the next row with a problem; from the last one to the first."""
        if self.check is None or self.table is None:
            return
        ids = self.table.rows.ids
        at = self.table.currentIndex().row() + 1
        order = [*ids[at:], *ids[:at]]
        found = next((each for each in order if self.check.rows[each].is_troubled), "")
        if found:
            self.table.select(found)
            self.line.setFocus()
            self.line.selectAll()

    # What is shown

    def _arrange(self) -> None:
        check, table = self.check, self.table
        if check is None or table is None:
            return
        troubled = self.which.current() == TROUBLED
        table.arrange([i for i, r in check.rows.items() if not troubled or r.problems or r.skipped])
        self._show_counts()
        self._show_row()

    def _show_counts(self) -> None:
        check = self.check
        if check is None:
            return
        self.counts.setText(check.counts.words)
        self.next.setVisible(bool(check.counts.troubled))
        self.changed.emit()

    def _show_row(self) -> None:
        checked, check = self.current, self.check
        self._field = next(iter(checked.problems), "") if checked is not None else ""
        known = check is not None and self._field in check.columns
        self.reason.setText(problem_words(check, checked) if check and checked else "")
        for widget in (self.name, self.line, self.apply):
            widget.setVisible(known)
        self.skip.setVisible(checked is not None and not checked.exists)
        self.skip.setText(
            _("Import row") if checked is not None and checked.skipped else _("Skip row")
        )
        if known and check is not None and checked is not None:
            title = check.declared.kind.draft.declared[self._field].title
            self.name.setText(title)
            self.line.setAccessibleName(title)
            self.line.setText(check.text(checked, self._field))

    # What is changed

    def _correct(self) -> None:
        checked, check = self.current, self.check
        if checked is not None and check is not None and self._field:
            args = (check.correct, str(checked.number), self._field, self.line.text())
            self.tasks.start(self._done(*args))

    def _skip(self) -> None:
        checked, check = self.current, self.check
        if checked is not None and check is not None:
            self.tasks.start(self._done(check.skip, str(checked.number), not checked.skipped))

    async def _done(self, work: Callable[..., None], *args: object) -> None:
        """Do it, and go on to the next problem."""
        await in_thread(work, *args)
        checked = self.current
        if self.table is not None:
            self.table.rows.tell_changed()
        self._show_counts()
        if checked is None or not checked.problems or checked.skipped:
            self.jump()
        self._show_row()


def _columns(check: ImportCheck) -> list[Column[CheckedRow]]:
    """The row's number, what stands against it, and a column for each field."""
    fields = check.declared.kind.draft.declared
    return [
        Column("", _("Row"), lambda row: f"{row.number:,}", "right", NUMBER_WIDTH),
        Column("problem", _("Problem"), lambda row: problem_words(check, row), width=PROBLEM_WIDTH),
        *(
            Column(name, fields[name].title, _reader(check, name), width=COLUMN_WIDTH)
            for name in check.columns
        ),
    ]


def _reader(check: ImportCheck, name: str) -> Callable[[CheckedRow], str]:
    return lambda row: check.text(row, name)
