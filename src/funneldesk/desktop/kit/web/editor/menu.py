"""The menu of the code editor: what every text can do."""

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMenu

if TYPE_CHECKING:
    from funneldesk.desktop.kit.web.editor.code_editor import CodeEditor
    from funneldesk.desktop.kit.web.isolation import IsolatedPage


def editing_menu(editor: "CodeEditor", page: "IsolatedPage") -> QMenu:
    """A menu that goes when it is closed."""
    action = page.WebAction

    def paste() -> None:
        if not editor.receiving.paste():
            page.triggerAction(action.Paste)

    menu = QMenu(editor)
    menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    menu.addAction("Undo", editor.undo)
    menu.addAction("Redo", editor.redo)
    menu.addSeparator()
    menu.addAction("Cut", lambda: page.triggerAction(action.Cut))
    menu.addAction("Copy", lambda: page.triggerAction(action.Copy))
    menu.addAction("Paste", paste)
    menu.addSeparator()
    menu.addAction("Select all", lambda: page.triggerAction(action.SelectAll))
    menu.addAction("Search and replace", editor.open_search)
    return menu
