"""Choose another brand, and see first what cannot follow the pages there."""

from collections.abc import Sequence

from PySide6.QtWidgets import QStackedWidget, QWidget

from funneldesk.desktop.kit.controls.buttons import column
from funneldesk.desktop.kit.controls.empty_state import EmptyState
from funneldesk.desktop.kit.controls.labels import Label
from funneldesk.desktop.kit.controls.thin_bar import ThinBar
from funneldesk.desktop.kit.dialogs.dialog import Dialog
from funneldesk.desktop.kit.explain import Explanation
from funneldesk.desktop.kit.forms.choice_field import CalmCombo, CheckBox
from funneldesk.desktop.kit.lists.check_list import TickList, TickRow, framed
from funneldesk.desktop.kit.tasks import TaskScope
from funneldesk.desktop.kit.units import counted
from funneldesk.desktop.local.connections.connections import Connection
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.local.user_data.drafts import is_new_id
from funneldesk.desktop.parts.pages.bulk.runs import pages
from funneldesk.desktop.parts.pages.copy_to_brand.job import CopyJob
from funneldesk.desktop.parts.pages.copy_to_brand.plan import CopyPlan
from funneldesk.desktop.parts.pages.library.library import PART, PageLibrary
from funneldesk.desktop.records.bulk.outcome import BulkItem
from funneldesk.desktop.sections.operations import operation
from funneldesk.desktop.workspace.workspace import Neighbours, Workspace

WIDTH, HEIGHT = 640, 320


class CopyToBrandDialog(Dialog):
    """Answers "go" with ``job`` and ``chosen`` (ids)."""

    def __init__(
        self,
        parent: QWidget,
        workspace: Workspace,
        library: PageLibrary,
        neighbours: Neighbours,
        items: Sequence[BulkItem],
    ) -> None:
        super().__init__(
            parent,
            _("Duplicate {pages} into another brand").format(pages=pages(len(items))),
            _(
                "They become drafts there: visitors see nothing until you publish them. Files "
                "that exist there are never replaced. This brand stays as it is."
            ),
            width=WIDTH,
        )
        self.workspace = workspace
        self.library = library
        self.neighbours = neighbours
        self.items = items
        self.tasks = TaskScope(self)
        self.job: CopyJob | None = None
        self.brand = CalmCombo()
        self.said = Label("", tone="muted", wrap=True)
        self.bar = ThinBar()
        self.list = TickList(_("What cannot follow"))
        self.waiting = EmptyState("layers", _("Looking at both brands"), _("Nothing is sent."))
        self.views = QStackedWidget()
        self.files = CheckBox(_("Copy the files that the pages use"))
        self.despite = CheckBox(_("Make a page even if one of its files cannot be copied"))
        self._build()
        self._fill_brands()

    @property
    def chosen(self) -> frozenset[str]:
        """The pages to duplicate."""
        return self.list.ticked()

    def _build(self) -> None:
        self.brand.setAccessibleName(_("Into brand"))
        self.body.addLayout(column(Label(_("Into"), size="small"), self.brand, spacing=4))
        self.shown = framed(self.list)
        for each in (self.waiting, self.shown):
            self.views.addWidget(each)
        self.views.setFixedHeight(HEIGHT)
        self.body.addLayout(column(self.said, self.bar, self.views, spacing=8))
        self.files.setChecked(True)
        self.despite.setChecked(True)
        self.body.addLayout(column(self.files, self.despite, spacing=4))
        self.add_button("", _("Cancel"))
        self.yes = self.add_button("go", _("Duplicate"), "primary")
        self.yes.setEnabled(False)
        self.files.toggled.connect(self.despite.setEnabled)
        self.list.rows.ticks_changed.connect(self._show_count)
        self.brand.currentIndexChanged.connect(self._choose)

    def _fill_brands(self) -> None:
        here = self.workspace.connection
        others = [each for each in self.neighbours.connections() if each.id != here.id]
        for each in others:
            self.brand.addItem(_brand_words(each), each.id)
        if not others:
            self.brand.setEnabled(False)
            self._stop(
                _("There is no other brand here"),
                _("Add one under the brand's name in the corner, then come back."),
            )

    def _choose(self) -> None:
        self.job = None
        self.yes.setEnabled(False)
        self.tasks.latest("look", self._look(str(self.brand.currentData())))

    async def _look(self, connection_id: str) -> None:
        """Read both brands, and list what cannot follow each page."""
        self.waiting.say(_("Looking at both brands"), _("Nothing is sent."))
        self.said.setText("")
        self.views.setCurrentWidget(self.waiting)
        self.bar.show()
        self.bar.set_share(0)
        with operation(self.workspace, _("Reading the other brand"), tell=self._refused):
            target = await self.neighbours.workspace(connection_id)
            job = CopyJob(self.workspace, target)
            await job.learn()
            if target.may_write(PART):
                await self._list(job)
            else:
                self._stop(
                    _("This brand is read only here"),
                    _("Change that under its name, or use a key with more rights."),
                )
        self.bar.hide()

    async def _list(self, job: CopyJob) -> None:
        shown: list[TickRow] = []
        files: set[str] = set()
        for place, item in enumerate(self.items):
            self.bar.set_share(place / len(self.items))
            if is_new_id(item.id):
                said = _("It is only on this computer so far. Save it first.")
                shown.append(TickRow(item.id, item.title, said, _("Left out"), "warning"))
                continue
            plan = await job.plan(item.id, await self._body(item.id))
            files |= plan.paths
            shown.append(_row(item, plan))
        self.job = job
        self.list.rows.ticked = {row.id for row in shown if row.can_tick}
        self.list.rows.set_rows(shown)
        self.views.setCurrentWidget(self.shown)
        self.list.setCurrentIndex(self.list.rows.index(0))
        count = len(files)
        self.files.setEnabled(count > 0)
        self.despite.setEnabled(count > 0 and self.files.isChecked())
        use = _(" They use {files}.").format(files=counted(count, "file")) if count else ""
        self.said.setText(
            _("What cannot follow is under each title. Nothing has been sent yet.{use}").format(
                use=use
            )
        )
        self._show_count()

    async def _body(self, page_id: str) -> dict[str, object]:
        kept = await self.workspace.store.record(PART, page_id)
        if kept is not None and not kept.stale:
            return kept.body
        return await self.library.fetch(page_id)

    def _refused(self, told: Explanation) -> None:
        self._stop(told.what, f"{told.so_what} {told.now_what}")

    def _stop(self, title: str, text: str) -> None:
        self.bar.hide()
        self.waiting.say(title, text)
        self.views.setCurrentWidget(self.waiting)

    def _show_count(self) -> None:
        count = len(self.chosen)
        self.yes.setText(
            _("Duplicate {pages}").format(pages=pages(count)) if count else _("Duplicate")
        )
        self.yes.setEnabled(count > 0 and self.job is not None)


def _brand_words(connection: Connection) -> str:
    notes = [
        words
        for words, holds in (
            (_("sample"), connection.sample),
            (_("live"), connection.live),
            (_("read only"), connection.read_only),
        )
        if holds
    ]
    return f"{connection.name} ({', '.join(notes)})" if notes else connection.name


def _row(item: BulkItem, plan: CopyPlan) -> TickRow:
    count = len(plan.paths)
    chip = counted(count, "file") if count else ""
    notes = [each[:1].upper() + each[1:] for each in plan.left_behind]
    text = " · ".join(notes) or _("Everything follows.")
    hover = "\n".join([item.title, *notes, *sorted(plan.paths)[:30]])
    return TickRow(item.id, item.title, text, chip, "info", True, hover)
