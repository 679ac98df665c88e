"""Pages: every endpoint and every field of the part (document: Page; quirks 12 and 20 to 26)."""

from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, timedelta
from uuid import uuid4

import pytest
from platform_process import BrandApi, NewBrand, TestBrand

from funneldesk.contract.pages import (
    STATUSES,
    TEMPLATE_TYPES,
    UPDATE_ONLY,
    Page,
    PageDraft,
    PagePatch,
    PageSummary,
)
from funneldesk.server.parts.pages.rules import PageCreate, PageUpdate

TEXTS = {
    "template_id": "tpl-7",
    "css": "p { color: red }",
    "seo_title": "For search engines",
    "seo_blur_title": "Come back",
    "seo_description": "What it is about",
    "password": "open sesame",
    "redirect_url": "https://example.com/next?a=1#b",
    "ga_measurement_id": "G-12345",
    "meta_pixel_id": "987654",
    "custom_javascript": "<script>go()</script>",
    "html": "<p>Hello</p>",
}
SWITCHES = (
    "is_index",
    "requires_login",
    "is_upsell_page",
    "show_affiliate_pixels",
    "disable_default_scripts",
)
IDS = ("domain_id", "funnel_id", "folder_id")


def create(api: BrandApi, **fields: object) -> dict[str, object]:
    answer = api.post("/pages", json={"title": "A page", **fields})
    assert answer.status_code == 200, answer.text
    page: dict[str, object] = answer.json()["page"]
    return page


def places(api: BrandApi) -> dict[str, object]:
    """A domain and a funnel of the brand, and a folder, for a page to stand in."""
    domain = {"domain": f"d-{uuid4().hex[:12]}", "dedicated_domain": False}
    return {
        "domain_id": api.post("/domains", json=domain).json()["id"],
        "funnel_id": api.post("/funnels", json={"name": "Spring"}).json()["id"],
        "folder_id": 7,
    }


def refused(answer: object, *fields: str) -> None:
    assert answer.status_code == 422, answer.text  # type: ignore[attr-defined]
    assert sorted(answer.json()["errors"]) == sorted(fields)  # type: ignore[attr-defined]


def test_the_platform_takes_the_fields_that_the_contract_sends() -> None:
    assert set(PageCreate.model_fields) == set(PageDraft.model_fields)
    assert set(PageUpdate.model_fields) == set(PagePatch.model_fields)


@pytest.mark.endpoint("POST /api/brands/{brand}/pages", cites="Endpoints: Pages; quirks 20 and 22")
def test_quirks_20_and_22_create_answers_the_title_under_page(api: BrandApi) -> None:
    answer = api.post("/pages", json={"title": "Summer sale"})
    assert answer.status_code == 200
    assert list(answer.json()) == ["page"]
    page = answer.json()["page"]
    assert page["title"] == "Summer sale"
    assert "name" not in page
    assert (page["slug"], page["status"]) == ("summer-sale", "draft")
    assert page["html"] is None
    assert page["page_type"] is None
    assert not any(page[name] for name in SWITCHES)


@pytest.mark.endpoint("GET /api/brands/{brand}/pages/{page}", cites="Endpoints: Pages; quirk 22")
def test_quirk_22_reads_answer_the_title_as_name(api: BrandApi) -> None:
    page = create(api, title="Summer sale")
    read = api.get(f"/pages/{page['id']}").json()
    assert read["name"] == "Summer sale"
    assert "title" not in read
    record = Page.model_validate(read)
    assert record.url is not None
    assert record.url.endswith(f"/p/{record.brand_id}/summer-sale")
    assert set(read) >= set(Page.model_fields)


@pytest.mark.endpoint("PUT /api/brands/{brand}/pages/{page}", cites="Endpoints: Pages; quirk 23")
def test_update_answers_the_page_bare_with_its_title(api: BrandApi) -> None:
    page = create(api)
    answer = api.put(f"/pages/{page['id']}", json={"title": "Renamed"})
    assert answer.status_code == 200
    assert answer.json()["title"] == "Renamed"
    assert answer.json()["id"] == page["id"]
    assert answer.json()["slug"] == page["slug"]


@pytest.mark.parametrize("body", [{}, {"title": ""}, {"title": " "}, {"title": None}])
def test_quirk_22_the_title_is_required_always(api: BrandApi, body: dict[str, object]) -> None:
    page = create(api, title="Kept")
    refused(api.post("/pages", json=body), "title")
    refused(api.put(f"/pages/{page['id']}", json={"html": "<p>new</p>", **body}), "title")
    read = api.get(f"/pages/{page['id']}").json()
    assert (read["name"], read["html"]) == ("Kept", None)


