"""Menus of the Files section, as they are filled."""

from collections.abc import Sequence

from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu

from funneldesk.desktop.parts.files.panel import FilesPanel
from funneldesk.desktop.sections.actions import Place


def entries(panel: FilesPanel, place: Place, ids: Sequence[str] = ()) -> dict[str, QAction]:
    """The entries of a menu by their words, with those of its submenus."""
    menu = QMenu(panel)
    panel.actions_on_files.fill(menu, place, ids)
    found: dict[str, QAction] = {}
    for action in menu.actions():
        within = action.menu()
        inner = within.actions() if isinstance(within, QMenu) else [action]
        found |= {each.text().partition("\t")[0]: each for each in inner if each.text()}
    return found
