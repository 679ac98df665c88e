"""One record of each kind of a brand, found over HTTP: what paths, bodies and queries may name."""

from collections.abc import Mapping
from typing import Any

import httpx
from endpoint_table import Endpoint

NOBODYS: Mapping[str, Any] = {
    "click_code": "0zzzzzzzzzz",
    "component_code": "custom-nobodys",
    "conversion": "ZZZZZZZZZZ",
    "crm_entry": "f" * 24,
    "collection_code": "nobodys",
    "collection_entry": "f" * 24,
    "customer": "nobody@example.com",
    "enrollment": "f" * 24,
    "node_code": "zzzzzzzz",
    "product_code": "NOBODYS",
    "replay": "f" * 24,
    "session": "f" * 24,
    "subscription": "txn_nobodys",
    "ticket": "ZZZZZZZZZZ",
}
"""Names in the manner of each kind that no record has; all others are this number:"""

NO_ID = 987654321

_KINDS = {
    ("code", "conversions"): "conversion",
    ("customerEmail", "customers"): "customer",
    ("entry", "collections"): "collection_entry",
    ("entry", "crm"): "crm_entry",
    ("field", "crm"): "crm_field",
    ("id", "subscriptions"): "subscription",
    ("ticket_code", "tickets"): "ticket",
}
LITERALS = {"status": "open", "type": "utm_source", "field": "country"}


def kind_of(name: str, endpoint: Endpoint) -> str | None:
    """The kind of record that a parameter of a path names; None for a plain word."""
    if name == "sessionId":
        return "session" if "/clicks/" in endpoint.path else "replay"
    if name == "domain" and "/tracking-domains/" in endpoint.path:
        return "tracking_domain"
    kind = _KINDS.get((name, endpoint.part))
    return kind or (None if name in LITERALS else name)


def nobodys(kind: str) -> Any:
    """A name of this kind that no record has."""
    return NOBODYS.get(kind, NO_ID)


class Finder:
    """Reads a brand by its owner's key."""

    def __init__(self, client: httpx.Client, root: str) -> None:
        self._client = client
        self._root = root

    def get(self, path: str, **query: Any) -> Any:
        """A body, without the envelope of a list."""
        answer = self._client.get(f"{self._root}{path}", params=query)
        assert answer.status_code == 200, f"{path}: {answer.text[:200]}"
        body = answer.json()
        return body["data"] if isinstance(body, dict) and "data" in body else body

    def post(self, path: str, body: Mapping[str, Any]) -> Any:
        """Make what the sample lacks."""
        answer = self._client.post(f"{self._root}{path}", json=body)
        assert answer.status_code in (200, 201), answer.text
        return answer.json()

    def first(self, path: str, name: str = "id", **query: Any) -> Any:
        """A field of the first row of a list."""
        return self.get(path, **query)[0][name]


def records_of(client: httpx.Client, root: str, brand: int) -> dict[str, Any]:
    """One record of each kind by the kind; those inside of another are of the one named here."""
    finder = Finder(client, root)
    read = (_catalog, _orders, _tracking, _crm, _collections, _courses, _quizzes, _sites)
    found: dict[str, Any] = {"brand": brand}
    for some in read:
        found |= some(finder, brand)
    return found


def _catalog(finder: Finder, _brand: int) -> dict[str, Any]:
    tests = [row for row in finder.get("/split-tests") if row["status"] == "running"]
    test = tests[0]
    note = finder.post(
        f"/split-tests/{test['id']}/notes", {"split_test": {"content": "A private note"}}
    )
    product = finder.get("/products/all")[0]
    return {
        "page": finder.first("/pages/all"),
        "component": finder.first("/components"),
        "component_code": finder.first("/components", "code"),
        "product": product["id"],
        "product_code": product["code"],
        "funnel": finder.first("/funnels/all"),
        "split_test": test["id"],
        "node_code": test["config"]["items"][0]["node_code"],
        "note": note["id"],
    }


def _orders(finder: Finder, _brand: int) -> dict[str, Any]:
    subscription = finder.get("/subscriptions")[0]
    return {
        "subscription": subscription["id"],
        "merchant": subscription["merchant_id"],
        "conversion": finder.first("/conversions", "code"),
        "customer": finder.first("/customers", "customer_email"),
        "ticket": finder.first("/tickets", "ticket_code"),
        "automation": finder.first("/automations"),
    }


def _tracking(finder: Finder, _brand: int) -> dict[str, Any]:
    clicks = finder.get("/clicks")
    replays = (finder.get("/replays", session_id=click["session_id"]) for click in clicks)
    return {
        "click": clicks[0]["id"],
        "click_code": clicks[0]["code"],
        "session": clicks[0]["session_id"],
        "replay": next(found for found in replays if found)[0]["id"],
    }


def _crm(finder: Finder, _brand: int) -> dict[str, Any]:
    entity = finder.first("/crm/entities")
    whole = finder.get(f"/crm/entities/{entity}")
    entry = finder.get(f"/crm/entities/{entity}/entries")[0]
    return {
        "entity": entity,
        "crm_field": whole["fields"][0]["id"],
        "pipeline": entry["pipeline_id"],
        "stage": entry["stage_id"],
        "crm_entry": entry["id"],
    }


def _collections(finder: Finder, _brand: int) -> dict[str, Any]:
    filled = [row for row in finder.get("/collections") if row["total_entries"]]
    row = filled[0]
    return {
        "collection": row["id"],
        "collection_code": row["code"],
        "collection_field": finder.first(f"/collections/{row['id']}/fields"),
        "collection_entry": finder.first(f"/collections/{row['id']}/entries"),
    }


def _courses(finder: Finder, _brand: int) -> dict[str, Any]:
    course = next(row["id"] for row in finder.get("/courses") if row["enrollments_count"])
    modules = finder.get(f"/courses/{course}/modules")
    return {
        "course": course,
        "enrollment": finder.first(f"/courses/{course}/enrollments"),
        "module": modules[0]["id"],
        "content": modules[0]["contents"][0]["id"],
    }


def _quizzes(finder: Finder, _brand: int) -> dict[str, Any]:
    quiz = finder.first("/quizzes")
    return {"quiz": quiz, "screen": finder.first(f"/quizzes/{quiz}/screens")}


def _sites(finder: Finder, brand: int) -> dict[str, Any]:
    name = f"track-{brand}.shop.example"
    tracking = finder.post("/tracking-domains", {"domain": name})["domain"]
    blog = finder.first("/blogs")
    category = finder.post(f"/blogs/{blog}/categories", {"name": "A private category"})
    return {
        "domain": finder.first("/domains"),
        "tracking_domain": tracking["id"],
        "blog": blog,
        "category": category["id"],
    }
