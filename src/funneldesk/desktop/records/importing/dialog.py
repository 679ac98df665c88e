"""Dialog of an import: file, columns, check, send."""

from collections.abc import Coroutine
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
from funneldesk.desktop.records.importing.declaration import RecordImport
from funneldesk.desktop.records.importing.file_step import FileStep
from funneldesk.desktop.records.importing.job import ImportItem, ImportOrder
from funneldesk.desktop.records.importing.mapping import SKIP, to_remember
from funneldesk.desktop.records.importing.mapping_step import MappingStep
from funneldesk.desktop.records.importing.queue import ImportQueue
from funneldesk.desktop.records.importing.send_step import SendStep, open_report
from funneldesk.desktop.records.importing.table_file import CannotRead, Table, TableReader
from funneldesk.desktop.records.nouns import noun
from funneldesk.desktop.sections.operations import operation
from funneldesk.desktop.workspace.brand_facts import BrandFacts
from funneldesk.desktop.workspace.workspace import Workspace

WIDTH, HEIGHT = 780, 380
STEPS = (_("File"), _("Columns"), _("Check"), _("Send"))
FILE, COLUMNS, CHECK, SEND = range(4)


class ImportDialog(Dialog):
    """Leads through the four steps. Nothing is sent before the last one; the job that then sends
    goes on without the dialog."""

    def __init__(self, parent: QWidget, workspace: Workspace, declared: RecordImport) -> None:
        super().__init__(
            parent, _("Import {units}").format(units=noun(declared.units)), width=WIDTH
        )
        self.workspace, self.declared = workspace, declared
        self.tasks = TaskScope(self)
        self.reader = TableReader(self)
        self.file = FileStep(self.reader, declared.units)
        self.columns = MappingStep(declared)
        self.check = CheckStep()
        self.send = SendStep()
        self._build()
        self._go(FILE)

    def _build(self) -> None:
        self.trail = [Label(f"{at}  {title}", size="small") for at, title in enumerate(STEPS, 1)]
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
        self.back.setVisible(step in (COLUMNS, CHECK))
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
        table = self.file.table
        if table is not None:
            self.columns.show_table(table, await self._remembered())
            self._go(COLUMNS)

    async def _to_check(self) -> None:
        shown, fields = self.file.table, self.columns.fields
        if shown is None:
            return
        table = await self.reader.read(shown.path, shown.layout)
        # A row below those that were looked at may be wider.
        fields += (SKIP,) * (len(table.titles) - len(fields))
        skips = self.columns.existing.current() == "skip"
        known = (
            await self.workspace.run(self.declared.listed) if self.declared.key and skips else {}
        )
        brand = self.workspace.shared(BrandFacts)
        await brand.recall()
        given = (self.declared, table, fields, brand.formats, known)
        check = await in_thread(checked, partial(ImportCheck, *given, skip_existing=skips))
        await self.workspace.store.put_value(
            self._memory, to_remember(table.titles, fields, await self._remembered())
        )
        self.check.show_check(check)
        self._go(CHECK)

    async def _to_send(self) -> None:
        check, shown = self.check.check, self.file.table
        if check is None or shown is None:
            return
        order = await in_thread(order_of, check, shown)
        queue = self.workspace.shared(ImportQueue)
        queue.open_report = open_report
        job = await queue.add(order)
        self.send.follow(queue, job)
        self._go(SEND)

    @property
    def _memory(self) -> str:
        return f"{self.declared.kind.part}.import"

    async def _remembered(self) -> dict[str, str]:
        kept = await self.workspace.store.value(self._memory, {})
        return {str(k): str(v) for k, v in kept.items()} if isinstance(kept, dict) else {}


def order_of(check: ImportCheck, table: Table) -> ImportOrder:
    """The rows that are ready, and the others to tell of."""
    declared = check.declared
    title = declared.kind.draft.listed[0]

    def item(row: CheckedRow) -> ImportItem:
        values = row.values if row.is_ready else {}
        made = ImportItem(row.number, str(row.values.get(title) or ""), values, row.cells)
        if not row.is_ready:
            made.state = "skipped"
            made.said = (problem_words(check, row), _("It was not sent."), "", "")
        return made

    items = tuple(item(row) for row in check.rows.values())
    return ImportOrder(
        declared.kind.part,
        declared.units,
        table.path.name,
        check.titles,
        check.skips_existing,
        items,
    )
