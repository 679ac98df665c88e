"""Pages of CRM: Board, Table, Reports, Set up; and what each of them is given."""

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import QObject, Signal

from funneldesk.desktop.parts.crm.schema import Schema
from funneldesk.desktop.sections.panel import Panel
from funneldesk.desktop.workspace.workspace import Workspace


class CrmHost(QObject):
    """What the pages of one entity share. ``entity_id`` is 0 while a brand has no entity."""

    pipeline_changed = Signal(int)
    asked_for_page = Signal(str)
    asked_for_entry = Signal(str)
    asked_for_entity = Signal(int)
    asked_for_new = Signal()

    def __init__(self, workspace: Workspace, entity_id: int, parent: QObject) -> None:
        super().__init__(parent)
        self.workspace = workspace
        self.schema = workspace.shared(Schema)
        self.entity_id = entity_id
        self._pipeline_id = 0

    @property
    def pipeline_id(self) -> int:
        """The pipeline that is chosen, the first one until then; 0 where there is none."""
        entity = self.schema.entity(self.entity_id)
        known = [line.id for line in (entity.pipelines or () if entity is not None else ())]
        return self._pipeline_id if self._pipeline_id in known else next(iter(known), 0)

    def choose_pipeline(self, pipeline_id: int) -> None:
        """Show another pipeline."""
        before = self.pipeline_id
        self._pipeline_id = pipeline_id
        if self.pipeline_id != before:
            self.pipeline_changed.emit(self.pipeline_id)

    def show_page(self, key: str) -> None:
        """Ask for another page of this entity: "table", "setup"."""
        self.asked_for_page.emit(key)

    def begin_entry(self) -> None:
        """Ask for the form of a new entry, beside the table."""
        self.asked_for_page.emit("table")
        self.asked_for_new.emit()

    def open_entry(self, entry_id: str) -> None:
        """Ask for the detail of an entry, beside the table."""
        self.asked_for_entry.emit(entry_id)

    def choose_entity(self, entity_id: int) -> None:
        """Ask for another entity."""
        self.asked_for_entity.emit(entity_id)


@dataclass(frozen=True, slots=True)
class CrmPage:
    """A page of the view switch: a panel, made once for each entity and again when the entity's
    fields, stages or pipelines are others; ``by_pipeline``: it shows one pipeline at a time."""

    key: str
    title: str
    icon: str
    make: Callable[[CrmHost], Panel]
    by_pipeline: bool = False
    without_entity: bool = False
    """It is there also while a brand has no entity."""
    follows: bool = False
    """It follows the schema by itself, and is not made again for a change of it."""
