"""Brands under names of their own, as visitors meet them (document: Domain; Page, url)."""

from typing import Any

from awaited import eventually
from platform_process import BrandApi, NewBrand, TestBrand

from funneldesk.server.visitor.hosts import page_path

OURS = "funneldesk.localhost"


def add(api: BrandApi, label: str) -> dict[str, Any]:
    """A subdomain of the platform: it is active at once."""
    body = {"domain": label, "dedicated_domain": False}
    answer = api.post("/domains", json=body)
    assert answer.status_code == 200, answer.text
    made: dict[str, Any] = answer.json()
    return made


def test_visitors_meet_a_brand_under_its_own_name(brand: TestBrand, new_brand: NewBrand) -> None:
    name = f"visit.{OURS}"
    domain = add(brand.api(), "visit")
    html = "<!doctype html><html><head></head><body>Own</body></html>"
    brand.page(title="Own", slug="offer", html=html, domain_id=domain["id"], is_index=True)
    brand.page(title="Other", slug="offer", html=html.replace("Own", "Plain"), is_index=True)
    brand.page(title="More", slug="more", html=html.replace("Own", "More"))
    other = new_brand()
    other.page(title="Foreign", slug="foreign", html=html)
    visitor = brand.client(brand.base_url)
    host = {"Host": f"{name.upper()}:8443"}
    for path, words in (("/offer", "Own"), ("/", "Own"), ("/more", "More")):
        answer = visitor.get(path, headers=host)
        assert (answer.status_code, words in answer.text) == (200, True), path
    for path in ("/foreign", "/nothing", f"/p/{other.id}/foreign", f"/p/{other.id}", "/a/b"):
        assert visitor.get(path, headers=host).status_code == 404, path
    assert "Plain" in visitor.get(f"/p/{brand.id}/offer").text
    for unknown in ("", "unknown.example", "127.0.0.1", "x" * 300, "ä.example", "a..b"):
        headers = {b"Host": unknown.encode()}
        assert visitor.get("/offer", headers=headers).status_code in (400, 404), unknown
    key = {"SVC-Access-Key": brand.key(), "Accept": "application/json", **host}
    assert visitor.get(f"/api/brands/{brand.id}", headers=key).status_code == 200


def test_a_domain_that_was_given_up_shows_nothing_soon(brand: TestBrand) -> None:
    api = brand.api()
    domain = add(api, "soon-gone")
    brand.page(title="Here", slug="here", html="<p>Here</p>")
    host = {"Host": f"soon-gone.{OURS}"}
    visitor = brand.client(brand.base_url)
    assert visitor.get("/here", headers=host).status_code == 200
    api.delete(f"/domains/{domain['id']}")
    eventually(lambda: visitor.get("/here", headers=host).status_code, lambda code: code != 200)


def test_a_password_opens_a_page_under_the_brands_own_name(brand: TestBrand) -> None:
    add(brand.api(), "locked")
    fields = {"html": "<p>Inside</p>", "requires_password": True, "password": "sesame"}
    brand.page(title="Members", slug="members", **fields)
    visitor = brand.client(brand.base_url)
    host = {"Host": f"locked.{OURS}"}
    assert "Inside" not in visitor.get("/members", headers=host).text
    answer = visitor.post("/members", headers=host, data={"password": "sesame"})
    assert (answer.status_code, answer.headers["location"]) == (303, "/members")
    cookie = answer.headers["set-cookie"]
    assert "Path=/;" in cookie + ";"
    opened = visitor.get("/members", headers={**host, "Cookie": cookie.partition(";")[0]})
    assert "Inside" in opened.text


def test_a_subdomain_of_the_platform_is_met_at_its_port(brand: TestBrand) -> None:
    made = add(brand.api(), "at-port")
    page = brand.page(title="Here", slug="here", html="<p>Here</p>", domain_id=made["id"])
    port = brand.base_url.rpartition(":")[2]
    url = brand.api().get(f"/pages/{page['id']}").json()["url"]
    assert url == f"http://at-port.{OURS}:{port}/here"
    visitor = brand.client(brand.base_url)
    answer = visitor.get("/here", headers={"Host": f"at-port.{OURS}:{port}"})
    assert (answer.status_code, "Here" in answer.text) == (200, True)


def test_a_visitor_is_one_visitor_on_the_whole_of_a_domain(brand: TestBrand) -> None:
    add(brand.api(), "tracked")
    page = brand.page(title="Here", slug="here", html="<p>Here</p>")
    visitor = brand.client(brand.base_url)
    host = {"Host": f"tracked.{OURS}"}
    batch = {"page": page["id"], "url": f"http://tracked.{OURS}/here", "events": []}
    for headers, path in ((host, "/"), ({}, "/p")):
        answer = visitor.post(f"/p/{brand.id}/-/events", headers=headers, json=batch)
        assert answer.status_code == 204, answer.text
        assert f"Path={path};" in answer.headers["set-cookie"] + ";"
        visitor.client.cookies.clear()


def test_what_is_a_pages_path() -> None:
    assert page_path("/offer", 7) == "/p/7/offer"
    assert page_path("/", 7) == "/p/7/"
    for path in ("/api", "/p", "/cdn", "/a/b", "//a", "/p/7/offer"):
        assert page_path(path, 7) is None, path
