"""Funnels: pages in a row (document: Endpoints, Funnels)."""

from funneldesk.client.calls import Calls
from funneldesk.client.resource import Resource


class Funnels(Resource):
    """Funnels of one brand."""

    def __init__(self, calls: Calls, brand: int) -> None:
        super().__init__(calls, f"/api/brands/{brand}/funnels")
