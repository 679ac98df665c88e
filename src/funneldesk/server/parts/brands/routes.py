"""The endpoints of brands (document: Endpoints, Brands; quirks 4 and 7)."""

from typing import Annotated

from fastapi import Depends, Response

from funneldesk.contract.brands import Brand, BrandMetrics, BrandSummary
from funneldesk.contract.shapes import Record
from funneldesk.server.parts.brands.rules import BrandInput
from funneldesk.server.parts.brands.store import brand_body, get_brand, list_brands, update_brand
from funneldesk.server.web.access import Access, allow, authenticated
from funneldesk.server.web.answers import Json
from funneldesk.server.web.roles import Need
from funneldesk.server.web.scheduling import Router

router = Router(prefix="/api/brands", tags=["brands"])

METRICS = (
    "revenue",
    "sales",
    "aov",
    "cogs",
    "net_revenue",
    "conversion_rate",
    "page_views",
    "sessions",
    "engagement_rate",
    "time_on_page",
)
"""The document's common metric keys, but for those that need the integrations module."""

Reading = Annotated[Access, Depends(allow("brands", Need.READ))]


class BrandListing(Record):
    """The envelope of ``GET /api/brands/all``."""

    data: list[BrandSummary]


@router.get("/all", response_model=BrandListing)
def list_(access: Annotated[Access, Depends(authenticated)]) -> Response:
    """The brands of the key's user, other keys' brands included."""
    with access.platform.database.reading() as session:
        return Json({"data": list_brands(session, access.caller.user_id)})


@router.get("/{brand:int}", response_model=Brand)
def get(access: Reading) -> Response:
    """The brand; also the way to check a key."""
    with access.platform.database.reading() as session:
        return Json(brand_body(get_brand(session, access.brand_id)))


@router.put("/{brand:int}", response_model=Brand)
def update(
    body: BrandInput, access: Annotated[Access, Depends(allow("brands", Need.ADMIN))]
) -> Response:
    """Change the name, the time zone or the currency."""
    values = body.model_dump(exclude_unset=True)
    with access.platform.database.writing() as session:
        return Json(brand_body(update_brand(session, access.brand_id, values)))


@router.get("/{brand:int}/metrics", response_model=BrandMetrics)
def metrics(access: Reading) -> Response:
    """The metric keys that the brand can ask for."""
    return Json({"metrics": METRICS})
