"""What the pages of CRM are given: the entity that is shown, and which pipeline of it."""

from PySide6.QtCore import QObject, Signal

from funneldesk.desktop.parts.crm.schema import Schema
from funneldesk.desktop.records.entities.host import EntityHost
from funneldesk.desktop.workspace.workspace import Workspace


class CrmHost(EntityHost[Schema]):
    """What the pages of one entity share. ``entity_id`` is 0 while a brand has no entity."""

    pipeline_changed = Signal(int)

    def __init__(self, workspace: Workspace, entity_id: int, parent: QObject) -> None:
        super().__init__(workspace, workspace.shared(Schema), entity_id, parent)
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
