"""Quizzes: every endpoint and field of the part (document: Quiz; quirks 6, 19, 20, 21, 52, 54)."""

from typing import Any

import pytest
from automations_driver import reached
from platform_process import BrandApi, NewBrand, Place, TestBrand, served

from funneldesk.contract.quizzes import SCREEN_TYPES, QuizDraft, QuizPatch, ScreenDraft
from funneldesk.server.parts.quizzes.rules import QuizChange, QuizInput, ScreenInput

MISSING = 999_999_999
HUGE = 2**63
EMPTY = {"drawflow": {"Home": {"data": {}}}}
PNG = bytes.fromhex(
    "89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c489"
    "0000000d49444154789c6360000002000001e221bc330000000049454e44ae426082"
)
MP3 = b"ID3\x03\x00\x00\x00\x00\x00\x00" + b"\xff\xfb\x90\x00" * 64


def create(api: BrandApi, name: str = "Which coffee?") -> dict[str, Any]:
    answer = api.post("/quizzes", json={"name": name})
    assert answer.status_code == 200, answer.text
    made: dict[str, Any] = answer.json()["quiz"]
    return made


@pytest.fixture
def quiz(api: BrandApi) -> str:
    """The path of a quiz."""
    return f"/quizzes/{create(api)['id']}"


def screen(api: BrandApi, quiz: str, **fields: object) -> dict[str, Any]:
    body = {"name": "Table", "type": "single_choice", **fields}
    answer = api.post(f"{quiz}/screens", json=body)
    assert answer.status_code == 200, answer.text
    made: dict[str, Any] = answer.json()["quiz"]
    return made


def refused(answer: Any, *fields: str) -> None:
    assert answer.status_code == 422, answer.text
    assert sorted(answer.json()["errors"]) == sorted(fields)


def test_the_platform_takes_the_fields_that_the_contract_sends() -> None:
    assert set(QuizInput.model_fields) == set(QuizDraft.model_fields)
    assert set(QuizChange.model_fields) == set(QuizPatch.model_fields)
    assert set(ScreenInput.model_fields) == set(ScreenDraft.model_fields)


@pytest.mark.endpoint("POST /api/brands/{brand}/quizzes", cites="Endpoints: Quizzes; quirk 20")
def test_create_answers_under_quiz(api: BrandApi) -> None:
    answer = api.post("/quizzes", json={"name": "Which coffee?"})
    assert list(answer.json()) == ["quiz"]
    made = answer.json()["quiz"]
    assert (made["name"], made["total_entries"], made["fields"]) == ("Which coffee?", 0, [])
    assert made["code"]
    for body in ({}, {"name": ""}, {"name": "x" * 256}, {"name": 5}):
        refused(api.post("/quizzes", json=body), "name")


@pytest.mark.endpoint(
    "POST /api/brands/{brand}/quizzes", cites="Errors: plan forbids creating quizzes; quirk 6"
)
def test_quirk_6_a_plan_refusal_names_type_feature_and_plan(place: Place) -> None:
    with served(place, "--plan", "quizzes=1") as running, reached(running) as api:
        answers = [api.post("/quizzes", json={"name": "x"}) for _ in range(2)]
    assert answers[0].status_code == 200
    assert answers[-1].status_code == 403
    body = answers[-1].json()
    assert body["error"]
    refusal = body["plan_error"]
    assert (refusal["type"], refusal["feature"]) == ("plan_upgrade_required", "quizzes")
    assert refusal["message"]
    assert refusal["plan_name"]
    assert "upgrade_info" in refusal


