"""Products: what a brand sells (document: Endpoints, Products)."""

from funneldesk.client.calls import Calls
from funneldesk.client.resource import Resource


class Products(Resource):
    """Products of one brand."""

    def __init__(self, calls: Calls, brand: int) -> None:
        super().__init__(calls, f"/api/brands/{brand}/products")
