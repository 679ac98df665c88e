"""Blogs: every endpoint of the part (document: Blog; Endpoints, Blogs; quirks 20 and 58)."""

from typing import Any

import pytest
from platform_process import BrandApi, NewBrand, TestBrand
from sqlalchemy import select

from funneldesk.contract.blogs import (
    URL_PATTERNS,
    BlogClone,
    BlogDraft,
    BlogExport,
    BlogPatch,
    CategoryDraft,
    CategoryPatch,
)
from funneldesk.server.jobs.tables import ExportRow
from funneldesk.server.parts.blogs.export import COLUMNS, table
from funneldesk.server.parts.blogs.rules import (
    BlogInput,
    CategoryCreate,
    CategoryUpdate,
    CloneInput,
    ExportInput,
    copy_name,
)
from funneldesk.server.parts.blogs.store import BlogStore
from funneldesk.server.parts.blogs.tables import BlogSourceRow

SOURCES = {"config": {"blocks": [1]}, "html": "<p>\r\n</p>", "css": "p{}", "interactions": [{}]}


def blog(api: BrandApi, name: str = "Notes", **fields: Any) -> dict[str, Any]:
    answer = api.post("/blogs", json={"name": name, **fields})
    assert answer.status_code == 200, answer.text
    assert list(answer.json()) == ["blog"]
    made: dict[str, Any] = answer.json()["blog"]
    return made


def with_config(brand: TestBrand, name: str) -> int:
    """A blog that someone built: no endpoint saves a config."""
    with brand.database.writing() as session:
        return BlogStore(session, brand.id).create({"name": name}, SOURCES).id


def refused(answer: Any, *fields: str) -> None:
    assert answer.status_code == 422, answer.text
    assert sorted(answer.json()["errors"]) == sorted(fields)


def test_the_platform_takes_the_fields_that_the_contract_sends() -> None:
    for taken, sent in (
        (BlogInput, BlogDraft),
        (BlogInput, BlogPatch),
        (CloneInput, BlogClone),
        (ExportInput, BlogExport),
        (CategoryCreate, CategoryDraft),
        (CategoryUpdate, CategoryPatch),
    ):
        assert set(taken.model_fields) == set(sent.model_fields)


@pytest.mark.endpoint("POST /api/brands/{brand}/blogs", cites="Blog; quirk 20")
def test_a_new_blog_has_the_documents_defaults(api: BrandApi) -> None:
    made = blog(api, "Notes from the Café")
    assert (made["slug"], made["status"]) == ("notes-from-the-cafe", "published")
    assert (made["category_url_segment"], made["tag_url_segment"], made["search_url_segment"]) == (
        *("category", "tag", "search"),
    )
    assert (made["comments_enabled"], made["seo_settings"], made["template"]) == (False, {}, None)
    fields = {
        "slug": "own-slug",
        "article_url_pattern": "segment",
        "article_url_segment": "read",
        "category_url_segment": "topic",
        "tag_url_segment": "word",
        "search_url_segment": "find",
        "comments_enabled": True,
        "comments_require_email_confirmation": True,
        "seo_settings": {"title": "🙂", "deep": [{"a": None}]},
        "brand_template_id": 9,
    }
    made = blog(api, **fields)
    assert {name: made[name] for name in fields} == fields
    assert made["template"] == {"id": 9, "context": "blog"}


@pytest.mark.endpoint("GET /api/brands/{brand}/blogs/{blog}", cites="Blog")
def test_a_blog_is_read_bare_by_its_own_brand(api: BrandApi, new_brand: NewBrand) -> None:
    made = blog(api)
    assert api.get(f"/blogs/{made['id']}").json() == made
    other = new_brand().api()
    for answer in (other.get(f"/blogs/{made['id']}"), api.get(f"/blogs/{2**63}")):
        assert answer.status_code == 404
        assert answer.json() == {"message": "no query results for the blog model"}


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("name", ""),
        ("name", "x" * 256),
        ("slug", "Not Kebab"),
        ("slug", "a--b"),
        ("slug", "x" * 256),
        ("article_url_pattern", "date"),
        ("article_url_segment", "x" * 65),
        ("category_url_segment", "a/b"),
        ("tag_url_segment", 5),
        ("search_url_segment", "\0"),
        ("comments_enabled", "maybe"),
        ("seo_settings", []),
        ("seo_settings.a", {"a": "\0"}),
        ("domain_id", 10**12),
        ("domain_id", True),
        ("brand_template_id", -1),
    ],
)
def test_what_does_not_fit_is_422(api: BrandApi, field: str, value: object) -> None:
    """Limits: URL segments 64; names and slugs 255."""
    made = blog(api)
    body = {"name": "x", field.partition(".")[0]: value}
    refused(api.post("/blogs", json=body), field)
    refused(api.put(f"/blogs/{made['id']}", json=body), field)


