"""Card of things in an order, under a name of their own: the stages of a pipeline, the fields of a
form, the lessons of a module."""

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtWidgets import QWidget

from funneldesk.desktop.kit.controls.buttons import Button, column, row, surface
from funneldesk.desktop.kit.controls.labels import ElidedLabel, Label
from funneldesk.desktop.kit.lists.ordered_list import OrderedList, OrderedRow
from funneldesk.desktop.local.texts import _


@dataclass(frozen=True, slots=True)
class CardWords:
    """``rows`` are the things in the order ("Stages of Wholesale"), ``empty`` is said while there
    are none, ``add`` asks for one more; ``rename`` and ``remove`` are what is done to the whole."""

    rows: str
    empty: str
    add: str
    rename: str = ""
    remove: str = ""


class OrderedCard(QWidget):
    """``list`` tells what the user does to a row, the buttons what to the whole. Without a name
    there is no head."""

    def __init__(self, name: str, words: CardWords, *, renames: bool = False) -> None:
        super().__init__()
        surface("card", self)
        self.name = ElidedLabel(name, size="strong")
        self.list = OrderedList(words.rows, renames=renames)
        self.add = Button(words.add, kind="link", icon_name="plus")
        self.rename = Button(kind="icon", icon_name="pencil", tip=words.rename)
        self.remove = Button(kind="icon", icon_name="trash-2", tip=words.remove)
        self._changing = (self.add, self.rename, self.remove) if name else (self.add,)
        self.empty = Label(words.empty, size="small", tone="muted", wrap=True)
        self._show_names(name)
        body = column(spacing=6, margins=(14, 8, 8, 8))
        if name:
            head = row(self.name, self.rename, self.remove, spacing=2)
            head.setStretch(0, 1)
            body.addLayout(head)
        for widget in (self.empty, self.list):
            body.addWidget(widget)
        body.addLayout(row(self.add, None))
        self.setLayout(body)

    def _show_names(self, name: str) -> None:
        self.name.setText(name)
        self.rename.setAccessibleName(_("Rename {name}…").format(name=name))
        self.remove.setAccessibleName(_("Delete {name}…").format(name=name))

    def show_name(self, name: str) -> None:
        """It is called otherwise now."""
        self._show_names(name)

    def show_rows(self, rows: Sequence[OrderedRow]) -> None:
        """The things in their order."""
        self.list.show_rows(rows)
        self.empty.setVisible(not rows)
        self.list.setVisible(bool(rows))

    def set_read_only(self, on: bool) -> None:
        """Show it only."""
        self.list.set_read_only(on)
        for button in self._changing:
            button.setVisible(not on)
