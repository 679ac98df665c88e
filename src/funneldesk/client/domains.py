"""Domains: custom and tracking domains (document: Endpoints, Domains)."""

from funneldesk.client.calls import Calls
from funneldesk.client.resource import Resource


class Domains(Resource):
    """Domains of one brand."""

    def __init__(self, calls: Calls, brand: int) -> None:
        super().__init__(calls, f"/api/brands/{brand}/domains")
