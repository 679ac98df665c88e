"""Where everything of a graph is drawn: boxes of nodes, ends of edges, and what is at a place."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import pairwise

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainterPath

from funneldesk.desktop.kit.graph.model.graph import Change, Graph
from funneldesk.desktop.kit.graph.model.items import Edge, Key, Node
from funneldesk.desktop.kit.graph.model.kinds import Kinds, Port
from funneldesk.desktop.kit.graph.model.sizes import input_at, output_at, size_of

Box = tuple[float, float, float, float]
"""Left, top, width, height in scene units."""
Line = tuple[float, float, float, float]
"""From where an edge leaves to where it arrives."""
PortAt = tuple[Port, float, float]
"""An output, and where it is from the node's upper left corner."""

PORT_REACH = 11.0
EDGE_REACH = 7.0
MARGIN = 60.0
LEAST_BEND, MOST_BEND = 36.0, 180.0


@dataclass(frozen=True, slots=True)
class Output:
    """An output of a node, as a place where edges begin."""

    key: Key
    name: str


class Geometry:
    """Boxes and lines of one graph, kept as it changes.

    ``fallback`` has places for nodes whose document gives none; ``shift`` moves nodes that are
    being dragged.
    """

    def __init__(self, graph: Graph, kinds: Kinds, fallback: Mapping[Key, tuple[float, float]]):
        self.graph, self.kinds = graph, kinds
        self.fallback = dict(fallback)
        self.boxes: dict[Key, Box] = {}
        self.lines: dict[Key, Line] = {}
        self.ports: dict[Key, tuple[PortAt, ...]] = {}
        self._paths: dict[Key, tuple[Line, QPainterPath]] = {}
        self.revision = 0
        for key, node in graph.nodes.items():
            self.boxes[key] = self._box(node)
        for key, edge in graph.edges.items():
            self.lines[key] = self._line(edge)

    def follow(self, change: Change) -> None:
        """Take over a change that was made to the graph."""
        nodes: set[Key] = set()
        for key, (before, after) in change.items.items():
            for item in (before, after):
                if isinstance(item, Node):
                    nodes.add(key)
                elif isinstance(item, Edge):
                    nodes.update((item.source, item.target))
            if isinstance(after, Edge) or isinstance(before, Edge):
                self.lines.pop(key, None)
                self._paths.pop(key, None)
        self._renew(nodes)

    def shift(self, keys: Iterable[Key], dx: float, dy: float) -> None:
        """Draw nodes elsewhere for now, from where the graph has them."""
        for key in keys:
            left, top, width, height = self._box(self.graph.nodes[key])
            self.boxes[key] = (left + dx, top + dy, width, height)
        for edge in self.graph.touching(keys):
            self.lines[edge.key] = self._line(edge)
        self.revision += 1

    def renew(self, keys: Iterable[Key]) -> None:
        """Draw nodes where the graph has them."""
        self._renew(set(keys))

    def place(self, key: Key) -> tuple[float, float]:
        """The upper left corner of a node as it is drawn."""
        return self.boxes[key][:2]

    def places(self) -> dict[Key, tuple[float, float]]:
        """The upper left corners of all nodes."""
        return {key: box[:2] for key, box in self.boxes.items()}

    def rect(self, key: Key) -> QRectF:
        """A node's box."""
        return QRectF(*self.boxes[key])

    def bounds(self, keys: Iterable[Key] | None = None) -> QRectF:
        """Around all nodes, or some."""
        boxes = [self.boxes[key] for key in (self.boxes if keys is None else keys)]
        if not boxes:
            return QRectF()
        left, top = min(box[0] for box in boxes), min(box[1] for box in boxes)
        right = max(box[0] + box[2] for box in boxes)
        bottom = max(box[1] + box[3] for box in boxes)
        return QRectF(left, top, right - left, bottom - top)

    def nodes_in(self, area: QRectF) -> list[Key]:
        """Nodes that meet an area, in the order in which they are drawn."""
        left, top, right, bottom = area.left(), area.top(), area.right(), area.bottom()
        return [
            key
            for key, (x, y, width, height) in self.boxes.items()
            if x < right and y < bottom and x + width > left and y + height > top
        ]

    def edges_in(self, area: QRectF) -> list[Key]:
        """Edges that may be seen in an area."""
        left, top = area.left() - MOST_BEND, area.top() - MARGIN
        right, bottom = area.right() + MOST_BEND, area.bottom() + MARGIN
        return [
            key
            for key, (x, y, to_x, to_y) in self.lines.items()
            if not (
                (x < left and to_x < left)
                or (x > right and to_x > right)
                or (y < top and to_y < top)
                or (y > bottom and to_y > bottom)
            )
        ]

    def node_at(self, place: QPointF) -> Key | None:
        """The node at a place, the uppermost."""
        found = self.nodes_in(QRectF(place.x(), place.y(), 0.01, 0.01))
        return found[-1] if found else None

    def output_near(self, place: QPointF) -> Output | None:
        """The output at a place, a little beside it too."""
        reach = QRectF(place.x() - PORT_REACH, place.y() - PORT_REACH, *(2 * PORT_REACH,) * 2)
        for key in reversed(self.nodes_in(reach)):
            for name, (x, y) in self.outputs(key).items():
                if abs(x - place.x()) <= PORT_REACH and abs(y - place.y()) <= PORT_REACH:
                    return Output(key, name)
        return None

    def edge_at(self, place: QPointF) -> Key | None:
        """The edge at a place, a little beside it too."""
        reach = QRectF(place.x() - EDGE_REACH, place.y() - EDGE_REACH, *(2 * EDGE_REACH,) * 2)
        for key in self.edges_in(reach):
            if path_of(self.lines[key]).intersects(reach) and _meets(self.lines[key], reach):
                return key
        return None

    def outputs(self, key: Key) -> dict[str, tuple[float, float]]:
        """Where the outputs of a node are, by name."""
        left, top = self.boxes[key][:2]
        return {port.name: (left + x, top + y) for port, x, y in self.ports[key]}

    def path(self, key: Key) -> QPainterPath:
        """The curve of an edge."""
        line, known = self.lines[key], self._paths.get(key)
        if known is None or known[0] != line:
            known = self._paths[key] = (line, path_of(line))
        return known[1]

    def input(self, key: Key) -> tuple[float, float]:
        """Where edges arrive at a node."""
        left, top, width, height = self.boxes[key]
        x, y = input_at((width, height))
        return left + x, top + y

    def _renew(self, nodes: set[Key]) -> None:
        for key in nodes:
            node = self.graph.nodes.get(key)
            if node is None:
                self.boxes.pop(key, None)
            else:
                self.boxes[key] = self._box(node)
        for edge in self.graph.touching(nodes):
            self.lines[edge.key] = self._line(edge)
        self.revision += 1

    def _box(self, node: Node) -> Box:
        x, y = (node.x, node.y) if node.placed else self.fallback.get(node.key, (0.0, 0.0))
        ports = self.kinds.outputs(self.graph, node)
        size = size_of(node, ports)
        self.ports[node.key] = tuple((port, *output_at(ports, port.name, size)) for port in ports)
        return (x, y, *size)

    def _line(self, edge: Edge) -> Line:
        left, top, width, height = self.boxes[edge.source]
        ports = self.ports[edge.source]
        places = [(x, y) for port, x, y in ports if port.name == edge.output]
        x, y = places[0] if places else (width, height / 2)
        return (left + x, top + y, *self.input(edge.target))


def path_of(line: Line) -> QPainterPath:
    """The curve of an edge; one that leads back bends around."""
    x, y, to_x, to_y = line
    bend = max(LEAST_BEND, min(MOST_BEND, abs(to_x - x) / 2))
    path = QPainterPath(QPointF(x, y))
    path.cubicTo(x + bend, y, to_x - bend, to_y, to_x, to_y)
    return path


def _meets(line: Line, reach: QRectF, parts: int = 24) -> bool:
    """Whether the curve itself, not the room that it encloses, comes near."""
    path = path_of(line)
    points = [path.pointAtPercent(part / parts) for part in range(parts + 1)]
    return any(_crosses(one, other, reach) for one, other in pairwise(points))


def _crosses(one: QPointF, other: QPointF, reach: QRectF) -> bool:
    box = QRectF(one, other).normalized().adjusted(-0.5, -0.5, 0.5, 0.5)
    return box.intersects(reach)
