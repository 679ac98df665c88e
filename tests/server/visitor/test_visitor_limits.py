"""What one stranger may send: far above what visitors do, and shared by all processes."""

from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from ipaddress import ip_address

import httpx
import pytest
from hypothesis import given
from hypothesis import strategies as st
from platform_process import BrandApi, Place, TestBrand, api_headers, run_keys, served

from funneldesk.server.db.types import now
from funneldesk.server.visitor.limits import EVENTS, FORMS, VISITS, network_of
from funneldesk.server.visitor.tables import VisitorCountRow

BATCH = {"url": "https://shop.test/", "events": [{"type": "page_view"}]}
OWNER = ("create", "--brand", "7", "--role", "owner", "--new-brand", "Harbor")
LOCKED = {
    **{"title": "Partners", "slug": "partners", "status": "published"},
    **{"requires_password": True, "password": "word"},
}
FIREFOX = {"User-Agent": "Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0"}


def tell(brand: TestBrand, visitor: str | None = None) -> httpx.Response:
    """A batch of somebody new, or of whom the cookie names."""
    cookie = {"Cookie": f"fd_visitor={visitor}"} if visitor else {}
    address = f"{brand.base_url}/p/{brand.id}/-/events"
    return httpx.post(address, json=BATCH, headers={**FIREFOX, **cookie}, trust_env=False)


def total(api: BrandApi) -> int:
    found: int = api.get("/clicks").json()["total"]
    return found


@pytest.mark.parametrize("forged", [False, True])
def test_forged_visits_end_at_the_limit(brand: TestBrand, api: BrandApi, forged: bool) -> None:
    """One stranger moved the conversion rate of a brand by three thousand of them."""
    names = [f"{number:032x}" if forged else None for number in range(VISITS.by_address + 40)]
    with ThreadPoolExecutor(4) as pool:
        answers = list(pool.map(lambda name: tell(brand, name), names))
    assert Counter(a.status_code for a in answers) == {204: VISITS.by_address, 429: 40}
    assert total(api) == VISITS.by_address
    refused = next(answer for answer in answers if answer.status_code == 429)
    assert 0 < int(refused.headers["retry-after"]) <= VISITS.period.total_seconds() + 1
    assert "Too many events" in refused.json()["message"]


def test_a_visitor_goes_on_when_no_more_visits_may_begin(brand: TestBrand) -> None:
    visitor = "0" * 31 + "1"
    assert tell(brand, visitor).status_code == 204
    while tell(brand).status_code == 204:
        pass
    assert [tell(brand, visitor).status_code for _ in range(5)] == [204] * 5


def test_another_brand_and_a_later_time_are_not_concerned(
    brand: TestBrand, new_brand: object
) -> None:
    while tell(brand).status_code == 204:
        pass
    assert callable(new_brand)
    assert tell(new_brand()).status_code == 204
    with brand.database.writing() as session:
        for row in session.query(VisitorCountRow):
            row.ends_at = now() - timedelta(seconds=1)
    assert tell(brand).status_code == 204


def test_a_visitor_sends_so_many_batches_and_no_more(brand: TestBrand) -> None:
    visitor = "0" * 31 + "2"
    assert tell(brand, visitor).status_code == 204
    with brand.database.writing() as session:
        for row in session.query(VisitorCountRow).filter_by(count=1):
            row.count = EVENTS.by_visitor
    assert tell(brand, visitor).status_code == 429


def test_forms_end_at_the_limit(brand: TestBrand, api: BrandApi) -> None:
    fields = [{"name": "Mail", "code": "mail", "type": "email"}]
    made = api.post("/collections", json={"name": "News", "fields": fields}).json()
    address = f"{brand.base_url}/p/{brand.id}/-/collections/{made['code']}"
    with httpx.Client(trust_env=False) as client:
        statuses = Counter(
            client.post(address, json={"mail": f"a{number}@example.com"}).status_code
            for number in range(FORMS.by_address + 5)
        )
        page = client.post(address, data={"mail": "a@example.com"})
    assert statuses == {201: FORMS.by_address, 429: 5}
    assert (page.status_code, "Try again in" in page.text) == (429, True)
    assert api.get(f"/collections/{made['id']}").json()["total_entries"] == FORMS.by_address


def test_an_entry_that_is_not_valid_counts_as_none(brand: TestBrand, api: BrandApi) -> None:
    fields = [{"name": "Mail", "code": "mail", "type": "email", "required": True}]
    made = api.post("/collections", json={"name": "News", "fields": fields}).json()
    address = f"{brand.base_url}/p/{brand.id}/-/collections/{made['code']}"
    for _ in range(FORMS.by_visitor + 5):
        wrong = httpx.post(address, json={"mail": "x"}, trust_env=False)
        assert wrong.status_code == 422
    right = {"mail": "a@example.com"}
    assert httpx.post(address, json=right, trust_env=False).status_code == 201


def test_no_address_is_kept_in_the_counts(brand: TestBrand) -> None:
    tell(brand)
    with brand.database.reading() as session:
        names = [row.name for row in session.query(VisitorCountRow)]
    assert names
    assert not any("127" in name and len(name) != 64 for name in names)


def test_guesses_are_counted_for_all_processes(place: Place) -> None:
    """Two platforms on one database, or one that is started again: the limit is the same."""
    key = run_keys(place, *OWNER).stdout.strip()
    statuses: list[int] = []
    for has_page in (False, True):
        with served(place) as running, httpx.Client(trust_env=False) as client:
            if not has_page:
                api = f"{running.base_url}/api/brands/7/pages"
                assert client.post(api, json=LOCKED, headers=api_headers(key)).is_success
            page = f"{running.base_url}/p/7/partners"
            guesses = ({"password": str(guess)} for guess in range(7))
            statuses += [client.post(page, data=guess).status_code for guess in guesses]
    assert statuses == [403] * 10 + [429] * 4


@pytest.mark.deep
def test_limits_can_be_left_to_others(place: Place) -> None:
    run_keys(place, *OWNER)
    with (
        served(place, "--no-visitor-limits") as running,
        httpx.Client(trust_env=False, headers=FIREFOX) as client,
    ):
        address = f"{running.base_url}/p/7/-/events"
        answers = []
        for _ in range(VISITS.by_address + 5):
            client.cookies.clear()
            answers.append(client.post(address, json=BATCH).status_code)
    assert set(answers) == {204}


@pytest.mark.parametrize(
    ("address", "network"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("", ""),
        ("nonsense", "nonsense"),
    ],
)
def test_what_stands_for_an_address(address: str, network: str) -> None:
    assert network_of(address) == network


@given(st.ip_addresses(v=6, network="2000::/3"))
def test_neighbours_in_one_network_are_one(address: object) -> None:
    other = ip_address(int(ip_address(str(address))) ^ 1)
    assert network_of(str(address)) == network_of(str(other))
