"""Several selected records: counted, acted on together, and still selected afterwards."""

from PySide6.QtWidgets import QMenu
from tests.desktop.parts.files.test_panel import opened, stock
from tests.desktop.support.live_server import LiveBrand
from tests.desktop.support.window_bench import WindowBench, in_the_window, until

from funneldesk.desktop.parts.pages.panel import PagesPanel


def select_all(panel: PagesPanel) -> list[str]:
    panel.list.list.selectAll()
    return panel.list.list.selected_ids()


@in_the_window
async def test_selected_pages_are_counted_and_stay_selected_through_bulk_actions(
    bench: WindowBench, brand: LiveBrand
) -> None:
    pages = [await brand.add(title) for title in ("One", "Two", "Three")]
    panel = await bench.pages(await bench.workspace(brand))
    await bench.opened(panel, pages[1])
    bar = panel.list.selection
    assert bar.isHidden()
    ids = select_all(panel)
    assert not bar.isHidden()
    assert bar.count.text() == "3 selected"
    panel.list.publish_button.click()
    await until(lambda: bench.notice("3 pages published"))
    await bench.idle(panel)
    await until(lambda: panel.session.status == "published")
    assert sorted(panel.list.list.selected_ids()) == sorted(ids)
    panel.tasks.start(panel.actions_on_pages.duplicate(ids))
    await until(lambda: bench.notice("3 pages duplicated"))
    await bench.idle(panel)
    assert sorted(panel.list.list.selected_ids()) == sorted(ids)
    bar.clear.click()
    assert panel.list.list.selected_ids() == [str(pages[1].id)]
    assert bar.isHidden()


@in_the_window
async def test_the_bar_offers_what_the_menu_of_the_selection_does(
    bench: WindowBench, brand: LiveBrand
) -> None:
    for title in ("One", "Two"):
        await brand.add(title)
    panel = await bench.pages(await bench.workspace(brand))
    select_all(panel)
    panel.list.selection.actions_button.click()
    menu = panel.list.selection.findChildren(QMenu)[-1]
    assert {"Publish 2 pages", "Set fields…"} <= {action.text() for action in menu.actions()}
    menu.close()


@in_the_window
async def test_selected_files_are_counted_with_what_can_be_done(
    bench: WindowBench, brand: LiveBrand
) -> None:
    await stock(brand)
    panel = await opened(bench, await bench.workspace(brand))
    bar = panel.menus.selection
    assert bar.isHidden()
    panel.list.grid.selectAll()
    await until(lambda: not bar.isHidden())
    assert bar.count.text() == f"{panel.list.grid.selected_count()} selected"
    bar.actions_button.click()
    menu = bar.findChildren(QMenu)[-1]
    assert menu.actions()
    menu.close()
    bar.clear.click()
    await until(bar.isHidden)
