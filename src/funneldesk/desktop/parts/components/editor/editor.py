"""The component that is open: its sources beside what they become, and where it stands."""

from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QSplitter

from funneldesk.contract.markup import scan
from funneldesk.desktop.assets.preview.pane import PreviewPane
from funneldesk.desktop.kit.controls.buttons import Button
from funneldesk.desktop.kit.controls.labels import Chip
from funneldesk.desktop.kit.tasks import TaskScope, in_thread
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.parts.components.editor.local_parts import LocalParts
from funneldesk.desktop.records.detail.source_form import SourceForm
from funneldesk.desktop.records.fields import RecordFields
from funneldesk.desktop.workspace.workspace import Workspace

TYPING_PAUSE = 0.15


class ComponentForm(SourceForm):
    """Saves a draft; visitors meet it when it is published, which is asked for."""

    asked_to_publish = Signal()

    def __init__(self, fields: RecordFields, workspace: Workspace) -> None:
        self.state = Chip()
        self.publish_button = Button(_("Publish changes…"))
        self.tasks: TaskScope | None = None
        super().__init__(fields)
        self.tasks = TaskScope(self)
        self._parts = LocalParts(workspace)
        self.preview = PreviewPane(workspace)
        self.preview.compare.hide()
        self.split = QSplitter(Qt.Orientation.Vertical)
        self.split.setHandleWidth(1)
        self.split.setChildrenCollapsible(False)
        self.views.removeWidget(self.code_place)
        self.split.addWidget(self.code_place)
        self.split.addWidget(self.preview)
        self.split.setSizes([300, 260])
        self.show_sources_in(self.split)
        self.head.addWidget(self.state)
        self.buttons.insertWidget(self.buttons.count() - 1, self.publish_button)
        self.publish_button.clicked.connect(lambda: self.asked_to_publish.emit())
        self.preview.asked_for_source.connect(self._go_to_source)
        self.edited.connect(lambda _name: self.draw_soon())
        self.show_changed()

    def open(self, draft: Any) -> None:
        self.preview.forget_choices()
        super().open(draft)
        self.draw_soon(0)

    def take(self, fields: Any) -> None:
        super().take(fields)
        self.draw_soon()

    def show_changed(self) -> None:
        super().show_changed()
        if self.tasks is None:
            return  # What is shown before it has a place would be a window for a moment.
        draft = self.draft
        is_new = draft is not None and draft.is_new
        has_draft = draft is not None and draft.base.get("revision_id") is not None
        self.state.setVisible(draft is not None)
        if is_new:
            self.state.setText(_("Not created yet"))
        else:
            self.state.setText(_("Live, with a draft") if has_draft else _("Live"))
        self.state.set_tone("muted" if is_new else "warning" if has_draft else "success")
        self.save_button.setText(_("Create component") if is_new else _("Save draft"))
        may = draft is not None and not is_new and not self.read_only
        self.publish_button.setEnabled(may and (has_draft or bool(draft and draft.is_dirty)))
        self.publish_button.setVisible(not is_new)

    def draw_soon(self, pause: float = TYPING_PAUSE) -> None:
        """Show what the source becomes once the typing pauses."""
        if self.tasks is not None:
            self.tasks.debounce("draw", pause, self._draw)

    async def _draw(self) -> None:
        draft = self.draft
        if draft is None:
            return
        html, css = draft.text("html"), draft.text("css")
        filler = await self._parts.filler([html])
        shown = await in_thread(filler.fill, html)
        blocks = await in_thread(scan, shown)
        if draft is self.draft:
            self.preview.show_page(shown, css, blocks)

    def _go_to_source(self, start: int, end: int) -> None:
        """Only where no other component stands in it: the places are then those of the source."""
        if self.code is not None and self.preview.source.html == self.source("html"):
            self.show_tab("html")
            self.code.select("html", start, end)