def test_a_slug_is_unique_for_its_domain(api: BrandApi, new_brand: NewBrand) -> None:
    """Blog: slug unique per brand and domain; Errors: slug already taken."""
    blog(api, slug="notes")
    refused(api.post("/blogs", json={"name": "x", "slug": "notes"}), "slug")
    assert blog(api, "Notes")["slug"] == "notes-2"
    body = {"domain": f"blogs-{api.root.rpartition('/')[2]}", "dedicated_domain": False}
    domain = api.post("/domains", json=body).json()["id"]
    other = blog(api, slug="notes", domain_id=domain)
    refused(api.put(f"/blogs/{other['id']}", json={"name": "x", "domain_id": ""}), "slug")
    assert blog(new_brand().api(), slug="notes")["slug"] == "notes"
    api.delete(f"/domains/{domain}")
    left = api.get(f"/blogs/{other['id']}").json()
    assert (left["domain_id"], left["slug"]) == (None, "notes-3")


@pytest.mark.endpoint("GET /api/brands/{brand}/blogs", cites="Endpoints: Blogs; Limits")
def test_the_list_has_pages_search_and_order(api: BrandApi) -> None:
    made = [blog(api, name)["id"] for name in ("Beta", "alpha 100%", "Gamma")]
    whole = api.get("/blogs").json()
    assert [row["id"] for row in whole["data"]] == made[::-1]
    assert (whole["current_page"], whole["per_page"], whole["total"], whole["last_page"]) == (
        *(1, 25, 3, 1),
    )
    assert api.get("/blogs", params={"sort": "date_asc"}).json()["data"][0]["id"] == made[0]
    assert api.get("/blogs", params={"q": "ALPHA"}).json()["total"] == 1
    assert api.get("/blogs", params={"q": "0%"}).json()["total"] == 1
    assert api.get("/blogs", params={"q": "%"}).json()["total"] == 1
    second = api.get("/blogs", params={"per_page": 2, "page": 2}).json()
    assert ([row["id"] for row in second["data"]], second["last_page"]) == ([made[0]], 2)
    for wrong in ({"per_page": 101}, {"page": 0}, {"sort": "sideways"}):
        assert api.get("/blogs", params=wrong).status_code == 422


@pytest.mark.endpoint("GET /api/brands/{brand}/blogs/all", cites="Endpoints: Blogs; quirk 58")
def test_quirk_58_all_leaves_out_blogs_without_a_config(brand: TestBrand) -> None:
    api = brand.api()
    blog(api, "Empty")
    built = with_config(brand, "Built")
    assert api.get("/blogs/all").json() == [{"id": built, "name": "Built"}]


@pytest.mark.endpoint("PUT /api/brands/{brand}/blogs/{blog}", cites="quirk 58")
def test_quirk_58_an_update_requires_the_name(api: BrandApi) -> None:
    made = blog(api, tag_url_segment="word", seo_settings={"a": 1})
    path = f"/blogs/{made['id']}"
    refused(api.put(path, json={"slug": "other"}), "name")
    assert api.put(path, json={"name": "Notes", "slug": "other"}).status_code == 200
    read = api.get(path).json()
    assert (read["slug"], read["tag_url_segment"], read["seo_settings"]) == (
        *("other", "word", {"a": 1}),
    )
    assert read["updated_at"] > made["updated_at"]
    cleared = {"name": "New name", "slug": "", "tag_url_segment": "", "seo_settings": None}
    api.put(path, json=cleared)
    read = api.get(path).json()
    assert (read["slug"], read["tag_url_segment"], read["seo_settings"]) == ("new-name", "tag", {})


