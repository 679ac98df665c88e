"""What other parts start: a form that is sent, an order that is paid, a tag that is given.

Over HTTP, from the visitor's call to what stands in the brand afterwards (document: Events).
"""

from typing import Any

import pytest
from automations_driver import chain, deploy, logged
from awaited import eventually
from paying import Paying
from platform_process import BrandApi, TestBrand
from sqlalchemy import select

from funneldesk.server.parts.automations.tables import ContactTagRow

FIELDS = [
    {"name": "Your e-mail", "type": "email", "required": True},
    {"name": "City", "type": "text"},
]


@pytest.fixture
def form(api: BrandApi) -> dict[str, Any]:
    """A collection of two fields."""
    answer = api.post("/collections", json={"name": "Contact", "fields": FIELDS})
    assert answer.status_code == 200, answer.text
    made: dict[str, Any] = answer.json()
    return made


def node(code: str, type_: str, **data: Any) -> dict[str, Any]:
    return {"code": code, "type": type_, "data": data}


def tags(brand: TestBrand) -> set[tuple[str, str]]:
    with brand.database.reading() as session:
        rows = session.scalars(select(ContactTagRow).where(ContactTagRow.brand_id == brand.id))
        return {(row.email, row.tag) for row in rows}


def test_a_form_starts_its_automation_and_no_other(
    brand: TestBrand, api: BrandApi, form: dict[str, Any]
) -> None:
    is_lisbon = node("if", "condition", expression="city == 'Lisbon'")
    mine = deploy(api, chain(is_lisbon, node("tag", "add_tag", tag="from {{city}}")), "Mine")
    other = deploy(api, chain(node("tag", "add_tag", tag="other")), "Other")
    api.put(f"/automations/{mine['id']}", json={"collection_code": form["code"]})
    api.put(f"/automations/{other['id']}", json={"collection_code": "elsewhere"})
    sent = {"your_e_mail": "Ann@example.com", "city": "Lisbon"}
    visitor = brand.visitor()
    assert visitor.post(f"/-/collections/{form['code']}", data=sent).status_code < 400
    assert logged(api, mine["id"], 3)[-1] == ("tag", "success")
    assert tags(brand) == {("ann@example.com", "from Lisbon")}
    sent["city"] = "Porto"
    answer = api.post(f"/collections/{form['id']}/entries", json=sent)
    assert answer.status_code == 201, answer.text
    logged(api, mine["id"], 5)
    (event,) = api.get(f"/automations/{mine['id']}/events").json()
    assert (event["type"], event["count"]) == ("form_submission", 2)
    assert api.get(f"/automations/{other['id']}/events").json() == []


def test_a_form_that_is_refused_starts_nothing(
    brand: TestBrand, api: BrandApi, form: dict[str, Any]
) -> None:
    made = deploy(api, chain(node("tag", "add_tag", tag="x")))
    answer = brand.visitor().post(f"/-/collections/{form['code']}", data={"city": "Lisbon"})
    assert answer.status_code == 422
    assert api.get(f"/automations/{made['id']}/events").json() == []


def test_a_purchase_starts_an_automation_with_its_total(brand: TestBrand, api: BrandApi) -> None:
    big = node("if", "condition", expression="total >= 100 and products contains 'A jar'")
    ticket = node("call", "create_ticket", subject="Thank {{name}}", message="{{order_code}}")
    made = deploy(api, chain(big, ticket, trigger="purchase"))
    pay = Paying(brand)
    pay.order(items=[{"name": "A jar", "price": 50}])
    pay.order(items=[{"name": "A jar", "price": 50, "quantity": 3}])
    logged(api, made["id"], 5)
    (found,) = eventually(lambda: api.get("/tickets").json()["data"])
    assert found["subject"] == "Thank Ann Lee"
    codes = [row["code"] for row in api.get("/conversions").json()["data"]]
    assert found["preview_message"] in codes


def test_an_entry_that_a_run_made_is_moved_by_it(brand: TestBrand, api: BrandApi) -> None:
    entity = api.post(
        "/crm/entities", json={"name": "Deals", "slug": "deals", "preset": "deals"}
    ).json()
    (pipeline, *_) = api.get(f"/crm/entities/{entity['id']}/pipelines").json()
    stage = pipeline["stages"][1]
    made = deploy(
        api,
        chain(
            node("deal", "create_crm_entry", entity="deals", title="Order {{order_code}}"),
            node("move", "move_stage", stage=stage["name"]),
            trigger="purchase",
        ),
    )
    Paying(brand).order()
    assert [status for _code, status in logged(api, made["id"], 3)] == ["success"] * 3
    (entry,) = api.get(f"/crm/entities/{entity['id']}/entries").json()["data"]
    assert entry["stage_id"] == stage["id"]
    assert entry["title"].startswith("Order ")
