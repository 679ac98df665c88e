"""Fields that are taken whole: theirs or mine, one choice in each row."""

from collections.abc import Mapping, Sequence
from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QButtonGroup, QGridLayout, QScrollArea, QSizePolicy, QWidget

from funneldesk.desktop.kit.controls.buttons import Button, column, join, surface
from funneldesk.desktop.kit.controls.labels import ElidedLabel, Label, set_tip
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.records.guard.fields import GuardedField

_SHOWN = 60
_LEAST_WIDTH = 160


class ValuesView(QWidget):
    """``decided`` comes with every choice; nothing is chosen at first."""

    decided = Signal()

    def __init__(
        self,
        fields: Sequence[GuardedField],
        versions: tuple[Mapping[str, Any], Mapping[str, Any], Mapping[str, Any]],
        titles: tuple[str, str, str],
        chosen: dict[str, str],
    ) -> None:
        """``versions``: theirs, before, mine. ``chosen`` ("theirs" or "mine" by field) is kept
        up to date here; what it holds already is shown as chosen."""
        super().__init__()
        self.fields = fields
        self.versions = versions
        self.chosen = chosen
        self.buttons: dict[tuple[str, str], Button] = {}
        self.grid = QGridLayout()
        self.grid.setHorizontalSpacing(12)
        self.grid.setVerticalSpacing(8)
        self.grid.setContentsMargins(12, 12, 12, 12)
        for place, title in enumerate(titles):
            label = ElidedLabel(title, size="label", tone="muted")
            self.grid.addWidget(label, 0, place + 1)
            self.grid.setColumnStretch(place + 1, 1)
        for number, field in enumerate(fields, start=1):
            self._add(number, field)
        self.grid.setRowStretch(len(fields) + 1, 1)
        inner = surface("surface")
        inner.setLayout(self.grid)
        area = QScrollArea()
        area.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # Tab scrolls to what it holds
        area.setWidgetResizable(True)
        area.setWidget(inner)
        self.setLayout(column(area, spacing=0))

    @property
    def undecided(self) -> int:
        """How many fields wait."""
        return sum(field.name not in self.chosen for field in self.fields)

    def value(self, name: str) -> Any:
        """What was chosen for a field. Raises KeyError while it waits."""
        theirs, _before, mine = self.versions
        return (theirs if self.chosen[name] == "theirs" else mine).get(name)

    def _add(self, number: int, field: GuardedField) -> None:
        theirs, before, mine = self.versions
        self.grid.addWidget(Label(field.label, size="strong"), number, 0)
        told = ElidedLabel(_words(field, before.get(field.name)), tone="muted")
        self.grid.addWidget(told, number, 2)
        group = QButtonGroup(self)
        for place, side, version in ((1, "theirs", theirs), (3, "mine", mine)):
            words = _words(field, version.get(field.name))
            short = words if len(words) <= _SHOWN else f"{words[:_SHOWN]}…"
            # An ampersand in a value is no mnemonic.
            button = Button(short.replace("&", "&&"), kind="choice", checkable=True)
            button.setMinimumWidth(_LEAST_WIDTH)
            button.setAccessibleName(f"{field.label}, {side}: {words}")
            set_tip(button, words if short != words else "")
            button.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
            button.setChecked(self.chosen.get(field.name) == side)
            button.clicked.connect(lambda _=False, f=field.name, s=side: self._choose(f, s))
            join(group, button)
            self.grid.addWidget(button, number, place)
            self.buttons[field.name, side] = button

    def _choose(self, name: str, side: str) -> None:
        self.chosen[name] = side
        self.decided.emit()


def _words(field: GuardedField, value: object) -> str:
    return " ".join(field.words(value).split()) or _("Empty")
