"""A page before and after, side by side."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QImage, QPixmap
from PySide6.QtWidgets import QWidget

from funneldesk.desktop.kit.controls.buttons import Button, column, row, surface
from funneldesk.desktop.kit.controls.labels import Chip, ElidedLabel, Label
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.parts.components.compare.pictures import Pair

WIDTH = 300


class PairCard(QWidget):
    """Names the page, and says whether a visitor sees a difference. ``open_button`` is there for
    pages."""

    def __init__(self, pair: Pair, *, opens: bool) -> None:
        super().__init__()
        surface("card", self)
        self.pair = pair
        title = ElidedLabel(pair.source.title or _("Without a name"), size="strong")
        words = _("Looks different") if pair.differs else _("Looks the same")
        self.chip = Chip(words, "warning" if pair.differs else "muted")
        self.open_button = Button(_("Open page"), kind="link")
        head = row(title, self.chip, spacing=8)
        head.setStretch(0, 1)
        if opens:
            head.addWidget(self.open_button)
        pictures = row(
            _picture(pair.before, _("Live now")), _picture(pair.after, _("After publishing")), None
        )
        built = column(spacing=8, margins=(14, 10, 14, 12))
        built.addLayout(head)
        built.addLayout(pictures)
        self.setLayout(built)


def _picture(image: QImage, words: str) -> QWidget:
    shown = Label()
    scaled = image.scaledToWidth(WIDTH * 2, Qt.TransformationMode.SmoothTransformation)
    scaled.setDevicePixelRatio(2)
    shown.setPixmap(QPixmap.fromImage(scaled))
    shown.setAccessibleName(words)
    frame = surface("surface")
    frame.setLayout(row(shown, margins=(1, 1, 1, 1)))
    frame.setFixedWidth(WIDTH + 2)
    whole = QWidget()
    whole.setLayout(column(Label(words, size="small", tone="muted"), frame, None, spacing=4))
    return whole
