"""How split tests end, notes, exports, and tests that are not there (document: States)."""

import pytest
from platform_process import BrandApi, NewBrand, TestBrand
from split_tests_driver import HUGE, ITEMS, MISSING, create, declare, put, read, refused


@pytest.mark.endpoint(
    "POST /api/brands/{brand}/split-tests/{split_test}/declare-winner",
    cites="Endpoints: Split tests; States",
)
@pytest.mark.parametrize("status", ["running", "paused"])
def test_a_winner_is_declared_while_a_test_runs_or_pauses(api: BrandApi, status: str) -> None:
    test = create(api, status=status)
    answer = declare(api, test, confidence=96.5, improvement=12, reason="clear")
    assert answer.status_code == 200
    body = answer.json()
    assert body["message"]
    assert (body["split_test"]["id"], body["split_test"]["status"]) == (test["id"], "finalized")
    assert body["split_test"]["winner_selected_by"] == "manual"
    assert body["split_test"]["winner_selected_at"]
    assert body["winner"] == {
        "variant": "Bold",
        "node_code": "bbb",
        "confidence": 96.5,
        "improvement": 12,
    }
    found = read(api, test)
    assert (found["status"], found["winner"]["node_code"]) == ("finalized", "bbb")


@pytest.mark.endpoint(
    "POST /api/brands/{brand}/split-tests/{split_test}/declare-winner",
    cites="Limits: declare-winner reason 500",
)
def test_a_winner_needs_its_words_and_a_test_that_goes_on(api: BrandApi) -> None:
    test = create(api)
    path = f"/split-tests/{test['id']}/declare-winner"
    refused(
        api.post(path, json={"split_test": {}}),
        *("split_test.winner_node_code", "split_test.variant_name"),
    )
    refused(declare(api, test, confidence=100.5), "split_test.confidence")
    refused(declare(api, test, reason="x" * 501), "split_test.reason")
    refused(declare(api, test, winner_node_code="zzz"), "split_test.winner_node_code")
    assert declare(api, test).status_code == 200
    refused(declare(api, test), "split_test.status")
    refused(put(api, test, status="running"), "split_test.status")


@pytest.mark.endpoint(
    "GET /api/brands/{brand}/split-tests/{split_test}/node-codes", cites="Endpoints: Split tests"
)
def test_node_codes_are_a_bare_array(api: BrandApi) -> None:
    test = create(api)
    answer = api.get(f"/split-tests/{test['id']}/node-codes")
    assert answer.json() == [{"code": "aaa", "name": "Control"}, {"code": "bbb", "name": "Bold"}]


@pytest.mark.endpoint(
    "GET /api/brands/{brand}/split-tests/{split_test}/notes", cites="Split test note"
)
@pytest.mark.endpoint(
    "POST /api/brands/{brand}/split-tests/{split_test}/notes", cites="Split test note; quirk 41"
)
@pytest.mark.endpoint(
    "DELETE /api/brands/{brand}/split-tests/{split_test}/notes/{note}",
    cites="Endpoints: Split tests",
)
def test_notes_are_left_read_and_removed(brand: TestBrand) -> None:
    api = brand.api()
    test = create(api)
    path = f"/split-tests/{test['id']}/notes"
    made = api.post(path, json={"split_test": {"content": "Mobile <b>only</b>"}}).json()
    assert made["split_test_id"] == test["id"]
    assert made["content"] == "Mobile <b>only</b>"
    assert made["user"]["name"] == f"owner {brand.id}"
    assert made["created_at"]
    assert api.get(path).json() == [made]
    refused(api.post(path, json={"split_test": {"content": " "}}), "split_test.content")
    other = create(api)
    assert api.delete(f"/split-tests/{other['id']}/notes/{made['id']}").status_code == 404
    assert api.delete(f"{path}/{made['id']}").status_code == 200
    assert api.get(path).json() == []
    assert api.delete(f"{path}/{HUGE}").status_code == 404


@pytest.mark.endpoint(
    "POST /api/brands/{brand}/split-tests/{split_test}/export",
    cites="Endpoints: Split tests; shared conventions",
)
def test_an_export_is_queued(api: BrandApi) -> None:
    test = create(api)
    path = f"/split-tests/{test['id']}/export"
    wish = {"format": "excel", "date_range": {"start": "2026-01-01", "end": "2026-02-01"}}
    for body in ({"split_test": wish}, {"split_test": {}}, None):
        answer = api.post(path, json=body) if body is not None else api.post(path)
        assert answer.status_code == 200, answer.text
        assert answer.json()["status"] == "queued"
        assert answer.json()["split_test_name"] == "Headline"
        assert answer.json()["message"]
    refused(api.post(path, json={"split_test": {"format": "pdf"}}), "split_test.format")
    wish = {"date_range": {"start": "never"}}
    refused(api.post(path, json={"split_test": wish}), "split_test.date_range.start")
    for start, end in (("2026-02-01", "2026-01-01"), ("2026-02-01", "9999-12-31")):
        wish = {"date_range": {"start": start, "end": end}}
        refused(api.post(path, json={"split_test": wish}), "split_test.date_range.end")


@pytest.mark.parametrize(
    ("method", "path", "body"),
    [
        ("GET", "", None),
        ("PUT", "", {"split_test": {}}),
        ("DELETE", "", None),
        ("GET", "/chart-data?chart_type=conversion_trends", None),
        (
            "POST",
            "/declare-winner",
            {"split_test": {"winner_node_code": "a", "variant_name": "b"}},
        ),
        ("POST", "/export", {"split_test": {}}),
        ("GET", "/node-codes", None),
        ("GET", "/notes", None),
        ("POST", "/notes", {"split_test": {"content": "x"}}),
        ("DELETE", "/notes/1", None),
    ],
)
def test_a_test_that_is_not_there_is_404(
    api: BrandApi, new_brand: NewBrand, method: str, path: str, body: object
) -> None:
    other = create(new_brand().api())
    for number in (MISSING, HUGE, other["id"]):
        answer = api.request(method, f"/split-tests/{number}{path}", json=body)
        assert answer.status_code == 404, answer.text
        assert "split test" in answer.json()["message"]


def test_a_test_in_markup_keeps_its_variants_and_takes_weights(api: BrandApi) -> None:
    html = (
        "<inline-split-test name=a><variant name=A weight=50>A</variant>"
        "<variant name=B weight=50>B</variant></inline-split-test>"
    )
    page = api.post("/pages", json={"title": "x", "html": html, "slug": "m"}).json()["page"]
    api.put(f"/pages/{page['id']}", json={"title": "x", "status": "published"})
    (test,) = api.get("/split-tests").json()["data"]
    refused(put(api, test, config={"items": ITEMS}), "split_test.config")
    items = [
        {**item, "weight": weight}
        for item, weight in zip(test["config"]["items"], (0, 100), strict=True)
    ]
    assert put(api, test, config={"items": items}).status_code == 200
    assert read(api, test)["config"]["items"] == items
