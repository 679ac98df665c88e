"""A thin line that moves while an answer is awaited; the data of before stays in view."""

from PySide6.QtCore import QRectF, QTimer, QVariantAnimation
from PySide6.QtGui import QPaintEvent
from PySide6.QtWidgets import QStyle, QWidget

from funneldesk.desktop.kit.style.mirroring import painter_of
from funneldesk.desktop.kit.style.theme import theme
from funneldesk.desktop.local.texts import _

PATIENCE_MS = 150
ROUND_MS = 1100
SHARE = 0.3


class ProgressLine(QWidget):
    """Two pixels high. Quick answers never show it; it stands still where motion is unwanted."""

    def __init__(self) -> None:
        super().__init__()
        self.setFixedHeight(2)
        self.setAccessibleName(_("Loading"))
        self._on = False
        self._patience = QTimer(self)
        self._patience.setSingleShot(True)
        self._patience.setInterval(PATIENCE_MS)
        self._patience.timeout.connect(self._start)
        self._motion = QVariantAnimation(self)
        self._motion.setDuration(ROUND_MS)
        self._motion.setStartValue(0.0)
        self._motion.setEndValue(1.0)
        self._motion.setLoopCount(-1)
        self._motion.valueChanged.connect(self.update)

    def is_on(self) -> bool:
        """Whether something is awaited, drawn already or not."""
        return self._on

    def set_on(self, on: bool) -> None:
        """Begin or end."""
        self._on = on
        if on:
            self._patience.start()
        else:
            self._patience.stop()
            self._motion.stop()
            self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        if not self._on or self._patience.isActive():
            return
        painter = painter_of(self)
        if self._motion.state() is QVariantAnimation.State.Running:
            width = self.width() * SHARE
            left = (self.width() + width) * float(self._motion.currentValue()) - width
            painter.fillRect(QRectF(left, 0, width, 2), theme.colour("accent"))
        else:
            painter.fillRect(self.rect(), theme.colour("accent"))
        painter.end()

    def _start(self) -> None:
        wanted = self.style().styleHint(QStyle.StyleHint.SH_Widget_Animation_Duration)
        if wanted and self.isVisible():
            self._motion.start()
        self.update()
