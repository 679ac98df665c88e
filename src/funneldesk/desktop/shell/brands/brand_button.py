"""The brand that is open: its mark, name, and how the connection stands."""

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import (
    QColor,
    QFontMetrics,
    QIcon,
    QPainter,
    QPaintEvent,
    QPixmap,
    QResizeEvent,
)
from PySide6.QtWidgets import QAbstractButton

from funneldesk.desktop.kit.controls.labels import set_tip
from funneldesk.desktop.kit.style.cut_text import cut_text, draw_cut
from funneldesk.desktop.kit.style.icons import pixmap
from funneldesk.desktop.kit.style.mirroring import painter_of
from funneldesk.desktop.kit.style.theme import font, theme
from funneldesk.desktop.kit.style.tokens import CARD_RADIUS, LABEL_PX, SMALL_PX
from funneldesk.desktop.local.texts import _

CONNECTION_STATES = {
    "connecting": (_("Connecting…"), "info"),
    "online": ("", "success"),
    "offline": (_("Offline · trying again"), "warning"),
    "refused": (_("Key refused"), "danger"),
    "no-key": (_("No key yet"), "warning"),
}


def initials(name: str) -> str:
    """One or two letters for a brand's mark."""
    words = [word for word in name.split() if word[:1].isalnum()]
    return "".join(word[0] for word in words[:2]).upper() or "?"


def paint_mark(painter: QPainter, box: QRectF, name: str, colour: str) -> None:
    """A brand's mark: its initials on its colour, in the ink that reads best on it."""
    ground = QColor(colour)
    if not ground.isValid():
        ground = theme.colour("accent")
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(ground)
    painter.drawRoundedRect(box, 6, 6)
    light = 0.299 * ground.redF() + 0.587 * ground.greenF() + 0.114 * ground.blueF()
    painter.setPen(QColor("#101317" if light > 0.58 else "#FFFFFF"))
    painter.setFont(font(SMALL_PX, 600))
    painter.drawText(box, Qt.AlignmentFlag.AlignCenter, initials(name))


def mark_icon(name: str, colour: str) -> QIcon:
    """A brand's mark for a menu."""
    pixmap = QPixmap(52, 52)
    pixmap.setDevicePixelRatio(2)
    pixmap.fill(Qt.GlobalColor.transparent)
    painter = QPainter(pixmap)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    paint_mark(painter, QRectF(0, 0, 26, 26), name, colour)
    painter.end()
    return QIcon(pixmap)


class BrandButton(QAbstractButton):
    """Opens the brand switcher."""

    def __init__(self) -> None:
        super().__init__()
        self._name, self._text, self._colour = "Funneldesk", "", ""
        self._connection = "connecting"
        self.live = False
        self.setFixedHeight(52)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        theme.changed.connect(self._tell_cut)
        theme.changed.connect(self.update)

    def show_brand(self, name: str, text: str, colour: str, state: str, live: bool) -> None:
        """Show a brand. ``text`` says what it is while all is well with the connection."""
        self._name, self._text, self._colour = name, text, colour
        self._connection, self.live = state, live
        said = CONNECTION_STATES[state][0] or text
        self.setAccessibleName(
            _("Brand: {name}. {state}. Switch brand").format(name=name, state=said)
        )
        self._tell_cut()
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(208, 52)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = painter_of(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        box = QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5)
        pen = painter.pen()
        pen.setColor(theme.colour("accent" if self.hasFocus() else "line"))
        pen.setWidth(2 if self.hasFocus() else 1)
        painter.setPen(pen)
        painter.setBrush(theme.colour("app" if self.underMouse() else "surface"))
        painter.drawRoundedRect(box, CARD_RADIUS, CARD_RADIUS)
        paint_mark(painter, QRectF(9, 13, 26, 26), self._name, self._colour)
        self._paint_words(painter)
        painter.drawPixmap(self.width() - 25, 18, pixmap("chevrons-up-down"))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._tell_cut()

    def _paint_words(self, painter: QPainter) -> None:
        said, tone = CONNECTION_STATES[self._connection]
        width = self._room()
        painter.setFont(font(weight=600))
        painter.setPen(theme.colour("text"))
        draw_cut(painter, QRectF(45, 8, width, 18), self._name)
        painter.setFont(font(LABEL_PX))
        painter.setPen(theme.colour(tone if said else "muted"))
        draw_cut(painter, QRectF(45, 26, width, 16), self._line())

    def _line(self) -> str:
        """What stands below the name."""
        said = CONNECTION_STATES[self._connection][0]
        live = _("Live · {brand}").format(brand=self._text)
        return said or (live if self.live else self._text)

    def _room(self) -> int:
        return self.width() - 45 - 30

    def _tell_cut(self) -> None:
        """Tell on hover what has no room."""
        lines = (self._name, font(weight=600)), (self._line(), font(LABEL_PX))
        cut = [
            words
            for words, face in lines
            if cut_text(QFontMetrics(face), words, self._room()) != words
        ]
        set_tip(self, "\n".join(cut))
