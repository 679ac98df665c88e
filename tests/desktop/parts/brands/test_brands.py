"""The brand's settings: shown at once, changed by who may, kept while they are typed."""

from PySide6.QtTest import QTest
from PySide6.QtWidgets import QComboBox, QLineEdit
from tests.desktop.support.live_server import LiveBrand
from tests.desktop.support.relay import Relay
from tests.desktop.support.window_bench import (
    MemoryKeyring,
    WindowBench,
    in_the_window,
    turns,
    until,
)

from funneldesk.contract.brands import BrandPatch
from funneldesk.desktop.parts.brands.panel import BrandPanel
from funneldesk.desktop.workspace.workspace import Workspace


def values(panel: BrandPanel) -> dict[str, object]:
    return panel.pane.form.form.values()


async def shown(bench: WindowBench, workspace: Workspace) -> BrandPanel:
    """The section, read."""
    panel = bench.own(BrandPanel(workspace))
    panel.refresh()
    await until(lambda: panel.session.draft is not None and panel.is_quiet)
    return panel


def field(panel: BrandPanel, name: str) -> QLineEdit:
    found = panel.pane.form.form.row(name).findChild(QLineEdit)
    assert isinstance(found, QLineEdit)
    return found


def rename(panel: BrandPanel, text: str) -> None:
    field(panel, "name").selectAll()
    QTest.keyClicks(field(panel, "name"), text)


def choose(panel: BrandPanel, name: str, value: str) -> None:
    combo = panel.pane.form.form.row(name).findChild(QComboBox)
    assert combo.findText(value) >= 0
    combo.setCurrentText(value)


async def save(panel: BrandPanel) -> None:
    panel.save()
    await turns()
    await until(lambda: panel.is_quiet)


@in_the_window
async def test_only_what_changed_is_sent(
    bench: WindowBench, brand: LiveBrand, relay: Relay
) -> None:
    panel = await shown(bench, await bench.workspace(brand, base_url=relay.base_url))
    assert values(panel)["name"] == "Harbour Lane"
    assert not panel.pane.form.save_button.isEnabled()
    choose(panel, "timezone", "Europe/Vienna")
    choose(panel, "currency", "EUR · Euro")
    assert panel.pane.form.save_button.isEnabled()
    await save(panel)
    assert [seen.body for seen in relay.writes()] == [
        {"timezone": "Europe/Vienna", "currency": "EUR"}
    ]
    assert bench.notice("Saved: Harbour Lane")
    assert not panel.pane.form.save_button.isEnabled()
    async with brand.api() as api:
        assert (await api.brands.get()).timezone == "Europe/Vienna"


@in_the_window
async def test_the_local_copy_is_there_without_the_platform(
    bench: WindowBench, brand: LiveBrand, relay: Relay
) -> None:
    before = await bench.workspace(brand, place="copy")
    await shown(bench, before)
    await bench.close(before)
    await relay.vanish()
    panel = await shown(bench, await bench.workspace(brand, place="copy", base_url=relay.base_url))
    assert values(panel)["name"] == "Harbour Lane"
    assert bench.notice("cannot be reached")


@in_the_window
async def test_what_is_typed_survives_a_refresh_and_a_save(
    bench: WindowBench, brand: LiveBrand, relay: Relay
) -> None:
    panel = await shown(bench, await bench.workspace(brand, base_url=relay.base_url))
    rename(panel, "Typed")
    async with brand.api() as api:
        await api.brands.update(BrandPatch(currency="CHF"))
    panel.refresh()
    await until(lambda: panel.is_quiet)
    assert values(panel)["name"] == "Typed"
    async with relay.held("PUT"):
        panel.save()
        await until(relay.writes)
        rename(panel, "Typed later")
    await until(lambda: bench.notice("Saved: Typed"))
    await until(lambda: panel.is_quiet)
    assert values(panel)["name"] == "Typed later"
    assert values(panel)["currency"] == "CHF"
    assert panel.pane.form.save_button.isEnabled()
    assert relay.writes()[0].body == {"name": "Typed"}


@in_the_window
async def test_what_is_typed_is_there_again_after_the_program_ended(
    bench: WindowBench, brand: LiveBrand
) -> None:
    workspace = await bench.workspace(brand, place="typed")
    panel = await shown(bench, workspace)
    rename(panel, "Typed")
    await panel.settle()
    await bench.close(workspace)
    panel = await shown(bench, await bench.workspace(brand, place="typed"))
    assert values(panel)["name"] == "Typed"
    assert panel.pane.form.save_button.isEnabled()


@in_the_window
async def test_an_editor_is_refused_in_words_and_keeps_what_was_typed_quirk_7(
    bench: WindowBench, brand: LiveBrand
) -> None:
    panel = await shown(bench, await bench.workspace(brand, role="editor"))
    rename(panel, "Mine")
    await save(panel)
    assert bench.notice("Your role does not allow this")
    assert values(panel)["name"] == "Mine"
    assert not panel.pane.form.save_button.isEnabled()
    assert field(panel, "name").isReadOnly()


@in_the_window
async def test_a_brand_without_a_name_is_not_sent(
    bench: WindowBench, brand: LiveBrand, relay: Relay
) -> None:
    panel = await shown(bench, await bench.workspace(brand, base_url=relay.base_url))
    field(panel, "name").clear()
    await save(panel)
    assert panel.pane.form.form.row("name").error() == "A brand needs a name."
    assert relay.writes() == []


@in_the_window
async def test_a_message_of_the_platform_stands_at_its_field_quirk_21(
    bench: WindowBench, brand: LiveBrand
) -> None:
    async with brand.api() as api:
        await api.brands.update(BrandPatch(timezone="Europe/Vienna"))
    panel = await shown(bench, await bench.workspace(brand))
    assert panel.session.draft is not None
    panel.session.draft.set("timezone", "Nowhere/Land")
    panel.pane.form.take(("timezone",))
    await save(panel)
    assert panel.pane.form.form.row("timezone").error()
    assert bench.notice("was not accepted")
    rename(panel, "Quay Street")
    assert values(panel)["timezone"] == "Nowhere/Land"


@in_the_window
async def test_a_read_only_brand_is_shown_and_sends_nothing(
    bench: WindowBench, brand: LiveBrand, relay: Relay
) -> None:
    workspace = await bench.workspace(brand, base_url=relay.base_url, read_only=True)
    panel = await shown(bench, workspace)
    assert field(panel, "name").isReadOnly()
    choose(panel, "currency", "CHF · Swiss franc")
    await save(panel)
    assert relay.writes() == []


@in_the_window
async def test_a_new_name_shows_in_the_switcher(
    bench: WindowBench, brand: LiveBrand, memory_keyring: MemoryKeyring
) -> None:
    session = bench.session()
    await bench.add_brand(session, brand)
    session.window.show_section("brands")
    panel = session.window.panel()
    assert isinstance(panel, BrandPanel)
    await until(lambda: panel.session.draft is not None)
    rename(panel, "Quay Street")
    await save(panel)
    await until(lambda: "Quay Street" in session.window.sidebar.brand.accessibleName())
    assert [c.name for c in session.brands.connections()] == ["Quay Street"]
    assert session.window.top.record.text() == "/ Quay Street"
