"""Entries of CRM, one by one and by the thousand (document: CRM, Entry; quirks 14 and 45)."""

from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from platform_process import BrandApi, NewBrand, TestBrand

from funneldesk.contract.crm import CrmEntry
from funneldesk.server.db.types import at
from funneldesk.server.parts.crm.store import NewEntry, NewMove, create_many, move_many, move_stage
from funneldesk.server.web.errors import Refused

LONG_AGO = datetime(2024, 5, 1, 12, tzinfo=UTC)


class Board:
    """An entity with two pipelines of three stages each, and some fields."""

    def __init__(self, api: BrandApi) -> None:
        self.api = api
        self.entity = self.make("/entities", name="Deals", slug="deals")["id"]
        self.pipelines, self.stages = [], []
        for name in ("Sales", "Repeat"):
            pipeline = self.make(f"/entities/{self.entity}/pipelines", name=name)["id"]
            self.pipelines.append(pipeline)
            path = f"/pipelines/{pipeline}/stages"
            self.stages.append([self.make(path, name=stage)["id"] for stage in ("A", "B", "C")])
        fields = f"/entities/{self.entity}/fields"
        self.make(fields, name="Amount", key="amount", type="number")
        self.make(fields, name="Mail", key="mail", type="email")
        self.make(fields, name="Tags", key="tags", type="multi_select", options=["x", "y"])

    def make(self, path: str, **body: Any) -> dict[str, Any]:
        answer = self.api.post(f"/crm{path}", json=body)
        assert answer.status_code == 201, answer.text
        made: dict[str, Any] = answer.json()
        return made

    @property
    def path(self) -> str:
        return f"/crm/entities/{self.entity}/entries"

    def place(self, pipeline: int = 0, stage: int = 0) -> dict[str, int]:
        return {
            "pipeline_id": self.pipelines[pipeline],
            "stage_id": self.stages[pipeline][stage],
        }

    def entry(self, title: str = "A deal", **fields: Any) -> dict[str, Any]:
        body = {"title": title, **self.place(), **fields}
        return self.make(f"/entities/{self.entity}/entries", **body)

    def titles(self, **query: Any) -> list[str]:
        answer = self.api.get(self.path, params=query)
        assert answer.status_code == 200, answer.text
        return [row["title"] for row in answer.json()["data"]]

    def total(self, **query: Any) -> int:
        total: int = self.api.get(self.path, params=query).json()["total"]
        return total


@pytest.fixture
def board(api: BrandApi) -> Board:
    return Board(api)


def refused(answer: Any, *fields: str) -> None:
    assert answer.status_code == 422, answer.text
    assert sorted(answer.json()["errors"]) == sorted(fields)


@pytest.mark.endpoint(
    "POST /api/brands/{brand}/crm/entities/{entity}/entries", cites="CRM, Entry; quirk 45"
)
@pytest.mark.endpoint("GET /api/brands/{brand}/crm/entries/{entry}", cites="Endpoints: CRM")
@pytest.mark.endpoint(
    "GET /api/brands/{brand}/crm/entities/{entity}/entries/{entry}", cites="Endpoints: CRM"
)
def test_quirk_45_values_are_written_as_an_object_and_read_as_an_array(
    board: Board, api: BrandApi, brand: TestBrand
) -> None:
    values = {"mail": "ann@example.com", "amount": 12.5, "tags": ["y"]}
    made = board.entry(
        values=values,
        reference_type="order",
        reference_id="T-1",
        assigned_to_user_id=7,
        assigned_to_team_id=8,
    )
    assert isinstance(made["id"], str)
    assert made["values"] == [
        {"key": "amount", "value": 12.5},
        {"key": "mail", "value": "ann@example.com"},
        {"key": "tags", "value": ["y"]},
    ]
    assert made["values_flat"] == values
    assert (made["reference_type"], made["reference_id"]) == ("order", "T-1")
    assert (made["assigned_to_user_id"], made["assigned_to_team_id"]) == (7, 8)
    assert (made["brand_id"], made["crm_entity_id"]) == (brand.id, board.entity)
    assert {name: made[name] for name in board.place()} == board.place()
    assert api.get(f"/crm/entries/{made['id']}").json() == made
    assert api.get(f"{board.path}/{made['id']}").json() == made
    assert CrmEntry.model_validate(made).model_extra == {}


