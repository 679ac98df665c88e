"""The graph editor: canvas, tools, search and the form of what is chosen."""

from collections.abc import Callable, Mapping
from typing import Any

from PySide6.QtCore import QPoint, QPointF, Qt, Signal
from PySide6.QtWidgets import QSplitter, QStackedWidget, QWidget

from funneldesk.desktop.kit.controls.banner import Banner
from funneldesk.desktop.kit.controls.buttons import column, line
from funneldesk.desktop.kit.controls.empty_state import EmptyState
from funneldesk.desktop.kit.controls.menus import passing_menu
from funneldesk.desktop.kit.graph.deeds import Deeds
from funneldesk.desktop.kit.graph.menus import fill_add_menu, fill_node_menu
from funneldesk.desktop.kit.graph.model.deeds import remove
from funneldesk.desktop.kit.graph.model.format import CannotRead, GraphFormat
from funneldesk.desktop.kit.graph.model.graph import Change, Graph
from funneldesk.desktop.kit.graph.model.history import History
from funneldesk.desktop.kit.graph.model.items import Key, Node
from funneldesk.desktop.kit.graph.model.kinds import Kinds
from funneldesk.desktop.kit.graph.model.marks import EdgeMark, Mark
from funneldesk.desktop.kit.graph.reading import Opened, opened, problems_of, written
from funneldesk.desktop.kit.graph.tools import Tools
from funneldesk.desktop.kit.graph.view.canvas import GraphCanvas
from funneldesk.desktop.kit.graph.view.geometry import Output
from funneldesk.desktop.kit.graph.view.minimap import Minimap
from funneldesk.desktop.kit.graph.view.node_panel import NodePanel
from funneldesk.desktop.kit.graph.view.outline import Outline
from funneldesk.desktop.kit.tasks import TaskScope, in_thread
from funneldesk.desktop.local.texts import _

SIDE = 320
Check = Callable[[Graph], Mapping[Key, str]]
"""Problems of a whole graph: a sentence for a node. Called in a thread."""


