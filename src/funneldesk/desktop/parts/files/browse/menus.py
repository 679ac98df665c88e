"""The menus of the files: filled by what the section can do."""

from collections.abc import Sequence

from PySide6.QtCore import QObject, QPoint, Qt
from PySide6.QtWidgets import QBoxLayout, QMenu

from funneldesk.desktop.assets.library.row import AssetRow
from funneldesk.desktop.kit.controls.selection_bar import SelectionBar
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.parts.files.browse.browser import FilesBrowser
from funneldesk.desktop.parts.files.feature import FilesFeature


class FilesMenus(QObject):
    """Of the selection, of a folder, of all files."""

    def __init__(self, panel: FilesBrowser, features: Sequence[FilesFeature]) -> None:
        super().__init__(panel)
        self._panel, self._features = panel, features
        panel.list.grid.customContextMenuRequested.connect(self._open_at)
        panel.tree.customContextMenuRequested.connect(self._open_on_tree)
        panel.more_button.clicked.connect(self._open_section_menu)
        self.selection = SelectionBar(lambda menu: self.fill(menu, panel.selected()))
        self.selection.cleared.connect(panel.list.grid.clearSelection)
        panel.list.selection_changed.connect(self._show_count)
        place = panel.list.layout()
        if isinstance(place, QBoxLayout):
            place.insertWidget(place.count() - 1, self.selection)

    def _show_count(self) -> None:
        self.selection.show_count(self._panel.list.grid.selected_count())

    def fill(self, menu: QMenu, rows: Sequence[AssetRow]) -> None:
        """The menu of selected files and folders."""
        panel = self._panel
        if len(rows) == 1 and rows[0].is_folder:
            menu.addAction(_("Open"), lambda: panel.open(rows[0]))
        if len(rows) == 1 and panel.list.query.narrows:
            menu.addAction(_("Show in its folder"), lambda: panel.open_record(rows[0].path))
        for feature in self._features:
            feature.fill_menu(menu, rows)

    def _open_at(self, place: QPoint) -> None:
        panel, menu = self._panel, self._menu()
        rows = panel.selected()
        if rows:
            self.fill(menu, rows)
        else:
            for feature in self._features:
                feature.fill_folder_menu(menu, panel.folder)
        self._pop_up(menu, panel.list.grid.viewport().mapToGlobal(place))

    def _open_on_tree(self, place: QPoint) -> None:
        tree, menu = self._panel.tree, self._menu()
        at = tree.indexAt(place).row()
        for feature in self._features:
            feature.fill_folder_menu(menu, tree.rows.ids[at] if at >= 0 else "")
        self._pop_up(menu, tree.viewport().mapToGlobal(place))

    def _open_section_menu(self) -> None:
        button, menu = self._panel.more_button, self._menu()
        for feature in self._features:
            feature.fill_section_menu(menu)
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
