"""The address of a new brand: completed as people type it, refused while it can be mended."""

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from tests.desktop.support.live_server import LiveBrand
from tests.desktop.support.window_bench import (
    MemoryKeyring,
    WindowBench,
    in_the_window,
    shown_sheet,
    until,
)

from funneldesk.desktop.shell.brands.brand_dialogs import AddBrandSheet


@in_the_window
async def test_an_address_is_completed_or_refused_as_soon_as_it_is_left(
    bench: WindowBench, brand: LiveBrand, memory_keyring: MemoryKeyring
) -> None:
    session = bench.session()
    session.window.show()
    session.tasks.start(session.brand_menu.add_brand())
    sheet: AddBrandSheet = await shown_sheet(AddBrandSheet)
    QTest.keyClicks(sheet.address, "ftp://shop.example")
    QTest.keyClick(sheet.address, Qt.Key.Key_Tab)
    assert "begins with https://" in sheet.problem.text()
    sheet.address.setText("")
    sheet.address.setFocus()
    QTest.keyClicks(sheet.address, brand.base_url.removeprefix("http://"))
    QTest.keyClick(sheet.address, Qt.Key.Key_Tab)
    assert sheet.address.text() == brand.base_url
    assert sheet.problem.isHidden()
    sheet.brand.setText(str(brand.number))
    sheet.key.setText(brand.key())
    sheet.submit.click()
    await until(lambda: session.shown() is not None)
    assert list(memory_keyring.kept.values()) == [brand.key()]