@pytest.mark.endpoint(
    "GET /api/brands/{brand}/quizzes/{quiz}", cites="Quiz; Endpoints: Quizzes: without flow data"
)
def test_a_quiz_is_read_with_its_page_and_screens(api: BrandApi, quiz: str) -> None:
    page = api.post("/pages", json={"title": "Landing", "slug": "landing"}).json()["page"]
    config = {"progress": "bar", "deep": [{"a": None}, 1.5, "ü"]}
    api.put(quiz, json={"name": "Renamed", "page_id": page["id"], "config": config})
    made = screen(api, quiz, title="What is on the table?")
    found = api.get(quiz).json()
    assert "flow" not in found
    assert (found["name"], found["config"], found["page_id"]) == ("Renamed", config, page["id"])
    assert found["page"] == {"id": page["id"], "name": "Landing", "slug": "landing"}
    assert (found["slug"], found["domain"]) == ("landing", None)
    (field,) = found["fields"]
    assert (field["id"], field["code"], field["type"]) == (made["id"], made["code"], made["type"])


@pytest.mark.endpoint(
    "PUT /api/brands/{brand}/quizzes/{quiz}", cites="Endpoints: Quizzes; Errors; quirk 21"
)
def test_quirk_21_update_errors_add_message_and_component_errors(api: BrandApi, quiz: str) -> None:
    answer = api.put(quiz, json={"name": "Renamed", "config": {"a": 1}})
    assert answer.status_code == 200
    assert (answer.json()["name"], answer.json()["config"]) == ("Renamed", {"a": 1})
    assert api.put(quiz, json={"name": "Again"}).json()["config"] == {"a": 1}
    assert api.put(quiz, json={"name": "Again", "config": None}).json()["config"] is None
    for body, field in [
        ({}, "name"),
        ({"name": "x" * 256}, "name"),
        ({"name": "x", "page_id": MISSING}, "page_id"),
        ({"name": "x", "config": []}, "config"),
        ({"name": "x", "config": {"a": "b\0"}}, "config.a"),
    ]:
        answer = api.put(quiz, json=body)
        refused(answer, field)
        assert answer.json()["message"]
        assert isinstance(answer.json()["component_errors"], dict)
        assert bool(answer.json()["component_errors"]) is field.startswith("config")


@pytest.mark.endpoint(
    "GET /api/brands/{brand}/quizzes", cites="Endpoints: Quizzes; quirks 11, 14 and 15"
)
def test_the_list_is_paginated_searched_and_sorted(api: BrandApi) -> None:
    made = [create(api, name) for name in ("Beta", "Alpha", "Gamma 100%")]
    api.put(f"/quizzes/{made[0]['id']}", json={"name": "Beta"})

    def names(query: str) -> list[str]:
        return [row["name"] for row in api.get(f"/quizzes?{query}").json()["data"]]

    assert names("") == ["Gamma 100%", "Alpha", "Beta"]
    assert names("sort=oldest") == ["Beta", "Alpha", "Gamma 100%"]
    assert names("sort=name")[0] == "Alpha"
    assert names("sort=updated_at")[0] == "Beta"
    assert names("q=ALPH") == ["Alpha"]
    assert names("q=0%25") == ["Gamma 100%"]
    listing = api.get("/quizzes?per_page=2&page=2").json()
    assert (listing["total"], listing["last_page"], listing["current_page"]) == (3, 2, 2)
    expected = {"id", "code", "name", "page_id", "total_entries", "updated_at"}
    assert set(listing["data"][0]) == expected
    for query, field in [("per_page=101", "per_page"), ("page=0", "page")]:
        refused(api.get(f"/quizzes?{query}"), field)


@pytest.mark.endpoint(
    "GET /api/brands/{brand}/quizzes/all", cites="Endpoints: Quizzes; quirks 12 and 19"
)
def test_all_is_a_bare_array(api: BrandApi) -> None:
    made = create(api)
    expected = [{"id": made["id"], "name": made["name"], "code": made["code"]}]
    assert api.get("/quizzes/all").json() == expected


@pytest.mark.endpoint("DELETE /api/brands/{brand}/quizzes/{quiz}", cites="Endpoints: Quizzes")
def test_a_deleted_quiz_is_gone(api: BrandApi, quiz: str) -> None:
    screen(api, quiz)
    api.post(f"{quiz}/flow", json={"flow": EMPTY})
    assert api.delete(quiz).json() == {"success": True}
    assert api.get(quiz).status_code == 404
    assert api.get("/quizzes").json()["total"] == 0


