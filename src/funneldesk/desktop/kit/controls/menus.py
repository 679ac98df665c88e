"""Menus that are made when they are opened, and stand under the button that opens them."""

from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QMenu, QWidget

GAP = 4
"""Pixels between a button and its menu."""


def passing_menu(owner: QWidget) -> QMenu:
    """An empty menu that is gone once it was hidden."""
    menu = QMenu(owner)
    menu.aboutToHide.connect(menu.deleteLater)
    return menu


def pop_up_below(menu: QMenu, button: QWidget) -> None:
    """Open a menu under a button, from the side where its language begins."""
    rtl = button.layoutDirection() == Qt.LayoutDirection.RightToLeft
    left = button.width() - menu.sizeHint().width() if rtl else 0
    menu.popup(button.mapToGlobal(QPoint(left, button.height() + GAP)))
