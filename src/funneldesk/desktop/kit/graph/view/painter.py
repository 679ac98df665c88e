"""Painting of a graph: plain boxes from afar, titles nearer, everything when there is room."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field

from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter, QPen

from funneldesk.desktop.kit.graph.model.items import COMMENT, Key, Node
from funneldesk.desktop.kit.graph.model.marks import NO_EDGE_MARK, NO_MARK, EdgeMark, Mark
from funneldesk.desktop.kit.graph.model.sizes import text_of
from funneldesk.desktop.kit.graph.view.geometry import Geometry
from funneldesk.desktop.kit.style.cut_text import LEFT, cut_text
from funneldesk.desktop.kit.style.icons import pixmap
from funneldesk.desktop.kit.style.theme import font, theme
from funneldesk.desktop.kit.style.tokens import CARD_RADIUS, LABEL_PX, SMALL_PX

FAR, NEAR = 0.34, 0.5
"""Scales below which nodes are plain boxes, and from which on everything of them is drawn."""
PORT = 4.5
RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
TOP = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop


@dataclass(slots=True)
class Shown:
    """What is drawn besides the graph itself."""

    chosen: Collection[Key] = ()
    current: Key | None = None
    focused: bool = False
    found: Collection[Key] = ()
    marks: Mapping[Key, Mark] = field(default_factory=dict)
    edge_marks: Mapping[Key, EdgeMark] = field(default_factory=dict)
    problems: Mapping[Key, str] = field(default_factory=dict)


class GraphPainter:
    """Paints a part of a graph, in scene units, as fine as the scale allows."""

    def __init__(self, geometry: Geometry, shown: Shown) -> None:
        self._geometry, self._shown = geometry, shown
        self._far: dict[str, list[QRectF]] = {}
        self._far_lines: list[QLineF] = []
        self._far_of = -1
        self._texts: dict[Key, tuple[Node, str, str]] = {}
        self._fonts: dict[tuple[float, int], QFont] = {}
        self._tones: dict[str, QColor] = {}

    def paint(self, painter: QPainter, area: QRectF, scale: float) -> None:
        """Draw what meets ``area``; ``scale`` is device-independent pixels per scene unit."""
        if scale < FAR:
            self._paint_far(painter, area, scale)
            return
        near = scale >= NEAR
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, near)
        for key in self._geometry.edges_in(area):
            self._edge(painter, key, scale)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, True)
        for key in self._geometry.nodes_in(area.adjusted(-20, -30, 20, 10)):
            self._node(painter, key, near)

    def forget(self) -> None:
        """Work everything out anew: colours, or words, are others."""
        self._far_of = -1
        for known in (self._texts, self._fonts, self._tones):
            known.clear()

    # From afar

    def _paint_far(self, painter: QPainter, area: QRectF, scale: float) -> None:
        if self._far_of != self._geometry.revision:
            self._gather()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
        painter.setPen(QPen(self._tone("strong"), 0))
        painter.drawLines(self._far_lines)
        self._hot_lines(painter)
        for tone, boxes in self._far.items():
            painter.setPen(QPen(self._tone(tone), 0))
            painter.setBrush(self._soft(tone))
            painter.drawRects(boxes)
        self._outstanding(painter, scale)

    def _gather(self) -> None:
        geometry, kinds = self._geometry, self._geometry.kinds
        self._far = {}
        tones: dict[str, list[QRectF]] = {}
        nodes = geometry.graph.nodes
        for key, box in geometry.boxes.items():
            name = nodes[key].kind
            boxes = tones.get(name)
            if boxes is None:
                boxes = tones[name] = self._far.setdefault(kinds.of(name).tone, [])
            boxes.append(QRectF(*box))
        self._far_lines = [QLineF(*line) for line in geometry.lines.values()]
        self._far_of = geometry.revision

    def _hot_lines(self, painter: QPainter) -> None:
        for key, mark in self._shown.edge_marks.items():
            if mark.tone and key in self._geometry.lines:
                painter.setPen(QPen(self._tone(mark.tone), 0))
                painter.drawLine(QLineF(*self._geometry.lines[key]))

    def _outstanding(self, painter: QPainter, scale: float) -> None:
        """Chosen, found and marked nodes, which are told apart from afar as well."""
        painter.setBrush(Qt.BrushStyle.NoBrush)
        framed = {key: mark.tone for key, mark in self._shown.marks.items() if mark.tone}
        framed |= dict.fromkeys(self._shown.problems, "danger")
        framed |= dict.fromkeys(self._shown.found, "warning")
        framed |= dict.fromkeys(self._shown.chosen, "accent")
        for key, tone in framed.items():
            if key in self._geometry.boxes:
                painter.setPen(QPen(self._tone(tone), 2.5 / scale))
                painter.drawRect(self._geometry.rect(key))

    # Near

    def _edge(self, painter: QPainter, key: Key, scale: float) -> None:
        mark = self._shown.edge_marks.get(key, NO_EDGE_MARK)
        chosen = key in self._shown.chosen
        tone = "accent" if chosen else mark.tone or "strong"
        width = (2.5 if chosen else 1.5) * max(1.0, min(4.0, mark.weight))
        line = self._geometry.lines[key]
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(self._tone(tone), width))
        path = self._geometry.path(key)
        painter.drawPath(path)
        self._arrow(painter, QPointF(line[2] - PORT, line[3]), tone)
        if mark.text and scale >= NEAR:
            self._edge_text(painter, path.pointAtPercent(0.5), mark)

    def _arrow(self, painter: QPainter, tip: QPointF, tone: str) -> None:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(self._tone(tone))
        painter.drawPolygon([tip, tip + QPointF(-7, -4), tip + QPointF(-7, 4)])

    def _edge_text(self, painter: QPainter, middle: QPointF, mark: EdgeMark) -> None:
        painter.setFont(self._font(LABEL_PX, 600))
        width = painter.fontMetrics().horizontalAdvance(mark.text) + 12
        box = QRectF(middle.x() - width / 2, middle.y() - 9, width, 18)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(self._soft(mark.tone or "muted"))
        painter.drawRoundedRect(box, 9, 9)
        painter.setPen(self._tone(mark.tone or "muted"))
        painter.drawText(box, Qt.AlignmentFlag.AlignCenter, mark.text)

    def _node(self, painter: QPainter, key: Key, near: bool) -> None:
        geometry = self._geometry
        node, box = geometry.graph.nodes[key], geometry.rect(key)
        mark = self._shown.marks.get(key, NO_MARK)
        if mark.faded:
            painter.setOpacity(0.4)
        self._ground(painter, node, box, mark)
        if node.kind == COMMENT:
            painter.setPen(self._tone("text"))
            painter.setFont(self._font(SMALL_PX, 400))
            flags = TOP | Qt.TextFlag.TextWordWrap
            painter.drawText(box.adjusted(10, 9, -10, -6), int(flags), text_of(node)[:1_000])
        else:
            self._words(painter, node, box, near)
            if near:
                self._ports(painter, key, node)
        if near:
            self._counts(painter, box, mark)
        painter.setOpacity(1.0)

    def _ground(self, painter: QPainter, node: Node, box: QRectF, mark: Mark) -> None:
        shown, kinds = self._shown, self._geometry.kinds
        chosen = node.key in shown.chosen
        tone = mark.tone or ("danger" if node.key in shown.problems else "line")
        if node.key in shown.found:
            tone = "warning"
        pen = QPen(self._tone("accent" if chosen else tone), 2 if chosen or tone != "line" else 1)
        if not kinds.knows(node.kind):
            pen = QPen(self._tone("accent" if chosen else "muted"), 1.5, Qt.PenStyle.DashLine)
        painter.setPen(pen)
        ground = "warning_soft" if node.kind == COMMENT else "accent_soft" if chosen else "surface"
        painter.setBrush(self._tone(ground))
        painter.drawRoundedRect(box, CARD_RADIUS, CARD_RADIUS)
        if shown.focused and node.key == shown.current:
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(self._tone("accent"), 2))
            ring = box.adjusted(-4, -4, 4, 4)
            painter.drawRoundedRect(ring, CARD_RADIUS + 4, CARD_RADIUS + 4)

    def _words(self, painter: QPainter, node: Node, box: QRectF, near: bool) -> None:
        kind = self._geometry.kinds.of(node.kind)
        room = (
            box.width()
            - 62
            - (46.0 if any(p[0].label for p in self._geometry.ports[node.key]) else 0.0)
        )
        title, summary = self._cut(node, room)
        tile = QRectF(box.x() + 10, box.center().y() - 15, 30, 30)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(self._soft(kind.tone))
        painter.drawRoundedRect(tile, 6, 6)
        if near:
            painter.drawPixmap(QPointF(tile.x() + 7, tile.y() + 7), pixmap(kind.icon, kind.tone))
        painter.setFont(self._font(SMALL_PX + 1, 600))
        painter.setPen(self._tone("text"))
        upper = QRectF(box.x() + 50, box.center().y() - (19 if summary else 10), room, 19)
        painter.drawText(upper, int(LEFT), title)
        if summary and near:
            painter.setFont(self._font(LABEL_PX, 400))
            painter.setPen(self._tone("muted"))
            lower = upper.translated(0, 19)
            painter.drawText(lower, int(LEFT), summary)
        if near and node.key in self._shown.problems:
            sign = pixmap("triangle-alert", "danger", 14)
            painter.drawPixmap(QPointF(box.right() - 18, box.y() + 5), sign)

    def _ports(self, painter: QPainter, key: Key, node: Node) -> None:
        geometry = self._geometry
        painter.setPen(QPen(self._tone("muted"), 1.5))
        painter.setBrush(self._tone("surface"))
        left, top = geometry.boxes[key][:2]
        for _port, x, y in geometry.ports[key]:
            painter.drawEllipse(QPointF(left + x, top + y), PORT, PORT)
        if geometry.kinds.of(node.kind).has_input:
            x, y = geometry.input(key)
            painter.drawEllipse(QPointF(x, y), PORT - 1, PORT - 1)
        if not any(port.label for port, _x, _y in geometry.ports[key]):
            return
        painter.setFont(self._font(LABEL_PX - 1, 600))
        painter.setPen(self._tone("muted"))
        for port, x, y in geometry.ports[key]:
            if port.label:
                room = QRectF(left + x - 62, top + y - 9, 53, 18)
                text = cut_text(painter.fontMetrics(), port.label, 53)
                painter.drawText(room, int(RIGHT), text)

    def _counts(self, painter: QPainter, box: QRectF, mark: Mark) -> None:
        """The mark's word and numbers, below the node."""
        left, top = box.x() + 4, box.bottom() + 4
        parts = [(mark.word, mark.tone or "muted")] if mark.word else []
        parts += [(count.text, count.tone) for count in mark.counts]
        painter.setFont(self._font(LABEL_PX, 600))
        for text, tone in parts:
            width = painter.fontMetrics().horizontalAdvance(text) + 14
            pill = QRectF(left, top, width, 18)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(self._soft(tone))
            painter.drawRoundedRect(pill, 9, 9)
            painter.setPen(self._tone(tone))
            painter.drawText(pill, Qt.AlignmentFlag.AlignCenter, text)
            left += width + 4

    def _cut(self, node: Node, room: float) -> tuple[str, str]:
        """Title and summary of a node, cut to a width."""
        known = self._texts.get(node.key)
        if known is None or known[0] is not node:
            kinds = self._geometry.kinds
            title, summary = kinds.title(node), kinds.of(node.kind).summary(node.data)
            upper = QFontMetrics(self._font(SMALL_PX + 1, 600))
            lower = QFontMetrics(self._font(LABEL_PX, 400))
            cut = cut_text(upper, title, room), cut_text(lower, summary, room)
            known = self._texts[node.key] = (node, *cut)
        return known[1], known[2]

    def _font(self, px: float, weight: int) -> QFont:
        known = self._fonts.get((px, weight))
        if known is None:
            known = self._fonts[px, weight] = font(px, weight)
        return known

    def _tone(self, name: str) -> QColor:
        known = self._tones.get(name)
        if known is None:
            known = self._tones[name] = theme.colour(name)
        return known

    def _soft(self, tone: str) -> QColor:
        known = tone in ("success", "warning", "danger", "info", "accent")
        return self._tone(f"{tone}_soft" if known else "sunken")
