"""Cover over figures that are of another range than the one that is chosen."""

from PySide6.QtCore import QEvent, QObject, QRectF, Qt, QTimer
from PySide6.QtGui import QPaintEvent
from PySide6.QtWidgets import QWidget

from funneldesk.desktop.kit.style.mirroring import painter_of
from funneldesk.desktop.kit.style.theme import theme
from funneldesk.desktop.kit.style.tokens import CARD_RADIUS
from funneldesk.desktop.local.texts import _

WAIT_MS = 1000
DIMMED = 170
MARGIN, GAP, CARD, BLOCK = 16, 16, 112, 300
LEAST = 220


class StaleCover(QWidget):
    """Dims what lies below at once; after a second it shows the outlines of what is to come.

    It follows its target, and lets clicks through.
    """

    def __init__(self, target: QWidget, parent: QWidget) -> None:
        super().__init__(parent)
        self._target = target
        self.shows_skeleton = False
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setAccessibleName(_("Reading the figures"))
        self._timer = QTimer(self, interval=WAIT_MS, singleShot=True)
        self._timer.timeout.connect(self._show_skeleton)
        target.installEventFilter(self)
        theme.changed.connect(self.update)
        self.hide()

    def cover(self, *, stale: bool, reading: bool) -> None:
        """Cover figures while they are stale; only while others are read there is a skeleton."""
        if stale and reading and not self.shows_skeleton:
            if not self._timer.isActive():
                self._timer.start()
        elif not reading or not stale:
            self._timer.stop()
            self.shows_skeleton = False
        if stale and self.isHidden():
            self.setGeometry(self._target.geometry())
            self.show()
            self.raise_()
        self.setVisible(stale)
        self.update()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() in (QEvent.Type.Resize, QEvent.Type.Move):
            self.setGeometry(self._target.geometry())
        return super().eventFilter(watched, event)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = painter_of(self)
        ground = theme.colour("app")
        ground.setAlpha(255 if self.shows_skeleton else DIMMED)
        painter.fillRect(self.rect(), ground)
        if self.shows_skeleton:
            painter.setRenderHint(painter.RenderHint.Antialiasing)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(theme.colour("sunken"))
            for box in self._boxes():
                painter.drawRoundedRect(box, CARD_RADIUS, CARD_RADIUS)
        painter.end()

    def _show_skeleton(self) -> None:
        self.shows_skeleton = True
        self.raise_()
        self.update()

    def _boxes(self) -> list[QRectF]:
        """A row of cards above, blocks below."""
        inner = self.width() - 2 * MARGIN
        count = max(1, min(5, int(inner // LEAST)))
        wide = (inner - (count - 1) * GAP) / count
        found = [QRectF(MARGIN + at * (wide + GAP), MARGIN, wide, CARD) for at in range(count)]
        top = MARGIN + CARD + GAP
        while top < self.height():
            found.append(QRectF(MARGIN, top, inner, BLOCK))
            top += BLOCK + GAP
        return found
