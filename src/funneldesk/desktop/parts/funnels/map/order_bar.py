"""Bar above the map while its steps stand in an order that is not saved."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from funneldesk.desktop.kit.controls.buttons import Button, row, surface
from funneldesk.desktop.kit.controls.labels import ElidedLabel
from funneldesk.desktop.kit.units import counted
from funneldesk.desktop.local.texts import _, ngettext


class OrderBar(QWidget):
    """Hidden while nothing waits."""

    asked_to_save = Signal()
    asked_to_discard = Signal()

    def __init__(self) -> None:
        super().__init__()
        surface("foot", self)
        self.words = ElidedLabel("", size="small")
        discard = self.asked_to_discard.emit
        self.discard = Button(_("Discard"), kind="plain", on_click=discard)
        self.save = Button(_("Save order"), kind="primary", on_click=self.asked_to_save.emit)
        line = row(self.words, self.discard, self.save, spacing=6, margins=(14, 4, 12, 4))
        line.setStretch(0, 1)
        self.setLayout(line)
        self.hide()

    def show_count(self, count: int) -> None:
        """So many pages leave the funnel and join it again; none hides the bar."""
        told = ngettext(
            "New order. {pages} leaves the funnel for a moment and joins again.",
            "New order. {pages} leave the funnel for a moment and join again.",
            count,
        )
        self.words.setText(told.format(pages=counted(count, "page")))
        self.setVisible(count > 0)
