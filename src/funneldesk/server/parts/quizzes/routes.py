"""The endpoints of quizzes (document: Endpoints, Quizzes; quirks 6, 19, 20, 21 and 54)."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Annotated, Any, Literal

from fastapi import Depends, Query, Request, Response
from fastapi.exceptions import RequestValidationError
from sqlalchemy.orm import Session

from funneldesk.contract.quizzes import (
    Done,
    Flow,
    Quiz,
    QuizChoice,
    QuizListing,
    SavedFlow,
    WrittenQuiz,
)
from funneldesk.server.parts.quizzes.bodies import listed_body, screen_body
from funneldesk.server.parts.quizzes.counts import entry_counts
from funneldesk.server.parts.quizzes.rules import FlowInput, QuizChange, QuizInput, update_errors
from funneldesk.server.parts.quizzes.screen_routes import router as screens
from funneldesk.server.parts.quizzes.screens import ScreenStore
from funneldesk.server.parts.quizzes.store import QuizStore
from funneldesk.server.storage.addresses import whole_url
from funneldesk.server.web.access import Access, allow
from funneldesk.server.web.answers import Json
from funneldesk.server.web.decoding import NotUsable
from funneldesk.server.web.errors import Refused
from funneldesk.server.web.forms import Sent, json_or_form
from funneldesk.server.web.listing import Paging, flat, paging
from funneldesk.server.web.quick import quickly
from funneldesk.server.web.roles import Need
from funneldesk.server.web.scheduling import Router
from funneldesk.server.web.sentences import field_messages

router = Router(prefix="/api/brands/{brand:int}/quizzes", tags=["quizzes"])

Reading = Annotated[Access, Depends(allow("quizzes", Need.READ))]
Writing = Annotated[Access, Depends(allow("quizzes", Need.WRITE))]
Sort = Literal["newest", "oldest", "created_at", "updated_at", "name"]
PLAN_NAME = "current plan"
_CHANGE: dict[str, Any] = {
    "requestBody": {
        "required": True,
        "content": {"application/json": {"schema": QuizChange.model_json_schema()}},
    }
}


@router.get("", response_model=QuizListing)
async def list_(
    access: Reading,
    wanted: Annotated[Paging, Depends(paging())],
    q: Annotated[str, Query(max_length=255)] = "",
    sort: Annotated[Sort, Query()] = "newest",
) -> Response:
    """A page of quizzes."""

    def look(session: Session) -> Response:
        store = QuizStore(session, access.brand_id)
        total, rows = store.page(wanted, q.replace("\0", "").strip(), sort)
        return Json(flat(wanted, total, [listed_body(row) for row in rows]))

    return await quickly(access.platform.database, look, unless=q)


@router.get("/all", response_model=list[QuizChoice])
def list_all(access: Reading) -> Response:
    """Every quiz by id, name and code."""
    with access.platform.database.reading() as session:
        return Json(QuizStore(session, access.brand_id).all())


@router.get("/{quiz:int}", response_model=Quiz)
def get(quiz: int, access: Reading) -> Response:
    """A quiz without its flow."""
    with access.platform.database.reading() as session:
        store = QuizStore(session, access.brand_id)
        return Json(store.body(store.get(quiz), with_page=access.reaches("pages")))


@router.post("", response_model=WrittenQuiz)
def create(body: QuizInput, access: Writing) -> Response:
    """A new quiz, as far as the plan allows."""
    with access.platform.database.writing() as session:
        store = QuizStore(session, access.brand_id)
        store.reserve()
        access.platform.plan.check_creation(
            "quizzes",
            store.count(),
            type="plan_upgrade_required",
            feature="quizzes",
            plan_name=PLAN_NAME,
        )
        return Json({"quiz": store.body(store.create(body.name))})


async def _sent(request: Request) -> AsyncIterator[Sent]:
    """The body of an update; one that cannot be kept is refused in the same shape (quirk 21)."""
    try:
        async with asynccontextmanager(json_or_form)(request) as sent:
            yield sent
    except NotUsable as error:
        messages = {place: [text] for place, text in error.messages.items()}
        raise Refused(422, update_errors(messages)) from error


@router.put("/{quiz:int}", response_model=Quiz, openapi_extra=_CHANGE)
def update(quiz: int, access: Writing, sent: Annotated[Sent, Depends(_sent)]) -> Response:
    """Change what was sent; the name is always sent. Its 422 has a shape of its own (quirk 21)."""
    with access.platform.database.writing() as session:
        store = QuizStore(session, access.brand_id)
        store.get(quiz, lock=True)
        try:
            values = sent.read(QuizChange).model_dump(exclude_unset=True)
            row = store.update(quiz, values)
            return Json(store.body(row, with_page=access.reaches("pages")))
        except RequestValidationError as error:
            raise Refused(422, update_errors(field_messages(error.errors()))) from error
        except Refused as error:
            raise Refused(error.status, update_errors(error.body["errors"])) from error


@router.delete("/{quiz:int}", response_model=Done)
def delete(quiz: int, access: Writing) -> Response:
    """Remove a quiz with its screens and entries."""
    with access.platform.database.writing() as session:
        QuizStore(session, access.brand_id).delete(quiz)
    return Json({"success": True})


@router.get("/{quiz:int}/flow", response_model=Flow)
def get_flow(quiz: int, access: Reading, request: Request) -> Response:
    """The flow graph, the screens that it leads through, and what play-throughs came to."""
    with access.platform.database.reading() as session:
        store = QuizStore(session, access.brand_id)
        row = store.get(quiz)
        rows = ScreenStore(session, row).list()
        shown = [screen_body(one, lambda url: whole_url(request, url)) for one in rows]
        flow = store.flow(row)
        entries = entry_counts(session, row, rows)
        return Json({"flow": flow, "screens": shown, "entries": entries})


@router.post("/{quiz:int}/flow", response_model=SavedFlow)
def save_flow(quiz: int, body: FlowInput, access: Writing) -> Response:
    """Keep a flow graph whole, or clear it."""
    with access.platform.database.writing() as session:
        store = QuizStore(session, access.brand_id)
        store.set_flow(store.get(quiz, lock=True), body.flow)
    return Json({"success": True, "message": "flow cleared" if body.flow is None else "flow saved"})


router.include_router(screens)
