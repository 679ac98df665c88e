"""When the list of pages is read, and what is shown and opened meanwhile."""

import pytest
import shiboken6
from tests.desktop.parts.pages.test_panel import panel_with
from tests.desktop.support.live_server import LiveBrand
from tests.desktop.support.relay import Relay
from tests.desktop.support.window_bench import WindowBench, in_the_window, until

from funneldesk.desktop.kit.tasks import end_under
from funneldesk.desktop.parts.pages.panel import PagesPanel


@in_the_window
async def test_another_part_s_change_of_pages_is_shown(
    bench: WindowBench, brand: LiveBrand
) -> None:
    panel, _ = await panel_with(bench, brand, "One")
    await brand.add("Two")
    panel.workspace.announce("funnels", "1")
    await bench.idle(panel)
    assert panel.list.list.rows.rowCount() == 1
    panel.workspace.announce("pages", "2")
    await until(lambda: panel.list.list.rows.rowCount() == 2)


@in_the_window
async def test_the_first_load_that_failed_is_made_up_for(
    bench: WindowBench, brand: LiveBrand, relay: Relay, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("funneldesk.desktop.workspace.workspace.FIRST_RETRY", 0.05)
    await brand.add("One")
    await relay.vanish()
    workspace = await bench.workspace(brand, base_url=relay.base_url)
    panel = await bench.pages(workspace, loaded=False)
    await until(lambda: bench.notice("cannot be reached"))
    assert panel.list.views.currentWidget() is panel.list.refused
    await relay.listen()
    await until(lambda: panel.list.list.rows.rowCount() == 1)


@in_the_window
async def test_a_list_that_comes_in_does_not_take_the_place_of_what_was_just_chosen(
    bench: WindowBench, brand: LiveBrand, monkeypatch: pytest.MonkeyPatch
) -> None:
    chosen = str((await brand.add("One")).id)
    await brand.add("Two")
    panel = await bench.pages(await bench.workspace(brand), loaded=False)
    read = panel.library.refresh

    async def refresh() -> None:
        await read()
        assert panel.list.list.rows.at(0).id != chosen
        # The very moment before the first page of the list would be opened.
        panel.list.opened.emit(chosen)

    monkeypatch.setattr(panel.library, "refresh", refresh)
    await until(lambda: panel.library.loaded)
    await bench.idle(panel)
    assert panel.session.record_id == chosen


@in_the_window
async def test_a_section_that_is_gone_hears_no_more_of_its_brand(
    bench: WindowBench, brand: LiveBrand
) -> None:
    workspace = await bench.workspace(brand)
    panel = PagesPanel(workspace)
    await until(lambda: not end_under(panel))
    shiboken6.delete(panel)
    # A slot that still answers raises here, which fails the test.
    workspace.connection_changed.emit()
    assert not shiboken6.isValid(panel)
