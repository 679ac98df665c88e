"""What a window says across its width about the connection of the brand that it shows."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QWidget

from funneldesk.desktop.kit.controls.buttons import Button, row, surface
from funneldesk.desktop.kit.controls.labels import Label, restyle
from funneldesk.desktop.local.texts import _

WORDS = {
    "offline": _(
        "The server can't be reached. You're working with the copy on this computer; what "
        "you type is kept. Funneldesk tries again by itself."
    ),
    "refused": _(
        "The server refuses this brand's key. You're working with the copy on this "
        "computer; what you type is kept."
    ),
    "no-key": _(
        "No key yet for this brand. You're working with the copy on this computer; what you "
        "type is kept."
    ),
}
NEEDS_KEY = ("refused", "no-key")


class ConnectionLine(QFrame):
    """Hidden while all is well. ``asked_for_key``: the user has a key for the brand."""

    asked_for_key = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        surface("warning", self)
        self._words = Label("", wrap=True)
        self.key_button = Button(_("Enter key"), on_click=self.asked_for_key.emit)
        line = row(spacing=12, margins=(16, 6, 12, 6))
        line.addWidget(self._words, 1)
        line.addWidget(self.key_button)
        self.setLayout(line)
        self.hide()

    def text(self) -> str:
        """What is said."""
        return self._words.text()

    def say(self, text: str) -> None:
        """Show a line; "" takes it away."""
        self._say(text, "warning")

    def say_progress(self, text: str) -> None:
        """Show what is being done, which is no reason to worry."""
        self._say(text, "info")

    def _say(self, text: str, tone: str) -> None:
        self._words.setText(text)
        self.key_button.hide()
        surface(tone, self)
        restyle(self)
        self.setVisible(bool(text))

    def show_connection(self, state: str) -> None:
        """Say what the connection state means for the work, with what the user can do about it."""
        self.say(WORDS.get(state, ""))
        self.key_button.setVisible(state in NEEDS_KEY)
