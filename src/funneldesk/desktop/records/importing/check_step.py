"""Third step of an import: every row is checked, and what is wrong can be corrected here."""

from collections.abc import Callable, Mapping

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QLineEdit, QVBoxLayout, QWidget

from funneldesk.desktop.kit.controls.buttons import Button, Segments, column, row
from funneldesk.desktop.kit.controls.labels import Label
from funneldesk.desktop.kit.export.file_dialog import ask_save_path, write_table
from funneldesk.desktop.kit.export.table import Cell, Table
from funneldesk.desktop.kit.table.column import Column
from funneldesk.desktop.kit.table.view import TableView
from funneldesk.desktop.kit.tasks import TaskScope, in_thread
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.records.importing.check import CheckedRow, ImportCheck, outcome_words

ALL, NEW, UPDATES, EXISTING, TROUBLED = "all", "new", "updates", "existing", "troubled"
NUMBER_WIDTH, OUTCOME_WIDTH, COLUMN_WIDTH = 60, 300, 120
SHOWN: Mapping[str, Callable[[CheckedRow], bool]] = {
    ALL: lambda row: True,
    NEW: lambda row: row.is_ready and not row.record,
    UPDATES: lambda row: row.is_ready and bool(row.record),
    EXISTING: lambda row: bool(row.exists),
    TROUBLED: lambda row: bool(row.problems or row.skipped) and not row.exists,
}
TITLES = {
    ALL: _("All rows"),
    NEW: _("New"),
    UPDATES: _("Updates"),
    EXISTING: _("Duplicates"),
    TROUBLED: _("With problems"),
}


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
        self.which.chosen.connect(lambda _: self._arrange())
        self.next = Button(_("Next problem"), icon_name="chevron-down", on_click=self.jump)
        self.place = QVBoxLayout()
        self.reason = Label("", size="small", tone="warning", wrap=True)
        self.name = Label("", size="small", tone="muted")
        self.line = QLineEdit()
        self.line.returnPressed.connect(self._correct)
        self.apply = Button(_("Correct"), on_click=self._correct)
        self.skip = Button(_("Skip row"), on_click=self._skip)
        whole = column(spacing=8)
        self.save = Button(
            _("Save this check…"),
            kind="link",
            on_click=lambda: self.tasks.latest("save", self._save()),
        )
        whole.addLayout(row(self.counts, None, self.save, self.next))
        whole.addLayout(row(self.which, None))
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
        offered = [
            key for key, fits in SHOWN.items() if key == ALL or any(map(fits, check.rows.values()))
        ]
        self.which.set_choices([(key, TITLES[key], "") for key in offered])
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
        fits = SHOWN[self.which.current() or ALL]
        table.arrange([row_id for row_id, each in check.rows.items() if fits(each)])
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
        self.reason.setText(outcome_words(check, checked) if check and checked else "")
        self.reason.set_tone("warning" if checked is not None and checked.problems else "muted")
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

    # What is saved

    async def _save(self) -> None:
        """What will become of each row, as a file."""
        check = self.check
        path = await ask_save_path(self, _("Save this check"), "check.csv", "csv")
        if check is not None and path is not None:
            told = await write_table(path, await in_thread(check_table, check))
            self.reason.setText(f"{told.title} {told.text}".strip())

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


def check_table(check: ImportCheck) -> Table:
    """Every row as it stands in the file, with what will become of it."""
    rows: list[list[Cell]] = [
        [row.number, outcome_words(check, row), *(check.text(row, name) for name in check.columns)]
        for row in check.rows.values()
    ]
    fields = check.declared.kind.draft.declared
    titles = (_("Row"), _("What happens"), *(fields[name].title for name in check.columns))
    return Table(_("Check"), titles, rows)


def _columns(check: ImportCheck) -> list[Column[CheckedRow]]:
    """The row's number, what stands against it, and a column for each field."""
    fields = check.declared.kind.draft.declared
    return [
        Column("", _("Row"), lambda row: f"{row.number:,}", "right", NUMBER_WIDTH),
        Column("", _("What happens"), lambda row: outcome_words(check, row), width=OUTCOME_WIDTH),
        *(
            Column(name, fields[name].title, _reader(check, name), width=COLUMN_WIDTH)
            for name in check.columns
        ),
    ]


def _reader(check: ImportCheck, name: str) -> Callable[[CheckedRow], str]:
    return lambda row: check.text(row, name)
