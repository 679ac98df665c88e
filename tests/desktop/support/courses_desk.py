"""Courses with lessons and learners in a brand's database, and the section that shows them."""

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

from tests.desktop.support.live_server import LiveBrand
from tests.desktop.support.window_bench import WindowBench, until

from funneldesk.contract.courses import Course, CourseModule, Enrollment
from funneldesk.desktop.parts.courses.frame import CoursesFrame
from funneldesk.desktop.parts.courses.learners.panel import LearnersPanel
from funneldesk.desktop.workspace.workspace import Workspace
from funneldesk.server.parts.courses.enrollments import Done, EnrollmentStore, NewEnrollment
from funneldesk.server.parts.courses.modules import ModuleStore, NewContent
from funneldesk.server.parts.courses.rules import CourseInput, ModuleInput
from funneldesk.server.parts.courses.store import CourseStore

BODY = {
    "title": "Home barista",
    "language_code": "en",
    "description": "Six evenings",
    "status": "published",
    "delivery_type": "embedded",
}
MODULES = {"Water": ("Tap", "Boil"), "Grind": ("Sand", "Salt", "Flour")}
BEGAN = datetime(2026, 1, 1, 9, tzinfo=UTC)


def course_in(brand: LiveBrand, modules: Mapping[str, Sequence[str]] = MODULES, **more: Any) -> int:
    """A course with these modules and lessons; its number."""
    with brand.database.writing() as session:
        wanted = CourseInput.model_validate({**BODY, **more}).model_dump(exclude_unset=True)
        course = CourseStore(session, brand.number).create(wanted)
        store = ModuleStore(session, course)
        for title, lessons in modules.items():
            named = ModuleInput(title=title, description=f"About {title}").model_dump()
            store.add_contents(store.create(named), [NewContent(each) for each in lessons])
        return course.id


def enrolled(brand: LiveBrand, course_id: int, done: Mapping[str, int]) -> dict[str, str]:
    """People by name, each done with so many lessons from the first on; their ids."""
    with brand.database.writing() as session:
        course = CourseStore(session, brand.number).get(course_id, lock=True)
        contents = ModuleStore(session, course).contents()
        order = [each.id for module in sorted(contents) for each in contents[module]]
        store = EnrollmentStore(session, course)
        people = [
            NewEnrollment(f"{name.casefold()}@posta.example", name, BEGAN + timedelta(hours=at))
            for at, name in enumerate(done)
        ]
        ids = dict(zip(done, store.enroll_many(people), strict=True))
        store.complete_many(
            [
                Done(ids[name], content, BEGAN + timedelta(days=1, minutes=at))
                for name, count in done.items()
                for at, content in enumerate(order[:count])
            ]
        )
        return ids


async def modules_of(brand: LiveBrand, course_id: int) -> list[CourseModule]:
    """The modules as the server has them now."""
    async with brand.api() as api:
        return await api.courses.list_modules(course_id)


async def learners_of(brand: LiveBrand, course_id: int) -> list[Enrollment]:
    """The learners as the server has them now."""
    async with brand.api() as api:
        return list((await api.courses.list_enrollments(course_id)).rows)


async def read_course(brand: LiveBrand, course_id: int) -> Course:
    """The course as the server has it now."""
    async with brand.api() as api:
        return await api.courses.get(course_id)


async def courses(bench: WindowBench, workspace: Workspace) -> CoursesFrame:
    """The section, shown and read."""
    frame = bench.own(CoursesFrame(workspace))
    frame.resize(1280, 800)
    frame.show()
    frame.refresh()
    await until(lambda: frame.is_quiet)
    frame.activateWindow()
    await until(frame.isActiveWindow)
    return frame


async def learners(bench: WindowBench, workspace: Workspace, course_id: int) -> LearnersPanel:
    """The learners of a course, shown and read."""
    frame = await courses(bench, workspace)
    frame.show_learners(course_id)
    page = frame.page
    assert isinstance(page, LearnersPanel)
    await until(lambda: page.is_quiet and page.list.source is not None)
    await until(lambda: page.list.source is not None and page.list.source.total is not None)
    return page
