"""The canvas: a graph that is panned, zoomed, chosen from and changed by hand and keyboard."""

from collections.abc import Collection, Mapping, Sequence

from PySide6.QtCore import QEvent, QPoint, QPointF, QRect, QRectF, Qt, Signal
from PySide6.QtGui import (
    QAccessible,
    QAccessibleAnnouncementEvent,
    QFocusEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QResizeEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QFrame, QGraphicsScene, QGraphicsView

from funneldesk.desktop.kit.graph.model.choice import Choice
from funneldesk.desktop.kit.graph.model.graph import Change, Graph
from funneldesk.desktop.kit.graph.model.history import History
from funneldesk.desktop.kit.graph.model.items import Key
from funneldesk.desktop.kit.graph.model.kinds import Kinds
from funneldesk.desktop.kit.graph.model.marks import EdgeMark, Mark
from funneldesk.desktop.kit.graph.view.geometry import Geometry, Output
from funneldesk.desktop.kit.graph.view.keys import CanvasKeys
from funneldesk.desktop.kit.graph.view.mouse import CanvasMouse
from funneldesk.desktop.kit.graph.view.painter import GraphPainter, Shown
from funneldesk.desktop.kit.graph.view.spoken import spoken
from funneldesk.desktop.kit.style.theme import theme

LEAST, MOST, STEP = 0.03, 2.5, 1.25
READABLE, FEW = 0.7, 80
ROOM = 20_000.0
"""Scene units around the graph that one can pan to."""


class GraphCanvas(QGraphicsView):
    """Shows the graph of a history. Deeds are done in that history; it is told by ``follow``.

    ``opened`` tells of a node that was opened (Enter, double click), ``add_asked`` of a place where
    a node is to be added, with the output that is to lead to it, or None.
    """

    chosen = Signal()
    opened = Signal(object)
    menu_asked = Signal(QPoint)
    add_asked = Signal(QPointF, object)
    asked = Signal(str)
    """A key for the editor: undo, redo, copy, cut, paste, duplicate, search."""
    looked_elsewhere = Signal()
    """Panned or zoomed."""

    def __init__(self, kinds: Kinds, name: str) -> None:
        super().__init__()
        self.kinds, self.name = kinds, name
        self.read_only = False
        self.choice, self.shown = Choice(), Shown()
        self.history = History(Graph())
        self.geometry_of = Geometry(self.history.graph, kinds, {})
        self.painter = GraphPainter(self.geometry_of, self.shown)
        self._is_as_begun = True
        """Whether nobody looked elsewhere yet: another size of the window then shows all again."""
        self.looked_elsewhere.connect(self._left)
        self._keys, self._mouse = CanvasKeys(self), CanvasMouse(self)
        self.setScene(QGraphicsScene(self))
        self._build()

    def _build(self) -> None:
        self.setAccessibleName(self.name)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)
        for set_policy in (self.setHorizontalScrollBarPolicy, self.setVerticalScrollBarPolicy):
            set_policy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setTransformationAnchor(QGraphicsView.ViewportAnchor.NoAnchor)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.PreventContextMenu)
        theme.changed.connect(self.draw_again)

    # The graph

    def show_history(self, history: History, fallback: Mapping[Key, tuple[float, float]]) -> None:
        """Show another graph, all of it."""
        self.history = history
        self.choice = Choice()
        self.geometry_of = Geometry(history.graph, self.kinds, fallback)
        self.shown = Shown(focused=self.hasFocus())
        self.painter = GraphPainter(self.geometry_of, self.shown)
        self._widen()
        self.begin()
        self.show_choice()

    def follow(self, change: Change) -> None:
        """Draw a change that was made in the history."""
        self.geometry_of.follow(change)
        self.choice.settle(self.history.graph)
        self._widen()
        self.show_choice()

    def show_marks(self, marks: Mapping[Key, Mark], edges: Mapping[Key, EdgeMark]) -> None:
        """Write numbers and colours on nodes and edges, instead of those of before."""
        self.shown.marks, self.shown.edge_marks = dict(marks), dict(edges)
        self._tell()
        self.viewport().update()

    def show_problems(self, problems: Mapping[Key, str]) -> None:
        """Mark nodes whose settings are wrong."""
        self.shown.problems = dict(problems)
        self._tell()
        self.viewport().update()

    def show_found(self, keys: Collection[Key]) -> None:
        """Mark what a search found."""
        self.shown.found = set(keys)
        self.viewport().update()

    def draw_again(self) -> None:
        """Draw all anew: the theme is another."""
        self.painter.forget()
        self.viewport().update()

    # What is chosen

    def choose(self, keys: Sequence[Key], *, reveal: bool = True) -> None:
        """Choose items; the first one becomes the current node."""
        self.choice.take(keys)
        self.show_choice()
        if reveal and self.choice.current is not None:
            self.reveal(self.choice.current)

    def show_choice(self) -> None:
        """Draw and tell what is chosen."""
        self.choice.settle(self.history.graph)
        self.shown.chosen, self.shown.current = self.choice.keys, self.choice.current
        self._tell()
        self.viewport().update()
        self.chosen.emit()

    def say(self, words: str) -> None:
        """Have a screen reader say something."""
        if QAccessible.isActive():
            QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(self, words))

    # Looking around

    def scale_now(self) -> float:
        """Device-independent pixels per scene unit."""
        return float(self.transform().m11())

    def zoom(self, factor: float, at: QPoint | None = None) -> None:
        """Look nearer or from farther away; what is at a place of the viewport stays there."""
        place = at if at is not None else self.viewport().rect().center()
        before = self.mapToScene(place)
        to = max(LEAST, min(MOST, self.scale_now() * factor))
        self.resetTransform()
        self.scale(to, to)
        moved = self.mapFromScene(before) - place
        self.pan(moved.x(), moved.y())

    def pan(self, dx: int, dy: int) -> None:
        """Move what is seen by pixels."""
        for bar, by in ((self.horizontalScrollBar(), dx), (self.verticalScrollBar(), dy)):
            bar.setValue(bar.value() + by)
        self.looked_elsewhere.emit()

    def fit(self, keys: Collection[Key] | None = None) -> None:
        """Show all, or some nodes, as large as they fit and no larger than they are."""
        area = self.geometry_of.bounds(keys).adjusted(-48, -48, 48, 60)
        room = self.viewport().rect()
        if area.isEmpty() or room.isEmpty():
            return
        to = min(1.0, room.width() / area.width(), room.height() / area.height())
        self.resetTransform()
        self.scale(max(LEAST, to), max(LEAST, to))
        self.centerOn(area.center())
        self.looked_elsewhere.emit()

    def begin(self) -> None:
        """Show all, or where it begins in case a graph that is not large could not be read then."""
        self.fit()
        area, few = self.geometry_of.bounds(), len(self.geometry_of.boxes) <= FEW
        if few and not area.isEmpty() and self.scale_now() < READABLE:
            self.resetTransform()
            self.scale(READABLE, READABLE)
            across = self.viewport().width() / READABLE / 2 - 48
            self.centerOn(area.left() + max(0.0, across), area.center().y())
            self.looked_elsewhere.emit()
        self._is_as_begun = True

    def _left(self) -> None:
        self._is_as_begun = False

    def reveal(self, key: Key) -> None:
        """Bring a node into view, and near enough to be read."""
        if key not in self.geometry_of.boxes:
            return
        if self.scale_now() < READABLE / 2:
            self.zoom(READABLE / self.scale_now())
        box = self.geometry_of.rect(key).adjusted(-40, -40, 40, 40)
        if not self.seen().contains(box):
            self.centerOn(box.center())
            self.looked_elsewhere.emit()

    def seen(self) -> QRectF:
        """The part of the scene that is in view."""
        return self.mapToScene(self.viewport().rect()).boundingRect()

    def middle(self) -> QPointF:
        """The middle of what is in view."""
        return self.seen().center()

    # Qt

    def drawBackground(self, painter: QPainter, rect: QRectF | QRect) -> None:
        area = QRectF(rect)
        painter.fillRect(area, theme.colour("app"))
        self.painter.paint(painter, area, self.scale_now())

    def drawForeground(self, painter: QPainter, rect: QRectF | QRect) -> None:
        self._mouse.paint(painter)

    def event(self, event: QEvent) -> bool:
        meant = isinstance(event, QKeyEvent) and self._keys.takes(event)
        if meant and event.type() == QEvent.Type.ShortcutOverride:
            event.accept()
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if not self._keys.press(event):
            event.ignore()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self._mouse.press(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self._mouse.move(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        self._mouse.release(event)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        self._mouse.double_click(event)

    def wheelEvent(self, event: QWheelEvent) -> None:
        turned = event.angleDelta()
        if event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            self.zoom(STEP if turned.y() > 0 else 1 / STEP, event.position().toPoint())
        else:
            aside = event.modifiers() & Qt.KeyboardModifier.ShiftModifier
            by = QPoint(turned.y(), turned.x()) if aside else turned
            self.pan(-by.x(), -by.y())
        event.accept()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        begins = event.oldSize().isEmpty() or self._is_as_begun
        if begins:
            self.begin()
        self.looked_elsewhere.emit()
        self._is_as_begun = begins

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self._focus(True)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self._focus(False)

    def cancel(self) -> bool:
        """Give up what a hand or the keyboard began; whether there was anything."""
        return self._mouse.cancel() or self._keys.cancel()

    def aim(self, output: Output | None) -> None:
        """Begin a connection from an output, to be led to a node by the keyboard."""
        self._keys.aim(output)

    @property
    def aiming(self) -> Output | None:
        """The output from which the keyboard leads a connection now."""
        return self._keys.aiming

    def _focus(self, on: bool) -> None:
        self.shown.focused = on
        if on and self.choice.current is None and self.history.graph.nodes:
            self.choice.current = min(self.history.graph.nodes)
            self.shown.current = self.choice.current
            self._tell()
        self.viewport().update()

    def _tell(self) -> None:
        words = spoken(self.history.graph, self.kinds, self.shown)
        if words != self.accessibleDescription():
            self.setAccessibleDescription(words)
            if self.hasFocus():
                self.say(words)

    def _widen(self) -> None:
        around = self.geometry_of.bounds().adjusted(-ROOM, -ROOM, ROOM, ROOM)
        if around != self.sceneRect():
            self.setSceneRect(around)
