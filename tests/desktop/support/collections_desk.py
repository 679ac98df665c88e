"""Collections and entries in a brand's database, and the section that shows them."""

from collections.abc import Iterable, Mapping
from datetime import datetime, timedelta
from typing import Any

from tests.desktop.support.live_server import LiveBrand
from tests.desktop.support.window_bench import WindowBench, until

from funneldesk.contract.collections import (
    Collection,
    CollectionDraft,
    CollectionField,
    CollectionFieldDraft,
)
from funneldesk.desktop.parts.collections.panel import CollectionsPanel
from funneldesk.desktop.parts.collections.table import EntriesPanel
from funneldesk.desktop.workspace.workspace import Workspace
from funneldesk.server.parts.collections.store import NewCollectionEntry, create_entries
from funneldesk.server.parts.collections.tables import CollectionEntryRow

TYPES: dict[str, dict[str, Any]] = {
    "Name": {"type": "text", "required": True, "searchable": True},
    "E-mail": {"type": "email", "required": True, "searchable": True},
    "Guests": {"type": "number"},
    "Vegan": {"type": "checkbox"},
    "Menu": {"type": "select", "options": ["Fish", "Meat", "Neither"]},
    "Wishes": {"type": "textarea", "public_encrypt": True},
    "Source": {"type": "hidden", "private": True, "default_value": "web"},
    "Secret": {"type": "password"},
}
"""A field of each type, by its name."""


async def collection_of(
    brand: LiveBrand, name: str = "Dinner", fields: Iterable[str] = TYPES, **more: Any
) -> Collection:
    """A collection with these fields."""
    drafts = [CollectionFieldDraft(name=each, **TYPES[each]) for each in fields]
    async with brand.api() as api:
        return await api.collections.create(CollectionDraft(name=name, fields=drafts, **more))


def entries_in(
    brand: LiveBrand, collection: Collection, many: Iterable[Mapping[str, Any]]
) -> list[str]:
    """Entries with these values, an hour after each other, the last one newest; their ids."""
    began = datetime.fromisoformat("2026-01-01T09:00:00+00:00")
    made = (
        NewCollectionEntry(values, began + timedelta(hours=place))
        for place, values in enumerate(many)
    )
    with brand.database.writing() as session:
        return create_entries(session, brand.number, collection.id, made)


def put_anyhow(brand: LiveBrand, entry_id: str, field: CollectionField, value: Any) -> None:
    """Have an entry hold a value that no check has seen, as another server may."""
    with brand.database.writing() as session:
        row = session.get(CollectionEntryRow, (brand.number, entry_id))
        assert row is not None
        row.values = {**row.values, str(field.id): value}


def guests(count: int) -> list[dict[str, Any]]:
    """Values of so many entries."""
    return [
        {"name": f"Guest {at:04}", "e_mail": f"guest{at}@posta.example", "guests": at % 7}
        for at in range(count)
    ]


async def stored(brand: LiveBrand, collection: Collection) -> list[dict[str, Any]]:
    """Every entry as the server has it now, the newest first."""
    async with brand.api() as api:
        found = api.collections.iterate_entries(collection.id)
        return [each.model_dump(mode="json") async for each in found]


async def collections(
    bench: WindowBench, workspace: Workspace, page: str = "table"
) -> CollectionsPanel:
    """The section, shown and read."""
    panel = bench.own(CollectionsPanel(workspace))
    panel.page_key = page
    panel.resize(1280, 800)
    panel.show()
    panel.refresh()
    await until(lambda: panel.is_quiet and _is_arranged(panel))
    panel.activateWindow()
    await until(panel.isActiveWindow)
    return panel


def _is_arranged(panel: CollectionsPanel) -> bool:
    """Whether the rows of the table are in their order."""
    page = panel.page
    if not isinstance(page, EntriesPanel):
        return True
    return page.list.source is not None and page.list.source.total is not None


def table_of(panel: CollectionsPanel) -> EntriesPanel:
    """The table that is shown."""
    page = panel.page
    assert isinstance(page, EntriesPanel)
    return page
