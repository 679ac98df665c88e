"""Domains in the window: from nothing to active, moved, deleted, and what the user is told."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtGui import QGuiApplication
from tests.desktop.support.dns_zone import NameServer, name_server
from tests.desktop.support.live_server import LiveBrand, LivePlatform, live_platform
from tests.desktop.support.relay import Relay
from tests.desktop.support.window_bench import WindowBench, in_the_window, said, shown_dialog, until

from funneldesk.contract.domains import Domain, DomainDraft, DomainFilter, TrackingDomainDraft
from funneldesk.contract.pages import PageDraft
from funneldesk.desktop.parts.domains.deeds.adding import AddDialog
from funneldesk.desktop.parts.domains.deeds.moving import MoveDialog
from funneldesk.desktop.parts.domains.panel import DomainsPanel
from funneldesk.desktop.parts.domains.setup.resolvers import set_resolvers
from funneldesk.desktop.workspace.workspace import Workspace

HOST = "shop.harbour.test"


@pytest.fixture
def dns() -> Iterator[NameServer]:
    with name_server() as server:
        yield server


@pytest.fixture
def zone(tmp_path: Path) -> Path:
    """What the platform finds in the DNS."""
    made = tmp_path / "zone.json"
    made.write_text("{}", "utf-8")
    return made


@pytest.fixture
def checking(tmp_path: Path, zone: Path) -> Iterator[LivePlatform]:
    """A platform that looks names up in ``zone``."""
    with live_platform(tmp_path / "checking", "--dns-zone", str(zone)) as platform:
        yield platform


async def opened(bench: WindowBench, workspace: Workspace, server: str) -> DomainsPanel:
    await set_resolvers(workspace, server)
    panel = bench.own(DomainsPanel(workspace))
    panel.watch.pauses = (0.05,)
    panel.resize(1280, 800)
    panel.show()
    panel.refresh()
    await until(lambda: panel.is_quiet)
    return panel


def write(zone: Path, target: str) -> None:
    zone.write_text(json.dumps({HOST: {"cname": target}}), "utf-8")


async def add(panel: DomainsPanel, name: str, kind: str = "custom") -> None:
    panel.new()
    dialog = await shown_dialog(AddDialog)
    dialog.form.row("kind").set_value(kind)
    dialog.form.row("domain").set_value(name)
    dialog.go_button.click()
    await until(lambda: dialog.made is not None and panel.open_id == dialog.made.record_id)


@in_the_window
async def test_a_domain_is_led_from_nothing_to_active(
    bench: WindowBench, checking: LivePlatform, zone: Path, dns: NameServer
) -> None:
    brand = checking.brand()
    panel = await opened(bench, await bench.workspace(brand), dns.line)
    assert panel.list.empty.isVisible()
    await add(panel, HOST)
    page = panel.setup
    await until(lambda: page.reason.title() == "There is no record yet")
    page.card.copy_value.click()
    target = QGuiApplication.clipboard().text()
    assert target == f"b{brand.number}.pages.funneldesk.localhost"
    page.card.copy_host.click()
    assert QGuiApplication.clipboard().text() == HOST
    # The owner of the domain first writes something else.
    dns.records[HOST, "CNAME"] = ("old.shop.test.", 120)
    await until(lambda: page.reason.title() == "The record points to another place")
    assert "old.shop.test" in page.reason.text()
    assert "cached until" in page.reason.text()
    dns.records[HOST, "CNAME"] = (f"{target}.", 120)
    # The world has it now; the server does not yet (quirk 56: told within a 200).
    await until(lambda: "No CNAME record was found" in said(page))
    write(zone, target)
    await until(lambda: page.body.get("status") == "validated")
    assert page.certificate_button.isEnabled()
    for _look in range(3):
        before = page.watch.of(page.record_id).looked_at
        page.look_again()
        await until(lambda: page.watch.of(page.record_id).looked_at != before)  # noqa: B023
    assert page.body["status"] == "validated"  # No certificate is asked for by itself.
    page.certificate_button.click()
    await until(lambda: page.body.get("status") == "ssl-pending")
    await until(lambda: page.body.get("status") == "active")
    (notice,) = (each for each in bench.notifications.notices if each.title == f"{HOST} is active")
    assert notice.away
    assert page.open_button.isEnabled()
    await until(lambda: "Active" in panel.list.table.rows.index(0, 1).data())
    assert {name for name, _kind in dns.asked} <= {HOST, f"{HOST}.harbour.test"}


@in_the_window
async def test_a_certificate_is_never_asked_for_by_looking(
    bench: WindowBench, brand: LiveBrand, relay: Relay, dns: NameServer
) -> None:
    async with brand.api() as api:
        await api.domains.create(
            DomainDraft(domain=f"b{brand.number}.x.test", dedicated_domain=True)
        )
    workspace = await bench.workspace(brand, base_url=relay.base_url)
    panel = await opened(bench, workspace, dns.line)
    panel.open_record(panel.list.table.rows.ids[0])
    await until(lambda: panel.setup.reason.title() == "There is no record yet")
    assert not any("request-ssl" in each.path for each in relay.seen)
    assert not relay.writes()  # The server is not bothered either until the record is there.


async def two_domains(brand: LiveBrand) -> list[Domain]:
    """Where pages move from, and where to."""
    names = [f"{word}{brand.number}" for word in ("from", "to")]
    drafts = [DomainDraft(domain=name, dedicated_domain=False) for name in names]
    async with brand.api() as api:
        return [await api.domains.create(draft) for draft in drafts]


@in_the_window
async def test_pages_move_after_a_look_and_a_taken_slug_stops_them(
    bench: WindowBench, brand: LiveBrand
) -> None:
    source, target = await two_domains(brand)
    async with brand.api() as api:
        for title, slug, domain in (
            ("Mugs", "mugs", source),
            ("Tea", "tea", source),
            ("Other mugs", "mugs", target),
        ):
            await api.pages.create(PageDraft(title=title, slug=slug, domain_id=domain.id))
    panel = await opened(bench, await bench.workspace(brand), "")
    panel.open_record(str(source.id))
    panel.detail.tabs.choose("serving")
    panel.detail.pages.setCurrentWidget(panel.serving)
    await until(lambda: "2 pages" in said(panel.serving))
    panel.move_pages((str(source.id),))
    dialog = await shown_dialog(MoveDialog)
    await until(lambda: dialog.problem.title() == "1 page can't move: the slug is taken there")
    assert not dialog.go_button.isEnabled()
    assert dialog.table.rows.index(0, 2).data() == "Slug taken"
    async with brand.api() as api:
        (clash,) = [each for each in await api.pages.list() if each.name == "Other mugs"]
        await api.pages.delete(clash.id)
    dialog.target.currentIndexChanged.emit(0)
    await until(dialog.go_button.isEnabled)
    dialog.go_button.click()
    await until(lambda: any(n.title == "2 pages moved" for n in bench.notifications.notices))
    async with brand.api() as api:
        assert {each.domain_id for each in await api.pages.list()} == {target.id}
    await until(lambda: "It serves nothing yet" in said(panel.serving))


@in_the_window
async def test_a_move_whose_dialog_is_closed_on_the_way_is_told_when_it_is_done(
    bench: WindowBench, brand: LiveBrand, relay: Relay
) -> None:
    source, target = await two_domains(brand)
    async with brand.api() as api:
        await api.pages.create(PageDraft(title="Mugs", slug="mugs", domain_id=source.id))
    panel = await opened(bench, await bench.workspace(brand, base_url=relay.base_url), "")
    panel.move_pages((str(source.id),))
    dialog: MoveDialog = await shown_dialog(MoveDialog)
    await until(dialog.go_button.isEnabled)
    async with relay.held("POST"):
        dialog.go_button.click()
        await until(lambda: any(each.path.endswith("/move/apply") for each in relay.writes()))
        dialog.reject()
        assert dialog.isHidden()
    await until(lambda: bench.notice("1 page moved"))
    async with brand.api() as api:
        assert {each.domain_id for each in await api.pages.list()} == {target.id}


@in_the_window
async def test_a_tracking_domain_has_its_record_and_no_certificate_to_ask_for(
    bench: WindowBench, brand: LiveBrand, dns: NameServer
) -> None:
    name = f"go.b{brand.number}.test"
    async with brand.api() as api:
        await api.domains.create_tracking(TrackingDomainDraft(domain=name))
    panel = await opened(bench, await bench.workspace(brand), dns.line)
    (record_id,) = panel.list.table.rows.ids
    panel.open_record(record_id)
    await until(lambda: panel.setup.card.wanted.host == name)
    assert ".track." in panel.setup.card.wanted.value
    assert not panel.setup.certificate_button.isVisibleTo(panel)
    panel.delete((record_id,))
    dialog = await shown_dialog()
    dialog.button("yes").click()
    await until(lambda: not panel.list.table.rows.ids and not panel.open_id)
    async with brand.api() as api:
        assert not (await api.domains.list_tracking()).rows


@in_the_window
async def test_a_taken_name_is_refused_at_its_field_and_nothing_typed_is_lost(
    bench: WindowBench, brand: LiveBrand
) -> None:
    name = f"taken.b{brand.number}.test"
    async with brand.api() as api:
        await api.domains.create(DomainDraft(domain=name, dedicated_domain=True))
    panel = await opened(bench, await bench.workspace(brand), "")
    panel.new()
    dialog = await shown_dialog(AddDialog)
    field = dialog.form.row("domain")
    for wrong in ("https://x.test/", "one word", ""):
        field.set_value(wrong)
        dialog.go_button.click()
        await until(lambda: "Write" in said(dialog.form))
    field.set_value(name)
    dialog.go_button.click()
    await until(lambda: "taken" in said(dialog.form))
    assert dialog.form.value("domain") == name


@in_the_window
async def test_an_international_domain_is_added_under_its_own_name(
    bench: WindowBench, brand: LiveBrand
) -> None:
    async with brand.api() as api:
        await api.domains.create(
            DomainDraft(domain=f"fass.b{brand.number}.test", dedicated_domain=True)
        )
    panel = await opened(bench, await bench.workspace(brand), "")
    await add(panel, f"Faß.b{brand.number}.test")
    async with brand.api() as api:
        found = [each.domain async for each in api.domains.iterate(DomainFilter(q="faß"))]
    assert found == [f"xn--fa-hia.b{brand.number}.test"]