@pytest.mark.endpoint(
    "GET /api/brands/{brand}/quizzes/{quiz}/flow",
    cites="Quiz: drawflow.Home.data, empty by default",
)
@pytest.mark.endpoint(
    "POST /api/brands/{brand}/quizzes/{quiz}/flow", cites="Endpoints: Quizzes; quirk 54"
)
def test_quirk_54_a_flow_is_kept_whole_and_null_clears_it(api: BrandApi, quiz: str) -> None:
    made = screen(api, quiz)
    path = f"{quiz}/flow"
    found = api.get(path).json()
    assert found["flow"] == EMPTY
    assert [one["id"] for one in found["screens"]] == [made["id"]]
    flow = {
        "drawflow": {"Home": {"data": {"1": {"id": 1, "name": "s", "pos_x": -1.5, "x": None}}}},
        "own": ["ü", {"a": [[]]}],
    }
    answer = api.post(path, json={"flow": flow}).json()
    assert answer["success"] is True
    assert answer["message"]
    assert api.get(path).json()["flow"] == flow
    assert api.post(path, json={"flow": None}).status_code == 200
    assert api.get(path).json()["flow"] == EMPTY
    refused(api.post(path, json={}), "flow")
    for wrong, field in (("x", "flow"), ([], "flow"), (5, "flow"), ({"a": "\0"}, "flow.a")):
        refused(api.post(path, json={"flow": wrong}), field)
    deep: Any = {}
    for _ in range(150):
        deep = {"a": deep}
    refused(api.post(path, json={"flow": deep}), "flow")
    for body in (b'{"flow": {"a": NaN}}', b'{"flow": {"a": 1e999}}', b'{"flow": {"a": "\\ud800"}}'):
        answer = api.post(path, content=body, headers={"Content-Type": "application/json"})
        assert answer.status_code == 422, answer.text


@pytest.mark.endpoint(
    "POST /api/brands/{brand}/quizzes/{quiz}/screens", cites="Quiz: Screen; quirk 54"
)
@pytest.mark.endpoint(
    "GET /api/brands/{brand}/quizzes/{quiz}/screens/{screen}", cites="Endpoints: Quizzes"
)
def test_quirk_54_a_new_screen_stands_under_quiz(api: BrandApi, quiz: str) -> None:
    fields = {
        "name": "Table",
        "type": "multiple_choice",
        "title": "What is on the table?",
        "subtitle": "Tick all",
        "options": [{"label": "Toast", "value": "toast"}, {"label": "Cake", "value": "cake"}],
        "screen_settings": {"required": True, "columns": 2},
        "content": "<p onclick='x()'>As it was written</p>",
        "style": "dark",
        "order": 7,
    }
    answer = api.post(f"{quiz}/screens", json=fields)
    assert list(answer.json()) == ["quiz"]
    made = answer.json()["quiz"]
    assert {name: made[name] for name in fields} == fields
    assert made["code"]
    read = api.get(f"{quiz}/screens/{made['id']}").json()
    assert read == {"data": [made]}
    assert screen(api, quiz)["order"] == 8
    assert screen(api, quiz)["style"] == "light"


@pytest.mark.endpoint("POST /api/brands/{brand}/quizzes/{quiz}/screens", cites="Quiz: Screen, type")
@pytest.mark.parametrize("type_", SCREEN_TYPES)
def test_each_type_of_screen_is_taken(api: BrandApi, quiz: str, type_: str) -> None:
    assert screen(api, quiz, type=type_)["type"] == type_


