"""Pages, by the client and the embedded platform over real HTTP (document: Pages)."""

from collections.abc import AsyncIterator
from typing import TYPE_CHECKING

import pytest

from funneldesk.client.api import Api
from funneldesk.client.errors import Invalid, NotFound, RoleDenied
from funneldesk.contract.pages import Page, PageDraft, PagePatch

if TYPE_CHECKING:
    from conftest import Embedded

AWKWARD = "<p>\r\n\tLast\xa0line\u2028 & <b>émoji 🙂</b>\r</p>\n"


@pytest.fixture
async def api(embedded: "Embedded") -> AsyncIterator[Api]:
    async with embedded.api() as client:
        yield client


@pytest.fixture
async def page(api: Api) -> AsyncIterator[Page]:
    made = await api.pages.create(PageDraft(title="Spring offer", html=AWKWARD))
    yield made
    await api.pages.delete(made.id)


async def test_a_page_is_made_read_and_deleted(api: Api) -> None:
    made = await api.pages.create(
        PageDraft(title="Webinar", type="webinar-registration", html=AWKWARD, css="a{}\r\n")
    )
    read = await api.pages.get(made.id)
    assert (read.name, read.type, read.status) == ("Webinar", "webinar-registration", "draft")
    assert (read.html, read.css) == (AWKWARD, "a{}\r\n")
    assert read.slug
    assert made.id in [listed.id for listed in await api.pages.list()]
    await api.pages.delete(made.id)
    with pytest.raises(NotFound):
        await api.pages.get(made.id)


async def test_an_update_changes_what_was_set_and_nothing_else(api: Api, page: Page) -> None:
    """Quirks 22 and 23: the title goes along, html stays where it is not sent."""
    await api.pages.update(page.id, PagePatch(title=page.name, seo_title="Spring is here"))
    read = await api.pages.get(page.id)
    assert (read.seo_title, read.html, read.name) == ("Spring is here", AWKWARD, page.name)
    cleared = await api.pages.update(page.id, PagePatch(title="New name", seo_title=""))
    assert cleared.name == "New name"
    assert not (await api.pages.get(page.id)).seo_title


async def test_a_refused_update_names_the_field(api: Api, page: Page) -> None:
    """Quirks 21 and 25."""
    with pytest.raises(Invalid) as caught:
        await api.pages.update(page.id, PagePatch(title=page.name, custom_javascript="<p>no</p>"))
    assert "custom_javascript" in caught.value.fields
    with pytest.raises(Invalid) as caught:
        await api.pages.update(page.id, PagePatch(title=""))
    assert caught.value.fields["title"]


async def test_the_sample_pages_come_as_records(api: Api) -> None:
    listed = [found async for found in api.pages.iterate()]
    assert len(listed) >= 8
    whole = [await api.pages.get(found.id) for found in listed]
    assert [page.name for page in whole] == [found.name for found in listed]
    assert any("<inline-split-test" in (page.html or "") for page in whole)


async def test_a_viewer_reads_and_does_not_write(embedded: "Embedded") -> None:
    """Quirk 7."""
    async with embedded.api(role="viewer") as api:
        assert await api.pages.list()
        with pytest.raises(RoleDenied) as caught:
            await api.pages.create(PageDraft(title="Not mine"))
    assert not caught.value.maybe_done


async def test_a_page_of_another_brand_is_not_found(embedded: "Embedded", page: Page) -> None:
    async with embedded.api(brand=2) as other:
        with pytest.raises(NotFound) as caught:
            await other.pages.get(page.id)
        assert await other.diagnose(caught.value) is caught.value
