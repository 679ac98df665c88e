"""The endpoints of CRM (document: Endpoints, CRM; quirks 19 and 45)."""

from funneldesk.server.parts.crm.entity_routes import router as entities
from funneldesk.server.parts.crm.entry_routes import router as entries
from funneldesk.server.parts.crm.pipeline_routes import router as pipelines
from funneldesk.server.web.scheduling import Router

router = Router(prefix="/api/brands/{brand:int}/crm", tags=["crm"])
for part in (entities, pipelines, entries):
    router.include_router(part)
