"""Split tests: which variant sells better (document: Endpoints, Split tests)."""

from funneldesk.client.calls import Calls
from funneldesk.client.resource import Resource


class SplitTests(Resource):
    """Split tests of one brand."""

    def __init__(self, calls: Calls, brand: int) -> None:
        super().__init__(calls, f"/api/brands/{brand}/split-tests")
