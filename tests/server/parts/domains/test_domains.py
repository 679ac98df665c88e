"""Domains: every endpoint of the part, against names from a file (document: Domain; quirk 56)."""

import json
import threading
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from platform_process import BrandApi, NewBrand, Place, Served, TestBrand, new_place, served

from funneldesk.contract.domains import DomainDraft, DomainPatch, MoveDraft, TrackingDomainDraft
from funneldesk.server.db.engine import Database
from funneldesk.server.db.types import at, now
from funneldesk.server.parts.domains import duty
from funneldesk.server.parts.domains.rules import (
    DomainCreate,
    DomainUpdate,
    MoveInput,
    TrackingCreate,
)
from funneldesk.server.platform import Platform
from funneldesk.server.settings import Settings

OURS = "funneldesk.localhost"


class Zone:
    """The file of names that the platform looks domains up in."""

    def __init__(self, file: Path) -> None:
        self.file = file
        self._lock = threading.Lock()
        self._names: dict[str, Any] = {}
        self.set()

    def set(self, **names: Any) -> None:
        """Add or replace names; underscores stand for dots."""
        with self._lock:
            self._names |= {name.replace("_", "."): entry for name, entry in names.items()}
            fresh = self.file.with_suffix(".new")
            fresh.write_text(json.dumps(self._names), "utf-8")
            fresh.replace(self.file)


@pytest.fixture(scope="module")
def zone(tmp_path_factory: pytest.TempPathFactory) -> Zone:
    """One file for all tests: each uses names of its own."""
    return Zone(tmp_path_factory.mktemp("zone") / "names.json")


@pytest.fixture(scope="module")
def platform(tmp_path_factory: pytest.TempPathFactory, zone: Zone) -> Iterator[Served]:
    """A platform that looks names up in the file."""
    with (
        new_place(tmp_path_factory.mktemp("platform")) as place,
        served(place, "--dns-zone", str(zone.file)) as running,
    ):
        yield running


@pytest.fixture(scope="module")
def database(platform: Served) -> Iterator[Database]:
    """The platform's database, opened a second time."""
    opened = Database(platform.place.url)
    yield opened
    opened.close()


@pytest.fixture
def clock(platform: Served, database: Database, zone: Zone) -> Any:
    """Lets the duty of domains run, so many seconds from now."""
    place: Place = platform.place
    settings = Settings(place.data, database=place.database, dns_zone=zone.file)
    here = Platform.open(database, settings)

    def turn(seconds: float = 0) -> None:
        with at(now() + timedelta(seconds=seconds)):
            duty.run(here)

    return turn


def add(api: BrandApi, domain: str, *, dedicated: bool = True) -> dict[str, Any]:
    answer = api.post("/domains", json={"domain": domain, "dedicated_domain": dedicated})
    assert answer.status_code == 200, answer.text
    made: dict[str, Any] = answer.json()
    return made


def target(brand: TestBrand) -> str:
    return f"b{brand.id}.pages.{OURS}"


def refused(answer: Any, *fields: str) -> None:
    assert answer.status_code == 422, answer.text
    assert sorted(answer.json()["errors"]) == sorted(fields)


def activate(brand: TestBrand, zone: Zone, clock: Any, domain: str) -> dict[str, Any]:
    """A custom domain, all the way to active."""
    api = brand.api()
    made = add(api, domain)
    zone.set(**{domain: {"cname": target(brand)}})
    assert api.post(f"/domains/{made['id']}/validate").json()["success"]
    assert api.post(f"/domains/{made['id']}/request-ssl").json()["success"]
    clock(60)
    read: dict[str, Any] = api.get(f"/domains/{made['id']}").json()
    assert (read["status"], read["ssl_ready"]) == ("active", True)
    return read


def test_the_platform_takes_the_fields_that_the_contract_sends() -> None:
    for taken, sent in (
        (DomainCreate, DomainDraft),
        (DomainUpdate, DomainPatch),
        (TrackingCreate, TrackingDomainDraft),
        (MoveInput, MoveDraft),
    ):
        assert set(taken.model_fields) == set(sent.model_fields)


@pytest.mark.endpoint("POST /api/brands/{brand}/domains", cites="States: Domain; quirk 20")
def test_a_custom_domain_begins_by_waiting_for_its_record(brand: TestBrand) -> None:
    made = add(brand.api(), "One.Begins.example.")
    assert (made["domain"], made["status"]) == ("one.begins.example", "pending-cname")
    assert (made["dedicated_domain"], made["cname_validated"], made["ssl_ready"]) == (
        True,
        False,
        False,
    )
    assert (made["is_tracking_domain"], made["brand_id"]) == (False, brand.id)
    assert {"id", "created_at"} <= set(made)


