"""Sheet of a deed: says exactly what will happen, and does nothing by itself."""

from collections.abc import Mapping
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLineEdit, QWidget

from funneldesk.desktop.kit.controls.banner import Banner
from funneldesk.desktop.kit.controls.labels import Label, set_tip
from funneldesk.desktop.kit.dialogs.dialog import Dialog
from funneldesk.desktop.kit.formats import Formats
from funneldesk.desktop.kit.forms.field_row import FieldRow
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.people.deeds.deed import Body, Deed

WIDTH = 440


class DeedSheet(Dialog):
    """Answers "do" with ``values``. ``warning`` says why it is asked once more: then ``typed`` has
    to be typed, as it has to be for a deed that always asks so."""

    def __init__(
        self, parent: QWidget, deed: Deed, body: Body, formats: Formats, warning: str, typed: str
    ) -> None:
        super().__init__(parent, deed.title, str(_whose(body)), width=WIDTH)
        self.deed, self.record = deed, body
        self._formats, self._word = formats, typed
        self.rows = {spec.name: FieldRow(spec) for spec in deed.fields(body, formats)}
        self.warning = Banner(closable=False)
        if warning:
            self.warning.say(_("Do it once more?"), warning, "warning")
        self.says = Label("", wrap=True)
        self.says.setAccessibleName(_("What will happen"))
        self.word = QLineEdit()
        self.word.setAccessibleName(_("Type {name} to confirm").format(name=typed))
        self._build()
        self._show()
        first = next(iter(self.rows.values()), None)
        if first is not None:
            first.input.take_focus()
        elif typed:
            self.word.setFocus(Qt.FocusReason.OtherFocusReason)

    @property
    def values(self) -> Mapping[str, Any]:
        """What was entered, by the field's name."""
        return {name: row.value() for name, row in self.rows.items()}

    def _build(self) -> None:
        self.body.addWidget(self.warning)
        first = self.deed.first(self.record)
        for name, row in self.rows.items():
            row.set_value(first.get(name))
            row.edited.connect(self._show)
            row.left.connect(self._check)
            self.body.addWidget(row)
        self.body.addWidget(self.says)
        if self._word:
            asked = _("Type “{name}” to confirm.").format(name=self._word)
            self.body.addWidget(Label(asked, size="small", tone="muted", wrap=True))
            self.body.addWidget(self.word)
            self.word.textChanged.connect(self._show)
        self.add_button("", _("Cancel"))
        self.add_button("do", self.deed.title, "danger" if self.deed.takes_money else "primary")

    def _problem(self, name: str) -> str:
        row = self.rows[name]
        return row.spec.problem(row.value(), self.values) or ""

    def _check(self, name: str) -> None:
        problem = self._problem(name)
        self.rows[name].set_error([problem] if problem else [])

    def _show(self, *_changed: object) -> None:
        """What will happen with what is entered now, and whether it can be done."""
        problems = {name: problem for name in self.rows if (problem := self._problem(name))}
        for name, row in self.rows.items():
            if row.input.is_touched():
                row.set_error([problems[name]] if name in problems else [])
        reason = next(iter(problems.values()), "")
        if not reason and self._word and self.word.text().strip() != self._word.strip():
            reason = _("Type “{name}” to confirm.").format(name=self._word)
        button = self.button("do")
        button.setEnabled(not reason)
        set_tip(button, reason)
        if not problems:
            self.says.setText(self.deed.says(self.record, self.values, self._formats))
            button.setText(self.deed.action(self.record, self.values, self._formats))
        self.says.setVisible(not problems)


def _whose(body: Body) -> str:
    """Which record of whom, in a line."""
    named = (
        body.get("code") or body.get("product_name"),
        body.get("customer_name"),
        body.get("customer_email"),
    )
    return " · ".join(str(each) for each in named if each)
