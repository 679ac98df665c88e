"""Pages of an entity: Table, Set up and what else a section has; and what each of them is given."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from PySide6.QtCore import QObject, Signal

from funneldesk.desktop.records.entities.schema import EntitySchema
from funneldesk.desktop.sections.panel import Panel
from funneldesk.desktop.workspace.workspace import Workspace

TABLE = "table"
S = TypeVar("S", bound=EntitySchema[Any])
H = TypeVar("H", bound="EntityHost[Any]")


class EntityHost(QObject, Generic[S]):
    """What the pages of one entity share. ``entity_id`` is 0 while a brand has no entity."""

    asked_for_page = Signal(str)
    asked_for_entry = Signal(str)
    asked_for_entity = Signal(int)
    asked_for_new = Signal()

    def __init__(self, workspace: Workspace, schema: S, entity_id: int, parent: QObject) -> None:
        super().__init__(parent)
        self.workspace, self.schema, self.entity_id = workspace, schema, entity_id

    def show_page(self, key: str) -> None:
        """Ask for another page of this entity: "table", "setup"."""
        self.asked_for_page.emit(key)

    def begin_entry(self) -> None:
        """Ask for the form of a new record, beside the table."""
        self.asked_for_page.emit(TABLE)
        self.asked_for_new.emit()

    def open_entry(self, entry_id: str) -> None:
        """Ask for the detail of a record, beside the table."""
        self.asked_for_entry.emit(entry_id)

    def choose_entity(self, entity_id: int) -> None:
        """Ask for another entity."""
        self.asked_for_entity.emit(entity_id)


@dataclass(frozen=True, slots=True)
class EntityPage(Generic[H]):
    """A page of the view switch: a panel, made once for each entity and again when the entity is
    another one than it was."""

    key: str
    title: str
    icon: str
    make: Callable[[H], Panel]
    without_entity: bool = False
    """It is there also while a brand has no entity."""
    follows: bool = False
    """It follows the schema by itself, and is not made again for a change of it."""
    shows_entries: bool = True
    """A new record would be seen on it."""


@dataclass(frozen=True, slots=True)
class EntityWords:
    """``entity`` names the choice of one; ``units`` are its records ("entries"), ``reading`` says
    what is read of the whole; ``first`` is the title, the sentence and the button while nothing is
    set up yet."""

    entity: str
    units: str
    reading: str
    icon: str
    first: tuple[str, str, str]