def test_a_subdomain_of_the_platform_is_active_at_once(api: BrandApi) -> None:
    """Endpoints, Domains: dedicated_domain false is a platform subdomain."""
    made = add(api, "sub-of-ours", dedicated=False)
    assert (made["domain"], made["status"]) == (f"sub-of-ours.{OURS}", "active")
    assert add(api, f"other-of-ours.{OURS}", dedicated=False)["status"] == "active"


@pytest.mark.parametrize(
    ("body", "fields"),
    [
        ({}, ["domain", "dedicated_domain"]),
        ({"domain": "a.example"}, ["dedicated_domain"]),
        ({"domain": "", "dedicated_domain": True}, ["domain"]),
        ({"domain": "no name", "dedicated_domain": True}, ["domain"]),
        ({"domain": "10.0.0.1", "dedicated_domain": True}, ["domain"]),
        ({"domain": "a.example", "dedicated_domain": "maybe"}, ["dedicated_domain"]),
        ({"domain": "a.example", "dedicated_domain": None}, ["dedicated_domain"]),
        ({"domain": "a.example", "dedicated_domain": False}, ["domain"]),
        ({"domain": f"x.{OURS}", "dedicated_domain": True}, ["domain"]),
        ({"domain": "pages", "dedicated_domain": False}, ["domain"]),
    ],
)
def test_what_is_no_domain_is_422(api: BrandApi, body: dict[str, Any], fields: list[str]) -> None:
    refused(api.post("/domains", json=body), *fields)


def test_a_domain_is_unique_in_the_world(api: BrandApi, new_brand: NewBrand) -> None:
    """Endpoints, Domains: globally unique; Errors: domain already taken."""
    other = new_brand()
    add(api, "taken.example")
    api.post("/tracking-domains", json={"domain": "taken.track.example"})
    for theirs in (other.api(), api):
        for name in ("TAKEN.example", "taken.track.example"):
            refused(theirs.post("/domains", json={"domain": name, "dedicated_domain": 1}), "domain")
            refused(theirs.post("/tracking-domains", json={"domain": name}), "domain")
    body = {"domain": f"b{other.id}", "dedicated_domain": False}
    refused(api.post("/domains", json=body), "domain")
    assert other.api().post("/domains", json=body).status_code == 200


@pytest.mark.endpoint("GET /api/brands/{brand}/domains", cites="Endpoints: Domains; quirk 11")
def test_the_list_has_pages_and_a_search(api: BrandApi) -> None:
    ids = [add(api, f"n{number}.list.example")["id"] for number in range(3)]
    api.post("/tracking-domains", json={"domain": "t.list.example"})
    whole = api.get("/domains").json()
    assert [row["id"] for row in whole["data"]] == ids[::-1]
    assert (whole["current_page"], whole["per_page"], whole["total"], whole["last_page"]) == (
        *(1, 25, 3, 1),
    )
    second = api.get("/domains", params={"per_page": 2, "page": 2}).json()
    assert ([row["id"] for row in second["data"]], second["last_page"]) == ([ids[0]], 2)
    found = api.get("/domains", params={"q": "N1.li"}).json()
    assert ([row["id"] for row in found["data"]], found["total"]) == ([ids[1]], 1)
    assert api.get("/domains", params={"q": "%"}).json()["total"] == 0
    assert api.get("/domains", params={"q": "a\0"}).status_code == 200
    for wrong in ({"per_page": 0}, {"per_page": 101}, {"page": 0}):
        assert api.get("/domains", params=wrong).status_code == 422


@pytest.mark.endpoint("GET /api/brands/{brand}/domains/all", cites="Endpoints: Domains; quirk 12")
def test_all_domains_come_as_a_bare_array(api: BrandApi) -> None:
    made = add(api, "all.example")
    rows = api.get("/domains/all").json()
    assert rows == [{"id": made["id"], "domain": "all.example", "status": "pending-cname"}]


@pytest.mark.endpoint("GET /api/brands/{brand}/domains/{domain}", cites="Domain")
def test_a_domain_is_read_by_its_own_brand_only(api: BrandApi, new_brand: NewBrand) -> None:
    made = add(api, "read.example")
    assert api.get(f"/domains/{made['id']}").json() == made
    track = api.post("/tracking-domains", json={"domain": "read.track.example"}).json()["domain"]
    other = new_brand().api()
    for answer in (
        other.get(f"/domains/{made['id']}"),
        api.get(f"/domains/{track['id']}"),
        api.get(f"/domains/{2**63}"),
        api.delete(f"/tracking-domains/{made['id']}"),
    ):
        assert answer.status_code == 404
        assert answer.json() == {"message": "no query results for the domain model"}