class GraphEditor(QWidget):
    """Edits one document at a time. ``changed``: after each deed, undo and redo by the user.

    ``noticed`` carries what could not be done; the section shows it.
    """

    changed = Signal()
    noticed = Signal(object)
    chosen = Signal()

    def __init__(
        self, kinds: Kinds, form: GraphFormat, *, name: str, check: Check | None = None
    ) -> None:
        super().__init__()
        self.kinds, self.format, self.name, self._check = kinds, form, name, check
        self.tasks = TaskScope(self)
        self.canvas = GraphCanvas(kinds, name)
        self.deeds = Deeds(self.canvas, form, self.noticed.emit)
        self.node_panel, self.outline = NodePanel(kinds), Outline(kinds)
        self.minimap = Minimap(self.canvas)
        self.tools = Tools(self)
        self.banner = Banner(_("Remove them"))
        self._opened: Opened | None = None
        self._problems: dict[Key, str] = {}
        self._unreadable = EmptyState("workflow", "", "")
        self._side, self._middle = QStackedWidget(), QStackedWidget()
        self._rest: QWidget | None = None
        self._build()
        self._wire()

    def _build(self) -> None:
        self._side.addWidget(self.node_panel)
        self._side.addWidget(self.outline)
        self._middle.addWidget(self.canvas)
        self._middle.addWidget(self._unreadable)
        split = QSplitter(Qt.Orientation.Horizontal)
        split.setHandleWidth(1)
        split.addWidget(self._middle)
        split.addWidget(self._side)
        split.setStretchFactor(0, 1)
        split.setCollapsible(0, False)
        split.setSizes([900, SIDE])
        self._side.setMinimumWidth(240)
        self._side.hide()
        built = column(self.tools, line(), self.banner, split, spacing=0)
        built.setStretch(3, 1)
        self.setLayout(built)

    def _wire(self) -> None:
        canvas = self.canvas
        canvas.chosen.connect(self._on_chosen)
        canvas.opened.connect(self.open_node)
        canvas.add_asked.connect(self._ask_add)
        canvas.menu_asked.connect(self._menu)
        self.node_panel.closed.connect(self._close_side)
        self.outline.found.connect(canvas.show_found)
        self.outline.picked.connect(lambda key: canvas.choose([key]))
        self.banner.pressed.connect(self._remove_loose)
        canvas.asked.connect(self._asked)

    # The document

    def open(self, document: Any) -> None:
        """Show a document, read in a thread; what was shown before is forgotten."""
        self.tasks.latest("open", self._open(document))

    async def ready(self, document: Any) -> None:
        """Show a document; returns when it is shown, or told why not."""
        await self._open(document)

    def document(self) -> Any:
        """The document as it is to be saved."""
        if self._opened is None:
            raise ValueError("No document is open.")
        return written(self.format, self._opened, self.graph)

    async def written(self) -> Any:
        """The same, worked out in a thread."""
        if self._opened is None:
            raise ValueError("No document is open.")
        return await in_thread(written, self.format, self._opened, self.graph.copy())

    @property
    def graph(self) -> Graph:
        """The graph as it is now; it changes by ``do`` alone."""
        return self.canvas.history.graph

    @property
    def is_open(self) -> bool:
        """Whether a document is shown as a graph."""
        return self._opened is not None

    def do(self, change: Change) -> None:
        """Make a change that can be undone."""
        self.canvas.history.do(change)

    def undo(self) -> None:
        """Take back the last deed."""
        if self._may() and (change := self.canvas.history.undo()):
            self.canvas.say(change.label)

    def redo(self) -> None:
        """Do again what was undone."""
        if self._may() and (change := self.canvas.history.redo()):
            self.canvas.say(change.label)

    def set_read_only(self, on: bool) -> None:
        """Let the graph be looked at only."""
        self.canvas.read_only = on
        self.node_panel.set_read_only(on)
        self.tools.follow()

    # What is written on it

    def set_marks(
        self,
        nodes: Mapping[str, Mark],
        edges: Mapping[tuple[str, str, str], EdgeMark] | None = None,
    ) -> None:
        """Marks by code; edges by (code of the source, output, code of the target)."""
        graph = self.graph
        by_key = {node.key: nodes[node.code] for node in graph.in_order() if node.code in nodes}
        ways = edges or {}
        marked = {
            edge.key: ways[way]
            for edge in graph.edges.values()
            if (way := self._way(edge.source, edge.output, edge.target)) in ways
        }
        self.canvas.show_marks(by_key, marked)

    def problems(self) -> Mapping[Key, str]:
        """What is wrong with nodes, a sentence or more for each."""
        return dict(self._problems)

    def set_rest(self, widget: QWidget) -> None:
        """A panel that stands beside the canvas while no node is shown there."""
        self._rest = widget
        self._side.addWidget(widget)
        self._on_chosen()

    # Looking and finding

    def chosen_node(self) -> Node | None:
        """The one node that is chosen."""
        nodes = self.canvas.choice.nodes(self.graph)
        return self.graph.nodes[nodes[0]] if len(nodes) == 1 else None

    def choose_code(self, code: str) -> None:
        """Choose a node and bring it into view."""
        node = self.graph.by_code(code)
        if node is not None:
            self.canvas.choose([node.key])

    def open_node(self, key: Key) -> None:
        """Show the settings of a node, the keyboard in their first field."""
        if key in self.graph.nodes:
            self.canvas.choose([key], reveal=False)
            self.node_panel.focus_form()

    def show_search(self) -> None:
        """Show the list of nodes, the keyboard in its search field."""
        self.outline.show_graph(self.graph)
        self._side.setCurrentWidget(self.outline)
        self._side.show()
        self.outline.search.setFocus()
        self.outline.search.selectAll()

    # Inside

    async def _open(self, document: Any) -> None:
        try:
            found = await in_thread(opened, self.format, self.kinds, document)
        except CannotRead as problem:
            self._opened = None
            self._unreadable.say(_("This can't be shown as a graph"), str(problem))
            self._middle.setCurrentWidget(self._unreadable)
            self._side.hide()
            self.tools.follow()
            return
        self._opened, self._problems = found, dict(found.problems)
        history = History(found.graph.copy(), self._on_change)
        self.canvas.show_history(history, found.places)
        self.canvas.show_problems(self._problems)
        self._middle.setCurrentWidget(self.canvas)
        self._tell_loose()
        self.tools.follow()
        self._check_all()

    def _on_change(self, change: Change) -> None:
        self.canvas.follow(change)
        touched = [key for key in change.items if key in self.graph.nodes]
        for key in [key for key in self._problems if key not in self.graph.nodes]:
            del self._problems[key]
        self._take_problems(problems_of(self.kinds, self.graph, touched), touched)
        self._tell_loose()
        self.tools.follow()
        self._check_all()
        self.changed.emit()

    def _check_all(self) -> None:
        if self._check is not None:
            self.tasks.latest("check", self._check_whole(self._check))

    async def _check_whole(self, check: Check) -> None:
        graph = self.graph.copy()
        own = await in_thread(problems_of, self.kinds, graph, list(graph.nodes))
        found = {**own}
        for key, words in (await in_thread(check, graph)).items():
            found[key] = f"{found[key]} {words}" if key in found else words
        self._take_problems(found, list(self.graph.nodes))

    def _take_problems(self, found: Mapping[Key, str], of: list[Key]) -> None:
        for key in of:
            self._problems.pop(key, None)
        self._problems.update({key: text for key, text in found.items() if key in self.graph.nodes})
        self.canvas.show_problems(self._problems)
        if self.node_panel.key is not None:
            self.node_panel.show_problems(self._problems.get(self.node_panel.key, ""))

    def _on_chosen(self) -> None:
        node = self.chosen_node()
        if node is not None:
            self.node_panel.show_node(self.canvas.history, node.key)
            self.node_panel.show_problems(self._problems.get(node.key, ""))
            if self._side.currentWidget() is not self.outline or not self._side.isVisible():
                self._side.setCurrentWidget(self.node_panel)
                self._side.show()
        else:
            self.node_panel.leave()
            self._show_rest()
        self.tools.follow()
        self.chosen.emit()

    def _show_rest(self) -> None:
        if self._side.currentWidget() is self.outline and self._side.isVisible():
            return
        if self._rest is not None:
            self._side.setCurrentWidget(self._rest)
        self._side.setVisible(self._rest is not None and self.is_open)

    def _close_side(self) -> None:
        self.canvas.choice.keys = set()
        self.canvas.show_choice()
        self.canvas.setFocus()

    def close_search(self) -> None:
        """Put the list of nodes away."""
        self.outline.search.clear()
        self._side.setCurrentWidget(self.node_panel)
        self._side.hide()
        self._on_chosen()

    @property
    def searching(self) -> bool:
        """Whether the list of nodes is shown."""
        return self._side.currentWidget() is self.outline and not self._side.isHidden()

    def _asked(self, name: str) -> None:
        anyone: dict[str, Callable[[], object]] = {
            "copy": self.deeds.copy,
            "search": self.show_search,
        }
        editing: dict[str, Callable[[], object]] = {
            "undo": self.undo,
            "redo": self.redo,
            "cut": self.deeds.cut,
            "paste": self.deeds.paste,
            "duplicate": self.deeds.duplicate,
        }
        if self.is_open and name in anyone:
            anyone[name]()
        elif self._may() and name in editing:
            editing[name]()

    def _ask_add(self, place: QPointF, output: Output | None) -> None:
        menu = passing_menu(self)
        fill_add_menu(menu, self, place, output)
        menu.popup(self.canvas.viewport().mapToGlobal(self.canvas.mapFromScene(place)))

    def _menu(self, place: QPoint) -> None:
        menu = passing_menu(self)
        fill_node_menu(menu, self)
        menu.popup(place)

    def _tell_loose(self) -> None:
        loose = list(self.graph.loose.values())
        if not loose:
            self.banner.clear()
            return
        reasons = dict.fromkeys(each.reason for each in loose)
        text = " ".join(list(reasons)[:3])
        self.banner.say(_("Some entries of this document can't be shown"), text, "warning")

    def _remove_loose(self) -> None:
        if self._may():
            self.do(remove(self.graph, list(self.graph.loose)))

    def _may(self) -> bool:
        return not self.canvas.read_only and self.is_open

    def _way(self, source: Key, output: str, target: Key) -> tuple[str, str, str]:
        nodes = self.graph.nodes
        return nodes[source].code, output, nodes[target].code
