"""Base of every kind of input: tells changes of the user from values that were set."""

import json
from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from funneldesk.desktop.kit.controls.labels import restyle
from funneldesk.desktop.kit.forms.field_spec import FieldSpec


class Input(QWidget):
    """The control of one field.

    ``edited`` carries the new value and comes only from the user. ``left`` comes when the user
    is done with the field. A value that nobody touched is given back exactly as it came, even
    when the control cannot show it so.
    """

    edited = Signal(object)
    left = Signal()

    def __init__(self, spec: FieldSpec, target: QWidget) -> None:
        super().__init__()
        self.spec = spec
        self.target = target
        self._given = self._normal(None)
        self._touched = False
        self._showing = False
        target.setAccessibleName(spec.label)
        target.setObjectName(spec.name)
        self.setFocusProxy(target)
        self.frame = QVBoxLayout(self)
        self.frame.setContentsMargins(0, 0, 0, 0)
        self.frame.setSpacing(0)
        self.frame.addWidget(target)

    def value(self) -> Any:
        """The value as given, or as the user left it."""
        return self._read() if self._touched else self._given

    def set_value(self, value: Any) -> None:
        """Show a value without telling anyone; what is shown already keeps its cursor."""
        value = self._normal(value)
        same = value == self.value()
        self._given = value
        if same and self._touched:
            self._touched = False
            return
        self._touched = False
        self._showing = True
        try:
            self._show(value)
        finally:
            self._showing = False

    def is_touched(self) -> bool:
        """Whether the user changed the value since it was given."""
        return self._touched

    def set_choices(self, choices: Sequence[tuple[Any, str]]) -> None:
        """Offer other choices, in a kind that has some; the value stays."""

    def set_read_only(self, on: bool) -> None:
        """Let the value be read and copied, not changed."""
        self.target.setEnabled(not on)

    def set_invalid(self, on: bool) -> None:
        """Draw the control as wrong or as right."""
        if bool(self.target.property("invalid")) != on:
            self.target.setProperty("invalid", on)
            restyle(self.target)

    def describe(self, text: str) -> None:
        """Accessible description: the error, then the hint."""
        self.target.setAccessibleDescription(text)

    def take_focus(self) -> None:
        """Put the cursor here."""
        self.target.setFocus(Qt.FocusReason.OtherFocusReason)

    def stops(self) -> tuple[QWidget, ...]:
        """What the Tab key meets here, in reading order."""
        return (self.target,)

    def _changed(self) -> None:
        """The control changed: tell it when it was the user."""
        if not self._showing:
            self._touched = True
            self.edited.emit(self._read())

    def _normal(self, value: Any) -> Any:
        return value

    def _show(self, value: Any) -> None:
        raise NotImplementedError

    def _read(self) -> Any:
        raise NotImplementedError


def as_it_came(value: Any) -> str:
    """A value in words where its field does not understand it: a text as it is, else JSON."""
    if value is None:
        return ""
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, default=str)
