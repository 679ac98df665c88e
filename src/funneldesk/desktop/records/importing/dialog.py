"""Dialog of an import: file, columns, check, send."""

from collections.abc import Coroutine
from dataclasses import replace
from functools import partial
from pathlib import Path

from PySide6.QtWidgets import QStackedWidget, QWidget

from funneldesk.desktop.kit.controls.banner import Banner
from funneldesk.desktop.kit.controls.buttons import Button, row
from funneldesk.desktop.kit.controls.labels import Label
from funneldesk.desktop.kit.dialogs.dialog import Dialog
from funneldesk.desktop.kit.explain import Explanation, explain
from funneldesk.desktop.kit.table.progress import ProgressLine
from funneldesk.desktop.kit.tasks import TaskScope, in_thread
from funneldesk.desktop.local.files.problems import LocalStoreProblem
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.records.importing.check import (
    CheckedRow,
    ImportCheck,
    checked,
    problem_words,
)
from funneldesk.desktop.records.importing.check_step import CheckStep
from funneldesk.desktop.records.importing.conventions import profiles
from funneldesk.desktop.records.importing.declaration import RecordImport
from funneldesk.desktop.records.importing.file_step import FileStep
from funneldesk.desktop.records.importing.guessing import Memory
from funneldesk.desktop.records.importing.job import ImportItem, ImportOrder
from funneldesk.desktop.records.importing.mapping_step import MappingStep
from funneldesk.desktop.records.importing.queue import ImportQueue
from funneldesk.desktop.records.importing.send_step import SendStep, open_report
from funneldesk.desktop.records.importing.table_file import CannotRead, Table, TableReader
from funneldesk.desktop.records.nouns import noun
from funneldesk.desktop.sections.operations import operation
from funneldesk.desktop.workspace.brand_facts import BrandFacts
from funneldesk.desktop.workspace.workspace import Workspace

WIDTH, HEIGHT = 820, 420
STEPS = (_("File"), _("Columns"), _("Check"), _("Send"))
FILE, COLUMNS, CHECK, SEND = range(4)


