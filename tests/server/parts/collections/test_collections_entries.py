"""Entries of collections (document: Collection, Entry; quirks 8, 11, 14, 19, 46 and 47)."""

import csv
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from awaited import letter_with
from platform_process import BrandApi, NewBrand, Served, TestBrand
from sqlalchemy import select

from funneldesk.contract.collections import CollectionEntry
from funneldesk.server.jobs.tables import ExportRow, LetterRow
from funneldesk.server.parts.collections.export import table
from funneldesk.server.parts.collections.store import NewCollectionEntry, create_entries
from funneldesk.server.parts.collections.tables import CollectionEntryRow
from funneldesk.server.parts.collections.values import MASK, is_password
from funneldesk.server.web.errors import Refused

NOON = datetime(2025, 3, 1, 12, tzinfo=UTC)
FIELDS = [
    {"name": "Name", "type": "text", "searchable": True},
    {"name": "Email", "type": "email", "required": True},
    {"name": "Age", "type": "number"},
    {"name": "Agrees", "type": "checkbox"},
    {"name": "Secret", "type": "password", "searchable": True},
    {"name": "Story", "type": "textarea"},
    {"name": "Size", "type": "select", "options": ["S", "L"], "default_value": "S"},
    {"name": "Source", "type": "hidden", "public_exclude": True},
    {"name": "Card", "type": "text", "public_encrypt": True},
]


def form(api: BrandApi, fields: list[dict[str, Any]] | None = None, **words: Any) -> dict[str, Any]:
    body = {"name": "Contact", "fields": fields or FIELDS, **words}
    answer = api.post("/collections", json=body)
    assert answer.status_code == 200, answer.text
    made: dict[str, Any] = answer.json()
    return made


@pytest.fixture
def path(api: BrandApi) -> str:
    """The path of the entries of a form with a field of every type."""
    return f"/collections/{form(api)['id']}/entries"


def create(api: BrandApi, path: str, **values: Any) -> dict[str, Any]:
    answer = api.post(path, json={"email": "ann@example.com", **values})
    assert answer.status_code == 201, answer.text
    made: dict[str, Any] = answer.json()["data"]
    return made


def refused(answer: Any, *fields: str) -> None:
    assert answer.status_code == 422, answer.text
    assert sorted(answer.json()["errors"]) == sorted(fields)


@pytest.mark.endpoint(
    "POST /api/brands/{brand}/collections/{collection}/entries", cites="Endpoints: Collections"
)
@pytest.mark.endpoint(
    "GET /api/brands/{brand}/collections/{collection}/entries/{entry}", cites="quirk 47"
)
def test_quirk_47_values_stand_beside_the_entrys_own_keys(api: BrandApi, path: str) -> None:
    values = {
        "name": "Ann 🙂",
        "email": "ann@example.com",
        "age": 42.5,
        "agrees": True,
        "story": "Long\nstory",
        "size": "L",
        "source": "advert",
        "card": "1234",
    }
    answer = api.post(path, json=values)
    assert answer.status_code == 201
    assert list(answer.json()) == ["message", "data", "id"]
    entry = answer.json()["data"]
    assert entry["id"] == answer.json()["id"]
    assert isinstance(entry["id"], str)
    assert {name: entry[name] for name in values} == values
    assert (entry["title"], entry["secret"]) == ("Ann 🙂", None)
    assert api.get(f"{path}/{entry['id']}").json() == entry
    record = CollectionEntry.model_validate(entry)
    assert record.values == {**values, "secret": None}
    assert api.get("/collections").json()["data"][0]["total_entries"] == 1


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"email": None}, "email"),
        ({"email": ""}, "email"),
        ({"email": "nobody"}, "email"),
        ({"email": ["a@example.com"]}, "email"),
        ({"age": "old"}, "age"),
        ({"age": True}, "age"),
        ({"agrees": "perhaps"}, "agrees"),
        ({"agrees": 2}, "agrees"),
        ({"size": "XL"}, "size"),
        ({"size": {}}, "size"),
        ({"name": 5}, "name"),
        ({"story": {"a": 1}}, "story"),
        ({"source": "a\0"}, "source"),
        ({"secret": "x" * 65_536}, "secret"),
    ],
)
def test_values_are_checked_by_the_type_of_their_field(
    api: BrandApi, path: str, change: dict[str, object], field: str
) -> None:
    refused(api.post(path, json={"email": "ann@example.com", **change}), field)
    made = create(api, path)
    refused(api.put(f"{path}/{made['id']}", json=change), field)
    assert api.get(path).json()["total"] == 1