@pytest.mark.endpoint("GET /api/brands/{brand}/pages/all", cites="Endpoints: Pages; quirk 12")
def test_quirk_12_the_list_of_all_pages_is_wrapped_and_without_sources(api: BrandApi) -> None:
    for number in range(3):
        create(api, title=f"Page {number}", html="<p>long</p>", css="p{}")
    answer = api.get("/pages/all")
    assert list(answer.json()) == ["data"]
    rows = answer.json()["data"]
    assert all(set(row) == set(PageSummary.model_fields) for row in rows)
    assert [row["name"] for row in rows] == ["Page 2", "Page 1", "Page 0"]
    api.put(f"/pages/{rows[1]['id']}", json={"title": "Page 1"})
    assert api.get("/pages/all").json()["data"][0]["name"] == "Page 1"


def test_every_field_is_kept(api: BrandApi) -> None:
    fields = {**TEXTS, **dict.fromkeys(SWITCHES, True), **places(api)}
    fields |= {"requires_password": True, "slug": "My_Slug.1", "status": "offline"}
    page = create(api, title="All of it", type="leadgen", page_type="editor", **fields)
    read = api.get(f"/pages/{page['id']}").json()
    for name, value in fields.items():
        assert read[name] == value, name
        assert page[name] == value, name
    assert (read["type"], read["page_type"]) == ("leadgen", "editor")
    assert (read["meta_title"], read["meta_description"]) == (
        fields["seo_title"],
        fields["seo_description"],
    )


def test_quirk_23_only_what_is_sent_changes(api: BrandApi) -> None:
    page = create(api, **TEXTS, **dict.fromkeys(SWITCHES, True), **places(api))
    before = api.get(f"/pages/{page['id']}").json()
    api.put(f"/pages/{page['id']}", json={"title": "A page", "seo_title": "Other"})
    after = api.get(f"/pages/{page['id']}").json()
    changed = {name for name in after if after[name] != before[name]}
    assert changed == {"seo_title", "meta_title", "updated_at"}
    assert after["updated_at"] > before["updated_at"]


@pytest.mark.parametrize("field", [*TEXTS, *IDS])
def test_quirk_23_an_empty_string_clears(api: BrandApi, field: str) -> None:
    page = create(api, **TEXTS, **places(api))
    answer = api.put(f"/pages/{page['id']}", json={"title": "A page", field: ""})
    assert answer.status_code == 200
    assert answer.json()[field] is None
    assert api.get(f"/pages/{page['id']}").json()[field] is None


def test_quirk_23_what_cannot_be_nothing_goes_back_to_its_default(api: BrandApi) -> None:
    page = create(api, title="My page", slug="other", status="published", is_index=True)
    body = {"title": "My page", "slug": "", "status": "", "is_index": ""}
    after = api.put(f"/pages/{page['id']}", json=body).json()
    assert (after["slug"], after["status"], after["is_index"]) == ("my-page", "draft", False)


@pytest.mark.parametrize("type_", TEMPLATE_TYPES)
def test_quirk_24_create_takes_the_template_types(api: BrandApi, type_: str) -> None:
    assert create(api, type=type_)["type"] == type_


@pytest.mark.parametrize("type_", ["landing", "thankyou", "LEADGEN", 5])
def test_quirk_24_create_takes_no_other_type(api: BrandApi, type_: object) -> None:
    refused(api.post("/pages", json={"title": "x", "type": type_}), "type")


@pytest.mark.parametrize("status", STATUSES)
def test_each_status_is_taken_and_no_other(api: BrandApi, status: str) -> None:
    page = create(api, status=status)
    assert page["status"] == status
    refused(api.put(f"/pages/{page['id']}", json={"title": "x", "status": "live"}), "status")


def test_quirk_24_page_type_is_editor_whenever_html_is_sent(api: BrandApi) -> None:
    refused(api.post("/pages", json={"title": "x", "page_type": "builder"}), "page_type")
    page = create(api)
    assert page["page_type"] is None
    after = api.put(f"/pages/{page['id']}", json={"title": "x", "html": "<p>"}).json()
    assert after["page_type"] == "editor"
    assert create(api, html="<p>", page_type="")["page_type"] == "editor"


