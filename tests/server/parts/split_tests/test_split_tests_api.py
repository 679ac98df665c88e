"""Split tests: every endpoint and field of the part (document: Split test; quirks 41 to 44)."""

from datetime import UTC, datetime, timedelta

import pytest
from platform_process import BrandApi, TestBrand
from split_tests_driver import HUGE, ITEMS, MISSING, NEW, create, declare, put, read, refused

from funneldesk.contract.split_tests import (
    LISTED_STATUSES,
    WRITTEN_STATUSES,
    SplitTestDraft,
    SplitTestPatch,
)
from funneldesk.server.parts.split_tests.inputs import ChangedSplitTest, NewSplitTest


def test_the_platform_takes_the_fields_that_the_contract_sends() -> None:
    assert set(NewSplitTest.model_fields) == set(SplitTestDraft.model_fields)
    assert set(ChangedSplitTest.model_fields) == set(SplitTestPatch.model_fields)


@pytest.mark.endpoint(
    "POST /api/brands/{brand}/split-tests",
    cites="Endpoints: Split tests; Split test; quirks 20 and 41",
)
def test_a_new_test_is_bare_and_has_the_defaults_of_the_document(api: BrandApi) -> None:
    made = create(api)
    assert (made["name"], made["type"], made["status"]) == ("Headline", "split_test", "running")
    assert made["statistical_method"] == "frequentist"
    assert (made["significance_level"], made["statistical_power"]) == (0.05, 0.8)
    assert made["start_date"] == datetime.now(UTC).date().isoformat()
    assert made["config"]["items"] == ITEMS
    assert (made["winner"], made["winner_selected_at"], made["winner_selected_by"]) == (None,) * 3


@pytest.mark.endpoint(
    "POST /api/brands/{brand}/split-tests", cites="Endpoints: Split tests; quirk 41"
)
def test_quirk_41_fields_outside_of_split_test_are_not_seen(api: BrandApi) -> None:
    refused(api.post("/split-tests", json=NEW), "split_test")
    refused(
        api.post("/split-tests", json={"split_test": {}}),
        *("split_test.name", "split_test.type", "split_test.config"),
    )


@pytest.mark.endpoint(
    "GET /api/brands/{brand}/split-tests/{split_test}", cites="Endpoints: Split tests; Split test"
)
def test_every_field_is_kept(api: BrandApi) -> None:
    fields = {
        "start_date": "2026-01-02",
        "end_date": "2026-03-04",
        "primary_metric": "revenue",
        "statistical_method": "bayesian",
        "significance_level": 0.1,
        "statistical_power": 0.9,
        "min_sample_size_per_variant": 250,
        "sample_size_limit": 4000,
        "auto_select_winner": True,
        "winner_selection_confidence": 97.5,
        "winner_selection_criteria": "revenue",
        "baseline": "Bold",
        "goals": [{"name": "Bought", "value": "bought-1"}],
        "type": "component_split_test",
        "status": "paused",
        "config": {"items": ITEMS, "traffic": {"share": 1}},
    }
    found = read(api, create(api, **fields))
    assert {name: found[name] for name in fields} == fields
    page = api.post("/pages", json={"title": "x"}).json()["page"]
    assert create(api, page_id=page["id"])["page_id"] == page["id"]


@pytest.mark.endpoint(
    "POST /api/brands/{brand}/split-tests",
    cites="Limits: Split test statistics; States: Split test",
)
@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("name", ""),
        ("name", "x" * 256),
        ("type", "ab"),
        ("status", "finalized"),
        ("status", "gone"),
        ("significance_level", 0.0009),
        ("significance_level", 0.51),
        ("significance_level", True),
        ("statistical_power", 0.09),
        ("statistical_power", 1),
        ("min_sample_size_per_variant", 99),
        ("min_sample_size_per_variant", 1_000_001),
        ("sample_size_limit", 0),
        ("sample_size_limit", HUGE),
        ("winner_selection_confidence", 101),
        ("winner_selection_confidence", -1),
        ("statistical_method", "guess"),
        ("start_date", "soon"),
        ("start_date", 20260101),
        ("baseline", "nobody"),
        ("page_id", MISSING),
        ("funnel_id", MISSING),
        ("config", []),
        ("primary_metric", "a b"),
    ],
)
def test_a_value_outside_of_its_range_is_422_at_its_dotted_path(
    api: BrandApi, field: str, value: object
) -> None:
    sent = {**NEW, field: value}
    refused(api.post("/split-tests", json={"split_test": sent}), f"split_test.{field}")


@pytest.mark.parametrize(
    ("config", "path"),
    [
        ({}, "config.items"),
        ({"items": []}, "config.items"),
        ({"items": [{"name": "A", "weight": -1}]}, "config.items.0.weight"),
        ({"items": [{"weight": 1}]}, "config.items.0.name"),
        ({"items": [ITEMS[0], ITEMS[0]]}, "config"),
        ({"items": ITEMS, "note": "a\0b"}, "config.note"),
    ],
)
def test_a_config_that_compares_nothing_is_422(api: BrandApi, config: object, path: str) -> None:
    refused(
        api.post("/split-tests", json={"split_test": {**NEW, "config": config}}),
        f"split_test.{path}",
    )


def test_goals_have_slugs_and_ends_follow_starts(api: BrandApi) -> None:
    goals = [{"name": "Bought", "value": "not a slug"}]
    refused(
        api.post("/split-tests", json={"split_test": {**NEW, "goals": goals}}),
        "split_test.goals.0.value",
    )
    dates = {"start_date": "2026-02-02", "end_date": "2026-02-01"}
    refused(api.post("/split-tests", json={"split_test": {**NEW, **dates}}), "split_test.end_date")