def test_an_entry_without_values_has_empty_ones(board: Board) -> None:
    made = board.entry()
    assert (made["values"], made["values_flat"]) == ([], {})


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"title": None}, "title"),
        ({"title": ""}, "title"),
        ({"title": "x" * 256}, "title"),
        ({"pipeline_id": None}, "pipeline_id"),
        ({"pipeline_id": 987654321}, "pipeline_id"),
        ({"stage_id": None}, "stage_id"),
        ({"stage_id": 987654321}, "stage_id"),
        ({"stage_id": 2**63}, "stage_id"),
        ({"values": []}, "values"),
        ({"values": {"colour": "red"}}, "values.colour"),
        ({"values": {"mail": "nobody"}}, "values.mail"),
        ({"values": {"amount": "much"}}, "values.amount"),
        ({"values": {"tags": ["z"]}}, "values.tags"),
        ({"assigned_to_user_id": "me"}, "assigned_to_user_id"),
        ({"reference_type": "a\0"}, "reference_type"),
    ],
)
def test_an_entry_that_is_not_valid_is_refused(
    board: Board, change: dict[str, object], field: str
) -> None:
    refused(board.api.post(board.path, json={"title": "x", **board.place(), **change}), field)
    assert board.total() == 0


def test_a_required_field_is_enforced(board: Board) -> None:
    fields = f"/entities/{board.entity}/fields"
    board.make(fields, name="Size", key="size", type="text", required=True)
    body = {"title": "x", **board.place()}
    refused(board.api.post(board.path, json=body), "values.size")
    made = board.entry(values={"size": "L"})
    path = f"/crm/entries/{made['id']}"
    refused(board.api.put(path, json={"values": {"size": None}}), "values.size")
    assert board.api.put(path, json={"values": {"amount": 1}}).status_code == 200


def test_a_stage_must_belong_to_the_pipeline_and_this_to_the_entity(board: Board) -> None:
    wrong = {"title": "x", "pipeline_id": board.pipelines[0], "stage_id": board.stages[1][0]}
    refused(board.api.post(board.path, json=wrong), "stage_id")
    other = board.make("/entities", name="Other", slug="other")["id"]
    body = {"title": "x", **board.place()}
    refused(board.api.post(f"/crm/entities/{other}/entries", json=body), "pipeline_id")


@pytest.mark.endpoint("PUT /api/brands/{brand}/crm/entries/{entry}", cites="Endpoints: CRM")
@pytest.mark.endpoint(
    "PUT /api/brands/{brand}/crm/entities/{entity}/entries/{entry}", cites="Endpoints: CRM"
)
def test_an_entry_changes_only_what_is_sent(board: Board, api: BrandApi) -> None:
    made = board.entry(values={"amount": 5, "mail": "a@example.com"}, reference_id="9")
    path = f"/crm/entries/{made['id']}"
    after = api.put(path, json={"values": {"amount": 6}}).json()
    changed = {name for name in after if after[name] != made[name]}
    assert changed == {"values", "values_flat", "updated_at"}
    assert after["values_flat"] == {"amount": 6, "mail": "a@example.com"}
    after = api.put(f"{board.path}/{made['id']}", json={"title": "New", "values": {"mail": ""}})
    assert after.json()["values_flat"] == {"amount": 6}
    assert board.titles(q="new") == ["New"]
    assert api.put(path, json={"reference_id": ""}).json()["reference_id"] is None
    refused(api.put(path, json={"title": ""}), "title")
    refused(api.put(path, json={"stage_id": board.stages[1][0]}), "stage_id")
    refused(api.put(path, json={"pipeline_id": board.pipelines[1]}), "stage_id")
    moved = api.put(path, json=board.place(1, 2)).json()
    assert (moved["pipeline_id"], moved["stage_id"]) == (board.pipelines[1], board.stages[1][2])
    assert moved["stage_entered_at"] > made["stage_entered_at"]
    assert board.total(pipeline_id=board.pipelines[0]) == 0
    assert board.total(stage_id=board.stages[1][2]) == 1


