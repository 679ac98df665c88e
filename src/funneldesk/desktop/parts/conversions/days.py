"""Dialog that asks for a first and a last day, both included."""

from collections.abc import Callable, Sequence
from datetime import date, timedelta
from typing import Any

from PySide6.QtWidgets import QWidget

from funneldesk.desktop.kit.dialogs.dialog import Dialog
from funneldesk.desktop.kit.formats import Formats
from funneldesk.desktop.kit.forms.field_row import FieldRow
from funneldesk.desktop.kit.forms.field_spec import FieldSpec
from funneldesk.desktop.kit.forms.times import day_of
from funneldesk.desktop.local.texts import _

FIRST, LAST = "first", "last"
USUAL_DAYS = 30


class DaysDialog(Dialog):
    """Answers "do". ``more`` are fields beside the two days."""

    def __init__(
        self,
        parent: QWidget,
        title: str,
        text: str,
        action: str,
        formats: Callable[[], Formats],
        today: date,
        more: Sequence[FieldSpec] = (),
    ) -> None:
        super().__init__(parent, title, text, width=420)
        days = (
            FieldSpec(FIRST, _("First day"), "date", formats=formats),
            FieldSpec(LAST, _("Last day"), "date", formats=formats),
        )
        self.rows = {spec.name: FieldRow(spec) for spec in (*days, *more)}
        self.rows[FIRST].set_value((today - timedelta(days=USUAL_DAYS - 1)).isoformat())
        self.rows[LAST].set_value(today.isoformat())
        for row in self.rows.values():
            self.body.addWidget(row)
            row.edited.connect(self._judge)
        self.add_button("", _("Cancel"))
        self.add_button("do", action, "primary")
        self._judge()

    @property
    def days(self) -> tuple[date | None, date | None]:
        """The first and the last day."""
        return day_of(self.rows[FIRST].value()), day_of(self.rows[LAST].value())

    def value(self, name: str) -> Any:
        """What was chosen in another field."""
        return self.rows[name].value()

    def _judge(self, *_changed: object) -> None:
        first, last = self.days
        wrong = ""
        if first is None or last is None:
            wrong = _("Choose both days.")
        elif last < first:
            wrong = _("The last day is before the first.")
        self.rows[LAST].set_error([wrong] if wrong else [])
        self.button("do").setEnabled(not wrong)