def test_what_has_no_field_is_left_out_and_defaults_come_in(api: BrandApi, path: str) -> None:
    made = create(api, path, colour="red", id="mine", title="mine")
    assert "colour" not in made
    assert made["id"] != "mine"
    assert (made["title"], made["size"]) == ("ann@example.com", "S")


@pytest.mark.endpoint(
    "PUT /api/brands/{brand}/collections/{collection}/entries/{entry}",
    cites="Endpoints: Collections",
)
def test_an_update_merges_what_is_provided(api: BrandApi, path: str) -> None:
    made = create(api, path, name="Ann", age=5)
    answer = api.put(f"{path}/{made['id']}", json={"name": "Bob"})
    assert answer.status_code == 200
    after = api.get(f"{path}/{made['id']}").json()
    assert answer.json()["data"] == after
    changed = {name for name in after if after[name] != made[name]}
    assert changed == {"name", "title", "updated_at"}
    assert api.put(f"{path}/{made['id']}", json={"age": ""}).json()["data"]["age"] is None
    assert api.get(path, params={"q": "bob"}).json()["total"] == 1
    assert api.get(path, params={"q": "ann"}).json()["total"] == 0


@pytest.mark.endpoint(
    "DELETE /api/brands/{brand}/collections/{collection}/entries/{entry}",
    cites="Endpoints: Collections",
)
@pytest.mark.endpoint(
    "DELETE /api/brands/{brand}/collections/{collection}/entries/bulk-delete",
    cites="Endpoints: Collections; quirks 8 and 19",
)
def test_quirk_8_entries_go_one_by_one_and_by_a_body_on_delete(api: BrandApi, path: str) -> None:
    ids = [create(api, path)["id"] for _ in range(5)]
    assert api.delete(f"{path}/{ids[0]}").status_code == 200
    assert api.delete(f"{path}/{ids[0]}").status_code == 404
    answer = api.delete(f"{path}/bulk-delete", json={"ids": [ids[1], ids[2], ids[2], ids[0], "x"]})
    assert (answer.status_code, answer.json()["deleted"]) == (200, 2)
    left = api.get(path).json()
    assert ({row["id"] for row in left["data"]}, left["total"]) == (set(ids[3:]), 2)
    refused(api.delete(f"{path}/bulk-delete"), "body")
    refused(api.delete(f"{path}/bulk-delete", json={}), "ids")
    refused(api.delete(f"{path}/bulk-delete", json={"ids": []}), "ids")
    refused(api.delete(f"{path}/bulk-delete", json={"ids": [5]}), "ids.0")
    other = f"/collections/{form(api)['id']}/entries"
    assert api.delete(f"{other}/bulk-delete", json={"ids": ids}).json()["deleted"] == 0


@pytest.mark.endpoint(
    "GET /api/brands/{brand}/collections/{collection}/entries", cites="quirks 11 and 14"
)
def test_quirks_11_and_14_entries_have_an_envelope_of_their_own(api: BrandApi, path: str) -> None:
    for number in range(31):
        create(api, path, name=f"Visitor {number}", story="hidden words", secret="password")
    answer = api.get(path).json()
    assert set(answer) == {"data", "current_page", "total"}
    assert (answer["current_page"], answer["total"], len(answer["data"])) == (1, 31, 30)
    assert answer["data"][0]["name"] == "Visitor 30"
    assert [row["name"] for row in api.get(path, params={"page": 2}).json()["data"]] == [
        "Visitor 0"
    ]
    assert api.get(path, params={"q": "VISITOR 7"}).json()["total"] == 1
    for nothing in ("hidden words", "password", "digest"):
        assert api.get(path, params={"q": nothing}).json()["total"] == 0
    for wrong in ({"per_page": 101}, {"page": 0}, {"q": "\0"}):
        refused(api.get(path, params=wrong), next(iter(wrong)))


