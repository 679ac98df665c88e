"""Form of the fields that can be set on many records at once: what is ticked is sent."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QGridLayout, QScrollArea, QWidget

from funneldesk.desktop.kit.controls.buttons import column
from funneldesk.desktop.kit.controls.labels import Label
from funneldesk.desktop.kit.forms.choice_field import CheckBox, ChoiceInput
from funneldesk.desktop.kit.forms.field_input import Input
from funneldesk.desktop.kit.forms.field_row import FieldError
from funneldesk.desktop.kit.forms.field_spec import FieldSpec
from funneldesk.desktop.kit.forms.inputs import make_input
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.records.fields import RecordFields, Value

SWITCH = ((True, _("On")), (False, _("Off")))
NONE = 0
"""The choice of no record; nothing chosen yet is an empty text."""
LABEL_WIDTH = 264


class FieldsForm(QWidget):
    """``changed`` tells that something was ticked or typed."""

    changed = Signal()

    def __init__(
        self, fields: RecordFields, groups: Sequence[str], by_name: Collection[str] = ()
    ) -> None:
        """``by_name``: ids that are chosen by what they are called; others are typed."""
        super().__init__()
        self._fields = fields
        self._groups = {g: [f for f in self._fields if f.bulk == g] for g in groups}
        self._specs = {f.name: self._spec(f, by_name) for f in self._fields if f.bulk}
        self._ticks: dict[str, CheckBox] = {}
        self._inputs: dict[str, Input] = {}
        self._errors: dict[str, FieldError] = {}
        self._build()

    def wanted(self) -> dict[str, Value]:
        """The ticked fields with their values; an empty value clears."""
        return {
            name: _value(self._fields, name, self._inputs[name].value())
            for name, tick in self._ticks.items()
            if tick.isChecked()
        }

    def check(self) -> bool:
        """Whether all that is ticked can be sent; why not is shown at its field."""
        given = {name: field.value() for name, field in self._inputs.items()}
        well = True
        for name, error in self._errors.items():
            sentence = None
            if self._ticks[name].isChecked():
                sentence = self._specs[name].problem(given[name], given)
            error.say([sentence] if sentence else [])
            self._inputs[name].set_invalid(bool(sentence))
            well = well and not sentence
        return well

    def offer(self, name: str, choices: Sequence[tuple[int, str]]) -> None:
        """Show what there is to choose for a field of numbers."""
        field = self._inputs[name]
        if isinstance(field, ChoiceInput):
            none = (NONE, _("No {field}").format(field=self._fields.label(name).lower()))
            field.set_choices([none, *((number, f"{said} ({number})") for number, said in choices)])

    def tick(self, name: str, value: Any) -> None:
        """Choose a field and give it a value, as the user would."""
        self._ticks[name].setChecked(True)
        self._inputs[name].set_value(value)
        self.changed.emit()

    def _build(self) -> None:
        inner = column(spacing=16, margins=(16, 16, 16, 16))
        for title, fields in self._groups.items():
            grid = QGridLayout()
            grid.setContentsMargins(0, 0, 0, 0)
            grid.setHorizontalSpacing(12)
            grid.setVerticalSpacing(6)
            grid.setColumnMinimumWidth(0, LABEL_WIDTH)
            grid.setColumnStretch(1, 1)
            for at, field in enumerate(fields):
                self._add(grid, at, field.name)
            group = column(Label(title, size="strong"), spacing=8)
            group.addLayout(grid)
            inner.addLayout(group)
        inner.addStretch(1)
        ground = QWidget()
        ground.setLayout(inner)
        scroll = QScrollArea()
        scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # Tab scrolls to what it holds
        scroll.setWidget(ground)
        scroll.setWidgetResizable(True)
        for see_through in (ground, scroll.viewport()):
            see_through.setAutoFillBackground(False)
        self.setLayout(column(scroll, spacing=0))

    def _add(self, grid: QGridLayout, at: int, name: str) -> None:
        spec = self._specs[name]
        tick, field, error = CheckBox(spec.label), make_input(spec), FieldError()
        tick.setAccessibleName(_("Set {label}").format(label=spec.label))
        field.set_read_only(True)
        field.setEnabled(False)
        tick.toggled.connect(lambda on: self._ticked(name, on))
        field.edited.connect(lambda _: self.changed.emit())
        grid.addWidget(tick, at * 2, 0)
        grid.addWidget(field, at * 2, 1)
        grid.addWidget(error, at * 2 + 1, 1)
        self._ticks[name], self._inputs[name], self._errors[name] = tick, field, error

    def _ticked(self, name: str, on: bool) -> None:
        field = self._inputs[name]
        field.setEnabled(on)
        field.set_read_only(not on)
        if on:
            field.take_focus()
        else:
            self._errors[name].say([])
            field.set_invalid(False)
        self.changed.emit()

    def _spec(self, declared: FieldSpec, by_name: Collection[str]) -> FieldSpec:
        """A field as this form asks for it: a switch is On or Off, an id is chosen by name."""
        name = declared.name
        if name in self._fields.flags:
            return replace(
                declared, kind="choice", choices=SWITCH, placeholder=_("On or off"), check=_switch
            )
        if name in by_name:
            label = self._fields.label(name)
            return replace(declared, label=label, kind="choice", check=_chosen)
        return replace(declared, visible_when=None)


def _switch(value: Any, _values: Mapping[str, Any]) -> str | None:
    return None if isinstance(value, bool) else _("Choose on or off.")


def _chosen(value: Any, _values: Mapping[str, Any]) -> str | None:
    return None if isinstance(value, int) else _("Choose one, or none.")


def _value(fields: RecordFields, name: str, value: Any) -> Value:
    if name in fields.links:
        return None if value in ("", None, NONE) else int(value)
    if name in fields.flags:
        return value if isinstance(value, bool) else None
    return fields[name].normal(value)
