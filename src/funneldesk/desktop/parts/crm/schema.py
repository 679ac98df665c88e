"""What a brand's CRM is made of: entities with pipelines, stages and fields (quirk 45)."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any

from funneldesk.contract.crm import CrmEntity, CrmPipeline, CrmStage
from funneldesk.desktop.parts.crm.entries import entries_section
from funneldesk.desktop.parts.crm.kind import part_of
from funneldesk.desktop.records.entities.schema import EntitySchema
from funneldesk.desktop.records.section import RecordSection

if TYPE_CHECKING:
    from funneldesk.client import Api


class Schema(EntitySchema[CrmEntity]):
    """``entities`` have stages and fields by position."""

    part = "crm"

    def pipeline(self, pipeline_id: int) -> CrmPipeline | None:
        """A pipeline of any entity."""
        found = (each for entity in self.entities for each in entity.pipelines or ())
        return next((each for each in found if each.id == pipeline_id), None)

    def stage(self, stage_id: int) -> CrmStage | None:
        """A stage of any pipeline."""
        lines = (each for entity in self.entities for each in entity.pipelines or ())
        found = (stage for line in lines for stage in line.stages or ())
        return next((each for each in found if each.id == stage_id), None)

    def restored(self, body: Any) -> CrmEntity:
        return CrmEntity.model_validate(body)

    def reader(self) -> "Callable[[Api], Awaitable[tuple[CrmEntity, ...]]]":
        return read_schema

    def made(self, entity: CrmEntity) -> RecordSection:
        return entries_section(entity)

    def part_of(self, entity_id: int) -> str:
        return part_of(entity_id)


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
