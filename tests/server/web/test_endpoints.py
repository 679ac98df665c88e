"""Every line of the interface: routed, guarded for each role, and refusing what it must.

What each endpoint does is tested part by part, and ``test_endpoint_tests.py`` sees to it
that no line is without such a test.
"""

import re
from typing import Any

import httpx
import pytest
from endpoint_table import Endpoint, endpoints
from platform_process import NewBrand, Served, TestBrand, api_headers

REACH = {"owner": 3, "admin": 3, "editor": 2, "viewer": 1}
NEEDS = {"read": 1, "write": 2, "admin": 3}
MODULES = {"collections", "quizzes", "automations", "customers", "tracking", "components", "pages"}
_BY_GENDER = tuple(
    f"/analytics/metrics/{name}" for name in ("customer-gender", "video-completion-by-gender")
)
SIDE_DOORS = {
    "customers": _BY_GENDER,
    "pages": (
        "/funnels/{funnel}/clone",
        "/domains/{domain}/move/preview",
        "/domains/{domain}/move/apply",
    ),
    "tracking": (
        *_BY_GENDER,
        "/analytics/metrics/time-before-first-purchase",
        "/analytics/metrics/add-to-carts-by-video-time",
    ),
}
"""Endpoints of other parts that read or write what is a module's (``test_side_doors.py``)."""

LITERAL = {
    "field": "country",
    "type": "utm_source",
    "status": "open",
    "customerEmail": "nobody%40example.com",
}
"""What stands in a path where a number that no record has would be no path of the interface."""

ALL = pytest.mark.parametrize("endpoint", endpoints(), ids=lambda endpoint: endpoint.line)
OF_A_BRAND = pytest.mark.parametrize(
    "endpoint",
    [endpoint for endpoint in endpoints() if "{brand}" in endpoint.path],
    ids=lambda endpoint: endpoint.line,
)


def filled(path: str) -> str:
    """The path with ids that no record has."""
    path = path.replace("/crm/fields/{field}", "/crm/fields/987654321")  # a number here
    return re.sub(r"\{(\w+)\}", lambda name: LITERAL.get(name[1], "987654321"), path)


def words(endpoint: Endpoint) -> dict[str, Any]:
    """An empty body for what takes one."""
    return {} if endpoint.method in ("GET", "DELETE") else {"json": {}}


@pytest.fixture(scope="module")
def client() -> Any:
    """One connection for the whole table."""
    with httpx.Client(trust_env=False, timeout=30) as opened:
        yield opened


@pytest.fixture
def brand(new_brand: NewBrand) -> TestBrand:
    """A brand with nothing in it."""
    return new_brand()


def test_the_description_lists_exactly_the_documents_paths(platform: Served) -> None:
    described = httpx.get(f"{platform.base_url}/openapi.json", trust_env=False, timeout=120).json()[
        "paths"
    ]
    lines = {f"{method.upper()} {path}" for path, calls in described.items() for method in calls}
    assert lines == {endpoint.line for endpoint in endpoints()}


def test_the_table_is_whole() -> None:
    assert len(endpoints()) == 230
    assert len({endpoint.line for endpoint in endpoints()}) == 230


@ALL
def test_without_a_good_key_there_is_nothing(
    endpoint: Endpoint, platform: Served, client: httpx.Client
) -> None:
    """Authentication 6; quirks 2 and 5: 404 for a program, the login page for a browser."""
    address = platform.base_url + filled(endpoint.path.replace("{brand}", "1"))
    program = {"Accept": "application/json"}
    answer = client.request(endpoint.method, address, headers=program, **words(endpoint))
    assert answer.status_code == 404
    browser = {"Accept": "text/html"}
    answer = client.request(endpoint.method, address, headers=browser, **words(endpoint))
    assert (answer.status_code, answer.headers["location"][-6:]) == (302, "/login")
    wrong = api_headers("fd_1_" + "A" * 43)
    answer = client.request(endpoint.method, address, headers=wrong, **words(endpoint))
    assert (answer.status_code, answer.json()) == (401, {"message": "invalid API key"})


