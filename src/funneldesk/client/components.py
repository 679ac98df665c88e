"""Components: the visual building blocks of pages (document: Endpoints, Components)."""

from funneldesk.client.calls import Calls
from funneldesk.client.resource import Resource


class Components(Resource):
    """Components of one brand."""

    def __init__(self, calls: Calls, brand: int) -> None:
        super().__init__(calls, f"/api/brands/{brand}/components")
