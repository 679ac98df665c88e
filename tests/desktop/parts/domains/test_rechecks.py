"""Domains that wait are looked at again by themselves: also where their section was not opened in
this run, and from the moment at which the server can be reached."""

from pathlib import Path

from tests.desktop.parts.domains.test_domains import HOST, checking, dns, opened, write, zone
from tests.desktop.support.dns_zone import NameServer
from tests.desktop.support.live_server import LiveBrand, LivePlatform
from tests.desktop.support.relay import Relay
from tests.desktop.support.window_bench import MemoryKeyring, WindowBench, in_the_window, until

from funneldesk.contract.domains import Domain, DomainDraft
from funneldesk.desktop.local.connections.book import ConnectionBook
from funneldesk.desktop.parts.domains.setup.resolvers import set_resolvers
from funneldesk.desktop.parts.domains.setup.watch import PAUSES

__all__ = ["checking", "dns", "zone"]


async def activated(brand: LiveBrand, zone: Path, domain: Domain) -> None:
    """Its owner sets the record, and somebody has it validated and asks for a certificate."""
    write(zone, f"b{brand.number}.pages.funneldesk.localhost")
    async with brand.api() as api:
        assert (await api.domains.validate(domain.id)).success
        await api.domains.request_ssl(domain.id)


@in_the_window
async def test_a_domain_that_waited_is_looked_at_although_nobody_opens_its_section(
    bench: WindowBench,
    checking: LivePlatform,
    zone: Path,
    dns: NameServer,
    memory_keyring: MemoryKeyring,
) -> None:
    brand = checking.brand()
    async with brand.api() as api:
        made = await api.domains.create(DomainDraft(domain=HOST, dedicated_domain=True))
    first = bench.session()
    pages = await bench.add_brand(first, brand)
    connection = pages.workspace.connection
    await set_resolvers(pages.workspace, dns.line)
    first.window.show_section("domains")
    panel = first.window.panel()
    assert panel is not None
    await until(lambda: panel.is_quiet and panel.list.table.rows.ids)
    first.window.show_section("pages")
    await bench.quit(first)
    await activated(brand, zone, made)

    second = bench.session()
    second.brands.book = await ConnectionBook.load(second.folders.connections_file)
    await second.brands.show(connection.id)
    await until(lambda: bench.notice(f"{HOST} is active"))
    notice = bench.notice(f"{HOST} is active")
    assert notice is not None
    assert notice.away, "the desktop tells it as well"
    assert second.window.view is not None
    assert "domains" not in second.window.view.panels, "nobody looked at the section"


@in_the_window
async def test_pauses_grow_and_end_once_the_server_can_be_reached_again(
    bench: WindowBench, brand: LiveBrand, relay: Relay, dns: NameServer
) -> None:
    assert sorted(PAUSES) == list(PAUSES)
    async with brand.api() as api:
        await api.domains.create(
            DomainDraft(domain=f"b{brand.number}.x.test", dedicated_domain=True)
        )
    workspace = await bench.workspace(brand, base_url=relay.base_url)
    panel = await opened(bench, workspace, dns.line)
    panel.watch.pauses = (3600.0,)
    (record_id,) = panel.list.table.rows.ids
    panel.watch.again(panel.list.rows[record_id].summary)
    await until(lambda: panel.watch.of(record_id).next_at)
    asked = len(dns.asked)
    await relay.vanish()
    panel.refresh()
    await until(lambda: workspace.connection_state != "online")
    await relay.listen()
    await until(lambda: workspace.connection_state == "online")
    await until(lambda: len(dns.asked) > asked)
