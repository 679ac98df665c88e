"""The section as it was left, as an image: the next start shows it in its first frame.

The image gives way to the real section once that is there; it answers to nothing.
"""

import contextlib
import os
import tempfile
from pathlib import Path

from PySide6.QtCore import QByteArray, QSize, Qt
from PySide6.QtGui import QImage, QImageReader, QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from funneldesk.desktop.kit.style.theme import theme
from funneldesk.desktop.local.texts import _

_LOOK = "Look"  # not shown
_LARGEST = QSize(8_000, 8_000)
STARTING = _("Starting Funneldesk…")


class LastView(QWidget):
    """Where the sections are shown, until there is one; says so where it has no image."""

    def __init__(self) -> None:
        super().__init__()
        self.image = QImage()
        self.setAccessibleName(STARTING)
        self.setFocusPolicy(Qt.FocusPolicy.ClickFocus)

    def take(self, file: Path) -> None:
        """Show the image in a file; one of another look, or a spoilt one, is left out."""
        if not file.is_file():
            return
        reader = QImageReader(str(file), QByteArray(b"png"))
        reader.setAutoDetectImageFormat(False)  # Else every reader there is would be loaded.
        size = reader.size()
        if not size.isValid() or size.boundedTo(_LARGEST) != size:
            return
        if reader.text(_LOOK) == look_of(self):
            self.image = reader.read()
            self.image.setDevicePixelRatio(self.devicePixelRatioF())

    def forget(self) -> None:
        """The real section is there."""
        self.image = QImage()
        self.setAccessibleName("")

    def paintEvent(self, event: QPaintEvent) -> None:
        # In a window of another size it would be neither the list nor an empty place.
        painter = QPainter(self)
        if not self.image.isNull() and self.image.deviceIndependentSize().toSize() == self.size():
            painter.drawImage(0, 0, self.image)
        else:
            painter.setPen(theme.colour("muted"))
            painter.drawText(self.rect(), Qt.AlignmentFlag.AlignCenter, self.accessibleName())


def look_of(widget: QWidget) -> str:
    """What has to be the same for an image to look as if it were drawn now."""
    dark = theme.colour("surface").lightness() < 128
    return f"{'dark' if dark else 'light'} {theme.density.name} {widget.devicePixelRatioF():g}"


def image_of(section: QWidget) -> QImage:
    """A section as it is on the screen, to be kept."""
    image = section.grab().toImage()
    image.setText(_LOOK, look_of(section))
    return image


def keep(image: QImage, file: Path) -> None:
    """Write an image, for a thread; where it cannot be written the next start shows none."""
    with contextlib.suppress(OSError):
        file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(dir=file.parent, suffix=".png")
        os.close(handle)
        if image.save(name):
            Path(name).replace(file)
        else:
            Path(name).unlink()