def test_a_variant_without_a_code_gets_one(api: BrandApi) -> None:
    items = [{"name": "A", "weight": 1}, {"name": "B", "weight": 1}]
    codes = [item["node_code"] for item in create(api, config={"items": items})["config"]["items"]]
    assert all(codes)
    assert len(set(codes)) == 2


@pytest.mark.endpoint(
    "PUT /api/brands/{brand}/split-tests/{split_test}",
    cites="Endpoints: Split tests; quirks 41 and 44",
)
def test_an_update_changes_what_is_sent_and_answers_a_summary(api: BrandApi) -> None:
    test = create(api, winner_selection_criteria="revenue")
    answer = put(api, test, name="Renamed", statistical_power=0.5)
    assert answer.status_code == 200
    assert (answer.json()["id"], answer.json()["name"]) == (test["id"], "Renamed")
    after = read(api, test)
    changed = {name for name in after if after[name] != test[name]}
    assert changed == {"name", "statistical_power", "updated_at"}
    assert put(api, test, winner_selection_criteria="").status_code == 200
    assert read(api, test)["winner_selection_criteria"] is None
    refused(put(api, test, significance_level=2), "split_test.significance_level")


@pytest.mark.endpoint(
    "PUT /api/brands/{brand}/split-tests/{split_test}", cites="States: Split test"
)
@pytest.mark.parametrize("status", WRITTEN_STATUSES)
def test_a_running_test_goes_to_each_written_status(api: BrandApi, status: str) -> None:
    test = create(api)
    assert put(api, test, status=status).json()["status"] == status
    assert read(api, test)["status"] == status


@pytest.mark.endpoint(
    "DELETE /api/brands/{brand}/split-tests/{split_test}", cites="Endpoints: Split tests; quirk 44"
)
def test_quirk_44_a_deletion_sets_the_status(api: BrandApi) -> None:
    test = create(api)
    answer = api.delete(f"/split-tests/{test['id']}")
    assert list(answer.json()) == ["message"]
    assert read(api, test)["status"] == "deleted"
    assert api.get("/split-tests").json()["total"] == 0
    listed = api.get("/split-tests?status=deleted").json()
    assert [one["id"] for one in listed["data"]] == [test["id"]]
    refused(put(api, test, name="Back"), "split_test.status")
    assert api.delete(f"/split-tests/{test['id']}").status_code == 200


@pytest.mark.endpoint(
    "GET /api/brands/{brand}/split-tests", cites="Endpoints: Split tests; quirks 11, 14 and 42"
)
def test_the_list_is_paginated_and_narrowed_by_status(api: BrandApi) -> None:
    made = [create(api, name=f"Test {number}") for number in range(5)]
    put(api, made[0], status="paused")
    first = api.get("/split-tests?per_page=2").json()
    assert [one["name"] for one in first["data"]] == ["Test 4", "Test 3"]
    assert (first["total"], first["last_page"], first["current_page"]) == (5, 3, 1)
    assert (first["per_page"], first["from"], first["to"]) == (2, 1, 2)
    last = api.get("/split-tests?per_page=2&page=3").json()
    assert [one["name"] for one in last["data"]] == ["Test 0"]
    paused = api.get("/split-tests?status=paused").json()
    assert [one["name"] for one in paused["data"]] == ["Test 0"]
    assert api.get("/split-tests").json()["per_page"] == 25
    for query, field in [("per_page=101", "per_page"), ("status=completed", "status")]:
        refused(api.get(f"/split-tests?{query}"), field)
    for status in LISTED_STATUSES:
        assert api.get(f"/split-tests?status={status}").status_code == 200


@pytest.mark.endpoint(
    "GET /api/brands/{brand}/split-tests",
    cites="Split test: duration, views, time_left, user, page",
)
def test_a_list_row_has_what_only_lists_show(brand: TestBrand) -> None:
    api = brand.api()
    page = api.post("/pages", json={"title": "Landing"}).json()["page"]
    today = datetime.now(UTC).date()
    create(
        api,
        page_id=page["id"],
        start_date=(today - timedelta(days=3)).isoformat(),
        end_date=(today + timedelta(days=4)).isoformat(),
    )
    row = api.get("/split-tests").json()["data"][0]
    assert (row["duration"], row["time_left"], row["views"]) == (3, 5, 0)
    assert row["page"] == {"id": page["id"], "name": "Landing"}
    assert row["user"]["name"] == f"owner {brand.id}"
    assert row["funnel"] is None


@pytest.mark.endpoint(
    "GET /api/brands/{brand}/split-tests/quick-access",
    cites="Endpoints: Split tests; quirks 19 and 42",
)
def test_quick_access_counts_each_status(api: BrandApi) -> None:
    tests = [create(api) for _ in range(6)]
    put(api, tests[0], status="paused")
    put(api, tests[1], status="completed")
    api.delete(f"/split-tests/{tests[2]['id']}")
    declare(api, tests[3])
    counts = api.get("/split-tests/quick-access").json()
    assert counts == {"all": 5, "running": 2, "finalized": 1, "not_running": 2}


def test_tests_of_pages_are_counted_and_forgotten_with_them(api: BrandApi) -> None:
    html = (
        "<inline-split-test name=a><variant name=A weight=50>A</variant>"
        "<variant name=B weight=50>B</variant></inline-split-test>"
    )
    page = api.post("/pages", json={"title": "x", "html": html * 2}).json()["page"]
    assert api.get("/split-tests").json()["total"] == 2
    assert api.get("/split-tests/quick-access").json()["running"] == 2
    api.delete(f"/pages/{page['id']}")
    assert api.get("/split-tests/quick-access").json()["all"] == 0
    assert api.get("/split-tests").json()["data"] == []
