"""What tests of split tests do again and again."""

from typing import Any

from platform_process import BrandApi

ITEMS = [
    {"name": "Control", "node_code": "aaa", "weight": 50},
    {"name": "Bold", "node_code": "bbb", "weight": 50},
]
NEW = {"name": "Headline", "type": "split_test", "config": {"items": ITEMS}}
MISSING = 999_999_999
HUGE = 2**63


def create(api: BrandApi, **fields: object) -> dict[str, Any]:
    answer = api.post("/split-tests", json={"split_test": {**NEW, **fields}})
    assert answer.status_code == 200, answer.text
    made: dict[str, Any] = answer.json()
    return made


def put(api: BrandApi, test: dict[str, Any], **fields: object) -> Any:
    return api.put(f"/split-tests/{test['id']}", json={"split_test": fields})


def read(api: BrandApi, test: dict[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = api.get(f"/split-tests/{test['id']}").json()
    return found


def refused(answer: Any, *fields: str) -> None:
    assert answer.status_code == 422, answer.text
    assert sorted(answer.json()["errors"]) == sorted(fields)


def declare(api: BrandApi, test: dict[str, Any], **fields: object) -> Any:
    body = {"winner_node_code": "bbb", "variant_name": "Bold", **fields}
    return api.post(f"/split-tests/{test['id']}/declare-winner", json={"split_test": body})
