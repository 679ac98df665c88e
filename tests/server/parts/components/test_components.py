"""Components over HTTP (document: Component; Endpoints, Components; quirks 20 and 29 to 32)."""

from typing import Any

import pytest
from platform_process import BrandApi, NewBrand, TestBrand

ROOT = "/api/brands/{brand}/components"
ONE = f"{ROOT}/{{component}}"
CONFIG = {"data": [{"id": "a"}, {"id": ""}], "styles": [{"selectors": ".a , .b"}], "kept": 1}
MISSING = {"message": "no query results for the component model"}


def create(api: BrandApi, **fields: Any) -> dict[str, Any]:
    answer = api.post("/components", json={"name": "Hero", **fields})
    assert answer.status_code == 200, answer.text
    assert list(answer.json()) == ["pageComponent"]
    made: dict[str, Any] = answer.json()["pageComponent"]
    return made


def editor(api: BrandApi, component: dict[str, Any], query: str = "") -> dict[str, Any]:
    found: dict[str, Any] = api.get(f"/components/{component['id']}/editor{query}").json()
    return found


def save(api: BrandApi, component: dict[str, Any], html: str, query: str = "", **more: Any) -> Any:
    return api.post(f"/components/{component['id']}/editor{query}", json={"html": html, **more})


def refused(answer: Any, *fields: str) -> None:
    assert answer.status_code == 422, answer.text
    assert sorted(answer.json()["errors"]) == sorted(fields)


@pytest.mark.endpoint(f"POST {ROOT}", cites="Endpoints: Components; Component; quirks 20 and 31")
def test_a_new_component_stands_under_its_own_word(api: BrandApi, brand: TestBrand) -> None:
    html, css = "<p>\r\n\xa0é🙂</p>", ".a{}\n"
    made = create(api, code="hero", html=html, css=css, config=CONFIG)
    assert (made["name"], made["code"], made["type"]) == ("Hero", "custom-hero", "editor")
    assert (made["html"], made["css"], made["config"]) == (html, css, CONFIG)
    assert made["brand_id"] == brand.id
    assert made["screenshot"] is None
    assert made["created_at"]
    plain = create(api, code="custom-plain")
    assert (plain["code"], plain["type"], plain["config"]) == ("custom-plain", None, None)


@pytest.mark.endpoint(f"POST {ROOT}", cites="Component, code; quirk 31")
def test_a_code_is_generated_and_unique_within_the_brand(
    api: BrandApi, new_brand: NewBrand
) -> None:
    codes = [create(api, name="Hello, Wörld!")["code"] for _ in range(3)]
    assert codes == ["custom-hello-world", "custom-hello-world-2", "custom-hello-world-3"]
    assert create(api, name="日本")["code"].startswith("custom-")
    refused(api.post("/components", json={"name": "x", "code": "hello-world"}), "code")
    assert create(new_brand().api(), code="hello-world")["code"] == "custom-hello-world"


@pytest.mark.endpoint(f"POST {ROOT}", cites="Errors, 422; quirk 21")
def test_a_new_component_has_a_name_and_storable_fields(api: BrandApi) -> None:
    for body in ({}, {"name": ""}, {"name": "x" * 256}, {"name": None}, {"name": 1}):
        refused(api.post("/components", json=body), "name")
    for code in ("a b", 'a"b', "ä", "a/b", "-", "x" * 250, 7, "a<b>"):
        refused(api.post("/components", json={"name": "x", "code": code}), "code")
    for config, field in (
        ([], "config"),
        ("x", "config"),
        ({"a": "\0"}, "config.a"),
        ({"a": 10**400}, "config.a"),
    ):
        refused(api.post("/components", json={"name": "x", "config": config}), field)
    unkept = {"name": "x", "html": "\0", "css": "\0", "config": {"a": ["\0"]}}
    refused(api.post("/components", json=unkept), "html", "css", "config.a.0")
    refused(api.post("/components", json={"name": "x", "html": 2, "css": 1}), "html", "css")
    assert api.get("/components").json()["total"] == 0


