"""Several selected records: counted, acted on together, and still selected afterwards."""

from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu
from tests.desktop.parts.files.test_panel import opened, stock
from tests.desktop.support.live_server import LiveBrand
from tests.desktop.support.window_bench import WindowBench, in_the_window, until

from funneldesk.desktop.kit.controls.buttons import Button
from funneldesk.desktop.kit.controls.selection_bar import SelectionBar
from funneldesk.desktop.parts.pages.panel import PagesPanel


async def button(bar: SelectionBar, words: str) -> Button:
    """The button of an action on the bar, once it is there."""
    await until(lambda: words in {each.text() for each in bar.buttons})
    return next(each for each in bar.buttons if each.text() == words)


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
    (await button(bar, "Publish")).click()
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


@in_the_window
async def test_the_bar_shows_as_many_actions_as_have_room(bench: WindowBench) -> None:
    done: list[str] = []

    def fill(menu: QMenu) -> None:
        for words in ("Open", "Duplicate", "Set fields…\tCtrl+E", "Publish"):
            menu.addAction(words, lambda words=words: done.append(words))
        menu.actions()[0].setEnabled(False)
        menu.actions()[-1].setPriority(QAction.Priority.HighPriority)

    bar = bench.own(SelectionBar(fill))
    bar.resize(700, 36)
    bar.show_count(3)
    await until(lambda: bar.buttons)
    assert [each.text() for each in bar.buttons] == ["Publish", "Duplicate", "Set fields"]
    assert all(not each.isHidden() for each in bar.buttons)
    bar.buttons[0].click()
    assert done == ["Publish"]
    always = (bar.count, bar.actions_button, bar.clear, bar.buttons[0])
    bar.resize(22 + sum(each.sizeHint().width() for each in always), 36)
    shown = [each.text() for each in bar.buttons if not each.isHidden()]
    assert shown == ["Publish"]
    assert not bar.actions_button.isHidden()
    bar.resize(700, 36)
    assert all(not each.isHidden() for each in bar.buttons)
