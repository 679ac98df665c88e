"""Writes of the set-up: each sent once, and looked for where its answer was lost."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from funneldesk.contract.crm import (
    CrmEntity,
    CrmEntityDraft,
    CrmEntityPatch,
    CrmField,
    CrmFieldDraft,
    CrmFieldPatch,
    CrmPipeline,
    CrmPipelineDraft,
    CrmPipelinePatch,
    CrmStage,
    CrmStageDraft,
    CrmStagePatch,
)
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.parts.crm.schema import Schema
from funneldesk.desktop.records.schema.writes import SchemaWrites, filled, fresh_of
from funneldesk.desktop.workspace.workspace import Workspace

if TYPE_CHECKING:
    from funneldesk.client import Api

PART = "crm"


class SetupWrites(SchemaWrites):
    """All methods raise ``ApiError``; after each the schema is read again."""

    def __init__(self, workspace: Workspace) -> None:
        self.schema = workspace.shared(Schema)
        super().__init__(workspace, PART, self.schema.learn)

    async def create_entity(self, values: Mapping[str, Any]) -> CrmEntity:
        """A new entity; what is left empty is the preset's."""
        draft = CrmEntityDraft(**filled(values))

        async def look(api: "Api") -> CrmEntity | None:
            listed = await api.crm.list_entities()
            found = next((each for each in listed if each.slug == draft.slug), None)
            return await api.crm.get_entity(found.id) if found is not None else None

        return await self.make(
            draft.name, _("New entity"), lambda api: api.crm.create_entity(draft), look
        )

    async def update_entity(self, entity: CrmEntity, values: Mapping[str, Any]) -> None:
        """Change what differs; an empty text clears."""
        changed = {
            name: value or ""
            for name, value in values.items()
            if (value or "") != (getattr(entity, name) or "")
        }
        if changed:
            patch = CrmEntityPatch(**changed)
            await self.send(lambda api: api.crm.update_entity(entity.id, patch))

    async def create_pipeline(self, entity: CrmEntity, name: str) -> CrmPipeline:
        """A new pipeline without stages."""
        before = {each.id for each in entity.pipelines or ()}

        async def look(api: "Api") -> CrmPipeline | None:
            return fresh_of(await api.crm.list_pipelines(entity.id), before, name)

        draft = CrmPipelineDraft(name=name)
        return await self.make(
            name, _("New pipeline"), lambda api: api.crm.create_pipeline(entity.id, draft), look
        )

    async def rename_pipeline(self, pipeline: CrmPipeline, name: str) -> None:
        """Another name."""
        patch = CrmPipelinePatch(name=name)
        await self.send(lambda api: api.crm.update_pipeline(pipeline.id, patch))

    async def create_stage(self, pipeline: CrmPipeline, values: Mapping[str, Any]) -> CrmStage:
        """A new stage, the last one."""
        draft = CrmStageDraft(**filled(values))
        before = {each.id for each in pipeline.stages or ()}

        async def look(api: "Api") -> CrmStage | None:
            return fresh_of(await api.crm.list_stages(pipeline.id), before, draft.name)

        return await self.make(
            draft.name, _("New stage"), lambda api: api.crm.create_stage(pipeline.id, draft), look
        )

    async def update_stage(self, stage: CrmStage, values: Mapping[str, Any]) -> None:
        """Another name or color."""
        patch = CrmStagePatch(**{name: value or "" for name, value in values.items()})
        await self.send(lambda api: api.crm.update_stage(stage.id, patch))

    async def order_stages(self, ids: Sequence[int]) -> None:
        """Stages of one pipeline in this order."""
        places = {stage: at for at, stage in enumerate(ids)}
        await self.send(lambda api: api.crm.reorder_stages(places))

    async def create_field(self, entity: CrmEntity, body: Mapping[str, Any]) -> CrmField:
        """A new field, the last one."""
        draft = CrmFieldDraft(**body)

        async def look(api: "Api") -> CrmField | None:
            listed = await api.crm.list_fields(entity.id)
            return next((each for each in listed if each.key == draft.key), None)

        return await self.make(
            draft.name, _("New field"), lambda api: api.crm.create_field(entity.id, draft), look
        )

    async def update_field(self, field: CrmField, body: Mapping[str, Any]) -> None:
        """Change what differs."""
        if body:
            patch = CrmFieldPatch(**body)
            await self.send(lambda api: api.crm.update_field(field.id, patch))