@pytest.mark.endpoint("PUT /api/brands/{brand}/crm/entries/{entry}/stage", cites="Endpoints: CRM")
@pytest.mark.endpoint(
    "PUT /api/brands/{brand}/crm/entities/{entity}/entries/{entry}/stage", cites="Endpoints: CRM"
)
def test_an_entry_moves_within_its_pipeline(board: Board, api: BrandApi) -> None:
    made = board.entry()
    for path, stage in (
        (f"/crm/entries/{made['id']}/stage", board.stages[0][1]),
        (f"{board.path}/{made['id']}/stage", board.stages[0][2]),
    ):
        answer = api.put(path, json={"stage_id": stage})
        assert answer.status_code == 200
        assert list(answer.json()) == ["id", "stage_id", "updated_at"]
        assert (answer.json()["id"], answer.json()["stage_id"]) == (made["id"], stage)
        read = api.get(f"/crm/entries/{made['id']}").json()
        assert (read["stage_id"], read["updated_at"]) == (stage, answer.json()["updated_at"])
        assert read["stage_entered_at"] == read["updated_at"]
        refused(api.put(path, json={"stage_id": board.stages[1][0]}), "stage_id")
        refused(api.put(path, json={}), "stage_id")
    assert [board.total(stage_id=stage) for stage in board.stages[0]] == [0, 0, 1]


def test_an_entry_is_found_under_its_own_entity_only(
    board: Board, api: BrandApi, new_brand: NewBrand
) -> None:
    made = board.entry()
    other = board.make("/entities", name="Other", slug="other")["id"]
    stage = {"stage_id": board.stages[0][1]}
    for words in (f"/entities/{other}/entries/{made['id']}", "/entries/nonsense", "/entries/%00"):
        assert api.get(f"/crm{words}").status_code == 404
        assert api.put(f"/crm{words}", json={"title": "x"}).status_code == 404
        assert api.put(f"/crm{words}/stage", json=stage).status_code == 404
    assert new_brand().api().get(f"/crm/entries/{made['id']}").status_code == 404


@pytest.mark.endpoint(
    "GET /api/brands/{brand}/crm/entities/{entity}/entries", cites="Endpoints: CRM; quirk 14"
)
def test_entries_are_listed_the_newest_first(board: Board, api: BrandApi) -> None:
    for number in range(27):
        board.entry(f"Deal {number}")
    answer = api.get(board.path).json()
    assert set(answer) == {"data", "current_page", "last_page", "per_page", "total"}
    numbers = (answer["current_page"], answer["last_page"], answer["per_page"], answer["total"])
    assert numbers == (1, 2, 25, 27)
    assert [row["title"] for row in answer["data"]] == [f"Deal {n}" for n in range(26, 1, -1)]
    assert board.titles(page=2) == ["Deal 1", "Deal 0"]
    assert board.titles(page=3) == []
    assert board.titles(per_page=2, page=13) == ["Deal 2", "Deal 1"]
    for wrong in ({"per_page": 0}, {"per_page": 101}, {"page": 0}, {"stage_id": "x"}):
        refused(api.get(board.path, params=wrong), next(iter(wrong)))
    refused(api.get(board.path, params={"q": "a\0b"}), "q")


def test_lists_are_narrowed(board: Board) -> None:
    board.entry("Ünder 100%", **board.place(0, 1), reference_type="order", reference_id="1")
    board.entry("other", **board.place(1, 0), reference_type="order", reference_id="2")
    board.entry("under_score", **board.place(0, 0), reference_type="customer", reference_id="1")
    assert board.titles(pipeline_id=board.pipelines[0]) == ["under_score", "Ünder 100%"]
    assert board.titles(stage_id=board.stages[0][1]) == ["Ünder 100%"]
    both = {"pipeline_id": board.pipelines[1], "stage_id": board.stages[0][1]}
    assert board.titles(**both) == []
    assert board.titles(pipeline_id=987654321) == []
    assert board.titles(reference_type="order") == ["other", "Ünder 100%"]
    assert board.titles(reference_type="order", reference_id=1) == ["Ünder 100%"]
    assert board.titles(q="ünder") == ["under_score", "Ünder 100%"]
    assert board.titles(q="0%") == ["Ünder 100%"]
    assert board.titles(q="R_S") == ["under_score"]
    assert board.titles(q="er", stage_id=board.stages[0][0]) == ["under_score"]
    assert board.total(q="er") == 3


