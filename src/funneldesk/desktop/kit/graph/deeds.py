"""What the editor does to a graph when it is asked to: adding, copying, pasting, tidying."""

from collections.abc import Callable, Mapping
from typing import Any

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QGuiApplication

from funneldesk.desktop.kit.graph.model import deeds
from funneldesk.desktop.kit.graph.model.clipboard import NotNodes, copied, pasted, shifted
from funneldesk.desktop.kit.graph.model.format import GraphFormat
from funneldesk.desktop.kit.graph.model.items import COMMENT, Key, Node
from funneldesk.desktop.kit.graph.model.layout import MOST, TooLarge, tidied
from funneldesk.desktop.kit.graph.model.sizes import ACROSS, HEIGHT, WIDTH, on_grid
from funneldesk.desktop.kit.graph.view.canvas import GraphCanvas
from funneldesk.desktop.kit.graph.view.geometry import Output
from funneldesk.desktop.kit.notices.notices import Notice
from funneldesk.desktop.kit.tasks import in_thread
from funneldesk.desktop.local.texts import _, ngettext

STEP = 32.0


class Deeds:
    """Acts on the graph of a canvas; ``tell`` hears what could not be done."""

    def __init__(
        self, canvas: GraphCanvas, form: GraphFormat, tell: Callable[[Notice], object]
    ) -> None:
        self._canvas, self._form, self._tell = canvas, form, tell

    def add(
        self,
        kind: str,
        at: QPointF | None = None,
        output: Output | None = None,
        data: Mapping[str, Any] | None = None,
    ) -> Key:
        """Add a node of a kind: at a place, after an output, or on the edge that is chosen."""
        canvas, graph = self._canvas, self._canvas.history.graph
        known = canvas.kinds.of(kind)
        edges = canvas.choice.edges(graph)
        on = graph.edges[edges[0]] if len(edges) == 1 and output is None and at is None else None
        x, y = self._place(at, output, on.target if on else None)
        code = self._form.new_code(kind, graph.codes())
        settings = dict(known.defaults) if data is None else dict(data)
        node = Node(-2, code, kind, settings, on_grid(x), on_grid(y))
        after = (output.key, output.name) if output and known.has_input else None
        ports = known.ports(settings)
        key = graph.next_key
        first = ports[0].name if ports else ""
        canvas.history.do(deeds.add(graph, node, after, on, first))
        canvas.choose([key])
        return key

    def comment(self) -> Key:
        """Add a comment in the middle of what is seen."""
        words = {"text": _("What should others know?")}
        return self.add(COMMENT, self._canvas.middle(), None, words)

    def remove(self) -> None:
        """Remove what is chosen."""
        history = self._canvas.history
        history.do(deeds.remove(history.graph, self._canvas.choice.keys))

    def copy(self) -> bool:
        """Put the chosen nodes on the clipboard as text; whether there were any."""
        graph = self._canvas.history.graph
        nodes = self._canvas.choice.nodes(graph)
        if nodes:
            QGuiApplication.clipboard().setText(copied(graph, nodes, self._form.name))
            count = len(nodes)
            words = ngettext("{count:,} node copied", "{count:,} nodes copied", count)
            self._canvas.say(words.format(count=count))
        return bool(nodes)

    def cut(self) -> None:
        """Copy the chosen nodes, then remove them."""
        if self.copy():
            self.remove()

    def paste(self) -> None:
        """Add the nodes that are on the clipboard, of whatever brand or program."""
        try:
            nodes, edges = pasted(QGuiApplication.clipboard().text(), self._form.name)
        except NotNodes as problem:
            self._tell(Notice(_("Nothing pasted"), str(problem), "info", key="graph-paste"))
            return
        middle = self._canvas.middle()
        placed = shifted(nodes, on_grid(middle.x() - WIDTH / 2), on_grid(middle.y() - HEIGHT))
        self._insert(placed, edges, _("Paste"))

    def duplicate(self) -> None:
        """Add copies of the chosen nodes beside them."""
        graph = self._canvas.history.graph
        chosen = self._canvas.choice.nodes(graph)
        if chosen:
            nodes, edges = pasted(copied(graph, chosen, self._form.name), self._form.name)
            area = self._canvas.geometry_of.bounds(chosen)
            placed = shifted(nodes, area.x() + STEP, area.y() + STEP)
            self._insert(placed, edges, _("Duplicate"))

    async def tidy(self) -> None:
        """Lay out the chosen nodes, or all, in layers; worked out in a thread."""
        canvas, history = self._canvas, self._canvas.history
        chosen = canvas.choice.nodes(history.graph)
        keys = chosen if len(chosen) > 1 else None
        state = history.graph.copy()
        try:
            places = await in_thread(tidied, state, canvas.kinds, keys)
        except TooLarge:
            words = _("Choose up to {most:,} nodes and tidy them, one part after the other.")
            text = words.format(most=MOST)
            self._tell(Notice(_("Too many nodes to tidy at once"), text, "info", key="graph-tidy"))
            return
        if history is not canvas.history:
            return
        if keys is not None:
            area = canvas.geometry_of.bounds(keys)
            places = {key: (x + area.x(), y + area.y()) for key, (x, y) in places.items()}
        there = {key: place for key, place in places.items() if key in history.graph.nodes}
        history.do(deeds.move(history.graph, there, _("Tidy")))
        canvas.fit(keys)

    def _insert(self, nodes: list[Node], edges: list[Any], label: str) -> None:
        history = self._canvas.history
        first = history.graph.next_key
        history.do(deeds.insert(history.graph, self._form, nodes, edges, label))
        self._canvas.choose(list(range(first, first + len(nodes))))

    def _place(
        self, at: QPointF | None, output: Output | None, target: Key | None
    ) -> tuple[float, float]:
        geometry = self._canvas.geometry_of
        if output is not None and at is None:
            box = geometry.rect(output.key)
            x, y = box.right() + ACROSS, geometry.outputs(output.key)[output.name][1] - HEIGHT / 2
            return self._free(x, y)
        if target is not None:
            x, y = geometry.place(target)
            return self._free(x - WIDTH / 2, y + HEIGHT + STEP)
        middle = at if at is not None else self._canvas.middle()
        if output is not None:
            return middle.x(), middle.y() - HEIGHT / 2
        return self._free(middle.x() - WIDTH / 2, middle.y() - HEIGHT / 2)

    def _free(self, x: float, y: float) -> tuple[float, float]:
        """The place, or one below it where nothing stands yet."""
        for _turn in range(200):
            if not self._canvas.geometry_of.nodes_in(QRectF(x, y, WIDTH, HEIGHT + 20)):
                break
            y += STEP
        return x, y
