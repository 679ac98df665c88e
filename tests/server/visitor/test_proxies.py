"""What a proxy says of a visitor counts when the operator named the proxy, and only then."""

import httpx
import pytest
from platform_process import BrandApi, Place, TestBrand, api_headers, run_keys, served

GUESSES = 10


def locked(api: BrandApi) -> str:
    """The slug of a page behind a password."""
    body = {"title": "Partners", "status": "published", "requires_password": True}
    made = api.post("/pages", json={**body, "password": "word"})
    assert made.status_code == 200, made.text
    slug: str = made.json()["page"]["slug"]
    return slug


def test_a_made_up_header_wins_no_further_guess(brand: TestBrand, api: BrandApi) -> None:
    page = f"{brand.base_url}/p/{brand.id}/{locked(api)}"
    statuses = []
    for number in range(GUESSES + 3):
        headers = {"X-Forwarded-For": f"203.0.113.{number}", "Forwarded": f"for=192.0.2.{number}"}
        guess = {"password": str(number)}
        statuses.append(httpx.post(page, data=guess, headers=headers, trust_env=False).status_code)
    assert statuses == [403] * GUESSES + [429] * 3


@pytest.mark.parametrize("header", ["X-Forwarded-Proto", "X-Forwarded-For", "CF-IPCountry"])
def test_strangers_say_nothing_about_themselves(
    brand: TestBrand, api: BrandApi, header: str
) -> None:
    said = {"X-Forwarded-Proto": "https", "X-Forwarded-For": "192.0.2.9", "CF-IPCountry": "JP"}
    batch = {"url": "https://shop.test/", "events": [{"type": "page_view"}]}
    answer = brand.visitor().post("/-/events", json=batch, headers={header: said[header]})
    assert "secure" not in answer.headers["set-cookie"].lower()
    (row,) = api.get("/clicks").json()["data"]
    assert (row["ip_address"], row["country"]) == ("127.0.0.1", "")


def test_a_named_proxy_is_believed(place: Place) -> None:
    owner = ("create", "--brand", "1", "--role", "owner", "--new-brand", "Harbor")
    key = run_keys(place, *owner).stdout.strip()
    proxies = ("--trusted-proxy", "127.0.0.0/8", "--trusted-proxy", "10.0.0.1")
    with served(place, *proxies) as running:
        root = f"{running.base_url}/api/brands/1"
        with httpx.Client(headers=api_headers(key), trust_env=False) as client:
            api = BrandApi(root, client)
            page = f"{running.base_url}/p/1/{locked(api)}"
            statuses = [guessed(client, page, f"192.0.2.{n}, 10.0.0.1") for n in range(12)]
            assert statuses == [403] * 12
            # Whoever stands before the proxy may write what he likes in front.
            chain = [guessed(client, page, f"198.51.100.{n}, 203.0.113.5") for n in range(12)]
            assert chain == [403] * GUESSES + [429] * 2
            batch = {"url": "https://shop.test/", "events": [{"type": "page_view"}]}
            told = {"X-Forwarded-For": "192.0.2.9", "X-Forwarded-Proto": "https"}
            told["CF-IPCountry"] = "JP"
            answer = client.post(f"{running.base_url}/p/1/-/events", json=batch, headers=told)
            assert "secure" in answer.headers["set-cookie"].lower()
            row = api.get("/clicks").json()["data"][0]
            assert (row["ip_address"], row["country"]) == ("192.0.2.9", "JP")


def guessed(client: httpx.Client, page: str, forwarded: str) -> int:
    """The status of a wrong guess that came by this way."""
    wrong = {"password": "no"}
    return client.post(page, data=wrong, headers={"X-Forwarded-For": forwarded}).status_code
