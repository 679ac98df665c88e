"""Tickets: support tickets and their messages (document: Endpoints, Tickets)."""

from funneldesk.client.calls import Calls
from funneldesk.client.resource import Resource


class Tickets(Resource):
    """Tickets of one brand."""

    def __init__(self, calls: Calls, brand: int) -> None:
        super().__init__(calls, f"/api/brands/{brand}/tickets")
