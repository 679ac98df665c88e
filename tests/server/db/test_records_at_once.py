"""Many who write CRM records, forms and tickets at once: no call breaks, every count is right."""

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import httpx
import pytest
from platform_process import BrandApi, TestBrand


def at_once(calls: Sequence[Callable[[], httpx.Response]]) -> list[httpx.Response]:
    """Make the calls four at a time; none of them breaks the platform."""
    with ThreadPoolExecutor(4) as pool:
        answers = list(pool.map(lambda call: call(), calls))
    assert {answer.status_code for answer in answers} <= {200, 201, 404, 422}, [
        answer.text for answer in answers if answer.status_code >= 500
    ]
    return answers


@pytest.fixture
def apis(brand: TestBrand) -> list[BrandApi]:
    """Four connections."""
    return [brand.api() for _ in range(4)]


def make(api: BrandApi, path: str, **body: Any) -> dict[str, Any]:
    answer = api.post(path, json=body)
    assert answer.status_code in (200, 201), answer.text
    made: dict[str, Any] = answer.json()
    return made


@pytest.mark.parametrize("turn", range(3))
def test_stages_and_entities_go_while_entries_come(apis: list[BrandApi], turn: int) -> None:
    api = apis[0]
    made = make(api, "/crm/entities", name="D", slug="d", preset="deals")
    pipeline = made["pipelines"][0]
    stages = [stage["id"] for stage in pipeline["stages"]]
    path = f"/crm/entities/{made['id']}/entries"

    def enter(number: int) -> Callable[[], httpx.Response]:
        stage = stages[(number + turn) % len(stages)]
        body = {"title": "x", "pipeline_id": pipeline["id"], "stage_id": stage}
        return lambda: apis[number % 4].post(path, json=body)

    def drop(number: int) -> Callable[[], httpx.Response]:
        return lambda: apis[number % 4].delete(f"/crm/stages/{stages[number]}")

    calls = [enter(number) for number in range(16)]
    calls[turn + 1 : turn + 1] = [drop(number) for number in range(len(stages))]
    entered = sum(answer.status_code == 201 for answer in at_once(calls))
    assert api.get(path).json()["total"] == entered
    left = api.get(f"/crm/pipelines/{pipeline['id']}/stages").json()
    assert [stage["position"] for stage in left] == list(range(len(left)))
    columns = [api.get(path, params={"stage_id": stage["id"]}).json()["total"] for stage in left]
    assert sum(columns) == entered
    away = [lambda: api.delete(f"/crm/entities/{made['id']}")]
    at_once([*map(enter, range(6)), *away, *map(enter, range(6))])
    assert api.get(path).status_code == 404


def test_stages_are_reordered_by_several(apis: list[BrandApi]) -> None:
    made = make(apis[0], "/crm/entities", name="D", slug="d", preset="deals")
    pipeline = made["pipelines"][0]
    ids = [stage["id"] for stage in pipeline["stages"]]

    def turn(number: int) -> Callable[[], httpx.Response]:
        turned = ids[number % 5 :] + ids[: number % 5]
        wishes = [{"id": id_, "position": place} for place, id_ in enumerate(turned)]
        return lambda: apis[number % 4].put("/crm/stages/reorder", json={"stages": wishes})

    answers = at_once([turn(number) for number in range(20)])
    assert {answer.status_code for answer in answers} == {200}
    after = apis[0].get(f"/crm/pipelines/{pipeline['id']}/stages").json()
    assert [stage["position"] for stage in after] == list(range(5))
    order = [stage["id"] for stage in after]
    assert order in [ids[turned:] + ids[:turned] for turned in range(5)]


def test_forms_change_and_go_while_entries_come(apis: list[BrandApi]) -> None:
    fields = [{"name": "Mail", "type": "email"}, {"name": "Note", "type": "text"}]
    made = make(apis[0], "/collections", name="F", fields=fields, on_new_entry="create_new_ticket")
    path = f"/collections/{made['id']}"
    note = made["fields"][1]["id"]

    def enter(number: int) -> Callable[[], httpx.Response]:
        body = {"mail": f"a{number}@example.com", "note": f"word{number}"}
        return lambda: apis[number % 4].post(f"{path}/entries", json=body)

    def change(number: int) -> Callable[[], httpx.Response]:
        sent = [{"id": note, "searchable": number % 2 == 1}]
        return lambda: apis[number % 4].put(path, json={"fields": sent})

    calls = [change(number) if number % 4 == 3 else enter(number) for number in range(32)]
    assert {answer.status_code for answer in at_once(calls)} == {200, 201}
    assert apis[0].get(path).json()["total_entries"] == 24
    assert apis[0].get("/tickets/statuses").json()["open"] == 24
    ids = [row["id"] for row in apis[0].get(f"{path}/entries").json()["data"]]

    def drop(number: int) -> Callable[[], httpx.Response]:
        gone = {"ids": [ids[number], ids[number + 1]]}
        return lambda: apis[number % 4].delete(f"{path}/entries/bulk-delete", json=gone)

    deleted = sum(answer.json()["deleted"] for answer in at_once([drop(n) for n in range(10)]))
    assert deleted == 11
    assert apis[0].get(path).json()["total_entries"] == 13
    away = [lambda: apis[1].delete(path)]
    at_once([*map(enter, range(6)), *away, *map(enter, range(6))])
    assert apis[0].get(path).status_code == 404


def test_replies_and_statuses_of_one_ticket(apis: list[BrandApi]) -> None:
    fields = [{"name": "Mail", "type": "email"}]
    form = make(apis[0], "/collections", name="F", fields=fields, on_new_entry="create_new_ticket")
    make(apis[0], f"/collections/{form['id']}/entries", mail="a@example.com")
    code = apis[0].get("/tickets").json()["data"][0]["ticket_code"]
    reply = {"message": "x", "type": "agent_message"}

    def work(number: int) -> Callable[[], httpx.Response]:
        if number % 3:
            return lambda: apis[number % 4].post(f"/tickets/{code}/messages", json=reply)
        return lambda: apis[number % 4].post(f"/tickets/{code}/set-status/closed")

    at_once([work(number) for number in range(30)])
    assert len(apis[0].get(f"/tickets/{code}/messages").json()["data"]) == 21
    row = apis[0].get("/tickets").json()
    assert row["statuses"][row["data"][0]["status"]] == 1
    assert sum(row["statuses"].values()) == 1
