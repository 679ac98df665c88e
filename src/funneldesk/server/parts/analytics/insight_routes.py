"""The endpoints of analytics with shapes of their own (document: Endpoints, Analytics).

Their ``start`` and ``end`` are not marked as required: without them it is the last 30 days.
"""

from collections.abc import Callable
from typing import Annotated, Any

from fastapi import Depends, Query, Response

from funneldesk.contract.analytics import (
    AddToCartsByVideoTime,
    CustomerGender,
    ProductByPage,
    TimeBeforeFirstPurchase,
    UnitsSold,
    UpsellTakeRate,
    VideoCompletionByGender,
)
from funneldesk.server.parts.analytics.asking import Asking, Zone
from funneldesk.server.parts.analytics.insights import TAKES, Insights
from funneldesk.server.web.access import Access, allow
from funneldesk.server.web.answers import Json
from funneldesk.server.web.roles import Need
from funneldesk.server.web.scheduling import Router, Work

router = Router(prefix="/analytics/metrics", work=Work.LONG_READ)

Reading = Annotated[Access, Depends(allow("analytics", Need.READ))]
Maybe = Annotated[str | None, Query(max_length=64)]
Answer = Callable[[Callable[[Insights], Any]], Response]


def _taking(insight: str) -> list[Any]:
    """The dependencies of an insight that takes further modules."""
    return [Depends(allow("analytics", Need.READ, *TAKES[insight]))]


async def _answer(
    access: Reading, start: Maybe = None, end: Maybe = None, tz: Zone = None
) -> Answer:
    """A dependency: gives what an insight of the period says."""

    def answer(ask: Callable[[Insights], Any]) -> Response:
        with access.platform.database.reading() as session:
            span = Asking(session, access).span(start, end, tz)
            return Json(ask(Insights(session, access.brand_id, span, access.caller.withheld)))

    return answer


Answering = Annotated[Answer, Depends(_answer)]


@router.get(
    "/time-before-first-purchase",
    response_model=TimeBeforeFirstPurchase,
    dependencies=_taking("time_before_first_purchase"),
)
def time_before_first_purchase(answer: Answering) -> Response:
    """From a visitor's first visit to their first order."""
    return answer(Insights.time_before_first_purchase)


@router.get(
    "/add-to-carts-by-video-time",
    response_model=AddToCartsByVideoTime,
    dependencies=_taking("add_to_carts_by_video_time"),
)
def add_to_carts_by_video_time(answer: Answering) -> Response:
    """Add to carts by how far a video had been seen."""
    return answer(Insights.add_to_carts_by_video_time)


@router.get(
    "/customer-gender", response_model=CustomerGender, dependencies=_taking("customer_gender")
)
def customer_gender(answer: Answering) -> Response:
    """Customers by gender, as far as an identify event or a payment told it."""
    return answer(Insights.customer_gender)


@router.get(
    "/video-completion-by-gender",
    response_model=VideoCompletionByGender,
    dependencies=_taking("video_completion_by_gender"),
)
def video_completion_by_gender(answer: Answering) -> Response:
    """How far videos were seen, by gender."""
    return answer(Insights.video_completion_by_gender)


@router.get("/products-by-pages/data", response_model=list[ProductByPage])
def products_by_pages(answer: Answering) -> Response:
    """The sales of each product on each page."""
    return answer(Insights.products_by_pages)


@router.get("/products-by-pages/summary", response_model=list[ProductByPage])
def products_by_pages_summary(answer: Answering) -> Response:
    """The sales of each product on all pages together."""
    return answer(Insights.products_summary)


@router.get("/upsell-take-rate/summary", response_model=UpsellTakeRate)
def upsell_take_rate(answer: Answering) -> Response:
    """How often each upsell was shown and taken."""
    return answer(Insights.upsell_take_rate)


@router.get("/units-sold/summary", response_model=UnitsSold)
def units_sold(answer: Answering) -> Response:
    """Units sold by product."""
    return answer(Insights.units_sold)
