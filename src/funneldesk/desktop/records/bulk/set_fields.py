"""Dialog that sets fields on many records: first what, then what will change on which."""

from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from functools import partial
from typing import Any

from PySide6.QtWidgets import QStackedWidget, QWidget

from funneldesk.desktop.kit.controls.buttons import Button, column
from funneldesk.desktop.kit.controls.labels import Label
from funneldesk.desktop.kit.controls.thin_bar import ThinBar
from funneldesk.desktop.kit.dialogs.dialog import Dialog
from funneldesk.desktop.kit.explain import Explanation
from funneldesk.desktop.kit.lists.check_list import TickList, TickRow, framed
from funneldesk.desktop.kit.tasks import TaskScope
from funneldesk.desktop.kit.units import counted
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.local.user_data.drafts import is_new_id
from funneldesk.desktop.records.bulk.fields_form import FieldsForm
from funneldesk.desktop.records.bulk.outcome import BulkItem
from funneldesk.desktop.records.fields import Names, Value
from funneldesk.desktop.records.kind import RecordKind
from funneldesk.desktop.records.library.library import RecordLibrary
from funneldesk.desktop.records.nouns import noun
from funneldesk.desktop.records.save.going_live import PUBLISH_CHANGES, live_among, live_words
from funneldesk.desktop.sections.operations import operation
from funneldesk.desktop.workspace.workspace import Workspace

WIDTH, HEIGHT = 640, 400
WHAT = _("Check what should be set. Checked fields left empty are cleared.")


