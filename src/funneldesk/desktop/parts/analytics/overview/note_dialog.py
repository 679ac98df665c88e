"""Dialog of a note: a day and what happened then."""

from datetime import date

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLineEdit, QWidget

from funneldesk.desktop.insight.named import LONGEST_NAME
from funneldesk.desktop.kit.controls.buttons import Button
from funneldesk.desktop.kit.controls.labels import Label
from funneldesk.desktop.kit.dialogs.dialog import Dialog, labelled
from funneldesk.desktop.kit.formats import Formats
from funneldesk.desktop.kit.forms.field_spec import FieldSpec
from funneldesk.desktop.kit.forms.time_field import TimeInput
from funneldesk.desktop.kit.forms.times import day_of
from funneldesk.desktop.local.texts import _


class NoteDialog(Dialog):
    """``told`` are the other things of that day. It can be deleted once it is known."""

    def __init__(
        self, parent: QWidget, formats: Formats, day: date, text: str = "", told: str = ""
    ) -> None:
        title = _("Edit note") if text else _("Add note")
        said = _("It stands on the trend of this brand, on this computer.")
        super().__init__(parent, title, said)
        self.day = TimeInput(FieldSpec("day", _("Day"), "date", formats=lambda: formats))
        self.day.set_value(day.isoformat())
        self.text = QLineEdit(text)
        self.text.setMaxLength(LONGEST_NAME)
        self.body.addWidget(labelled(_("Day"), self.day))
        self.body.addWidget(labelled(_("Note"), self.text))
        if told:
            self.body.addWidget(Label(told, size="small", tone="muted", wrap=True))
        if text:
            self.add_to_foot(Button(_("Delete"), on_click=lambda: self.answer("delete")))
        self.add_button("", _("Cancel"))
        self.add_button("save", _("Save note"), "primary")
        self.text.textChanged.connect(self._check)
        self.day.line.textChanged.connect(self._check)
        self._check()
        self.text.setFocus(Qt.FocusReason.OtherFocusReason)

    @property
    def value(self) -> tuple[str, str]:
        """The day as ISO 8601 ("" while it is none), and the text."""
        day = day_of(self.day.value_of(self.day.line.text()))
        return day.isoformat() if day is not None else "", self.text.text().strip()

    def _check(self, *_text: str) -> None:
        self.button("save").setEnabled(all(self.value))
