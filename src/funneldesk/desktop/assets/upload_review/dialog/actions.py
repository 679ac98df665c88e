"""Controls for decisions about one file or many."""

from typing import Literal

from PySide6.QtCore import Signal
from PySide6.QtGui import QIntValidator
from PySide6.QtWidgets import QLineEdit, QWidget

from funneldesk.desktop.assets.transfers.uploads.order import Conversion
from funneldesk.desktop.kit.controls.buttons import Button, row
from funneldesk.desktop.kit.controls.labels import Label
from funneldesk.desktop.kit.forms.choice_field import CalmCombo
from funneldesk.desktop.local.texts import _

Act = Literal["replace", "both", "out", "back", "cure"]
WIDTHS = (0, 2560, 1920, 1280, 640)
OWN_WIDTH = -1
FORMATS = (("webp", "WebP"), ("", _("Own format")))
LEAST_WIDTH, MOST_WIDTH = 16, 16_383
USUAL = Conversion("webp", 1920)
OFFERED: dict[str, tuple[Act, ...]] = {
    "conflict": ("replace", "both", "out", "back"),
    "same": ("replace", "both", "out", "back"),
    "large": ("cure", "out", "back"),
    "kind": ("cure", "out", "back"),
    "unshown": ("cure", "out", "back"),
    "ready": ("cure", "out", "back"),
    "all": ("out", "back"),
    "name": ("out", "back"),
    "folder": ("out", "back"),
    "protected": (),
    "unreadable": (),
}
"""Choices of each group."""


class ActionBar(QWidget):
    """``acted`` carries what is to be done, and for "conversion" the conversion."""

    acted = Signal(str, object)

    def __init__(self, name: str) -> None:
        super().__init__()
        self.setAccessibleName(name)
        self.label = Label(size="small", tone="muted")
        self.replace = self._button(
            "replace", _("Replace"), _("Replace the file on the server  (R)")
        )
        self.both = self._button(
            "both", _("Keep both"), _("Send it under a name with a number  (B)")
        )
        self.out = self._button("out", _("Skip"), _("Do not send it  (Del)"))
        self.back = self._button("back", _("Reset"), _("Go back to what was suggested"))
        self.format = CalmCombo()
        self.width_choice = CalmCombo()
        self.own_width = QLineEdit()
        self.make = Button(
            _("Convert"),
            name=_("Convert images"),
            tip=_(
                "Images go upright, at most this wide and in this format; yours stay as they are"
            ),
            on_click=lambda: self.acted.emit("cure", self.conversion()),
        )
        self._build()

    def offer(
        self, group: str, *, with_conversion: bool = True, can_take_back: bool = True
    ) -> None:
        """Show what can be decided in a group; ``with_conversion``: there are images to convert."""
        acts = OFFERED.get(group, ())
        self.replace.setVisible("replace" in acts)
        self.both.setVisible("both" in acts)
        self.out.setVisible("out" in acts)
        self.back.setVisible("back" in acts and can_take_back)
        self._can_convert = "cure" in acts and with_conversion
        for widget in (self.format, self.width_choice, self.make):
            widget.setVisible(self._can_convert)
        self._width_chosen()

    def say(self, words: str) -> None:
        """Label before the controls."""
        self.label.setText(words)
        self.label.setVisible(bool(words))

    def show_conversion(self, conversion: Conversion) -> None:
        """Show a conversion in the controls, as the one that would be chosen."""
        self.format.setCurrentIndex([key for key, _unused in FORMATS].index(conversion.format))
        known = conversion.width in WIDTHS
        at = WIDTHS.index(conversion.width) if known else len(WIDTHS)
        if not known:
            self.own_width.setText(str(conversion.width))
        self.width_choice.setCurrentIndex(at)

    def conversion(self) -> Conversion:
        """State of the controls."""
        width = self.width_choice.currentData()
        if width == OWN_WIDTH:
            typed = self.own_width.text()
            width = min(MOST_WIDTH, max(LEAST_WIDTH, int(typed))) if typed.isdigit() else 0
        return Conversion(str(self.format.currentData()), int(width))

    def _button(self, act: Act, text: str, tip: str) -> Button:
        return Button(
            text,
            kind="" if act != "back" else "plain",
            tip=tip,
            on_click=lambda: self.acted.emit(act, None),
        )

    def _build(self) -> None:
        self._can_convert = False
        for key, words in FORMATS:
            self.format.addItem(words, key)
        for width in WIDTHS:
            self.width_choice.addItem(
                _("{width} px wide").format(width=width) if width else _("Same width"), width
            )
        self.width_choice.addItem(_("Own width…"), OWN_WIDTH)
        self.format.setMinimumContentsLength(8)
        self.width_choice.setMinimumContentsLength(10)
        self.format.setAccessibleName(_("Format of images"))
        self.width_choice.setAccessibleName(_("Width of images"))
        self.own_width.setAccessibleName(_("Own width in pixels"))
        self.own_width.setPlaceholderText(_("Pixels"))
        self.own_width.setValidator(QIntValidator(1, MOST_WIDTH, self))
        self.own_width.setFixedWidth(64)
        self.own_width.returnPressed.connect(self.make.click)
        self.width_choice.currentIndexChanged.connect(self._width_chosen)
        line = row(
            self.label,
            self.format,
            self.width_choice,
            self.own_width,
            self.make,
            self.replace,
            self.both,
            self.out,
            self.back,
            None,
            spacing=6,
        )
        self.setLayout(line)
        self.say("")
        self.show_conversion(USUAL)

    def _width_chosen(self) -> None:
        own = self.width_choice.currentData() == OWN_WIDTH
        self.own_width.setVisible(self._can_convert and own)
        if own and self.own_width.isVisible():
            self.own_width.setFocus()
