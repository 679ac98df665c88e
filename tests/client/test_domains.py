"""Domains, by the client (document: Domain; quirks 10, 20 and 56)."""

from collections.abc import AsyncIterator
from typing import TYPE_CHECKING, Any

import pytest
from scripted_platform import ScriptedPlatform, reply

from funneldesk.client.api import Api
from funneldesk.client.errors import BadAnswer, Invalid, NotFound
from funneldesk.contract.domains import (
    DomainDraft,
    DomainFilter,
    DomainPatch,
    MoveDraft,
    TrackingDomainDraft,
)
from funneldesk.contract.pages import PageDraft

if TYPE_CHECKING:
    from conftest import Embedded

ROW = {"id": 5, "domain": "shop.example", "status": "pending-cname", "dedicated_domain": True}
DRAFT = DomainDraft(domain="Shop.example", dedicated_domain=True)


@pytest.fixture
async def live(embedded: "Embedded") -> AsyncIterator[Api]:
    async with embedded.api() as client:
        yield client


def listed(*rows: Any) -> Any:
    numbers = {"current_page": 1, "per_page": 25, "total": len(rows), "last_page": 1}
    return reply(200, {**numbers, "data": rows})


@pytest.mark.parametrize("body", [ROW, {"domain": ROW}])
async def test_quirk_20_a_custom_domain_comes_bare_or_wrapped(
    body: Any, api: Api, scripted: ScriptedPlatform
) -> None:
    scripted.answers = [reply(200, body)]
    assert (await api.domains.create(DRAFT)).id == 5


async def test_a_domain_that_is_not_shown_is_found_by_its_name(
    api: Api, scripted: ScriptedPlatform
) -> None:
    other = {**ROW, "id": 6, "domain": "my.shop.example"}
    scripted.answers = [reply(200, {"success": True}), listed(other, ROW)]
    assert (await api.domains.create(DRAFT)).id == 5
    assert "q=Shop.example" in scripted.requests[1].path
    scripted.answers = [reply(200, None), listed()]
    with pytest.raises(BadAnswer) as caught:
        await api.domains.create(DRAFT)
    assert caught.value.maybe_done


async def test_quirk_20_a_tracking_domain_comes_wrapped(
    api: Api, scripted: ScriptedPlatform
) -> None:
    record = {"name": "_x", "anything": [1]}
    scripted.answers = [reply(201, {"domain": {**ROW, "cname_validation_record": record}})]
    made = await api.domains.create_tracking(TrackingDomainDraft(domain="t.example"))
    assert (made.id, made.cname_validation_record) == (5, record)
    scripted.answers = [reply(201, {"domain": "t.example"})]
    with pytest.raises(BadAnswer) as caught:
        await api.domains.create_tracking(TrackingDomainDraft(domain="t.example"))
    assert caught.value.maybe_done


@pytest.mark.parametrize("body", [[ROW], {"data": [ROW]}])
async def test_tracking_domains_come_in_any_envelope(
    body: Any, api: Api, scripted: ScriptedPlatform
) -> None:
    scripted.answers = [reply(200, body)]
    assert [one.id for one in (await api.domains.list_tracking()).rows] == [5]
    assert scripted.requests[0].path.endswith("/tracking-domains")


async def test_quirk_56_a_failed_validation_is_no_error(
    api: Api, scripted: ScriptedPlatform
) -> None:
    body = {"success": False, "status": "pending-cname", "message": "CNAME missing"}
    scripted.answers = [reply(200, body)]
    found = await api.domains.validate(5)
    assert (found.success, found.message, found.cname_validated) == (False, "CNAME missing", None)


async def test_an_update_is_read_again(api: Api, scripted: ScriptedPlatform) -> None:
    scripted.answers = [reply(200, {"ok": 1}), reply(200, ROW)]
    assert (await api.domains.update(5, DomainPatch(domain="shop.example"))).id == 5
    assert [one.method for one in scripted.requests] == ["PUT", "GET"]


async def test_a_domain_all_the_way(live: Api) -> None:
    made = await live.domains.create(DomainDraft(domain="client-walk", dedicated_domain=False))
    assert made.status == "active"
    new = await live.domains.create(DomainDraft(domain="client-new", dedicated_domain=False))
    page = await live.pages.create(PageDraft(title="Offer", domain_id=made.id))
    draft = MoveDraft(target_domain_id=new.id)
    preview = await live.domains.preview_move(made.id, draft)
    assert (preview.pages_affected, preview.preview[0].new_domain) == (1, new.domain)
    assert (await live.domains.move(made.id, draft)).pages_updated == 1
    assert (await live.pages.get(page.id)).domain_id == new.id
    renamed = await live.domains.update(made.id, DomainPatch(domain="client-other"))
    assert renamed.domain.startswith("client-other.")
    assert (await live.domains.get(made.id)).domain == renamed.domain
    found = await live.domains.list(DomainFilter(q="client-n"))
    assert [one.id for one in found.rows] == [new.id]
    walked = [one.id async for one in live.domains.iterate(DomainFilter(per_page=1))]
    assert {made.id, new.id} <= set(walked)
    assert len(walked) == len((await live.domains.list_all()).rows)
    await live.pages.delete(page.id)
    for one in (made, new):
        await live.domains.delete(one.id)
    with pytest.raises(NotFound):
        await live.domains.get(made.id)


async def test_a_domain_that_waits_for_its_record(live: Api) -> None:
    """Quirk 56, on the embedded platform; there need be no network."""
    made = await live.domains.create(
        DomainDraft(domain="no-such-name.client.invalid", dedicated_domain=True)
    )
    told = await live.domains.validation_instructions(made.id)
    assert told.cname_record is not None
    assert told.cname_record.host == made.domain
    found = await live.domains.validate(made.id)
    assert (found.success, found.status) == (False, "pending-cname")
    assert found.message
    tested = await live.domains.test_configuration(made.id)
    assert (tested.dns_ok, tested.https_reachable) == (False, False)
    assert not (await live.domains.request_ssl(made.id)).success
    assert not (await live.domains.request_ssl_by_get(made.id)).success
    with pytest.raises(Invalid) as caught:
        await live.domains.create(DomainDraft(domain=made.domain, dedicated_domain=True))
    assert caught.value.fields["domain"]
    await live.domains.delete(made.id)


async def test_a_tracking_domain_comes_and_goes(live: Api) -> None:
    made = await live.domains.create_tracking(TrackingDomainDraft(domain="t.client.invalid"))
    assert (made.status, made.is_tracking_domain) == ("pending-cloudflare", True)
    assert made.id in [one.id for one in (await live.domains.list_tracking()).rows]
    await live.domains.delete_tracking(made.id)
    assert made.id not in [one.id for one in (await live.domains.list_tracking()).rows]
