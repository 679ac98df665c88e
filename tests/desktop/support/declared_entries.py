"""Entries as a test declares them: a collection with a number that is known beforehand."""

from datetime import datetime, timedelta

from tests.desktop.support.live_server import LiveBrand

from funneldesk.contract.collections import Collection, CollectionField
from funneldesk.desktop.parts.collections.entries import entries_section
from funneldesk.desktop.parts.collections.table import EntriesPanel
from funneldesk.desktop.records.section import RecordSection
from funneldesk.desktop.workspace.workspace import Workspace
from funneldesk.server.parts.collections.store import NewCollectionEntry, create_entries
from funneldesk.server.parts.collections.tables import CollectionFieldRow, CollectionRow

COLLECTION = Collection(
    id=1_000,
    code="guests",
    name="Guests",
    fields=[
        CollectionField(id=1_001, name="Name", code="name", type="text", searchable=True),
        CollectionField(id=1_002, name="Table", code="table", type="number", order=1),
    ],
)
SECTION = entries_section(COLLECTION)


def set_up(brand: LiveBrand) -> None:
    """The collection in the brand's database."""
    number = brand.number
    with brand.database.writing() as session:
        named = {"code": COLLECTION.code, "name": COLLECTION.name, "search": "guests"}
        session.add(CollectionRow(brand_id=number, id=COLLECTION.id, **named))
        session.flush()
        for each in COLLECTION.fields or ():
            known = each.model_dump(include={"id", "name", "code", "type", "searchable"})
            row = {"brand_id": number, "collection_id": COLLECTION.id, "position": each.order}
            session.add(CollectionFieldRow(**row, **known))


def add_entries(brand: LiveBrand, names: list[str]) -> None:
    """Entries of people with these names, an hour after each other, newer than all before."""
    began = datetime.fromisoformat("2026-01-01T09:00:00+00:00")
    made = (
        NewCollectionEntry({"name": name, "table": place}, began + timedelta(hours=place))
        for place, name in enumerate(names)
    )
    with brand.database.writing() as session:
        create_entries(session, brand.number, COLLECTION.id, made)


def entries_panel(workspace: Workspace, declared: RecordSection) -> EntriesPanel:
    """The table of entries, without the frame of the collections."""
    return EntriesPanel(workspace, declared, COLLECTION)