@pytest.mark.endpoint("DELETE /api/brands/{brand}/blogs/{blog}", cites="quirk 58")
def test_quirk_58_a_deletion_answers_the_blog(api: BrandApi) -> None:
    made = blog(api, slug="notes")
    answer = api.delete(f"/blogs/{made['id']}")
    assert (answer.status_code, list(answer.json())) == (200, ["blog"])
    deleted = answer.json()["blog"]
    assert (deleted["id"], deleted["slug"]) == (made["id"], "notes")
    assert deleted["deleted_at"]
    assert api.get(f"/blogs/{made['id']}").status_code == 404
    assert api.delete(f"/blogs/{made['id']}").status_code == 404
    assert api.get("/blogs").json()["total"] == 0
    assert api.get("/blogs").json()["data"] == []
    assert blog(api, slug="notes")["slug"] == "notes"


@pytest.mark.endpoint("POST /api/brands/{brand}/blogs/{blog}/clone", cites="quirks 20 and 58")
def test_a_clone_takes_along_what_the_blog_looks_like(brand: TestBrand) -> None:
    api = brand.api()
    made = with_config(brand, "Notes")
    answer = api.post(f"/blogs/{made}/clone")
    assert answer.status_code == 200
    copy = answer.json()
    assert set(copy) == {"id", "blog"}
    assert copy["blog"]["id"] == copy["id"] != made
    assert (copy["blog"]["name"], copy["blog"]["slug"]) == ("Notes (copy)", "notes-2")
    with brand.database.reading() as session:
        source = session.get_one(BlogSourceRow, (brand.id, copy["id"]))
        assert {name: getattr(source, name) for name in SOURCES} == SOURCES
    assert {row["id"] for row in api.get("/blogs/all").json()} == {made, copy["id"]}
    titled = api.post(f"/blogs/{made}/clone", json={"title": "Diary"}).json()["blog"]
    assert (titled["name"], titled["slug"]) == ("Diary", "notes-3")
    refused(api.post(f"/blogs/{made}/clone", json={"title": "x" * 256}), "title")
    assert api.post(f"/blogs/{10**12}/clone").status_code == 404
    assert len(copy_name("x" * 255)) == 255


@pytest.mark.endpoint("POST /api/brands/{brand}/blogs/export", cites="Endpoints: Blogs; Events")
def test_an_export_is_queued(brand: TestBrand) -> None:
    api = brand.api()
    body = {"filters": {"q": "no"}, "selected_ids": [1], "columns": ["id", "name"]}
    answer = api.post("/blogs/export", json=body)
    assert (answer.status_code, set(answer.json())) == (200, {"success", "message"})
    assert answer.json()["success"] is True
    with brand.database.reading() as session:
        row = session.scalars(select(ExportRow).where(ExportRow.brand_id == brand.id)).one()
    assert (row.kind, row.body) == ("blogs", body)
    assert api.post("/blogs/export", json={}).status_code == 200
    for wrong, field in (
        ({"columns": ["secret"]}, "columns.0"),
        ({"selected_ids": ["x"]}, "selected_ids.0"),
        ({"filters": [1]}, "filters"),
    ):
        refused(api.post("/blogs/export", json=wrong), field)


def test_an_export_holds_what_was_asked_for(brand: TestBrand) -> None:
    api = brand.api()
    first, second = blog(api, "Notes"), blog(api, "Diary")
    api.delete(f"/blogs/{blog(api, 'Gone')['id']}")
    with brand.database.reading() as session:

        def exported(**body: Any) -> list[Any]:
            return [tuple(row) for row in table(session, brand.id, body).rows]

        assert table(session, brand.id, {}).columns == list(COLUMNS)
        assert [row[0] for row in exported()] == [first["id"], second["id"]]
        assert exported(columns=["name"], filters={"q": "dia"}) == [("Diary",)]
        assert exported(columns=["name"], selected_ids=[first["id"]]) == [("Notes",)]
        assert exported(filters={"status": "draft"}) == []
        assert exported(filters={"domain_id": 1}) == []


