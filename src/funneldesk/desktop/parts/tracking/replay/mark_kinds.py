"""Choice of the kinds of marks that one goes through: a chip for each, with how many there are."""

from collections import Counter
from collections.abc import Iterator, Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from funneldesk.desktop.kit.controls.buttons import Button
from funneldesk.desktop.kit.controls.flow_layout import FlowLayout
from funneldesk.desktop.kit.controls.labels import set_tip
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.parts.tracking.replay.marks import PLURALS, Kind, Mark

ALL = "0"
KEYS: dict[str, Kind] = {str(at): kind for at, kind in enumerate(PLURALS, 1)}


def mark_keys() -> Iterator[tuple[str, str]]:
    """The keys of the kinds, and what they do."""
    for key, kind in KEYS.items():
        yield key, _("Recording: marks: {kind}").format(kind=PLURALS[kind])
    yield ALL, _("Recording: marks: all kinds")


class MarkKinds(QWidget):
    """``changed``: other kinds are chosen. A kind without marks cannot be; what was chosen of it
    holds again in the next recording that has some."""

    changed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.chips: dict[Kind, Button] = {}
        self._counts: Counter[Kind] = Counter()
        line = FlowLayout(6)
        for key, kind in KEYS.items():
            chip = Button(PLURALS[kind], kind="chip", checkable=True)
            chip.setChecked(True)
            chip.toggled.connect(lambda _on: self.changed.emit())
            set_tip(chip, _("Stop at these ({key})").format(key=key))
            self.chips[kind] = chip
            line.addWidget(chip)
        self.setLayout(line)
        self.setAccessibleName(_("Marks to stop at"))
        self.show_marks(())

    def show_marks(self, marks: Sequence[Mark]) -> None:
        """Tell how many there are of each kind."""
        self._counts = Counter(each.kind for each in marks)
        for kind, chip in self.chips.items():
            count = self._counts[kind]
            chip.setText(f"{PLURALS[kind]} {count:,}" if count else PLURALS[kind])
            chip.setEnabled(bool(count))

    def chosen(self) -> frozenset[str]:
        """The kinds that are chosen and that there are."""
        return frozenset(
            kind for kind, chip in self.chips.items() if chip.isChecked() and self._counts[kind]
        )

    def take_key(self, text: str) -> bool:
        """Switch the kind of a key, or all on; whether it is a key of these."""
        if text == ALL:
            for chip in self.chips.values():
                chip.setChecked(True)
            return True
        if text not in KEYS:
            return False
        chip = self.chips[KEYS[text]]
        if chip.isEnabled():
            chip.click()
        return True