def test_quirk_24_some_fields_are_update_only(api: BrandApi) -> None:
    values = dict.fromkeys(UPDATE_ONLY, True) | {"custom_header_code": "<meta name='a'>"}
    page = create(api, **values)
    assert not any(page[name] for name in UPDATE_ONLY)
    after = api.put(f"/pages/{page['id']}", json={"title": "x", **values}).json()
    assert {name: after[name] for name in UPDATE_ONLY} == values


@pytest.mark.parametrize(
    "code",
    [
        "",
        "<script>a < b && '</div>'</script>",
        "  <SCRIPT\n src='x.js'></SCRIPT >\n<!-- <div> -->\n<noscript><img src=a></noscript>",
        '<script type="text/template"><div></div></script>',
        "<!----><!--> <script></script>",
        '<script data-a="</script>">x</script>',
    ],
)
def test_quirk_25_scripts_comments_and_noscript_are_taken(api: BrandApi, code: str) -> None:
    page = create(api, custom_javascript=code)
    assert page["custom_javascript"] == (code or None)


@pytest.mark.parametrize(
    "code",
    [
        "alert(1)",
        "<div></div>",
        "<script></script><style></style>",
        "<script></script>text",
        "<script>",
        "<!-- never closed",
        "<noscript><img>",
        "</script>",
        "<scripty></scripty>",
        "<script></script><",
        "<script src='x'/>",
        "<!-- a --> b",
        "\N{NO-BREAK SPACE}x",
    ],
)
def test_quirk_25_anything_else_is_422(api: BrandApi, code: str) -> None:
    refused(api.post("/pages", json={"title": "x", "custom_javascript": code}), "custom_javascript")


@pytest.mark.parametrize(
    ("title", "slug"),
    [
        ("Summer Sale 50 %", "summer-sale-50"),
        ("Größe & Ærø — Łódź", "grosse-aero-lodz"),
        ("  --  ", "page"),
        ("夏のセール", "page"),
        ("x" * 255, "x" * 255),
        ("a/b?c#d", "a-b-c-d"),
    ],
)
def test_quirk_26_a_slug_is_made_from_the_title(api: BrandApi, title: str, slug: str) -> None:
    assert create(api, title=title)["slug"] == slug


def test_quirk_26_made_slugs_are_numbered(api: BrandApi) -> None:
    made = [create(api, title="Offer")["slug"] for _ in range(12)]
    assert made == ["offer", *(f"offer-{number}" for number in range(2, 13))]
    long = [create(api, title="y" * 255)["slug"] for _ in range(2)]
    assert long == ["y" * 255, "y" * 253 + "-2"]
    assert create(api, title="Off")["slug"] == "off"


def test_quirk_26_a_slug_is_unique_for_its_domain(api: BrandApi) -> None:
    page = create(api, slug="offer")
    domain_id = places(api)["domain_id"]
    other = create(api, slug="offer", domain_id=domain_id)
    refused(api.post("/pages", json={"title": "x", "slug": "offer"}), "slug")
    same = {"title": "x", "slug": "offer", "domain_id": domain_id}
    refused(api.post("/pages", json=same), "slug")
    refused(api.put(f"/pages/{other['id']}", json={"title": "x", "domain_id": ""}), "slug")
    third = create(api, slug="third")
    refused(api.put(f"/pages/{third['id']}", json={"title": "x", "slug": "offer"}), "slug")
    again = api.put(f"/pages/{page['id']}", json={"title": "x", "slug": "offer"})
    assert again.status_code == 200
    assert api.delete(f"/pages/{page['id']}").status_code == 200
    assert create(api, slug="offer")["slug"] == "offer"


def test_quirk_26_brands_do_not_share_slugs(brand: TestBrand, new_brand: NewBrand) -> None:
    create(brand.api(), slug="offer")
    assert create(new_brand().api(), slug="offer")["slug"] == "offer"


@pytest.mark.parametrize("slug", ["a b", "/a", "a/b", "..", ".a", "ä", "a?b", "x" * 256, "-", 5])
def test_a_slug_that_is_no_path_is_422(api: BrandApi, slug: object) -> None:
    refused(api.post("/pages", json={"title": "x", "slug": slug}), "slug")


