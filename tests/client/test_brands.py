"""Brands, by the client and the embedded platform over real HTTP (document: Brands)."""

from typing import TYPE_CHECKING

import httpx
import pytest

from funneldesk.client.api import Api
from funneldesk.client.errors import NotFound, NotSignedIn, RoleDenied, WrongBrand
from funneldesk.contract.brands import BrandPatch

if TYPE_CHECKING:
    from conftest import Embedded


async def test_a_good_key_is_told_by_the_brand_itself(embedded: "Embedded") -> None:
    """Authentication 5."""
    async with embedded.api() as api:
        brand = await api.check()
        assert brand.id == 1
        assert brand.name in [known.name for known in await api.brands.list()]
        assert all(isinstance(name, str) for name in await api.brands.metrics())


async def test_a_wrong_key_and_a_key_of_another_brand_are_told_apart(
    embedded: "Embedded",
) -> None:
    """Quirk 5."""
    async with Api(embedded.base_url, 1, "fd_1_wrong") as api:
        with pytest.raises(NotSignedIn):
            await api.check()
    async with embedded.api(brand=1, key_of=2) as api:
        with pytest.raises(WrongBrand):
            await api.check()


async def test_a_good_key_takes_over_in_the_middle_of_the_work(embedded: "Embedded") -> None:
    async with Api(embedded.base_url, 1, "fd_1_wrong") as api:
        with pytest.raises(NotSignedIn):
            await api.pages.list()
        api.replace_key(embedded.keys[1, "owner"])
        assert await api.pages.list()


async def test_a_call_without_the_header_is_not_found(embedded: "Embedded") -> None:
    """Quirk 2: what the client's probe is for."""
    headers = {"Accept": "application/json"}
    async with httpx.AsyncClient(headers=headers, trust_env=False) as plain:
        assert (await plain.get(f"{embedded.base_url}/api/brands/1")).status_code == 404
        browser = await plain.get(
            f"{embedded.base_url}/api/brands/1", headers={"Accept": "text/html"}
        )
        assert browser.status_code == 302


async def test_a_brand_is_renamed_by_its_owner_only(embedded: "Embedded") -> None:
    """Quirk 7."""
    async with embedded.api(brand=2) as owner, embedded.api(brand=2, role="editor") as editor:
        before = await owner.check()
        with pytest.raises(RoleDenied):
            await editor.brands.update(BrandPatch(name="Mine"))
        assert (await owner.brands.update(BrandPatch(name="Renamed"))).name == "Renamed"
        restored = await owner.brands.update(BrandPatch(name=before.name))
        assert (restored.name, restored.timezone) == (before.name, before.timezone)


async def test_the_artwork_of_the_sample_is_fetched_without_a_key(embedded: "Embedded") -> None:
    async with embedded.api() as api:
        html = "".join([(await api.pages.get(p.id)).html or "" for p in await api.pages.list()])
        start = html.index("/cdn/1/assets/")
        path = html[start : min(html.index(end, start) for end in "\"')")]
        assert len(await api.fetch_asset(path)) > 100
        with pytest.raises(NotFound):
            await api.fetch_asset("/cdn/1/assets/none-of-these.png")
