"""Choices of an import beside its columns: what makes a duplicate, and what all new records get."""

from collections.abc import Collection, Mapping

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from funneldesk.desktop.kit.controls.buttons import Segments, row
from funneldesk.desktop.kit.controls.flow_layout import FlowLayout
from funneldesk.desktop.kit.controls.labels import Label
from funneldesk.desktop.kit.forms.choice_field import CalmCombo, CheckBox
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.records.fields import Value
from funneldesk.desktop.records.importing.declaration import RecordImport
from funneldesk.desktop.records.nouns import noun

SKIP_THEM = ("skip", _("Skip them"), "")
UPDATE_THEM = ("update", _("Update them"), "")
CREATE_THEM = ("create", _("Create them anyway"), "")


class Duplicates(QWidget):
    """By which fields the record of a row is known, and what becomes of such a row. Only fields
    with a column are offered; the first of them is taken unless the user chose."""

    changed = Signal()

    def __init__(self, declared: RecordImport) -> None:
        super().__init__()
        fields = declared.kind.draft.declared
        told = _("{units} with the same").format(units=noun(declared.units).capitalize())
        self._is_chosen = False
        self.title = Label(told, size="small", tone="muted")
        self.title.setContentsMargins(0, 4, 4, 4)  # On a line with the boxes.
        self.boxes = {name: CheckBox(fields[name].title) for name in declared.keys}
        self.existing = Segments()
        updates = (UPDATE_THEM,) if declared.updates else ()
        self.existing.set_choices((SKIP_THEM, *updates, CREATE_THEM))
        self.existing.chosen.connect(lambda _: self.changed.emit())
        flow = FlowLayout()
        flow.addWidget(self.title)
        for box in self.boxes.values():
            box.toggled.connect(self._choose)
            flow.addWidget(box)
        flow.addWidget(self.existing)
        self.setLayout(flow)

    @property
    def keys(self) -> tuple[str, ...]:
        """The fields that are chosen."""
        return tuple(n for n, box in self.boxes.items() if not box.isHidden() and box.isChecked())

    def offer(self, mapped: Collection[str]) -> None:
        """These fields have a column."""
        for name, box in self.boxes.items():
            box.setVisible(name in mapped)
        if not self._is_chosen:
            self._check([name for name in self.boxes if name in mapped][:1])
        self.setVisible(any(name in mapped for name in self.boxes))

    def restore(self, keys: Collection[str], existing: str) -> None:
        """As it was chosen before."""
        self._is_chosen = True
        self._check(keys)
        self.existing.choose(existing)

    def _check(self, keys: Collection[str]) -> None:
        for name, box in self.boxes.items():
            box.blockSignals(True)
            box.setChecked(name in keys)
            box.blockSignals(False)

    def _choose(self) -> None:
        self._is_chosen = True
        self.changed.emit()


class Defaults(QWidget):
    """One value for all new records, or for those whose row says nothing."""

    changed = Signal()

    def __init__(self, declared: RecordImport) -> None:
        super().__init__()
        fields, required = declared.kind.draft.declared, declared.required()
        self.combos = {name: CalmCombo() for name in declared.defaults}
        self.labels = {name: Label("", size="small", tone="muted") for name in declared.defaults}
        self._titles = {name: fields[name].title for name in declared.defaults}
        for name, combo in self.combos.items():
            combo.setAccessibleName(fields[name].title)
            if name not in required:
                combo.addItem(_("None"), None)
            for value, label in declared.defaults[name]:
                combo.addItem(label, value)
            combo.currentIndexChanged.connect(lambda _: self.changed.emit())
        cells = (
            cell for name in self.combos for cell in (self.labels[name], self.combos[name], None)
        )
        self.setLayout(row(*cells))
        self.setVisible(bool(self.combos))

    @property
    def values(self) -> dict[str, Value]:
        """What is chosen."""
        chosen = {name: combo.currentData() for name, combo in self.combos.items()}
        return {name: value for name, value in chosen.items() if value is not None}

    def offer(self, mapped: Collection[str]) -> None:
        """These fields have a column."""
        for name, label in self.labels.items():
            told = _("{field} where the cell is empty") if name in mapped else _("{field} for all")
            label.setText(told.format(field=self._titles[name]))

    def restore(self, values: Mapping[str, Value]) -> None:
        """As it was chosen before."""
        for name, combo in self.combos.items():
            at = combo.findData(values.get(name))
            if at >= 0:
                combo.setCurrentIndex(at)
