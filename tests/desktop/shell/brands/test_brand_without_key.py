"""A brand without a key: it has none yet, which is no refusal, and one press lets it be entered."""

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLineEdit
from tests.desktop.support.live_server import LiveBrand
from tests.desktop.support.window_bench import (
    MemoryKeyring,
    WindowBench,
    in_the_window,
    open_dialogs,
    said,
    shown_dialog,
    turns,
    until,
)

from funneldesk.desktop.app.session import Session
from funneldesk.desktop.local.connections.keyring_access import SERVICE


async def opened_without_key(
    bench: WindowBench, brand: LiveBrand, memory_keyring: MemoryKeyring
) -> Session:
    """The next start after the key went out of the keyring; the question for it is dismissed."""
    await brand.add("Spring sale", html="<p>one</p>")
    session = bench.session()
    await bench.add_brand(session, brand)
    identity = session.brands.connections()[0].id
    await bench.quit(session)
    memory_keyring.kept.clear()
    session = bench.session()
    session.brands.book = await session.brands.book.load(session.folders.connections_file)
    await session.brands.show(identity)
    dialog = await shown_dialog()
    assert "has no key" in said(dialog)
    dialog.answer("")
    await until(lambda: not open_dialogs())
    return session


@in_the_window
async def test_a_brand_without_a_key_says_so_and_takes_one(
    bench: WindowBench, brand: LiveBrand, memory_keyring: MemoryKeyring
) -> None:
    session = await opened_without_key(bench, brand, memory_keyring)
    window = session.window
    await until(lambda: not window.banner.isHidden())
    assert "No key yet" in window.banner.text()
    assert "No key yet" in window.sidebar.brand.accessibleName()
    everything = f"{said(window)} {window.sidebar.brand.accessibleName()}"
    assert "refuse" not in everything.lower()

    window.show()
    button = window.banner.key_button
    await until(button.isVisible)
    assert button.text() == "Enter key"
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)
    dialog = await shown_dialog()
    dialog.findChild(QLineEdit).setText(brand.key())
    dialog.answer("yes")
    await until(window.banner.isHidden)
    shown = session.shown()
    assert shown is not None
    assert shown.connection_state == "online"
    assert memory_keyring.kept[SERVICE, shown.connection.id] == brand.key()
    assert bench.notice("no key") is None


@in_the_window
async def test_what_is_told_of_a_missing_key_does_not_stack(
    bench: WindowBench, brand: LiveBrand, memory_keyring: MemoryKeyring
) -> None:
    session = await opened_without_key(bench, brand, memory_keyring)
    for section in ("files", "brands", "pages"):
        session.window.show_section(section)
        session.window.with_panel(lambda panel: panel.refresh())
        await turns(60)
        await until(lambda: bench.notice("no key"))
    assert [notice.title for notice in bench.notifications.notices] == [
        "This brand has no key yet."
    ]
    assert not open_dialogs()


@in_the_window
async def test_what_is_told_of_a_refused_key_does_not_stack(
    bench: WindowBench, brand: LiveBrand, memory_keyring: MemoryKeyring
) -> None:
    session = bench.session()
    await bench.add_brand(session, brand)
    brand.revoke()
    session.window.with_panel(lambda panel: panel.refresh())
    (await shown_dialog()).answer("")
    for section in ("files", "brands", "pages"):
        session.window.show_section(section)
        session.window.with_panel(lambda panel: panel.refresh())
        await turns(60)
        await until(lambda: bench.notice("no longer accepts"))
    assert [n.title for n in bench.notifications.notices] == [
        "The server no longer accepts this key."
    ]
    assert session.window.banner.key_button.isVisibleTo(session.window)
