"""Why something could not be read, in a line with a way to try again."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QWidget

from funneldesk.desktop.kit.controls.buttons import Button, row
from funneldesk.desktop.kit.controls.labels import Label, set_tip
from funneldesk.desktop.kit.explain import Explanation
from funneldesk.desktop.local.texts import _


class Trouble(QWidget):
    """Hidden until there is some; ``title`` names what could not be read."""

    pressed = Signal()

    def __init__(self, title: str) -> None:
        super().__init__()
        self.words = Label("", size="small", tone="warning", wrap=True)
        name = _("Retry: {title}").format(title=title)
        self.retry = Button(_("Retry"), kind="small-link", name=name, on_click=self.pressed.emit)
        whole = row(self.words, self.retry, spacing=8, margins=(4, 0, 4, 0))
        whole.setStretch(0, 1)
        whole.setAlignment(self.retry, Qt.AlignmentFlag.AlignTop)
        self.setLayout(whole)
        self.hide()

    def say(self, told: Explanation | None) -> None:
        """What went wrong; what to do about it on hover. None takes it away."""
        self.words.setText(told.what if told is not None else "")
        set_tip(self.words, f"{told.so_what} {told.now_what}".strip() if told is not None else "")
        self.setVisible(told is not None)
