"""Questions before something of the set-up is deleted: what would be lost is counted first."""

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QWidget

from funneldesk.contract.crm import CrmEntity, CrmEntryFilter, CrmField, CrmPipeline, CrmStage
from funneldesk.desktop.kit.dialogs.dialog import confirm_by_name
from funneldesk.desktop.kit.units import counted
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.records.schema.loss_dialog import Count, LossDialog
from funneldesk.desktop.sections.operations import operation
from funneldesk.desktop.workspace.workspace import Workspace

if TYPE_CHECKING:
    from funneldesk.client import Api

AT_ONCE = 100


def entries_of(entity_id: int, **where: int) -> Count:
    """Counts the entries of an entity, a pipeline or a stage, as the server does."""

    async def count(api: "Api") -> int:
        wanted = CrmEntryFilter(per_page=1, **where)
        return (await api.crm.list_entries(entity_id, wanted)).total or 0

    return count


def values_of(field: CrmField) -> Count:
    """Counts the entries that have a value in a field: the server has no such total, so that all
    of them are read."""

    async def count(api: "Api") -> int:
        everything = CrmEntryFilter(per_page=AT_ONCE)
        found = 0
        async for entry in api.crm.iterate_entries(field.crm_entity_id or 0, everything):
            found += entry.values_flat.get(field.key) not in (None, "", [])
        return found

    return count


async def may_delete_stage(
    parent: QWidget, workspace: Workspace, entity: CrmEntity, stage: CrmStage
) -> bool:
    """Whether the user wants a stage deleted; one with entries is not."""

    def told(count: int) -> str:
        if not count:
            return _("No entry is in it.")
        words = _("{entries} are in it. Move them to another stage first: nothing is deleted now.")
        return words.format(entries=counted(count, "entry"))

    title = _("Delete the stage “{name}”?").format(name=stage.name)
    count = entries_of(entity.id, stage_id=stage.id)
    return await LossDialog(parent, workspace, title, count, told, is_kept=True).ask() == "delete"


async def may_delete_pipeline(
    parent: QWidget, workspace: Workspace, entity: CrmEntity, pipeline: CrmPipeline
) -> bool:
    """Whether the user wants a pipeline deleted with its stages; one with entries is not."""
    stages = counted(len(pipeline.stages or ()), "stage")

    def told(count: int) -> str:
        if not count:
            return _("{stages} and no entry are in it.").format(stages=stages)
        words = _("{entries} are in it. Move them to another pipeline first.")
        return words.format(entries=counted(count, "entry"))

    title = _("Delete the pipeline “{name}”?").format(name=pipeline.name)
    count = entries_of(entity.id, pipeline_id=pipeline.id)
    return await LossDialog(parent, workspace, title, count, told, is_kept=True).ask() == "delete"


async def may_delete_entity(parent: QWidget, workspace: Workspace, entity: CrmEntity) -> bool:
    """Whether the user wants an entity deleted with all that is in it: its name is typed."""
    with operation(workspace, _("Counting what is in it"), "crm/setup") as asked:
        count = await workspace.run(entries_of(entity.id))
    if asked.failed:
        return False
    lines = entity.pipelines or []
    told = _("{pipelines}, {stages}, {fields} and {entries} are deleted with it, for good.")
    text = told.format(
        pipelines=counted(len(lines), "pipeline"),
        stages=counted(sum(len(line.stages or ()) for line in lines), "stage"),
        fields=counted(len(entity.fields or ()), "field"),
        entries=counted(count, "entry"),
    )
    title = _("Delete “{name}” and everything in it?").format(name=entity.name)
    return await confirm_by_name(parent, title, text, name=entity.name, action=_("Delete entity"))
