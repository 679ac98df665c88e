"""Values made of parts: shown part by part, or as they came when they are of another shape."""

from typing import Any

from PySide6.QtWidgets import QWidget

from funneldesk.desktop.kit.controls.buttons import Button, row
from funneldesk.desktop.kit.controls.labels import Label
from funneldesk.desktop.kit.forms.field_input import Input, as_it_came
from funneldesk.desktop.kit.forms.field_spec import FieldSpec
from funneldesk.desktop.local.texts import _

LONGEST_SHOWN = 300


class StructuredInput(Input):
    """A list or an object; another shape is kept as it came until the user replaces it."""

    def __init__(self, spec: FieldSpec, body: QWidget, target: QWidget) -> None:
        super().__init__(spec, body)
        self.body = body
        if target is not body:
            for widget, name, called in ((body, "", ""), (target, spec.label, spec.name)):
                widget.setAccessibleName(name)
                widget.setObjectName(called)
            self.target = target
            self.setFocusProxy(target)
        self._raw = Label(size="small", tone="muted", wrap=True)
        self._start_over = Button(
            _("Replace"), kind="small-link", name=_("Replace {label}").format(label=spec.label)
        )
        self._start_over.clicked.connect(self._replace)
        self._foreign = QWidget()
        shown = row(self._raw, self._start_over, spacing=6)
        shown.setStretch(0, 1)
        self._foreign.setLayout(shown)
        self._is_foreign = False
        self._read_only = False
        self.frame.addWidget(self._foreign)
        self._foreign.hide()

    def understands(self, value: Any) -> bool:
        """Whether the value has the shape of this kind. None and "" are empty."""
        raise NotImplementedError

    def fill(self, value: Any) -> None:
        """Show the parts of a value of this shape; None is empty."""
        raise NotImplementedError

    def parts(self) -> Any:
        """The value as its parts are now."""
        raise NotImplementedError

    def own_stops(self) -> tuple[QWidget, ...]:
        """What the Tab key meets while the parts are shown."""
        raise NotImplementedError

    def stops(self) -> tuple[QWidget, ...]:
        return (*self.own_stops(), self._start_over)

    def take_focus(self) -> None:
        stops = (self._start_over,) if self._is_foreign else self.own_stops()
        stops[0].setFocus()

    def set_read_only(self, on: bool) -> None:
        self._read_only = on
        self._start_over.setVisible(not on)

    def _normal(self, value: Any) -> Any:
        return value

    def _show(self, value: Any) -> None:
        empty = value is None or value == ""
        self._is_foreign = not empty and not self.understands(value)
        self.fill(None if empty or self._is_foreign else value)
        text = as_it_came(value) if self._is_foreign else ""
        self._raw.setText(f"{text[:LONGEST_SHOWN]}…" if len(text) > LONGEST_SHOWN else text)
        self._foreign.setVisible(self._is_foreign)
        self.body.setVisible(not self._is_foreign)

    def _read(self) -> Any:
        if self._is_foreign:
            return self._given
        parts = self.parts()
        # None, [] and {} are all nothing: what came stays as it came.
        return self._given if parts == self._given or not (parts or self._given) else parts

    def _replace(self) -> None:
        self._show(None)
        self._given = self.parts()
        self._touched = True
        self.edited.emit(self._given)
        self.take_focus()
