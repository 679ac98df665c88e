"""Filmstrip of a recording: what stood on the screen at even distances, to click."""

from PySide6.QtCore import QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QImage, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from funneldesk.desktop.kit.style.theme import theme
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.parts.tracking.replay.frame_painter import paint_frame
from funneldesk.desktop.parts.tracking.replay.recording import Recording

HEIGHT, GAP, FRAMES = 78, 6, 8


class Filmstrip(QWidget):
    """``chosen`` carries the place of the recording and a moment in milliseconds. Its frames
    stand in the order of time, from the left in every language, as film does."""

    chosen = Signal(int, float)

    def __init__(self) -> None:
        super().__init__()
        self._recording = Recording()
        self._page: QImage | None = None
        self._place, self._at = 0, 0.0
        self._frames: list[QImage] = []
        self._drawing = QTimer(self, interval=0)
        self._drawing.timeout.connect(self._draw_next)
        self.setFixedHeight(HEIGHT)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName(_("Filmstrip"))
        theme.changed.connect(self._draw)

    def sizeHint(self) -> QSize:
        return QSize(400, HEIGHT)

    def clear(self) -> None:
        """Show nothing."""
        self._drawing.stop()
        self._frames = []
        self.update()

    def show_recording(self, recording: Recording, page: QImage | None, place: int) -> None:
        """Show the frames of a recording, the ``place``-th of its session."""
        self._recording, self._page, self._place = recording, page, place
        self._draw()

    def show_moment(self, at: float) -> None:
        """Mark the frame of a moment."""
        before, self._at = self._frame_of(self._at), at
        if before != self._frame_of(at):
            self.update()

    def moments(self) -> list[float]:
        """The moments that the frames show."""
        return [self._recording.duration * at / (FRAMES - 1) for at in range(FRAMES)]

    def _draw(self) -> None:
        """Draw all frames anew, one in a turn of the loop: together they would make it wait."""
        self.clear()
        if len(self._recording):
            self._drawing.start()

    def _draw_next(self) -> None:
        size = self._size()
        image = QImage(size, QImage.Format.Format_RGB32)
        image.fill(theme.colour("sunken"))
        painter = QPainter(image)
        area = QRectF(0, 0, size.width(), size.height())
        at = self.moments()[len(self._frames)]
        paint_frame(painter, area, self._recording, self._page, at)
        painter.end()
        self._frames.append(image)
        if len(self._frames) == FRAMES:
            self._drawing.stop()
        self.update()

    def _size(self) -> QSize:
        height = HEIGHT - 12
        width = height * self._recording.width / max(1, self._recording.height)
        return QSize(max(24, min(160, int(width))), height)

    def _frame_of(self, at: float) -> int:
        return round(at / max(1.0, self._recording.duration) * (FRAMES - 1))

    def _area(self, place: int) -> QRectF:
        size = self._size()
        step = (self.width() - size.width()) / (FRAMES - 1)
        return QRectF(place * max(step, 1), 6, size.width(), size.height())

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        current = self._frame_of(self._at)
        for place, image in enumerate(self._frames):
            area = self._area(place)
            painter.drawImage(area, image)
            tone = "accent" if place == current else "line"
            painter.setPen(QPen(theme.colour(tone), 2 if place == current else 1))
            painter.drawRect(area)
        painter.end()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        for place in reversed(range(len(self._frames))):
            if self._area(place).contains(event.position()):
                self.chosen.emit(self._place, self.moments()[place])
                return

    def keyPressEvent(self, event: QKeyEvent) -> None:
        steps = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}
        step = steps.get(Qt.Key(event.key()))
        if step is None or not self._frames:
            super().keyPressEvent(event)
            return
        place = min(max(0, self._frame_of(self._at) + step), FRAMES - 1)
        self.chosen.emit(self._place, self.moments()[place])
