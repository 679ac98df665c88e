"""The endpoints of courses (document: Endpoints, Courses; quirks 6, 19, 20 and 52)."""

from functools import partial
from typing import Annotated, Any, Literal

from fastapi import Depends, Query, Request, Response
from sqlalchemy.orm import Session

from funneldesk.contract.courses import (
    CopiedCourse,
    Course,
    CourseChoice,
    CourseListing,
    Done,
    WrittenCourse,
)
from funneldesk.server.parts.courses.bodies import course_body
from funneldesk.server.parts.courses.copying import copy_course
from funneldesk.server.parts.courses.enrollment_routes import router as enrollments
from funneldesk.server.parts.courses.module_routes import router as modules
from funneldesk.server.parts.courses.rules import IMAGES, CopyInput, CourseInput
from funneldesk.server.parts.courses.store import CourseStore
from funneldesk.server.parts.courses.tables import CourseRow
from funneldesk.server.storage.addresses import whole_url
from funneldesk.server.storage.uploads import store_upload
from funneldesk.server.web.access import Access, allow
from funneldesk.server.web.answers import Json
from funneldesk.server.web.errors import forbidden
from funneldesk.server.web.forms import Sent, form_body, json_or_form
from funneldesk.server.web.keys import role_of
from funneldesk.server.web.listing import Paging, flat, paging
from funneldesk.server.web.quick import quickly
from funneldesk.server.web.roles import REACH, Need
from funneldesk.server.web.scheduling import Router

router = Router(prefix="/api/brands/{brand:int}/courses", tags=["courses"])

FOLDER = "courses"
Reading = Annotated[Access, Depends(allow("courses", Need.READ))]
Writing = Annotated[Access, Depends(allow("courses", Need.WRITE))]
Form = Annotated[Sent, Depends(json_or_form)]
Sort = Literal["newest", "oldest", "created_at", "updated_at"]
_BODY = form_body(CourseInput, files=dict.fromkeys(IMAGES, False), json_too=True)


@router.get("", response_model=CourseListing)
async def list_(
    access: Reading,
    request: Request,
    wanted: Annotated[Paging, Depends(paging())],
    q: Annotated[str, Query(max_length=255)] = "",
    sort: Annotated[Sort, Query()] = "newest",
) -> Response:
    """A page of courses."""

    def look(session: Session) -> Response:
        store = CourseStore(session, access.brand_id)
        total, rows = store.page(wanted, q.replace("\0", "").strip(), sort)
        domains = store.domains(rows)
        whole = partial(whole_url, request)
        data = [course_body(row, domains.get(row.domain_id), whole) for row in rows]
        return Json(flat(wanted, total, data))

    return await quickly(access.platform.database, look, unless=q)


@router.get("/all", response_model=list[CourseChoice])
def list_all(access: Reading) -> Response:
    """Every course by id and title."""
    with access.platform.database.reading() as session:
        return Json(CourseStore(session, access.brand_id).all())


@router.get("/{course:int}", response_model=Course)
def get(course: int, access: Reading, request: Request) -> Response:
    """A course with its domain."""
    with access.platform.database.reading() as session:
        store = CourseStore(session, access.brand_id)
        return Json(_body(request, store, store.get(course)))


@router.post("", response_model=WrittenCourse, openapi_extra=_BODY)
def create(access: Writing, request: Request, sent: Form) -> Response:
    """A new course, as far as the plan allows."""
    values = sent.read(CourseInput).model_dump(exclude_unset=True)
    with access.platform.database.reading() as session:
        _check_plan(access, CourseStore(session, access.brand_id))
    values |= _store_images(access, sent)
    with access.platform.database.writing() as session:
        store = CourseStore(session, access.brand_id)
        store.reserve()
        _check_plan(access, store)
        return Json({"course": _body(request, store, store.create(values))})


@router.put("/{course:int}", response_model=WrittenCourse, openapi_extra=_BODY)
def update(course: int, access: Writing, request: Request, sent: Form) -> Response:
    """Change what was sent; five fields are always sent."""
    with access.platform.database.reading() as session:
        CourseStore(session, access.brand_id).get(course)
    values = sent.read(CourseInput).model_dump(exclude_unset=True) | _store_images(access, sent)
    with access.platform.database.writing() as session:
        store = CourseStore(session, access.brand_id)
        return Json({"course": _body(request, store, store.update(course, values))})


@router.delete("/{course:int}", response_model=Done)
def delete(course: int, access: Writing) -> Response:
    """Remove a course with its modules, contents and enrollments."""
    with access.platform.database.writing() as session:
        CourseStore(session, access.brand_id).delete(course)
    return Json({"success": True})


@router.post("/copy", response_model=CopiedCourse)
def copy(body: CopyInput, access: Writing) -> Response:
    """A course of this brand, copied to this one or another that the key's user may change."""
    with access.platform.database.writing() as session:
        source = CourseStore(session, access.brand_id).get(body.id)
        role = role_of(session, body.brand_id, access.caller.user_id)
        if role is None or REACH[role] < Need.WRITE:
            raise forbidden("the key's user may not add courses to that brand")
        target = CourseStore(session, body.brand_id)
        target.reserve()
        _check_plan(access, target)
        made = copy_course(session, source, body.brand_id, body.name)
        return Json({"course_id": made.id})


def _body(request: Request, store: CourseStore, row: CourseRow) -> dict[str, Any]:
    domain = store.domains([row]).get(row.domain_id)
    return course_body(row, domain, partial(whole_url, request))


def _check_plan(access: Access, store: CourseStore) -> None:
    access.platform.plan.check_creation("courses", store.count())


def _store_images(access: Access, sent: Sent) -> dict[str, str]:
    """The addresses of the files that came along."""
    found = {name: sent.file(name) for name in IMAGES}
    return {
        name: store_upload(access.platform, access.brand_id, FOLDER, file, field=name)
        for name, file in found.items()
        if file is not None
    }


router.include_router(modules)
router.include_router(enrollments)
