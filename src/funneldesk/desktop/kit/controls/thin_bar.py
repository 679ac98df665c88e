"""A bar of three pixels that fills from the left."""

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPaintEvent
from PySide6.QtWidgets import QProgressBar

from funneldesk.desktop.kit.style.mirroring import painter_of
from funneldesk.desktop.kit.style.theme import theme
from funneldesk.desktop.local.texts import _


class ThinBar(QProgressBar):
    """Three pixels that fill from the left. ``share`` goes from 0 to 1."""

    def __init__(self) -> None:
        super().__init__()
        self.setFixedHeight(3)
        self.setRange(0, 100)
        self.setTextVisible(False)
        self.setAccessibleName(_("Progress"))
        self._share = 0.0
        self._waiting = False
        theme.changed.connect(self.update)

    def set_share(self, share: float, *, waiting: bool = False) -> None:
        """Show how much is done; ``waiting``: nothing moves at the moment."""
        self._share, self._waiting = min(max(share, 0.0), 1.0), waiting
        self.setValue(round(self._share * 100))
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = painter_of(self)
        painter.fillRect(self.rect(), theme.colour("sunken"))
        tone = "warning" if self._waiting else "accent"
        painter.fillRect(QRectF(0, 0, self.width() * self._share, 3), theme.colour(tone))
        painter.end()
