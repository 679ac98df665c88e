"""Images from a worker's pixels; and letters in the window's colour."""

from collections.abc import Mapping
from typing import Any

from PySide6.QtGui import QImage, QPainter

from funneldesk.desktop.assets.thumbnails.image_workers import NoImage
from funneldesk.desktop.kit.style.theme import theme
from funneldesk.desktop.local.texts import _


def image_of(facts: Mapping[str, Any], body: bytes) -> QImage:
    """The image of a worker's answer. Raises NoImage when it has not all pixels."""
    across, down = int(facts["across"]), int(facts["down"])
    form = (
        QImage.Format.Format_ARGB32_Premultiplied if facts["alpha"] else QImage.Format.Format_RGB32
    )
    if across <= 0 or down <= 0 or len(body) < across * down * 4:
        raise NoImage(_("The image did not come whole."))
    # The image holds on to the bytes for as long as it lives.
    return QImage(body, across, down, across * 4, form)


def file_of(facts: Mapping[str, Any], body: bytes) -> bytes:
    """The file to keep that stands behind the pixels of an answer, if one was asked for."""
    return body[int(facts["across"]) * int(facts["down"]) * 4 :]


def tinted(image: QImage) -> QImage:
    """Letters on nothing, in the colour that the window's text has."""
    made = image.convertToFormat(QImage.Format.Format_ARGB32_Premultiplied)
    painter = QPainter(made)
    painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_SourceIn)
    painter.fillRect(made.rect(), theme.colour("text"))
    painter.end()
    return made