def test_include_customer_shows_whom_an_entry_refers_to(board: Board, brand: TestBrand) -> None:
    from funneldesk.server.parts.customers.tables import CustomerRow

    with brand.database.writing() as session:
        session.add(
            CustomerRow(
                brand_id=brand.id,
                email_key="ann@example.com",
                customer_email="Ann@example.com",
                customer_name="Ann",
            )
        )
        session.add(
            CustomerRow(
                brand_id=brand.id,
                email_key="zoë@xn--bcher-kva.example",
                customer_email="zoë@bücher.example",
            )
        )
    board.entry("hers", reference_type="customer", reference_id="ANN@example.com")
    board.entry("theirs", reference_type="customer", reference_id="Zoë@bücher.example")
    board.entry("nobody's", reference_type="customer", reference_id="who@example.com")
    board.entry("order", reference_type="order", reference_id="ann@example.com")
    rows = board.api.get(board.path, params={"include_customer": "true"}).json()["data"]
    shown = {row["title"]: row["customer"] and row["customer"]["email"] for row in rows}
    assert shown == {
        "hers": "Ann@example.com",
        "theirs": "zoë@bücher.example",
        "nobody's": None,
        "order": None,
    }
    assert "customer" not in board.api.get(board.path).json()["data"][0]


def test_renaming_a_field_keeps_its_values_and_deleting_it_hides_them(board: Board) -> None:
    made = board.entry(values={"amount": 5, "mail": "a@example.com"})
    read = board.api.get(f"/crm/entities/{board.entity}").json()
    amount, mail, _tags = (field["id"] for field in read["fields"])
    board.api.put(f"/crm/fields/{amount}", json={"key": "worth"})
    board.api.delete(f"/crm/fields/{mail}")
    board.make(f"/entities/{board.entity}/fields", name="Mail", key="mail", type="text")
    flat = board.api.get(f"/crm/entries/{made['id']}").json()["values_flat"]
    assert flat == {"worth": 5}


def test_many_are_made_and_moved_by_the_same_rules(board: Board, brand: TestBrand) -> None:
    stages = board.stages[0]
    new = [
        NewEntry(
            f"Deal {number}",
            board.pipelines[0],
            stages[number % 2],
            {"amount": number},
            created_at=LONG_AGO + timedelta(minutes=number),
        )
        for number in range(2_100)
    ]
    with brand.database.writing() as session:
        ids = create_many(session, brand.id, board.entity, new)
        later = LONG_AGO + timedelta(days=9)
        moves = [NewMove(ids[0], stages[1], LONG_AGO), NewMove(ids[0], stages[2], later)]
        move_many(session, brand.id, moves)
        with at(later):
            move_stage(session, brand.id, ids[1], stages[2])
    assert len(set(ids)) == 2_100
    assert [board.total(stage_id=stage) for stage in stages] == [1_049, 1_049, 2]
    assert (board.total(), board.total(pipeline_id=board.pipelines[0])) == (2_100, 2_100)
    read = board.api.get(f"/crm/entries/{ids[0]}").json()
    assert read["values_flat"] == {"amount": 0}
    assert datetime.fromisoformat(read["stage_entered_at"]) == later
    assert datetime.fromisoformat(read["created_at"]) == LONG_AGO
    assert board.titles(page=21, per_page=100)[-1] == "Deal 0"


@pytest.mark.parametrize(
    ("values", "field"), [({"mail": "no"}, "values.mail"), ({"nope": 1}, "values.nope")]
)
def test_many_are_refused_where_one_would_be(
    board: Board, brand: TestBrand, values: dict[str, object], field: str
) -> None:
    new = NewEntry("x", board.pipelines[0], board.stages[0][0], values)
    with pytest.raises(Refused) as caught, brand.database.writing() as session:
        create_many(session, brand.id, board.entity, [new])
    assert list(caught.value.body["errors"]) == [field]
    wrong = NewEntry("x", board.pipelines[0], board.stages[1][0])
    with pytest.raises(Refused), brand.database.writing() as session:
        create_many(session, brand.id, board.entity, [wrong])
    assert board.total() == 0


def test_totals_stay_right_when_many_write_at_once(board: Board, brand: TestBrand) -> None:
    apis = [brand.api() for _ in range(4)]
    ids = [board.entry(f"{number}")["id"] for number in range(8)]

    def work(number: int) -> None:
        api = apis[number % 4]
        api.post(board.path, json={"title": "x", **board.place(0, number % 3)})
        stage = board.stages[0][(number * 7) % 3]
        api.put(f"/crm/entries/{ids[number % 8]}/stage", json={"stage_id": stage})

    with ThreadPoolExecutor(4) as pool:
        list(pool.map(work, range(48)))
    assert board.total() == 56
    columns = [board.total(stage_id=stage) for stage in board.stages[0]]
    assert sum(columns) == 56
    for stage, total in zip(board.stages[0], columns, strict=True):
        assert len(board.titles(stage_id=stage, per_page=100)) == total
