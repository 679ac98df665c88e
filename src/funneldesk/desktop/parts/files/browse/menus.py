"""The menus of the files: filled by what the section can do."""

from PySide6.QtCore import QObject, QPoint, Qt
from PySide6.QtWidgets import QBoxLayout, QMenu

from funneldesk.desktop.kit.controls.selection_bar import SelectionBar
from funneldesk.desktop.parts.files.browse.browser import FilesBrowser
from funneldesk.desktop.sections.actions import Actions, Place


class FilesMenus(QObject):
    """Of the selection, of a folder, of all files."""

    def __init__(self, panel: FilesBrowser, actions: Actions) -> None:
        super().__init__(panel)
        self._panel, self._actions = panel, actions
        panel.list.grid.customContextMenuRequested.connect(self._open_at)
        panel.tree.customContextMenuRequested.connect(self._open_on_tree)
        panel.more_button.clicked.connect(self._open_section_menu)
        self.selection = SelectionBar(self._fill)
        self.selection.cleared.connect(panel.list.grid.clearSelection)
        panel.list.selection_changed.connect(self._show_count)
        place = panel.list.layout()
        if isinstance(place, QBoxLayout):
            place.insertWidget(place.count() - 1, self.selection)

    def _show_count(self) -> None:
        self.selection.show_count(self._panel.list.grid.selected_count())

    def _fill(self, menu: QMenu) -> None:
        """What can be done with the selected files and folders."""
        ids = [row.path for row in self._panel.selected()]
        self._actions.fill(menu, Place.RECORD_MENU, ids)

    def _open_at(self, place: QPoint) -> None:
        panel, menu = self._panel, self._menu()
        if panel.selected():
            self._fill(menu)
        else:
            self._actions.fill(menu, Place.LIST_MENU, (panel.folder,))
        self._pop_up(menu, panel.list.grid.viewport().mapToGlobal(place))

    def _open_on_tree(self, place: QPoint) -> None:
        tree, menu = self._panel.tree, self._menu()
        at = tree.indexAt(place).row()
        self._actions.fill(menu, Place.LIST_MENU, (tree.rows.ids[at] if at >= 0 else "",))
        self._pop_up(menu, tree.viewport().mapToGlobal(place))

    def _open_section_menu(self) -> None:
        button, menu = self._panel.more_button, self._menu()
        self._actions.fill(menu, Place.SECTION_MENU, ())
        self._pop_up(menu, button.mapToGlobal(QPoint(0, button.height() + 4)))

    def _menu(self) -> QMenu:
        menu = QMenu(self._panel)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        return menu

    def _pop_up(self, menu: QMenu, place: QPoint) -> None:
        if menu.isEmpty():
            menu.deleteLater()
        else:
            menu.popup(place)
