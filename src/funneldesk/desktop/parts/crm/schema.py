"""What a brand's CRM is made of: entities with pipelines, stages and fields (quirk 45)."""

import asyncio
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from funneldesk.contract.crm import CrmEntity, CrmPipeline, CrmStage
from funneldesk.desktop.parts.crm.entries import entries_section
from funneldesk.desktop.parts.crm.kind import part_of
from funneldesk.desktop.records.library.library import RecordLibrary
from funneldesk.desktop.records.section import RecordSection, listed_kind
from funneldesk.desktop.records.staging.staged_changes import StagedChanges
from funneldesk.desktop.workspace.workspace import Workspace

if TYPE_CHECKING:
    from funneldesk.client import Api

PART, RECORD = "crm.schema", "all"


class Schema(QObject):
    """One for each workspace (``workspace.shared``). ``entities`` are whole, stages and fields by
    position. ``changed``: they are others now."""

    changed = Signal()

    def __init__(self, workspace: Workspace) -> None:
        super().__init__()
        self.entities: tuple[CrmEntity, ...] = ()
        self.is_known = False
        self._workspace = workspace
        self._sections: dict[int, tuple[CrmEntity, RecordSection]] = {}

    async def recall(self) -> None:
        """What was known the last time."""
        if not self.is_known:
            kept = await self._workspace.store.record(PART, RECORD)
            known = kept.body.get("entities") if kept is not None else None
            if isinstance(known, list) and not self.is_known:
                self._take(tuple(map(CrmEntity.model_validate, known)))

    async def learn(self) -> None:
        """Ask the server, and keep its answer. Raises ``ApiError``."""
        entities = await self._workspace.run(read_schema)
        gone = {each.id for each in self.entities} - {each.id for each in entities}
        self._take(entities)
        store = self._workspace.store
        body = {"entities": [each.model_dump(mode="json") for each in entities]}
        await store.put_record(PART, RECORD, body, {})
        for entity_id in gone:
            await store.replace_listing(part_of(entity_id), ())

    def entity(self, entity_id: int) -> CrmEntity | None:
        """An entity; None for one that is not known."""
        return next((each for each in self.entities if each.id == entity_id), None)

    def pipeline(self, pipeline_id: int) -> CrmPipeline | None:
        """A pipeline of any entity."""
        found = (each for entity in self.entities for each in entity.pipelines or ())
        return next((each for each in found if each.id == pipeline_id), None)

    def stage(self, stage_id: int) -> CrmStage | None:
        """A stage of any pipeline."""
        lines = (each for entity in self.entities for each in entity.pipelines or ())
        found = (stage for line in lines for stage in line.stages or ())
        return next((each for each in found if each.id == stage_id), None)

    def section(self, entity_id: int) -> RecordSection:
        """The section of an entity's entries: the same one until the entity is another.

        Raises KeyError for an entity that is not known.
        """
        entity = self.entity(entity_id)
        if entity is None:
            raise KeyError(entity_id)
        known = self._sections.get(entity_id)
        if known is not None and known[0] == entity:
            return known[1]
        if known is not None:
            self._let_go(known[1])
        made = entries_section(entity)
        self._sections[entity_id] = entity, made
        return made

    def _let_go(self, section: RecordSection) -> None:
        """Rows and staged changes of a section that is no longer made so are not kept for it."""
        self._workspace.unshare(RecordLibrary, listed_kind(section))
        if section.edited is not None:
            self._workspace.unshare(StagedChanges, section.edited)

    def _take(self, entities: tuple[CrmEntity, ...]) -> None:
        before, self.entities = self.entities, entities
        known, self.is_known = self.is_known, True
        if entities != before or not known:
            self.changed.emit()


async def read_schema(api: "Api") -> tuple[CrmEntity, ...]:
    """All entities of a brand, whole. Raises ``ApiError``."""
    listed = await api.crm.list_entities()
    whole = await asyncio.gather(*(api.crm.get_entity(each.id) for each in listed))
    return tuple(map(_in_order, whole))


def _in_order(entity: CrmEntity) -> CrmEntity:
    lines = [
        line.model_copy(update={"stages": sorted(line.stages or (), key=lambda s: s.position)})
        for line in entity.pipelines or ()
    ]
    fields = sorted(entity.fields or (), key=lambda field: field.position)
    return entity.model_copy(update={"pipelines": lines, "fields": fields})
