"""The line icons, recoloured by the theme and drawn sharp at any pixel ratio."""

from functools import lru_cache

from PySide6.QtCore import QByteArray, QRectF, QSize, Qt
from PySide6.QtGui import QIcon, QPainter, QPixmap
from PySide6.QtSvg import QSvgRenderer

from funneldesk.desktop.kit.style.theme import theme
from funneldesk.resources import resource


@lru_cache(maxsize=256)
def _source(name: str) -> str:
    return resource("icons", f"{name}.svg").read_text(encoding="utf-8")


@lru_cache(maxsize=512)
def _pixmap(name: str, colour: str, size: int) -> QPixmap:
    pixmap = QPixmap(QSize(size * 2, size * 2))
    pixmap.fill(Qt.GlobalColor.transparent)
    svg = _source(name).replace("currentColor", colour).replace('width="2"', 'width="1.75"')
    painter = QPainter(pixmap)
    QSvgRenderer(QByteArray(svg.encode())).render(painter, QRectF(0, 0, size * 2, size * 2))
    painter.end()
    pixmap.setDevicePixelRatio(2)
    return pixmap


def pixmap(name: str, tone: str = "muted", size: int = 16) -> QPixmap:
    """One icon in a token's colour; ``size`` in device-independent pixels."""
    return _pixmap(name, getattr(theme.tokens, tone), size)


def icon(name: str, tone: str = "muted", active: str = "accent", size: int = 16) -> QIcon:
    """An icon whose checked state is drawn in another tone."""
    made = QIcon(pixmap(name, tone, size))
    made.addPixmap(pixmap(name, active, size), QIcon.Mode.Normal, QIcon.State.On)
    for state in (QIcon.State.Off, QIcon.State.On):
        made.addPixmap(pixmap(name, "disabled", size), QIcon.Mode.Disabled, state)
    return made
