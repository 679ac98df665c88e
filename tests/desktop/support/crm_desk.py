"""Entities and entries in a brand's database, and the section that shows them."""

from collections.abc import Iterable, Sequence
from typing import Any

from PySide6.QtCore import Qt
from tests.desktop.support.live_server import LiveBrand
from tests.desktop.support.window_bench import WindowBench, until

from funneldesk.contract.crm import (
    CrmEntity,
    CrmEntityDraft,
    CrmEntry,
    CrmEntryDraft,
    CrmEntryPatch,
    CrmFieldDraft,
    CrmPipelineDraft,
    CrmStageDraft,
)
from funneldesk.desktop.parts.crm.board.page import BoardPage
from funneldesk.desktop.parts.crm.panel import CrmPanel
from funneldesk.desktop.parts.crm.table import EntriesPanel
from funneldesk.desktop.workspace.workspace import Workspace
from funneldesk.server.parts.crm.bulk import NewEntry, create_many

STAGES = ("New", "Talking", "Won")
TYPES: dict[str, dict[str, Any]] = {
    "company": {"type": "text"},
    "budget": {"type": "number"},
    "due": {"type": "date"},
    "signed": {"type": "boolean"},
    "source": {"type": "select", "options": ["Web", "Fair"]},
    "topics": {"type": "multi_select", "options": ["Tea", "Tins", "Gifts"]},
    "site": {"type": "url"},
    "mail": {"type": "email"},
    "call": {"type": "phone"},
}
"""A field of each type, by its key."""
EVERY_VALUE: dict[str, Any] = {
    "company": "Café Turin",
    "budget": 1200.5,
    "due": "2026-11-30",
    "signed": True,
    "source": "Fair",
    "topics": ["Tins", "Tea"],
    "site": "https://turin.example/",
    "mail": "sofia@turin.example",
    "call": "+39 011 5551",
}


async def entity_of(
    brand: LiveBrand,
    slug: str = "deals",
    fields: Iterable[str] = TYPES,
    stages: Sequence[str] = STAGES,
) -> CrmEntity:
    """An entity with one pipeline of these stages and these fields."""
    async with brand.api() as api:
        draft = CrmEntityDraft(
            name=slug.title(), slug=slug, singular_name="Deal", plural_name=slug.title()
        )
        made = await api.crm.create_entity(draft)
        line = await api.crm.create_pipeline(made.id, CrmPipelineDraft(name="Wholesale"))
        for name in stages:
            await api.crm.create_stage(line.id, CrmStageDraft(name=name, color="#2563eb"))
        for key in fields:
            field = CrmFieldDraft(name=key.title(), key=key, **TYPES[key])
            await api.crm.create_field(made.id, field)
        return await api.crm.get_entity(made.id)


def stage_ids(entity: CrmEntity) -> list[int]:
    """The stages of the first pipeline."""
    assert entity.pipelines
    return [stage.id for stage in entity.pipelines[0].stages or ()]


async def entry_in(brand: LiveBrand, entity: CrmEntity, title: str, **values: Any) -> CrmEntry:
    """An entry in the first stage."""
    assert entity.pipelines
    draft = CrmEntryDraft(
        title=title,
        pipeline_id=entity.pipelines[0].id,
        stage_id=stage_ids(entity)[0],
        values=values,
    )
    async with brand.api() as api:
        return await api.crm.create_entry(entity.id, draft)


def entries_in(
    brand: LiveBrand, entity: CrmEntity, titles: Iterable[str], **values: Any
) -> list[str]:
    """Many entries in the first stage, with these values; their ids."""
    assert entity.pipelines
    line, stage = entity.pipelines[0].id, stage_ids(entity)[0]
    with brand.database.writing() as session:
        made = (NewEntry(title, line, stage, values=dict(values)) for title in titles)
        return create_many(session, brand.number, entity.id, made)


async def changed(brand: LiveBrand, entry: CrmEntry, **fields: Any) -> CrmEntry:
    """Somebody else changes an entry."""
    async with brand.api() as api:
        return await api.crm.update_entry(entry.id, CrmEntryPatch(**fields))


async def stored(brand: LiveBrand, entry_id: str) -> CrmEntry:
    """An entry as the server has it now."""
    async with brand.api() as api:
        return await api.crm.get_entry(entry_id)


async def crm(bench: WindowBench, workspace: Workspace, page: str = "table") -> CrmPanel:
    """The section, shown and read."""
    panel = bench.own(CrmPanel(workspace))
    panel.page_key = page
    panel.resize(1280, 800)
    panel.show()
    panel.refresh()
    await until(lambda: panel.is_quiet and _is_arranged(panel))
    panel.activateWindow()
    await until(panel.isActiveWindow)
    return panel


def _is_arranged(panel: CrmPanel) -> bool:
    """Whether the rows of the table are in their order."""
    page = panel.page
    if not isinstance(page, EntriesPanel):
        return True
    return page.list.source is not None and page.list.source.total is not None


def table_of(panel: CrmPanel) -> EntriesPanel:
    """The table that is shown."""
    page = panel.page
    assert isinstance(page, EntriesPanel)
    return page


async def board(bench: WindowBench, workspace: Workspace) -> BoardPage:
    """The board of the first entity, shown and read."""
    panel = await crm(bench, workspace, "board")
    await until(panel.isActiveWindow)
    page = panel.page
    assert isinstance(page, BoardPage)
    return page


def spoken_of(page: BoardPage, entry_id: str) -> str:
    """A card as it is read out."""
    cards = page.board.columns[page.board.cards.column_of(entry_id)].cards
    row = cards.rows.ids.index(entry_id)
    return str(cards.rows.index(row, 0).data(Qt.ItemDataRole.AccessibleTextRole))
