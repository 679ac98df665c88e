"""Entries as a board shows them: in the stages of a pipeline (document: CRM; quirk 45)."""

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

from funneldesk.contract.crm import (
    CrmEntity,
    CrmEntry,
    CrmEntryFilter,
    CrmPipeline,
    CrmStage,
    CrmStageMove,
)
from funneldesk.contract.listing import Listing
from funneldesk.desktop.local.texts import _
from funneldesk.desktop.parts.crm.entries import days_in_stage
from funneldesk.desktop.parts.crm.fields import VALUES
from funneldesk.desktop.parts.crm.kind import flat_listing
from funneldesk.desktop.parts.crm.stages import colour_of
from funneldesk.desktop.records.board.declaration import BoardWords, ColumnSpec, RecordBoard, Where
from funneldesk.desktop.records.rows import SummaryRow
from funneldesk.desktop.records.section import RecordSection

if TYPE_CHECKING:
    from funneldesk.client import Api

WORDS = BoardWords(
    latest=_("Latest in the stage first"),
    age=_("Days in the stage"),
    too_many=_("Only for pipelines that are whole on this computer."),
    empty=_("No cards here. Drag one here, or add a new {record} below."),
    no_columns=(
        _("No stages yet"),
        _("Stages are the columns of the board. Give this pipeline its first one."),
    ),
)


def entries_board(entity: CrmEntity, section: RecordSection) -> RecordBoard:
    """The board of an entity's entries. Raises ValueError for a section that is not edited."""
    if section.edited is None:
        raise ValueError("entries are edited")
    return RecordBoard(
        section,
        section.edited,
        entity.plural_name or entity.name,
        entity.singular_name or entity.name,
        "stage_id",
        "stage_entered_at",
        WORDS,
        partial(_read, entity),
        partial(_move, entity.id),
        days_in_stage,
        _assigned,
        lane="pipeline_id",
        fields=tuple(VALUES + each.key for each in entity.fields or ()),
        most_columns=max((len(line.stages or ()) for line in entity.pipelines or ()), default=0),
    )


def stage_columns(pipeline: CrmPipeline | None) -> Sequence[ColumnSpec]:
    """The stages of a pipeline."""
    return tuple(map(_column, (pipeline.stages if pipeline is not None else None) or ()))


def _column(stage: CrmStage) -> ColumnSpec:
    colour = colour_of(stage.color)
    return ColumnSpec(stage.id, stage.name, colour if colour.startswith("#") else "")


async def _read(
    entity: CrmEntity, api: "Api", where: Where, words: str, page: int, size: int
) -> Listing[CrmEntry]:
    wanted = CrmEntryFilter(q=words or None, page=page, per_page=size)
    wanted = wanted.model_copy(update=dict(where))
    return flat_listing(entity, await api.crm.list_entries(entity.id, wanted))


async def _move(entity_id: int, api: "Api", entry_id: str, stage_id: int) -> CrmStageMove:
    return await api.crm.move_entry(entry_id, stage_id, entity_id, blindly=False)


def _assigned(row: SummaryRow) -> tuple[str, str]:
    user, team = row.get("assigned_to_user_id"), row.get("assigned_to_team_id")
    if user:
        return str(user)[:3], _("Assigned to user {number}").format(number=user)
    words = _("Assigned to team {number}").format(number=team) if team else ""
    return str(team or "")[:3], words