@pytest.mark.endpoint(f"GET {ROOT}", cites="Endpoints: Components; quirks 11, 14 and 32")
def test_a_list_shows_no_sources(api: BrandApi) -> None:
    made = [create(api, name=f"C{number}", html="x", config={}) for number in range(3)]
    body = api.get("/components").json()
    assert (body["total"], body["per_page"], body["current_page"]) == (3, 25, 1)
    assert body["last_page"] == 1
    assert [row["id"] for row in body["data"]] == [one["id"] for one in reversed(made)]
    for row in body["data"]:
        assert not {"html", "css", "config"} & set(row)
        assert row["tags"] == []
    second = api.get("/components", params={"per_page": 2, "page": 2}).json()
    assert [row["id"] for row in second["data"]] == [made[0]["id"]]
    assert (second["last_page"], second["total"]) == (2, 3)
    assert api.get("/components", params={"page": 9}).json()["data"] == []
    for query in ({"per_page": 0}, {"per_page": 101}, {"page": 0}, {"page": "x"}):
        refused(api.get("/components", params=query), *query)


@pytest.mark.endpoint(f"GET {ROOT}/all", cites="Endpoints: Components; quirk 32")
def test_the_dropdown_lists_what_the_builder_made(api: BrandApi) -> None:
    create(api, name="Plain", html="x")
    visual = create(api, name="Visual", config=CONFIG)
    (row,) = api.get("/components/all").json()
    assert set(row) == {"id", "name", "code", "type", "config", "screenshot"}
    assert (row["id"], row["config"], row["type"]) == (visual["id"], CONFIG, "editor")
    (short,) = api.get("/components/all", params={"short": "true"}).json()
    assert set(short) == {"id", "name", "code", "type", "screenshot"}
    assert len(api.get("/components/all", params={"type": "editor"}).json()) == 1
    assert api.get("/components/all", params={"type": "other"}).json() == []


@pytest.mark.endpoint(f"GET {ONE}", cites="Endpoints: Components; Errors, 404; quirks 19 and 32")
def test_a_component_is_found_by_its_number_or_code(api: BrandApi, new_brand: NewBrand) -> None:
    made = create(api, html="<p>1</p>", css="p{}", config=CONFIG)
    by_id = api.get(f"/components/{made['id']}").json()
    assert by_id == api.get(f"/components/{made['code']}").json()
    assert (by_id["html"], by_id["css"], by_id["config"]) == ("<p>1</p>", "p{}", CONFIG)
    other = new_brand().api()
    for path in (str(made["id"]), made["code"]):
        answer = other.get(f"/components/{path}")
        assert (answer.status_code, answer.json()) == (404, MISSING)
    for path in ("0", str(2**63), "9" * 40, "custom-none", "hero", "%00", "-1", "1.5", "٣"):
        assert api.get(f"/components/{path}").status_code == 404, path


@pytest.mark.endpoint(f"PUT {ONE}", cites="Endpoints: Components; Errors; quirks 21, 29 and 31")
def test_an_update_changes_name_and_code_and_ignores_content(api: BrandApi) -> None:
    made = create(api, html="<p>1</p>", css="p{}", config=CONFIG)
    path = f"/components/{made['id']}"
    sent = {"name": "New", "html": "no", "css": "no", "config": {"no": 1}, "type": "no"}
    answer = api.put(path, json=sent)
    assert set(answer.json()) == {"id", "name", "code", "type", "brand_id", "updated_at"}
    assert (answer.json()["name"], answer.json()["code"]) == ("New", made["code"])
    assert answer.json()["updated_at"] > made["updated_at"]
    read = api.get(path).json()
    assert (read["html"], read["css"], read["config"]) == ("<p>1</p>", "p{}", CONFIG)
    assert api.put(path, json={"name": "New", "code": "other"}).json()["code"] == "custom-other"
    assert api.put("/components/custom-other", json={"name": "N", "code": ""}).status_code == 200
    refused(api.put(path, json={"code": "x"}), "name")
    create(api, code="taken")
    refused(api.put(path, json={"name": "x", "code": "taken"}), "code")
    assert api.put("/components/999999999", json={"name": "x"}).json() == MISSING


@pytest.mark.endpoint(f"PUT {ONE}", cites="Endpoints: Components, renaming; quirk 31")
def test_a_renamed_code_is_followed_in_all_pages(api: BrandApi, brand: TestBrand) -> None:
    hero = create(api, code="hero", html="x")
    nested = create(api, code="nested", html="<component code=custom-hero></component>")
    around = "\r\n\xa0<P Class=a >custom-hero &amp; \u2028</p><!-- custom-hero -->"
    block = (
        '<inline-split-test name="t"><variant name="a" weight="60">'
        '<component code="custom-hero"></component></variant>'
        '<variant name="b">x</variant></inline-split-test>'
    )
    html = (
        f"{around}<component code='custom-hero'></component><i data-component=custom-hero>{block}"
    )
    page = brand.page(title="With", html=html)
    other = brand.page(title="Without", html="<component code=custom-hero-2></component>")
    tests = api.get("/split-tests").json()
    before = api.get(f"/pages/{other['id']}").json()
    api.put(f"/components/{hero['id']}", json={"name": "Hero", "code": "banner"})
    expected = html
    for written in ("code='{}'", "data-component={}", 'code="{}"'):
        expected = expected.replace(written.format("custom-hero"), written.format("custom-banner"))
    assert expected.count("custom-banner") == 3
    assert api.get(f"/pages/{page['id']}").json()["html"] == expected
    assert api.get(f"/pages/{other['id']}").json() == before
    assert "custom-banner" in editor(api, nested)["html"]
    after = api.get("/split-tests").json()
    assert [one["id"] for one in after["data"]] == [one["id"] for one in tests["data"]]