def test_entries_are_found_in_fields_that_became_searchable(api: BrandApi) -> None:
    made = form(api)
    path = f"/collections/{made['id']}"
    create(api, f"{path}/entries", story="once upon a time")
    story = next(field["id"] for field in made["fields"] if field["code"] == "story")
    api.put(path, json={"fields": [{"id": story, "searchable": True}]})
    assert api.get(f"{path}/entries", params={"q": "UPON"}).json()["total"] == 1
    api.put(path, json={"fields": [{"id": story, "searchable": False}]})
    assert api.get(f"{path}/entries", params={"q": "upon"}).json()["total"] == 0


def test_of_a_password_only_a_digest_is_kept(api: BrandApi, brand: TestBrand, path: str) -> None:
    made = create(api, path, secret="hunter2", name="Ann")
    assert made["secret"] == MASK
    api.put(f"{path}/{made['id']}", json={"secret": MASK, "name": "Ann B"})
    with brand.database.reading() as session:
        row = session.get_one(CollectionEntryRow, (brand.id, made["id"]))
    kept = next(value for value in row.values.values() if isinstance(value, dict))
    assert "hunter2" not in str(row.values)
    assert is_password(kept, "hunter2")
    assert not is_password(kept, "hunter3")


def test_a_field_that_goes_takes_its_values_along(api: BrandApi) -> None:
    made = form(api)
    path = f"/collections/{made['id']}"
    entry = create(api, f"{path}/entries", name="Ann")
    name = made["fields"][0]["id"]
    new = {"name": "Name", "type": "text"}
    api.put(path, json={"fields": [{"id": name, "deleted": True}, new]})
    assert api.get(f"{path}/entries/{entry['id']}").json()["name"] is None


def test_entries_of_others_and_nonsense_are_404(
    api: BrandApi, path: str, new_brand: NewBrand
) -> None:
    made = create(api, path)
    other = f"/collections/{form(api)['id']}/entries"
    for asking, words in (
        (api, f"{path}/nothing"),
        (api, f"{path}/%00"),
        (api, f"{other}/{made['id']}"),
        (new_brand().api(), f"{path}/{made['id']}"),
    ):
        assert asking.get(words).status_code == 404
        assert asking.put(words, json={}).status_code == 404
        assert asking.delete(words).status_code == 404


@pytest.mark.parametrize("wish", ["send_admin_email", "send_email_to", "create_new_ticket", None])
def test_on_new_entry_is_carried_out(api: BrandApi, brand: TestBrand, wish: str | None) -> None:
    made = form(api, on_new_entry=wish, send_to_email="team@example.com")
    values = {"name": "<b>Ann</b>", "story": "Hi", "secret": "hunter2"}
    entry = create(api, f"/collections/{made['id']}/entries", **values)
    with brand.database.reading() as session:
        query = select(LetterRow).where(LetterRow.brand_id == brand.id)
        letters = list(session.scalars(query))
    tickets = api.get("/tickets").json()["data"]
    assert len(letters) == (1 if wish in ("send_admin_email", "send_email_to") else 0)
    assert len(tickets) == (1 if wish == "create_new_ticket" else 0)
    for letter in letters:
        assert letter.about_id == entry["id"]
        assert "hunter2" not in letter.text
        assert "&lt;b&gt;Ann&lt;/b&gt;" in letter.html
        assert (letter.to_address == "team@example.com") == (wish == "send_email_to")
    for ticket in tickets:
        assert ticket["subject"] == "Contact: <b>Ann</b>"
        assert (ticket["from_email"], ticket["from_name"]) == ("ann@example.com", "<b>Ann</b>")
        message = api.get(f"/tickets/{ticket['ticket_code']}/messages").json()["data"][0]
        assert "<b>" not in message["message"]
        assert "hunter2" not in message["message"]


