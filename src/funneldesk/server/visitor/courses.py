"""A course as those see it who are enrolled: ``/p/{brand}/-/courses/{course}`` (document: Course).

The link that they were sent carries a token; it becomes a cookie, so that no address, which a
browser hands on, holds it any longer.
"""

import hmac
from html import escape
from typing import Annotated, NamedTuple

from fastapi import APIRouter, Form, Request, Response
from fastapi.responses import RedirectResponse
from sqlalchemy.orm import Session

from funneldesk.server.parts.courses.enrollments import EnrollmentStore
from funneldesk.server.parts.courses.modules import ModuleStore
from funneldesk.server.parts.courses.rules import progress
from funneldesk.server.parts.courses.tables import ContentRow, CourseRow, EnrollmentRow
from funneldesk.server.parts.courses.welcome import token_of
from funneldesk.server.platform import Platform
from funneldesk.server.visitor import notices
from funneldesk.server.visitor.frame import framed, video
from funneldesk.server.web.errors import Refused
from funneldesk.server.web.fields import LARGEST_ID

router = APIRouter(prefix="/p/{brand:int}/-/courses/{course:int}", include_in_schema=False)

_YEAR_SECONDS = 365 * 24 * 3600
_MOST_FORM_BYTES = 4096
_LONGEST_TOKEN = 200
_STRANGER = (
    "<h1>This course is for those who are enrolled</h1>"
    "<p>Please open it with the link that you were sent.</p>"
)


class _Learner(NamedTuple):
    course: CourseRow
    enrollment: EnrollmentRow


@router.get("")
def show(brand: int, course: int, request: Request, token: str = "") -> Response:
    """The course, or the step that turns a link's token into a cookie."""
    platform: Platform = request.app.state.platform
    with platform.database.reading() as session:
        found = _course(session, brand, course)
        if found is None:
            return notices.not_found()
        shown = token or request.cookies.get(_cookie(course), "")
        learner = _learner(session, platform, found, shown)
        if learner is None:
            return framed("Courses", _STRANGER, status=403)
        if token:
            return _remember(request, course, token)
        return _page(session, learner)


@router.post("", max_body_size=_MOST_FORM_BYTES)
def complete(
    brand: int, course: int, request: Request, content_id: Annotated[str, Form()] = ""
) -> Response:
    """Note that a content is done, and show the course again."""
    platform: Platform = request.app.state.platform
    with platform.database.writing() as session:
        found = _course(session, brand, course)
        if found is None:
            return notices.not_found()
        shown = request.cookies.get(_cookie(course), "")
        learner = _learner(session, platform, found, shown)
        if learner is None:
            return framed("Courses", _STRANGER, status=403)
        if content_id.isascii() and content_id.isdecimal() and len(content_id) < 19:
            _complete(session, learner, int(content_id))
    return RedirectResponse(request.url.path, 303)


def _complete(session: Session, learner: _Learner, content_id: int) -> None:
    # What is no content of the course came from no form of ours: nothing is done.
    if any(
        one.id == content_id
        for lessons in ModuleStore(session, learner.course).contents().values()
        for one in lessons
    ):
        EnrollmentStore(session, learner.course).complete(learner.enrollment, content_id)


def _course(session: Session, brand: int, course: int) -> CourseRow | None:
    if brand > LARGEST_ID or course > LARGEST_ID:
        return None
    found = session.get(CourseRow, (brand, course))
    return found if found is not None and found.status == "published" else None


def _learner(
    session: Session, platform: Platform, course: CourseRow, token: str
) -> _Learner | None:
    if len(token) > _LONGEST_TOKEN:
        return None
    try:
        row = EnrollmentStore(session, course).get(token.partition(".")[0])
    except Refused:
        return None
    right = token_of(platform.secret, row)
    return _Learner(course, row) if hmac.compare_digest(right.encode(), token.encode()) else None


def _cookie(course: int) -> str:
    return f"fd_course_{course}"


def _remember(request: Request, course: int, token: str) -> Response:
    answer = RedirectResponse(request.url.path, 303, {"Referrer-Policy": "no-referrer"})
    answer.set_cookie(
        _cookie(course),
        token,
        max_age=_YEAR_SECONDS,
        path=request.url.path,
        httponly=True,
        samesite="lax",
        secure=request.url.scheme == "https",
    )
    return answer


def _page(session: Session, learner: _Learner) -> Response:
    course = learner.course
    store = ModuleStore(session, course)
    done = set(EnrollmentStore(session, course).done(learner.enrollment.id))
    percent = progress(len(done), course.contents_count)
    parts = [
        f"<h1>{escape(course.title)}</h1>",
        f"<p>{escape(course.description)}</p>",
        f'<progress max="100" value="{percent}"></progress><p>{percent} % done</p>',
    ]
    contents = store.contents()
    for module in store.list():
        if course.show_module_titles:
            parts.append(f"<h2>{escape(module.title)}</h2><p>{escape(module.description)}</p>")
        parts += [_lesson(one, one.id in done) for one in contents.get(module.id, ())]
    return framed(course.title, "".join(parts), lang=course.language_code, embedded=True)


def _lesson(one: ContentRow, is_done: bool) -> str:
    shown = video(one.video_url) if one.type == "video" else ""
    mark = (
        "<p>Done</p>"
        if is_done
        else f'<form method="post"><input type="hidden" name="content_id" value="{one.id}">'
        "<button>I am done with this</button></form>"
    )
    return f"<article><h3>{escape(one.title)}</h3>{shown}{one.body_shown or ''}{mark}</article>"
