"""The head of the comparison: what is compared, at which widths, beside or over each other."""

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from funneldesk.contract.markup import Block
from funneldesk.desktop.assets.preview.drawing import WIDTH_NAMES, WIDTHS
from funneldesk.desktop.kit.controls.buttons import Button, Segments, column, row, surface
from funneldesk.desktop.kit.controls.labels import Label, set_tip
from funneldesk.desktop.kit.forms.choice_field import CalmCombo
from funneldesk.desktop.local.texts import _

COMBINATIONS = "combinations"
SIDE, OVERLAY = "side", "overlay"
WIPE, FADE = "wipe", "fade"
MOST_TESTS = 3
_ICONS = {"phone": "smartphone", "tablet": "tablet", "desktop": "monitor"}


class CompareHead(QWidget):
    """Says what is wanted; ``changed`` whenever that is something else."""

    changed = Signal()
    asked_to_choose = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._names: list[str] = []
        self._pair = [0, 1]
        self._build()
        self._wire()

    def _build(self) -> None:
        surface("top", self)
        self.tests = Segments()
        self.choose = Button(_("Choose…"), kind="link", on_click=self.asked_to_choose.emit)
        self.modes = Segments()
        self.modes.set_choices(
            [(SIDE, _("Side by side"), ""), (OVERLAY, _("One over another"), "")]
        )
        self.width_buttons = {
            name: Button(
                kind="icon",
                icon_name=_ICONS[name],
                tip=_("{name}, {width} px").format(name=WIDTH_NAMES[name], width=width),
                checkable=True,
            )
            for name, width in WIDTHS.items()
        }
        self.link = Button(_("Scroll together"), kind="chip", icon_name="link", checkable=True)
        set_tip(self.link, _("What you scroll moves every page, each by the share of its length"))
        for button in (*self.width_buttons.values(), self.link):
            button.setChecked(True)
        self.bar = row(self.tests, self.choose, None, self.modes, 8, spacing=4)
        for button in self.width_buttons.values():
            self.bar.addWidget(button)
        self.bar.addSpacing(8)
        self.bar.addWidget(self.link)
        self.bar.addSpacing(8)
        self.over = self._overlay_row()
        whole = column(spacing=8, margins=(12, 8, 12, 8))
        whole.addLayout(self.bar)
        whole.addWidget(self.over)
        self.setLayout(whole)

    def _overlay_row(self) -> QWidget:
        self.pickers = (CalmCombo(), CalmCombo())
        for picker, name in zip(self.pickers, (_("Below"), _("Above")), strict=True):
            picker.setAccessibleName(name)
            picker.setMaximumWidth(320)
        self.effects = Segments()
        self.effects.set_choices([(WIPE, _("Wipe"), ""), (FADE, _("Fade"), "")])
        below, above = self.pickers
        line = QWidget()
        line.setLayout(
            row(
                Label(_("Left"), size="small", tone="muted"),
                below,
                8,
                Label(_("Right"), size="small", tone="muted"),
                above,
                None,
                self.effects,
            )
        )
        line.hide()
        return line

    def _wire(self) -> None:
        self.tests.chosen.connect(self._changed)
        self.modes.chosen.connect(self._mode_changed)
        self.effects.chosen.connect(self._changed)
        self.link.toggled.connect(self._changed)
        for name, button in self.width_buttons.items():
            button.clicked.connect(lambda _=False, name=name: self._width_clicked(name))
        for side, picker in enumerate(self.pickers):
            picker.currentIndexChanged.connect(lambda _, side=side: self._picked(side))

    def add(self, button: Button) -> None:
        """One more button at the end of the first line."""
        self.bar.addWidget(button)

    @property
    def test(self) -> str:
        """The place of a test, ``COMBINATIONS``, or "" when the page has no tests."""
        return self.tests.current()

    @property
    def mode(self) -> str:
        """``SIDE`` or ``OVERLAY``."""
        return self.modes.current()

    @property
    def fades(self) -> bool:
        """Whether the overlay fades rather than wipes."""
        return self.effects.current() == FADE

    @property
    def linked(self) -> bool:
        """Whether pages are scrolled together."""
        return self.link.isChecked()

    def widths(self) -> list[str]:
        """The names of the widths wanted, narrow ones first; at least one."""
        return [name for name, button in self.width_buttons.items() if button.isChecked()]

    def pair(self, count: int) -> tuple[int, int]:
        """Which two of ``count`` lie over each other; never one over itself."""
        below, above = self._pair
        if not (below < count and above < count):
            self._pair = [0, min(1, count - 1)]
        return self._pair[0], self._pair[1]

    def offer(self, blocks: Sequence[Block]) -> None:
        """The tests of the page, as far as they are others than before."""
        names = [block.name for block in blocks]
        if names == self._names:
            return
        before, self._names = self.test, names
        offered = [
            (str(place), block.name or _("test {number}").format(number=place + 1), "")
            for place, block in enumerate(blocks[:MOST_TESTS])
        ]
        if len(blocks) > 1:
            offered.append((COMBINATIONS, _("Combinations"), ""))
        self.tests.set_choices(offered)
        self.tests.setVisible(bool(offered))
        self.tests.choose(before)
        self._show_state()

    def show_as(self, mode: str, widths: Sequence[str]) -> None:
        """Choose ``SIDE`` or ``OVERLAY`` and the widths, by their names."""
        self.modes.choose(mode)
        for name, button in self.width_buttons.items():
            button.setChecked(name in widths)
        self._changed()

    def name_columns(self, names: Sequence[tuple[str, str]]) -> None:
        """What can lie over each other: (name, weight) of each."""
        self.modes.setEnabled(len(names) > 1)
        shown = [f"{name}  {weight}".strip() for name, weight in names]
        if len(names) < 2 and self.mode == OVERLAY:
            self.modes.choose(SIDE)
            self._show_state()
        first, second = self.pair(len(names)) if names else (0, 0)
        for picker, index in zip(self.pickers, (first, second), strict=True):
            if [picker.itemText(n) for n in range(picker.count())] == shown:
                continue
            picker.blockSignals(True)
            picker.clear()
            picker.addItems(shown)
            picker.setCurrentIndex(index)
            picker.blockSignals(False)

    def _picked(self, side: int) -> None:
        """The same on both sides makes them change places."""
        before, now = self._pair[side], self.pickers[side].currentIndex()
        if self._pair[1 - side] == now:
            self._pair[1 - side] = before
            other = self.pickers[1 - side]
            other.blockSignals(True)
            other.setCurrentIndex(before)
            other.blockSignals(False)
        self._pair[side] = now
        self._changed()

    def _width_clicked(self, name: str) -> None:
        alone = self.mode == OVERLAY or not self.widths()
        for other, button in self.width_buttons.items():
            if alone:
                button.setChecked(other == name)
        self._changed()

    def _mode_changed(self) -> None:
        if self.mode == OVERLAY:
            self._width_clicked("desktop" if "desktop" in self.widths() else self.widths()[0])
        else:
            for button in self.width_buttons.values():
                button.setChecked(True)
            self._changed()

    def _changed(self, *_: object) -> None:
        self._show_state()
        self.changed.emit()

    def _show_state(self) -> None:
        self.choose.setVisible(self.test == COMBINATIONS)
        self.over.setVisible(self.mode == OVERLAY)
        self.link.setEnabled(self.mode == SIDE)
