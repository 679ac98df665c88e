"""The endpoints of automations (document: Endpoints, Automations; quirks 6, 16, 19, 20, 55)."""

from typing import Annotated, Any, Literal

from fastapi import Depends, Query, Response
from pydantic_core import to_json
from sqlalchemy.orm import Session

from funneldesk.contract.automations import Automation, AutomationSummary, Builder, Copied
from funneldesk.server.jobs.exports import queue_export
from funneldesk.server.parts.automations.answers import (
    AutomationPage,
    Queued,
    SavedBuilder,
    Success,
    Written,
)
from funneldesk.server.parts.automations.bodies import read_body, whole_body
from funneldesk.server.parts.automations.reporting import router as reporting
from funneldesk.server.parts.automations.rules import (
    AutomationCreate,
    AutomationUpdate,
    CloneInput,
    CopyInput,
    ExportInput,
    problems,
    unrunnable,
    without_draft,
)
from funneldesk.server.parts.automations.store import AutomationStore
from funneldesk.server.parts.automations.tables import AutomationRow
from funneldesk.server.parts.automations.versions import LIVE
from funneldesk.server.web.access import Access, allow
from funneldesk.server.web.answers import Json
from funneldesk.server.web.documents import Document
from funneldesk.server.web.errors import Refused, forbidden, invalid, missing
from funneldesk.server.web.fields import Words
from funneldesk.server.web.keys import role_of
from funneldesk.server.web.listing import Paging, flat, paging
from funneldesk.server.web.quick import quickly
from funneldesk.server.web.roles import REACH, Need
from funneldesk.server.web.scheduling import Router
from funneldesk.server.web.twice import once

FORMS = "form_submission"
MOST_DOCUMENT_BYTES = 2 * 1024 * 1024

router = Router(prefix="/api/brands/{brand:int}/automations", tags=["automations"])
router.include_router(reporting)

Reading = Annotated[Access, Depends(allow("automations", Need.READ))]
Writing = Annotated[Access, Depends(allow("automations", Need.WRITE))]

_NO_CONFIG: dict[int | str, dict[str, Any]] = {
    200: {"content": {"text/plain": {}}, "description": "the document; empty without a config"}
}


@router.get("", response_model=AutomationPage)
async def list_(
    access: Reading,
    wanted: Annotated[Paging, Depends(paging())],
    q: Words = "",
    sort: Literal["newest", "oldest", "created_at", "updated_at"] = "newest",
    sort_direction: Literal["asc", "desc"] = "desc",
) -> Response:
    """A page of automations; the direction counts for the two named moments."""

    def look(session: Session) -> Response:
        store = AutomationStore(session, access.brand_id)
        rows, total = store.list(wanted, q, sort, sort_direction)
        return Json(flat(wanted, total, [whole_body(row) for row in rows]))

    return await quickly(access.platform.database, look, unless=q)


@router.get("/all", response_model=list[AutomationSummary])
def all_(access: Reading) -> Response:
    """Ids and titles of all automations."""
    with access.platform.database.reading() as session:
        return Json(AutomationStore(session, access.brand_id).all())


@router.get("/{automation:int}", response_model=Automation)
def get(automation: int, access: Reading) -> Response:
    """Four fields of an automation."""
    with access.platform.database.reading() as session:
        return Json(read_body(AutomationStore(session, access.brand_id).get(automation)))


@router.post("", response_model=Written)
def create(body: AutomationCreate, access: Writing) -> Response:
    """A new draft, as far as the plan allows."""
    with access.platform.database.writing() as session:
        store = _with_room(access, session, access.brand_id)
        return Json({"automation": whole_body(store.create(body.title))})


@router.put("/{automation:int}", response_model=Written)
def update(automation: int, body: AutomationUpdate, access: Writing) -> Response:
    """Change what was sent."""
    with access.platform.database.writing() as session:
        store = AutomationStore(session, access.brand_id)
        row = store.update(automation, body.model_dump(exclude_unset=True))
        _check_trigger(access, row)
        return Json({"automation": whole_body(row)})


