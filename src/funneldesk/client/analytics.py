"""Analytics: metrics, groupings, reports (document: Endpoints, Analytics)."""

from funneldesk.client.calls import Calls
from funneldesk.client.resource import Resource


class Analytics(Resource):
    """Analytics of one brand."""

    def __init__(self, calls: Calls, brand: int) -> None:
        super().__init__(calls, f"/api/brands/{brand}/analytics")
