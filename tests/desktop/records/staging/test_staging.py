"""Cells changed in a table: each kind in its way, marked, kept, pasted, discarded."""

import shutil

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QComboBox
from tests.desktop.support import declared_products as products
from tests.desktop.support.live_server import LiveBrand
from tests.desktop.support.staging_driver import (
    COLUMNS,
    Key,
    change,
    go_to,
    opened,
    paste,
    text_at,
    tip_at,
    type_in,
)
from tests.desktop.support.window_bench import (
    WindowBench,
    in_the_window,
    shown_dialog,
    turns,
    until,
)

from funneldesk.desktop.records.staging.cell_editor import CellDialog
from funneldesk.desktop.shell.shortcuts.panel_keys import bind_panel_keys


@in_the_window
async def test_a_cell_is_edited_in_place_marked_and_applied(
    bench: WindowBench, brand: LiveBrand
) -> None:
    made = [await products.product(brand, title) for title in ("Coffee", "Tea")]
    panel, staging = await opened(await bench.workspace(brand), bench)
    assert staging.bar.isHidden()
    go_to(panel, 0, "price")
    QTest.keyClick(panel.list.table, Key.Key_Return)
    type_in(staging, "12,5")
    assert text_at(panel, 0, "price") == "$12.50"
    assert tip_at(panel, 0, "price") == "Price: $10.00 → $12.50"
    assert panel.list.table.hasFocus()
    change(panel, 1, "title", "Green tea")
    assert staging.bar.words.text() == "2 changes in 2 rows"
    assert (await products.stored(brand, made[0])).price == 10

    staging.bar.apply_button.setFocus()
    QTest.keyClick(staging.bar.apply_button, Key.Key_Return)
    await until(lambda: bench.notice("2 products changed") is not None and not staging.staged.cells)
    assert panel.list.table.hasFocus(), "the bar went: the keyboard is in the table again"
    assert (await products.stored(brand, made[0])).price == 12.5
    assert (await products.stored(brand, made[1])).title == "Green tea"
    await until(lambda: panel.is_quiet)
    assert [text_at(panel, 0, "price"), tip_at(panel, 0, "price")] == ["$12.50", ""]
    assert staging.bar.isHidden()

    undo = bench.notice("2 products changed")
    assert undo is not None
    assert undo.action is not None
    undo.action.run()
    await until(lambda: bench.notice("2 products undone") is not None)
    assert (await products.stored(brand, made[0])).price == 10
    assert (await products.stored(brand, made[1])).title == "Tea"


