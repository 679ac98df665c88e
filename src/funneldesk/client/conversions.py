"""Conversions: orders (document: Endpoints, Conversions)."""

from funneldesk.client.calls import Calls
from funneldesk.client.resource import Resource


class Conversions(Resource):
    """Conversions of one brand."""

    def __init__(self, calls: Calls, brand: int) -> None:
        super().__init__(calls, f"/api/brands/{brand}/conversions")
