"""Tracking: clicks, sessions, replays, short links (document: Endpoints, Tracking)."""

from funneldesk.client.calls import Calls
from funneldesk.client.resource import Resource


class Tracking(Resource):
    """Tracking of one brand."""

    def __init__(self, calls: Calls, brand: int) -> None:
        super().__init__(calls, f"/api/brands/{brand}/clicks")
