"""Keys, brands, roles, modules and plans, as the document's Authentication and Errors say."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from endpoint_table import endpoints
from fastapi import APIRouter
from platform_process import NewBrand, Place, Served, TestBrand, api_headers, sampled, served

from funneldesk.server.parts.loading import PARTS
from funneldesk.server.web.keys import identify

ROLES = ("owner", "admin", "editor", "viewer")
READS = [("GET", ""), ("GET", "/metrics"), ("GET", "/pages/all"), ("GET", "/pages/{page}")]
WRITES = [("POST", "/pages"), ("PUT", "/pages/{page}"), ("DELETE", "/pages/{page}")]
SETTINGS = [("PUT", "")]
ALLOWED = {
    "owner": READS + WRITES + SETTINGS,
    "admin": READS + WRITES + SETTINGS,
    "editor": READS + WRITES,
    "viewer": READS,
}


@pytest.mark.parametrize("role", ROLES)
@pytest.mark.parametrize(("method", "path"), READS + WRITES + SETTINGS)
def test_quirk_7_each_role_reaches_what_it_may(
    brand: TestBrand, role: str, method: str, path: str
) -> None:
    page = brand.page()
    body = {"title": "Changed", "name": "Changed"} if method in ("POST", "PUT") else None
    answer = brand.api(role).request(method, path.format(page=page["id"]), json=body)
    if (method, path) in ALLOWED[role]:
        assert answer.status_code == 200, answer.text
    else:
        assert answer.status_code == 403
        assert role in answer.json()["message"]
        assert brand.api().get(f"/pages/{page['id']}").json()["name"] == "A page"


def test_quirk_7_every_route_of_the_interface_asks_for_access() -> None:
    """A route that forgot the dependency would be open to any key of any brand."""
    open_to_any_key = {"/api/brands/all"}
    own = {"/{funnel:int}/flow"}
    """What this platform answers besides the interface."""
    found = [route for load, _words in PARTS for route in routes_of(load())]
    assert own <= {route.path for route in found}
    assert len(found) == len(endpoints()) + len(own)
    for route in found:
        if route.path not in open_to_any_key:
            assert "allow.<locals>.dependency" in set(needs_of(route.dependant)), route.path


def needs_of(dependant: Any) -> Iterator[str]:
    """The names of what a route depends on, directly or not."""
    for needed in dependant.dependencies:
        yield needed.call.__qualname__
        yield from needs_of(needed)


def routes_of(router: APIRouter) -> Iterator[Any]:
    """The routes of a router and of those that it includes."""
    for route in router.routes:
        included = getattr(route, "original_router", None)
        if included is None:
            yield route
        else:
            yield from routes_of(included)


def test_quirk_6_a_role_without_the_module_gets_403(brand: TestBrand) -> None:
    api = brand.api("admin", without=["pages"])
    for method, path in (("GET", "/pages/all"), ("POST", "/pages"), ("GET", "/pages/1")):
        answer = api.request(method, path, json={"title": "x"} if method == "POST" else None)
        assert answer.status_code == 403
        assert "lacks module access" in answer.json()["message"]
    assert api.get("").status_code == 200


@pytest.mark.parametrize("path", ["", "/pages/all", "/pages/1", "/nothing"])
def test_quirk_2_without_the_header_programs_get_404(platform: Served, path: str) -> None:
    url = f"{platform.base_url}/api/brands/1{path}"
    for accept in ("application/json", "*/*"):
        answer = httpx.get(url, headers={"Accept": accept}, trust_env=False)
        assert answer.status_code == 404
        assert answer.json() == {"message": "not found"}


def test_quirk_2_without_the_header_browsers_are_sent_to_the_login_page(platform: Served) -> None:
    url = f"{platform.base_url}/api/brands/1?secret=1"
    for more in ({}, {"Host": "elsewhere.example"}):  # the caller's word for the host is nothing
        answer = httpx.get(url, headers={"Accept": "text/html,*/*;q=0.8"} | more, trust_env=False)
        assert answer.status_code == 302
        assert answer.headers["location"] == "/login"
    page = httpx.get(f"{platform.base_url}/login", trust_env=False)
    assert page.status_code == 200
    assert "access key" in page.text


@pytest.mark.parametrize(
    "key",
    [
        "",
        "nonsense",
        "fd_1_",
        "fd_1_" + "A" * 43,
        "fd_0_" + "A" * 43,
        "fd_999999999999_" + "A" * 43,
    ],
)
def test_quirk_5_a_bad_key_is_a_401_of_its_own(platform: Served, key: str) -> None:
    for path in ("/api/brands/1", "/api/brands/all", "/api/nothing"):
        answer = httpx.get(platform.base_url + path, headers=api_headers(key), trust_env=False)
        assert answer.status_code == 401
        assert answer.json() == {"message": "invalid API key"}


def test_quirk_5_almost_the_key_is_not_the_key(brand: TestBrand) -> None:
    key = brand.key()
    last = "A" if key[-1] != "A" else "B"
    for wrong in (key[:-1] + last, key + "A", key[:-1], key.upper(), "fd_0" + key[3:]):
        answer = brand.client(brand.base_url, wrong).get("/api/brands/all")
        assert answer.status_code == 401, wrong


def test_quirk_5_another_brands_key_is_the_other_401(brand: TestBrand, new_brand: NewBrand) -> None:
    other = new_brand()
    page = other.page()
    api = brand.client(f"{brand.base_url}/api/brands", brand.key())
    for path in (f"/{other.id}", f"/{other.id}/pages/all", f"/{other.id}/pages/{page['id']}"):
        answer = api.get(path)
        assert answer.status_code == 401
        assert answer.json() == {"message": "invalid API key or brand access denied"}
    assert api.put(f"/{other.id}", json={"name": "Mine now"}).status_code == 401
    assert api.get("/987654321").status_code == 401


@pytest.mark.parametrize(
    "spelling", ["+{id}", "%20{id}", "0x{id:x}", "{id}.0", "-1", "{id}%00", "٣"]
)
def test_quirk_5_odd_spellings_of_a_brand_open_nothing(
    brand: TestBrand, new_brand: NewBrand, spelling: str
) -> None:
    other = new_brand()
    api = brand.client(f"{brand.base_url}/api/brands", brand.key())
    answer = api.get(f"/{spelling.format(id=other.id)}/pages/all")
    assert answer.status_code in (401, 404)


def test_quirk_5_a_user_who_left_the_brand_is_denied(brand: TestBrand) -> None:
    from funneldesk.server.web.tables import MembershipRow

    api = brand.api("editor")
    assert api.get("").status_code == 200
    with brand.database.writing() as session:
        for row in session.query(MembershipRow).filter_by(brand_id=brand.id):
            session.delete(row)
    answer = api.get("")
    assert answer.status_code == 401
    assert answer.json() == {"message": "invalid API key or brand access denied"}


def test_another_brands_page_is_not_found_under_ones_own_brand(
    brand: TestBrand, new_brand: NewBrand
) -> None:
    page = new_brand().page(html="<p>secret</p>")
    api = brand.api()
    for answer in (
        api.get(f"/pages/{page['id']}"),
        api.put(f"/pages/{page['id']}", json={"title": "x"}),
        api.delete(f"/pages/{page['id']}"),
    ):
        assert answer.status_code == 404
        assert answer.json() == {"message": "no query results for the page model"}


def test_nothing_of_a_strangers_body_is_judged(brand: TestBrand) -> None:
    """A body that is no JSON would be a 422; without a good key it is not even read."""
    for key, status in ((None, 404), ("wrong", 401)):
        headers = {"Content-Type": "application/json", "Accept": "application/json"}
        if key:
            headers["SVC-Access-Key"] = key
        answer = httpx.post(
            f"{brand.base_url}/api/brands/{brand.id}/pages",
            content=b"{",
            headers=headers,
            trust_env=False,
        )
        assert answer.status_code == status


def test_quirk_1_no_key_is_kept_anywhere(brand: TestBrand, platform: Served) -> None:
    key = brand.key()
    secret = key.split("_", 2)[2]
    api = brand.client(f"{brand.base_url}/api/brands/{brand.id}", key)
    assert api.get("").status_code == 200
    assert api.put("", json={"name": 5}).status_code == 422
    for file in platform.place.data.rglob("*"):
        if file.is_file():
            assert secret.encode() not in file.read_bytes(), file
    caller = identify(brand.database, key)
    assert caller is not None
    assert secret not in repr(caller)


def test_quirk_3_updates_of_pages_can_be_made_to_redirect(tmp_path: Path, place: Place) -> None:
    with served(sampled(place), "--sample", "small", "--redirect-updates", "pages") as running:
        headers = api_headers(running.key())
        url = f"{running.base_url}/api/brands/1/pages"
        with httpx.Client(headers=headers, trust_env=False, timeout=60) as client:
            page = client.get(f"{url}/all").json()["data"][0]
            answer = client.put(f"{url}/{page['id']}", json={"title": "Changed"})
            assert answer.status_code == 302
            assert answer.headers["location"] == "/login"
            assert client.get(f"{url}/{page['id']}").json()["name"] == page["name"]
            assert client.post(url, json={"title": "New"}).status_code == 200


def test_quirk_6_the_plan_limits_pages(place: Place) -> None:
    with served(sampled(place), "--sample", "small", "--plan", "pages=14") as running:
        headers = api_headers(running.key())
        url = f"{running.base_url}/api/brands/1/pages"
        with httpx.Client(headers=headers, trust_env=False, timeout=60) as client:
            have = len(client.get(f"{url}/all").json()["data"])
            while have < 14:
                assert client.post(url, json={"title": "One more"}).status_code == 200
                have += 1
            answer = client.post(url, json={"title": "One too many"})
            assert answer.status_code == 422
            body = answer.json()
            assert body["error"] == "plan limit exceeded"
            refusal = body["plan_error"]
            assert re.search("14 pages", refusal.pop("message"))
            assert refusal == {
                "type": "plan_limit_exceeded",
                "feature": "pages",
                "current_count": 14,
                "limit": 14,
            }
            page = client.get(f"{url}/all").json()["data"][0]
            assert client.put(f"{url}/{page['id']}", json={"title": "Still"}).status_code == 200
            assert client.delete(f"{url}/{page['id']}").status_code == 200
            assert client.post(url, json={"title": "Now it fits"}).status_code == 200
