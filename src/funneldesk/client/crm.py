"""CRM: entities, pipelines, stages, fields, entries (document: Endpoints, CRM)."""

from funneldesk.client.calls import Calls
from funneldesk.client.resource import Resource


class Crm(Resource):
    """CRM of one brand."""

    def __init__(self, calls: Calls, brand: int) -> None:
        super().__init__(calls, f"/api/brands/{brand}/crm")