def test_quirk_26_a_locked_page_needs_a_password(api: BrandApi) -> None:
    refused(api.post("/pages", json={"title": "x", "requires_password": True}), "password")
    page = create(api, requires_password=True, password="sesame")
    path = f"/pages/{page['id']}"
    refused(api.put(path, json={"title": "x", "password": ""}), "password")
    assert api.put(path, json={"title": "x", "requires_password": True}).status_code == 200
    body = {"title": "x", "password": "", "requires_password": False}
    assert api.put(path, json=body).json()["password"] is None
    refused(api.put(path, json={"title": "x", "requires_password": True}), "password")


@pytest.mark.parametrize(
    "address",
    [
        "javascript:alert(1)",
        "/relative",
        "//example.com",
        "https://",
        "http://[",
        "https://exa mple.com",
        "https://example.com/\r\nSet-Cookie: a=b",
        "data:text/html,x",
        "https://example.com/" + "x" * 2048,
    ],
)
def test_a_redirect_goes_to_a_web_address(api: BrandApi, address: str) -> None:
    refused(api.post("/pages", json={"title": "x", "redirect_url": address}), "redirect_url")


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("domain_id", 0),
        ("domain_id", -1),
        ("domain_id", 2**63),
        ("funnel_id", True),
        ("folder_id", 1.5),
        ("folder_id", "one"),
        ("is_index", 2),
        ("is_index", "maybe"),
        ("requires_login", []),
        ("seo_title", 5),
        ("css", {}),
    ],
)
def test_a_value_of_the_wrong_kind_is_422(api: BrandApi, field: str, value: object) -> None:
    refused(api.post("/pages", json={"title": "x", field: value}), field)


@pytest.mark.parametrize(("sent", "kept"), [(1, True), (0, False), ("1", True), ("false", False)])
def test_switches_take_ones_and_zeros(api: BrandApi, sent: object, kept: bool) -> None:
    assert create(api, is_upsell_page=sent)["is_upsell_page"] is kept


def test_a_refused_update_changes_nothing(api: BrandApi) -> None:
    page = create(api, html="<p>old</p>")
    before = api.get(f"/pages/{page['id']}").json()
    body = {"title": "New", "html": "<p>new</p>", "redirect_url": "nonsense"}
    refused(api.put(f"/pages/{page['id']}", json=body), "redirect_url")
    assert api.get(f"/pages/{page['id']}").json() == before


@pytest.mark.endpoint("DELETE /api/brands/{brand}/pages/{page}", cites="Endpoints: Pages")
def test_delete_answers_a_message_and_the_page_is_gone(api: BrandApi) -> None:
    page = create(api)
    answer = api.delete(f"/pages/{page['id']}")
    assert list(answer.json()) == ["message"]
    assert api.get(f"/pages/{page['id']}").status_code == 404
    assert api.get("/pages/all").json() == {"data": []}
    assert api.delete(f"/pages/{page['id']}").status_code == 404


def test_times_are_iso_8601_with_a_zone(api: BrandApi) -> None:
    page = create(api)
    for name in ("created_at", "updated_at"):
        assert datetime.fromisoformat(str(page[name])).utcoffset() == timedelta(0)


def test_pages_made_at_once_get_slugs_of_their_own(brand: TestBrand) -> None:
    apis = [brand.api() for _ in range(4)]
    with ThreadPoolExecutor(4) as pool:
        pages = list(pool.map(lambda n: create(apis[n % 4], title="Rush"), range(24)))
    slugs = {page["slug"] for page in pages}
    assert slugs == {"rush", *(f"rush-{number}" for number in range(2, 25))}
    assert len({page["id"] for page in pages}) == 24


def test_of_two_who_want_one_slug_at_once_one_gets_it(brand: TestBrand) -> None:
    apis = [brand.api() for _ in range(4)]
    body = {"title": "x", "slug": "mine"}
    with ThreadPoolExecutor(4) as pool:
        answers = list(pool.map(lambda api: api.post("/pages", json=body), apis))
    assert sorted(answer.status_code for answer in answers) == [200, 422, 422, 422]
    pages = [create(api, title="y") for api in apis]
    pairs = list(zip(apis, pages, strict=True))
    body = {"title": "y", "slug": "wanted"}
    with ThreadPoolExecutor(4) as pool:
        answers = list(pool.map(lambda p: p[0].put(f"/pages/{p[1]['id']}", json=body), pairs))
    assert sorted(answer.status_code for answer in answers) == [200, 422, 422, 422]
    for answer in answers:
        if answer.status_code == 422:
            refused(answer, "slug")
