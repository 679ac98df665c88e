"""Groups of properties that the features of the section put here."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QScrollArea, QVBoxLayout, QWidget

from funneldesk.desktop.kit.controls.buttons import column, surface
from funneldesk.desktop.kit.controls.labels import Label
from funneldesk.desktop.local.texts import _

WIDTH, LEAST_WIDTH = 270, 230


class ContextPane(QWidget):
    """A column of titled groups, from top to bottom as they were added."""

    def __init__(self) -> None:
        super().__init__()
        surface("surface", self)
        self._groups: dict[str, QWidget] = {}
        self._inner = QWidget()
        surface("surface", self._inner)
        self._column = QVBoxLayout(self._inner)
        self._column.setContentsMargins(16, 12, 16, 16)
        self._column.setSpacing(20)
        self._column.addStretch(1)
        area = QScrollArea()
        area.setAccessibleName(_("Details"))
        area.setWidget(self._inner)
        area.setWidgetResizable(True)
        area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        area.setFrameShape(QFrame.Shape.NoFrame)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setLayout(column(area, spacing=0))
        self.setMinimumWidth(LEAST_WIDTH)

    def add(self, name: str, title: str, widget: QWidget) -> QWidget:
        """Put a group below the others; gives what holds it, to be hidden and shown. An empty
        title shows none."""
        group = QWidget()
        inside = column(spacing=8)
        if title:
            inside.addWidget(Label(title, size="label", tone="muted"))
        inside.addWidget(widget)
        group.setLayout(inside)
        self._groups[name] = group
        self._column.insertWidget(self._column.count() - 1, group)
        return group

    def group(self, name: str) -> QWidget | None:
        """A group that was added."""
        return self._groups.get(name)
