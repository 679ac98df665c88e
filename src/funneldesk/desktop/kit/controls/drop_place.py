"""A place to drop files on, which shows the picture that was dropped."""

from pathlib import Path

from PySide6.QtCore import QMimeData, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QDragEnterEvent, QDropEvent, QPaintEvent, QPen, QPixmap
from PySide6.QtWidgets import QWidget

from funneldesk.desktop.kit.style.mirroring import painter_of
from funneldesk.desktop.kit.style.theme import theme

SIDE, CORNER, DASHES = 148, 8, (4, 4)


class DropPlace(QWidget):
    """A place for files of this computer; ``dropped`` carries their paths."""

    dropped = Signal(list)

    def __init__(self, words: str) -> None:
        super().__init__()
        self.setAcceptDrops(True)
        self.setAccessibleName(words)
        self._words = words
        self._picture: QPixmap | None = None
        self._over = False
        theme.changed.connect(self.update)

    def show_picture(self, picture: QPixmap | None) -> None:
        """Show a picture in place of the words."""
        self._picture = picture
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(SIDE, SIDE)

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if paths_of(event.mimeData()):
            self._over = True
            self.update()
            event.acceptProposedAction()

    def dragLeaveEvent(self, event: object) -> None:
        self._over = False
        self.update()

    def dropEvent(self, event: QDropEvent) -> None:
        self._over = False
        self.update()
        event.acceptProposedAction()
        self.dropped.emit(paths_of(event.mimeData()))

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = painter_of(self)
        painter.setRenderHint(painter.RenderHint.Antialiasing)
        box = QRectF(self.rect()).adjusted(1, 1, -1, -1)
        pen = QPen(theme.colour("accent" if self._over else "strong"))
        pen.setDashPattern(DASHES)
        painter.setPen(pen)
        painter.setBrush(theme.colour("accent_soft" if self._over else "app"))
        painter.drawRoundedRect(box, CORNER, CORNER)
        if self._picture is not None and not self._picture.isNull():
            size = self._picture.size().scaled(
                box.size().toSize() - QSize(16, 16), Qt.AspectRatioMode.KeepAspectRatio
            )
            place = QRectF(0, 0, size.width(), size.height())
            place.moveCenter(box.center())
            painter.setRenderHint(painter.RenderHint.SmoothPixmapTransform)
            painter.drawPixmap(place, self._picture, QRectF(self._picture.rect()))
        else:
            painter.setPen(theme.colour("muted"))
            flags = Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap
            painter.drawText(box.adjusted(12, 8, -12, -8), flags, self._words)
        painter.end()


def paths_of(mime: QMimeData) -> list[Path]:
    """The files of this computer that are dragged."""
    return [Path(url.toLocalFile()) for url in mime.urls() if url.isLocalFile()]
