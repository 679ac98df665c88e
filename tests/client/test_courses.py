"""Courses by the client (document: Courses; quirks 10, 20 and 52)."""

import json
import uuid
from collections.abc import AsyncIterator
from typing import TYPE_CHECKING

import pytest
from scripted_platform import ScriptedPlatform, hang_up, reply

from funneldesk.client.api import Api
from funneldesk.client.errors import ApiError, BadAnswer, Invalid, NotFound, PlanDenied
from funneldesk.client.forms import form_fields
from funneldesk.client.uploads import Upload
from funneldesk.contract.courses import (
    Course,
    CourseCopy,
    CourseDraft,
    CourseFilter,
    CoursePatch,
    EnrollmentDraft,
    EnrollmentPatch,
    ModuleDraft,
    ModulePatch,
)

if TYPE_CHECKING:
    from conftest import Embedded

PNG = bytes.fromhex(
    "89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c489"
    "0000000d49444154789c6360000002000001e221bc330000000049454e44ae426082"
)


def draft(title: str) -> CourseDraft:
    return CourseDraft(
        title=title,
        language_code="en",
        description="d",
        status="draft",
        delivery_type="embedded",
    )


def patch(title: str, **more: object) -> CoursePatch:
    return CoursePatch.model_validate({**draft(title).body(), **more})


@pytest.fixture
async def real(embedded: "Embedded") -> AsyncIterator[Api]:
    async with embedded.api() as client:
        yield client


@pytest.fixture
async def made(real: Api) -> AsyncIterator[Course]:
    course = await real.courses.create(draft(f"Course {uuid.uuid4().hex}"))
    yield course
    await real.courses.delete(course.id)


async def test_quirk_20_uneven_answers_are_unwrapped(api: Api, scripted: ScriptedPlatform) -> None:
    for body in ({"course": {"id": 3, "title": "A"}}, {"id": 3, "title": "A"}):
        scripted.will(reply(200, body))
        assert (await api.courses.create(draft("A"))).id == 3
    scripted.will(reply(200, {"success": True}))
    with pytest.raises(BadAnswer) as caught:
        await api.courses.create(draft("A"))
    assert caught.value.maybe_done
    scripted.will(reply(200, b""), reply(200, {"id": 3, "title": "Read"}))
    assert (await api.courses.update(3, patch("A"))).title == "Read"
    scripted.will(reply(200, {"course_id": 9}))
    assert await api.courses.copy(CourseCopy(id=3, brand_id=2, name="B")) == 9
    scripted.will(reply(200, b""), reply(200, {"data": [{"id": 5, "title": "Module"}]}))
    found = await api.courses.update_module(3, 5, ModulePatch(title="Module"))
    assert found is not None
    assert found.title == "Module"
    scripted.will(reply(200, {"ok": 1}), reply(200, {"data": {"id": "e1", "notes": "n"}}))
    assert (await api.courses.update_enrollment(3, "e1", EnrollmentPatch(notes="n"))).id == "e1"


async def test_quirk_52_orders_are_maps_and_ids_are_strings(
    api: Api, scripted: ScriptedPlatform
) -> None:
    scripted.will(reply(200, {"data": {"id": "a/b"}}))
    await api.courses.get_enrollment(3, "a/b")
    assert scripted.requests[-1].path.endswith("/courses/3/enrollments/a%2Fb")
    await api.courses.reorder_modules(3, {7: 1, 8: 0})
    assert json.loads(scripted.requests[-1].body) == {"order": {"7": 1, "8": 0}}


async def test_a_second_enrollment_and_a_plan_are_told_apart(
    api: Api, scripted: ScriptedPlatform
) -> None:
    scripted.will(reply(422, {"message": "already", "errors": {"email": ["already enrolled"]}}))
    with pytest.raises(Invalid) as caught:
        await api.courses.create_enrollment(3, EnrollmentDraft(email="a@example.com"))
    assert caught.value.fields == {"email": ["already enrolled"]}
    refusal = {"error": "no", "plan_error": {"message": "Your plan allows 1", "upgrade_info": {}}}
    scripted.will(reply(403, refusal))
    with pytest.raises(PlanDenied):
        await api.courses.create(draft("A"))


