"""Quick look at fonts: a specimen drawn in a worker process, with words of one's own."""

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QImage, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QFrame, QLineEdit, QScrollArea, QWidget

from funneldesk.desktop.assets.library.row import AssetRow
from funneldesk.desktop.assets.thumbnails.image_workers import NoImage
from funneldesk.desktop.assets.thumbnails.pixels import image_of, tinted
from funneldesk.desktop.assets.thumbnails.source import Thumbnails
from funneldesk.desktop.kit.controls.buttons import column, surface
from funneldesk.desktop.kit.style.theme import theme
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.parts.files.quick_look.viewer import LookStage
from funneldesk.desktop.workspace.workspace import Workspace

ALPHABET = (
    "ABCDEFGHIJKLMNOPQRSTUVWXYZ",
    "abcdefghijklmnopqrstuvwxyz",
    "0123456789 & @ ? ! % € £ $ ( ) “ ” – —",
)
SENTENCE = _("The quick brown fox jumps over the lazy dog")
SIZES = (56, 40, 28, 20, 16, 13)
_TYPING = 0.15
_MARGIN = 32


class _Specimen(QWidget):
    """Shows the drawn letters in the window's colour."""

    def __init__(self) -> None:
        super().__init__()
        self._letters = QImage()
        self._shown = QImage()
        self.setAccessibleName(_("Specimen of the font"))
        theme.changed.connect(self._tint)

    def show_letters(self, letters: QImage, ratio: float) -> None:
        self._letters = letters
        self._letters.setDevicePixelRatio(ratio)
        self.setFixedHeight(round(letters.height() / ratio) + 2 * _MARGIN)
        self._tint()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.fillRect(self.rect(), theme.colour("surface"))
        if not self._shown.isNull():
            painter.drawImage(_MARGIN, _MARGIN, self._shown)

    def _tint(self) -> None:
        self._shown = tinted(self._letters) if not self._letters.isNull() else QImage()
        self.update()


class FontStage(LookStage):
    """The font is read by a worker alone; the program never uses it for itself."""

    def __init__(self, workspace: Workspace) -> None:
        super().__init__(workspace)
        surface("surface", self)
        self.words = QLineEdit()
        self.words.setPlaceholderText(_("Type words of your own"))
        self.words.setAccessibleName(_("Words to show in this font"))
        self.words.setMaxLength(200)
        self.words.textChanged.connect(self._draw_soon)
        self.specimen = _Specimen()
        area = QScrollArea()
        area.setWidget(self.specimen)
        area.setWidgetResizable(True)
        area.setFrameShape(QFrame.Shape.NoFrame)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        over = column(self.words, spacing=0, margins=(_MARGIN - 8, 16, _MARGIN - 8, 0))
        whole = column(spacing=0)
        whole.addLayout(over)
        whole.addWidget(area, 1)
        self.setLayout(whole)
        self._area = area
        self._content = b""
        self._name = ""

    def takes(self, file: AssetRow) -> bool:
        return file.kind == "font"

    async def show_content(self, file: AssetRow, content: bytes) -> tuple[int, int]:
        self._content, self._name = content, file.name
        await self._draw()
        return 0, 0

    def clear(self) -> None:
        self.tasks.cancel("draw")
        self._content = b""

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.oldSize().width() != event.size().width():
            self._draw_soon()

    def _draw_soon(self) -> None:
        if self._content:
            self.tasks.debounce("draw", _TYPING, self._draw_again)

    async def _draw_again(self) -> None:
        try:
            await self._draw()
        except NoImage:
            # It was drawn before; what there is stays.
            return

    async def _draw(self) -> None:
        ratio = self.devicePixelRatioF()
        room = QSize(self._area.viewport().width() - 2 * _MARGIN, 0)
        words = self.words.text().strip()
        lines = [(line, 26 * ratio) for line in ((words,) if words else ALPHABET)]
        lines += [(words or SENTENCE, size * ratio) for size in SIZES]
        content = self._content
        facts, pixels = await self.workspace.shared(Thumbnails).workers.draw(
            {
                "side": max(200, round(room.width() * ratio)),
                "name": self._name,
                "lines": lines,
            },
            content,
            urgent=True,
        )
        if content is self._content:
            self.specimen.show_letters(image_of(facts, pixels), ratio)
