"""Undo in a funnel's map takes back the last thing, saved or not; redo does it again."""

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from tests.desktop.support.funnel_desk import (
    funnel,
    known,
    opened,
    pages_in,
    shown,
    step,
    whole,
)
from tests.desktop.support.live_server import LiveBrand
from tests.desktop.support.relay import Relay
from tests.desktop.support.window_bench import (
    WindowBench,
    in_the_window,
    open_dialogs,
    shown_dialog,
    until,
)

from funneldesk.contract.pages import Page
from funneldesk.desktop.parts.funnels.panel import FunnelsPanel
from funneldesk.desktop.parts.funnels.steps.adding import AddPagesDialog

Key, Modifier = Qt.Key, Qt.KeyboardModifier


def press(panel: FunnelsPanel, key: Qt.Key, *modifiers: Qt.KeyboardModifier) -> None:
    """Press a key in the map."""
    held = Modifier.NoModifier
    for each in modifiers:
        held |= each
    QTest.keyClick(panel.map.view, key, held)


async def into_map(panel: FunnelsPanel) -> None:
    """Have the keyboard in the map, also after a dialog."""
    panel.activateWindow()
    await until(panel.isActiveWindow)
    panel.show_map()
    await until(panel.map.view.hasFocus)


def undo(panel: FunnelsPanel) -> None:
    press(panel, Key.Key_Z, Modifier.ControlModifier)


def redo(panel: FunnelsPanel) -> None:
    press(panel, Key.Key_Z, Modifier.ControlModifier, Modifier.ShiftModifier)


def earlier(panel: FunnelsPanel, page: Page) -> None:
    """Move a step one place earlier."""
    panel.map.view.choose(str(page.id))
    press(panel, Key.Key_Left, Modifier.AltModifier)


async def with_two_added(
    bench: WindowBench, brand: LiveBrand, base_url: str = ""
) -> tuple[FunnelsPanel, int, list[Page]]:
    """A funnel to which two pages were added just now."""
    made = await funnel(brand)
    pages = [await step(brand, "offer"), await step(brand, "thanks")]
    panel = await opened(bench, await bench.workspace(brand, base_url=base_url), made)
    await add(panel, *pages)
    await until(lambda: shown(panel) == ["Offer", "Thanks"] and panel.is_quiet)
    await into_map(panel)
    return panel, made.id, pages


async def add(panel: FunnelsPanel, *pages: Page) -> None:
    """Add pages by the dialog."""
    panel.declared_actions.run(panel.declared_actions["funnels.add-pages"])
    dialog: AddPagesDialog = await shown_dialog(AddPagesDialog)
    for page in pages:
        dialog.list.rows.tick([str(page.id)], True)
    dialog.add.click()
    await until(lambda: not open_dialogs() and not panel.changes.is_working and panel.is_quiet)


@in_the_window
async def test_undo_takes_back_the_unsaved_order_before_what_was_saved(
    bench: WindowBench, brand: LiveBrand, relay: Relay
) -> None:
    panel, number, pages = await with_two_added(bench, brand, relay.base_url)
    earlier(panel, pages[1])
    assert shown(panel) == ["Thanks", "Offer"]
    writes = len(relay.writes())
    undo(panel)
    await until(lambda: panel.is_quiet)
    assert shown(panel) == ["Offer", "Thanks"]
    assert panel.map.order_bar.isHidden()
    # Nothing was sent: both pages are still in the funnel.
    assert len(relay.writes()) == writes
    assert await pages_in(brand, number) == ["Offer", "Thanks"]
    redo(panel)
    assert shown(panel) == ["Thanks", "Offer"]
    assert panel.map.order_bar.isVisible()
    undo(panel)
    undo(panel)
    await until(lambda: shown(panel) == [] and panel.is_quiet)
    assert await pages_in(brand, number) == []
    redo(panel)
    await until(lambda: shown(panel) == ["Offer", "Thanks"] and panel.is_quiet)
    assert await pages_in(brand, number) == ["Offer", "Thanks"]
    assert bench.notice("Redone: 2 pages added")


@in_the_window
async def test_every_move_is_one_step_and_a_new_one_ends_redo(
    bench: WindowBench, brand: LiveBrand
) -> None:
    made, pages = await whole(brand, ("offer", "checkout", "thanks"))
    panel = await opened(bench, await bench.workspace(brand), made)
    await into_map(panel)
    earlier(panel, pages[2])
    earlier(panel, pages[2])
    assert shown(panel) == ["Thanks", "Offer", "Checkout"]
    undo(panel)
    assert shown(panel) == ["Offer", "Thanks", "Checkout"]
    earlier(panel, pages[1])
    assert shown(panel) == ["Offer", "Checkout", "Thanks"]
    redo(panel)
    assert shown(panel) == ["Offer", "Checkout", "Thanks"]
    undo(panel)
    undo(panel)
    undo(panel)
    assert shown(panel) == ["Offer", "Checkout", "Thanks"]
    assert not panel.changes.can_undo(made.id)


@in_the_window
async def test_a_discarded_order_and_a_saved_one_come_back(
    bench: WindowBench, brand: LiveBrand
) -> None:
    made, pages = await whole(brand, ("offer", "checkout", "thanks"))
    panel = await opened(bench, await bench.workspace(brand), made)
    await into_map(panel)
    earlier(panel, pages[2])
    panel.map.order_bar.discard.click()
    assert shown(panel) == ["Offer", "Checkout", "Thanks"]
    panel.map.view.setFocus()
    undo(panel)
    assert shown(panel) == ["Offer", "Thanks", "Checkout"]
    panel.map.order_bar.save.click()
    await until(lambda: bench.notice("Order saved") and panel.is_quiet)
    assert await pages_in(brand, made) == ["Offer", "Thanks", "Checkout"]
    panel.map.view.setFocus()
    undo(panel)
    await until(lambda: bench.notice("Undone: Order saved") and panel.is_quiet)
    assert await pages_in(brand, made) == ["Offer", "Checkout", "Thanks"] == shown(panel)
    redo(panel)
    await until(lambda: bench.notice("Redone: Order saved") and panel.is_quiet)
    assert await pages_in(brand, made) == ["Offer", "Thanks", "Checkout"] == shown(panel)


@in_the_window
async def test_an_unsaved_order_survives_pages_that_join_and_another_funnel(
    bench: WindowBench, brand: LiveBrand
) -> None:
    made, pages = await whole(brand, ("offer", "thanks"))
    other = await funnel(brand, "Winter")
    loose = await step(brand, "snow")
    panel = await opened(bench, await bench.workspace(brand), made)
    earlier(panel, pages[1])
    await add(panel, loose)
    await until(lambda: len(shown(panel)) == 3)
    assert shown(panel) == ["Thanks", "Offer", "Snow"]
    assert panel.map.order_bar.isVisible()
    panel.open_record(str(other.id))
    await known(panel, other)
    assert shown(panel) == []
    assert not panel.changes.can_undo(other.id)
    panel.open_record(str(made.id))
    await known(panel, made)
    assert shown(panel) == ["Thanks", "Offer", "Snow"]
    # The page that joined was the last thing: it goes first, and the order stays.
    await into_map(panel)
    undo(panel)
    await until(lambda: shown(panel) == ["Thanks", "Offer"] and panel.is_quiet)
    undo(panel)
    assert shown(panel) == ["Offer", "Thanks"]
    assert await pages_in(brand, made) == ["Offer", "Thanks"]
