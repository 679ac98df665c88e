"""Queries on collections: every one within a brand (quirks 46 and 47)."""

from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import delete, select
from sqlalchemy.orm import Session

from funneldesk.server.db.counters import counted, move
from funneldesk.server.db.types import now
from funneldesk.server.parts.brands.tables import BrandRow
from funneldesk.server.parts.collections.codes import code_stem, collection_code
from funneldesk.server.parts.collections.entries import (
    EntryStore,
    NewCollectionEntry,
    create_entries,
)
from funneldesk.server.parts.collections.fields import BadFields, FormField, changed
from funneldesk.server.parts.collections.tables import CollectionFieldRow, CollectionRow
from funneldesk.server.web.errors import invalid, missing
from funneldesk.server.web.fields import LARGEST_ID
from funneldesk.server.web.listing import By, Paging, count_of, rows_of
from funneldesk.server.web.searching import contains, folded

__all__ = ["CollectionStore", "EntryStore", "NewCollectionEntry", "create_entries"]

TOTAL = "collections"
_NEEDS_ADDRESS = "The send_to_email field is required when on_new_entry is send_email_to."
_COLUMNS = tuple(FormField.__dataclass_fields__)
_SWITCHES = ("public_export", "recaptcha_enabled")
_ORDERS = {
    "newest": By(CollectionRow.created_at, True),
    "oldest": By(CollectionRow.created_at, False),
    "created_at": By(CollectionRow.created_at, True),
    "updated_at": By(CollectionRow.updated_at, True),
}


class CollectionStore:
    """The collections of one brand, in one session."""

    def __init__(self, session: Session, brand_id: int) -> None:
        self._session = session
        self._brand_id = brand_id

    def list(self, wanted: Paging, search: str | None, sort: str) -> tuple[Sequence[Any], int]:
        """A page of collections and how many there are; ``search`` looks at name and code."""
        equal, found = {CollectionRow.brand_id: self._brand_id}, []
        total = counted(self._session, self._brand_id, TOTAL)
        if search and search.strip():
            found = [contains(CollectionRow.search, search)]
            total = count_of(self._session, CollectionRow, equal, found)
        first = _ORDERS[sort]
        order = first, By(CollectionRow.id, first.descending)
        rows = rows_of(self._session, CollectionRow, equal, order, total, wanted, further=found)
        return rows, total

    def all(self) -> Sequence[Any]:
        """Id, name and code of every collection, by name."""
        query = (
            select(CollectionRow.id, CollectionRow.name, CollectionRow.code)
            .where(CollectionRow.brand_id == self._brand_id)
            .order_by(CollectionRow.search, CollectionRow.id)
        )
        return self._session.execute(query).all()

    def get(self, collection_id: int, *, lock: bool = False) -> CollectionRow:
        """A collection by its number. Raises Refused (404)."""
        row = None
        if 0 < collection_id <= LARGEST_ID:
            key = (self._brand_id, collection_id)
            row = self._session.get(CollectionRow, key, with_for_update=lock)
        if row is None:
            raise missing("collection")
        return row

    def find(self, id_or_code: str) -> CollectionRow:
        """A collection by number or code (quirk 46). Raises Refused (404)."""
        if id_or_code.isascii() and id_or_code.isdigit() and len(id_or_code) <= 19:
            return self.get(int(id_or_code))
        row = None
        if id_or_code.isascii() and id_or_code.isprintable():
            row = self._session.scalar(
                select(CollectionRow).where(
                    CollectionRow.brand_id == self._brand_id, CollectionRow.code == id_or_code
                )
            )
        if row is None:
            raise missing("collection")
        return row

    def fields(self, collection_id: int) -> Sequence[CollectionFieldRow]:
        """The fields of a collection in their order."""
        query = (
            select(CollectionFieldRow)
            .where(
                CollectionFieldRow.brand_id == self._brand_id,
                CollectionFieldRow.collection_id == collection_id,
            )
            .order_by(CollectionFieldRow.position, CollectionFieldRow.id)
        )
        return self._session.scalars(query).all()

    def create(
        self, values: Mapping[str, Any], fields: Sequence[Mapping[str, Any]]
    ) -> CollectionRow:
        """A new collection with its fields. Raises Refused (422)."""
        self._reserve()
        row = CollectionRow(brand_id=self._brand_id, code=self._free_code(values["name"]))
        self._set(row, values)
        self._session.add(row)
        self._session.flush()
        self._set_fields(row, [], fields)
        move(self._session, self._brand_id, TOTAL, 1)
        return row

    def update(
        self, collection_id: int, values: Mapping[str, Any], fields: Sequence[Mapping[str, Any]]
    ) -> CollectionRow:
        """Set what was sent; fields that are not named stay. Raises Refused (404, 422)."""
        row = self.get(collection_id, lock=True)
        self._set(row, values)
        row.updated_at = now()
        if fields:
            before = self.fields(row.id)
            searchable = _searchable(before)
            self._set_fields(row, before, fields)
            if searchable != _searchable(self.fields(row.id)):
                EntryStore(self._session, self._brand_id, row).index_again()
        self._session.flush()
        return row

    def delete(self, collection_id: int) -> None:
        """Remove a collection with its fields and entries. Raises Refused (404)."""
        self.get(collection_id, lock=True)
        self._session.execute(
            delete(CollectionRow).where(
                CollectionRow.brand_id == self._brand_id, CollectionRow.id == collection_id
            )
        )
        move(self._session, self._brand_id, TOTAL, -1)

    def _set(self, row: CollectionRow, values: Mapping[str, Any]) -> None:
        for name, value in values.items():
            setattr(row, name, bool(value) if name in _SWITCHES else value)
        row.search = folded(row.name, row.code)
        if row.on_new_entry == "send_email_to" and not row.send_to_email:
            raise invalid({"send_to_email": _NEEDS_ADDRESS})

    def _set_fields(
        self,
        row: CollectionRow,
        before: Sequence[CollectionFieldRow],
        sent: Sequence[Mapping[str, Any]],
    ) -> None:
        rows = {field.id: field for field in before}
        existing = [
            FormField(**{name: getattr(field, name) for name in _COLUMNS}) for field in before
        ]
        try:
            change = changed(existing, sent)
        except BadFields as error:
            raise invalid(error.messages) from None
        for id_ in change.deleted:
            self._session.delete(rows[id_])
        self._session.flush()
        for field in change.fields:
            target = rows.get(field.id)
            if target is None:
                target = CollectionFieldRow(brand_id=self._brand_id, collection_id=row.id)
                self._session.add(target)
            for name in _COLUMNS:
                if name != "id":
                    setattr(target, name, getattr(field, name))
            self._session.flush()

    def _reserve(self) -> None:
        """Make other creates of this brand wait, so that a free code stays free."""
        self._session.execute(
            select(BrandRow.id).where(BrandRow.id == self._brand_id).with_for_update(key_share=True)
        )

    def _free_code(self, name: str) -> str:
        near = select(CollectionRow.code).where(
            CollectionRow.brand_id == self._brand_id,
            CollectionRow.code.startswith(code_stem(name), autoescape=True),
        )
        return collection_code(name, set(self._session.scalars(near)))


def _searchable(fields: Sequence[CollectionFieldRow]) -> set[int]:
    return {field.id for field in fields if field.searchable}
