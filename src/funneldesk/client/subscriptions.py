"""Subscriptions: recurring orders and retention offers (document: Endpoints, Subscriptions)."""

from funneldesk.client.calls import Calls
from funneldesk.client.resource import Resource


class Subscriptions(Resource):
    """Subscriptions of one brand."""

    def __init__(self, calls: Calls, brand: int) -> None:
        super().__init__(calls, f"/api/brands/{brand}/subscriptions")
