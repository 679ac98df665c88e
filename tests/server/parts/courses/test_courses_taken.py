"""Modules, enrollments and progress, over HTTP and as visitors meet them (quirk 52)."""

import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from platform_process import BrandApi, TestBrand
from sqlalchemy import select

from funneldesk.server.db.types import now
from funneldesk.server.jobs.tables import LetterRow
from funneldesk.server.parts.courses.enrollments import Done, EnrollmentStore, NewEnrollment
from funneldesk.server.parts.courses.modules import ModuleStore, NewContent
from funneldesk.server.parts.courses.rules import progress
from funneldesk.server.parts.courses.store import CourseStore

NEW = {
    "title": "Home <i>barista</i>",
    "language_code": "en",
    "description": "Six evenings",
    "status": "published",
    "delivery_type": "embedded",
}
MISSING = 999_999_999


@pytest.fixture
def course(api: BrandApi) -> int:
    number: int = api.post("/courses", json=NEW).json()["course"]["id"]
    return number


def module(api: BrandApi, course: int, title: str = "Water") -> int:
    answer = api.post(f"/courses/{course}/modules", json={"title": title, "description": "d"})
    assert answer.status_code == 200, answer.text
    number: int = answer.json()["id"]
    return number


def contents(brand: TestBrand, course: int, module_id: int, *lessons: NewContent) -> list[int]:
    with brand.database.writing() as session:
        store = ModuleStore(session, CourseStore(session, brand.id).get(course, lock=True))
        return list(store.add_contents(store.get(module_id), lessons))


def enroll(api: BrandApi, course: int, email: str = "a@example.com", **more: str) -> dict[str, Any]:
    answer = api.post(f"/courses/{course}/enrollments", json={"email": email, **more})
    assert answer.status_code == 201, answer.text
    found: dict[str, Any] = answer.json()["data"]
    return found


def refused(answer: Any, *fields: str) -> None:
    assert answer.status_code == 422, answer.text
    assert sorted(answer.json()["errors"]) == sorted(fields)


@pytest.mark.endpoint("GET /api/brands/{brand}/courses/{course}/modules", cites="Course: Module")
@pytest.mark.endpoint(
    "POST /api/brands/{brand}/courses/{course}/modules", cites="Endpoints: Courses"
)
@pytest.mark.endpoint(
    "GET /api/brands/{brand}/courses/{course}/modules/all", cites="Endpoints: Courses; quirk 19"
)
def test_modules_are_made_and_listed_with_contents(
    brand: TestBrand, api: BrandApi, course: int
) -> None:
    path = f"/courses/{course}/modules"
    made = api.post(path, json={"title": "Water", "description": "First"}).json()
    assert (made["title"], made["description"], made["contents"]) == ("Water", "First", [])
    second = module(api, course, "Spoon")
    (lesson,) = contents(brand, course, made["id"], NewContent("Tap", "video"))
    listed = api.get(path).json()["data"]
    assert [one["id"] for one in listed] == [made["id"], second]
    assert listed[0]["contents"] == [{"id": lesson, "title": "Tap", "type": "video", "order": 0}]
    assert listed[0]["order"] < listed[1]["order"]
    assert api.get(f"{path}/all").json() == [
        {"id": made["id"], "title": "Water"},
        {"id": second, "title": "Spoon"},
    ]
    assert api.get(f"/courses/{course}").json()["modules_count"] == 2
    refused(api.post(path, json={}), "title", "description")
    refused(api.post(path, json={"title": "x" * 256, "description": "d"}), "title")


