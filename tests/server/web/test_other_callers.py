"""What other programs of this interface send: both forms are taken, and none does harm."""

from typing import Any

import httpx
import pytest
from file_samples import png
from platform_process import BrandApi, TestBrand

CONFIG = {"nodes": [], "connections": []}
SPAN = {"date_range": {"start": "2026-01-01", "end": "2026-01-03"}}


def component(api: BrandApi, **more: Any) -> dict[str, Any]:
    made: dict[str, Any] = api.post("/components", json={"name": "Hero", **more}).json()
    return made["pageComponent"]


def save(api: BrandApi, made: dict[str, Any], query: str = "", **body: Any) -> httpx.Response:
    return api.post(f"/components/{made['id']}/editor{query}", json={"html": "new", **body})


@pytest.mark.parametrize("draft", [True, 1, "1", "true"])
def test_a_draft_that_the_body_asks_for_stays_one(api: BrandApi, draft: object) -> None:
    made = component(api, html="live")
    kept = save(api, made, draft=draft).json()
    assert kept["revision_id"]
    assert api.get(f"/components/{made['id']}").json()["html"] == "live"
    assert save(api, made, draft=False).json()["revision_id"] is None
    assert api.get(f"/components/{made['id']}").json()["html"] == "new"
    twice = save(api, made, "?draft=0", draft=draft)
    assert list(twice.json()["errors"]) == ["draft"]


@pytest.mark.parametrize("draft", [True, 1, "true"])
def test_a_builder_draft_that_the_body_asks_for_stays_one(api: BrandApi, draft: object) -> None:
    made = api.post("/automations", json={"title": "Welcome"}).json()["automation"]
    path = f"/automations/{made['id']}/builder"
    assert api.post(path, json={"config": CONFIG, "draft": draft}).json()["draft"] is True
    shown = [one for one in api.get("/automations").json()["data"] if one["id"] == made["id"]]
    assert shown[0]["status"] == "draft"
    assert "draft" not in api.get(path).json()  # or the next save would be one again
    assert api.post(f"{path}?draft=0", json={"config": CONFIG, "draft": draft}).status_code == 422
    kept = api.post(path, json={"config": CONFIG, "draft": {"of": "its own"}, "x": 1})
    assert kept.json()["automation"]["status"] == "active"
    assert api.get(path).json() == {"config": CONFIG, "draft": {"of": "its own"}, "x": 1}


@pytest.mark.parametrize(("kind", "field"), [("upload-file", "file"), ("bulk-upload-files", "f")])
def test_a_folder_in_the_query_is_the_folder(api: BrandApi, kind: str, field: str) -> None:
    name = "files[]" if field == "f" else "file"
    files = {name: ("a.png", png())}
    for place in ("", "ads"):
        path = f"/file-manager/{kind}?path={place}"
        assert api.post(path, files=files).status_code in (200, 201)
    same = api.post(f"/file-manager/{kind}?path=ads", files=files, data={"path": "ads"})
    assert same.status_code in (200, 201)
    found = {one["BrowsePath"] for one in api.get("/file-manager/files").json()}
    assert found == {"a.png", "ads", "ads/a.png"}
    for other in ("", "other"):
        differs = api.post(f"/file-manager/{kind}?path=ads", files=files, data={"path": other})
        assert list(differs.json()["errors"]) == ["path"]
    outside = api.post(f"/file-manager/{kind}?path=../x", files=files)
    assert list(outside.json()["errors"]) == ["path"]


def test_files_and_their_names_may_be_numbered(api: BrandApi) -> None:
    files = [(f"files[{n}]", (f"{n}.png", png(n + 1, 1))) for n in (10, 2, 0)]
    names = {"filenames[2]": "two.png", "filenames[10]": "ten.png"}
    answer = api.post("/file-manager/bulk-upload-files", files=files, data=names).json()
    assert [(one["filename"], one["width"]) for one in answer["files"]] == [
        *(("0.png", 1), ("two.png", 3), ("ten.png", 11)),
    ]


def test_a_draft_that_moved_on_is_not_overwritten(api: BrandApi) -> None:
    made = component(api, html="live")
    first = save(api, made, "?draft=1").json()["revision_id"]
    same = save(api, made, "?draft=1", revision_id=first, expected_revision_id=first)
    assert same.json()["revision_id"] == first
    second = save(api, made, "?draft=1").json()["revision_id"]
    for query in ("?draft=1", ""):
        conflict = save(api, made, query, revision_id=first, expected_revision_id=first)
        assert conflict.status_code == 409
        told = conflict.json()
        assert (told["success"], told["code"]) == (False, "revision_conflict")
        assert told["latest_revision_id"] == second
    assert api.get(f"/components/{made['id']}/editor?published=1").json()["html"] == "live"
    assert save(api, made, expected_revision_id=second).json()["revision_id"] is None
    gone = save(api, made, "?draft=1", expected_revision_id=second)
    assert (gone.status_code, gone.json()["latest_revision_id"]) == (409, None)


