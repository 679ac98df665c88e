"""What becomes of pages when domains change hands (document: Endpoints, Domains, move)."""

from typing import Any

import pytest
from platform_process import BrandApi, NewBrand, TestBrand

OURS = "funneldesk.localhost"


def add(api: BrandApi, label: str) -> dict[str, Any]:
    """A subdomain of the platform: it is active at once."""
    body = {"domain": label, "dedicated_domain": False}
    answer = api.post("/domains", json=body)
    assert answer.status_code == 200, answer.text
    made: dict[str, Any] = answer.json()
    return made


def refused(answer: Any, *fields: str) -> None:
    assert answer.status_code == 422, answer.text
    assert sorted(answer.json()["errors"]) == sorted(fields)


@pytest.mark.endpoint(
    "POST /api/brands/{brand}/domains/{domain}/move/preview", cites="Endpoints: Domains"
)
@pytest.mark.endpoint(
    "POST /api/brands/{brand}/domains/{domain}/move/apply", cites="Endpoints: Domains"
)
def test_a_move_takes_the_pages_along(brand: TestBrand) -> None:
    api = brand.api()
    old, new = add(api, "old-move"), add(api, "new-move")
    pages = [brand.page(title=f"P{number}", domain_id=old["id"]) for number in range(2)]
    stays = brand.page(title="Stays", slug="p0")
    body = {"target_domain_id": new["id"]}
    answer = api.post(f"/domains/{old['id']}/move/preview", json=body)
    assert answer.status_code == 200
    preview = answer.json()
    assert (preview["pages_affected"], preview["components_affected"]) == (2, 0)
    assert [(row["id"], row["title"]) for row in preview["preview"]] == [
        (page["id"], page["title"]) for page in pages
    ]
    assert {(row["current_domain"], row["new_domain"]) for row in preview["preview"]} == {
        (f"old-move.{OURS}", f"new-move.{OURS}")
    }
    assert api.get(f"/pages/{pages[0]['id']}").json()["domain_id"] == old["id"]
    applied = api.post(f"/domains/{old['id']}/move/apply", json=body)
    assert applied.json() == {"success": True, "pages_updated": 2, "components_updated": 0}
    assert {api.get(f"/pages/{p['id']}").json()["domain_id"] for p in pages} == {new["id"]}
    assert api.get(f"/pages/{stays['id']}").json()["domain_id"] is None
    assert api.post(f"/domains/{old['id']}/move/preview", json=body).json()["preview"] == []


def test_a_move_onto_a_slug_that_is_taken_is_422(brand: TestBrand) -> None:
    """Page: a slug is unique per domain."""
    api = brand.api()
    old, new = add(api, "old-clash"), add(api, "new-clash")
    brand.page(title="A", slug="offer", domain_id=old["id"])
    brand.page(title="B", slug="offer", domain_id=new["id"])
    body = {"target_domain_id": new["id"]}
    preview = api.post(f"/domains/{old['id']}/move/preview", json=body).json()
    assert preview["preview"][0]["slug_taken"] is True
    refused(api.post(f"/domains/{old['id']}/move/apply", json=body), "target_domain_id")


def test_a_move_goes_to_another_domain_of_the_brand(api: BrandApi, new_brand: NewBrand) -> None:
    made = add(api, "from")
    foreign = add(new_brand().api(), "foreign")["id"]
    track = api.post("/tracking-domains", json={"domain": "to.track.example"}).json()["domain"]
    for step in ("preview", "apply"):
        path = f"/domains/{made['id']}/move/{step}"
        for wrong in (foreign, track["id"], made["id"], 10**12, 0, True, "x", None):
            refused(api.post(path, json={"target_domain_id": wrong}), "target_domain_id")
        assert api.post(f"/domains/{foreign}/move/{step}", json={}).status_code == 422
        body = {"target_domain_id": made["id"]}
        assert api.post(f"/domains/{foreign}/move/{step}", json=body).status_code == 404


@pytest.mark.endpoint("DELETE /api/brands/{brand}/domains/{domain}", cites="Endpoints: Domains")
def test_pages_outlive_their_domain(brand: TestBrand) -> None:
    api = brand.api()
    made = add(api, "gone")
    kept = brand.page(title="Offer", slug="offer", domain_id=made["id"])
    taken = brand.page(title="Offer", slug="offer")
    answer = api.delete(f"/domains/{made['id']}")
    assert (answer.status_code, answer.json()) == (200, {"success": True})
    assert api.get(f"/domains/{made['id']}").status_code == 404
    assert api.get("/domains").json()["total"] == 0
    read = api.get(f"/pages/{kept['id']}").json()
    assert (read["domain_id"], read["slug"]) == (None, "offer-2")
    assert api.get(f"/pages/{taken['id']}").json()["slug"] == "offer"
    assert add(api, "gone")["id"] != made["id"]


def test_pages_stand_only_on_custom_domains_of_their_brand(
    api: BrandApi, new_brand: NewBrand
) -> None:
    foreign = add(new_brand().api(), "theirs")["id"]
    track = api.post("/tracking-domains", json={"domain": "no.track.example"}).json()["domain"]
    for wrong in (foreign, track["id"], 10**12):
        refused(api.post("/pages", json={"title": "x", "domain_id": wrong}), "domain_id")
