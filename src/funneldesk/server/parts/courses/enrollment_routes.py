"""The endpoints of a course's enrollments (document: Endpoints, Courses; quirk 52)."""

from typing import Annotated, Any

from fastapi import Depends, Request, Response

from funneldesk.contract.courses import (
    Done,
    EnrollmentAnswer,
    EnrollmentListing,
    ProgressAnswer,
)
from funneldesk.server.parts.courses.enrollments import EnrollmentStore
from funneldesk.server.parts.courses.rules import CompletionInput, EnrollmentInput, NotesInput
from funneldesk.server.parts.courses.store import CourseStore
from funneldesk.server.parts.courses.tables import EnrollmentRow
from funneldesk.server.parts.courses.welcome import path_of, write_letter
from funneldesk.server.storage.addresses import whole_url
from funneldesk.server.web.access import Access, allow
from funneldesk.server.web.answers import Json
from funneldesk.server.web.roles import Need
from funneldesk.server.web.scheduling import Router

router = Router(prefix="/{course:int}/enrollments")

Reading = Annotated[Access, Depends(allow("courses", Need.READ))]
Writing = Annotated[Access, Depends(allow("courses", Need.WRITE))]
_PROGRESS = ("completed_content_ids", "progress_percent", "last_content_id")


@router.get("", response_model=EnrollmentListing)
def list_(course: int, access: Reading) -> Response:
    """All enrollments, the newest first."""
    with access.platform.database.reading() as session:
        row = CourseStore(session, access.brand_id).get(course)
        return Json({"data": EnrollmentStore(session, row).bodies()})


@router.get("/{enrollment}", response_model=EnrollmentAnswer)
def get(course: int, enrollment: str, access: Reading) -> Response:
    """An enrollment; ids are strings."""
    with access.platform.database.reading() as session:
        store = EnrollmentStore(session, CourseStore(session, access.brand_id).get(course))
        return Json({"data": store.body(store.get(enrollment))})


@router.post("", response_model=EnrollmentAnswer, status_code=201)
def create(course: int, body: EnrollmentInput, access: Writing, request: Request) -> Response:
    """Enroll an address; ``access_url`` is where this one person finds the course."""
    with access.platform.database.writing() as session:
        row = CourseStore(session, access.brand_id).get(course, lock=True)
        store = EnrollmentStore(session, row)
        made = store.enroll(body.email, body.name)
        link = _link(request, access, made)
        write_letter(session, row, made, link)
        return Json({"data": {**store.body(made), "access_url": link}}, 201)


@router.put("/{enrollment}", response_model=EnrollmentAnswer)
def update(course: int, enrollment: str, body: NotesInput, access: Writing) -> Response:
    """Set the notes."""
    with access.platform.database.writing() as session:
        store = EnrollmentStore(session, CourseStore(session, access.brand_id).get(course))
        row = store.get(enrollment)
        if "notes" in body.model_fields_set:
            row.notes = body.notes
        session.flush()
        return Json({"data": store.body(row)})


@router.post("/{enrollment}/complete", response_model=ProgressAnswer)
def complete(course: int, enrollment: str, body: CompletionInput, access: Writing) -> Response:
    """Note that a content is done; once more changes nothing."""
    with access.platform.database.writing() as session:
        store = EnrollmentStore(session, CourseStore(session, access.brand_id).get(course))
        row = store.get(enrollment)
        store.complete(row, body.content_id)
        whole = store.body(row)
    shown: dict[str, Any] = {name: whole[name] for name in _PROGRESS}
    return Json({"data": shown})


@router.delete("/{enrollment}", response_model=Done)
def delete(course: int, enrollment: str, access: Writing) -> Response:
    """End an enrollment."""
    with access.platform.database.writing() as session:
        row = CourseStore(session, access.brand_id).get(course, lock=True)
        store = EnrollmentStore(session, row)
        store.remove(store.get(enrollment))
    return Json({"success": True})


def _link(request: Request, access: Access, row: EnrollmentRow) -> str:
    return whole_url(request, path_of(access.platform.secret, row))
