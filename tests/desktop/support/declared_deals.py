"""Deals as a test declares them: an entity of the CRM with a number that is known beforehand."""

from datetime import datetime, timedelta

from tests.desktop.support.live_server import LiveBrand

from funneldesk.contract.crm import CrmEntity, CrmField, CrmPipeline, CrmStage
from funneldesk.desktop.parts.crm.entries import entries_section
from funneldesk.desktop.parts.crm.table import EntriesPanel
from funneldesk.desktop.records.section import RecordSection
from funneldesk.desktop.workspace.workspace import Workspace
from funneldesk.server.parts.crm.bulk import NewEntry, create_many
from funneldesk.server.parts.crm.tables import (
    CrmEntityRow,
    CrmFieldRow,
    CrmPipelineRow,
    CrmStageRow,
)

STAGES = [
    CrmStage(id=1_001, name="New", color="#2563eb", position=0, pipeline_id=1_000),
    CrmStage(id=1_002, name="Won", color="#16a34a", position=1, pipeline_id=1_000),
]
ENTITY = CrmEntity(
    id=1_000,
    name="Deals",
    slug="deals",
    singular_name="Deal",
    plural_name="Deals",
    pipelines=[CrmPipeline(id=1_000, name="Wholesale", stages=STAGES)],
    fields=[
        CrmField(id=1_001, name="Company", key="company", type="text"),
        CrmField(id=1_002, name="Budget", key="budget", type="number", position=1),
    ],
)
SECTION = entries_section(ENTITY)


def set_up(brand: LiveBrand) -> None:
    """The entity in the brand's database."""
    number = brand.number
    with brand.database.writing() as session:
        names = {"name": "Deals", "slug": "deals", "singular_name": "Deal", "plural_name": "Deals"}
        counts = {"pipelines_count": 1, "fields_count": 2}
        session.add(CrmEntityRow(brand_id=number, id=ENTITY.id, **names, **counts))
        session.flush()
        line = {"brand_id": number, "id": 1_000, "crm_entity_id": ENTITY.id, "name": "Wholesale"}
        session.add(CrmPipelineRow(**line))
        session.flush()
        session.add_all(CrmStageRow(brand_id=number, **each.model_dump()) for each in STAGES)
        for each in ENTITY.fields or ():
            shown = each.model_dump(include={"id", "name", "key", "type", "position"})
            session.add(CrmFieldRow(brand_id=number, crm_entity_id=ENTITY.id, **shown))


def add_deals(brand: LiveBrand, names: list[str]) -> None:
    """Deals with these titles, an hour after each other, newer than all before."""
    began = datetime.fromisoformat("2026-01-01T09:00:00+00:00")
    made = (
        NewEntry(
            name,
            1_000,
            1_001,
            {"company": name.strip() or "Nobody"},
            created_at=began + timedelta(hours=place),
        )
        for place, name in enumerate(names)
    )
    with brand.database.writing() as session:
        create_many(session, brand.number, ENTITY.id, made)


def deals_panel(workspace: Workspace, declared: RecordSection) -> EntriesPanel:
    """The table of deals, without the frame of CRM."""
    return EntriesPanel(workspace, declared, ENTITY)
