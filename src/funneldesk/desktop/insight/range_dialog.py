"""Dialog that asks for the first and the last day of a range."""

from datetime import date, timedelta

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget

from funneldesk.desktop.insight.ranges import CUSTOM, LONGEST_DAYS, Range, RangeChoice
from funneldesk.desktop.kit.controls.buttons import row
from funneldesk.desktop.kit.controls.labels import Label
from funneldesk.desktop.kit.dialogs.dialog import Dialog, labelled
from funneldesk.desktop.kit.formats import Formats
from funneldesk.desktop.kit.forms.field_spec import FieldSpec
from funneldesk.desktop.kit.forms.time_field import TimeInput
from funneldesk.desktop.kit.forms.times import day_of
from funneldesk.desktop.local.texts import _

YEARS_AHEAD = 1


class RangeDialog(Dialog):
    """``choice`` is the range that is typed, None while it is none."""

    def __init__(
        self,
        parent: QWidget,
        shown: Range,
        formats: Formats,
        today: date,
        title: str = _("Custom range"),
        do: str = _("Show this range"),
    ) -> None:
        super().__init__(parent, title, _("Both days are part of it, as the brand counts days."))
        self._today = today
        self.first, self.last = (
            TimeInput(FieldSpec(name, label, "date", formats=lambda: formats))
            for name, label in (("first", _("First day")), ("last", _("Last day")))
        )
        self.first.set_value(shown.first.isoformat())
        self.last.set_value(shown.last.isoformat())
        self.wrong = Label("", size="small", tone="danger", wrap=True)
        fields = row(
            labelled(_("First day"), self.first), labelled(_("Last day"), self.last), spacing=16
        )
        self.body.addLayout(fields)
        self.body.addWidget(self.wrong)
        self.add_button("", _("Cancel"))
        self.show_button = self.add_button("show", do, "primary")
        for field in (self.first, self.last):
            field.line.textChanged.connect(self._check)
        self._check()
        self.first.line.setFocus(Qt.FocusReason.OtherFocusReason)

    @property
    def choice(self) -> RangeChoice | None:
        """The range that is typed."""
        first, last = self._typed()
        if first is None or last is None or self._problem(first, last):
            return None
        return RangeChoice(CUSTOM, first, last)

    def _typed(self) -> tuple[date | None, date | None]:
        first, last = (day_of(e.value_of(e.line.text())) for e in (self.first, self.last))
        return first, last

    def _problem(self, first: date, last: date) -> str:
        if last < first:
            return _("The last day is before the first one.")
        if (last - first).days >= LONGEST_DAYS:
            return _("At most ten years can be shown at once.")
        if last > self._today + timedelta(days=366 * YEARS_AHEAD):
            return _("The last day is more than a year ahead.")
        return ""

    def _check(self, *_text: str) -> None:
        first, last = self._typed()
        told = _("Write both days.") if first is None or last is None else ""
        if first is not None and last is not None:
            told = self._problem(first, last)
        self.wrong.setText(told)
        self.show_button.setEnabled(not told)
