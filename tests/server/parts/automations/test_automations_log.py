"""The log of automations: what a run knew at each of its steps."""

from collections.abc import Mapping
from typing import Any

from automations_driver import chain, deploy_unchecked, logged, logs
from platform_process import TestBrand

ANN = {"email": "ann@example.com", "plan": "gold"}


def node(code: str, type_: str, **data: Any) -> dict[str, Any]:
    return {"code": code, "type": type_, "data": data}


def fire(brand: TestBrand, made: Mapping[str, Any], subject: Mapping[str, Any]) -> None:
    answer = brand.client(brand.base_url).post(f"/webhooks/{made['postback_code']}", json=subject)
    assert answer.status_code == 200, answer.text


def test_the_log_tells_what_a_run_knew_at_each_step(brand: TestBrand) -> None:
    api = brand.api()
    made = deploy_unchecked(
        brand, chain(node("ticket", "create_ticket", subject="Hi"), node("tag", "add_tag"))
    )
    fire(brand, made, ANN)
    logged(api, made["id"], 3)
    start, ticket, tag = (line["data"] for line in logs(api, made["id"]))
    assert start == ticket
    assert ticket["plan"] == "gold"
    assert set(tag) - set(ticket) == {"ticket_code"}
    fire(brand, made, {**ANN, "note": "x" * 5_000})
    logged(api, made["id"], 6)
    assert [line["data"] for line in logs(api, made["id"])[3:]] == [None] * 3