@pytest.mark.endpoint(
    "PUT /api/brands/{brand}/courses/{course}/modules/{module}",
    cites="Endpoints: Courses: body not shown",
)
@pytest.mark.endpoint(
    "DELETE /api/brands/{brand}/courses/{course}/modules/{module}", cites="Endpoints: Courses"
)
def test_modules_are_changed_and_removed(brand: TestBrand, api: BrandApi, course: int) -> None:
    number = module(api, course)
    path = f"/courses/{course}/modules/{number}"
    assert api.put(path, json={"title": "Renamed"}).json()["title"] == "Renamed"
    assert api.get(f"/courses/{course}/modules").json()["data"][0]["description"] == "d"
    refused(api.put(path, json={"title": ""}), "title")
    (lesson,) = contents(brand, course, number, NewContent("Tap"))
    taken = enroll(api, course)
    api.post(f"/courses/{course}/enrollments/{taken['id']}/complete", json={"content_id": lesson})
    assert api.delete(path).status_code == 200
    assert api.get(f"/courses/{course}/modules").json()["data"] == []
    after = api.get(f"/courses/{course}/enrollments/{taken['id']}").json()["data"]
    assert (after["completed_content_ids"], after["progress_percent"]) == ([], 0)
    for method in ("PUT", "DELETE"):
        for missing in (number, MISSING, 2**63):
            answer = api.request(method, f"/courses/{course}/modules/{missing}", json={})
            assert answer.status_code == 404


@pytest.mark.endpoint(
    "POST /api/brands/{brand}/courses/{course}/modules/order",
    cites="Endpoints: Courses; quirks 19 and 52",
)
def test_quirk_52_an_order_is_a_map_of_ids_to_places(api: BrandApi, course: int) -> None:
    numbers = [module(api, course, title) for title in "abc"]
    path = f"/courses/{course}/modules/order"
    order = {str(number): 2 - place for place, number in enumerate(numbers)}
    assert api.post(path, json={"order": order}).status_code == 200
    titles = [one["title"] for one in api.get(f"/courses/{course}/modules").json()["data"]]
    assert titles == ["c", "b", "a"]
    refused(api.post(path, json={}), "order")
    refused(api.post(path, json={"order": [1, 2]}), "order")
    refused(api.post(path, json={"order": {str(MISSING): 1}}), f"order.{MISSING}")
    refused(api.post(path, json={"order": {str(numbers[0]): "x"}}), f"order.{numbers[0]}")
    refused(api.post(path, json={"order": {str(numbers[0]): -1}}), f"order.{numbers[0]}")


@pytest.mark.endpoint(
    "POST /api/brands/{brand}/courses/{course}/enrollments",
    cites="Endpoints: Courses; Errors; quirk 52",
)
def test_an_address_enrolls_once(api: BrandApi, course: int) -> None:
    made = enroll(api, course, "Ana+1@example.com", name="Ana")
    assert isinstance(made["id"], str)
    assert (made["email"], made["name"]) == ("Ana+1@example.com", "Ana")
    assert (made["completed_content_ids"], made["progress_percent"]) == ([], 0)
    assert (made["last_content_id"], made["last_module_id"], made["notes"]) == (None, None, None)
    path = f"/courses/{course}/enrollments"
    again = api.post(path, json={"email": "ana+1@EXAMPLE.com"})
    assert again.status_code == 422
    assert again.json()["message"]
    assert list(again.json()["errors"]) == ["email"]
    assert api.get(f"/courses/{course}").json()["enrollments_count"] == 1
    for email in ("", "nobody", "a@b", "a b@example.com", "a@example.com\r\nBcc: b@example.com"):
        refused(api.post(path, json={"email": email}), "email")
    refused(api.post(path, json={}), "email")
    refused(api.post(path, json={"email": "b@example.com", "name": "x" * 256}), "name")


