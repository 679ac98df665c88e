"""The sample workspace: loaded once, its keys fresh at every start."""

from datetime import UTC, datetime, timedelta

import httpx
import pytest
from platform_process import Place, Served, api_headers, sampled, served

from funneldesk.contract.pages import Page
from funneldesk.resources import resource


@pytest.fixture
def client() -> httpx.Client:
    """A client without a key."""
    with httpx.Client(trust_env=False, timeout=30) as made:
        yield made


def pages(client: httpx.Client, running: Served, brand: int = 1) -> list[dict[str, object]]:
    """Summaries of a brand's pages."""
    url = f"{running.base_url}/api/brands/{brand}/pages/all"
    answer = client.get(url, headers=api_headers(running.key(brand=brand)))
    rows: list[dict[str, object]] = answer.json()["data"]
    return rows


def test_each_brand_has_a_key_for_each_role(place: Place, client: httpx.Client) -> None:
    with served(sampled(place), "--sample", "small") as running:
        keys = running.ready["keys"]
        assert [(key["brand"], key["role"]) for key in keys] == [
            (brand, role) for brand in (1, 2) for role in ("owner", "admin", "editor", "viewer")
        ]
        for key in keys:
            url = f"{running.base_url}/api/brands/{key['brand']}"
            answer = client.get(url, headers=api_headers(key["key"]))
            said = (answer.status_code, answer.text, running.log.read_text("utf-8"))
            assert answer.json().get("name") == key["name"], said
        owner = api_headers(running.key("owner", 1))
        listed = client.get(f"{running.base_url}/api/brands/all", headers=owner).json()["data"]
        assert [row["id"] for row in listed] == [1, 2]
        assert client.get(f"{running.base_url}/api/brands/2", headers=owner).status_code == 401


def test_a_second_start_keeps_the_work_and_renews_the_keys(
    place: Place, client: httpx.Client
) -> None:
    with served(sampled(place), "--sample", "small") as running:
        old = running.key()
        rows = pages(client, running)
        url, headers = f"{running.base_url}/api/brands/1/pages", api_headers(old)
        client.put(f"{url}/{rows[0]['id']}", json={"title": "My own"}, headers=headers)
        client.delete(f"{url}/{rows[1]['id']}", headers=headers)
    with served(place, "--sample", "small") as running:
        now = pages(client, running)
        assert len(now) == len(rows) - 1
        assert now[0]["name"] == "My own"
        answer = client.get(f"{running.base_url}/api/brands/1", headers=api_headers(old))
        # On a shared database another process may have issued the key just now: it lives a day.
        assert answer.status_code == (401 if place.database is None else 200)


def test_sources_are_loaded_byte_for_byte_and_dates_are_recent(
    place: Place, client: httpx.Client
) -> None:
    with served(sampled(place), "--sample", "small") as running:
        for brand, folder in ((1, "harbor-pine"), (2, "tenth-mile")):
            rows = pages(client, running, brand)
            assert len(rows) >= 8
            headers = api_headers(running.key("viewer", brand))
            for row in rows:
                url = f"{running.base_url}/api/brands/{brand}/pages/{row['id']}"
                page = Page.model_validate(client.get(url, headers=headers).json())
                file = resource("sample", folder, "pages", f"{page.slug}.html")
                if file.exists():
                    assert page.html is not None
                    assert page.html.encode() == file.read_bytes(), page.slug
                assert page.updated_at is not None
                assert page.created_at is not None
                assert page.created_at < page.updated_at < datetime.now(UTC)
        newest = datetime.fromisoformat(str(pages(client, running)[0]["updated_at"]))
        assert datetime.now(UTC) - newest < timedelta(hours=3)


def test_visitors_meet_the_published_pages_and_their_artwork(
    place: Place, client: httpx.Client
) -> None:
    with served(sampled(place), "--sample", "small") as running:
        rows = [row for row in pages(client, running) if row["status"] == "published"]
        for row in rows:
            answer = client.get(f"{running.base_url}/p/1/{row['slug']}")
            assert answer.status_code == 200, row["slug"]
            assert "<inline-split-test" not in answer.text or row["slug"] == "awkward"
        for file in resource("sample", "harbor-pine", "assets").rglob("*"):
            if file.is_file():
                path = file.relative_to(resource("sample", "harbor-pine", "assets")).as_posix()
                answer = client.get(f"{running.base_url}/cdn/1/assets/{path}")
                assert answer.content == file.read_bytes(), path


def test_no_sample_means_no_brands_and_no_keys(place: Place) -> None:
    with served(place, "--sample", "none") as running:
        assert "keys" not in running.ready