PLACED = tuple(
    form.replace("?", f"{prefix}x")
    for prefix in ("custom-", "")
    for form in (
        '<component code="?"></component>',
        '<component type="?"></component>',
        '@component("?", {"title": "a"})',
        '<i data-component="?"></i>',
        '<i data-component-type="?"></i>',
    )
)


@pytest.mark.parametrize("placed", PLACED)
def test_every_placement_is_rendered_and_renamed(brand: TestBrand, placed: str) -> None:
    api = brand.api()
    made = component(api, code="x", html="<b>Hero</b>")
    page = brand.page(html=f"<main>{placed}</main>")
    path = f"/components/{made['id']}"
    for code in ("x", "longer"):
        visit = brand.visitor().get(f"/{page['slug']}").text
        assert "<b>Hero</b>" in visit
        assert "@component" not in visit
        stored = api.get(f"/pages/{page['id']}").json()["html"]
        wanted = placed.replace("custom-x", f"custom-{code}").replace('"x"', f'"{code}"')
        assert stored == f"<main>{wanted}</main>"
        assert api.put(path, json={"name": "Hero", "code": "longer"}).status_code == 200


def test_lists_and_objects_of_a_form_may_be_json_texts(api: BrandApi) -> None:
    fields = {"code": "c", "title": "[T]", "price": "9", "type": "digital"}
    lists = {
        "merchant_product_ids": '{"stripe": "x"}',
        "custom_attributes": '[{"key": "a", "value": "b"}]',
        "subscription_tiers": '[{"interval": "month", "price": 3}]',
    }
    image = {"image": ("a.png", png())}
    form = {**fields, "classification": "main", **lists}
    made = api.post("/products", data=form, files=image).json()
    assert made["title"] == "[T]"
    assert made["merchant_product_ids"] == {"stripe": "x"}
    assert made["custom_attributes"] == [{"key": "a", "value": "b"}]
    assert made["subscription_tiers"] == [{"interval": "month", "price": 3}]
    path = f"/products/{made['id']}"
    assert api.post(path, data={"merchant_product_ids": "{}"}, files=image).status_code == 200
    assert not api.get(path).json()["merchant_product_ids"]
    for text in ("[{", "[" * 9999, "[NaN]", "x", '["\\ud800"]'):
        odd = api.post(path, data={"custom_attributes": text}, files=image)
        assert all(one.startswith("custom_attributes") for one in odd.json()["errors"]), text
    tiers = api.post(path, data={"subscription_tiers": "[NaN]"}, files=image)
    assert list(tiers.json()["errors"]) == ["subscription_tiers"]
    as_json = api.put(path, json={"custom_attributes": "[]"})
    assert as_json.status_code == 422


@pytest.mark.parametrize("nothing", [[], {}, None, ""])
def test_empty_filters_mean_none(api: BrandApi, nothing: object) -> None:
    for path in ("/automations/export", "/blogs/export", "/clicks/export", "/customers/export"):
        answer = api.post(path, json={"filters": nothing})
        assert answer.status_code == 200, (path, answer.text)
    report = {"group_by": ["page"], "metrics": ["revenue"], "filters": nothing, **SPAN}
    assert api.post("/analytics/reports/generate", json=report).status_code == 200


@pytest.mark.parametrize("nothing", ["", "0"])
def test_no_split_test_may_be_written_as_0(api: BrandApi, nothing: str) -> None:
    for path in ("metrics", "metrics/data", "metrics/cards", "metrics/day/data"):
        query = {"start": "2026-01-01", "end": "2026-01-02", "split_test_id": nothing}
        asked = {name: value for name, value in query.items() if name != "split_test_id"}
        answer = api.get(f"/analytics/{path}", params=query)
        assert answer.status_code == 200, answer.text
        assert answer.json() == api.get(f"/analytics/{path}", params=asked).json()


def test_a_report_tells_how_many_rows_it_left_out(api: BrandApi) -> None:
    asked = {"group_by": ["hour"], "metrics": ["revenue"], **SPAN}
    whole = api.post("/analytics/reports/generate", json={**asked, "limit": 1000}).json()
    assert (len(whole["rows"]), whole["total_rows"], whole["truncated"]) == (72, 72, False)
    short = api.post("/analytics/reports/generate", json={**asked, "limit": 5}).json()
    assert (short["rows"], short["total_rows"]) == (whole["rows"][:5], 72)
    assert short["truncated"] is True
    odd = api.post("/analytics/reports/generate", json={**asked, "limit": 0})
    assert list(odd.json()["errors"]) == ["limit"]


def test_blogs_take_the_orders_of_other_lists(api: BrandApi) -> None:
    ids = [api.post("/blogs", json={"name": name}).json()["blog"]["id"] for name in "abc"]
    api.put(f"/blogs/{ids[1]}", json={"name": "b2"})
    wanted = {"newest": ids[::-1], "created_at": ids[::-1], "oldest": ids}
    for order, expected in {**wanted, "updated_at": [ids[1], ids[2], ids[0]]}.items():
        found = api.get("/blogs", params={"sort": order}).json()["data"]
        assert [blog["id"] for blog in found] == expected, order
