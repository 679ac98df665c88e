"""A sentence across the top of a place, with what can be done about it."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QWidget

from funneldesk.desktop.kit.controls.buttons import Button, column, row, surface
from funneldesk.desktop.kit.controls.labels import Label, restyle
from funneldesk.desktop.kit.style.icons import pixmap
from funneldesk.desktop.kit.style.theme import theme
from funneldesk.desktop.local.texts import _

ICONS = {"danger": "circle-alert", "warning": "triangle-alert", "info": "info"}


class Banner(QWidget):
    """Hidden until it has something to say. ``pressed`` comes from its button, ``pressed_second``
    from the one beside it."""

    pressed = Signal()
    pressed_second = Signal()

    def __init__(self, action: str = "", second: str = "", *, closable: bool = True) -> None:
        super().__init__()
        self._tone = "info"
        self._icon = Label()
        self._title = Label(size="strong", wrap=True)
        self._text = Label(size="small", wrap=True)
        self.action = Button(action, on_click=self.pressed.emit)
        self.second = Button(second, on_click=self.pressed_second.emit)
        close = Button(
            kind="icon", icon_name="x", name=_("Close this message"), on_click=self.clear
        )
        if not action:
            self.action.hide()
        if not second:
            self.second.hide()
        if not closable:
            close.hide()
        built = row(self._icon, spacing=10, margins=(16, 8, 8, 8))
        words = column(self._title, self._text, spacing=2)
        built.addLayout(words, 1)
        built.addWidget(self.action)
        built.addWidget(self.second)
        built.addWidget(close)
        built.setAlignment(self._icon, Qt.AlignmentFlag.AlignTop)
        self.setLayout(built)
        self.hide()
        theme.changed.connect(self._draw)

    def title(self) -> str:
        """The line in bold."""
        return self._title.text()

    def text(self) -> str:
        """The sentences under it."""
        return self._text.text()

    def say(self, title: str, text: str = "", tone: str = "info") -> None:
        """Show a title and sentences; ``tone`` is info, warning or danger."""
        self._tone = tone if tone in ICONS else "info"
        self._title.setText(title)
        self._text.setText(text)
        self._title.setVisible(bool(title))
        self._text.setVisible(bool(text))
        surface(self._tone, self)
        restyle(self)
        self._draw()
        self.show()

    def clear(self) -> None:
        """Say nothing any more."""
        self._title.setText("")
        self._text.setText("")
        self.hide()

    def _draw(self) -> None:
        self._icon.setPixmap(pixmap(ICONS[self._tone], self._tone))
