"""The menu of the code editor: what every text can do."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Protocol

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMenu, QWidget

from funneldesk.desktop.local.texts import _

if TYPE_CHECKING:
    from funneldesk.desktop.kit.web.isolation import IsolatedPage


class Editing(Protocol):
    """Interface of the editor for the menu."""

    def undo(self) -> None: ...

    def redo(self) -> None: ...

    def open_search(self) -> None: ...


def editing_menu(
    over: QWidget, editor: Editing, page: "IsolatedPage", paste_thing: Callable[[], bool]
) -> QMenu:
    """A menu that goes when it is closed. ``paste_thing`` takes what is no text, if it can."""
    action = page.WebAction

    def paste() -> None:
        if not paste_thing():
            page.triggerAction(action.Paste)

    menu = QMenu(over)
    menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    menu.addAction(_("Undo"), editor.undo)
    menu.addAction(_("Redo"), editor.redo)
    menu.addSeparator()
    menu.addAction(_("Cut"), lambda: page.triggerAction(action.Cut))
    menu.addAction(_("Copy"), lambda: page.triggerAction(action.Copy))
    menu.addAction(_("Paste"), paste)
    menu.addSeparator()
    menu.addAction(_("Select all"), lambda: page.triggerAction(action.SelectAll))
    menu.addAction(_("Search and replace"), editor.open_search)
    return menu
