"""Lines that stand for a value: amounts and times, typed in the user's way."""

from typing import Any

from PySide6.QtWidgets import QWidget

from funneldesk.desktop.kit.controls.buttons import row
from funneldesk.desktop.kit.controls.labels import Label
from funneldesk.desktop.kit.forms.amounts import (
    exact,
    places,
    read_amount,
    typed_text,
    wire_value,
)
from funneldesk.desktop.kit.forms.field_input import as_it_came
from funneldesk.desktop.kit.forms.field_spec import FieldSpec
from funneldesk.desktop.kit.forms.text_field import LineInput

AMOUNT_WIDTH = 160


class ValueLine(LineInput):
    """A line that reads its text as a value, and writes it out again when it is left.

    A text that is not understood is the value, so that nothing typed is lost; the field's check
    says what is wrong with it. The text of the value that was given means that very value.
    """

    def __init__(self, spec: FieldSpec, *beside: QWidget) -> None:
        super().__init__(spec)
        self.line.editingFinished.connect(self._tidy)
        if beside:
            self.frame.removeWidget(self.line)
            self.frame.addLayout(row(self.line, *beside, None))

    def text_of(self, value: Any) -> str:
        """A value as it stands in the line."""
        raise NotImplementedError

    def value_of(self, text: str) -> Any:
        """The value that a text means; the text itself when it means none."""
        raise NotImplementedError

    def _normal(self, value: Any) -> Any:
        return value

    def _show(self, value: Any) -> None:
        super()._show(self.text_of(value))

    def _read(self) -> Any:
        text = self.line.text()
        if text == self.text_of(self._given):
            return self._given
        return self.value_of(text) if text.strip() else None

    def _tidy(self) -> None:
        if not self._touched:
            return
        text = self.text_of(self.value())
        if text != self.line.text():
            self._showing = True
            self.line.setText(text)
            self._showing = False


class AmountInput(ValueLine):
    """A number with decimals; money has those of its currency, which stands beside it."""

    def __init__(self, spec: FieldSpec) -> None:
        self._currency = Label(tone="muted")
        self._told = ""
        super().__init__(spec, self._currency)
        self.line.setMaximumWidth(AMOUNT_WIDTH)
        self._show(None)

    def describe(self, text: str) -> None:
        self._told = text
        code = self._currency.text()
        super().describe(" ".join(part for part in (f"In {code}." if code else "", text) if part))

    def text_of(self, value: Any) -> str:
        amount = exact(value)
        if amount is None:
            return as_it_came(value)
        return typed_text(amount, self.spec.formats(), self._places())

    def value_of(self, text: str) -> Any:
        amount = read_amount(text, self.spec.formats())
        return text if amount is None else wire_value(amount, self._places(), self.spec.as_number)

    def _show(self, value: Any) -> None:
        super()._show(value)
        self._currency.setText(self.spec.formats().currency if self.spec.kind == "money" else "")
        self._currency.setVisible(bool(self._currency.text()))
        self.describe(self._told)

    def _places(self) -> int:
        return places(self.spec.formats(), self.spec.kind == "money")
