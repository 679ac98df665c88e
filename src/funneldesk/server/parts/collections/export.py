"""Entries as a table (document: Collections, export).

Of a collection that is exported publicly, fields marked so are left out or hidden.
"""

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import and_, or_, select
from sqlalchemy.orm import Session

from funneldesk.server.jobs.sheets import Table
from funneldesk.server.parts.collections.store import CollectionStore
from funneldesk.server.parts.collections.tables import (
    CollectionEntryRow,
    CollectionFieldRow,
    CollectionRow,
)
from funneldesk.server.parts.collections.values import MASK, visible
from funneldesk.server.web.errors import Refused

_AT_ONCE = 1_000


def table(session: Session, brand_id: int, body: Mapping[str, Any]) -> Table:
    """The entries that ``body`` names, the oldest first.

    ``body``: ``collection`` (number), ``fields`` (codes), ``since`` and ``until`` (ISO 8601, or
    None). A collection that was deleted meanwhile gives an empty table.
    """
    store = CollectionStore(session, brand_id)
    try:
        row = store.get(int(body["collection"]))
    except Refused:
        return Table("collection", [], [])
    wanted = set(body["fields"])
    fields = [field for field in store.fields(row.id) if field.code in wanted]
    fields = [field for field in fields if not (row.public_export and is_left_out(field))]
    columns = ["id", *(field.code for field in fields), "created_at"]
    since, until = (_moment(body.get(name)) for name in ("since", "until"))
    return Table(row.code, columns, _rows(session, row, fields, since, until))


def is_left_out(field: CollectionFieldRow) -> bool:
    """Whether a public export has no column for this field."""
    return field.public_exclude or field.private


def _rows(
    session: Session,
    row: CollectionRow,
    fields: Sequence[CollectionFieldRow],
    since: datetime | None,
    until: datetime | None,
) -> Iterator[Sequence[object]]:
    hidden = {field.id for field in fields if row.public_export and field.public_encrypt}
    for entry in _entries(session, row, since, until):
        values = [entry.values.get(str(field.id)) for field in fields]
        cells = [
            MASK if field.id in hidden and value is not None else visible(value)
            for field, value in zip(fields, values, strict=True)
        ]
        yield [entry.id, *cells, entry.created_at]


def _entries(
    session: Session, row: CollectionRow, since: datetime | None, until: datetime | None
) -> Iterator[Any]:
    columns = CollectionEntryRow.id, CollectionEntryRow.created_at, CollectionEntryRow.values
    moment, id_ = CollectionEntryRow.created_at, CollectionEntryRow.id
    query = select(*columns).where(
        CollectionEntryRow.brand_id == row.brand_id, CollectionEntryRow.collection_id == row.id
    )
    if since is not None:
        query = query.where(moment > since)
    if until is not None:
        query = query.where(moment <= until)
    query = query.order_by(moment, id_).limit(_AT_ONCE)
    page = query
    while found := session.execute(page).all():
        yield from found
        last = found[-1]
        later = and_(moment == last.created_at, id_ > last.id)
        page = query.where(moment >= last.created_at, or_(moment > last.created_at, later))


def _moment(text: str | None) -> datetime | None:
    return None if text is None else datetime.fromisoformat(text)
