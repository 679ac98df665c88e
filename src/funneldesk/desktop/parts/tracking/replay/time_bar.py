"""Time bar of the player: where it is, the marks, and the pauses that are skipped."""

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPixmap
from PySide6.QtWidgets import QSizePolicy, QWidget

from funneldesk.desktop.kit.controls.labels import set_tip
from funneldesk.desktop.kit.style.mirroring import mirrored, painter_of, unturned
from funneldesk.desktop.kit.style.theme import theme
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.parts.tracking.replay.marks import TONES, Mark

HEIGHT, TRACK, SIDE = 28, 6, 8
STEP_MS = 1_000.0
_OTHER_LOOK = {
    QEvent.Type.Resize,
    QEvent.Type.DevicePixelRatioChange,
    QEvent.Type.LayoutDirectionChange,
}


class TimeBar(QWidget):
    """``sought`` carries milliseconds that the user wants to see."""

    sought = Signal(float)

    def __init__(self) -> None:
        super().__init__()
        self.duration, self.at = 1.0, 0.0
        self.marks: Sequence[Mark] = ()
        self.setFixedHeight(HEIGHT)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)
        self.setAccessibleName(_("Position in the recording"))
        self._drawn: QPixmap | None = None
        theme.changed.connect(self._draw_anew)

    def sizeHint(self) -> QSize:
        return QSize(300, HEIGHT)

    def show_marks(self, duration: float, marks: Sequence[Mark]) -> None:
        """Show another recording's."""
        self.duration, self.marks = max(1.0, duration), marks
        self._draw_anew()

    def show_moment(self, at: float) -> None:
        """Where the player is."""
        self.at = at
        seconds = int(at // 1000)
        said = _("{minutes}:{seconds:02} of the recording")
        self.setAccessibleDescription(said.format(minutes=seconds // 60, seconds=seconds % 60))
        self.update()

    def _x(self, at: float) -> float:
        return SIDE + (self.width() - 2 * SIDE) * min(1.0, at / self.duration)

    def _at(self, x: float) -> float:
        if self.layoutDirection() == Qt.LayoutDirection.RightToLeft:
            x = self.width() - x
        share = (x - SIDE) / max(1, self.width() - 2 * SIDE)
        return min(1.0, max(0.0, share)) * self.duration

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = painter_of(self)
        painter.setRenderHint(painter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        middle = self.height() / 2
        painter.setBrush(theme.colour("line"))
        whole = QRectF(SIDE, middle - TRACK / 2, self.width() - 2 * SIDE, TRACK)
        painter.drawRoundedRect(whole, 3, 3)
        painter.setBrush(theme.colour("accent"))
        gone = QRectF(whole.left(), whole.top(), self._x(self.at) - SIDE, TRACK)
        painter.drawRoundedRect(gone, 3, 3)
        plain, box = unturned(painter, QRectF(self.rect()))
        plain.drawPixmap(box.topLeft(), self._marks_drawn())
        painter.setBrush(theme.colour("accent"))
        radius = 7 if self.hasFocus() else 6
        painter.drawEllipse(QPointF(self._x(self.at), middle), radius, radius)
        painter.end()

    def _marks_drawn(self) -> QPixmap:
        """The marks, which stay while time runs: drawn once for a recording and a width."""
        if self._drawn is None:
            ratio = self.devicePixelRatioF()
            self._drawn = QPixmap(self.size() * ratio)
            self._drawn.setDevicePixelRatio(ratio)
            self._drawn.fill(Qt.GlobalColor.transparent)
            whole = QRectF(self.rect())
            painter = mirrored(QPainter(self._drawn), whole, self.layoutDirection())
            painter.setRenderHint(painter.RenderHint.Antialiasing)
            painter.setPen(Qt.PenStyle.NoPen)
            for kind, x in dict.fromkeys((m.kind, round(self._x(m.at))) for m in self.marks):
                # One of a kind in a pixel: a long recording has thousands of clicks.
                painter.setBrush(theme.colour(TONES[kind]))
                painter.drawEllipse(QPointF(x, whole.center().y() - 8), 3, 3)
            painter.end()
        return self._drawn

    def _draw_anew(self) -> None:
        self._drawn = None
        self.update()

    def event(self, event: QEvent) -> bool:
        if event.type() in _OTHER_LOOK:
            self._draw_anew()
        return super().event(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self.sought.emit(self._at(event.position().x()))

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if event.buttons() & Qt.MouseButton.LeftButton:
            self.sought.emit(self._at(event.position().x()))
            return
        at = self._at(event.position().x())
        near = min(self.marks, key=lambda each: abs(each.at - at), default=None)
        close = near is not None and abs(self._x(near.at) - self._x(at)) <= 6
        set_tip(self, near.words if near is not None and close else "")

    def keyPressEvent(self, event: QKeyEvent) -> None:
        steps = {Qt.Key.Key_Left: -STEP_MS, Qt.Key.Key_Right: STEP_MS}
        if event.key() in steps:
            self.sought.emit(min(self.duration, max(0.0, self.at + steps[Qt.Key(event.key())])))
        elif event.key() == Qt.Key.Key_Home:
            self.sought.emit(0.0)
        elif event.key() == Qt.Key.Key_End:
            self.sought.emit(self.duration)
        else:
            super().keyPressEvent(event)
