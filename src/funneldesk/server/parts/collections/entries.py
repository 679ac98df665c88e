"""Queries on the entries of one collection, and entries by the thousand."""

import builtins
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import islice
from typing import Any

from sqlalchemy import ColumnElement, bindparam, delete, insert, select, update
from sqlalchemy.orm import Session

from funneldesk.server.db.ids import document_id
from funneldesk.server.db.types import now
from funneldesk.server.parts.collections.tables import (
    CollectionEntryRow,
    CollectionFieldRow,
    CollectionRow,
)
from funneldesk.server.parts.collections.values import merged, search_of, title_of
from funneldesk.server.web.errors import invalid, missing
from funneldesk.server.web.listing import By, Paging, conditions, count_of, rows_of
from funneldesk.server.web.searching import contains, within_reach
from funneldesk.server.web.values import NotValid

_ID = re.compile("[0-9a-f]{24}")
_ORDER = (By(CollectionEntryRow.created_at, True), By(CollectionEntryRow.id, True))
_AT_ONCE = 1_000


@dataclass(frozen=True, slots=True)
class NewCollectionEntry:
    """An entry to make, its values by field code; the moment defaults to the present one."""

    values: Mapping[str, Any]
    created_at: datetime | None = None


def create_entries(
    session: Session, brand_id: int, collection_id: int, many: Iterable[NewCollectionEntry]
) -> list[str]:
    """Make entries by the form's rules, a thousand at a time; gives their ids in order.

    Nothing follows from them (no letter, no ticket, no automation): this is for what already
    happened. Raises Refused (404; 422 for the first one that breaks a rule).
    """
    row = session.get(CollectionRow, (brand_id, collection_id))
    if row is None:
        raise missing("collection")
    store = EntryStore(session, brand_id, row)
    ids: list[str] = []
    left = iter(many)
    while batch := list(islice(left, _AT_ONCE)):
        ids += store.create_batch(batch)
    return ids


