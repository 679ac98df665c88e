"""The editor as its tools and menus see it."""

from typing import Any, Protocol

from PySide6.QtWidgets import QWidget

from funneldesk.desktop.kit.graph.deeds import Deeds
from funneldesk.desktop.kit.graph.model.graph import Graph
from funneldesk.desktop.kit.graph.model.items import Key
from funneldesk.desktop.kit.graph.model.kinds import Kinds
from funneldesk.desktop.kit.graph.view.canvas import GraphCanvas
from funneldesk.desktop.kit.tasks import TaskScope


class Editor(Protocol):
    """What tools and menus act on."""

    canvas: GraphCanvas
    deeds: Deeds
    kinds: Kinds
    tasks: TaskScope
    name: str
    noticed: Any

    @property
    def graph(self) -> Graph: ...

    @property
    def is_open(self) -> bool: ...

    @property
    def searching(self) -> bool: ...

    def undo(self) -> None: ...

    def redo(self) -> None: ...

    def open_node(self, key: Key) -> None: ...

    def show_search(self) -> None: ...

    def close_search(self) -> None: ...

    def window(self) -> QWidget: ...
