"""Lines above a record that is open: until when it is snoozed, and what it is a reminder of."""

from collections.abc import Callable

from PySide6.QtWidgets import QWidget

from funneldesk.desktop.kit.controls.buttons import Button, column, row, surface
from funneldesk.desktop.kit.controls.labels import ElidedLabel, Label
from funneldesk.desktop.kit.style.icons import pixmap
from funneldesk.desktop.kit.style.theme import theme
from funneldesk.desktop.local.texts import _


class ReminderLines(QWidget):
    """Hidden while there is nothing to say."""

    def __init__(self, wake: Callable[[], object], forget: Callable[[], object]) -> None:
        super().__init__()
        surface("sunken", self)
        self.snoozed = _Line("moon", Button(_("Unsnooze"), kind="link", on_click=wake))
        self.note = _Line("bell", Button(_("Remove reminder"), kind="link", on_click=forget))
        self.setLayout(column(self.snoozed, self.note, spacing=0))
        self.say("", "")

    def say(self, snoozed: str, note: str) -> None:
        """Show what there is to say."""
        self.snoozed.say(snoozed)
        self.note.say(note)
        self.setVisible(bool(snoozed or note))


class _Line(QWidget):
    def __init__(self, icon: str, button: Button) -> None:
        super().__init__()
        self._icon, self._sign = icon, Label()
        self.text = ElidedLabel("", size="small")
        line = row(self._sign, self.text, button, spacing=8, margins=(16, 2, 8, 2))
        line.setStretch(1, 1)
        self.setLayout(line)
        theme.changed.connect(self._draw)
        self._draw()

    def say(self, text: str) -> None:
        self.text.setText(text)
        self.setVisible(bool(text))

    def _draw(self) -> None:
        self._sign.setPixmap(pixmap(self._icon, "muted", 14))
