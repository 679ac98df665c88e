"""The endpoints of pipelines and stages (document: Endpoints, CRM; quirk 19)."""

from fastapi import Response

from funneldesk.contract.crm import CrmPipeline, CrmStage
from funneldesk.server.parts.crm.bodies import pipeline_bodies, stage_body
from funneldesk.server.parts.crm.entities import EntityStore
from funneldesk.server.parts.crm.entity_routes import Deleted, Reading, Writing
from funneldesk.server.parts.crm.pipelines import PipelineStore
from funneldesk.server.parts.crm.rules import (
    PipelineCreate,
    PipelineUpdate,
    StageCreate,
    StageOrder,
    StageUpdate,
)
from funneldesk.server.web.answers import Json
from funneldesk.server.web.scheduling import Router

router = Router()


@router.get("/entities/{entity:int}/pipelines", response_model=list[CrmPipeline])
def list_pipelines(entity: int, access: Reading) -> Response:
    """The pipelines of an entity with their stages."""
    with access.platform.database.reading() as session:
        EntityStore(session, access.brand_id).get(entity)
        store = PipelineStore(session, access.brand_id)
        return Json(pipeline_bodies(store, store.list(entity)))


@router.get("/pipelines/{pipeline:int}", response_model=CrmPipeline)
def get_pipeline(pipeline: int, access: Reading) -> Response:
    """A pipeline with its stages."""
    with access.platform.database.reading() as session:
        store = PipelineStore(session, access.brand_id)
        return Json(pipeline_bodies(store, [store.get(pipeline)])[0])


@router.post("/entities/{entity:int}/pipelines", response_model=CrmPipeline, status_code=201)
def create_pipeline(entity: int, body: PipelineCreate, access: Writing) -> Response:
    """A new pipeline, without stages."""
    with access.platform.database.writing() as session:
        store = PipelineStore(session, access.brand_id)
        row = store.create(entity, body.model_dump())
        return Json(pipeline_bodies(store, [row])[0], 201)


@router.put("/pipelines/{pipeline:int}", response_model=CrmPipeline)
def update_pipeline(pipeline: int, body: PipelineUpdate, access: Writing) -> Response:
    """Change the name."""
    with access.platform.database.writing() as session:
        store = PipelineStore(session, access.brand_id)
        row = store.update(pipeline, body.model_dump(exclude_unset=True))
        return Json(pipeline_bodies(store, [row])[0])


@router.delete("/pipelines/{pipeline:int}", response_model=Deleted)
def delete_pipeline(pipeline: int, access: Writing) -> Response:
    """Remove a pipeline that has no entries."""
    with access.platform.database.writing() as session:
        PipelineStore(session, access.brand_id).delete(pipeline)
    return Json({"message": "pipeline deleted"})


@router.get("/pipelines/{pipeline:int}/stages", response_model=list[CrmStage])
def list_stages(pipeline: int, access: Reading) -> Response:
    """The stages of a pipeline by position."""
    with access.platform.database.reading() as session:
        store = PipelineStore(session, access.brand_id)
        store.get(pipeline)
        return Json([stage_body(row) for row in store.stages([pipeline])])


@router.get("/stages/{stage:int}", response_model=CrmStage)
def get_stage(stage: int, access: Reading) -> Response:
    """A stage."""
    with access.platform.database.reading() as session:
        return Json(stage_body(PipelineStore(session, access.brand_id).get_stage(stage)))


@router.post("/pipelines/{pipeline:int}/stages", response_model=CrmStage, status_code=201)
def create_stage(pipeline: int, body: StageCreate, access: Writing) -> Response:
    """A new stage, at its position or last."""
    with access.platform.database.writing() as session:
        store = PipelineStore(session, access.brand_id)
        row = store.create_stage(pipeline, body.model_dump())
        return Json(stage_body(row), 201)


@router.put("/stages/reorder", response_model=list[CrmStage])
def reorder_stages(body: StageOrder, access: Writing) -> Response:
    """Give stages of a pipeline their positions; answers all of its stages in order."""
    wishes = [(place.id, place.position) for place in body.stages]
    with access.platform.database.writing() as session:
        rows = PipelineStore(session, access.brand_id).reorder(wishes)
        return Json([stage_body(row) for row in rows])


@router.put("/stages/{stage:int}", response_model=CrmStage)
def update_stage(stage: int, body: StageUpdate, access: Writing) -> Response:
    """Change what was sent; a position moves the others."""
    with access.platform.database.writing() as session:
        store = PipelineStore(session, access.brand_id)
        row = store.update_stage(stage, body.model_dump(exclude_unset=True))
        return Json(stage_body(row))


@router.delete("/stages/{stage:int}", response_model=Deleted)
def delete_stage(stage: int, access: Writing) -> Response:
    """Remove a stage that has no entries."""
    with access.platform.database.writing() as session:
        PipelineStore(session, access.brand_id).delete_stage(stage)
    return Json({"message": "stage deleted"})
