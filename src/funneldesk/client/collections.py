"""Collections: forms and their entries (document: Endpoints, Collections)."""

from funneldesk.client.calls import Calls
from funneldesk.client.resource import Resource


class Collections(Resource):
    """Collections of one brand."""

    def __init__(self, calls: Calls, brand: int) -> None:
        super().__init__(calls, f"/api/brands/{brand}/collections")
