"""The endpoints of split tests (document: Endpoints, Split tests; quirks 19 and 41 to 44)."""

from typing import Annotated, Literal

from fastapi import Body, Depends, Query, Response
from sqlalchemy.orm import Session

from funneldesk.contract.split_tests import (
    ChartData,
    DeclaredWinner,
    NodeCode,
    QueuedExport,
    QuickAccess,
    SplitTest,
    SplitTestListing,
    SplitTestNote,
    SplitTestSummary,
    Told,
)
from funneldesk.contract.zones import zone_of
from funneldesk.server.jobs.exports import queue_export
from funneldesk.server.parts.brands.tables import BrandRow
from funneldesk.server.parts.split_tests.bodies import summary_body, whole_body
from funneldesk.server.parts.split_tests.charts import CHARTS, Question
from funneldesk.server.parts.split_tests.inputs import (
    ChangedSplitTest,
    CreateBody,
    DeclareBody,
    ExportBody,
    NewSplitTest,
    NoteBody,
    UpdateBody,
)
from funneldesk.server.parts.split_tests.notes import add_note, notes_of, remove_note
from funneldesk.server.parts.split_tests.spans import asked_zone, span_of
from funneldesk.server.parts.split_tests.store import SplitTestStore
from funneldesk.server.web.access import Access, allow
from funneldesk.server.web.answers import Json
from funneldesk.server.web.errors import forbidden
from funneldesk.server.web.listing import Paging, flat, paging
from funneldesk.server.web.quick import in_thread
from funneldesk.server.web.roles import Need
from funneldesk.server.web.scheduling import Router

router = Router(prefix="/api/brands/{brand:int}/split-tests", tags=["split_tests"])

Reading = Annotated[Access, Depends(allow("split_tests", Need.READ))]
Writing = Annotated[Access, Depends(allow("split_tests", Need.WRITE))]
Status = Literal["running", "paused", "finalized", "deleted"]
Chart = Literal[
    "conversion_trends", "funnel_analysis", "statistical_confidence", "performance_comparison"
]
Grouping = Literal[
    "country",
    "region",
    "device",
    "os",
    "browser",
    "screen_resolution",
    "language",
    "utm_source",
    "utm_medium",
    "utm_campaign",
    "utm_term",
    "utm_content",
    "referrer",
]
_FORMATS = {None: "csv", "csv": "csv", "excel": "xlsx"}


@router.get("", response_model=SplitTestListing)
async def list_(
    access: Reading,
    wanted: Annotated[Paging, Depends(paging())],
    status: Annotated[Status | None, Query()] = None,
) -> Response:
    """A page of tests, the newest first."""

    def look(session: Session) -> Response:
        store = SplitTestStore(session, access.brand_id)
        total, rows = store.list(status, wanted, with_pages=access.reaches("pages"))
        return Json(flat(wanted, total, rows))

    return await in_thread(access.platform.database, look)


@router.get("/quick-access", response_model=QuickAccess)
def quick_access(access: Reading) -> Response:
    """How many tests there are, by what they are doing."""
    with access.platform.database.reading() as session:
        return Json(SplitTestStore(session, access.brand_id).counts())


@router.get("/{split_test:int}", response_model=SplitTest)
def get(split_test: int, access: Reading) -> Response:
    """A test, whole."""
    with access.platform.database.reading() as session:
        return Json(whole_body(SplitTestStore(session, access.brand_id).get(split_test)))


@router.post("", response_model=SplitTest)
def create(body: CreateBody, access: Writing) -> Response:
    """A new test, bare."""
    with access.platform.database.writing() as session:
        store = SplitTestStore(session, access.brand_id)
        row = store.create(_values(body.split_test), access.caller.user_id)
        return Json(whole_body(row))


@router.put("/{split_test:int}", response_model=SplitTestSummary)
def update(split_test: int, body: UpdateBody, access: Writing) -> Response:
    """Change what was sent."""
    with access.platform.database.writing() as session:
        store = SplitTestStore(session, access.brand_id)
        return Json(summary_body(store.update(split_test, _values(body.split_test))))


@router.delete("/{split_test:int}", response_model=Told)
def delete(split_test: int, access: Writing) -> Response:
    """Mark a test as deleted."""
    with access.platform.database.writing() as session:
        SplitTestStore(session, access.brand_id).delete(split_test)
    return Json({"message": "split test deleted"})


