"""The line icons, recoloured by the theme, sharp at any pixel ratio: masks of a sheet, or drawn."""

from functools import lru_cache

from PySide6.QtGui import QIcon, QPixmap

from funneldesk.desktop.kit.style.icon_sheet import CELL, coloured
from funneldesk.desktop.kit.style.theme import theme


@lru_cache(maxsize=512)
def _pixmap(name: str, colour: str, size: int) -> QPixmap:
    made = coloured(name, colour) if size * 2 == CELL else None
    if made is None:
        from funneldesk.desktop.kit.style.icon_drawing import drawn  # not for the first window

        made = QPixmap.fromImage(drawn(name, colour, size * 2))
    made.setDevicePixelRatio(2)
    return made


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
