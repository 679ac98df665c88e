"""Courses: every endpoint and field of the part (document: Course; quirks 6, 14, 19, 20, 52)."""

from typing import Any

import pytest
from automations_driver import reached
from platform_process import BrandApi, NewBrand, Place, TestBrand, served

from funneldesk.contract.courses import CourseDraft, CoursePatch
from funneldesk.server.parts.courses.rules import CourseInput
from funneldesk.server.parts.domains.tables import DomainRow

NEW = {
    "title": "Home barista",
    "language_code": "en",
    "description": "Six evenings",
    "status": "draft",
    "delivery_type": "embedded",
}
MISSING = 999_999_999
HUGE = 2**63
PNG = bytes.fromhex(
    "89504e470d0a1a0a0000000d4948445200000001000000010806000000"
    "1f15c4890000000d49444154789c6360000002000001e221bc330000000049454e44ae426082"
)


def create(api: BrandApi, **fields: object) -> dict[str, Any]:
    answer = api.post("/courses", json={**NEW, **fields})
    assert answer.status_code == 200, answer.text
    made: dict[str, Any] = answer.json()["course"]
    return made


def domain(brand: TestBrand, name: str) -> int:
    with brand.database.writing() as session:
        row = DomainRow(brand_id=brand.id, domain=f"{name}-{brand.id}.example", status="active")
        session.add(row)
        session.flush()
        return row.id


def refused(answer: Any, *fields: str) -> None:
    assert answer.status_code == 422, answer.text
    assert sorted(answer.json()["errors"]) == sorted(fields)


def test_the_platform_takes_the_fields_that_the_contract_sends() -> None:
    assert set(CourseInput.model_fields) == set(CourseDraft.model_fields)
    assert set(CourseInput.model_fields) == set(CoursePatch.model_fields)


@pytest.mark.endpoint("POST /api/brands/{brand}/courses", cites="Endpoints: Courses; quirk 20")
def test_create_answers_under_course(api: BrandApi) -> None:
    answer = api.post("/courses", json=NEW)
    assert answer.status_code == 200
    assert list(answer.json()) == ["course"]
    made = answer.json()["course"]
    assert {name: made[name] for name in NEW} == NEW
    assert (made["modules_count"], made["enrollments_count"]) == (0, 0)


@pytest.mark.endpoint(
    "POST /api/brands/{brand}/courses", cites="Endpoints: Courses, required fields; quirk 52"
)
@pytest.mark.parametrize("field", NEW)
def test_five_fields_are_required_on_every_write(api: BrandApi, field: str) -> None:
    made = create(api)
    for body in ({k: v for k, v in NEW.items() if k != field}, {**NEW, field: ""}):
        refused(api.post("/courses", json=body), field)
        refused(api.put(f"/courses/{made['id']}", json=body), field)


@pytest.mark.endpoint(
    "GET /api/brands/{brand}/courses/{course}",
    cites="Course; Endpoints: Courses: course with domain",
)
def test_every_field_is_kept_and_the_domain_is_shown(brand: TestBrand) -> None:
    api = brand.api()
    pages = [api.post("/pages", json={"title": "x"}).json()["page"]["id"] for _ in range(3)]
    fields = {
        "status": "published",
        "delivery_type": "module",
        "domain_id": domain(brand, "learn"),
        "slug": "home-barista",
        "instructor_name": "Inês",
        "instructor_photo": "https://example.com/a.png",
        "logo": "https://example.com/b.png",
        "cover": "https://example.com/c.png",
        "show_module_titles": False,
        "allow_comments": True,
        "category_name": "At home",
        "details_page_id": pages[0],
        "module_page_id": pages[1],
        "content_page_id": pages[2],
        "enrollment_email_template_id": 7,
    }
    made = create(api, **fields)
    found = api.get(f"/courses/{made['id']}").json()
    assert {name: found[name] for name in fields} == fields
    assert found["domain"]["id"] == fields["domain_id"]
    assert found["domain"]["domain"] == f"learn-{brand.id}.example"