@pytest.mark.endpoint("PUT /api/brands/{brand}/domains/{domain}", cites="Endpoints: Domains")
def test_another_name_begins_anew(brand: TestBrand, zone: Zone, clock: Any) -> None:
    api = brand.api()
    made = activate(brand, zone, clock, "before.example")
    same = api.put(f"/domains/{made['id']}", json={"domain": "before.example"})
    assert same.json()["status"] == "active"
    changed = api.put(f"/domains/{made['id']}", json={"domain": "after.example"}).json()
    assert (changed["domain"], changed["status"]) == ("after.example", "pending-cname")
    assert (changed["ssl_ready"], changed["cname_validated"]) == (False, False)
    assert add(api, "before.example")["id"] != made["id"]
    refused(api.put(f"/domains/{made['id']}", json={"domain": "before.example"}), "domain")
    refused(api.put(f"/domains/{made['id']}", json={"domain": ""}), "domain")
    ours = {"domain": "after", "dedicated_domain": False}
    assert api.put(f"/domains/{made['id']}", json=ours).json()["domain"] == f"after.{OURS}"


@pytest.mark.endpoint(
    "GET /api/brands/{brand}/domains/{domain}/validation-instructions",
    cites="Domain: validation instructions",
)
def test_the_owner_is_told_which_record_to_set(brand: TestBrand) -> None:
    api = brand.api()
    made = add(api, "told.example")
    answer = api.get(f"/domains/{made['id']}/validation-instructions").json()
    assert set(answer) == {"cname_record", "instructions"}
    record = {"type": "CNAME", "host": "told.example", "value": target(brand), "ttl": 300}
    assert answer["cname_record"] == record
    assert answer["instructions"]
    ours = add(api, "told", dedicated=False)
    assert api.get(f"/domains/{ours['id']}/validation-instructions").json()["cname_record"] is None


@pytest.mark.endpoint(
    "POST /api/brands/{brand}/domains/{domain}/validate", cites="States: Domain; quirk 56"
)
def test_quirk_56_a_failed_validation_is_told_within_a_200(brand: TestBrand, zone: Zone) -> None:
    api = brand.api()
    made = add(api, "valid.example")
    path = f"/domains/{made['id']}/validate"
    for record in (None, {}, {"cname": "elsewhere.example"}, {"cname": f"b0.pages.{OURS}"}):
        zone.set(**{"valid.example": record})
        answer = api.post(path)
        assert answer.status_code == 200
        assert set(answer.json()) == {"success", "status", "message"}
        assert (answer.json()["success"], answer.json()["status"]) == (False, "pending-cname")
    zone.set(**{"valid.example": {"cname": f"{target(brand)}."}})
    assert api.post(path).json() == {
        "success": True,
        "status": "validated",
        "cname_validated": True,
    }
    assert api.get(f"/domains/{made['id']}").json()["cname_validated"] is True
    assert api.post(path).json()["status"] == "validated"
    assert brand.api("viewer").post(path).status_code == 403


@pytest.mark.endpoint(
    "POST /api/brands/{brand}/domains/{domain}/request-ssl", cites="Endpoints: Domains"
)
@pytest.mark.endpoint("GET /api/brands/{brand}/domains/{domain}/request-ssl", cites="quirk 56")
@pytest.mark.parametrize("method", ["POST", "GET"])
def test_a_certificate_comes_for_a_validated_domain(
    method: str, brand: TestBrand, zone: Zone, clock: Any
) -> None:
    api = brand.api()
    name = f"{method.lower()}.ssl.example"
    made = add(api, name)
    path = f"/domains/{made['id']}/request-ssl"
    answer = api.request(method, path)
    assert (answer.status_code, answer.json()["success"]) == (200, False)
    assert set(answer.json()) == {"success", "message"}
    zone.set(**{name: {"cname": target(brand)}})
    api.post(f"/domains/{made['id']}/validate")
    assert api.request(method, path).json()["success"] is True
    assert api.get(f"/domains/{made['id']}").json()["status"] == "ssl-pending"
    assert api.request(method, path).json()["success"] is True
    clock(60)
    read = api.get(f"/domains/{made['id']}").json()
    assert (read["status"], read["ssl_ready"]) == ("active", True)


