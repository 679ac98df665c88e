"""The Automations section: the list with its results, and the graph of the open one."""

from collections.abc import Mapping, Sequence
from typing import Any

from PySide6.QtWidgets import QWidget

from funneldesk.desktop.kit.controls.buttons import Button, row
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.parts.automations.actions import automation_actions
from funneldesk.desktop.parts.automations.builder.page import BuilderPage
from funneldesk.desktop.parts.automations.deeds import AutomationDeeds
from funneldesk.desktop.parts.automations.deleting import automation_deletion
from funneldesk.desktop.parts.automations.labels import PART
from funneldesk.desktop.records.detail.detail_view import OwnTab
from funneldesk.desktop.records.panel import RecordsPanel
from funneldesk.desktop.records.section import RecordSection
from funneldesk.desktop.sections.actions import Action
from funneldesk.desktop.sections.operations import optional
from funneldesk.desktop.workspace.workspace import Change, Workspace

ONLY_LISTED = (
    *("status", "total_runs", "successful_tasks", "failed_tasks", "success_rate", "last_failure"),
    *("created_at", "updated_at", "entry_node", "collection_code"),
)


class AutomationsPanel(RecordsPanel):
    """The panel of the automations of a brand."""

    def __init__(self, workspace: Workspace, declared: RecordSection) -> None:
        self.deeds = AutomationDeeds(self)
        super().__init__(workspace, declared)
        self.split.setSizes([320, 900])
        self.builder.written.connect(self._deployed)
        self.new_button = Button(_("New automation"), icon_name="plus")
        self.declared_actions.show_on(self.new_button, f"{PART}.new")
        self.buttons = QWidget()
        self.summary_button = Button(_("Summary"), icon_name="chart-line")
        self.declared_actions.show_on(self.summary_button, f"{PART}.summary")
        self.buttons.setLayout(row(self.summary_button, self.new_button, spacing=8))

    async def load(self) -> None:
        await super().load()
        if self.open_id and self.builder.body.get("id") is not None:
            with optional():
                await self.builder.read_numbers()

    def own_tabs(self) -> Sequence[OwnTab]:
        self.builder = BuilderPage(self.workspace, lambda: self.brand.formats)
        return (OwnTab("builder", _("Builder"), self.builder),)

    def declare(self) -> Sequence[Action]:
        deletion = automation_deletion(self).action()
        return (*automation_actions(self.deeds), deletion, *super().declare())

    def top_actions(self) -> QWidget | None:
        return self.buttons

    def whole(self, body: Mapping[str, Any]) -> Mapping[str, Any]:
        """With what the list alone knows: status, results, moments (quirk 55)."""
        known = self.row_of(str(body.get("id") or ""))
        listed = {} if known is None else {n: known.get(n) for n in ONLY_LISTED if known.get(n)}
        return {**body, **{name: value for name, value in listed.items() if not body.get(name)}}

    def row_of(self, automation_id: str) -> Any:
        """The row of a listed automation, or None."""
        return self.list.row(automation_id) or self.source.library.rows.get(automation_id)

    def begin(self, automation_id: str) -> None:
        """Open a new automation, the keyboard on its empty canvas."""
        self.open_record(automation_id)
        self.builder.editor.canvas.setFocus()

    def _deployed(self, automation_id: str) -> None:
        self.workspace.announce(PART, automation_id, source=self)
        self.refresh()

    def _changed_elsewhere(self, change: Change) -> None:
        super()._changed_elsewhere(change)
        if change.source is self and self.open_id in change.ids:
            self.read_again()

    async def settle(self) -> None:
        await self.builder.settle()
        await super().settle()

    @property
    def is_quiet(self) -> bool:
        builder = self.builder
        busy = builder.tasks.is_busy or builder.editor.tasks.is_busy or builder.saver.tasks.is_busy
        return super().is_quiet and not busy
