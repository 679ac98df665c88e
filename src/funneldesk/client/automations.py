"""Automations: workflows, their runs and logs (document: Endpoints, Automations)."""

from funneldesk.client.calls import Calls
from funneldesk.client.resource import Resource


class Automations(Resource):
    """Automations of one brand."""

    def __init__(self, calls: Calls, brand: int) -> None:
        super().__init__(calls, f"/api/brands/{brand}/automations")
