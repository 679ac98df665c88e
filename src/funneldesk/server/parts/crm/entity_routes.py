"""The endpoints of entities and their fields (document: Endpoints, CRM)."""

from typing import Annotated

from fastapi import Depends, Response
from sqlalchemy.orm import Session

from funneldesk.contract.crm import CrmEntity, CrmField, CrmPreset
from funneldesk.contract.shapes import Record
from funneldesk.server.parts.crm.bodies import entity_body, field_body, whole_entity
from funneldesk.server.parts.crm.entities import EntityStore
from funneldesk.server.parts.crm.fields import FieldStore
from funneldesk.server.parts.crm.presets import PRESETS
from funneldesk.server.parts.crm.rules import EntityCreate, EntityUpdate, FieldCreate, FieldUpdate
from funneldesk.server.web.access import Access, allow
from funneldesk.server.web.answers import Json
from funneldesk.server.web.quick import quickly
from funneldesk.server.web.roles import Need
from funneldesk.server.web.scheduling import Router

router = Router()

Reading = Annotated[Access, Depends(allow("crm", Need.READ))]
Writing = Annotated[Access, Depends(allow("crm", Need.WRITE))]


class Presets(Record):
    """The envelope of ``GET …/entity-presets``."""

    presets: list[CrmPreset]


class Deleted(Record):
    """The answer to a deletion."""

    message: str


@router.get("/entity-presets", response_model=Presets)
def presets(_access: Reading) -> Response:
    """What a new entity can begin with."""
    return Json({"presets": [preset.body() for preset in PRESETS]})


@router.get("/entities", response_model=list[CrmEntity])
async def list_entities(access: Reading) -> Response:
    """All entities, with the counts of their pipelines and fields."""

    def look(session: Session) -> Response:
        rows = EntityStore(session, access.brand_id).list()
        return Json([entity_body(row) for row in rows])

    return await quickly(access.platform.database, look)


@router.get("/entities/{entity:int}", response_model=CrmEntity)
def get_entity(entity: int, access: Reading) -> Response:
    """An entity with its pipelines, stages and fields."""
    with access.platform.database.reading() as session:
        row = EntityStore(session, access.brand_id).get(entity)
        return Json(whole_entity(session, row))


@router.post("/entities", response_model=CrmEntity, status_code=201)
def create_entity(body: EntityCreate, access: Writing) -> Response:
    """A new entity, with what its preset brings."""
    with access.platform.database.writing() as session:
        row = EntityStore(session, access.brand_id).create(body.model_dump(exclude_unset=True))
        return Json(whole_entity(session, row), 201)


@router.put("/entities/{entity:int}", response_model=CrmEntity)
def update_entity(entity: int, body: EntityUpdate, access: Writing) -> Response:
    """Change what was sent."""
    with access.platform.database.writing() as session:
        store = EntityStore(session, access.brand_id)
        row = store.update(entity, body.model_dump(exclude_unset=True))
        return Json(whole_entity(session, row))


@router.delete("/entities/{entity:int}", response_model=Deleted)
def delete_entity(entity: int, access: Writing) -> Response:
    """Remove an entity with everything in it."""
    with access.platform.database.writing() as session:
        EntityStore(session, access.brand_id).delete(entity)
    return Json({"message": "entity deleted"})


@router.get("/entities/{entity:int}/fields", response_model=list[CrmField])
def list_fields(entity: int, access: Reading) -> Response:
    """The fields of an entity by position."""
    with access.platform.database.reading() as session:
        EntityStore(session, access.brand_id).get(entity)
        rows = FieldStore(session, access.brand_id).list(entity)
        return Json([field_body(row) for row in rows])


@router.get("/fields/{field:int}", response_model=CrmField)
def get_field(field: int, access: Reading) -> Response:
    """A field."""
    with access.platform.database.reading() as session:
        return Json(field_body(FieldStore(session, access.brand_id).get(field)))


@router.post("/entities/{entity:int}/fields", response_model=CrmField, status_code=201)
def create_field(entity: int, body: FieldCreate, access: Writing) -> Response:
    """A new field."""
    with access.platform.database.writing() as session:
        store = FieldStore(session, access.brand_id)
        row = store.create(entity, body.model_dump(exclude_unset=True))
        return Json(field_body(row), 201)


@router.put("/fields/{field:int}", response_model=CrmField)
def update_field(field: int, body: FieldUpdate, access: Writing) -> Response:
    """Change what was sent."""
    with access.platform.database.writing() as session:
        store = FieldStore(session, access.brand_id)
        row = store.update(field, body.model_dump(exclude_unset=True))
        return Json(field_body(row))


@router.delete("/fields/{field:int}", response_model=Deleted)
def delete_field(field: int, access: Writing) -> Response:
    """Remove a field; its values are shown no more."""
    with access.platform.database.writing() as session:
        FieldStore(session, access.brand_id).delete(field)
    return Json({"message": "field deleted"})
