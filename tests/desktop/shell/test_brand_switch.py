"""A brand that is switched to: its list has the keyboard, whether it was open before or not."""

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from tests.desktop.support.live_server import LiveBrand, LivePlatform
from tests.desktop.support.window_bench import (
    MemoryKeyring,
    WindowBench,
    in_the_window,
    turns,
    until,
)

from funneldesk.desktop.local.connections.book import ConnectionBook
from funneldesk.desktop.shell.windows.main_window import MainWindow


async def switched(bench: WindowBench, brand: LiveBrand, other: LiveBrand) -> MainWindow:
    """The window of a new run in which ``other`` was just switched to for the first time."""
    earlier = bench.session()
    for each in (brand, other):
        await bench.add_brand(earlier, each)
    numbers = {each.brand: each.id for each in earlier.brands.connections()}
    first, second = numbers[brand.number], numbers[other.number]
    await bench.quit(earlier)
    session = bench.session()
    session.brands.book = await ConnectionBook.load(earlier.folders.connections_file)
    session.window.show()
    await session.brands.show(first)
    session.window.sidebar.brand.setFocus()
    await session.brands.show(second)
    panel = bench.pages_of(session)
    assert panel.workspace.connection.id == second
    assert not panel.library.loaded, "the list is there before the keyboard is given"
    return session.window


@in_the_window
async def test_a_brand_opened_for_the_first_time_in_a_run_has_the_keyboard_in_its_list(
    bench: WindowBench, brand: LiveBrand, live: LivePlatform, memory_keyring: MemoryKeyring
) -> None:
    other = live.brand("Second Street")
    await other.add(title="Spring", html="<p>one</p>")
    window = await switched(bench, brand, other)
    panel = window.panel()
    await until(panel.list.list.isVisible)
    await turns()
    assert window.focusWidget() is panel.list.list


@in_the_window
async def test_who_went_elsewhere_while_the_list_was_read_keeps_the_keyboard(
    bench: WindowBench, brand: LiveBrand, live: LivePlatform, memory_keyring: MemoryKeyring
) -> None:
    other = live.brand("Second Street")
    await other.add(title="Spring", html="<p>one</p>")
    window = await switched(bench, brand, other)
    panel = window.panel()
    panel.seek()
    QTest.keyClick(panel.list.search, Qt.Key.Key_S)
    await until(panel.list.list.isVisible)
    await turns()
    assert window.focusWidget() is panel.list.search
    assert panel.list.search.text() == "s"