@router.delete("/{automation:int}", response_model=Success)
def delete(automation: int, access: Writing) -> Response:
    """Remove an automation; runs that wait for a step end there."""
    with access.platform.database.writing() as session:
        AutomationStore(session, access.brand_id).delete(automation)
    return Json({"success": True})


@router.post("/{automation:int}/clone", response_model=Written)
def clone(automation: int, access: Writing, body: CloneInput | None = None) -> Response:
    """A draft of the same content, as far as the plan allows."""
    with access.platform.database.writing() as session:
        store = _with_room(access, session, access.brand_id)
        row = store.clone(automation, body.title if body else None)
        return Json({"automation": whole_body(row)})


@router.post("/copy", response_model=Copied)
def copy(body: CopyInput, access: Writing) -> Response:
    """A draft of an automation of this brand, in another brand that the user may change."""
    with access.platform.database.writing() as session:
        source = AutomationStore(session, access.brand_id).find(body.id)
        if source is None:
            raise Refused(404, {"error": "there is no automation with this id in the brand"})
        role = role_of(session, body.brand_id, access.caller.user_id)
        if role is None or REACH[role] < Need.WRITE:
            raise forbidden("the key's user may not add automations to that brand")
        row = _with_room(access, session, body.brand_id).copy_from(source, body.name)
        return Json({"automation_id": row.id})


@router.post("/export", response_model=Queued)
def export(body: ExportInput, access: Writing) -> Response:
    """A CSV file of automations, by mail."""
    with access.platform.database.writing() as session:
        queue_export(session, access, "automations", body.model_dump(exclude_none=True))
    return Json({"success": True, "message": "The export will be sent to you by e-mail."})


@router.get("/{automation:int}/builder", response_model=Builder, responses=_NO_CONFIG)
def builder(automation: int, access: Reading) -> Response:
    """The draft if there is one, else the live document; empty without either (quirk 55)."""
    with access.platform.database.reading() as session:
        store = AutomationStore(session, access.brand_id)
        store.get(automation)
        document = store.versions.shown(automation)
    if document is None:
        return Response(media_type="text/plain")
    return Response(document, media_type="application/json")


@router.post(
    "/{automation:int}/builder", response_model=SavedBuilder, max_body_size=MOST_DOCUMENT_BYTES
)
def save_builder(
    automation: int,
    body: Document,
    access: Writing,
    draft: Annotated[bool | None, Query()] = None,
) -> Response:
    """Keep the document; without ``draft`` it is deployed and the automation active.

    ``draft`` may stand in the body as well, and is then no part of the document.
    """
    body, said = without_draft(body)
    draft = bool(once("draft", draft, said))
    found = problems(body)
    if found:
        raise invalid(found)
    text = to_json(body).decode()
    with access.platform.database.writing() as session:
        store = AutomationStore(session, access.brand_id)
        row = store.get(automation, lock=True)
        stuck = {} if draft else unrunnable(body, row.entry_node, row.trigger_node_type)
        if stuck:
            raise invalid(stuck)
        store.versions.save(row, text, body.get("trigger_node_type"), draft=draft)
        if not draft:
            _check_trigger(access, row)
        return Json({"success": True, "draft": draft, "automation": whole_body(row)})


@router.post("/{automation:int}/discard-revision", response_model=Builder)
def discard_revision(automation: int, access: Writing) -> Response:
    """Forget the draft; gives the live document. 404, and nothing lost, without one."""
    with access.platform.database.writing() as session:
        store = AutomationStore(session, access.brand_id)
        store.get(automation, lock=True)
        document = store.versions.read(automation, LIVE)
        if document is None:
            raise missing("published builder")
        store.versions.drop_draft(automation)
    return Response(document, media_type="application/json")


def _check_trigger(access: Access, row: AutomationRow) -> None:
    """Raises Refused (403): what is sent in by forms can be mailed on by an automation."""
    if row.status == "active" and row.trigger_node_type == FORMS:
        access.require("collections")


def _with_room(access: Access, session: Session, brand_id: int) -> AutomationStore:
    """The store of a brand whose plan allows one automation more. Raises Refused (403)."""
    store = AutomationStore(session, brand_id)
    store.reserve()
    access.platform.plan.check_creation("automations", store.count())
    return store
