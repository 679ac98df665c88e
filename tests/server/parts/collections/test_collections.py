"""Collections themselves: lists, forms, their fields (document: Collection; quirks 20, 46, 47)."""

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from platform_process import BrandApi, NewBrand, TestBrand

from funneldesk.contract.collections import (
    FIELD_TYPES,
    SORTS,
    Collection,
    CollectionDraft,
    CollectionFieldDraft,
    CollectionPatch,
)
from funneldesk.server.parts.collections.rules import (
    CollectionCreate,
    CollectionUpdate,
    FieldInput,
)

FIELDS = [
    {"name": "Your e-mail", "type": "email", "required": True, "searchable": True},
    {"name": "Size", "type": "select", "options": ["S", "L"]},
]


def create(api: BrandApi, name: str = "Newsletter", **words: Any) -> dict[str, Any]:
    answer = api.post("/collections", json={"name": name, "fields": FIELDS, **words})
    assert answer.status_code == 200, answer.text
    made: dict[str, Any] = answer.json()
    return made


def refused(answer: Any, *fields: str) -> None:
    assert answer.status_code == 422, answer.text
    assert sorted(answer.json()["errors"]) == sorted(fields)


def missing(answer: Any) -> None:
    assert answer.status_code == 404
    assert answer.json() == {"message": "no query results for the collection model"}


def test_the_platform_takes_the_fields_that_the_contract_sends() -> None:
    assert set(CollectionCreate.model_fields) == set(CollectionDraft.model_fields)
    assert set(CollectionUpdate.model_fields) == set(CollectionPatch.model_fields)
    assert set(FieldInput.model_fields) == set(CollectionFieldDraft.model_fields)


@pytest.mark.endpoint("POST /api/brands/{brand}/collections", cites="Collection; quirk 20")
def test_quirk_20_create_answers_the_collection_bare(api: BrandApi) -> None:
    made = create(api, "Über uns!", public_export=True, recaptcha_enabled=1)
    record = Collection.model_validate(made)
    assert (made["name"], made["code"]) == ("Über uns!", "uber-uns")
    assert (made["public_export"], made["total_entries"]) == (True, 0)
    assert (made["recaptcha_enabled"], made["on_new_entry"]) == (True, None)
    assert record.fields is not None
    assert [(f.code, f.type, f.required, f.order) for f in record.fields] == [
        ("your_e_mail", "email", True, 0),
        ("size", "select", False, 1),
    ]
    assert record.fields[1].options == ["S", "L"]
    assert all(field.model_extra == {} for field in record.fields)


def test_every_field_of_a_form_is_kept(api: BrandApi) -> None:
    fields = [
        {
            "name": kind,
            "type": kind,
            "placeholder": "here",
            "options": ["a"] if kind == "select" else None,
            "required": True,
            "searchable": True,
            "private": True,
            "public_encrypt": True,
            "public_exclude": True,
            "order": 90 - number,
        }
        for number, kind in enumerate(FIELD_TYPES)
    ]
    made = create(api, fields=fields)
    assert [field["type"] for field in made["fields"]] == list(reversed(FIELD_TYPES))
    for sent, kept in zip(fields, reversed(made["fields"]), strict=True):
        assert {name: kept[name] for name in sent} == sent


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"name": None}, "name"),
        ({"name": "x" * 256}, "name"),
        ({"fields": None}, "fields"),
        ({"fields": []}, "fields"),
        ({"fields": {}}, "fields"),
        ({"fields": [{"type": "text"}]}, "fields.0.name"),
        ({"fields": [{"name": "x"}]}, "fields.0.type"),
        ({"fields": [{"name": "x", "type": "colour"}]}, "fields.0.type"),
        ({"fields": [*FIELDS, {"name": "x", "type": "select"}]}, "fields.2.options"),
        ({"fields": [{"name": "x", "type": "select", "options": []}]}, "fields.0.options"),
        ({"fields": [{"name": "x", "type": "text", "order": -1}]}, "fields.0.order"),
        (
            {"fields": [{"name": "x", "type": "number", "default_value": "y"}]},
            "fields.0.default_value",
        ),
        ({"fields": [{"name": "x", "type": "text", "id": 5}]}, "fields.0.id"),
        ({"fields": [{"name": "x", "type": "text", "deleted": True}]}, "fields"),
        ({"on_new_entry": "dance"}, "on_new_entry"),
        ({"on_new_entry": "send_email_to"}, "send_to_email"),
        ({"on_new_entry": "send_email_to", "send_to_email": ""}, "send_to_email"),
        ({"send_to_email": "nobody"}, "send_to_email"),
        ({"public_export": "perhaps"}, "public_export"),
        ({"recaptcha_site_key": "a\0"}, "recaptcha_site_key"),
    ],
)
def test_a_collection_that_is_not_valid_is_refused(
    api: BrandApi, body: dict[str, object], field: str
) -> None:
    refused(api.post("/collections", json={"name": "x", "fields": FIELDS, **body}), field)
    assert api.get("/collections").json()["total"] == 0


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("Id", "field_id"),
        ("Title", "field_title"),
        ("created at", "field_created_at"),
        ("updated_at", "field_updated_at"),
        ("E-Mail Address", "e_mail_address"),
        ("Имя", "field"),
        ("a" * 255, "a" * 100),
    ],
)
def test_quirk_47_codes_are_unlike_an_entrys_own_keys(api: BrandApi, name: str, code: str) -> None:
    made = create(api, fields=[{"name": name, "type": "text"}, {"name": name, "type": "text"}])
    assert [field["code"] for field in made["fields"]] == [code, f"{code}_2"]