@pytest.mark.endpoint(
    "POST /api/brands/{brand}/courses", cites="Endpoints: Courses: domain_id and slug; quirk 52"
)
def test_a_module_delivery_needs_a_domain_and_a_slug_of_its_own(brand: TestBrand) -> None:
    api = brand.api()
    refused(api.post("/courses", json={**NEW, "delivery_type": "module"}), "domain_id", "slug")
    place = {"delivery_type": "module", "domain_id": domain(brand, "a"), "slug": "one"}
    made = create(api, **place)
    refused(api.post("/courses", json={**NEW, **place}), "slug")
    create(api, **{**place, "domain_id": domain(brand, "b")})
    create(api, slug="one")
    refused(api.post("/courses", json={**NEW, "slug": "one"}), "slug")
    refused(api.put(f"/courses/{made['id']}", json={**NEW, **place, "slug": ""}), "slug")
    assert api.put(f"/courses/{made['id']}", json={**NEW, **place}).status_code == 200
    refused(api.post("/courses", json={**NEW, **place, "domain_id": MISSING}), "domain_id")


@pytest.mark.endpoint("POST /api/brands/{brand}/courses", cites="Endpoints: Courses; Limits")
@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("title", "x" * 256),
        ("status", "live"),
        ("delivery_type", "mail"),
        ("language_code", "english!"),
        ("slug", "a b"),
        ("logo", "javascript:alert(1)"),
        ("cover", {"a": 1}),
        ("show_module_titles", "maybe"),
        ("details_page_id", MISSING),
        ("domain_id", "x"),
        ("instructor_name", "a\0b"),
    ],
)
def test_a_value_of_the_wrong_kind_is_422(api: BrandApi, field: str, value: object) -> None:
    refused(api.post("/courses", json={**NEW, field: value}), field)


@pytest.mark.endpoint(
    "PUT /api/brands/{brand}/courses/{course}", cites="Endpoints: Courses; quirk 23"
)
def test_an_update_changes_what_is_sent(api: BrandApi) -> None:
    made = create(api, category_name="Home", instructor_name="Inês")
    body = {**NEW, "title": "Renamed", "category_name": ""}
    answer = api.put(f"/courses/{made['id']}", json=body)
    assert answer.status_code == 200
    after = api.get(f"/courses/{made['id']}").json()
    changed = {name for name in after if after[name] != made[name]}
    assert changed == {"title", "category_name", "updated_at"}
    refused(
        api.put(f"/courses/{made['id']}", json={"title": "x"}), *[f for f in NEW if f != "title"]
    )


@pytest.mark.endpoint("POST /api/brands/{brand}/courses", cites="Course: file or URL string")
@pytest.mark.endpoint(
    "PUT /api/brands/{brand}/courses/{course}", cites="Course: file or URL string"
)
def test_images_come_as_files_in_a_form(brand: TestBrand) -> None:
    api = brand.api()
    answer = api.post(
        "/courses",
        data={**NEW, "allow_comments": "true"},
        files={"logo": ("logo.png", PNG, "image/png")},
    )
    assert answer.status_code == 200, answer.text
    made = answer.json()["course"]
    assert made["allow_comments"] is True
    assert made["logo"].startswith("http")
    assert brand.client("").client.get(made["logo"]).content == PNG
    path = f"/courses/{made['id']}"
    answer = api.put(path, data=NEW, files={"cover": ("c.png", PNG, "image/png")})
    assert answer.status_code == 200
    after = api.get(path).json()
    assert after["cover"].startswith("http")
    assert after["logo"] == made["logo"]
    wrong = {"logo": ("logo.png", b"MZ not a picture", "image/png")}
    refused(api.put(path, data=NEW, files=wrong), "logo")


@pytest.mark.endpoint(
    "GET /api/brands/{brand}/courses", cites="Endpoints: Courses; quirks 11, 14 and 15"
)
def test_the_list_is_paginated_searched_and_sorted(api: BrandApi) -> None:
    first = create(api, title="Alpha", instructor_name="Marta", slug="first-one")
    create(api, title="Beta", description="All about 100% water")
    create(api, title="Gamma")
    api.put(f"/courses/{first['id']}", json={**NEW, "title": "Alpha"})

    def titles(query: str) -> list[str]:
        return [row["title"] for row in api.get(f"/courses?{query}").json()["data"]]

    assert titles("") == titles("sort=newest") == titles("sort=created_at")
    assert titles("") == ["Gamma", "Beta", "Alpha"]
    assert titles("sort=oldest") == ["Alpha", "Beta", "Gamma"]
    assert titles("sort=updated_at")[0] == "Alpha"
    for q in ("ALPH", "mart", "first-o"):
        assert titles(f"q={q}") == ["Alpha"]
    assert titles("q=100%25 w") == ["Beta"]
    assert titles("q=nobody") == []
    listing = api.get("/courses?per_page=2&page=2").json()
    assert (listing["total"], listing["last_page"], listing["current_page"]) == (3, 2, 2)
    assert [row["title"] for row in listing["data"]] == ["Alpha"]
    for query, field in [("per_page=0", "per_page"), ("sort=size", "sort")]:
        refused(api.get(f"/courses?{query}"), field)


