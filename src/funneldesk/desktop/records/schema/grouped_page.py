"""Set-up page with groups of things in an order beside the fields: stages in pipelines."""

from collections.abc import Callable, Sequence
from typing import Generic, TypeVar

from PySide6.QtWidgets import QVBoxLayout, QWidget

from funneldesk.desktop.kit.controls.buttons import Button, column, row
from funneldesk.desktop.records.schema.ordered_card import OrderedCard
from funneldesk.desktop.records.schema.page import SchemaPage, SchemaWords
from funneldesk.desktop.workspace.workspace import Workspace

Card = TypeVar("Card", bound=OrderedCard)


class GroupedSchemaPage(SchemaPage, Generic[Card]):
    """``groups`` are the cards by their ids; who extends it fills them in ``show_schema``."""

    def __init__(self, workspace: Workspace, part: str, words: SchemaWords, add_group: str) -> None:
        self.groups: dict[int, Card] = {}
        self.add_group = Button(add_group, kind="link", icon_name="plus")
        super().__init__(workspace, part, words)

    def beside(self) -> QWidget:
        self.lines = QVBoxLayout()
        self.lines.setSpacing(10)
        built = column(spacing=8)
        built.addLayout(self.lines)
        built.addLayout(row(self.add_group, None))
        side = QWidget()
        side.setLayout(built)
        return side

    def cards(self) -> Sequence[OrderedCard]:
        return (*super().cards(), *self.groups.values())

    def show_groups(self, ids: Sequence[int], make: Callable[[int], Card]) -> None:
        """A card for each group; those that stay keep their place."""
        for gone in [key for key in self.groups if key not in ids]:
            card = self.groups.pop(gone)
            self.lines.removeWidget(card)
            card.hide()
            card.deleteLater()
        for key in ids:
            if key not in self.groups:
                self.groups[key] = make(key)
                self.lines.addWidget(self.groups[key])