@pytest.mark.endpoint(
    "GET /api/brands/{brand}/collections/{collection}", cites="Endpoints: Collections; quirk 46"
)
@pytest.mark.endpoint("GET /api/brands/{brand}/collections/{collection}/fields", cites="quirk 46")
def test_quirk_46_a_collection_is_read_by_number_or_code(
    api: BrandApi, new_brand: NewBrand
) -> None:
    made = create(api, "2024")
    assert made["code"] == "collection-2024"
    for word in (made["id"], made["code"]):
        assert api.get(f"/collections/{word}").json() == made
    assert api.get(f"/collections/{made['id']}/fields").json() == made["fields"]
    assert api.get(f"/collections/{made['code']}/fields").status_code == 404
    for word in ("nothing", "%00", 987654321, 2**63, "9" * 40, "\u0661"):
        missing(api.get(f"/collections/{word}"))
    missing(new_brand().api().get(f"/collections/{made['code']}"))


def test_codes_of_collections_are_unique_and_never_all(api: BrandApi, brand: TestBrand) -> None:
    assert create(api, "All")["code"] == "all-2"
    apis = [brand.api() for _ in range(4)]
    with ThreadPoolExecutor(4) as pool:
        codes = list(pool.map(lambda n: create(apis[n % 4], "Rush")["code"], range(8)))
    assert sorted(codes) == ["rush", *(f"rush-{number}" for number in range(2, 9))]
    assert api.get("/collections").json()["total"] == 9


@pytest.mark.endpoint("GET /api/brands/{brand}/collections", cites="Endpoints: Collections")
def test_collections_are_listed_searched_and_sorted(api: BrandApi) -> None:
    ids = [create(api, f"Form {number}")["id"] for number in range(26)]
    answer = api.get("/collections").json()
    assert {name: answer[name] for name in ("current_page", "per_page", "total", "last_page")} == {
        "current_page": 1,
        "per_page": 25,
        "total": 26,
        "last_page": 2,
    }
    row = answer["data"][0]
    assert list(row) == ["id", "code", "name", "public_export", "total_entries"]
    api.put(f"/collections/{ids[3]}", json={"public_export": True})

    def found(**query: Any) -> list[int]:
        rows = api.get("/collections", params={"per_page": 100, **query}).json()["data"]
        return [row["id"] for row in rows]

    newest = ids[::-1]
    assert found() == found(sort="newest") == found(sort="created_at") == newest
    assert found(sort="oldest") == ids
    assert found(sort="updated_at")[0] == ids[3]
    assert found(page=2, per_page=20) == newest[20:]
    assert found(q="FORM 25") == [ids[25]]
    assert found(q="form-7") == [ids[7]]
    assert set(SORTS) == {"newest", "oldest", "created_at", "updated_at"}
    for wrong in ({"sort": "name"}, {"per_page": 101}, {"page": 0}, {"q": "\0"}):
        refused(api.get("/collections", params=wrong), next(iter(wrong)))


@pytest.mark.endpoint("GET /api/brands/{brand}/collections/all", cites="Endpoints: Collections")
def test_all_collections_are_a_bare_list_by_name(api: BrandApi) -> None:
    for name in ("beta", "Alpha"):
        create(api, name)
    rows = api.get("/collections/all").json()
    assert [(row["name"], row["code"]) for row in rows] == [("Alpha", "alpha"), ("beta", "beta")]
    assert all(set(row) == {"id", "name", "code"} for row in rows)


