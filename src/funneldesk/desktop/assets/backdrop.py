"""Backgrounds behind transparent images: dark letters on a dark ground, or white
ones on a light ground, would not be seen."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QImage, QPixmap

from funneldesk.desktop.kit.style.theme import theme
from funneldesk.desktop.kit.style.tokens import DARK, LIGHT

_SIDE = 16
_LEAST_ALPHA, _LEAST_CONTRAST = 40, 56
"""Of 255: what is fainter is not looked for, what differs less from its ground is not seen."""
_MOST_LOST = 0.3
_FILLED = 0.9
"""Share of its frame above which an image is its own ground, but for round corners."""
_MOST_KNOWN = 2_000
_known: dict[tuple[int, bool], bool] = {}


def backdrop(picture: QPixmap) -> QColor:
    """The usual ground, or the other theme's for an image that would be lost on it."""
    return QColor(_other()) if needs_other(picture) else theme.colour("sunken")


def needs_other(picture: QPixmap) -> bool:
    """Whether too much of an image would be lost on the usual ground."""
    if not picture.hasAlphaChannel():
        return False
    key = picture.cacheKey(), theme.tokens.dark
    if key not in _known:
        if len(_known) >= _MOST_KNOWN:
            _known.clear()
        _known[key] = is_lost(picture.toImage(), QColor(theme.tokens.sunken), QColor(_other()))
    return _known[key]


def is_lost(image: QImage, ground: QColor, other: QColor) -> bool:
    """Whether much of an image is not seen on a ground, and more of it on the other one."""
    ignore, smooth = (
        Qt.AspectRatioMode.IgnoreAspectRatio,
        Qt.TransformationMode.SmoothTransformation,
    )
    small = image.scaled(_SIDE, _SIDE, ignore, smooth)
    # Held by a name while its bytes are read: they are the image's own.
    plain = small.convertToFormat(QImage.Format.Format_RGBA8888)
    raw = bytes(plain.constBits())
    seen = [
        _brightness(*raw[at : at + 3])
        for at in range(0, len(raw), 4)
        if raw[at + 3] >= _LEAST_ALPHA
    ]
    if len(seen) > _FILLED * _SIDE * _SIDE:
        return False
    here, there = (_lost(seen, each) for each in (ground, other))
    return here > _MOST_LOST * len(seen) and there < here


def _lost(seen: list[int], ground: QColor) -> int:
    level = _brightness(ground.red(), ground.green(), ground.blue())
    return sum(abs(each - level) < _LEAST_CONTRAST for each in seen)


def _brightness(red: int, green: int, blue: int) -> int:
    return (299 * red + 587 * green + 114 * blue) // 1000


def _other() -> str:
    return (LIGHT if theme.tokens.dark else DARK).sunken