@pytest.mark.endpoint(f"PUT {ONE}", cites="quirk 31")
def test_a_renaming_stays_within_the_brand(api: BrandApi, new_brand: NewBrand) -> None:
    html = "<component code=custom-hero></component>"
    other = new_brand()
    create(other.api(), code="hero")
    page = other.page(html=html)
    made = create(api, code="hero")
    api.put(f"/components/{made['id']}", json={"name": "x", "code": "banner"})
    assert other.api().get(f"/pages/{page['id']}").json()["html"] == html


@pytest.mark.endpoint(f"POST {ONE}/editor", cites="States: Component content; quirk 30")
@pytest.mark.endpoint(f"GET {ONE}/editor", cites="States: Component content; quirk 30")
def test_a_draft_leaves_the_live_component_alone(api: BrandApi) -> None:
    made = create(api, html="live")
    answer = save(api, made, "draft 1", "?draft=true").json()
    assert answer["success"] is True
    first = answer["revision_id"]
    assert isinstance(first, int)
    assert editor(api, made) == {
        "id": made["id"],
        "name": "Hero",
        "code": made["code"],
        "html": "draft 1",
        "revision_id": first,
    }
    live = editor(api, made, "?published=true")
    assert (live["html"], "revision_id" in live) == ("live", False)
    assert api.get(f"/components/{made['id']}").json()["html"] == "live"
    assert api.get(f"/components/{made['id']}").json()["updated_at"] == made["updated_at"]


@pytest.mark.endpoint(f"POST {ONE}/editor", cites="States: Component content; quirk 30")
def test_the_same_draft_is_updated_and_a_second_may_stand_beside_it(api: BrandApi) -> None:
    made = create(api, html="live")
    first = save(api, made, "1", "?draft=1").json()["revision_id"]
    second = save(api, made, "2", "?draft=1").json()["revision_id"]
    assert second != first
    assert editor(api, made)["revision_id"] == second
    again = save(api, made, "1b", "?draft=1", revision_id=first).json()
    assert again == {"success": True, "revision_id": first}
    assert (editor(api, made)["revision_id"], editor(api, made)["html"]) == (first, "1b")
    other = create(api)
    for number in (10**12, save(api, other, "x", "?draft=1").json()["revision_id"]):
        refused(save(api, made, "x", "?draft=1", revision_id=number), "revision_id")


@pytest.mark.endpoint(f"POST {ONE}/editor", cites="States: Component content; quirks 29 and 30")
def test_publishing_discards_all_drafts(api: BrandApi) -> None:
    made = create(api, html="live", css="p{}", config=CONFIG)
    first = save(api, made, "1", "?draft=1").json()["revision_id"]
    save(api, made, "2", "?draft=1")
    for query in ("", "?draft=false"):
        answer = save(api, made, f"new{query}", query, revision_id=first)
        assert answer.json() == {"success": True, "revision_id": None}
        shown = editor(api, made)
        assert (shown["html"], "revision_id" in shown) == (f"new{query}", False)
    read = api.get(f"/components/{made['id']}").json()
    assert (read["html"], read["css"], read["config"]) == ("new?draft=false", "p{}", CONFIG)
    assert read["updated_at"] > made["updated_at"]
    refused(save(api, made, "x", "?draft=1", revision_id=first), "revision_id")


@pytest.mark.endpoint(f"POST {ONE}/editor", cites="Endpoints: Components; Errors, 404 and 422")
def test_content_needs_html(api: BrandApi) -> None:
    made = create(api, html="live")
    path = f"/components/{made['id']}/editor"
    for body in ({}, {"html": None}, {"html": ""}, {"html": 1}, {"html": "\0"}):
        for query in ("", "?draft=1"):
            refused(api.post(path + query, json=body), "html")
    refused(api.post(path, json={"html": "x", "revision_id": "x"}), "revision_id")
    refused(api.post(f"{path}?draft=maybe", json={"html": "x"}), "draft")
    assert api.post("/components/999999/editor", json={"html": "x"}).json() == MISSING
    assert editor(api, made)["html"] == "live"


