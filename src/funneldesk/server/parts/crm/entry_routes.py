"""The endpoints of entries, under their entity and on their own (document: CRM; quirk 45)."""

from collections.abc import Mapping
from typing import Annotated, Any

from fastapi import Depends, Query, Response
from sqlalchemy.orm import Session

from funneldesk.contract.crm import CrmEntry, CrmStageMove
from funneldesk.contract.shapes import Record
from funneldesk.server.parts.crm.bodies import entry_body, with_customers
from funneldesk.server.parts.crm.customers import customers_of
from funneldesk.server.parts.crm.entity_routes import Reading, Writing
from funneldesk.server.parts.crm.fields import FieldStore
from funneldesk.server.parts.crm.rules import EntryCreate, EntryUpdate, Id, StageMove
from funneldesk.server.parts.crm.store import EntryFilter, EntryStore
from funneldesk.server.parts.crm.tables import CrmEntryRow
from funneldesk.server.web.access import Access
from funneldesk.server.web.answers import Json
from funneldesk.server.web.fields import CLEARABLE, OptionalSwitch, OptionalWords
from funneldesk.server.web.listing import Paging, paging
from funneldesk.server.web.quick import in_thread, quickly
from funneldesk.server.web.scheduling import Router

router = Router()

OptionalNumber = Annotated[Id | None, CLEARABLE]


class EntryListing(Record):
    """The envelope of a list of entries."""

    data: list[CrmEntry]
    current_page: int
    last_page: int
    per_page: int
    total: int


async def entry_filter(
    pipeline_id: Annotated[OptionalNumber, Query()] = None,
    stage_id: Annotated[OptionalNumber, Query()] = None,
    reference_type: Annotated[OptionalWords, Query()] = None,
    reference_id: Annotated[OptionalWords, Query()] = None,
    q: Annotated[OptionalWords, Query()] = None,
) -> EntryFilter:
    """A dependency: what a list is narrowed to."""
    return EntryFilter(pipeline_id, stage_id, reference_type, reference_id, q)


@router.get("/entities/{entity:int}/entries", response_model=EntryListing)
async def list_entries(
    entity: int,
    access: Reading,
    wanted: Annotated[Paging, Depends(paging())],
    wishes: Annotated[EntryFilter, Depends(entry_filter)],
    include_customer: Annotated[OptionalSwitch, Query()] = None,
) -> Response:
    """The entries of an entity, the newest first."""

    def look(session: Session) -> tuple[list[dict[str, Any]], int]:
        rows, total = EntryStore(session, access.brand_id).list(entity, wishes, wanted)
        fields = FieldStore(session, access.brand_id).list(entity)
        bodies = [entry_body(row, fields) for row in rows]
        if include_customer and access.reaches("customers"):
            bodies = with_customers(rows, bodies, customers_of(session, access.brand_id, rows))
        return bodies, total

    database = access.platform.database
    is_search = wishes.search or wishes.reference_type or wishes.reference_id
    bodies, total = await (in_thread if is_search else quickly)(database, look)
    return Json(
        {
            "data": bodies,
            "current_page": wanted.page,
            "last_page": wanted.last_page(total),
            "per_page": wanted.per_page,
            "total": total,
        }
    )


@router.get("/entries/{entry}", response_model=CrmEntry)
def get_entry(entry: str, access: Reading) -> Response:
    """An entry."""
    return _read(access, entry, None)


@router.get("/entities/{entity:int}/entries/{entry}", response_model=CrmEntry)
def get_entry_of(entity: int, entry: str, access: Reading) -> Response:
    """An entry of this entity."""
    return _read(access, entry, entity)


@router.post("/entities/{entity:int}/entries", response_model=CrmEntry, status_code=201)
def create_entry(entity: int, body: EntryCreate, access: Writing) -> Response:
    """A new entry."""
    with access.platform.database.writing() as session:
        store = EntryStore(session, access.brand_id)
        row = store.create(entity, body.model_dump(exclude_unset=True))
        return Json(_shown(session, row), 201)


@router.put("/entries/{entry}", response_model=CrmEntry)
def update_entry(entry: str, body: EntryUpdate, access: Writing) -> Response:
    """Change what was sent; values are merged."""
    return _update(access, entry, None, body.model_dump(exclude_unset=True))


@router.put("/entities/{entity:int}/entries/{entry}", response_model=CrmEntry)
def update_entry_of(entity: int, entry: str, body: EntryUpdate, access: Writing) -> Response:
    """Change what was sent of an entry of this entity."""
    return _update(access, entry, entity, body.model_dump(exclude_unset=True))


@router.put("/entries/{entry}/stage", response_model=CrmStageMove)
def move_entry(entry: str, body: StageMove, access: Writing) -> Response:
    """Move an entry to another stage of its pipeline."""
    return _move(access, entry, None, body.stage_id)


@router.put("/entities/{entity:int}/entries/{entry}/stage", response_model=CrmStageMove)
def move_entry_of(entity: int, entry: str, body: StageMove, access: Writing) -> Response:
    """Move an entry of this entity to another stage of its pipeline."""
    return _move(access, entry, entity, body.stage_id)


def _read(access: Access, entry: str, entity: int | None) -> Response:
    with access.platform.database.reading() as session:
        return Json(_shown(session, EntryStore(session, access.brand_id).get(entry, entity)))


def _update(access: Access, entry: str, entity: int | None, sent: Mapping[str, Any]) -> Response:
    with access.platform.database.writing() as session:
        row = EntryStore(session, access.brand_id).update(entry, sent, entity)
        return Json(_shown(session, row))


def _move(access: Access, entry: str, entity: int | None, stage_id: int) -> Response:
    with access.platform.database.writing() as session:
        row = EntryStore(session, access.brand_id).move(entry, stage_id, entity)
        return Json({"id": row.id, "stage_id": row.stage_id, "updated_at": row.updated_at})


def _shown(session: Session, row: CrmEntryRow) -> dict[str, Any]:
    return entry_body(row, FieldStore(session, row.brand_id).list(row.crm_entity_id))
