"""What a window says across its width about the connection of the brand that it shows."""

from PySide6.QtWidgets import QWidget

from funneldesk.desktop.kit.text import Label

WORDS = {
    "offline": "The platform cannot be reached. What you see is the copy on this computer; what "
    "you type is kept. Funneldesk tries again by itself.",
    "refused": "The platform refuses this brand's key. What you type is kept. Enter a key under "
    "the brand's name to go on.",
}


class StandingLine(Label):
    """Hidden while all is well."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__("", wrap=True)
        self.setParent(parent)
        self.setProperty("surface", "warning")
        self.setContentsMargins(16, 8, 16, 8)
        self.hide()

    def say(self, text: str) -> None:
        """Show a line; "" takes it away."""
        self.setText(text)
        self.setVisible(bool(text))

    def show_standing(self, standing: str) -> None:
        """Say what a standing means for the work."""
        self.say(WORDS.get(standing, ""))
