"""The endpoints of analytics (document: Endpoints, Analytics; quirks 8, 17 to 19, 50 and 51)."""

from typing import Annotated, Literal

from fastapi import Depends, Path, Query, Request, Response
from pydantic_core import to_json
from sqlalchemy.orm import Session

from funneldesk.contract.analytics import (
    Cards,
    ExportQueued,
    GroupedRow,
    MetricDefinition,
    MetricValue,
    Report,
    UtmRow,
)
from funneldesk.server.jobs.exports import queue_export
from funneldesk.server.parts.analytics.answers import values_of
from funneldesk.server.parts.analytics.asking import Asking, Customs, Moment, Zone, filters_in
from funneldesk.server.parts.analytics.cards import enabled, filled
from funneldesk.server.parts.analytics.encoding import rows_as_json
from funneldesk.server.parts.analytics.insight_routes import router as insights
from funneldesk.server.parts.analytics.insights import Insights
from funneldesk.server.parts.analytics.metrics import METRICS
from funneldesk.server.parts.analytics.questions import (
    checked_groupings,
    filters_of,
    groupings_of,
    test_id_of,
)
from funneldesk.server.parts.analytics.rules import ExportInput, ReportInput
from funneldesk.server.parts.split_tests.tables import SplitTestRow
from funneldesk.server.web.access import Access, allow
from funneldesk.server.web.answers import Json
from funneldesk.server.web.errors import missing
from funneldesk.server.web.roles import Need
from funneldesk.server.web.scheduling import Router, Work

router = Router(prefix="/api/brands/{brand:int}", tags=["analytics"], work=Work.LONG_READ)

Reading = Annotated[Access, Depends(allow("analytics", Need.READ))]
Id = Annotated[str | None, Query(max_length=32)]
Selected = Annotated[list[str], Query(alias="selected_metrics[]", max_length=100)]
Field = Annotated[str, Path(max_length=255)]
_OF_NO_VARIANT = frozenset({"ad_spend", "roas"})


@router.get("/analytics/metrics", response_model=dict[str, MetricDefinition])
def list_metrics(access: Reading, split_test_id: Id = None) -> Response:
    """The definitions of the metrics; for a split test those that its variants have."""
    test_id = test_id_of(split_test_id, "split_test_id")
    if test_id is not None:
        with access.platform.database.reading() as session:
            _check_test(session, access, split_test_id)
    left_out = frozenset() if test_id is None else _OF_NO_VARIANT
    known = {key: metric for key, metric in METRICS.items() if key not in left_out}
    return Json({key: metric.definition() for key, metric in known.items()})


@router.get("/analytics/metrics/data", response_model=dict[str, MetricValue])
def get_data(
    request: Request,
    access: Reading,
    customs: Customs,
    start: Moment,
    end: Moment,
    tz: Zone = None,
    selected: Selected = [],  # noqa: B006 - FastAPI copies it
    page_id: Id = None,
    split_test_id: Id = None,
    engine: Annotated[str | None, Query(max_length=64)] = None,
) -> Response:
    """Metrics of a period beside those of the one before; ``engine`` makes no difference here."""
    filters = filters_in(request, page_id, split_test_id)
    with access.platform.database.reading() as session:
        _check_test(session, access, split_test_id)
        asking = Asking(session, access)
        span = asking.span(start, end, tz)
        asked = asking.asked(span, selected, filters=filters, customs=customs)
        return Json(values_of(session, access.brand_id, asked))


@router.get("/analytics/metrics/cards", response_model=Cards)
def get_cards(
    request: Request,
    access: Reading,
    start: Moment,
    end: Moment,
    wanted: Annotated[list[str], Query(alias="enabled_cards[]", max_length=100)] = [],  # noqa: B006
    tz: Zone = None,
    page_id: Id = None,
    split_test_id: Id = None,
) -> Response:
    """The contents of a dashboard's cards."""
    filters = filters_in(request, page_id, split_test_id)
    names = enabled(wanted)
    with access.platform.database.reading() as session:
        _check_test(session, access, split_test_id)
        asking = Asking(session, access)
        asked = asking.asked(asking.span(start, end, tz), (), filters=filters)
        cards = filled(session, access.brand_id, asked, names)
    applied = {
        "date_range": asked.question.span.shown(),
        "page_id": test_id_of(page_id, "page_id"),
        "split_test_id": test_id_of(split_test_id, "split_test_id"),
    }
    return Json({"cards": cards, "enabled_cards": names, "filters_applied": applied})


