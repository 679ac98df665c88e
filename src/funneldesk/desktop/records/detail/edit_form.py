"""Form of a record's declared fields, as the editor of a session: saved or discarded as a whole."""

from collections.abc import Iterable
from typing import Any

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from funneldesk.desktop.kit.controls.buttons import Button, column, row, surface
from funneldesk.desktop.kit.controls.labels import Label
from funneldesk.desktop.kit.forms.form import Form
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.records.edit.draft import RecordDraft
from funneldesk.desktop.records.fields import RecordFields


class EditForm(QWidget):
    """Edits one draft. ``edited`` carries the field that the user changed; ``read_only`` is why
    nothing can be typed."""

    edited = Signal(str)
    asked_to_save = Signal()
    asked_to_discard = Signal()
    refused = Signal()
    """Messages stand at its fields now."""

    def __init__(self, fields: RecordFields, *, saves: bool = True) -> None:
        """``saves``: with the buttons that save and discard, where nothing else does."""
        super().__init__()
        surface("surface", self)
        self.draft: RecordDraft | None = None
        created = [f for f in fields if f.create_only and f.group is not None]
        self._create_only = {field.name: field.hint for field in created}
        self.read_only = ""
        self.form = Form(fields.groups())
        self.kept = Label("", size="small", tone="muted")
        self.discard_button = Button(_("Discard changes"), on_click=self.asked_to_discard.emit)
        self.save_button = Button(_("Save"), kind="primary", on_click=self.asked_to_save.emit)
        foot = surface("foot")
        self.buttons = row(self.kept, None, spacing=8, margins=(16, 8, 16, 8))
        self.buttons.addWidget(self.discard_button)
        self.buttons.addWidget(self.save_button)
        foot.setLayout(self.buttons)
        if not saves:
            foot.hide()  # Shown before it has a parent it would be a window for a moment.
        whole = column(spacing=0)
        whole.addWidget(self.form, 1)
        whole.addWidget(foot)
        self.setLayout(whole)
        self.form.edited.connect(self._typed)
        self.form.revert_requested.connect(self._revert)
        self.show_changed()

    def open(self, draft: Any) -> None:
        """Edit another record; what was typed in the one before is in its draft."""
        self.draft = draft
        self.form.set_values(draft.fields)
        self.show_changed()

    def swap(self, draft: Any, fields: Iterable[str]) -> None:
        """Go on with another draft of the same record."""
        self.draft = draft
        self.take(fields)

    def take(self, fields: Iterable[str]) -> None:
        """Show what came into these fields of the draft."""
        if self.draft is not None:
            self.form.set_values(self.draft.fields)
            self.show_changed()

    async def settled(self) -> None:
        """Every keystroke is in the draft already."""

    def set_read_only(self, reason: str) -> None:
        """No typing, with a reason; "" allows it."""
        self.read_only = reason
        self.form.set_read_only(bool(reason), reason)
        self.show_changed()

    def show_errors(self, errors: dict[str, list[str]]) -> list[str]:
        """Put messages at their fields; gives those that have none here."""
        self.refused.emit()
        return self.form.show_errors(errors)

    def say_kept(self, text: str) -> None:
        """Say when unsaved work was last made durable."""
        self.kept.setText(text)

    def _typed(self, name: str, value: object) -> None:
        if self.draft is not None and self.draft.set(name, value):
            self.show_changed()
            self.edited.emit(name)

    def _revert(self, name: str) -> None:
        if self.draft is not None and self.draft.revert(name):
            self.take((name,))
            self.edited.emit(name)

    def show_changed(self) -> None:
        """Mark the fields that are unsaved, and offer what can be done with them."""
        draft = self.draft
        known = draft is not None and not draft.is_new
        self.form.mark_changed(draft.changed_fields() if draft is not None and known else ())
        open_to_all = draft is None or draft.is_new
        for name, hint in self._create_only.items():
            self.form.row(name).set_read_only(bool(self.read_only) or not open_to_all)
            if hint:
                fixed = _("Can't be changed once it's created.")
                self.form.set_hint(name, hint if open_to_all else fixed)
        may = draft is not None and not self.read_only
        self.save_button.setEnabled(may and draft is not None and (draft.is_dirty or draft.is_new))
        self.discard_button.setEnabled(may and draft is not None and draft.is_dirty)