class ImportDialog(Dialog):
    """Leads through the four steps. Nothing is sent before the last one; the job that then sends
    goes on without the dialog. With ``given`` the rows are there already, and no file is asked
    for."""

    def __init__(
        self,
        parent: QWidget,
        workspace: Workspace,
        declared: RecordImport,
        *,
        given: Table | None = None,
        title: str = "",
        once: str = "",
    ) -> None:
        """``once`` names a field whose value no two records may have: what was handed over before
        is known by it, and never made again."""
        usual = _("Import {units}").format(units=noun(declared.units))
        super().__init__(parent, title or usual, width=WIDTH)
        self.workspace, self.declared = workspace, declared
        self.tasks = TaskScope(self)
        self._given, self._table, self._once = given, given, once
        self.reader = TableReader(self)
        self.file = FileStep(self.reader, declared.units)
        self.columns = MappingStep(declared)
        self.check = CheckStep()
        self.send = SendStep()
        self._build()
        self._go(FILE if given is None else COLUMNS)
        if given is not None:
            self.tasks.latest("next", self._guarded(self._to_columns()))

    def _build(self) -> None:
        left_out = 0 if self._given is None else COLUMNS
        steps = enumerate(STEPS, 1 - left_out)
        self.trail = [Label(f"{at}  {title}", size="small") for at, title in steps]
        for label in self.trail[:left_out]:
            label.hide()
        self.body.addLayout(row(*self.trail, None, spacing=20))
        self.pages = QStackedWidget()
        self.pages.setFixedHeight(HEIGHT)
        self.progress, self.problem = ProgressLine(), Banner(closable=False)
        for page in (self.file, self.columns, self.check, self.send):
            self.pages.addWidget(page)
        for widget in (self.progress, self.problem, self.pages):
            self.body.addWidget(widget)
        self.back = Button(_("Back"), on_click=lambda: self._go(self.step - 1))
        self.forward = Button(_("Next"), kind="primary", on_click=self._next)
        self.add_to_foot(self.back)
        self.cancel = self.add_button("", _("Cancel"))
        # Never the default: Enter corrects a value, and must not send.
        self._foot.addWidget(self.forward)
        for step in (self.file, self.columns, self.check):
            step.changed.connect(self._offer)

    @property
    def step(self) -> int:
        """Where the user is."""
        return self.pages.currentIndex()

    def open_file(self, path: Path) -> None:
        """Begin with a file."""
        self.file.open(path)

    # From step to step

    def _go(self, step: int) -> None:
        self.pages.setCurrentIndex(step)
        self.problem.clear()
        for at, label in enumerate(self.trail):
            label.setProperty("textSize", "strong" if at == step else "small")
            label.set_tone("accent" if at == step else "muted")
        self._offer()

    def _offer(self) -> None:
        """Which buttons there are, and whether the step is done."""
        step, check = self.step, self.check.check
        ready = check.counts.ready if check is not None else 0
        done = (self.file.table is not None, self.columns.is_whole, ready > 0, True)
        units = self.declared.units if ready != 1 else self.declared.kind.unit
        records = f"{ready:,} {noun(units)}"
        self.forward.setText(
            _("Import {records}").format(records=records) if step == CHECK else _("Next")
        )
        self.forward.setEnabled(done[step] and not self.progress.is_on())
        self.forward.setVisible(step != SEND)
        self.back.setVisible(step == CHECK or (step == COLUMNS and self._given is None))
        self.back.setEnabled(not self.progress.is_on())
        self.cancel.setText(_("Close") if step == SEND else _("Cancel"))

    def _next(self) -> None:
        work = (self._to_columns, self._to_check, self._to_send)[self.step]
        self.tasks.latest("next", self._guarded(work()))

    async def _guarded(self, work: Coroutine[object, object, None]) -> None:
        doing = _("Reading the {units}").format(units=noun(self.declared.units))
        self.progress.set_on(True)
        self._offer()
        try:
            with operation(self.workspace, doing, tell=self._refused):
                await work
        except CannotRead as problem:
            self.problem.say(_("This file can't be imported"), str(problem), "warning")
        except LocalStoreProblem as problem:
            self._refused(explain(problem, doing))
        finally:
            self.progress.set_on(False)
            self._offer()

    def _refused(self, told: Explanation) -> None:
        self.problem.say(told.what, f"{told.so_what} {told.now_what}", told.tone)

    async def _to_columns(self) -> None:
        """The whole file is read here: a row far below may tell how its dates are written."""
        shown, table = self.file.table, self._given
        if shown is not None:
            table = await self.reader.read(shown.path, shown.layout)
        if table is not None:
            self._table = table
            brand = self.workspace.shared(BrandFacts)
            await brand.recall()
            columns = await in_thread(profiles, table)
            self.columns.show_table(table, columns, await self._remembered(), brand.formats)
            self._go(COLUMNS)

    async def _to_check(self) -> None:
        table, plan = self._table, self.columns.plan
        if table is None:
            return
        once = self._once
        compares = plan.compares or bool(once)
        known = await self.workspace.run(self.declared.listed) if compares else {}
        formats = self.workspace.shared(BrandFacts).formats
        given = (self.declared, table, plan, formats, known, once)
        check = await in_thread(checked, partial(ImportCheck, *given))
        memory = await self._remembered()
        await self.workspace.store.put_value(
            self.declared.memory, memory.remember(table.titles, plan)
        )
        self.check.show_check(check)
        self._go(CHECK)

    async def _to_send(self) -> None:
        check, table = self.check.check, self._table
        if check is None or table is None:
            return
        order = replace(await in_thread(order_of, check, table), once=check.once)
        queue = self.workspace.shared(ImportQueue)
        queue.open_report = open_report
        job = await queue.add(order)
        self.send.follow(queue, job)
        self._go(SEND)

    async def _remembered(self) -> Memory:
        return Memory(await self.workspace.store.value(self.declared.memory, {}))


def order_of(check: ImportCheck, table: Table) -> ImportOrder:
    """The rows that are ready, and the others to tell of."""
    title = check.declared.title

    def item(row: CheckedRow) -> ImportItem:
        values = row.values if row.is_ready else {}
        made = ImportItem(row.number, str(row.read.get(title) or ""), values, row.cells)
        if row.is_ready and row.record:
            made.title = made.title or check.called(row.record)
            made.record = row.record
            made.before = {name: before for name, (before, _after) in check.changes(row).items()}
        if not row.is_ready:
            made.state = "skipped"
            made.said = (problem_words(check, row), _("It was not sent."), "", "")
        return made

    items = tuple(item(row) for row in check.rows.values())
    return ImportOrder(check.declared, table.path.name, check.titles, check.plan, items)
