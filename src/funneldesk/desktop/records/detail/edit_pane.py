"""Pane in which a record of a declared kind is edited: form, lock, save and history together."""

from typing import Any

from PySide6.QtWidgets import QWidget

from funneldesk.desktop.kit.controls.buttons import column
from funneldesk.desktop.records.detail.edit_form import EditForm
from funneldesk.desktop.records.edit.edit_session import EditSession
from funneldesk.desktop.records.edit.lock_banner import LockBanner
from funneldesk.desktop.records.history.feature import show_history
from funneldesk.desktop.records.kind import RecordKind
from funneldesk.desktop.records.library.library import RecordLibrary
from funneldesk.desktop.records.save.save_flow import SaveFlow
from funneldesk.desktop.sections.panel import Panel


class EditPane(QWidget):
    """Edits one record at a time; ``session`` opens it. Dialogs open over ``panel``."""

    def __init__(
        self,
        kind: RecordKind,
        panel: Panel,
        library: RecordLibrary[Any],
        form: EditForm | None = None,
    ) -> None:
        """``form``: one with more than the declared fields, where a section has it."""
        super().__init__()
        self.form = form or EditForm(kind.fields_in(panel.workspace))
        self.session = EditSession(kind, panel, panel.workspace, library, self.form)
        self.save_flow = SaveFlow(self.session)
        self.banner = LockBanner(self.session)
        self.setLayout(column(self.banner, self.form, spacing=0))
        start = self.session.tasks.start
        self.form.asked_to_save.connect(lambda: start(self.save_flow.save(None)))
        self.form.asked_to_discard.connect(lambda: start(self.session.revert()))

    async def show_history(self) -> None:
        """Versions of the open record on this computer, and the way back to one."""
        await show_history(self.session)

    async def settle(self) -> None:
        """Make everything typed durable on this computer."""
        await self.session.drafts.save_now()
        await self.session.versions.left(self.session.record_id, self.session.draft)
