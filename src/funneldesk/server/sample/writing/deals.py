"""Writes the CRM: entities as the content describes them, and entries that moved through them."""

from collections.abc import Iterator, Mapping
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from funneldesk.server.parts.crm.bulk import NewEntry, NewMove, create_many, move_many
from funneldesk.server.parts.crm.entities import EntityStore
from funneldesk.server.parts.crm.fields import FieldStore
from funneldesk.server.parts.crm.pipelines import PipelineStore
from funneldesk.server.parts.crm.rules import EntityCreate, FieldCreate, PipelineCreate, StageCreate
from funneldesk.server.parts.crm.tables import CrmEntityRow
from funneldesk.server.sample.simulation.deals import Deal
from funneldesk.server.sample.stage import Stage


def write_entities(stage: Stage, session: Session) -> None:
    """Entities with their pipelines, stages and fields."""
    brand_id = stage.brand_id
    pipelines, fields = PipelineStore(session, brand_id), FieldStore(session, brand_id)
    for each in stage.content.life("crm"):
        wanted = EntityCreate.model_validate(each["entity"]).model_dump(exclude_unset=True)
        entity = EntityStore(session, brand_id).create(wanted)
        for pipeline in each["pipelines"]:
            named = PipelineCreate(name=pipeline["name"]).model_dump(exclude_unset=True)
            row = pipelines.create(entity.id, named)
            for name, color in pipeline["stages"]:
                body = StageCreate.model_validate({"name": name, "color": color})
                pipelines.create_stage(row.id, body.model_dump(exclude_unset=True))
        for field in each["fields"]:
            wanted = FieldCreate.model_validate(field).model_dump(exclude_unset=True)
            fields.create(entity.id, wanted)


def write_deals(stage: Stage, slug: str, deals: list[Deal], session: Session) -> None:
    """Entries of one entity: each begins in its first stage and moves on from there."""
    entity_id = session.scalars(
        select(CrmEntityRow.id).where(
            CrmEntityRow.brand_id == stage.brand_id, CrmEntityRow.slug == slug
        )
    ).one()
    places = _places(session, stage.brand_id, entity_id)
    entries = (_entry(deal, places) for deal in deals)
    ids = create_many(session, stage.brand_id, entity_id, entries)
    moves = sorted(_moves(ids, deals, places), key=lambda move: str(move.moment))
    move_many(session, stage.brand_id, moves)


Places = Mapping[tuple[str, str], tuple[int, int]]


def _places(session: Session, brand_id: int, entity_id: int) -> Places:
    """Ids of pipeline and stage by their names."""
    store = PipelineStore(session, brand_id)
    names = {pipeline.id: pipeline.name for pipeline in store.list(entity_id)}
    return {
        (names[stage.pipeline_id], stage.name): (stage.pipeline_id, stage.id)
        for stage in store.stages(list(names))
    }


def _entry(deal: Deal, places: Places) -> NewEntry:
    first, moment = deal.stages[0]
    pipeline_id, stage_id = places[deal.pipeline, first]
    reference: dict[str, Any] = {}
    if "email" in deal.values:
        reference = {"reference_type": "customer", "reference_id": deal.person.email}
    return NewEntry(deal.title, pipeline_id, stage_id, deal.values, created_at=moment, **reference)


def _moves(ids: list[str], deals: list[Deal], places: Places) -> Iterator[NewMove]:
    for entry_id, deal in zip(ids, deals, strict=True):
        for name, moment in deal.stages[1:]:
            yield NewMove(entry_id, places[deal.pipeline, name][1], moment)