@pytest.mark.endpoint(
    "GET /api/brands/{brand}/courses/{course}/enrollments", cites="Course: Enrollment"
)
@pytest.mark.endpoint(
    "GET /api/brands/{brand}/courses/{course}/enrollments/{enrollment}",
    cites="Endpoints: Courses; quirk 52",
)
def test_enrollments_are_read(api: BrandApi, course: int) -> None:
    made = [enroll(api, course, f"{name}@example.com") for name in "ab"]
    listed = api.get(f"/courses/{course}/enrollments").json()
    assert list(listed) == ["data"]
    assert {one["id"] for one in listed["data"]} == {one["id"] for one in made}
    one = api.get(f"/courses/{course}/enrollments/{made[0]['id']}").json()
    assert list(one) == ["data"]
    assert one["data"]["email"] == "a@example.com"
    for wrong in ("0", "x" * 24, "a" * 300, "%00", "..%2f", made[0]["id"].upper() + "0"):
        assert api.get(f"/courses/{course}/enrollments/{wrong}").status_code == 404


@pytest.mark.endpoint(
    "PUT /api/brands/{brand}/courses/{course}/enrollments/{enrollment}",
    cites="Limits: enrollment notes 10,000",
)
def test_notes_are_kept(api: BrandApi, course: int) -> None:
    path = f"/courses/{course}/enrollments/{enroll(api, course)['id']}"
    assert api.put(path, json={"notes": "n" * 10_000}).status_code == 200
    assert api.get(path).json()["data"]["notes"] == "n" * 10_000
    refused(api.put(path, json={"notes": "n" * 10_001}), "notes")
    assert api.put(path, json={}).status_code == 200
    assert api.get(path).json()["data"]["notes"] == "n" * 10_000
    api.put(path, json={"notes": ""})
    assert api.get(path).json()["data"]["notes"] is None


@pytest.mark.endpoint(
    "POST /api/brands/{brand}/courses/{course}/enrollments/{enrollment}/complete",
    cites="Endpoints: Courses",
)
def test_completing_is_idempotent_and_tells_the_progress(
    brand: TestBrand, api: BrandApi, course: int
) -> None:
    number = module(api, course)
    lessons = contents(brand, course, number, *[NewContent(str(n)) for n in range(3)])
    path = f"/courses/{course}/enrollments/{enroll(api, course)['id']}"
    for _ in range(2):
        body = api.post(f"{path}/complete", json={"content_id": lessons[1]}).json()
        assert body == {
            "data": {
                "completed_content_ids": [lessons[1]],
                "progress_percent": 33,
                "last_content_id": lessons[1],
            }
        }
    for lesson in lessons:
        last = api.post(f"{path}/complete", json={"content_id": lesson}).json()["data"]
    assert last["progress_percent"] == 100
    found = api.get(path).json()["data"]
    assert (found["last_content_id"], found["last_module_id"]) == (lessons[-1], number)
    for wrong in (MISSING, 2**70, -1, "x", None, True):
        refused(api.post(f"{path}/complete", json={"content_id": wrong}), "content_id")
    refused(api.post(f"{path}/complete", json={}), "content_id")
    nobody = f"/courses/{course}/enrollments/{'0' * 24}/complete"
    assert api.post(nobody, json={"content_id": lessons[0]}).status_code == 404


@pytest.mark.endpoint(
    "DELETE /api/brands/{brand}/courses/{course}/enrollments/{enrollment}",
    cites="Endpoints: Courses",
)
def test_an_enrollment_ends(api: BrandApi, course: int) -> None:
    made = enroll(api, course)
    path = f"/courses/{course}/enrollments/{made['id']}"
    assert api.delete(path).json() == {"success": True}
    assert api.get(path).status_code == api.delete(path).status_code == 404
    assert api.get(f"/courses/{course}").json()["enrollments_count"] == 0
    enroll(api, course)


def test_a_template_sends_a_letter_with_the_link(
    brand: TestBrand, api: BrandApi, course: int
) -> None:
    enroll(api, course, "without@example.com")
    api.put(f"/courses/{course}", json={**NEW, "enrollment_email_template_id": 3})
    made = enroll(api, course, "with@example.com", name="Ana")
    with brand.database.reading() as session:
        letters = session.scalars(select(LetterRow).where(LetterRow.brand_id == brand.id)).all()
    assert [letter.to_address for letter in letters] == ["with@example.com"]
    assert made["access_url"] in letters[0].text


