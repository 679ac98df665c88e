"""Asks what a canned reply does not know."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLineEdit, QWidget

from funneldesk.desktop.kit.controls.labels import Label
from funneldesk.desktop.kit.dialogs.dialog import Dialog
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.parts.tickets.reply.canned import PLACES


class PlacesDialog(Dialog):
    """Asks for what nothing is known of: ``values`` by their places. Answers "insert"."""

    def __init__(self, parent: QWidget, missing: list[str]) -> None:
        super().__init__(parent, _("Fill in the reply"), _("This is not known here."))
        self.fields = {place: QLineEdit() for place in missing}
        for place, field in self.fields.items():
            label = PLACES.get(place, place)
            field.setAccessibleName(label)
            self.body.addWidget(Label(label, size="label"))
            self.body.addWidget(field)
        self.add_button("", _("Cancel"))
        self.add_button("insert", _("Insert"), "primary")
        next(iter(self.fields.values())).setFocus(Qt.FocusReason.OtherFocusReason)

    @property
    def values(self) -> dict[str, str]:
        """What was typed."""
        return {place: field.text() for place, field in self.fields.items()}
