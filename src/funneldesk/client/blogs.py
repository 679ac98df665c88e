"""Blogs: blogs and their categories (document: Endpoints, Blogs)."""

from funneldesk.client.calls import Calls
from funneldesk.client.resource import Resource


class Blogs(Resource):
    """Blogs of one brand."""

    def __init__(self, calls: Calls, brand: int) -> None:
        super().__init__(calls, f"/api/brands/{brand}/blogs")
