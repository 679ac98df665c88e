"""The graph as a list: found by words, walked by keys, read by screen readers."""

from collections.abc import Iterator

from PySide6.QtCore import QAbstractListModel, QModelIndex, QPersistentModelIndex, Qt, Signal
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QAbstractItemView, QListView, QWidget

from funneldesk.desktop.kit.controls.buttons import SearchField, column, surface
from funneldesk.desktop.kit.controls.labels import Label, plain_tip
from funneldesk.desktop.kit.graph.model.graph import Graph
from funneldesk.desktop.kit.graph.model.items import Key, Node
from funneldesk.desktop.kit.graph.model.kinds import Kinds
from funneldesk.desktop.kit.graph.view.spoken import node_words
from funneldesk.desktop.kit.style.icons import icon
from funneldesk.desktop.local.texts import _, ngettext

Index = QModelIndex | QPersistentModelIndex
MOST = 2_000


class _Lines(QAbstractListModel):
    def __init__(self, kinds: Kinds) -> None:
        super().__init__()
        self.kinds = kinds
        self.lines: list[tuple[Key, str, str]] = []

    def show(self, lines: list[tuple[Key, str, str]]) -> None:
        self.beginResetModel()
        self.lines = lines
        self.endResetModel()

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008
        return 0 if parent.isValid() else len(self.lines)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        _key, words, kind = self.lines[index.row()]
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            return words
        if role == Qt.ItemDataRole.ToolTipRole:
            return plain_tip(words)
        if role == Qt.ItemDataRole.DecorationRole:
            return self._icon(kind)
        return None

    def _icon(self, kind: str) -> QIcon:
        known = self.kinds.of(kind)
        return icon(known.icon, known.tone)


class Outline(QWidget):
    """``found`` carries the keys that the words find, ``picked`` one that was gone to."""

    found = Signal(list)
    picked = Signal(object)
    closed = Signal()

    def __init__(self, kinds: Kinds) -> None:
        super().__init__()
        self._graph = Graph()
        self._lines = _Lines(kinds)
        self.search = SearchField(_("Search nodes"))
        self.list = QListView()
        self._count = Label(size="small", tone="muted")
        self._build()

    def _build(self) -> None:
        self.list.setModel(self._lines)
        self.list.setAccessibleName(_("Nodes"))
        self.list.setFrameShape(QListView.Shape.NoFrame)
        self.list.setUniformItemSizes(True)
        self.list.setTextElideMode(Qt.TextElideMode.ElideRight)
        self.list.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.list.activated.connect(self._pick)
        self.list.clicked.connect(self._pick)
        self.search.textChanged.connect(lambda _text: self._find())
        self.search.left_downwards.connect(self._down)
        surface("surface", self)
        self.setLayout(column(self.search, self._count, self.list, margins=(12, 12, 12, 8)))

    def show_graph(self, graph: Graph) -> None:
        """List the nodes of a graph as it is now."""
        self._graph = graph
        self._find()

    def _find(self) -> None:
        words = self.search.text().casefold().split()
        kinds = self._lines.kinds
        lines = [
            (node.key, told, node.kind)
            for node, told in self._told()
            if all(word in told.casefold() or word in node.code.casefold() for word in words)
        ][:MOST]
        self._lines.show(lines)
        count = len(lines)
        told = ngettext("{count:,} node", "{count:,} nodes", count).format(count=count)
        if not kinds or not lines:
            told = _("No node has these words.") if words else _("There are no nodes yet.")
        self._count.setText(told)
        self.found.emit([key for key, _words, _kind in lines] if words else [])

    def _told(self) -> Iterator[tuple[Node, str]]:
        for node in self._graph.in_order():
            yield node, node_words(self._graph, self._lines.kinds, node.key)

    def _pick(self, index: QModelIndex) -> None:
        self.picked.emit(self._lines.lines[index.row()][0])

    def _down(self) -> None:
        if self._lines.lines:
            self.list.setFocus()
            self.list.setCurrentIndex(self._lines.index(0))
            self._pick(self._lines.index(0))