def test_people_come_and_learn_by_the_thousand(
    brand: TestBrand, api: BrandApi, course: int
) -> None:
    lessons = contents(brand, course, module(api, course), *[NewContent(str(n)) for n in range(4)])
    with brand.database.writing() as session:
        store = EnrollmentStore(session, CourseStore(session, brand.id).get(course, lock=True))
        people = [NewEnrollment(f"p{n}@example.com", None, now()) for n in range(3000)]
        ids = store.enroll_many(people)
        store.complete_many([Done(one, lesson, now()) for one in ids for lesson in lessons[:2]])
    listed = api.get(f"/courses/{course}/enrollments").json()["data"]
    assert len(listed) == 3000
    assert {one["progress_percent"] for one in listed} == {50}
    assert {one["last_content_id"] for one in listed} == {lessons[1]}


def test_an_enrolled_visitor_learns(brand: TestBrand, api: BrandApi, course: int) -> None:
    number = module(api, course, "Water & <b>salt</b>")
    lessons = contents(
        brand,
        course,
        number,
        NewContent("Tap", "video", video_url="https://example.com/tap.mp4"),
        NewContent("Read", "text", body="<p>Hot</p><script>alert(1)</script><img src=x onerror=y>"),
        NewContent("Odd", "video", video_url="javascript:alert(1)"),
    )
    made = enroll(api, course)
    visitor = brand.client("").client
    path = f"{brand.base_url}/p/{brand.id}/-/courses/{course}"
    assert visitor.get(path).status_code == 403
    assert visitor.get(f"{path}?token=x.y").status_code == 403
    opened = visitor.get(made["access_url"])
    assert opened.status_code == 303
    assert opened.headers["location"] == path.removeprefix(brand.base_url)
    page = visitor.get(path)
    assert page.status_code == 200
    assert "Water &amp; &lt;b&gt;salt" in page.text
    for forbidden in ("<script", "onerror", "javascript:"):
        assert forbidden not in page.text
    assert "default-src 'none'" in page.headers["content-security-policy"]
    assert "<p>Hot</p>" in page.text
    assert re.search(r'<video[^>]+src="https://example.com/tap.mp4"', page.text)
    done = visitor.post(path, data={"content_id": str(lessons[0])})
    assert done.status_code == 303
    found = api.get(f"/courses/{course}/enrollments/{made['id']}").json()["data"]
    assert found["completed_content_ids"] == [lessons[0]]
    assert visitor.post(path, data={"content_id": "nonsense"}).status_code == 303
    assert brand.client("").client.post(path, data={"content_id": "1"}).status_code == 403
    api.put(f"/courses/{course}", json={**NEW, "status": "draft"})
    assert visitor.get(path).status_code == 404
    api.put(f"/courses/{course}", json=NEW)
    api.delete(f"/courses/{course}/enrollments/{made['id']}")
    assert visitor.get(path).status_code == 403
    assert visitor.get(f"{brand.base_url}/p/{brand.id}/-/courses/{2**70}").status_code == 404


@given(st.integers(0, 10_000), st.integers(0, 10_000))
def test_progress_is_100_only_when_all_is_done(done: int, contents: int) -> None:
    percent = progress(min(done, contents), contents)
    assert 0 <= percent <= 100
    assert (percent == 100) == (contents > 0 and done >= contents)


@pytest.mark.parametrize(
    ("first", "again"),
    [
        ("ana@bücher.example", "Ana@xn--bcher-kva.example"),
        ("ana@xn--fa-hia.example", "ana@faß.example"),
        ("jos\u00e9@example.com", "jose\u0301@example.com"),
    ],
)
def test_an_international_address_enrolls_once(
    api: BrandApi, course: int, first: str, again: str
) -> None:
    assert enroll(api, course, first)["email"] == first
    refused(api.post(f"/courses/{course}/enrollments", json={"email": again}), "email")
    enroll(api, course, "ana@fass.example")