async def test_quirk_10_an_enrollment_is_not_made_twice(
    api: Api, scripted: ScriptedPlatform
) -> None:
    scripted.will(hang_up)
    with pytest.raises(ApiError) as caught:
        await api.courses.create_enrollment(3, EnrollmentDraft(email="a@example.com"))
    assert caught.value.maybe_done
    assert len(scripted.requests) == 1


def test_a_form_names_what_is_inside() -> None:
    body = {"a": [{"b": 1, "c": True}], "d": {"e": None}, "f": [], "g": "text", "h": 1.5}
    assert list(form_fields(body)) == [
        ("a[0][b]", "1"),
        ("a[0][c]", "1"),
        ("d[e]", ""),
        ("f", ""),
        ("g", "text"),
        ("h", "1.5"),
    ]


async def test_a_course_lives_on_the_real_platform(real: Api, made: Course) -> None:
    courses = real.courses
    sizes: list[int] = []
    updated = await courses.update(
        made.id,
        patch(made.title, category_name="Home", allow_comments=True),
        {"logo": Upload("logo.png", PNG)},
        lambda sent, _total: sizes.append(sent),
    )
    assert (updated.category_name, updated.allow_comments) == ("Home", True)
    assert sizes[-1] == len(PNG)
    assert updated.logo is not None
    assert await real.fetch_asset(updated.logo) == PNG
    assert (await courses.get(made.id)).title == made.title
    assert made.id in [one.id for one in await courses.list_all()]
    found = [row.id async for row in courses.iterate(CourseFilter(q=made.title))]
    assert found == [made.id]
    copy = await courses.copy(CourseCopy(id=made.id, brand_id=1, name="Copied"))
    assert (await courses.get(copy)).title == "Copied"
    await courses.delete(copy)
    with pytest.raises(NotFound):
        await courses.get(copy)
    with pytest.raises(Invalid) as caught:
        await courses.create(draft(""))
    assert "title" in caught.value.fields


async def test_modules_and_enrollments_on_the_real_platform(real: Api, made: Course) -> None:
    courses = real.courses
    first = await courses.create_module(made.id, ModuleDraft(title="A", description="d"))
    second = await courses.create_module(made.id, ModuleDraft(title="B", description="d"))
    await courses.reorder_modules(made.id, {first.id: 1, second.id: 0})
    assert [one.title async for one in courses.iterate_modules(made.id)] == ["B", "A"]
    renamed = await courses.update_module(made.id, first.id, ModulePatch(title="C"))
    assert renamed is not None
    assert renamed.title == "C"
    await courses.delete_module(made.id, second.id)
    assert [one.title for one in await courses.list_all_modules(made.id)] == ["C"]
    person = await courses.create_enrollment(
        made.id, EnrollmentDraft(email="ann+1@example.com", name="Ann")
    )
    changed = await courses.update_enrollment(made.id, person.id, EnrollmentPatch(notes="kind"))
    assert changed.notes == "kind"
    assert (await courses.get_enrollment(made.id, person.id)).email == "ann+1@example.com"
    everyone = [one.id async for one in courses.iterate_enrollments(made.id)]
    assert everyone == [person.id]
    with pytest.raises(Invalid) as caught:
        await courses.complete(made.id, person.id, 999_999_999)
    assert "content_id" in caught.value.fields
    await courses.delete_enrollment(made.id, person.id)
    assert (await courses.list_enrollments(made.id)).rows == ()


async def test_a_content_of_the_sample_is_completed(real: Api) -> None:
    for course in await real.courses.list_all():
        modules = await real.courses.list_modules(course.id)
        lessons = [content.id for module in modules for content in module.contents]
        if lessons:
            break
    else:
        pytest.skip("the sample has no contents")
    address = f"{uuid.uuid4().hex}@example.com"
    person = await real.courses.create_enrollment(course.id, EnrollmentDraft(email=address))
    for _ in range(2):
        progress = await real.courses.complete(course.id, person.id, lessons[0])
        assert progress.completed_content_ids == [lessons[0]]
    await real.courses.delete_enrollment(course.id, person.id)