@pytest.mark.endpoint(
    "GET /api/brands/{brand}/domains/{domain}/test-configuration", cites="Endpoints: Domains"
)
def test_the_configuration_is_tried_over_the_network(
    brand: TestBrand, zone: Zone, platform: Served
) -> None:
    api = brand.api()
    made = add(api, "tried.example")
    path = f"/domains/{made['id']}/test-configuration"
    nothing = dict.fromkeys(("dns_ok", "ssl_ok", "http_reachable", "https_reachable"), False)
    assert api.get(path).json() == {**nothing, "status": "pending-cname"}
    port = int(platform.base_url.rpartition(":")[2])
    ports = {"http": port, "https": port}
    entry = {"cname": target(brand), "addresses": ["127.0.0.1"], "ports": ports}
    zone.set(**{"tried.example": entry})
    expected = {**nothing, "dns_ok": True, "http_reachable": True, "status": "pending-cname"}
    assert api.get(path).json() == expected
    ours = add(api, "tried", dedicated=False)
    assert api.get(f"/domains/{ours['id']}/test-configuration").json() == {
        **expected,
        "status": "active",
    }


@pytest.mark.endpoint("POST /api/brands/{brand}/tracking-domains", cites="States: Domain; quirk 20")
def test_a_tracking_domain_is_provisioned_by_itself(
    brand: TestBrand, zone: Zone, clock: Any
) -> None:
    api = brand.api()
    answer = api.post("/tracking-domains", json={"domain": "Go.Track.example"})
    assert (answer.status_code, list(answer.json())) == (201, ["domain"])
    made = answer.json()["domain"]
    assert (made["domain"], made["status"]) == ("go.track.example", "pending-cloudflare")
    assert made["is_tracking_domain"] is True
    record = made["cname_validation_record"]
    assert (record["host"], record["value"]) == ("go.track.example", f"b{brand.id}.track.{OURS}")
    clock()
    (row,) = api.get("/tracking-domains").json()
    assert row["status"] == "pending-cloudflare"
    zone.set(**{"go.track.example": {"cname": record["value"]}})
    clock(70)
    clock(140)
    (row,) = api.get("/tracking-domains").json()
    assert (row["status"], row["ssl_ready"], row["cname_validated"]) == ("active", True, True)


@pytest.mark.endpoint("GET /api/brands/{brand}/tracking-domains", cites="Endpoints: Domains")
def test_tracking_domains_have_a_list_of_their_own(api: BrandApi, new_brand: NewBrand) -> None:
    add(api, "custom.example")
    new_brand().api().post("/tracking-domains", json={"domain": "b.track.example"})
    names = ("a1.track.example", "a2.track.example")
    for name in names:
        api.post("/tracking-domains", json={"domain": name})
    rows = api.get("/tracking-domains").json()
    assert [row["domain"] for row in rows] == list(names[::-1])
    assert all("cname_validation_record" in row for row in rows)


@pytest.mark.endpoint(
    "DELETE /api/brands/{brand}/tracking-domains/{domain}", cites="Endpoints: Domains"
)
def test_a_tracking_domain_is_given_up(api: BrandApi) -> None:
    made = api.post("/tracking-domains", json={"domain": "up.track.example"}).json()["domain"]
    assert api.delete(f"/tracking-domains/{made['id']}").status_code == 200
    assert api.get("/tracking-domains").json() == []
    assert api.delete(f"/tracking-domains/{made['id']}").status_code == 404
    refused(api.post("/tracking-domains", json={"domain": ""}), "domain")
    refused(api.post("/tracking-domains", json={}), "domain")


def test_a_page_tells_the_address_that_visitors_meet_it_at(
    brand: TestBrand, zone: Zone, clock: Any
) -> None:
    """Page: url."""
    api = brand.api()
    domain = activate(brand, zone, clock, "met.example")
    page = brand.page(title="Met", slug="met", html="<p>Met</p>", domain_id=domain["id"])
    assert api.get(f"/pages/{page['id']}").json()["url"] == "https://met.example/met"
    answer = brand.client(brand.base_url).get("/met", headers={"Host": "met.example"})
    assert (answer.status_code, "Met" in answer.text) == (200, True)
    early = add(api, "early.example")
    page = brand.page(title="Early", slug="early", domain_id=early["id"])
    url = api.get(f"/pages/{page['id']}").json()["url"]
    assert url == f"{brand.base_url}/p/{brand.id}/early"
    visitor = brand.client(brand.base_url)
    assert visitor.get("/early", headers={"Host": "early.example"}).status_code == 404
