"""Empty state of a place: its purpose, and the first step."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget

from funneldesk.desktop.kit.controls.buttons import Button, column, row
from funneldesk.desktop.kit.controls.labels import Label
from funneldesk.desktop.kit.style.icons import pixmap
from funneldesk.desktop.kit.style.theme import theme


class EmptyState(QWidget):
    """An icon, a title, a sentence and up to two buttons, centred."""

    def __init__(self, icon_name: str, title: str, text: str, *buttons: Button) -> None:
        super().__init__()
        self._icon_name = icon_name
        self._icon = Label()
        self._title = Label(title, size="title")
        self._text = Label(text, tone="muted", wrap=True)
        self._text.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        self._text.setMaximumWidth(380)
        self._text.setMinimumWidth(200)
        for label in (self._icon, self._title):
            label.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        inner = column(self._icon, self._title, self._text, spacing=8)
        if buttons:
            inner.addSpacing(8)
            inner.addLayout(row(None, *buttons, None))
        inner.setAlignment(self._text, Qt.AlignmentFlag.AlignHCenter)
        outer = row(None, spacing=0, margins=(24, 24, 24, 24))
        middle = column(None, spacing=0)
        middle.addLayout(inner)
        middle.addStretch(2)
        outer.addLayout(middle)
        outer.addStretch(1)
        self.setLayout(outer)
        theme.changed.connect(self._draw)
        self._draw()

    def say(self, title: str, text: str, icon_name: str = "") -> None:
        """Change the words, and the icon where one is named."""
        if icon_name and icon_name != self._icon_name:
            self._icon_name = icon_name
            self._draw()
        self._title.setText(title)
        self._text.setText(text)

    def _draw(self) -> None:
        self._icon.setPixmap(pixmap(self._icon_name, "strong", 32))