@pytest.mark.parametrize("role", REACH)
def test_each_role_gets_as_far_as_the_document_says(
    role: str, brand: TestBrand, client: httpx.Client
) -> None:
    """Authentication 2; quirk 7. All lines on one brand: a row of the table for each role."""
    headers = api_headers(brand.key(role))
    wrong = []
    for endpoint in endpoints():
        address = brand.base_url + filled(endpoint.path.replace("{brand}", str(brand.id)))
        answer = client.request(endpoint.method, address, headers=headers, **words(endpoint))
        may = NEEDS[endpoint.need] <= REACH[role]
        if (answer.status_code != 403) is not may or answer.status_code in (401, 405, 500):
            wrong.append(f"{role}: {endpoint.line}: {answer.status_code}")
    assert not wrong


@pytest.mark.parametrize("module", sorted(MODULES))
def test_a_withheld_module_is_closed(module: str, brand: TestBrand, client: httpx.Client) -> None:
    """Authentication 4; quirk 6: and only this module is, side doors apart."""
    headers = api_headers(brand.key("owner", without=[module]))
    wrong = []
    for endpoint in endpoints():
        if endpoint.part in ("brands", "pages") and endpoint.method != "GET":
            continue
        address = brand.base_url + filled(endpoint.path.replace("{brand}", str(brand.id)))
        answer = client.request(endpoint.method, address, headers=headers, **words(endpoint))
        is_closed = endpoint.part == module or endpoint.inside in SIDE_DOORS.get(module, ())
        if (answer.status_code == 403) is not is_closed:
            wrong.append(f"{endpoint.line}: {answer.status_code}")
    assert not wrong


@OF_A_BRAND
def test_another_brands_key_is_refused(
    endpoint: Endpoint, brand: TestBrand, new_brand: NewBrand, client: httpx.Client
) -> None:
    """Document: Errors, 401; quirk 5."""
    address = brand.base_url + filled(endpoint.path.replace("{brand}", str(brand.id)))
    headers = api_headers(new_brand().key())
    answer = client.request(endpoint.method, address, headers=headers, **words(endpoint))
    assert answer.status_code == 401
    assert answer.json() == {"message": "invalid API key or brand access denied"}


@ALL
def test_what_is_not_there_or_not_valid_is_refused(
    endpoint: Endpoint, brand: TestBrand, client: httpx.Client
) -> None:
    """Document: Errors, 404 and 422: each line has a case of one of them."""
    address = brand.base_url + filled(endpoint.path.replace("{brand}", str(brand.id)))
    headers = api_headers(brand.key())
    wrong_query = {"per_page": "0", "page": "0", "start": "never", "updated_after": "never"}
    answers = [
        client.request(endpoint.method, address, headers=headers, **words(endpoint)),
        client.request(
            endpoint.method, address, headers=headers, params=wrong_query, **words(endpoint)
        ),
    ]
    if endpoint.method not in ("GET", "DELETE"):
        answers.append(client.request(endpoint.method, address, headers=headers, json=[1]))
    refused = [answer for answer in answers if answer.status_code in (404, 422, 501)]
    assert refused or takes_nothing(endpoint), [answer.text[:200] for answer in answers]
    for answer in refused:
        assert set(answer.json()) & {"errors", "message", "error"}
        if answer.status_code == 422:
            assert all(isinstance(found, list) for found in answer.json()["errors"].values())


def takes_nothing(endpoint: Endpoint) -> bool:
    """Whether a call has nothing that could be wrong but its key."""
    return endpoint.method == "GET" and (
        "{" not in endpoint.inside
        or endpoint.path.endswith("/clicks/session/{sessionId}")  # quirk 53: empty arrays instead
    )