@pytest.mark.endpoint(
    "GET /api/brands/{brand}/courses/all", cites="Endpoints: Courses; quirks 12 and 19"
)
def test_all_is_a_bare_array_of_ids_and_titles(api: BrandApi) -> None:
    made = [create(api, title=title) for title in ("B", "A")]
    assert api.get("/courses/all").json() == [
        {"id": made[1]["id"], "title": "A"},
        {"id": made[0]["id"], "title": "B"},
    ]


@pytest.mark.endpoint("DELETE /api/brands/{brand}/courses/{course}", cites="Endpoints: Courses")
def test_a_deleted_course_is_gone(api: BrandApi) -> None:
    made = create(api)
    assert api.delete(f"/courses/{made['id']}").json() == {"success": True}
    assert api.get(f"/courses/{made['id']}").status_code == 404
    assert api.get("/courses").json()["total"] == 0


@pytest.mark.parametrize(
    ("method", "path", "body"),
    [
        ("GET", "", None),
        ("PUT", "", NEW),
        ("DELETE", "", None),
        ("GET", "/enrollments", None),
        ("POST", "/enrollments", {"email": "a@example.com"}),
        ("GET", "/modules", None),
        ("GET", "/modules/all", None),
        ("POST", "/modules", {"title": "a", "description": "b"}),
        ("POST", "/modules/order", {"order": {}}),
    ],
)
def test_a_course_that_is_not_there_is_404(
    api: BrandApi, new_brand: NewBrand, method: str, path: str, body: object
) -> None:
    other = create(new_brand().api())
    for number in (MISSING, HUGE, other["id"]):
        answer = api.request(method, f"/courses/{number}{path}", json=body)
        assert answer.status_code == 404, answer.text
        assert "course" in answer.json()["message"]


@pytest.mark.endpoint(
    "POST /api/brands/{brand}/courses", cites="Errors: plan forbids creating courses; quirk 6"
)
def test_the_plan_refuses_a_course_too_many(place: Place) -> None:
    with served(place, "--plan", "courses=1") as running, reached(running) as api:
        answers = [api.post("/courses", json=NEW) for _ in range(2)]
        assert answers[0].status_code == 200
        assert answers[-1].status_code == 403
        body = answers[-1].json()
        assert body["error"]
        assert body["plan_error"]["message"]
        assert "upgrade_info" in body["plan_error"]


@pytest.mark.endpoint("POST /api/brands/{brand}/courses/copy", cites="Endpoints: Courses; quirk 20")
def test_a_copy_goes_to_a_brand_that_the_user_may_change(
    brand: TestBrand, new_brand: NewBrand
) -> None:
    other, stranger = new_brand(), new_brand()
    api = brand.api(user="Someone")
    target = other.api("editor", user="Someone")
    source = create(api, slug="one", logo="https://example.com/b.png")
    for title in ("First", "Second"):
        body = {"title": title, "description": "d"}
        api.post(f"/courses/{source['id']}/modules", json=body)
    body = {"id": source["id"], "brand_id": other.id, "name": "Theirs"}
    answer = api.post("/courses/copy", json=body)
    assert answer.status_code == 200, answer.text
    assert list(answer.json()) == ["course_id"]
    copy = target.get(f"/courses/{answer.json()['course_id']}").json()
    assert (copy["title"], copy["status"], copy["logo"]) == ("Theirs", "draft", source["logo"])
    assert (copy["modules_count"], copy["slug"]) == (2, "one")
    modules = target.get(f"/courses/{copy['id']}/modules").json()["data"]
    assert [one["title"] for one in modules] == ["First", "Second"]
    here = api.post("/courses/copy", json={**body, "brand_id": brand.id}).json()["course_id"]
    assert api.get(f"/courses/{here}").json()["slug"] == "one-2"
    for missing in ({**body, "id": MISSING},):
        assert api.post("/courses/copy", json=missing).status_code == 404
    for number in (stranger.id, MISSING):
        assert api.post("/courses/copy", json={**body, "brand_id": number}).status_code == 403
    refused(api.post("/courses/copy", json={}), "id", "brand_id", "name")
    reader = brand.api("owner", user="Reader")
    other.key("viewer", user="Reader")
    assert reader.post("/courses/copy", json=body).status_code == 403