@pytest.mark.endpoint("POST /api/brands/{brand}/blogs/{blog}/categories", cites="Blog: Category")
def test_a_categorys_slug_is_made_from_its_name(api: BrandApi) -> None:
    path = f"/blogs/{blog(api)['id']}/categories"
    answer = api.post(path, json={"name": "Big Ideas"})
    assert answer.status_code == 201
    made = answer.json()
    assert {"id", "blog_id", "name", "slug", "hero_image", "seo_settings"} == set(made)
    assert made["slug"] == "big-ideas"
    assert api.post(path, json={"name": "Big ideas!"}).json()["slug"] == "big-ideas-2"
    refused(api.post(path, json={"name": "x", "slug": "big-ideas"}), "slug")
    other = f"/blogs/{blog(api)['id']}/categories"
    assert api.post(other, json={"name": "x", "slug": "big-ideas"}).status_code == 201
    fields = {"hero_image": "https://cdn.example/a.png", "seo_settings": {"a": 1}}
    made = api.post(path, json={"name": "y", **fields}).json()
    assert (made["hero_image"], made["seo_settings"]) == tuple(fields.values())


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("name", ""),
        ("name", "x" * 256),
        ("slug", "A b"),
        ("hero_image", "https://a.example/" + "x" * 2048),
        ("hero_image", "javascript:alert(1)"),
        ("seo_settings", "text"),
    ],
)
def test_what_does_not_fit_a_category_is_422(api: BrandApi, field: str, value: str) -> None:
    """Limits: hero_image 2048."""
    path = f"/blogs/{blog(api)['id']}/categories"
    made = api.post(path, json={"name": "x"}).json()
    refused(api.post(path, json={"name": "x", field: value}), field)
    refused(api.put(f"{path}/{made['id']}", json={field: value}), field)


@pytest.mark.endpoint("GET /api/brands/{brand}/blogs/{blog}/categories", cites="Endpoints: Blogs")
@pytest.mark.endpoint(
    "PUT /api/brands/{brand}/blogs/{blog}/categories/{category}", cites="Endpoints: Blogs"
)
@pytest.mark.endpoint(
    "DELETE /api/brands/{brand}/blogs/{blog}/categories/{category}", cites="Endpoints: Blogs"
)
def test_categories_are_listed_changed_and_deleted(api: BrandApi) -> None:
    own, other = blog(api), blog(api)
    path = f"/blogs/{own['id']}/categories"
    first, second = (api.post(path, json={"name": name}).json() for name in ("B", "A"))
    assert [row["id"] for row in api.get(path).json()] == [second["id"], first["id"]]
    changed = api.put(f"{path}/{first['id']}", json={"hero_image": "/cdn/1/assets/a.png"})
    assert (changed.status_code, changed.json()["name"]) == (200, "B")
    assert api.put(f"{path}/{first['id']}", json={"slug": ""}).json()["slug"] == "b"
    refused(api.put(f"{path}/{first['id']}", json={"slug": "a"}), "slug")
    elsewhere = f"/blogs/{other['id']}/categories/{first['id']}"
    for method in ("PUT", "DELETE"):
        words = {"json": {}} if method == "PUT" else {}
        assert api.request(method, elsewhere, **words).status_code == 404
    answer = api.delete(f"{path}/{first['id']}")
    assert (answer.status_code, answer.json()) == (200, {"deleted": True})
    assert [row["id"] for row in api.get(path).json()] == [second["id"]]
    assert api.get(f"/blogs/{10**12}/categories").status_code == 404


def test_the_patterns_are_the_documents(api: BrandApi) -> None:
    for pattern in URL_PATTERNS:
        assert blog(api, article_url_pattern=pattern)["article_url_pattern"] == pattern


def test_names_are_sorted_without_case_and_accents(api: BrandApi) -> None:
    order = ["Äb", "e\u0301a", "Émile", "ört", "Oscar", "zoe"]
    for number, name in enumerate(reversed(order)):
        answer = api.post("/blogs", json={"name": name, "slug": f"blog-{number}"})
        assert answer.status_code in (200, 201), answer.text
    for sort, found in (("name_asc", order), ("name_desc", order[::-1])):
        rows = api.get("/blogs", params={"sort": sort}).json()["data"]
        assert [row["name"] for row in rows] == found
