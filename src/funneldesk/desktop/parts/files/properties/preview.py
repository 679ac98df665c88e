"""The small image over the properties; a click looks at the file."""

from PySide6.QtCore import QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from funneldesk.desktop.assets.backdrop import backdrop
from funneldesk.desktop.assets.library.row import AssetRow
from funneldesk.desktop.assets.thumbnails.source import Thumbnails
from funneldesk.desktop.kit.controls.labels import set_tip
from funneldesk.desktop.kit.style.icons import pixmap
from funneldesk.desktop.kit.style.theme import theme
from funneldesk.desktop.kit.style.tokens import CARD_RADIUS
from funneldesk.desktop.local.texts import _

HEIGHT = 150
_MARGIN = 8
_ICON = 40
_ICONS = {"video": "film", "font": "type", "text": "braces", "vector": "shapes", "other": "file"}


class PropertiesPreview(QWidget):
    """Thumbnail of a file, else the icon of its kind; the reason on hover."""

    clicked = Signal()

    def __init__(self, thumbs: Thumbnails) -> None:
        super().__init__()
        self._thumbs = thumbs
        self._file: AssetRow | None = None
        self.setFixedHeight(HEIGHT)
        self.setAccessibleName(_("Preview"))
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        theme.changed.connect(self.update)

    def show_file(self, file: AssetRow | None) -> None:
        """Show another file, or none."""
        self._file = file
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        room = self.rect().adjusted(_MARGIN, _MARGIN, -_MARGIN, -_MARGIN)
        ratio = self.devicePixelRatioF()
        side = round(max(room.width(), room.height()) * ratio)
        picture = self._thumbs.picture(self._file, side) if self._file is not None else None
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.colour("sunken") if picture is None else backdrop(picture))
        painter.drawRoundedRect(self.rect(), CARD_RADIUS, CARD_RADIUS)
        if self._file is None:
            return
        if picture is None:
            set_tip(self, self._thumbs.failure(self._file.path) or _("Look at the file (Space)"))
            icon = pixmap(_ICONS.get(self._file.kind, "image"), "strong", _ICON)
            place = QRect(0, 0, _ICON, _ICON)
            place.moveCenter(self.rect().center())
            painter.drawPixmap(place, icon)
            return
        set_tip(self, _("Look at the file (Space)"))
        size = QSize(picture.width(), picture.height())
        if size.width() > room.width() * ratio or size.height() > room.height() * ratio:
            size.scale(room.size() * ratio, Qt.AspectRatioMode.KeepAspectRatio)
        target = QRectF(0, 0, size.width() / ratio, size.height() / ratio)
        target.moveCenter(QRectF(self.rect()).center())
        painter.drawPixmap(target, picture, QRectF(picture.rect()))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            self.clicked.emit()
