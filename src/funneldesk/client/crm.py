"""CRM: entities, pipelines, stages, fields, entries (document: Endpoints, CRM; quirk 45).

Entries cannot be deleted, and users and teams cannot be listed: assignees are raw ids.
"""

from collections.abc import AsyncIterator, Mapping
from typing import TypeVar

from funneldesk.client.calls import Calls, segment
from funneldesk.client.resource import Resource, read_again, read_record, read_written, walk
from funneldesk.contract.crm import (
    CrmEntity,
    CrmEntityDraft,
    CrmEntityPatch,
    CrmEntry,
    CrmEntryDraft,
    CrmEntryFilter,
    CrmEntryPatch,
    CrmField,
    CrmFieldDraft,
    CrmFieldPatch,
    CrmPipeline,
    CrmPipelineDraft,
    CrmPipelinePatch,
    CrmPreset,
    CrmStage,
    CrmStageDraft,
    CrmStageMove,
    CrmStagePatch,
)
from funneldesk.contract.listing import Listing
from funneldesk.contract.shapes import Draft, Record

R = TypeVar("R", bound=Record)


class _Presets(Record):
    """The envelope of the presets."""

    presets: list[CrmPreset]


class Crm(Resource):
    """CRM of one brand. A single read of a record that is not there raises NotFound."""

    def __init__(self, calls: Calls, brand: int) -> None:
        super().__init__(calls, f"/api/brands/{brand}/crm")

    async def list_presets(self) -> list[CrmPreset]:
        """What a new entity can begin with."""
        return (await self._get(f"{self._path}/entity-presets", _Presets)).presets

    async def list_entities(self) -> list[CrmEntity]:
        """All entities, with counts of their pipelines and fields; not paginated."""
        return list((await self._listing(f"{self._path}/entities", CrmEntity)).rows)

    async def iterate_entities(self) -> AsyncIterator[CrmEntity]:
        """The entities one by one, for ``async for``."""
        for entity in await self.list_entities():
            yield entity

    async def get_entity(self, entity_id: int) -> CrmEntity:
        """An entity with its pipelines, stages and fields."""
        return await self._get(f"{self._path}/entities/{entity_id}", CrmEntity)

    async def create_entity(self, draft: CrmEntityDraft) -> CrmEntity:
        """Make an entity, whole. Raises Invalid for a slug that is taken."""
        made = await self._create("entities", draft, CrmEntity, "entity")
        return made if made.fields is not None else await read_again(self.get_entity(made.id))

    async def update_entity(self, entity_id: int, patch: CrmEntityPatch) -> CrmEntity:
        """Change what ``patch`` sets. The answer is not shown: the entity is read again."""
        await self._update(f"{self._path}/entities/{entity_id}", patch)
        return await read_again(self.get_entity(entity_id))

    async def delete_entity(self, entity_id: int) -> None:
        """Delete an entity; the embedded platform deletes all that is in it."""
        await self._delete(f"{self._path}/entities/{entity_id}")

    async def list_pipelines(self, entity_id: int) -> list[CrmPipeline]:
        """The pipelines of an entity; not paginated."""
        path = f"{self._path}/entities/{entity_id}/pipelines"
        return list((await self._listing(path, CrmPipeline)).rows)

    async def get_pipeline(self, pipeline_id: int) -> CrmPipeline:
        """A pipeline."""
        return await self._get(f"{self._path}/pipelines/{pipeline_id}", CrmPipeline)

    async def create_pipeline(self, entity_id: int, draft: CrmPipelineDraft) -> CrmPipeline:
        """Make a pipeline."""
        return await self._create(f"entities/{entity_id}/pipelines", draft, CrmPipeline, "pipeline")

    async def update_pipeline(self, pipeline_id: int, patch: CrmPipelinePatch) -> CrmPipeline:
        """Change what ``patch`` sets. The answer is not shown: the pipeline is read again."""
        await self._update(f"{self._path}/pipelines/{pipeline_id}", patch)
        return await read_again(self.get_pipeline(pipeline_id))

    async def delete_pipeline(self, pipeline_id: int) -> None:
        """Delete a pipeline. A platform may raise Invalid while it has entries."""
        await self._delete(f"{self._path}/pipelines/{pipeline_id}")

    async def list_stages(self, pipeline_id: int) -> list[CrmStage]:
        """The stages of a pipeline by position; not paginated."""
        path = f"{self._path}/pipelines/{pipeline_id}/stages"
        return list((await self._listing(path, CrmStage)).rows)

    async def get_stage(self, stage_id: int) -> CrmStage:
        """A stage. Raises NotFound."""
        return await self._get(f"{self._path}/stages/{stage_id}", CrmStage)

    async def create_stage(self, pipeline_id: int, draft: CrmStageDraft) -> CrmStage:
        """Make a stage, at its position or last."""
        return await self._create(f"pipelines/{pipeline_id}/stages", draft, CrmStage, "stage")

    async def update_stage(self, stage_id: int, patch: CrmStagePatch) -> CrmStage:
        """Change what ``patch`` sets. The answer is not shown: the stage is read again."""
        await self._update(f"{self._path}/stages/{stage_id}", patch)
        return await read_again(self.get_stage(stage_id))

    async def reorder_stages(self, positions: Mapping[int, int]) -> None:
        """Give stages of a pipeline their positions, from 0. Repeated when no answer came."""
        stages = [{"id": id_, "position": position} for id_, position in positions.items()]
        path = f"{self._path}/stages/reorder"
        await self._calls.send("PUT", path, body={"stages": stages}, addressed=True)

    async def delete_stage(self, stage_id: int) -> None:
        """Delete a stage. A platform may raise Invalid while it has entries."""
        await self._delete(f"{self._path}/stages/{stage_id}")

    async def list_fields(self, entity_id: int) -> list[CrmField]:
        """The fields of an entity by position; not paginated."""
        path = f"{self._path}/entities/{entity_id}/fields"
        return list((await self._listing(path, CrmField)).rows)

    async def get_field(self, field_id: int) -> CrmField:
        """A field of an entity. Raises NotFound."""
        return await self._get(f"{self._path}/fields/{field_id}", CrmField)

    async def create_field(self, entity_id: int, draft: CrmFieldDraft) -> CrmField:
        """Make a field. Raises Invalid for a key that is taken and a select without options."""
        return await self._create(f"entities/{entity_id}/fields", draft, CrmField, "field")

    async def update_field(self, field_id: int, patch: CrmFieldPatch) -> CrmField:
        """Change what ``patch`` sets. The answer is not shown: the field is read again."""
        await self._update(f"{self._path}/fields/{field_id}", patch)
        return await read_again(self.get_field(field_id))

    async def delete_field(self, field_id: int) -> None:
        """Delete a field, and with it the values that entries have in it."""
        await self._delete(f"{self._path}/fields/{field_id}")

    async def list_entries(
        self, entity_id: int, wanted: CrmEntryFilter | None = None
    ) -> Listing[CrmEntry]:
        """A page of an entity's entries, 25 unless ``per_page`` says otherwise (at most 100)."""
        query = wanted.query() if wanted else None
        return await self._listing(f"{self._path}/entities/{entity_id}/entries", CrmEntry, query)

    async def iterate_entries(
        self, entity_id: int, wanted: CrmEntryFilter | None = None
    ) -> AsyncIterator[CrmEntry]:
        """Every entry of an entity, page by page, for ``async for``."""
        base = wanted or CrmEntryFilter()

        async def page(number: int) -> Listing[CrmEntry]:
            return await self.list_entries(entity_id, base.model_copy(update={"page": number}))

        async for entry in walk(page):
            yield entry

    async def get_entry(self, entry_id: str, entity_id: int | None = None) -> CrmEntry:
        """An entry; with ``entity_id`` only if it is of that entity."""
        return await self._get(self._entry(entry_id, entity_id), CrmEntry)

    async def create_entry(self, entity_id: int, draft: CrmEntryDraft) -> CrmEntry:
        """Make an entry. Raises Invalid under ``values.<key>`` for values that misfit."""
        return await self._create(f"entities/{entity_id}/entries", draft, CrmEntry, "entry")

    async def update_entry(
        self, entry_id: str, patch: CrmEntryPatch, entity_id: int | None = None
    ) -> CrmEntry:
        """Change what ``patch`` sets. The answer is not shown: the entry is read again."""
        await self._update(self._entry(entry_id, entity_id), patch)
        return await read_again(self.get_entry(entry_id, entity_id))

    async def can_delete_entries(self, entry_id: str) -> bool:
        """Whether the platform says that entries can be deleted; the document shows no such path
        (quirk 45). What was learnt once stays so for this connection."""
        return await self._is_offered(self._entry(entry_id, None))

    async def delete_entry(self, entry_id: str, entity_id: int | None = None) -> None:
        """Delete an entry, where that is offered. Raises NotImplementedByPlatform elsewhere."""
        path = self._entry(entry_id, entity_id)
        await self._delete_if_offered(path, self.get_entry(entry_id, entity_id))

    async def move_entry(
        self,
        entry_id: str,
        stage_id: int,
        entity_id: int | None = None,
        *,
        blindly: bool = True,
    ) -> CrmStageMove:
        """Move an entry to a stage of its pipeline. Raises Invalid for a stage elsewhere.

        Not ``blindly``: after a lost answer it is not repeated, since somebody else may have moved
        the entry on.
        """
        path = f"{self._entry(entry_id, entity_id)}/stage"
        body = {"stage_id": stage_id}
        answer = await self._calls.send("PUT", path, body=body, addressed=True, blindly=blindly)
        return await read_record(answer, CrmStageMove)

    def _entry(self, entry_id: str, entity_id: int | None) -> str:
        inside = "" if entity_id is None else f"/entities/{entity_id}"
        return f"{self._path}{inside}/entries/{segment(entry_id)}"

    async def _create(self, path: str, draft: Draft, record: type[R], wrapper: str) -> R:
        answer = await self._post(f"{self._path}/{path}", draft.body())
        made = await read_written(answer, record, wrapper)
        if made is None:
            raise answer.bad(f"it does not show the new {wrapper}")
        return made
