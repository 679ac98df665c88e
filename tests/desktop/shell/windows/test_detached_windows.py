"""Records in windows of their own: opened, remembered, brought back, and ended with the rest."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from tests.desktop.support.live_server import LiveBrand, LivePlatform
from tests.desktop.support.pages_driver import write
from tests.desktop.support.window_bench import MemoryKeyring, WindowBench, in_the_window, until

from funneldesk.desktop.app.session import Session
from funneldesk.desktop.kit.notices.notices import Notice
from funneldesk.desktop.parts.pages.panel import PagesPanel
from funneldesk.desktop.shell.windows.detached_window import DetachedWindow

CTRL_SHIFT = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier


@pytest.fixture(autouse=True)
def _keyring(memory_keyring: MemoryKeyring) -> None:
    """Nobody's own keyring is asked."""


async def own_window(session: Session, title: str) -> tuple[DetachedWindow, PagesPanel]:
    """The window of a page, once the page is open and may be changed there."""
    found: list[DetachedWindow] = []

    def look() -> bool:
        found[:] = [w for w in session.own_windows.windows if w.windowTitle().startswith(title)]
        return bool(found) and pages(found[0]).session.lock.may_write

    await until(look)
    return found[0], pages(found[0])


def pages(window: DetachedWindow) -> PagesPanel:
    assert isinstance(window.panel, PagesPanel)
    return window.panel


@in_the_window
async def test_a_page_moves_to_a_window_of_its_own_with_its_unsaved_words(
    bench: WindowBench, brand: LiveBrand
) -> None:
    page = await brand.add("Spring sale", html="<p>one</p>")
    session = bench.session()
    session.window.show()
    main = await bench.add_brand(session, brand)
    await bench.opened(main, page)
    write(main, "html", "<p>two</p>")
    session.window.activateWindow()
    await until(session.window.isActiveWindow)
    QTest.keyClick(session.window, Qt.Key.Key_O, CTRL_SHIFT)
    window, panel = await own_window(session, "Spring sale · Harbour Lane")
    assert panel.editor.source("html") == "<p>two</p>"
    assert panel.list.isHidden()
    assert not main.session.lock.may_write
    # Asked for once more, it comes forward.
    main.workspace.open_window("pages", str(page.id))
    assert session.own_windows.windows == [window]
    write(panel, "html", "<p>three</p>")
    await session.own_windows.close(window)
    assert session.own_windows.windows == []
    await until(lambda: main.session.lock.may_write)
    assert main.editor.source("html") == "<p>three</p>"
    assert main.list.list.rows.at(0).marked


@in_the_window
async def test_windows_come_back_with_their_page_and_place(
    bench: WindowBench, brand: LiveBrand
) -> None:
    await brand.add("Autumn sale")
    page = await brand.add("Spring sale", html="<p>one</p>")
    session = bench.session()
    main = await bench.add_brand(session, brand)
    main.workspace.open_window("pages", str(page.id))
    window, panel = await own_window(session, "Spring sale")
    window.setGeometry(30, 40, 700, 500)
    write(panel, "css", "p { color: teal }")
    await bench.quit(session)

    session = bench.session()
    session.begin()
    await until(lambda: session.shown() is not None)
    window, panel = await own_window(session, "Spring sale")
    assert (window.width(), window.height()) == (700, 500)
    assert panel.editor.source("css") == "p { color: teal }"
    assert panel.list.isHidden()


@in_the_window
async def test_a_window_stays_through_a_switch_of_brands_and_goes_with_its_own(
    bench: WindowBench, brand: LiveBrand, live: LivePlatform
) -> None:
    page = await brand.add("Spring sale", html="<p>one</p>")
    session = bench.session()
    main = await bench.add_brand(session, brand)
    main.workspace.open_window("pages", str(page.id))
    window, panel = await own_window(session, "Spring sale")
    await bench.add_brand(session, live.brand("Second Street"))
    write(panel, "html", "<p>two</p>")
    await bench.idle(panel)
    panel.save()
    await until(lambda: bench.notice("Saved: Spring sale"))
    assert (await brand.stored(page.id)).html == "<p>two</p>"
    await session.brands.remove(window.workspace.connection.id)
    assert session.own_windows.windows == []
    assert session.own_windows.states() == {"open": []}


@in_the_window
async def test_a_window_goes_when_its_page_is_deleted(bench: WindowBench, brand: LiveBrand) -> None:
    page = await brand.add("Spring sale")
    session = bench.session()
    main = await bench.add_brand(session, brand)
    main.workspace.open_window("pages", str(page.id))
    _, panel = await own_window(session, "Spring sale")
    panel.session.close()
    await until(lambda: session.own_windows.windows == [])


@in_the_window
async def test_the_window_in_front_tells_the_notices(bench: WindowBench, brand: LiveBrand) -> None:
    page = await brand.add("Spring sale")
    session = bench.session()
    session.window.show()
    main = await bench.add_brand(session, brand)
    main.workspace.open_window("pages", str(page.id))
    window, _ = await own_window(session, "Spring sale")
    window.come_forward()
    await until(window.isActiveWindow)
    bench.notifications.post(Notice("Saved: Spring sale"))
    assert [card.notice.title for card in window.toasts.cards()] == ["Saved: Spring sale"]
    assert session.window.toasts.cards() == []
    session.window.come_forward()
    await until(session.window.isActiveWindow)
    bench.notifications.post(Notice("Published: Spring sale"))
    assert session.window.toasts.cards()[-1].notice.title == "Published: Spring sale"
