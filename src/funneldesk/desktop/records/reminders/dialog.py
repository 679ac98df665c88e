"""Dialogs that ask for a time ahead, and for what to be reminded of."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta

from PySide6.QtWidgets import QLineEdit, QWidget

from funneldesk.desktop.kit.controls.buttons import Button, row
from funneldesk.desktop.kit.controls.labels import Label
from funneldesk.desktop.kit.dialogs.dialog import Dialog, labelled
from funneldesk.desktop.kit.formats import Formats
from funneldesk.desktop.kit.forms.field_spec import FieldSpec
from funneldesk.desktop.kit.forms.time_field import TimeInput
from funneldesk.desktop.kit.forms.times import moment_of, moment_problem, moment_value
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.records.reminders.times_ahead import times_ahead

LONGEST_NOTE = 500
FARTHEST = timedelta(days=3650)


class TimeDialog(Dialog):
    """``at`` is the moment that was chosen. ``noted``: it asks for a note as well."""

    def __init__(
        self,
        parent: QWidget,
        title: str,
        text: str,
        action: str,
        formats: Callable[[], Formats],
        *,
        at: datetime | None = None,
        noted: bool = False,
        note: str = "",
    ) -> None:
        super().__init__(parent, title, text)
        self._formats = formats
        self.note = QLineEdit(note)
        self.note.setMaxLength(LONGEST_NOTE)
        self.note.setPlaceholderText(_("What to remember"))
        if noted:
            self.body.addWidget(labelled(_("Note"), self.note))
        self.time = TimeInput(FieldSpec("at", _("Time"), "moment", formats=formats))
        self.body.addWidget(labelled(_("Time"), self.time))
        ahead = tuple(times_ahead(datetime.now(UTC), formats().zone))
        self.time.set_value(moment_value(at or ahead[-1].at))
        quick = row(spacing=4)
        for each in ahead:
            button = Button(each.title, kind="link")
            button.clicked.connect(lambda _=False, at=each.at: self._put(at))
            quick.addWidget(button)
        quick.addStretch(1)
        self.body.addLayout(quick)
        self.problem = Label("", size="small", tone="danger", wrap=True)
        self.body.addWidget(self.problem)
        self.add_button("", _("Cancel"))
        self.done_button = self.add_button("yes", action, "primary")
        self.time.line.textChanged.connect(lambda _: self._check())
        self._check()
        (self.note if noted else self.time.line).setFocus()

    @property
    def at(self) -> datetime | None:
        """The moment in the line; None while it is none that lies ahead."""
        found = moment_of(self.time.value_of(self.time.line.text()))
        return found if found is not None and not _problem(found) else None

    def _put(self, at: datetime) -> None:
        self.time.set_value(moment_value(at))
        self._check()

    def _check(self) -> None:
        value = self.time.value_of(self.time.line.text())
        found = moment_of(value)
        said = _problem(found) if found is not None else moment_problem(value, self._formats())
        self.problem.setText(said or "")
        self.problem.setVisible(bool(said))
        self.done_button.setEnabled(self.at is not None)


def _problem(moment: datetime) -> str:
    now = datetime.now(UTC)
    if moment <= now:
        return _("This time has passed. Choose one that lies ahead.")
    return _("Choose a time within ten years.") if moment - now > FARTHEST else ""
