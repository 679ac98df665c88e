"""The left bar: the brand switcher above, then the sections in their groups."""

from collections.abc import Mapping, Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QButtonGroup, QScrollArea, QVBoxLayout, QWidget

from funneldesk.desktop.kit.controls.buttons import join, surface
from funneldesk.desktop.kit.controls.counted_line import CountedLine
from funneldesk.desktop.kit.controls.labels import Label
from funneldesk.desktop.kit.style.tokens import SIDEBAR_WIDTH
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.sections.section import Section
from funneldesk.desktop.shell.brands.brand_button import BrandButton


class SectionButton(CountedLine):
    """One line of the bar: icon, title and a count where work waits."""

    def __init__(self, section: Section) -> None:
        super().__init__(section.title, SIDEBAR_WIDTH - 20, section.icon)
        self.section = section


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
        column.addWidget(self._scrolled(sections, groups), 1)

    def _scrolled(self, sections: Sequence[Section], groups: Mapping[str, str]) -> QScrollArea:
        """The sections, which low windows do not have room for."""
        inner = QWidget(self)
        lines = QVBoxLayout(inner)
        lines.setContentsMargins(0, 0, 0, 0)
        lines.setSpacing(0)
        for group, title in groups.items():
            members = [section for section in sections if section.group == group]
            if members:
                self._add_group(lines, title, members)
        lines.addStretch(1)
        scroll = QScrollArea(self)
        scroll.setFrameShape(QScrollArea.Shape.NoFrame)
        scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        scroll.setWidgetResizable(True)
        scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        scroll.setViewport(QWidget())  # Asking for its own loads what the first paint can spare.
        scroll.setWidget(inner)
        inner.setAutoFillBackground(False)
        return scroll

    def _add_group(self, column: QVBoxLayout, title: str, members: Sequence[Section]) -> None:
        head = Label(title, size="label", tone="muted")
        head.setContentsMargins(8, 10, 0, 4)
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
