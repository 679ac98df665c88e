"""Hands on a canvas: choosing, bands, moving with guides, connecting, panning."""

from typing import Any, Literal

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QMouseEvent, QPainter, QPen
from PySide6.QtWidgets import QApplication

from funneldesk.desktop.kit.graph.model.deeds import connect, move, reconnect
from funneldesk.desktop.kit.graph.model.items import Key
from funneldesk.desktop.kit.graph.view.geometry import Output, path_of
from funneldesk.desktop.kit.graph.view.guides import guided
from funneldesk.desktop.kit.style.theme import theme

Doing = Literal["", "pressed", "moving", "band", "connecting", "reconnecting", "panning"]
_MORE = Qt.KeyboardModifier.ShiftModifier | Qt.KeyboardModifier.ControlModifier
_LEFT, _MIDDLE = Qt.MouseButton.LeftButton, Qt.MouseButton.MiddleButton


class CanvasMouse:
    """Acts on a ``GraphCanvas``; nothing is done to the graph before a button is let go."""

    def __init__(self, canvas: Any) -> None:
        self._canvas = canvas
        self._doing: Doing = ""
        self._start, self._at = QPointF(), QPointF()
        self._from_pixels = QPointF()
        self._shift = QPointF()
        self._moving: list[Key] = []
        self._output: Output | None = None
        self._edge: Key | None = None
        self._before: set[Key] = set()
        self._guides: tuple[float | None, float | None] = (None, None)

    def press(self, event: QMouseEvent) -> None:
        """Begin what the place under the pointer is for."""
        canvas = self._canvas
        self._at = self._start = canvas.mapToScene(event.position().toPoint())
        self._from_pixels = event.position()
        if event.button() == _MIDDLE:
            self._doing = "panning"
            canvas.viewport().setCursor(Qt.CursorShape.ClosedHandCursor)
        elif event.button() == _LEFT:
            self._press_left(event)
        elif event.button() == Qt.MouseButton.RightButton:
            self._press_right(event)

    def move(self, event: QMouseEvent) -> None:
        """Go on with what was begun."""
        canvas = self._canvas
        if self._doing == "panning":
            by = event.position() - self._from_pixels
            self._from_pixels = event.position()
            canvas.pan(-round(by.x()), -round(by.y()))
            return
        self._at = canvas.mapToScene(event.position().toPoint())
        far = (event.position() - self._from_pixels).manhattanLength()
        if self._doing == "pressed" and far >= QApplication.startDragDistance():
            self._doing = "" if canvas.read_only else "moving"
        if self._doing == "moving":
            self._move()
        elif self._doing == "band":
            self._band()
        if self._doing:
            canvas.viewport().update()
        elif not canvas.read_only:
            self._point()

    def release(self, event: QMouseEvent) -> None:
        """End what was begun: now it is done."""
        doing, self._doing = self._doing, ""
        canvas, history = self._canvas, self._canvas.history
        canvas.viewport().unsetCursor()
        if doing == "moving":
            places = {key: canvas.geometry_of.place(key) for key in self._moving}
            canvas.geometry_of.renew(self._moving)
            if self._shift != QPointF():
                history.do(move(history.graph, places))
        elif doing == "pressed" and not event.modifiers() & _MORE:
            node = canvas.geometry_of.node_at(self._at)
            if node is not None and len(canvas.choice.keys) > 1:
                canvas.choose([node], reveal=False)
        elif doing in ("connecting", "reconnecting"):
            self._lead(doing)
        self._guides = (None, None)
        canvas.viewport().update()

    def double_click(self, event: QMouseEvent) -> None:
        """Open a node; on empty ground add one."""
        canvas = self._canvas
        if event.button() != _LEFT:
            return
        place = canvas.mapToScene(event.position().toPoint())
        node = canvas.geometry_of.node_at(place)
        if node is not None:
            canvas.opened.emit(node)
        elif not canvas.read_only and canvas.geometry_of.edge_at(place) is None:
            canvas.add_asked.emit(place, None)

    def cancel(self) -> bool:
        """Leave everything as it was before the button was pressed."""
        doing, self._doing = self._doing, ""
        if doing == "moving":
            self._canvas.geometry_of.renew(self._moving)
        self._guides = (None, None)
        self._canvas.viewport().unsetCursor()
        self._canvas.viewport().update()
        return doing not in ("", "pressed")

    def paint(self, painter: QPainter) -> None:
        """Draw bands, guides and lines that are being led, in scene units."""
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, True)
        pen = QPen(theme.colour("accent"), 0)
        if self._doing == "band":
            painter.setPen(pen)
            ground = theme.colour("accent")
            ground.setAlpha(28)
            painter.setBrush(ground)
            painter.drawRect(QRectF(self._start, self._at).normalized())
        elif self._doing in ("connecting", "reconnecting") and self._output is not None:
            x, y = self._canvas.geometry_of.outputs(self._output.key)[self._output.name]
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(theme.colour("accent"), 2, Qt.PenStyle.DashLine))
            painter.drawPath(path_of((x, y, self._at.x(), self._at.y())))
        elif self._doing == "moving":
            painter.setPen(pen)
            seen = self._canvas.seen()
            if self._guides[0] is not None:
                painter.drawLine(
                    QPointF(self._guides[0], seen.top()), QPointF(self._guides[0], seen.bottom())
                )
            if self._guides[1] is not None:
                painter.drawLine(
                    QPointF(seen.left(), self._guides[1]), QPointF(seen.right(), self._guides[1])
                )

    def _press_left(self, event: QMouseEvent) -> None:
        canvas, more = self._canvas, event.modifiers() & _MORE
        geometry = canvas.geometry_of
        output = None if canvas.read_only else geometry.output_near(self._at)
        node = geometry.node_at(self._at)
        if output is not None and (node is None or node == output.key):
            self._doing, self._output, self._edge = "connecting", output, None
            return
        if node is not None:
            self._press_node(node, bool(more))
            return
        edge = geometry.edge_at(self._at)
        if edge is not None:
            self._press_edge(edge, bool(more))
            return
        self._doing = "band"
        self._before = set(canvas.choice.keys) if more else set()
        if not more:
            canvas.choice.only(None)
            canvas.show_choice()

    def _press_node(self, node: Key, more: bool) -> None:
        canvas, self._doing = self._canvas, "pressed"
        if more:
            canvas.choice.toggle(node)
            canvas.show_choice()
        elif node not in canvas.choice.keys:
            canvas.choose([node], reveal=False)
        else:
            canvas.choice.current = node
            canvas.show_choice()
        self._moving = canvas.choice.nodes(canvas.history.graph)
        self._shift = QPointF()

    def _press_edge(self, edge: Key, more: bool) -> None:
        """Choose an edge; pressed near its end it is led elsewhere."""
        canvas = self._canvas
        line = canvas.geometry_of.lines[edge]
        if more:
            canvas.choice.toggle(edge)
        else:
            canvas.choice.keys = {edge}
        canvas.show_choice()
        near = abs(line[2] - self._at.x()) < 26 and abs(line[3] - self._at.y()) < 16
        if near and not canvas.read_only:
            found = canvas.history.graph.edges[edge]
            self._doing, self._edge = "reconnecting", edge
            self._output = Output(found.source, found.output)

    def _press_right(self, event: QMouseEvent) -> None:
        canvas = self._canvas
        found = canvas.geometry_of.node_at(self._at)
        if found is None:
            found = canvas.geometry_of.edge_at(self._at)
        if found is not None and found not in canvas.choice.keys:
            canvas.choice.keys = {found}
            canvas.choice.current = found
            canvas.show_choice()
        canvas.menu_asked.emit(event.globalPosition().toPoint())

    def _move(self) -> None:
        canvas, geometry = self._canvas, self._canvas.geometry_of
        by = self._at - self._start
        if not self._moving:
            return
        geometry.shift(self._moving, by.x(), by.y())
        moving = set(self._moving)
        around = geometry.bounds(self._moving)
        box = (around.x(), around.y(), around.width(), around.height())
        near = geometry.nodes_in(canvas.seen())
        others = [geometry.boxes[key] for key in near if key not in moving]
        dx, dy, *lines = guided(box, others)
        self._shift = by + QPointF(dx, dy)
        self._guides = (lines[0], lines[1])
        geometry.shift(self._moving, self._shift.x(), self._shift.y())

    def _band(self) -> None:
        canvas = self._canvas
        inside = canvas.geometry_of.nodes_in(QRectF(self._start, self._at).normalized())
        found = self._before | set(inside)
        if found != canvas.choice.keys:
            canvas.choice.take(sorted(found))
            canvas.show_choice()

    def _lead(self, doing: Doing) -> None:
        canvas, history = self._canvas, self._canvas.history
        target = canvas.geometry_of.node_at(self._at)
        if self._output is None or target == self._output.key:
            return
        takes = target is not None and canvas.kinds.of(history.graph.nodes[target].kind).has_input
        if doing == "reconnecting" and takes and self._edge in history.graph.edges:
            history.do(reconnect(history.graph, history.graph.edges[self._edge], target))
        elif doing == "connecting" and takes:
            history.do(connect(history.graph, self._output.key, self._output.name, target))
        elif doing == "connecting" and target is None:
            canvas.add_asked.emit(self._at, self._output)

    def _point(self) -> None:
        viewport = self._canvas.viewport()
        if self._canvas.geometry_of.output_near(self._at) is not None:
            viewport.setCursor(Qt.CursorShape.CrossCursor)
        else:
            viewport.unsetCursor()