# The literal paths stand before the one with a field in it (quirk 19).
router.include_router(insights)


@router.get("/analytics/metrics/{field}/data", response_model=list[GroupedRow])
def get_grouped(
    field: Field,
    request: Request,
    access: Reading,
    start: Moment,
    end: Moment,
    tz: Zone = None,
    selected: Selected = [],  # noqa: B006 - FastAPI copies it
    page_id: Id = None,
    split_test_id: Id = None,
) -> Response:
    """Metrics by a grouping field, or by several joined by a semicolon."""
    groupings = groupings_of(field)
    filters = filters_in(request, page_id, split_test_id)
    with access.platform.database.reading() as session:
        _check_test(session, access, split_test_id)
        asking = Asking(session, access)
        span = asking.span(start, end, tz)
        asked = asking.asked(span, selected, groupings=groupings, filters=filters)
        rows, _ = rows_as_json(session, access.brand_id, asked)
    return Response(rows, media_type=Json.media_type)


@router.post("/analytics/metrics/{field}/export", response_model=ExportQueued)
def export_grouped(field: Field, body: ExportInput, access: Reading) -> Response:
    """Have a grouped answer written to a file in the background and sent by mail."""
    groupings = groupings_of(field)
    with access.platform.database.writing() as session:
        asking = Asking(session, access)
        zone = asking.zone(body.tz)
        span = asking.span(body.date_range.start, body.date_range.end, zone.key)
        asked = asking.asked(span, body.metrics, groupings=groupings, place="metrics")
        order = {
            "groupings": list(groupings),
            "metrics": list(asked.metrics),
            "first": span.first,
            "end": span.end,
            "tz": zone.key,
            "withheld": sorted(asked.withheld),
        }
        kind = "xlsx" if body.format == "excel" else "csv"
        queue_export(session, access, "analytics", order, format=kind)
    message = "The export comes by mail when it is ready."
    return Json({"message": message, "status": "queued", "field": field})


@router.post("/analytics/reports/generate", response_model=Report)
def generate_report(body: ReportInput, access: Reading) -> Response:
    """Metrics by any groupings, at once; the last 30 days when no period is given."""
    for place, name in enumerate(body.group_by):
        checked_groupings([name], f"group_by.{place}")
    groupings = checked_groupings(body.group_by, "group_by")
    given = [
        (f"filter[{name}]", str(value))
        for name, values in (body.filters or {}).items()
        for value in (values if isinstance(values, list) else [values])
    ]
    start, end = body.period() or (None, None)
    with access.platform.database.reading() as session:
        asking = Asking(session, access)
        span = asking.span(start, end, body.tz)
        filters = filters_of(given, None, None)
        asked = asking.asked(
            span, body.metrics, groupings=groupings, filters=filters, place="metrics"
        )
        rows, total = rows_as_json(session, access.brand_id, asked, body.limit)
    head = {
        "group_by": groupings,
        "metrics": asked.metrics,
        "date_range": span.shown(),
        "total_rows": total,
        "truncated": total > body.limit,
    }
    return Response(to_json(head)[:-1] + b',"rows":%b}' % rows, media_type=Json.media_type)


@router.get("/utm-performance/{type}", response_model=list[UtmRow])
def utm_performance(
    type: Literal["utm_source", "utm_medium", "utm_campaign", "utm_term", "utm_content"],
    access: Reading,
    start: Moment,
    end: Moment,
    tz: Zone = None,
) -> Response:
    """Sales and views by a utm field."""
    with access.platform.database.reading() as session:
        span = Asking(session, access).span(start, end, tz)
        insights = Insights(session, access.brand_id, span, access.caller.withheld)
        return Json(insights.utm(type))


def _check_test(session: Session, access: Access, split_test_id: str | None) -> None:
    """Raises Refused: 404 for a split test that the brand does not have, 422 for no id."""
    test_id = test_id_of(split_test_id, "split_test_id")
    if test_id is not None and session.get(SplitTestRow, (access.brand_id, test_id)) is None:
        raise missing("split test")
