"""A line to choose, with a count at its end: a section of the program, a view of a list."""

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QFontMetrics, QKeySequence, QPainter, QPaintEvent
from PySide6.QtWidgets import QAbstractButton

from funneldesk.desktop.kit.style.cut_text import draw_cut
from funneldesk.desktop.kit.style.icons import pixmap
from funneldesk.desktop.kit.style.mirroring import painter_of
from funneldesk.desktop.kit.style.theme import font, theme
from funneldesk.desktop.kit.style.tokens import LABEL_PX, RADIUS

ICON = 16


class CountedLine(QAbstractButton):
    """``icon`` names a picture, "" none. ``width`` is the one it asks for, in pixels."""

    def __init__(self, title: str, width: int, icon: str = "") -> None:
        super().__init__()
        self.count = 0
        self._wanted, self._icon = width, icon
        self.setCheckable(True)
        self.setText(title)
        # It is painted to the letter: Qt would take what follows an ampersand for a key.
        self.setShortcut(QKeySequence())
        self.setAccessibleName(title)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self._follow_density()
        theme.changed.connect(self._follow_density)

    def _follow_density(self) -> None:
        self.setFixedHeight(theme.density.row)

    def set_count(self, count: int) -> None:
        """How many there are; 0 shows nothing."""
        self.count = count
        self.setAccessibleDescription(f"{count:,}" if count else "")
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(self._wanted, theme.density.row)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = painter_of(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._paint_ground(painter)
        left = 9.0
        if self._icon:
            tone = "accent" if self.isChecked() else "muted"
            painter.drawPixmap(9, (self.height() - ICON) // 2, pixmap(self._icon, tone))
            left = 35.0
        right = self._paint_count(painter) if self.count else self.width() - 8.0
        painter.setFont(font(weight=600 if self.isChecked() else 400))
        painter.setPen(theme.colour("accent" if self.isChecked() else "text"))
        draw_cut(painter, QRectF(left, 0, right - left, self.height()), self.text())

    def _paint_ground(self, painter: QPainter) -> None:
        box = QRectF(self.rect()).adjusted(1, 1, -1, -1)
        ground = "accent_soft" if self.isChecked() else "hover" if self.underMouse() else ""
        if ground:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(theme.colour(ground))
            painter.drawRoundedRect(box, RADIUS, RADIUS)
        if self.hasFocus():
            pen = painter.pen()
            pen.setColor(theme.colour("accent"))
            pen.setWidth(2)
            pen.setStyle(Qt.PenStyle.SolidLine)
            painter.setPen(pen)
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(box, RADIUS, RADIUS)

    def _paint_count(self, painter: QPainter) -> float:
        """Draw the count; gives where the title has to end."""
        small = font(LABEL_PX, 600)
        text = f"{self.count:,}"
        width = max(20, QFontMetrics(small).horizontalAdvance(text) + 12)
        box = QRectF(self.width() - width - 8, (self.height() - 18) / 2, width, 18)
        painter.setFont(small)
        painter.setPen(theme.colour("accent" if self.isChecked() else "muted"))
        painter.drawText(box, Qt.AlignmentFlag.AlignCenter, text)
        return box.left()