@pytest.mark.endpoint(f"GET {ONE}/editor", cites="Endpoints: Components; Errors, 404")
def test_content_of_nothing(api: BrandApi) -> None:
    made = create(api)
    assert editor(api, made)["html"] == ""
    assert api.get(f"/components/{made['code']}/editor").json()["id"] == made["id"]
    assert api.get("/components/custom-none/editor").json() == MISSING
    refused(api.get(f"/components/{made['id']}/editor", params={"published": "x"}), "published")


@pytest.mark.endpoint(f"POST {ONE}/editor/discard", cites="States: Component content")
def test_discarding_removes_all_drafts(api: BrandApi) -> None:
    made = create(api, html="live")
    for number in range(3):
        save(api, made, f"draft {number}", "?draft=1")
    answer = api.post(f"/components/{made['id']}/editor/discard")
    assert answer.json() == {"success": True}
    shown = editor(api, made)
    assert (shown["html"], "revision_id" in shown) == ("live", False)
    assert api.post(f"/components/{made['code']}/editor/discard").json() == {"success": True}
    assert api.post("/components/999999/editor/discard").json() == MISSING


@pytest.mark.endpoint(f"GET {ONE}/builder", cites="Endpoints: Components; quirk 32")
def test_the_builder_read_is_made_ready(api: BrandApi, brand: TestBrand) -> None:
    made = create(api, config=CONFIG)
    svg = ("files[]", ("logo.svg", b"<svg/>"))
    css = ("files[]", ("a.css", b"a{}"))
    api.post("/file-manager/bulk-upload-files", files=[svg, css], data={"path": "img"})
    ready = api.get(f"/components/{made['id']}/builder").json()
    assert ready["data"] == [{"id": "a"}]
    assert ready["styles"] == [{"selectors": [".a", ".b"]}]
    assert ready["kept"] == 1
    (asset,) = ready["assets"]
    assert asset["src"] == f"{brand.base_url}/cdn/{brand.id}/assets/img/logo.svg"
    assert api.get(f"/components/{made['id']}").json()["config"] == CONFIG
    draft = save(api, made, "x", "?draft=1").json()["revision_id"]
    path = f"/components/{made['id']}/builder"
    assert api.get(path, params={"revision_id": draft}).status_code == 200
    assert api.get(path, params={"revision_id": draft + 1000}).status_code == 404
    refused(api.get(path, params={"revision_id": "x"}), "revision_id")
    assert api.get("/components/custom-none/builder").json() == MISSING


def test_visitors_meet_the_live_component(api: BrandApi, brand: TestBrand) -> None:
    made = create(api, code="hero", html="<b>one</b>", css="b{}")
    brand.page(slug="p", html="<p>a</p><component code='custom-hero'>x</component><p>b</p>")
    visitor = brand.visitor()

    def body() -> str:
        text = visitor.get("/p").text
        return text[text.index("<p>a") : text.index("b</p>")]

    assert body() == "<p>a</p><style>\nb{}\n</style>\n<b>one</b><p>"
    save(api, made, "draft", "?draft=1")
    assert "one" in body()
    save(api, made, "<b>two</b>")
    assert "two" in body()
    api.put(f"/components/{made['id']}", json={"name": "x", "code": "renamed"})
    assert "two" in body()
    create(api, code="hero", html="another")
    assert "two" in body()


def test_components_within_variants_leave_the_tests_alone(api: BrandApi, brand: TestBrand) -> None:
    """Quirk 28: the wrapper stands around the one chosen variant, components and all."""
    create(api, code="hero", html="<inline-split-test><variant>no</variant></inline-split-test>H")
    html = (
        "<component code=custom-hero></component>"
        "<inline-split-test name=t><variant name=only weight=100>"
        "[<component code=custom-hero></component>]</variant></inline-split-test>"
    )
    brand.page(slug="p", html=html)
    text = brand.visitor().get("/p").text
    assert text.count("data-sid=") == 1
    assert text.count("</inline-split-test>H") == 2
    assert "</inline-split-test>H]</div>" in text


def test_a_reference_to_nothing_stays_as_it_is(brand: TestBrand) -> None:
    html = "<component code=custom-none>kept</component>"
    brand.page(slug="p", html=html)
    assert html in brand.visitor().get("/p").text