@in_the_window
async def test_each_kind_has_its_own_editor(bench: WindowBench, brand: LiveBrand) -> None:
    await products.product(brand, "Tea")
    panel, staging = await opened(await bench.workspace(brand), bench)
    table = panel.list.table
    place = table.visualRect(table.rows.index(0, COLUMNS.index("is_subscription"))).center()
    for press in (QTest.mouseClick, QTest.mouseDClick):
        press(table.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert tip_at(panel, 0, "is_subscription") == "Subscription: off → on"

    go_to(panel, 0, "classification")
    QTest.keyClick(table, Key.Key_Return)
    assert staging.editing.editor is not None
    combo = staging.editing.editor.input.target
    assert isinstance(combo, QComboBox)
    combo.hidePopup()
    combo.setCurrentIndex(1)
    assert text_at(panel, 0, "classification") == "Upsell"

    go_to(panel, 0, "product_specifications")
    QTest.keyClick(table, Key.Key_F2)
    dialog: CellDialog = await shown_dialog(CellDialog)
    QTest.keyClicks(dialog.row.input.target, "oat,")
    dialog.button("done").click()
    await until(lambda: text_at(panel, 0, "product_specifications") == "oat")

    change(panel, 0, "sku_category", "1 Dec 2026")
    assert text_at(panel, 0, "sku_category") == "1 Dec 2026"
    assert staging.bar.words.text() == "4 changes in 1 row"


@in_the_window
async def test_esc_gives_up_tab_goes_on_and_the_old_value_waits_no_more(
    bench: WindowBench, brand: LiveBrand
) -> None:
    made = await products.product(brand, "Tea")
    panel, staging = await opened(await bench.workspace(brand), bench)
    bind_panel_keys(panel, lambda act: act(panel))
    go_to(panel, 0, "title")
    QTest.keyClick(panel.list.table, Key.Key_F2)
    type_in(staging, "Coffee", Key.Key_Escape)
    await turns()
    assert text_at(panel, 0, "title") == "Tea"
    QTest.keyClick(panel.list.table, Key.Key_F2)
    type_in(staging, "Coffee", Key.Key_Tab)
    type_in(staging, "11")
    assert [text_at(panel, 0, "title"), text_at(panel, 0, "price")] == ["Coffee", "$11.00"]
    change(panel, 0, "title", "Tea")
    assert staging.bar.words.text() == "1 change in 1 row"
    QTest.keyClick(panel.list.table, Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    await until(lambda: panel.is_quiet and panel.detail.title.text() == "Tea")
    assert staging.editing.editor is None
    go_to(panel, 0, "code")
    QTest.keyClick(panel.list.table, Key.Key_F2)
    assert staging.editing.editor is None
    assert bench.notice("Code can't be changed here.") is not None
    QTest.keyClick(panel.list.table, Key.Key_S, Qt.KeyboardModifier.ControlModifier)
    await until(lambda: bench.notice("1 product changed") is not None and panel.is_quiet)
    assert (await products.stored(brand, made)).price == 11


@in_the_window
async def test_what_is_typed_when_the_keyboard_leaves_is_kept(
    bench: WindowBench, brand: LiveBrand
) -> None:
    await products.product(brand, "Tea")
    panel, staging = await opened(await bench.workspace(brand), bench)
    go_to(panel, 0, "title")
    QTest.keyClick(panel.list.table, Key.Key_F2)
    assert staging.editing.editor is not None
    QTest.keyClicks(staging.editing.editor.input.target, "Coffee")
    panel.list.search.setFocus()
    await until(lambda: text_at(panel, 0, "title") == "Coffee")


@in_the_window
async def test_what_waits_survives_a_killed_program(bench: WindowBench, brand: LiveBrand) -> None:
    await products.product(brand, "Tea")
    panel, staging = await opened(await bench.workspace(brand, place="here"), bench)
    change(panel, 0, "price", "12")
    change(panel, 0, "title", "")
    await until(lambda: staging.staged.is_kept)
    # What a killed process leaves is what is on the disk by now.
    for path in list(bench.folder.glob("here*")):
        shutil.copy(path, path.with_name(path.name.replace("here", "there")))
    panel, staging = await opened(await bench.workspace(brand, place="there"), bench)
    assert [text_at(panel, 0, "price"), text_at(panel, 0, "title")] == ["$12.00", ""]
    assert staging.bar.words.text().endswith("2 changes in 1 row · 1 needs correcting")
    assert "A product needs one." in tip_at(panel, 0, "title")


@in_the_window
async def test_cells_of_a_spreadsheet_are_checked_one_by_one(
    bench: WindowBench, brand: LiveBrand
) -> None:
    for title in ("Coffee", "Milk", "Tea"):
        await products.product(brand, title)
    panel, staging = await opened(await bench.workspace(brand), bench)
    lines = ("Mocha\t12.50\tUpsell", '"Oat ""milk"""\tabout 3\tmain', "Tea\t10\tgift", "x\t1\tmain")
    await paste(panel, 0, "title", "\r\n".join(lines) + "\r\n")
    assert [text_at(panel, row, "title") for row in range(3)] == ["Mocha", 'Oat "milk"', "Tea"]
    assert [text_at(panel, row, "price") for row in range(3)] == ["$12.50", "about 3", "$10.00"]
    assert text_at(panel, 2, "classification") == "gift"
    assert "Write one of these: Main, Upsell" in tip_at(panel, 2, "classification")
    assert "Write an amount" in tip_at(panel, 1, "price")
    notice = bench.notice("6 changes pasted.")
    assert notice is not None
    assert "2 of them can't be used" in notice.text
    assert "1 line didn't fit below the last row." in notice.text
    told = []
    for _again in range(3):
        QTest.keyClick(panel.list.table, Key.Key_F8)
        told.append(staging.bar.words.text().split(":")[0])
    assert told == ["Price", "Role", "Price"], "from the last problem to the first"
    assert staging.bar.words.text().endswith("6 changes in 3 rows · 2 need correcting")
    assert notice.action is not None
    notice.action.run()
    assert staging.bar.isHidden()


@in_the_window
async def test_one_line_goes_into_every_selected_row_and_fixed_columns_are_told(
    bench: WindowBench, brand: LiveBrand
) -> None:
    for title in ("Coffee", "Milk", "Tea"):
        await products.product(brand, title)
    panel, staging = await opened(await bench.workspace(brand), bench)
    go_to(panel, 0, "sku_category")
    panel.list.table.selectAll()
    QApplication.clipboard().setText("2026-12-01\tNEW\tand more")
    QTest.keyClick(panel.list.table, Key.Key_V, Qt.KeyboardModifier.ControlModifier)
    await until(lambda: bench.notice("pasted") is not None)
    assert [text_at(panel, row, "sku_category") for row in range(3)] == ["1 Dec 2026"] * 3
    notice = bench.notice("3 changes pasted.")
    assert notice is not None
    assert "3 cells skipped: Code can't be changed here." in notice.text
    assert "3 cells didn't fit beside the last column." in notice.text
    assert len(staging.staged.ready()) == 3


@in_the_window
async def test_discarding_has_a_way_back(bench: WindowBench, brand: LiveBrand) -> None:
    await products.product(brand, "Tea")
    panel, staging = await opened(await bench.workspace(brand), bench)
    change(panel, 0, "price", "12")
    staging.bar.discard_button.click()
    assert text_at(panel, 0, "price") == "$10.00"
    notice = bench.notice("1 change discarded.")
    assert notice is not None
    assert notice.action is not None
    notice.action.run()
    assert text_at(panel, 0, "price") == "$12.00"
