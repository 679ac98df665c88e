"""One chart of a board for the keyboard and for screen readers; the document draws below it."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QPoint, Qt, Signal
from PySide6.QtGui import (
    QAccessible,
    QAccessibleAnnouncementEvent,
    QContextMenuEvent,
    QFocusEvent,
    QKeyEvent,
    QPainter,
    QPaintEvent,
    QPen,
)
from PySide6.QtWidgets import QWidget

from funneldesk.desktop.kit.charts.chart import Chart, Kind
from funneldesk.desktop.kit.charts.cursor import Cursor
from funneldesk.desktop.kit.charts.labels import Labels
from funneldesk.desktop.kit.charts.tips import Tip, tip_of
from funneldesk.desktop.kit.charts.values import is_empty
from funneldesk.desktop.kit.style.mirroring import RTL
from funneldesk.desktop.kit.style.theme import theme

if TYPE_CHECKING:
    from collections.abc import Mapping

_Key = Qt.Key
MOVES: "Mapping[int, str]" = {
    _Key.Key_Left: "back",
    _Key.Key_Right: "on",
    _Key.Key_Up: "up",
    _Key.Key_Down: "down",
    _Key.Key_Home: "first",
    _Key.Key_End: "last",
    _Key.Key_PageUp: "far_back",
    _Key.Key_PageDown: "far_on",
}
PICKS = (_Key.Key_Return, _Key.Key_Enter, _Key.Key_Space)
BY_KEYS = (
    Qt.FocusReason.TabFocusReason,
    Qt.FocusReason.BacktabFocusReason,
    Qt.FocusReason.ShortcutFocusReason,
)
RADIUS, RING = 8, 2.0
UNTURNED = (Kind.SANKEY, Kind.MAP)
"""Kinds that lie the same way in every language."""


class ChartFrame(QWidget):
    """Lets the mouse through to the document. ``pointed`` is told the series and the place under
    the keyboard with what is said of it, or None; ``picked`` the same when it is picked."""

    menu_asked = Signal(str, QPoint)
    """The key of the menu was pressed: the chart's key, and where its menu shall be."""

    def __init__(
        self,
        chart: Chart,
        labels: Labels,
        pointed: Callable[[str, Cursor, Tip | None], None],
        picked: Callable[[str, int, int], None],
        parent: QWidget,
    ) -> None:
        super().__init__(parent)
        self._pointed, self._picked = pointed, picked
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self._by_keys = False
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.show_chart(chart, labels)
        theme.changed.connect(self.update)

    def show_chart(self, chart: Chart, labels: Labels) -> None:
        """Stand for another chart of the same key."""
        self.chart, self.labels = chart, labels
        self.cursor_at = Cursor(chart)
        self.said = ""
        self.setAccessibleName(", ".join(each for each in (chart.title, chart.subtitle) if each))
        self.setAccessibleDescription(chart.empty if is_empty(chart) else "")

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = event.key()
        if key in MOVES:
            self._by_keys = True
            self.cursor_at.move(self._way(MOVES[key]))
            self._say()
        elif key in PICKS and self.cursor_at.is_set:
            self._picked(self.chart.key, self.cursor_at.series, self.cursor_at.place)
        elif key == _Key.Key_Escape and self.cursor_at.is_set:
            self._forget()
        else:
            super().keyPressEvent(event)

    def _way(self, way: str) -> str:
        """Where an arrow leads: places run on to the left where one reads so."""
        if self.layoutDirection() != RTL or self.chart.kind in UNTURNED:
            return way
        return {"back": "on", "on": "back"}.get(way, way)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        self.menu_asked.emit(self.chart.key, self.rect().center())

    def event(self, event: QEvent) -> bool:
        """Keeps the keys that move along points from the window's shortcuts."""
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent):
            plain = event.modifiers() in (
                Qt.KeyboardModifier.NoModifier,
                Qt.KeyboardModifier.KeypadModifier,
            )
            if plain and (event.key() in MOVES or event.key() in PICKS):
                event.accept()
                return True
        return super().event(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        if event.reason() != Qt.FocusReason.PopupFocusReason:
            self._forget()
        self.update()

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self._by_keys = event.reason() in BY_KEYS
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draws nothing but the ring of the keyboard."""
        if not (self.hasFocus() and self._by_keys):
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(theme.colour("accent"), RING))
        half = RING / 2
        box = self.rect().toRectF().adjusted(half, half, -half, -half)
        painter.drawRoundedRect(box, RADIUS, RADIUS)
        painter.end()

    def _say(self) -> None:
        tip = tip_of(self.chart, self.labels, self.cursor_at.series, self.cursor_at.place)
        if tip is not None and tip.said != self.said:
            self.said = tip.said
            self.setAccessibleDescription(tip.said)
            QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(self, tip.said))
        self._pointed(self.chart.key, self.cursor_at, tip)

    def _forget(self) -> None:
        if self.cursor_at.is_set:
            self.cursor_at.clear()
            self.said = ""
            self.setAccessibleDescription("")
            self._pointed(self.chart.key, self.cursor_at, None)