@pytest.mark.endpoint(
    "PUT /api/brands/{brand}/collections/{collection}", cites="Endpoints: Collections; quirk 46"
)
def test_quirk_46_a_field_is_matched_by_id_and_removed_by_deleted(api: BrandApi) -> None:
    made = create(api)
    mail, size = (field["id"] for field in made["fields"])
    path = f"/collections/{made['id']}"
    fields = [
        {"id": mail, "name": "Mail", "order": 5},
        {"id": size, "deleted": True},
        {"name": "Size", "type": "text", "order": 1},
    ]
    after = api.put(path, json={"fields": fields}).json()
    assert api.get(path).json() == after
    assert [(f["code"], f["name"], f["type"]) for f in after["fields"]] == [
        ("size", "Size", "text"),
        ("your_e_mail", "Mail", "email"),
    ]
    assert after["fields"][1]["id"] == mail
    assert after["fields"][0]["id"] != size
    assert after["fields"][1]["required"] is True
    assert (after["name"], after["code"]) == (made["name"], made["code"])


@pytest.mark.parametrize(
    ("fields", "place"),
    [
        ([{"id": 987654321, "name": "x"}], "fields.0.id"),
        ([{"name": "New"}], "fields.0.type"),
        ([{"id": "first", "type": "select"}], "fields.0.options"),
        ([{"id": "second", "options": []}], "fields.0.options"),
        ([{"id": "first", "name": ""}], "fields.0.name"),
        ([{"id": "first"}, {"id": "first", "name": "x"}], "fields.1.id"),
        ([{"id": "first", "deleted": True}, {"id": "second", "deleted": True}], "fields"),
    ],
)
def test_fields_that_do_not_fit_change_nothing(
    api: BrandApi, fields: list[dict[str, Any]], place: str
) -> None:
    made = create(api)
    ids = {"first": made["fields"][0]["id"], "second": made["fields"][1]["id"]}
    sent = [
        {**field, "id": ids.get(field["id"], field["id"])} if "id" in field else field
        for field in fields
    ]
    refused(api.put(f"/collections/{made['id']}", json={"name": "New", "fields": sent}), place)
    assert api.get(f"/collections/{made['id']}").json() == made


def test_an_update_changes_only_what_is_sent(api: BrandApi) -> None:
    words = {"on_new_entry": "send_email_to", "send_to_email": "a@example.com"}
    made = create(api, **words, recaptcha_secret_key="s3cret", recaptcha_site_key="site")
    path = f"/collections/{made['id']}"
    after = api.put(path, json={"name": "Other"}).json()
    assert {name for name in after if after[name] != made[name]} == {"name", "updated_at"}
    refused(api.put(path, json={"send_to_email": ""}), "send_to_email")
    after = api.put(path, json={"on_new_entry": "", "send_to_email": None}).json()
    assert (after["on_new_entry"], after["send_to_email"]) == (None, None)
    tickets = api.put(path, json={"on_new_entry": "create_new_ticket"}).json()
    assert tickets["ticket_source_id"] == made["id"]
    for word in (987654321, made["code"], -1, 2**63, -(10**30)):
        missing(api.put(f"/collections/{word}", json={"name": "x"}))
        missing(api.delete(f"/collections/{word}"))
    assert api.get("/collections", params={"q": "other"}).json()["total"] == 1


def test_the_captchas_secret_is_for_those_who_may_write_it(brand: TestBrand) -> None:
    made = create(brand.api(), recaptcha_secret_key="s3cret")
    assert made["recaptcha_secret_key"] == "s3cret"
    seen = {
        role: brand.api(role).get(f"/collections/{made['id']}").json()["recaptcha_secret_key"]
        for role in ("editor", "viewer")
    }
    assert seen == {"editor": "s3cret", "viewer": None}


@pytest.mark.endpoint(
    "DELETE /api/brands/{brand}/collections/{collection}", cites="Endpoints: Collections"
)
def test_a_collection_goes_with_its_entries(api: BrandApi, new_brand: NewBrand) -> None:
    made = create(api)
    path = f"/collections/{made['id']}"
    api.post(f"{path}/entries", json={"your_e_mail": "a@example.com"})
    missing(new_brand().api().delete(path))
    answer = api.delete(path)
    assert (answer.status_code, answer.json()) == (200, {"success": True})
    missing(api.get(path))
    missing(api.get(f"{path}/entries"))
    missing(api.delete(path))
    assert api.get("/collections").json()["total"] == 0