@router.get("/{split_test:int}/chart-data", response_model=ChartData)
def chart_data(
    split_test: int,
    chart_type: Annotated[Chart, Query()],
    access: Reading,
    start: Annotated[str | None, Query(max_length=64)] = None,
    end: Annotated[str | None, Query(max_length=64)] = None,
    tz: Annotated[str | None, Query(max_length=64)] = None,
    group_by: Annotated[Grouping | None, Query()] = None,
) -> Response:
    """One of the four charts, over the whole life of the test or a span of it."""
    if group_by is not None and not access.reaches("tracking"):
        raise forbidden("group_by requires access to tracking")
    with access.platform.database.reading() as session:
        test = SplitTestStore(session, access.brand_id).get(split_test)
        zone = (
            asked_zone(tz) if tz else zone_of(session.get_one(BrandRow, access.brand_id).timezone)
        )
        question = Question(session, test, span_of(start, end, zone), zone, group_by)
        return Json({"chart_type": chart_type, **CHARTS[chart_type](question)})


@router.post("/{split_test:int}/declare-winner", response_model=DeclaredWinner)
def declare_winner(split_test: int, body: DeclareBody, access: Writing) -> Response:
    """End a running or paused test."""
    sent = body.split_test
    winner = {
        "variant": sent.variant_name,
        "node_code": sent.winner_node_code,
        "confidence": sent.confidence,
        "improvement": sent.improvement,
    }
    kept = winner if sent.reason is None else {**winner, "reason": sent.reason}
    with access.platform.database.writing() as session:
        row = SplitTestStore(session, access.brand_id).declare(split_test, kept, by="manual")
        shown = {
            "id": row.id,
            "status": row.status,
            "winner_selected_at": row.winner_selected_at,
            "winner_selected_by": row.winner_selected_by,
        }
    return Json({"message": "winner declared", "split_test": shown, "winner": winner})


@router.post("/{split_test:int}/export", response_model=QueuedExport)
def export(
    split_test: int, access: Writing, body: Annotated[ExportBody | None, Body()] = None
) -> Response:
    """Send the numbers of a test by mail."""
    sent = (body or ExportBody()).split_test
    days = sent.date_range
    with access.platform.database.writing() as session:
        test = SplitTestStore(session, access.brand_id).get(split_test)
        wish = {
            "split_test": test.id,
            "statistics": sent.include_statistics is not False,
            "intervals": sent.include_confidence_intervals is True,
            "start": days.start.isoformat() if days and days.start else None,
            "end": days.end.isoformat() if days and days.end else None,
        }
        queue_export(session, access, "split_tests", wish, format=_FORMATS[sent.format])
        name = test.name
    return Json({"message": "export queued", "status": "queued", "split_test_name": name})


@router.get("/{split_test:int}/node-codes", response_model=list[NodeCode])
def node_codes(split_test: int, access: Reading) -> Response:
    """The variants' codes and names."""
    with access.platform.database.reading() as session:
        test = SplitTestStore(session, access.brand_id).get(split_test)
        items = test.config.get("items", ())
    return Json([{"code": item["node_code"], "name": item["name"]} for item in items])


@router.get("/{split_test:int}/notes", response_model=list[SplitTestNote])
def list_notes(split_test: int, access: Reading) -> Response:
    """The notes of a test, the newest first."""
    with access.platform.database.reading() as session:
        test = SplitTestStore(session, access.brand_id).get(split_test)
        return Json(notes_of(session, access.brand_id, test.id))


@router.post("/{split_test:int}/notes", response_model=SplitTestNote)
def create_note(split_test: int, body: NoteBody, access: Writing) -> Response:
    """A note by the key's user."""
    content = body.split_test.content
    with access.platform.database.writing() as session:
        test = SplitTestStore(session, access.brand_id).get(split_test)
        return Json(add_note(session, access.brand_id, test.id, content, access.caller.user_id))


@router.delete("/{split_test:int}/notes/{note:int}", response_model=Told)
def delete_note(split_test: int, note: int, access: Writing) -> Response:
    """Remove a note."""
    with access.platform.database.writing() as session:
        test = SplitTestStore(session, access.brand_id).get(split_test)
        remove_note(session, access.brand_id, test.id, note)
    return Json({"message": "note deleted"})


def _values(sent: NewSplitTest | ChangedSplitTest) -> dict[str, object]:
    """What was sent. Variants come whole: their codes may be made by default."""
    values = sent.model_dump(exclude_unset=True)
    if sent.config is not None:
        values["config"] = sent.config.model_dump()
    elif "config" in values:
        del values["config"]
    return values
