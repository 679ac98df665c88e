"""Collections: forms and their entries (document: Endpoints, Collections; quirks 8, 11, 46, 47)."""

from collections.abc import AsyncIterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from funneldesk.client.calls import Calls, segment
from funneldesk.client.resource import Resource, read_again, read_record, read_written, walk
from funneldesk.contract.collections import (
    Collection,
    CollectionDraft,
    CollectionEntry,
    CollectionEntryFilter,
    CollectionExportDraft,
    CollectionField,
    CollectionFilter,
    CollectionName,
    CollectionPatch,
    CollectionSummary,
)
from funneldesk.contract.listing import Listing

_ENTRIES_PER_PAGE = 30


class _Written(CollectionEntry):
    """``{message, data, id}``, the answer to a new entry."""

    data: dict[str, Any] | None = None


class Collections(Resource):
    """Collections of one brand; calls ask for access to the collections module (403 otherwise)."""

    def __init__(self, calls: Calls, brand: int) -> None:
        super().__init__(calls, f"/api/brands/{brand}/collections")

    async def list(self, wanted: CollectionFilter | None = None) -> Listing[CollectionSummary]:
        """A page of collections, 25 unless ``per_page`` says otherwise (at most 100)."""
        return await self._listing(
            self._path, CollectionSummary, wanted.query() if wanted else None
        )

    async def iterate(
        self, wanted: CollectionFilter | None = None
    ) -> AsyncIterator[CollectionSummary]:
        """Every collection, page by page, for ``async for``."""
        base = wanted or CollectionFilter()

        async def page(number: int) -> Listing[CollectionSummary]:
            return await self.list(base.model_copy(update={"page": number}))

        async for collection in walk(page):
            yield collection

    async def list_all(self) -> Sequence[CollectionName]:
        """Id, name and code of every collection, for choices (quirk 12)."""
        return (await self._listing(f"{self._path}/all", CollectionName)).rows

    async def get(self, id_or_code: int | str) -> Collection:
        """A collection with its fields. Raises NotFound."""
        return await self._get(f"{self._path}/{segment(id_or_code)}", Collection)

    async def list_fields(self, collection_id: int) -> Sequence[CollectionField]:
        """The fields of a collection, by its number only (quirk 46)."""
        return (await self._listing(f"{self._path}/{collection_id}/fields", CollectionField)).rows

    async def create(self, draft: CollectionDraft) -> Collection:
        """Make a collection. Raises Invalid, for example under ``fields.2.options``."""
        answer = await self._post(self._path, draft.body())
        made = await read_written(answer, Collection, "collection")
        if made is None:
            raise answer.bad("it does not show the new collection")
        return made if made.fields is not None else await read_again(self.get(made.id))

    async def update(self, collection_id: int, patch: CollectionPatch) -> Collection:
        """Change what ``patch`` sets, by number only; fields are matched by ``id`` (quirk 46).

        Never repeated by itself where it adds a field: sent twice, that would be there twice.
        """
        adds = any(each.id is None for each in patch.fields or ())
        path = f"{self._path}/{collection_id}"
        await self._calls.send("PUT", path, body=patch.body(), addressed=not adds)
        return await read_again(self.get(collection_id))

    async def delete(self, collection_id: int) -> None:
        """Delete a collection with its entries, for good."""
        await self._delete(f"{self._path}/{collection_id}")

    async def list_entries(
        self, collection_id: int, wanted: CollectionEntryFilter | None = None
    ) -> Listing[CollectionEntry]:
        """A page of entries, 30 unless ``per_page`` says otherwise (at most 100).

        The envelope tells no ``per_page`` and no last page (quirk 11): they are added here.
        """
        path = f"{self._path}/{collection_id}/entries"
        query = wanted.query() if wanted else {}
        listing = await self._listing(path, CollectionEntry, query)
        per_page = listing.per_page or int(query.get("per_page", _ENTRIES_PER_PAGE))
        last = listing.last_page
        if last is None and listing.total is not None:
            last = max(1, -(-listing.total // per_page))
        return replace(listing, per_page=per_page, last_page=last)

    async def iterate_entries(
        self, collection_id: int, wanted: CollectionEntryFilter | None = None
    ) -> AsyncIterator[CollectionEntry]:
        """Every entry of a collection, page by page, for ``async for``."""
        base = wanted or CollectionEntryFilter()

        async def page(number: int) -> Listing[CollectionEntry]:
            return await self.list_entries(collection_id, base.model_copy(update={"page": number}))

        async for entry in walk(page):
            yield entry

    async def get_entry(self, collection_id: int, entry_id: str) -> CollectionEntry:
        """An entry. Raises NotFound."""
        return await self._get(self._entry(collection_id, entry_id), CollectionEntry)

    async def create_entry(self, collection_id: int, values: Mapping[str, Any]) -> CollectionEntry:
        """Make an entry of values by field code; all that a form brings follows from it.

        Raises Invalid with a sentence for each code. An answer without the entry is made good by
        reading it again.
        """
        answer = await self._post(f"{self._path}/{collection_id}/entries", dict(values))
        written = await read_record(answer, _Written)
        if written.data is None:
            return await read_again(self.get_entry(collection_id, written.id))
        return CollectionEntry.model_validate({**written.data, "id": written.id})

    async def update_entry(
        self, collection_id: int, entry_id: str, values: Mapping[str, Any]
    ) -> CollectionEntry:
        """Set the values that are given; the others stay. The entry is read again."""
        path = self._entry(collection_id, entry_id)
        await self._calls.send("PUT", path, body=dict(values), addressed=True)
        return await read_again(self.get_entry(collection_id, entry_id))

    async def delete_entry(self, collection_id: int, entry_id: str) -> None:
        """Delete an entry, for good."""
        await self._delete(self._entry(collection_id, entry_id))

    async def bulk_delete(self, collection_id: int, entry_ids: Sequence[str]) -> None:
        """Delete several entries, for good; the ids go in the body of the DELETE (quirk 8)."""
        path = f"{self._path}/{collection_id}/entries/bulk-delete"
        await self._calls.send("DELETE", path, body={"ids": [*entry_ids]})

    async def export(self, collection_id: int, draft: CollectionExportDraft) -> None:
        """Have entries sent to an e-mail address. Raises Invalid for a code that is not there."""
        await self._post(f"{self._path}/{collection_id}/export", draft.body())

    def _entry(self, collection_id: int, entry_id: str) -> str:
        return f"{self._path}/{collection_id}/entries/{segment(entry_id)}"
