"""The tools above a graph: adding, undo and redo, tidy, search, zoom, and the rest in a menu."""

from PySide6.QtWidgets import QWidget

from funneldesk.desktop.kit.controls.buttons import Button, row, surface
from funneldesk.desktop.kit.controls.labels import Label, set_tip
from funneldesk.desktop.kit.controls.menus import passing_menu, pop_up_below
from funneldesk.desktop.kit.formats import Formats
from funneldesk.desktop.kit.graph.interface import Editor
from funneldesk.desktop.kit.graph.menus import fill_add_menu, fill_more_menu
from funneldesk.desktop.kit.graph.view.canvas import STEP
from funneldesk.desktop.kit.graph.view.node_panel import several_words
from funneldesk.desktop.local.texts import _


class Tools(QWidget):
    """A row of buttons that act on an editor. A section may add its own at the end (``place``)."""

    def __init__(self, editor: Editor) -> None:
        super().__init__()
        self._editor = editor
        self.add = Button(_("Add"), icon_name="plus", on_click=self._add)
        self.undo = Button(
            kind="icon", icon_name="undo-2", tip=_("Undo"), keys="Ctrl+Z", on_click=editor.undo
        )
        self.redo = Button(
            kind="icon",
            icon_name="redo-2",
            tip=_("Redo"),
            keys="Ctrl+Shift+Z",
            on_click=editor.redo,
        )
        self.tidy = Button(
            kind="icon",
            icon_name="layout-grid",
            tip=_("Tidy: lay out in columns"),
            on_click=lambda: editor.tasks.latest("tidy", editor.deeds.tidy()),
        )
        self.search = Button(
            kind="icon",
            icon_name="search",
            tip=_("Search nodes"),
            keys="Ctrl+F",
            on_click=self._search,
            checkable=True,
        )
        self._told = Label(size="small", tone="muted")
        self._size = Label(size="small", tone="muted")
        self._zoom = [
            Button("−", kind="plain", name=_("Zoom out"), on_click=lambda: self._by(1 / STEP)),
            Button("+", kind="plain", name=_("Zoom in"), on_click=lambda: self._by(STEP)),
            Button(kind="icon", icon_name="maximize-2", tip=_("Show all"), on_click=self._fit),
        ]
        self.more = Button(kind="icon", icon_name="ellipsis", tip=_("More"), on_click=self._more)
        self._build()
        editor.canvas.looked_elsewhere.connect(self._show_size)

    def _build(self) -> None:
        less, more, fit = self._zoom
        self._row = row(
            *(self.add, self.undo, self.redo, self.tidy, self.search, 4, self._told, None),
            *(less, self._size, more, fit, self.more),
            spacing=4,
            margins=(12, 6, 12, 6),
        )
        self.setLayout(self._row)
        surface("surface", self)

    def place(self, widget: QWidget) -> None:
        """Put something of a section at the end of the row."""
        self._row.addWidget(widget)

    def follow(self) -> None:
        """Show what can be done now."""
        editor = self._editor
        history, may = editor.canvas.history, editor.is_open and not editor.canvas.read_only
        self.add.setVisible(not editor.canvas.read_only)
        self.add.setEnabled(may)
        self.undo.setEnabled(may and bool(history.undo_words))
        self.redo.setEnabled(may and bool(history.redo_words))
        set_tip(self.undo, history.undo_words or _("Undo"))
        set_tip(self.redo, history.redo_words or _("Redo"))
        self.tidy.setEnabled(may and len(editor.graph.nodes) > 1)
        self.search.setEnabled(editor.is_open)
        self.search.setChecked(editor.searching)
        self.more.setEnabled(editor.is_open)
        choice, graph = editor.canvas.choice, editor.graph
        nodes, edges = choice.nodes(graph), choice.edges(graph)
        self._told.setText(several_words(len(nodes), len(edges)) if choice.keys else "")
        self._show_size()

    def _show_size(self) -> None:
        self._size.setText(Formats().percent(self._editor.canvas.scale_now(), 0))

    def _add(self) -> None:
        menu = passing_menu(self)
        fill_add_menu(menu, self._editor)
        pop_up_below(menu, self.add)

    def _more(self) -> None:
        menu = passing_menu(self)
        fill_more_menu(menu, self._editor)
        pop_up_below(menu, self.more)

    def _search(self) -> None:
        if self.search.isChecked():
            self._editor.show_search()
        else:
            self._editor.close_search()

    def _by(self, factor: float) -> None:
        self._editor.canvas.zoom(factor)

    def _fit(self) -> None:
        self._editor.canvas.fit()
