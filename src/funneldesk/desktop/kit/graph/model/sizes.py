"""How large nodes are drawn and where their ports are, in scene units."""

from funneldesk.desktop.kit.graph.model.items import COMMENT, Node
from funneldesk.desktop.kit.graph.model.kinds import Port

WIDTH = 216.0
HEIGHT = 60.0
PORT_STEP = 22.0
ACROSS = 84.0
"""Room between two columns of a tidy graph."""
BETWEEN = 44.0
"""Room between two nodes of a column: the counts below a node have their place there."""
COMMENT_LINE = 30
"""Letters in a line of a comment, about."""
GRID = 8.0

Size = tuple[float, float]


def size_of(node: Node, ports: tuple[Port, ...]) -> Size:
    """Width and height of a node with these outputs: more of them make it higher."""
    if node.kind == COMMENT:
        lines = sum(1 + len(line) // COMMENT_LINE for line in text_of(node).splitlines() or [""])
        return WIDTH, 20 + 17.0 * min(lines, 20)
    return WIDTH, max(HEIGHT, 16 + PORT_STEP * len(ports))


def output_at(ports: tuple[Port, ...], output: str, size: Size) -> Size:
    """Where an output is, from the node's upper left corner."""
    names = [port.name for port in ports]
    place = names.index(output) if output in names else 0
    share = (place + 1) / (len(names) + 1) if names else 0.5
    return size[0], size[1] * share


def input_at(size: Size) -> Size:
    """Where edges arrive, from the node's upper left corner."""
    return 0.0, size[1] / 2


def text_of(comment: Node) -> str:
    """What a comment says."""
    text = comment.data.get("text")
    return text if isinstance(text, str) else ""


def on_grid(value: float) -> float:
    """The nearest line of the grid."""
    return round(value / GRID) * GRID
