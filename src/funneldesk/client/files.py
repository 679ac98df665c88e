"""File manager: the assets of a brand (document: Endpoints, File manager)."""

from funneldesk.client.calls import Calls
from funneldesk.client.resource import Resource


class Files(Resource):
    """File manager of one brand."""

    def __init__(self, calls: Calls, brand: int) -> None:
        super().__init__(calls, f"/api/brands/{brand}/file-manager")