@pytest.mark.endpoint(
    "POST /api/brands/{brand}/quizzes/{quiz}/screens",
    cites="Endpoints: Quizzes: name, type (required)",
)
@pytest.mark.parametrize(
    ("field", "value", "path"),
    [
        ("name", "", "name"),
        ("name", None, "name"),
        ("type", "essay", "type"),
        ("style", "blue", "style"),
        ("order", -1, "order"),
        ("order", 2**31, "order"),
        ("order", True, "order"),
        ("options", "text", "options"),
        ("options", [{"label": "x"}], "options.0.value"),
        ("options", [{"label": "x", "value": "y" * 256}], "options.0.value"),
        ("screen_settings", [1], "screen_settings"),
        ("content", "a\0", "content"),
        ("audio_file", "javascript:x", "audio_file"),
    ],
)
def test_a_screen_that_does_not_fit_is_422(
    api: BrandApi, quiz: str, field: str, value: object, path: str
) -> None:
    made = screen(api, quiz)
    body = {"name": "x", "type": "info", field: value}
    refused(api.post(f"{quiz}/screens", json=body), path)
    refused(api.put(f"{quiz}/screens/{made['id']}", json=body), path)


@pytest.mark.endpoint(
    "POST /api/brands/{brand}/quizzes/{quiz}/screens", cites="Endpoints: Quizzes: multipart"
)
def test_a_screen_comes_as_a_form_with_files(brand: TestBrand) -> None:
    api = brand.api()
    quiz = f"/quizzes/{create(api)['id']}"
    data = {
        "name": "Sound",
        "type": "single_choice",
        "options[0][label]": "Toast",
        "options[0][value]": "toast",
        "screen_settings": '{"columns": 2}',
    }
    files = {
        "audio_file": ("song.mp3", MP3, "audio/mpeg"),
        "image_preview_file": ("a.png", PNG, "image/png"),
    }
    answer = api.post(f"{quiz}/screens", data=data, files=files)
    assert answer.status_code == 200, answer.text
    made = answer.json()["quiz"]
    assert made["options"] == [{"label": "Toast", "value": "toast"}]
    assert made["screen_settings"] == {"columns": 2}
    fetch = brand.client("").client.get
    assert fetch(made["audio_file"]).content == MP3
    assert fetch(made["image_preview_file"]).content == PNG
    path = f"{quiz}/screens"
    wrong = {"audio_file": ("song.mp3", b"<html>", "audio/mpeg")}
    refused(api.post(path, data=data, files=wrong), "audio_file")
    wrong = {"image_preview_file": ("a.png", b"%PDF-1.4", "image/png")}
    refused(api.post(path, data=data, files=wrong), "image_preview_file")
    cleared = {"name": "Sound", "type": "info", "audio_file": ""}
    after = api.put(f"{path}/{made['id']}", json=cleared).json()["quiz"]
    assert after["audio_file"] is None
    assert after["image_preview_file"] == made["image_preview_file"]


@pytest.mark.endpoint(
    "PUT /api/brands/{brand}/quizzes/{quiz}/screens/{screen}", cites="Endpoints: Quizzes: same body"
)
def test_a_screen_changes_what_is_sent(api: BrandApi, quiz: str) -> None:
    made = screen(api, quiz, subtitle="Sub", options=[{"label": "a", "value": "b"}])
    path = f"{quiz}/screens/{made['id']}"
    answer = api.put(path, json={"name": "Table", "type": "rating", "title": "New"})
    assert answer.status_code == 200
    after = api.get(path).json()["data"][0]
    assert {name for name in after if after[name] != made[name]} == {"type", "title"}
    refused(api.put(path, json={}), "name", "type")


@pytest.mark.endpoint("GET /api/brands/{brand}/quizzes/{quiz}/screens", cites="Endpoints: Quizzes")
@pytest.mark.endpoint(
    "POST /api/brands/{brand}/quizzes/{quiz}/screens/order",
    cites="Endpoints: Quizzes; quirks 19 and 52",
)
def test_quirk_52_an_order_is_a_map_of_ids(api: BrandApi, quiz: str) -> None:
    made = [screen(api, quiz, name=name) for name in "abc"]
    assert [one["order"] for one in made] == [0, 1, 2]
    order = {str(one["id"]): 2 - place for place, one in enumerate(made)}
    path = f"{quiz}/screens/order"
    assert api.post(path, json={"order": order}).json() == {"success": True}
    listed = api.get(f"{quiz}/screens").json()
    assert list(listed) == ["data"]
    assert [one["name"] for one in listed["data"]] == ["c", "b", "a"]
    refused(api.post(path, json={}), "order")
    refused(api.post(path, json={"order": {str(MISSING): 0}}), f"order.{MISSING}")
    refused(api.post(path, json={"order": {str(made[0]["id"]): "x"}}), f"order.{made[0]['id']}")


