"""The address of a new brand: completed as people type it, refused while it can be mended."""

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from tests.desktop.support.live_server import LiveBrand
from tests.desktop.support.window_bench import (
    MemoryKeyring,
    WindowBench,
    in_the_window,
    shown_dialog,
    until,
)

from funneldesk.desktop.shell.brands.brand_dialogs import AddBrandDialog


@in_the_window
async def test_an_address_is_completed_or_refused_as_soon_as_it_is_left(
    bench: WindowBench, brand: LiveBrand, memory_keyring: MemoryKeyring
) -> None:
    session = bench.session()
    session.window.show()
    session.tasks.start(session.brand_menu.add_brand())
    dialog: AddBrandDialog = await shown_dialog(AddBrandDialog)
    QTest.keyClicks(dialog.address, "ftp://shop.example")
    QTest.keyClick(dialog.address, Qt.Key.Key_Tab)
    assert "begins with https://" in dialog.problem.text()
    dialog.address.setText("")
    dialog.address.setFocus()
    QTest.keyClicks(dialog.address, brand.base_url.removeprefix("http://"))
    QTest.keyClick(dialog.address, Qt.Key.Key_Tab)
    assert dialog.address.text() == brand.base_url
    assert dialog.problem.isHidden()
    dialog.brand.setText(str(brand.number))
    dialog.key.setText(brand.key())
    dialog.submit.click()
    await until(lambda: session.shown() is not None)
    assert list(memory_keyring.kept.values()) == [brand.key()]