def test_many_are_made_by_the_same_rules(api: BrandApi, brand: TestBrand) -> None:
    made = form(api)
    new = [
        NewCollectionEntry({"email": f"a{n}@example.com"}, NOON + timedelta(minutes=n))
        for n in range(1_500)
    ]
    with brand.database.writing() as session:
        ids = create_entries(session, brand.id, made["id"], new)
    answer = api.get(f"/collections/{made['id']}/entries", params={"page": 50}).json()
    assert (answer["total"], len(set(ids))) == (1_500, 1_500)
    assert answer["data"][-1]["email"] == "a0@example.com"
    assert answer["data"][-1]["size"] == "S"
    with pytest.raises(Refused) as caught, brand.database.writing() as session:
        create_entries(session, brand.id, made["id"], [NewCollectionEntry({"email": "x"})])
    assert list(caught.value.body["errors"]) == ["email"]


@pytest.mark.endpoint(
    "POST /api/brands/{brand}/collections/{collection}/export", cites="Endpoints: Collections"
)
def test_an_export_is_sent_by_mail(api: BrandApi, platform: Served, brand: TestBrand) -> None:
    made = form(api)
    path = f"/collections/{made['id']}"
    create(api, f"{path}/entries", name="=1+1", secret="hunter2")
    to = f"export{brand.id}@example.com"
    answer = api.post(f"{path}/export", json={"email": to, "fields": ["name", "secret"]})
    assert answer.status_code == 200, answer.text
    assert list(answer.json()) == ["message"]
    _, content = letter_with(platform.place.data / "outbox", "", to)
    rows = list(csv.reader(content.decode("utf-8-sig").splitlines()))
    assert rows[0] == ["id", "name", "secret", "created_at"]
    assert rows[1][1:3] == ["'=1+1", MASK]


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"fields": ["name"]}, "email"),
        ({"email": "nobody", "fields": ["name"]}, "email"),
        ({"email": "a@example.com"}, "fields"),
        ({"email": "a@example.com", "fields": []}, "fields"),
        ({"email": "a@example.com", "fields": ["name", "colour"]}, "fields.1"),
        ({"email": "a@example.com", "fields": ["name"], "new_only": "perhaps"}, "new_only"),
    ],
)
def test_an_export_that_is_not_valid_is_refused(
    api: BrandApi, body: dict[str, object], field: str
) -> None:
    refused(api.post(f"/collections/{form(api)['id']}/export", json=body), field)


def test_a_public_export_hides_what_is_marked(api: BrandApi, brand: TestBrand) -> None:
    for public, columns in (
        (True, ["id", "card", "created_at"]),
        (False, ["id", "source", "card", "created_at"]),
    ):
        made = form(api, public_export=public)
        create(api, f"/collections/{made['id']}/entries", source="ad", card="1234")
        body = {"collection": made["id"], "fields": ["source", "card"]}
        with brand.database.reading() as session:
            found = table(session, brand.id, body)
            rows = list(found.rows)
        assert list(found.columns) == columns
        assert (MASK in rows[0], "1234" in rows[0]) == (public, not public)


def test_new_only_takes_up_where_the_last_export_ended(api: BrandApi, brand: TestBrand) -> None:
    made = form(api)
    new = [
        NewCollectionEntry({"email": f"a{n}@example.com"}, NOON + timedelta(seconds=n // 2))
        for n in range(2_500)
    ]
    with brand.database.writing() as session:
        create_entries(session, brand.id, made["id"], new)
        body = {"collection": made["id"], "fields": ["email"]}
        assert len({row[1] for row in table(session, brand.id, body).rows}) == 2_500
        since = (NOON + timedelta(seconds=1_000)).isoformat()
        assert len(list(table(session, brand.id, {**body, "since": since}).rows)) == 498
        assert len(list(table(session, brand.id, {**body, "until": since}).rows)) == 2_002
    wish = {"email": f"n{brand.id}@example.com", "fields": ["email"], "new_only": True}
    for _ in range(2):
        api.post(f"/collections/{made['id']}/export", json=wish)
    with brand.database.reading() as session:
        query = select(ExportRow).where(ExportRow.brand_id == brand.id).order_by(ExportRow.id)
        first, second = (row.body for row in session.scalars(query))
    assert first["since"] is None
    assert second["since"] == first["until"]


@pytest.mark.parametrize("email", ["ana@bücher.example", "ana@faß.example", "用户@例え.テスト"])
def test_a_form_takes_international_addresses(api: BrandApi, path: str, email: str) -> None:
    assert create(api, path, email=email)["email"] == email
    refused(api.post(path, json={"email": "ana@ü_b.example"}), "email")
