"""Screen of the player: the viewport of a recording as large as there is room."""

from PySide6.QtCore import QRectF, QSize
from PySide6.QtGui import QImage, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from funneldesk.desktop.kit.style.theme import theme
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.parts.tracking.replay.frame_painter import paint_frame
from funneldesk.desktop.parts.tracking.replay.recording import Recording

MARGIN = 8


class ReplayScreen(QWidget):
    """Shows one moment of one recording. A page has no mirror image: it is drawn as it was."""

    def __init__(self) -> None:
        super().__init__()
        self.recording = Recording()
        self.page: QImage | None = None
        self.at = 0.0
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setMinimumSize(240, 180)
        self.setAccessibleName(_("Recording"))
        theme.changed.connect(self.update)

    def sizeHint(self) -> QSize:
        return QSize(560, 420)

    def show_moment(self, at: float) -> None:
        """Show another moment of the same recording."""
        self.at = at
        self.update()

    def show_recording(self, recording: Recording, page: QImage | None) -> None:
        """Show another recording, from its first moment."""
        self.recording, self.page, self.at = recording, page, 0.0
        self.update()

    def viewport(self) -> QRectF:
        """Where the viewport of the recording stands."""
        room = self.rect().adjusted(MARGIN, MARGIN, -MARGIN, -MARGIN)
        wide, tall = self.recording.width, self.recording.height
        scale = min(room.width() / wide, room.height() / tall)
        width, height = wide * scale, tall * scale
        left = room.left() + (room.width() - width) / 2
        return QRectF(left, room.top() + (room.height() - height) / 2, width, height)

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.fillRect(self.rect(), theme.colour("app"))
        if len(self.recording):
            area = self.viewport()
            paint_frame(painter, area, self.recording, self.page, self.at)
            painter.setPen(theme.colour("line"))
            painter.drawRect(area)
        painter.end()
