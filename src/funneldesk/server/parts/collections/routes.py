"""The endpoints of collections themselves (document: Endpoints, Collections; quirks 20 and 46)."""

from typing import Annotated, Any, Literal

from fastapi import Depends, Path, Query, Response
from pydantic import Field
from sqlalchemy.orm import Session

from funneldesk.contract.collections import (
    Collection,
    CollectionField,
    CollectionName,
    CollectionSummary,
)
from funneldesk.contract.shapes import Record
from funneldesk.server.db.types import now
from funneldesk.server.jobs.exports import queue_export
from funneldesk.server.parts.collections.bodies import field_body, summary, whole
from funneldesk.server.parts.collections.entry_routes import Reading, Writing
from funneldesk.server.parts.collections.entry_routes import router as entries
from funneldesk.server.parts.collections.rules import (
    CollectionCreate,
    CollectionUpdate,
    ExportInput,
)
from funneldesk.server.parts.collections.store import CollectionStore
from funneldesk.server.parts.collections.tables import CollectionRow
from funneldesk.server.web.access import Access
from funneldesk.server.web.answers import Json
from funneldesk.server.web.errors import invalid, missing
from funneldesk.server.web.fields import CLEARABLE, OptionalWords
from funneldesk.server.web.listing import Paging, flat, paging
from funneldesk.server.web.quick import quickly
from funneldesk.server.web.roles import REACH, Need
from funneldesk.server.web.scheduling import Router

router = Router(prefix="/api/brands/{brand:int}/collections", tags=["collections"])

EXPORT = "collections"

# Beside the code that a read takes, so that a code is 404 here and not a method refused.
Number = Annotated[Annotated[int | str, Field(union_mode="left_to_right")], Path()]
Sort = Annotated[Literal["newest", "oldest", "created_at", "updated_at"] | None, CLEARABLE, Query()]


class CollectionListing(Record):
    """The envelope of ``GET …/collections``."""

    data: list[CollectionSummary]
    current_page: int
    per_page: int
    total: int
    last_page: int


class Deleted(Record):
    """The answer to a deletion."""

    success: bool


class Queued(Record):
    """The answer to an export."""

    message: str


@router.get("", response_model=CollectionListing)
async def list_(
    access: Reading,
    wanted: Annotated[Paging, Depends(paging())],
    q: Annotated[OptionalWords, Query()] = None,
    sort: Sort = None,
) -> Response:
    """A page of collections."""

    def look(session: Session) -> Response:
        rows, total = CollectionStore(session, access.brand_id).list(wanted, q, sort or "newest")
        return Json(flat(wanted, total, [summary(row) for row in rows]))

    return await quickly(access.platform.database, look, unless=q)


@router.get("/all", response_model=list[CollectionName])
def all_(access: Reading) -> Response:
    """Every collection by name."""
    with access.platform.database.reading() as session:
        rows = CollectionStore(session, access.brand_id).all()
        return Json([dict(row._mapping) for row in rows])


@router.get("/{collection}", response_model=Collection)
def get(collection: str, access: Reading) -> Response:
    """A collection with its fields, by number or code."""
    with access.platform.database.reading() as session:
        store = CollectionStore(session, access.brand_id)
        return Json(_whole(access, store, store.find(collection)))


@router.get("/{collection:int}/fields", response_model=list[CollectionField])
def fields(collection: int, access: Reading) -> Response:
    """The fields of a collection, by number only."""
    with access.platform.database.reading() as session:
        store = CollectionStore(session, access.brand_id)
        rows = store.fields(store.get(collection).id)
        return Json([field_body(row) for row in rows])


@router.post("", response_model=Collection)
def create(body: CollectionCreate, access: Writing) -> Response:
    """A new collection with its fields."""
    values = body.model_dump(exclude_unset=True)
    with access.platform.database.writing() as session:
        store = CollectionStore(session, access.brand_id)
        row = store.create(_plain(values), values["fields"])
        return Json(_whole(access, store, row))


@router.put("/{collection}", response_model=Collection)
def update(collection: Number, body: CollectionUpdate, access: Writing) -> Response:
    """Change what was sent, by number only."""
    values = body.model_dump(exclude_unset=True)
    with access.platform.database.writing() as session:
        store = CollectionStore(session, access.brand_id)
        row = store.update(_number(collection), _plain(values), values.get("fields", ()))
        return Json(_whole(access, store, row))


@router.delete("/{collection}", response_model=Deleted)
def delete(collection: Number, access: Writing) -> Response:
    """Remove a collection with its entries."""
    with access.platform.database.writing() as session:
        CollectionStore(session, access.brand_id).delete(_number(collection))
    return Json({"success": True})


@router.post("/{collection:int}/export", response_model=Queued)
def export(collection: int, body: ExportInput, access: Writing) -> Response:
    """Have entries sent to an e-mail address, as a file."""
    with access.platform.database.writing() as session:
        store = CollectionStore(session, access.brand_id)
        row = store.get(collection, lock=True)
        known = {field.code for field in store.fields(row.id)}
        wrong = {
            f"fields.{number}": "The collection has no such field."
            for number, code in enumerate(body.fields)
            if code not in known
        }
        if wrong:
            raise invalid(wrong)
        since = row.exported_at if body.new_only else None
        row.exported_at = now()
        wish = {
            "collection": row.id,
            "fields": body.fields,
            "since": since and since.isoformat(),
            "until": row.exported_at.isoformat(),
        }
        queue_export(session, access, EXPORT, wish, to=body.email)
    return Json({"message": f"The entries will be sent to {body.email}."})


def _number(collection: int | str) -> int:
    if not isinstance(collection, int):
        raise missing("collection")
    return collection


def _plain(values: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in values.items() if name != "fields"}


def _whole(access: Access, store: CollectionStore, row: CollectionRow) -> dict[str, Any]:
    role = access.caller.role
    may_write = role is not None and REACH[role] >= Need.WRITE
    return whole(row, store.fields(row.id), with_secret=may_write)


router.include_router(entries)
