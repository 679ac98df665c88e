"""Lists of sub-records, and pairs of a name and a value: entries of a few fields each."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QWidget

from funneldesk.desktop.kit.controls.buttons import Button, column, row, surface
from funneldesk.desktop.kit.controls.flow_layout import chain
from funneldesk.desktop.kit.controls.labels import Label
from funneldesk.desktop.kit.forms.field_input import Input, as_it_came
from funneldesk.desktop.kit.forms.field_spec import FieldSpec
from funneldesk.desktop.kit.forms.structured_field import StructuredInput
from funneldesk.desktop.local.texts import _

MOST_SHOWN = 100
MakeInput = Callable[[FieldSpec], Input]
_STEPS = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}


class Entry(QWidget):
    """One sub-record. Alt with Up or Down moves it; what its fields do not show is kept."""

    edited = Signal()
    left = Signal()
    move_asked = Signal(int)
    removed = Signal()

    def __init__(self, spec: FieldSpec, given: dict[str, Any], make: MakeInput) -> None:
        super().__init__()
        self.spec = spec
        self._given = given
        self.inputs = {field.name: make(field) for field in spec.fields}
        self.up = Button(kind="icon", icon_name="arrow-up", tip=_("Move up (Alt+Up)"))
        self.down = Button(kind="icon", icon_name="arrow-down", tip=_("Move down (Alt+Down)"))
        self.remove = Button(kind="icon", icon_name="trash-2", tip=_("Remove"))
        self._title = Label(size="label")
        self._labels: dict[str, Label] = {}
        self._build()
        for name, control in self.inputs.items():
            control.set_value(given.get(name))
            control.edited.connect(self._show_fitting)
            control.edited.connect(self.edited)
            control.left.connect(self.left)
        self._show_fitting()
        self.up.clicked.connect(lambda: self.move_asked.emit(-1))
        self.down.clicked.connect(lambda: self.move_asked.emit(1))
        self.remove.clicked.connect(self.removed)

    def value(self) -> dict[str, Any]:
        """The sub-record: as it came, with what was edited."""
        changed = {n: control.value() for n, control in self.inputs.items() if control.is_touched()}
        return {**self._given, **changed}

    def _show_fitting(self) -> None:
        """Show the fields that make sense with what the others say; the rest keep their values."""
        values = self.value()
        for field in self.spec.fields:
            if field.visible_when is not None:
                fits = field.visible_when(values)
                for widget in (self.inputs[field.name], self._labels.get(field.name)):
                    if widget is not None:
                        widget.setVisible(fits)

    def place(self, at: int, count: int, *, read_only: bool) -> None:
        """Say which one of how many it is."""
        called = f"{self.spec.unit} {at + 1}"
        self._title.setText(called.capitalize())
        for field in self.spec.fields:
            control = self.inputs[field.name]
            control.target.setAccessibleName(f"{field.label}, {called}")
            control.set_read_only(read_only or field.read_only)
        for button, word in (
            (self.up, _("Move up")),
            (self.down, _("Move down")),
            (self.remove, _("Remove")),
        ):
            button.setAccessibleName(f"{word}: {called}")
            button.setVisible(not read_only)
        self.up.setEnabled(at > 0)
        self.down.setEnabled(at < count - 1)

    def stops(self) -> tuple[QWidget, ...]:
        """What the Tab key meets here, in reading order."""
        fields = [stop for control in self.inputs.values() for stop in control.stops()]
        buttons = (self.up, self.down, self.remove)
        return (*fields, *buttons) if self.spec.kind == "pairs" else (*buttons, *fields)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        step = _STEPS.get(Qt.Key(event.key()), 0)
        if step and event.modifiers() == Qt.KeyboardModifier.AltModifier:
            self.move_asked.emit(step)
        else:
            super().keyPressEvent(event)

    def _build(self) -> None:
        if self.spec.kind == "pairs":
            self._title.hide()
            line = row(*self.inputs.values(), self.up, self.down, self.remove, spacing=4)
            line.setStretch(1, 1)
            self.setLayout(line)
            return
        surface("card", self)
        built = column(spacing=4, margins=(12, 6, 6, 12))
        built.addLayout(row(self._title, None, self.up, self.down, self.remove, spacing=2))
        for field in self.spec.fields:
            if field.kind != "bool":
                label = self._labels[field.name] = Label(field.label, size="small", tone="muted")
                built.addWidget(label)
            built.addWidget(self.inputs[field.name])
        self.setLayout(built)


class ItemsInput(StructuredInput):
    """An ordered list of sub-records; only the first ones are shown of a very long list."""

    def __init__(self, spec: FieldSpec, make: MakeInput) -> None:
        self._make = make
        self.entries: list[Entry] = []
        self._rest: list[Any] = []
        self.add = Button(
            _("Add {unit}").format(unit=spec.unit), icon_name="plus", on_click=self._add
        )
        self._more = Label(size="small", tone="muted")
        self._column = column(self._more, spacing=6)
        self._column.addWidget(self.add, 0, Qt.AlignmentFlag.AlignLeft)
        body = QWidget()
        body.setLayout(self._column)
        super().__init__(spec, body, body)
        self.setFocusProxy(self.add)
        self.fill(None)

    def understands(self, value: Any) -> bool:
        return isinstance(value, list) and all(isinstance(entry, dict) for entry in value)

    def fill(self, value: Any) -> None:
        records = self.records_of(value)
        for entry in self.entries:
            entry.setParent(None)
            entry.deleteLater()
        self._rest = records[MOST_SHOWN:]
        self.entries = [self._entry(record) for record in records[:MOST_SHOWN]]
        self._more.setText(
            _("and {count:,} more, which stay as they are").format(count=len(self._rest))
        )
        self._more.setVisible(bool(self._rest))
        self._arrange()

    def records_of(self, value: Any) -> list[dict[str, Any]]:
        """The sub-records of a value of this kind."""
        return list(value or ())

    def parts(self) -> Any:
        return [*(entry.value() for entry in self.entries), *self._rest]

    def own_stops(self) -> tuple[QWidget, ...]:
        return (*(stop for entry in self.entries for stop in entry.stops()), self.add)

    def set_read_only(self, on: bool) -> None:
        super().set_read_only(on)
        self.add.setVisible(not on)
        self._number()

    def _entry(self, record: dict[str, Any]) -> Entry:
        made = Entry(self.spec, record, self._make)
        made.edited.connect(self._changed)
        made.left.connect(self.left)
        made.move_asked.connect(lambda step: self._move(made, step))
        made.removed.connect(lambda: self._remove(made))
        return made

    def _add(self) -> None:
        made = self._entry({})
        self.entries.append(made)
        self._arrange()
        made.inputs[self.spec.fields[0].name].take_focus()
        self._changed()

    def _remove(self, entry: Entry) -> None:
        place = self.entries.index(entry)
        self.entries.remove(entry)
        entry.setParent(None)
        entry.deleteLater()
        self._arrange()
        near = self.entries[min(place, len(self.entries) - 1)].remove if self.entries else self.add
        near.setFocus()
        self._changed()
        self.left.emit()

    def _move(self, entry: Entry, step: int) -> None:
        place = self.entries.index(entry)
        to = place + step
        if self._read_only or not 0 <= to < len(self.entries):
            return
        focused = self.focusWidget()
        self.entries.insert(to, self.entries.pop(place))
        self._arrange()
        if focused is not None:
            (focused if focused.isEnabled() else entry.remove).setFocus()
        self._changed()
        self.left.emit()

    def _arrange(self) -> None:
        """Put the entries in their order, for the eye and for the Tab key."""
        for place, entry in enumerate(self.entries):
            self._column.removeWidget(entry)
            self._column.insertWidget(place, entry)
            entry.show()
        # Behind the button, then the button behind them: what stands before all stays so.
        chain(self.add, *self.own_stops())
        self._number()

    def _number(self) -> None:
        for place, entry in enumerate(self.entries):
            entry.place(place, len(self.entries), read_only=self._read_only)


class PairsInput(ItemsInput):
    """An object of texts; a list of pairs while names are missing or double, as its check says."""

    def __init__(self, spec: FieldSpec, make: MakeInput) -> None:
        fields = (
            FieldSpec("name", _("Name"), placeholder=_("Name")),
            FieldSpec("value", _("Value"), placeholder=_("Value")),
        )
        super().__init__(replace(spec, fields=fields), make)

    def understands(self, value: Any) -> bool:
        pairs = isinstance(value, list) and all(_is_pair(pair) for pair in value)
        return pairs or isinstance(value, dict)

    def records_of(self, value: Any) -> list[dict[str, Any]]:
        pairs: Sequence[Any] = list(value.items()) if isinstance(value, dict) else (value or ())
        return [{"name": name, "value": _Kept.of(content)} for name, content in pairs]

    def parts(self) -> Any:
        pairs = [(str(r.get("name") or ""), r.get("value", "")) for r in super().parts()]
        told = [(name, v.value if isinstance(v, _Kept) else v) for name, v in pairs]
        names = [name for name, _value in told]
        if "" in names or len(set(names)) < len(names):
            return [[name, value] for name, value in told]
        return dict(told)


class _Kept(str):
    """The text of a value that is none, with the value."""

    value: Any

    @classmethod
    def of(cls, value: Any) -> "str | _Kept":
        if isinstance(value, str):
            return value
        made = cls(as_it_came(value))
        made.value = value
        return made


def _is_pair(pair: Any) -> bool:
    return isinstance(pair, list) and len(pair) == 2 and isinstance(pair[0], str)