class EntryStore:
    """The entries of one collection, in one session."""

    def __init__(self, session: Session, brand_id: int, collection: CollectionRow) -> None:
        self._session = session
        self._brand_id = brand_id
        self._collection_id = collection.id
        self._total = collection.total_entries
        self.fields: Sequence[CollectionFieldRow] = session.scalars(
            select(CollectionFieldRow)
            .where(
                CollectionFieldRow.brand_id == brand_id,
                CollectionFieldRow.collection_id == collection.id,
            )
            .order_by(CollectionFieldRow.position, CollectionFieldRow.id)
        ).all()

    def list(self, wanted: Paging, search: str | None) -> tuple[Sequence[Any], int]:
        """A page of entries, the newest first, and how many there are in all."""
        row, total = CollectionEntryRow, self._total
        equal = {row.brand_id: self._brand_id, row.collection_id: self._collection_id}
        found: builtins.list[ColumnElement[bool]] = []
        if search and search.strip():
            found = within_reach(self._session, conditions(equal), row.created_at, total)
            found.append(contains(row.search, search))
            total = count_of(self._session, row, equal, found)
        return rows_of(self._session, row, equal, _ORDER, total, wanted, further=found), total

    def get(self, entry_id: str, *, lock: bool = False) -> CollectionEntryRow:
        """An entry. Raises Refused (404)."""
        row = None
        if _ID.fullmatch(entry_id):
            key = (self._brand_id, entry_id)
            row = self._session.get(CollectionEntryRow, key, with_for_update=lock)
        if row is None or row.collection_id != self._collection_id:
            raise missing("entry")
        return row

    def create(self, sent: Mapping[str, Any]) -> CollectionEntryRow:
        """A new entry. Raises Refused (422)."""
        return self._added(self._row(NewCollectionEntry(sent)))

    def create_from_visitor(self, sent: Mapping[str, Any]) -> CollectionEntryRow:
        """A new entry out of a form: private fields are not the visitor's. Raises Refused (422)."""
        asked = [field for field in self.fields if not field.private]
        try:
            values = merged(asked, {}, sent, complete=True)
        except NotValid as error:
            raise invalid(error.messages) from None
        for field in self.fields:
            if field.private and field.type != "password" and field.default_value is not None:
                values[str(field.id)] = field.default_value
        return self._added(self._with_values(values, now()))

    def create_batch(self, batch: Sequence[NewCollectionEntry]) -> Sequence[str]:
        """Some new entries at once; gives their ids. Raises Refused (422)."""
        rows = [self._row(new) for new in batch]
        self._add(rows)
        return [row["id"] for row in rows]

    def update(self, entry_id: str, sent: Mapping[str, Any]) -> CollectionEntryRow:
        """Set the values that were sent; the others stay. Raises Refused (404, 422)."""
        row = self.get(entry_id, lock=True)
        row.values = self._merged(row.values, sent, complete=False)
        row.title = title_of(self.fields, row.values)
        row.search = search_of(self.fields, row.values, row.title)
        row.updated_at = now()
        self._session.flush()
        return row

    def delete(self, entry_ids: Sequence[str]) -> int:
        """Remove entries; gives how many of them there were."""
        known = sorted({entry_id for entry_id in entry_ids if _ID.fullmatch(entry_id)})
        if not known:
            return 0
        self._count(0)
        within = (
            CollectionEntryRow.brand_id == self._brand_id,
            CollectionEntryRow.id.in_(known),
            CollectionEntryRow.collection_id == self._collection_id,
        )
        found = self._session.scalars(select(CollectionEntryRow.id).where(*within)).all()
        self._session.execute(delete(CollectionEntryRow).where(*within))
        self._count(-len(found))
        return len(found)

    def index_again(self) -> None:
        """Write anew what searches compare with, after other fields became searchable."""
        table = CollectionEntryRow.__table__
        writing = (
            update(table)  # type: ignore[arg-type]
            .where(table.c.brand_id == self._brand_id, table.c.id == bindparam("b_id"))
            .values(search=bindparam("b_search"))
        )
        last = ""
        while True:
            rows = self._session.execute(
                select(CollectionEntryRow.id, CollectionEntryRow.title, CollectionEntryRow.values)
                .where(
                    CollectionEntryRow.brand_id == self._brand_id,
                    CollectionEntryRow.collection_id == self._collection_id,
                    CollectionEntryRow.id > last,
                )
                .order_by(CollectionEntryRow.id)
                .limit(_AT_ONCE)
            ).all()
            if not rows:
                return
            texts = [
                {"b_id": id_, "b_search": search_of(self.fields, values, title)}
                for id_, title, values in rows
            ]
            self._session.connection().execute(writing, texts)
            last = rows[-1].id

    def _added(self, row: dict[str, Any]) -> CollectionEntryRow:
        self._add([row])
        return self._session.get_one(CollectionEntryRow, (self._brand_id, row["id"]))

    def _add(self, rows: Sequence[dict[str, Any]]) -> None:
        self._count(len(rows))
        table = CollectionEntryRow.__table__
        self._session.connection().execute(insert(table), rows)  # type: ignore[arg-type]

    def _row(self, new: NewCollectionEntry) -> dict[str, Any]:
        values = self._merged({}, new.values, complete=True)
        return self._with_values(values, new.created_at or now())

    def _with_values(self, values: dict[str, Any], moment: datetime) -> dict[str, Any]:
        title = title_of(self.fields, values)
        return {
            "brand_id": self._brand_id,
            "id": document_id(moment),
            "collection_id": self._collection_id,
            "title": title,
            "values": values,
            "search": search_of(self.fields, values, title),
            "created_at": moment,
            "updated_at": moment,
        }

    def _merged(
        self, kept: Mapping[str, Any], sent: Mapping[str, Any], *, complete: bool
    ) -> dict[str, Any]:
        try:
            return merged(self.fields, kept, sent, complete=complete)
        except NotValid as error:
            raise invalid(error.messages) from None

    def _count(self, delta: int) -> None:
        # This holds the collection's row before entries refer to it: no two wait in a circle.
        table = CollectionRow.__table__
        held = self._session.connection().execute(
            update(table)  # type: ignore[arg-type]
            .where(table.c.brand_id == self._brand_id, table.c.id == self._collection_id)
            .values(total_entries=table.c.total_entries + delta)
        )
        if not held.rowcount:
            raise missing("collection")