class SetFieldsDialog(Dialog):
    """Answers "set" with ``wanted``, ``known`` (what the records have now) and ``chosen`` (ids).

    ``by_name``: the ids that are chosen by what they are called, as ``learn_names`` tells.
    """

    def __init__(
        self,
        parent: QWidget,
        kind: RecordKind,
        workspace: Workspace,
        library: RecordLibrary[Any],
        items: Sequence[BulkItem],
        by_name: Collection[str] = (),
        learn_names: Callable[[], Awaitable[Names]] | None = None,
    ) -> None:
        self.kind = kind
        self.fields = kind.fields_in(workspace)
        title = _("Set fields on {records}").format(records=self._counted(len(items)))
        super().__init__(parent, title, width=WIDTH)
        self.workspace = workspace
        self.library = library
        self.items = items
        self.tasks = TaskScope(self)
        self.known: dict[str, dict[str, Value]] = {}
        self.names: Names = {}
        self._why_not: dict[str, str] = {}
        self.form = FieldsForm(self.fields, kind.bulk_groups, by_name)
        self.list = TickList(_("What will change on which {unit}").format(unit=noun(kind.unit)))
        self.shown = framed(self.list)
        self.said = Label(WHAT, tone="muted", wrap=True)
        self.live = Label("", tone="warning", wrap=True)
        self.bar = ThinBar()
        self.views = QStackedWidget()
        self._build()
        if learn_names is not None:
            self.tasks.start(self._learn_choices(learn_names))

    @property
    def wanted(self) -> dict[str, Value]:
        """The fields to set."""
        return self.form.wanted()

    @property
    def chosen(self) -> frozenset[str]:
        """The records to set them on."""
        return self.list.ticked()

    def _counted(self, count: int) -> str:
        return counted(count, self.kind.unit)

    def _build(self) -> None:
        self.bar.hide()
        self.views.setFixedHeight(HEIGHT)
        self.views.addWidget(framed(self.form))
        self.views.addWidget(self.shown)
        self.body.addLayout(column(self.said, self.live, self.bar, self.views, spacing=8))
        self.back_button = Button(_("Back"), on_click=self._back)
        self._foot.addWidget(self.back_button)
        self.add_button("", _("Cancel"))
        self.next_button = Button(_("See what changes"), kind="primary", on_click=self._next)
        self._foot.addWidget(self.next_button)
        self.form.changed.connect(self._show_buttons)
        self.list.rows.ticks_changed.connect(self._show_buttons)
        self._back()

    def _back(self) -> None:
        self.tasks.cancel("plan")
        self.bar.hide()
        self.views.setCurrentIndex(0)
        self.said.setText(WHAT)
        self._show_buttons()

    def _next(self) -> None:
        if self.views.currentWidget() is self.shown:
            self.answer("set")
        elif self.form.check():
            self.tasks.latest("plan", self._plan())

    def _show_buttons(self) -> None:
        planned = self.views.currentWidget() is self.shown
        self.back_button.setVisible(planned)
        self.next_button.setDefault(True)
        self.live.setVisible(planned)
        if planned:
            count = len(self.chosen)
            live = live_among(self.kind, self.library.rows, self.chosen)
            self.live.setText(live_words(live, count))
            self.live.setVisible(bool(live))
            words = _("Set on {records}").format(records=self._counted(count))
            self.next_button.setText(PUBLISH_CHANGES if live else words)
            self.next_button.setEnabled(count > 0)
        else:
            self.next_button.setText(_("See what changes"))
            self.next_button.setEnabled(bool(self.wanted))

    async def _learn_choices(self, learn: Callable[[], Awaitable[Names]]) -> None:
        self.names = found = await learn()
        for field, names in found.items():
            kind = self.fields.label(field)
            choices = [(int(n), said or kind) for n, said in names.items() if isinstance(n, int)]
            self.form.offer(field, sorted(choices, key=lambda pair: pair[1].casefold()))

    async def _plan(self) -> None:
        """Read what the records have now, from here where that is fresh, and show what changes."""
        self.next_button.setEnabled(False)
        self.said.setText(_("Reading {records}").format(records=self._counted(len(self.items))))
        self.bar.show()
        for at, item in enumerate(self.items):
            self.bar.set_share(at / len(self.items))
            await self._read(item)
        self.bar.hide()
        wanted = self.wanted
        shown = [self._shown(item, wanted) for item in self.items]
        self.list.rows.ticked = {row.id for row in shown if row.can_tick}
        self.list.rows.set_rows(sorted(shown, key=lambda row: not row.can_tick))
        rest = len(shown) - len(self.list.rows.ticked)
        said = _("This will change. Nothing has been sent yet.")
        left = _("{records} will stay as before.").format(records=self._counted(rest))
        self.said.setText(f"{said} {left}" if rest else said)
        self.views.setCurrentWidget(self.shown)
        self.list.setFocus()
        self._show_buttons()

    async def _read(self, item: BulkItem) -> None:
        self._why_not.pop(item.id, None)
        stored = await self.workspace.store.draft(self.kind.part, item.id)
        if is_new_id(item.id):
            self._why_not[item.id] = _("It is only on this computer so far. Save it first.")
            return
        kept = await self.workspace.store.record(self.kind.part, item.id)
        body: Mapping[str, Any] | None = None if kept is None or kept.stale else kept.body
        if body is None:
            with operation(
                self.workspace,
                _("Reading the {unit}").format(unit=noun(self.kind.unit)),
                tell=partial(self._leave, item),
            ):
                body = await self.library.fetch(item.id)
        if body is None:
            return
        self.known[item.id] = dict(self.kind.draft.opened(body).fields)
        if stored is None:
            return
        mine = self.kind.draft.from_draft(stored.content, stored.base).changed_fields()
        collide = [f for f in self.wanted if f in mine]
        if collide:
            names = ", ".join(map(self.fields.label, collide))
            self._why_not[item.id] = _(
                "It has unsaved changes here: {names}. Save it first."
            ).format(names=names)

    def _leave(self, item: BulkItem, told: Explanation) -> None:
        self._why_not[item.id] = f"{told.what} {told.now_what}"

    def _shown(self, item: BulkItem, wanted: Mapping[str, Value]) -> TickRow:
        why_not = self._why_not.get(item.id)
        if why_not:
            return TickRow(item.id, item.title, why_not, _("Skipped"), "warning")
        now = self.known[item.id]
        words = partial(self.fields.words, names=self.names)
        changes = [
            f"{self.fields.label(f)}: {words(f, now[f])} → {words(f, value)}"
            for f, value in wanted.items()
            if now[f] != value
        ]
        if not changes:
            return TickRow(item.id, item.title, _("It is so already."), _("No change"))
        hover = "\n".join([item.title, *changes])
        return TickRow(item.id, item.title, " · ".join(changes), can_tick=True, hover=hover)
