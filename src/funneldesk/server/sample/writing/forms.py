"""Writes collections and what people left in them."""

from collections.abc import Iterable

from sqlalchemy import select
from sqlalchemy.orm import Session

from funneldesk.server.parts.collections.rules import CollectionCreate
from funneldesk.server.parts.collections.store import (
    CollectionStore,
    NewCollectionEntry,
    create_entries,
)
from funneldesk.server.parts.collections.tables import CollectionRow
from funneldesk.server.sample.simulation.answers import Answer
from funneldesk.server.sample.stage import Stage


def write_collections(stage: Stage, session: Session) -> None:
    """The forms themselves."""
    store = CollectionStore(session, stage.brand_id)
    for each in stage.content.life("collections"):
        body = CollectionCreate.model_validate(each["collection"])
        wanted = body.model_dump(exclude_unset=True)
        store.create(wanted, wanted.pop("fields"))


def write_answers(stage: Stage, session: Session, name: str, found: Iterable[Answer]) -> None:
    """Entries of the form with this name, the oldest first."""
    collection_id = session.scalars(
        select(CollectionRow.id).where(
            CollectionRow.brand_id == stage.brand_id, CollectionRow.name == name
        )
    ).one()
    fields = CollectionStore(session, stage.brand_id).fields(collection_id)
    codes = {field.name: field.code for field in fields}
    entries = (
        NewCollectionEntry(
            {codes[field]: value for field, value in each.values.items()}, each.moment
        )
        for each in sorted(found, key=lambda each: each.moment)
    )
    create_entries(session, stage.brand_id, collection_id, entries)
