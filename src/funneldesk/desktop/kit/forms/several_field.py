"""Several of a few declared choices: a box for each."""

from collections.abc import Sequence
from typing import Any

from PySide6.QtWidgets import QScrollArea, QWidget

from funneldesk.desktop.kit.controls.buttons import column
from funneldesk.desktop.kit.controls.flow_layout import chain
from funneldesk.desktop.kit.forms.choice_field import CheckBox
from funneldesk.desktop.kit.forms.field_input import as_it_came
from funneldesk.desktop.kit.forms.field_spec import FieldSpec
from funneldesk.desktop.kit.forms.structured_field import StructuredInput

MOST_WITHOUT_SCROLLING = 10
SCROLLED_HEIGHT = 240
MOST_CHOSEN = 200


class SeveralInput(StructuredInput):
    """Values keep their order, new ones come last; one that is no choice has a box as it came."""

    def __init__(self, spec: FieldSpec) -> None:
        self.boxes: list[CheckBox] = []
        self._choices = list(spec.choices)
        self._offered: list[Any] = []
        self._column = column(None, spacing=6)
        inner = QWidget()
        inner.setLayout(self._column)
        self._scroll = QScrollArea()
        self._scroll.setWidget(inner)
        self._scroll.setWidgetResizable(True)
        self._scroll.setFrameShape(QScrollArea.Shape.NoFrame)
        for see_through in (inner, self._scroll.viewport()):
            see_through.setAutoFillBackground(False)
        super().__init__(spec, self._scroll, self._scroll)
        self._order: list[Any] = []
        self.fill(None)

    def set_choices(self, choices: Sequence[tuple[Any, str]]) -> None:
        value = self.value()
        self._choices = list(choices)
        self._showing = True
        self._show(value)
        self._showing = False

    def understands(self, value: Any) -> bool:
        few = isinstance(value, list) and len(value) <= MOST_CHOSEN
        return few and not any(isinstance(chosen, list | dict) for chosen in value)

    def fill(self, value: Any) -> None:
        self._order = list(value or ())
        declared = [choice for choice, _ in self._choices]
        strange = [v for at, v in enumerate(self._order) if v not in (*declared, *self._order[:at])]
        if self._offered != [*declared, *strange] or len(self.boxes) != len(self._offered):
            labels = [*(label for _, label in self._choices), *map(as_it_came, strange)]
            self._offered = [*declared, *strange]
            self._rebuild(labels)
        for box, choice in zip(self.boxes, self._offered, strict=True):
            before = box.blockSignals(True)
            box.setChecked(choice in self._order)
            box.blockSignals(before)

    def parts(self) -> Any:
        chosen = [c for b, c in zip(self.boxes, self._offered, strict=True) if b.isChecked()]
        kept = [value for value in self._order if value in chosen]
        return [*kept, *(value for value in chosen if value not in kept)]

    def own_stops(self) -> tuple[QWidget, ...]:
        return tuple(self.boxes) or (self._scroll,)

    def set_read_only(self, on: bool) -> None:
        super().set_read_only(on)
        for box in self.boxes:
            box.setEnabled(not on)

    def _rebuild(self, labels: Sequence[str]) -> None:
        for box in self.boxes:
            box.setParent(None)
            box.deleteLater()
        self.boxes = [CheckBox(label) for label in labels]
        for place, box in enumerate(self.boxes):
            box.setEnabled(not self._read_only)
            box.setAccessibleName(f"{self.spec.label}: {labels[place]}")
            box.toggled.connect(self._toggled)
            self._column.insertWidget(place, box)
        if self.boxes:
            chain(self._scroll, *self.boxes)
        high = self._column.sizeHint().height()
        few = len(self.boxes) <= MOST_WITHOUT_SCROLLING
        self._scroll.setFixedHeight(high if few else SCROLLED_HEIGHT)

    def _toggled(self) -> None:
        self._changed()
        self.left.emit()
