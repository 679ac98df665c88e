"""Writes courses with their modules and lessons, and who takes them."""

from collections.abc import Sequence
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from funneldesk.server.parts.courses.enrollments import Done, EnrollmentStore, NewEnrollment
from funneldesk.server.parts.courses.modules import ModuleStore, NewContent
from funneldesk.server.parts.courses.rules import CourseInput, ModuleInput
from funneldesk.server.parts.courses.store import CourseStore
from funneldesk.server.parts.courses.tables import CourseRow
from funneldesk.server.parts.domains.tables import DomainRow
from funneldesk.server.sample.simulation.studies import Study
from funneldesk.server.sample.stage import Stage


def write_courses(stage: Stage, session: Session) -> None:
    """The brand's courses."""
    for each in stage.content.life("courses"):
        body: dict[str, Any] = each["course"]
        if each["domain"]:
            body = {**body, "domain_id": _domain(stage, session, each["domain"])}
        wanted = CourseInput.model_validate(body).model_dump(exclude_unset=True)
        course = CourseStore(session, stage.brand_id).create(wanted)
        modules = ModuleStore(session, course)
        for title, description, contents in each["modules"]:
            named = ModuleInput(title=title, description=description)
            module = modules.create(named.model_dump())
            modules.add_contents(module, [NewContent(**content) for content in contents])


def contents_of(course: dict[str, Any]) -> int:
    """How many lessons a course of the content has."""
    return sum(len(contents) for _title, _description, contents in course["modules"])


def write_studies(stage: Stage, title: str, studies: Sequence[Study], session: Session) -> None:
    """Enrollments in the course of this title, with what was done."""
    course = session.scalars(
        select(CourseRow).where(CourseRow.brand_id == stage.brand_id, CourseRow.title == title)
    ).one()
    modules = ModuleStore(session, course)
    contents = modules.contents()
    lessons = [row.id for module in modules.list() for row in contents.get(module.id, ())]
    store = EnrollmentStore(session, course)
    ids = store.enroll_many(
        NewEnrollment(study.person.email, study.person.name, study.begun) for study in studies
    )
    done = [
        Done(enrollment_id, lessons[place], moment)
        for enrollment_id, study in zip(ids, studies, strict=True)
        for place, moment in study.done
    ]
    store.complete_many(sorted(done, key=lambda each: each.at))


def _domain(stage: Stage, session: Session, key: str) -> int:
    named = {each["key"]: each["domain"] for each in stage.content.life("domains")["domains"]}
    query = select(DomainRow.id).where(
        DomainRow.brand_id == stage.brand_id, DomainRow.domain == named[key]
    )
    return session.scalars(query).one()
