"""Customers: who bought (document: Endpoints, Customers)."""

from funneldesk.client.calls import Calls
from funneldesk.client.resource import Resource


class Customers(Resource):
    """Customers of one brand."""

    def __init__(self, calls: Calls, brand: int) -> None:
        super().__init__(calls, f"/api/brands/{brand}/customers")
