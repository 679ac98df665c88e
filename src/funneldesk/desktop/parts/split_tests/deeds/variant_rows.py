"""Rows of a test's variants: what each is, and its share; together they make 100."""

from collections.abc import Sequence
from decimal import Decimal

from PySide6.QtWidgets import QLineEdit, QVBoxLayout, QWidget

from funneldesk.contract.markup_names import free_letter
from funneldesk.contract.markup_weights import WHOLE, even, filled
from funneldesk.desktop.kit.controls.buttons import Button, column, row
from funneldesk.desktop.kit.controls.labels import ElidedLabel
from funneldesk.desktop.kit.controls.linked_sliders import LinkedShares, ShareControl
from funneldesk.desktop.kit.forms.choice_field import CalmCombo
from funneldesk.desktop.local.texts import _

FEWEST, MOST = 2, 8
Choice = tuple[int, str]
"""A component by its id and its name."""


class VariantRows(QWidget):
    """Variants by name, or with ``choices`` by component."""

    def __init__(self, choices: Sequence[Choice]) -> None:
        super().__init__()
        self._choices = choices
        self._by_component = False
        self.fields: list[QLineEdit] = []
        self.combos: list[CalmCombo] = []
        self.controls: list[ShareControl] = []
        self.shares: list[Decimal] = []
        self.linked = LinkedShares(self)
        self.linked.changed.connect(self._set_shares)
        self._rows = QVBoxLayout()
        self._rows.setSpacing(6)
        self.add_button = Button(_("Add variant"), kind="small-link", on_click=self.add)
        self.even_button = Button(_("Even"), kind="small-link", on_click=self._even)
        whole = column(spacing=6)
        whole.addLayout(self._rows)
        whole.addLayout(row(self.add_button, self.even_button, None))
        self.setLayout(whole)
        for _each in range(FEWEST):
            self.add()

    def by_component(self, on: bool) -> None:
        """Whether variants are components."""
        self._by_component = on
        for field, combo in zip(self.fields, self.combos, strict=True):
            field.setVisible(not on)
            combo.setVisible(on)

    def add(self) -> None:
        """Another variant; all get the same share."""
        number = len(self.fields) + 1
        if number > MOST:
            return
        taken = [field.text() for field in self.fields]
        field, combo, control = QLineEdit(free_letter(taken)), CalmCombo(), ShareControl()
        name = _("Variant {number}").format(number=number)
        for each in (field, combo):
            each.setAccessibleName(name)
            each.setMinimumWidth(140)
        for component_id, title in self._choices:
            combo.addItem(title, component_id)
        combo.setCurrentIndex(min(number - 1, combo.count() - 1))
        line = row(field, combo, control, spacing=8)
        line.setStretch(0, 2)
        line.setStretch(1, 2)
        line.setStretch(2, 3)
        self._rows.addLayout(line)
        self.fields.append(field)
        self.combos.append(combo)
        self.controls.append(control)
        self.linked.add(control)
        self._even()
        self.by_component(self._by_component)
        self.add_button.setEnabled(number < MOST)

    def items(self) -> list[dict[str, object]]:
        """The variants as a test's ``config`` has them."""
        found: list[dict[str, object]] = []
        for field, combo, share in zip(self.fields, self.combos, self.shares, strict=True):
            name = combo.currentText() if self._by_component else field.text().strip()
            item: dict[str, object] = {"name": name, "weight": float(share)}
            if self._by_component:
                item["component_id"] = combo.currentData()
            found.append(item)
        return found

    def problem(self) -> str:
        """What is wrong with them, or ""."""
        names = [str(item["name"]) for item in self.items()]
        if not all(names):
            return _("Give each variant a name.")
        if len(set(names)) < len(names):
            return _("Two variants are the same.")
        return ""

    def _even(self) -> None:
        self._set_shares(even(len(self.fields)))
        self.linked.show(self.shares)

    def _set_shares(self, shares: object) -> None:
        if isinstance(shares, list):
            self.shares = list(shares)


class WeightRows(QWidget):
    """The shares of variants that there are already, by their names."""

    def __init__(self, known: Sequence[tuple[str, float | None]]) -> None:
        super().__init__()
        written = filled([weight for _name, weight in known])
        fits = sum(written, Decimal(0)) == WHOLE
        self.shares = written if fits else even(len(known))
        self._before = list(written)
        self.controls: list[ShareControl] = []
        self.linked = LinkedShares(self)
        self.linked.changed.connect(self._set_shares)
        whole = column(spacing=6)
        for name, _weight in known:
            control, label = ShareControl(), ElidedLabel(name)
            control.setAccessibleName(_("Share of {name}").format(name=name))
            label.setMinimumWidth(140)
            line = row(label, control, spacing=8)
            line.setStretch(0, 2)
            line.setStretch(1, 3)
            whole.addLayout(line)
            self.controls.append(control)
            self.linked.add(control)
        self.linked.show(self.shares)
        even_button = Button(_("Even"), kind="small-link", on_click=self._even)
        whole.addLayout(row(even_button, None))
        self.setLayout(whole)

    @property
    def is_changed(self) -> bool:
        """Whether they are others than were there."""
        return self.shares != self._before

    def _even(self) -> None:
        self._set_shares(even(len(self.controls)))
        self.linked.show(self.shares)

    def _set_shares(self, shares: object) -> None:
        if isinstance(shares, list):
            self.shares = list(shares)
