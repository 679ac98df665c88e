"""A small image of a file with a line under it, as the upload review compares two."""

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPixmap
from PySide6.QtWidgets import QWidget

from funneldesk.desktop.assets.backdrop import backdrop
from funneldesk.desktop.assets.library.row import AssetRow
from funneldesk.desktop.assets.thumbnails.source import Thumbnails
from funneldesk.desktop.kit.controls.labels import set_tip
from funneldesk.desktop.kit.style.icons import pixmap
from funneldesk.desktop.kit.style.theme import theme

SIDE = QSize(176, 100)


class ThumbBox(QWidget):
    """Shows one image, or the sign of a file while there is none."""

    def __init__(self, thumbnails: Thumbnails, name: str) -> None:
        super().__init__()
        self.setFixedSize(SIDE)
        self.setAccessibleName(name)
        self._thumbnails = thumbnails
        self._ask: Callable[[int], QPixmap | None] | None = None
        self._key = ""
        thumbnails.ready.connect(self._ready)
        theme.changed.connect(self.update)

    def show_local(self, path: Path) -> None:
        """The image of a file on this computer."""
        self._show(str(path), lambda side: self._thumbnails.local(path, side))

    def show_row(self, found: AssetRow) -> None:
        """The image of a file on the server."""
        self._show(found.path, lambda side: self._thumbnails.picture(found, side))

    def _show(self, key: str, ask: Callable[[int], QPixmap | None]) -> None:
        self._key, self._ask = key, ask
        set_tip(self, "")
        self.update()

    def _ready(self, key: str) -> None:
        if key == self._key:
            set_tip(self, self._thumbnails.failure(key))
            self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        side = round(max(SIDE.width(), SIDE.height()) * self.devicePixelRatioF())
        shown = self._ask(side) if self._ask is not None else None
        painter.setPen(theme.colour("line"))
        painter.setBrush(theme.colour("sunken") if shown is None else backdrop(shown))
        box = QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5)
        painter.drawRoundedRect(box, 6, 6)
        if shown is None or shown.isNull():
            painter.drawPixmap(
                int(box.center().x()) - 12, int(box.center().y()) - 12, pixmap("file", "strong", 24)
            )
        else:
            room = box.adjusted(6, 6, -6, -6)
            size = shown.size().scaled(room.size().toSize(), Qt.AspectRatioMode.KeepAspectRatio)
            ratio = self.devicePixelRatioF()
            if shown.width() / ratio < size.width():
                size = (shown.size() / ratio).scaled(
                    QSize(round(shown.width() / ratio), round(shown.height() / ratio)),
                    Qt.AspectRatioMode.KeepAspectRatio,
                )
            place = QRectF(
                room.center().x() - size.width() / 2,
                room.center().y() - size.height() / 2,
                size.width(),
                size.height(),
            )
            painter.drawPixmap(place, shown, QRectF(shown.rect()))
        painter.end()
