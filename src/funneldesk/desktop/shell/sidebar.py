"""The left bar: the brand switcher above, then the sections in their groups."""

from collections.abc import Mapping, Sequence

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFontMetrics, QKeyEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QAbstractButton, QButtonGroup, QVBoxLayout, QWidget

from funneldesk.desktop.kit.controls.buttons import join, surface
from funneldesk.desktop.kit.controls.labels import Label
from funneldesk.desktop.kit.style.icons import pixmap
from funneldesk.desktop.kit.style.mirroring import painter_of
from funneldesk.desktop.kit.style.theme import font, theme
from funneldesk.desktop.kit.style.tokens import LABEL_PX, RADIUS, SIDEBAR_WIDTH
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.sections.section import Section
from funneldesk.desktop.shell.brands.brand_button import BrandButton


class SectionButton(QAbstractButton):
    """One line of the bar: icon, title and a count where work waits."""

    def __init__(self, section: Section) -> None:
        super().__init__()
        self.section = section
        self.count = 0
        self.setCheckable(True)
        self.setText(section.title)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self._follow_density()
        theme.changed.connect(self._follow_density)

    def _follow_density(self) -> None:
        self.setFixedHeight(theme.density.row)

    def set_count(self, count: int) -> None:
        """How much work waits there; 0 shows nothing."""
        self.count = count
        self.setAccessibleDescription(f"{count:,}" if count else "")
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(SIDEBAR_WIDTH - 20, theme.density.row)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = painter_of(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
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
        tone = "accent" if self.isChecked() else "muted"
        middle = (self.height() - 16) // 2
        painter.drawPixmap(9, middle, pixmap(self.section.icon, tone))
        painter.setFont(font(weight=600 if self.isChecked() else 400))
        painter.setPen(theme.colour("accent" if self.isChecked() else "text"))
        painter.drawText(
            QRectF(35, 0, self.width() - 80, self.height()),
            Qt.AlignmentFlag.AlignVCenter,
            self.text(),
        )
        if self.count:
            self._paint_count(painter)

    def _paint_count(self, painter: QPainter) -> None:
        small = font(LABEL_PX, 600)
        text = f"{self.count:,}"
        width = max(20, QFontMetrics(small).horizontalAdvance(text) + 12)
        box = QRectF(self.width() - width - 8, (self.height() - 18) / 2, width, 18)
        painter.setFont(small)
        painter.setPen(theme.colour("muted"))
        painter.drawText(box, Qt.AlignmentFlag.AlignCenter, text)


class Sidebar(QWidget):
    """Emits the name of the section that was chosen."""

    chosen = Signal(str)

    def __init__(self, sections: Sequence[Section], groups: Mapping[str, str]) -> None:
        super().__init__()
        surface("sunken", self)
        self.setFixedWidth(SIDEBAR_WIDTH)
        self.setAccessibleName(_("Sections"))
        self.brand = BrandButton()
        self.buttons: dict[str, SectionButton] = {}
        self._group = QButtonGroup(self)
        self._group.setExclusive(False)
        column = QVBoxLayout(self)
        column.setContentsMargins(10, 10, 10, 10)
        column.setSpacing(0)
        column.addWidget(self.brand)
        for group, title in groups.items():
            members = [section for section in sections if section.group == group]
            if members:
                self._add_group(column, title, members)
        column.addStretch(1)

    def _add_group(self, column: QVBoxLayout, title: str, members: Sequence[Section]) -> None:
        head = Label(title, size="label", tone="muted")
        head.setContentsMargins(8, 20, 0, 6)
        column.addWidget(head)
        for section in members:
            button = SectionButton(section)
            button.clicked.connect(lambda _=False, key=section.name: self.chosen.emit(key))
            join(self._group, button)
            self.buttons[section.name] = button
            column.addWidget(button)

    def choose(self, name: str) -> None:
        """Mark a section as shown; one that is not in the bar marks none."""
        for key, button in self.buttons.items():
            button.setChecked(key == name)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        steps = {Qt.Key.Key_Down: 1, Qt.Key.Key_Up: -1}
        if event.key() in steps:
            self.focusNextPrevChild(steps[Qt.Key(event.key())] > 0)
            return
        super().keyPressEvent(event)