@pytest.mark.endpoint(
    "POST /api/brands/{brand}/quizzes/{quiz}/screens/{screen}/duplicate",
    cites="Endpoints: Quizzes; quirk 54",
)
def test_quirk_54_a_duplicate_has_a_new_code_and_the_next_order(api: BrandApi, quiz: str) -> None:
    made = screen(api, quiz, content="<p>x</p>", options=[{"label": "a", "value": "b"}])
    screen(api, quiz, order=5)
    answer = api.post(f"{quiz}/screens/{made['id']}/duplicate")
    assert answer.json() == {"success": True}
    copy = api.get(f"{quiz}/screens").json()["data"][-1]
    assert copy["order"] == 6
    assert copy["code"] != made["code"]
    kept = set(made) - {"id", "code", "order"}
    assert {name: copy[name] for name in kept} == {name: made[name] for name in kept}


@pytest.mark.endpoint(
    "DELETE /api/brands/{brand}/quizzes/{quiz}/screens/{screen}", cites="Endpoints: Quizzes"
)
def test_a_screen_is_removed(api: BrandApi, quiz: str) -> None:
    path = f"{quiz}/screens/{screen(api, quiz)['id']}"
    assert api.delete(path).json() == {"success": True}
    for answer in (
        api.get(path),
        api.delete(path),
        api.put(path, json={"name": "x", "type": "info"}),
        api.post(f"{path}/duplicate"),
        api.get(f"{quiz}/screens/{HUGE}"),
    ):
        assert answer.status_code == 404, answer.text


@pytest.mark.parametrize(
    ("method", "path", "body"),
    [
        ("GET", "", None),
        ("PUT", "", {"name": "x"}),
        ("DELETE", "", None),
        ("GET", "/flow", None),
        ("POST", "/flow", {"flow": None}),
        ("GET", "/screens", None),
        ("POST", "/screens", {"name": "x", "type": "info"}),
        ("POST", "/screens/order", {"order": {}}),
    ],
)
def test_a_quiz_that_is_not_there_is_404(
    api: BrandApi, new_brand: NewBrand, method: str, path: str, body: object
) -> None:
    other = create(new_brand().api())
    for number in (MISSING, HUGE, other["id"]):
        answer = api.request(method, f"/quizzes/{number}{path}", json=body)
        assert answer.status_code == 404, answer.text
        assert "quiz" in answer.json()["message"]


def test_a_role_without_the_module_is_403(brand: TestBrand) -> None:
    answer = brand.api(without=["quizzes"]).get("/quizzes")
    assert answer.status_code == 403
    assert brand.api("viewer").get("/quizzes").status_code == 200
    assert brand.api("viewer").post("/quizzes", json={"name": "x"}).status_code == 403


def test_names_are_sorted_without_case_and_accents(api: BrandApi) -> None:
    for name in ("zoe", "Émile", "ört", "Oscar", "e\u0301a"):
        api.post("/quizzes", json={"name": name})
    last = api.get("/quizzes?sort=oldest").json()["data"][0]["id"]
    api.put(f"/quizzes/{last}", json={"name": "Äb"})
    order = ["Äb", "e\u0301a", "Émile", "ört", "Oscar"]
    rows = api.get("/quizzes?sort=name").json()["data"]
    assert [row["name"] for row in rows] == order
    assert [row["name"] for row in api.get("/quizzes/all").json()] == order
