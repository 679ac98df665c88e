"""The endpoints of entries (document: Endpoints, Collections; quirks 8, 11, 19 and 47)."""

from typing import Annotated, Any

from fastapi import Body, Depends, Query, Response

from funneldesk.contract.collections import CollectionEntry
from funneldesk.contract.shapes import Record
from funneldesk.server.parts.collections.bodies import entry_body
from funneldesk.server.parts.collections.effects import new_entry
from funneldesk.server.parts.collections.rules import BulkDelete
from funneldesk.server.parts.collections.store import CollectionStore, EntryStore
from funneldesk.server.web.access import Access, allow
from funneldesk.server.web.answers import Json
from funneldesk.server.web.errors import missing
from funneldesk.server.web.fields import OptionalWords
from funneldesk.server.web.listing import Paging, paging
from funneldesk.server.web.roles import Need
from funneldesk.server.web.scheduling import Router

router = Router()

Reading = Annotated[Access, Depends(allow("collections", Need.READ))]
Writing = Annotated[Access, Depends(allow("collections", Need.WRITE))]
Values = Annotated[dict[str, Any], Body()]
PER_PAGE = 30


class EntryListing(Record):
    """The envelope of ``GET …/entries``: it has no ``last_page`` (quirk 11)."""

    data: list[CollectionEntry]
    current_page: int
    total: int


class Written(Record):
    """The envelope of an entry that was written."""

    message: str
    data: CollectionEntry
    id: str


class Removed(Record):
    """The answer to a deletion; ``deleted`` entries are gone."""

    success: bool
    deleted: int


@router.get("/{collection:int}/entries", response_model=EntryListing)
def list_entries(
    collection: int,
    access: Reading,
    wanted: Annotated[Paging, Depends(paging(PER_PAGE))],
    q: Annotated[OptionalWords, Query()] = None,
) -> Response:
    """A page of entries, the newest first."""
    with access.platform.database.reading() as session:
        row = CollectionStore(session, access.brand_id).get(collection)
        store = EntryStore(session, access.brand_id, row)
        rows, total = store.list(wanted, q)
        data = [entry_body(found, store.fields) for found in rows]
    return Json({"data": data, "current_page": wanted.page, "total": total})


@router.delete("/{collection:int}/entries/bulk-delete", response_model=Removed)
def delete_entries(collection: int, body: BulkDelete, access: Writing) -> Response:
    """Remove several entries; ids that are not there are passed over."""
    with access.platform.database.writing() as session:
        row = CollectionStore(session, access.brand_id).get(collection)
        deleted = EntryStore(session, access.brand_id, row).delete(body.ids)
    return Json({"success": True, "deleted": deleted})


@router.get("/{collection:int}/entries/{entry}", response_model=CollectionEntry)
def get_entry(collection: int, entry: str, access: Reading) -> Response:
    """An entry."""
    with access.platform.database.reading() as session:
        row = CollectionStore(session, access.brand_id).get(collection)
        store = EntryStore(session, access.brand_id, row)
        return Json(entry_body(store.get(entry), store.fields))


@router.post("/{collection:int}/entries", response_model=Written, status_code=201)
def create_entry(collection: int, body: Values, access: Writing) -> Response:
    """A new entry, with all that follows from it."""
    with access.platform.database.writing() as session:
        row = CollectionStore(session, access.brand_id).get(collection)
        store = EntryStore(session, access.brand_id, row)
        entry = store.create(body)
        new_entry(session, row, store.fields, entry)
        shown = entry_body(entry, store.fields)
    return Json({"message": "entry created", "data": shown, "id": entry.id}, 201)


@router.put("/{collection:int}/entries/{entry}", response_model=Written)
def update_entry(collection: int, entry: str, body: Values, access: Writing) -> Response:
    """Set the values that were sent; the others stay."""
    with access.platform.database.writing() as session:
        row = CollectionStore(session, access.brand_id).get(collection)
        store = EntryStore(session, access.brand_id, row)
        changed = store.update(entry, body)
        shown = entry_body(changed, store.fields)
    return Json({"message": "entry updated", "data": shown, "id": changed.id})


@router.delete("/{collection:int}/entries/{entry}", response_model=Removed)
def delete_entry(collection: int, entry: str, access: Writing) -> Response:
    """Remove an entry."""
    with access.platform.database.writing() as session:
        row = CollectionStore(session, access.brand_id).get(collection)
        if not EntryStore(session, access.brand_id, row).delete([entry]):
            raise missing("entry")
    return Json({"success": True, "deleted": 1})
