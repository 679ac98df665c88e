"""Cells changed in a table: marked, kept, reviewed, applied together, taken back."""

import shutil
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QComboBox, QLineEdit
from tests.desktop.support import declared_products as products
from tests.desktop.support.live_server import LiveBrand
from tests.desktop.support.relay import Relay
from tests.desktop.support.window_bench import (
    WindowBench,
    in_the_window,
    open_dialogs,
    said,
    shown_dialog,
    turns,
    until,
)

from funneldesk.desktop.records.bulk.report import ReportDialog
from funneldesk.desktop.records.panel import RecordsPanel
from funneldesk.desktop.records.staging.cell_editor import CellDialog
from funneldesk.desktop.records.staging.review import ReviewDialog
from funneldesk.desktop.records.staging.staging import Staging
from funneldesk.desktop.shell.shortcuts.panel_keys import bind_panel_keys
from funneldesk.desktop.workspace.workspace import Workspace

Key = Qt.Key
COLUMNS = [column.key for column in products.SECTION.columns]


async def _opened(workspace: Workspace, bench: WindowBench) -> tuple[RecordsPanel, Staging]:
    panel = bench.own(RecordsPanel(workspace, products.SECTION))
    panel.setWindowTitle("Products")
    panel.resize(1500, 600)
    panel.show()
    panel.refresh()
    await until(lambda: panel.is_quiet and panel.list.table.rows.ids)
    assert panel.staging is not None
    panel.activateWindow()
    panel.list.table.setFocus()
    return panel, panel.staging


def _at(panel: RecordsPanel, row: int, column: str) -> None:
    """Put the keyboard on a cell."""
    table = panel.list.table
    table.setCurrentIndex(table.rows.index(row, COLUMNS.index(column)))


def _text(panel: RecordsPanel, row: int, column: str) -> str:
    return str(panel.list.table.rows.index(row, COLUMNS.index(column)).data())


def _tip(panel: RecordsPanel, row: int, column: str) -> str:
    index = panel.list.table.rows.index(row, COLUMNS.index(column))
    return str(index.data(Qt.ItemDataRole.AccessibleDescriptionRole) or "")


def _type(staging: Staging, text: str, key: Key = Key.Key_Return) -> None:
    assert staging.editing.editor is not None
    line = staging.editing.editor.input.target
    assert isinstance(line, QLineEdit)
    QTest.keyClicks(line, text)
    if not text:
        QTest.keyClick(line, Key.Key_Delete)
    QTest.keyClick(line, key)


def _change(panel: RecordsPanel, row: int, column: str, text: str) -> None:
    assert panel.staging is not None
    _at(panel, row, column)
    QTest.keyClick(panel.list.table, Key.Key_F2)
    _type(panel.staging, text)


async def _paste(panel: RecordsPanel, row: int, column: str, text: str) -> None:
    _at(panel, row, column)
    QApplication.clipboard().setText(text)
    QTest.keyClick(panel.list.table, Key.Key_V, Qt.KeyboardModifier.ControlModifier)
    await turns()


@in_the_window
async def test_a_cell_is_edited_in_place_marked_and_applied(
    bench: WindowBench, brand: LiveBrand
) -> None:
    made = [await products.product(brand, title) for title in ("Coffee", "Tea")]
    panel, staging = await _opened(await bench.workspace(brand), bench)
    assert staging.bar.isHidden()
    _at(panel, 0, "price")
    QTest.keyClick(panel.list.table, Key.Key_Return)
    _type(staging, "12,5")
    assert _text(panel, 0, "price") == "$12.50"
    assert _tip(panel, 0, "price") == "Price: $10.00 → $12.50"
    assert panel.list.table.hasFocus()
    _change(panel, 1, "title", "Green tea")
    assert staging.bar.words.text() == "2 changes in 2 rows"
    assert (await products.stored(brand, made[0])).price == 10

    staging.bar.apply_button.click()
    await until(lambda: bench.notice("2 products changed") is not None and not staging.staged.cells)
    assert (await products.stored(brand, made[0])).price == 12.5
    assert (await products.stored(brand, made[1])).title == "Green tea"
    await until(lambda: panel.is_quiet)
    assert [_text(panel, 0, "price"), _tip(panel, 0, "price")] == ["$12.50", ""]
    assert staging.bar.isHidden()

    undo = bench.notice("2 products changed")
    assert undo is not None
    assert undo.action is not None
    undo.action.run()
    await until(lambda: bench.notice("2 products taken back") is not None)
    assert (await products.stored(brand, made[0])).price == 10
    assert (await products.stored(brand, made[1])).title == "Tea"


@in_the_window
async def test_each_kind_has_its_own_editor(bench: WindowBench, brand: LiveBrand) -> None:
    await products.product(brand, "Tea")
    panel, staging = await _opened(await bench.workspace(brand), bench)
    table = panel.list.table
    place = table.visualRect(table.rows.index(0, COLUMNS.index("is_subscription"))).center()
    for press in (QTest.mouseClick, QTest.mouseDClick):
        press(table.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert _tip(panel, 0, "is_subscription") == "Subscription: off → on"

    _at(panel, 0, "classification")
    QTest.keyClick(table, Key.Key_Return)
    assert staging.editing.editor is not None
    combo = staging.editing.editor.input.target
    assert isinstance(combo, QComboBox)
    combo.hidePopup()
    combo.setCurrentIndex(1)
    assert _text(panel, 0, "classification") == "Upsell"

    _at(panel, 0, "product_specifications")
    QTest.keyClick(table, Key.Key_F2)
    dialog: CellDialog = await shown_dialog(CellDialog)
    QTest.keyClicks(dialog.row.input.target, "oat,")
    dialog.button("done").click()
    await until(lambda: _text(panel, 0, "product_specifications") == "oat")

    _change(panel, 0, "sku_category", "1 Dec 2026")
    assert _text(panel, 0, "sku_category") == "1 Dec 2026"
    assert staging.bar.words.text() == "4 changes in 1 row"


@in_the_window
async def test_esc_gives_up_tab_goes_on_and_the_old_value_waits_no_more(
    bench: WindowBench, brand: LiveBrand
) -> None:
    made = await products.product(brand, "Tea")
    panel, staging = await _opened(await bench.workspace(brand), bench)
    bind_panel_keys(panel, lambda act: act(panel))
    _at(panel, 0, "title")
    QTest.keyClick(panel.list.table, Key.Key_F2)
    _type(staging, "Coffee", Key.Key_Escape)
    await turns()
    assert _text(panel, 0, "title") == "Tea"
    QTest.keyClick(panel.list.table, Key.Key_F2)
    _type(staging, "Coffee", Key.Key_Tab)
    _type(staging, "11")
    assert [_text(panel, 0, "title"), _text(panel, 0, "price")] == ["Coffee", "$11.00"]
    _change(panel, 0, "title", "Tea")
    assert staging.bar.words.text() == "1 change in 1 row"
    QTest.keyClick(panel.list.table, Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    await until(lambda: panel.is_quiet and panel.detail.title.text() == "Tea")
    assert staging.editing.editor is None
    _at(panel, 0, "code")
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
    panel, staging = await _opened(await bench.workspace(brand), bench)
    _at(panel, 0, "title")
    QTest.keyClick(panel.list.table, Key.Key_F2)
    assert staging.editing.editor is not None
    QTest.keyClicks(staging.editing.editor.input.target, "Coffee")
    panel.list.search.setFocus()
    await until(lambda: _text(panel, 0, "title") == "Coffee")


@in_the_window
async def test_what_waits_survives_a_killed_program(bench: WindowBench, brand: LiveBrand) -> None:
    await products.product(brand, "Tea")
    panel, staging = await _opened(await bench.workspace(brand, place="here"), bench)
    _change(panel, 0, "price", "12")
    _change(panel, 0, "title", "")
    await until(lambda: staging.staged.is_kept)
    # What a killed process leaves is what is on the disk by now.
    for path in list(bench.folder.glob("here*")):
        shutil.copy(path, path.with_name(path.name.replace("here", "there")))
    panel, staging = await _opened(await bench.workspace(brand, place="there"), bench)
    assert [_text(panel, 0, "price"), _text(panel, 0, "title")] == ["$12.00", ""]
    assert staging.bar.words.text() == "2 changes in 1 row · 1 needs correcting"
    assert "A product needs one." in _tip(panel, 0, "title")


@in_the_window
async def test_review_shows_before_after_and_what_will_be_sent(
    bench: WindowBench, brand: LiveBrand
) -> None:
    made = [await products.product(brand, title) for title in ("Coffee", "Tea")]
    panel, staging = await _opened(await bench.workspace(brand), bench)
    _change(panel, 0, "price", "12.5")
    _change(panel, 1, "title", "")
    staging.bar.review_button.click()
    dialog: ReviewDialog = await shown_dialog(ReviewDialog)
    rows = [dialog.changes.rows.at(place) for place in range(2)]
    # What has to be decided comes first.
    assert [row.title for row in rows] == ["Tea · Title", "Coffee · Price"]
    assert rows[0].text == "Tea → none. A product needs one."
    assert rows[0].chip == "Needs correcting"
    assert rows[1].text == "$10.00 → $12.50"
    (request,) = (dialog.requests.rows.at(at) for at in range(dialog.requests.rows.rowCount()))
    assert request.title == f"Update product {made[0].id}, “Coffee”"
    assert request.text == '{"price": 12.5}'
    dialog.changes.setCurrentIndex(dialog.changes.rows.index(0))
    dialog.discard_button.click()
    assert "1 change" in said(dialog)
    dialog.button("apply").click()
    await until(lambda: bench.notice("1 product changed") is not None)
    assert (await products.stored(brand, made[0])).price == 12.5
    assert (await products.stored(brand, made[1])).title == "Tea"


@in_the_window
async def test_a_change_on_the_server_is_told_left_alone_and_decided(
    bench: WindowBench, brand: LiveBrand
) -> None:
    made = [await products.product(brand, title) for title in ("Coffee", "Milk", "Tea")]
    panel, staging = await _opened(await bench.workspace(brand), bench)
    for row in range(3):
        _change(panel, row, "price", "12")
    await products.changed(brand, made[0], price=20)
    await products.changed(brand, made[1], price=12)
    staging.bar.apply_button.click()
    await until(lambda: bench.notice("Changing products") or bench.notice("1 product changed"))
    await until(lambda: panel.is_quiet and staging.runs.current is None)
    assert [(await products.stored(brand, each)).price for each in made] == [20, 12, 12]
    assert staging.bar.words.text() == "1 change in 1 row · 1 changed on the server meanwhile"
    assert not staging.bar.apply_button.isEnabled()
    task = panel.tasks.start(staging.runs.show_last())
    report: ReportDialog = await shown_dialog(ReportDialog)
    assert "Somebody else changed it: Price is “$20.00” now." in report.list.rows.at(0).text
    report.answer("")
    await until(lambda: task is None or task.done())

    staging.bar.review_button.click()
    dialog: ReviewDialog = await shown_dialog(ReviewDialog)
    assert "Someone else changed it to $20.00 meanwhile." in dialog.changes.rows.at(0).text
    dialog.changes.setCurrentIndex(dialog.changes.rows.index(0))
    dialog.keep_button.click()
    dialog.button("apply").click()
    await until(lambda: not staging.staged.cells and panel.is_quiet)
    assert (await products.stored(brand, made[0])).price == 12


@in_the_window
async def test_a_list_that_is_read_again_tells_what_changed_there(
    bench: WindowBench, brand: LiveBrand
) -> None:
    made = [await products.product(brand, title) for title in ("Coffee", "Tea")]
    panel, staging = await _opened(await bench.workspace(brand), bench)
    _change(panel, 0, "price", "12")
    _change(panel, 1, "price", "13")
    await products.changed(brand, made[0], price=20)
    await products.changed(brand, made[1], price=13)
    panel.refresh()
    await until(lambda: "1 changed on the server" in staging.bar.words.text())
    assert staging.bar.words.text().startswith("1 change in 1 row")
    assert _tip(panel, 0, "price").endswith("Someone else changed it to $20.00 meanwhile.")


@in_the_window
async def test_cells_of_a_spreadsheet_are_checked_one_by_one(
    bench: WindowBench, brand: LiveBrand
) -> None:
    for title in ("Coffee", "Milk", "Tea"):
        await products.product(brand, title)
    panel, staging = await _opened(await bench.workspace(brand), bench)
    lines = ("Mocha\t12.50\tUpsell", '"Oat ""milk"""\tabout 3\tmain', "Tea\t10\tgift", "x\t1\tmain")
    await _paste(panel, 0, "title", "\r\n".join(lines) + "\r\n")
    assert [_text(panel, row, "title") for row in range(3)] == ["Mocha", 'Oat "milk"', "Tea"]
    assert [_text(panel, row, "price") for row in range(3)] == ["$12.50", "about 3", "$10.00"]
    assert _text(panel, 2, "classification") == "gift"
    assert "Write one of these: Main, Upsell" in _tip(panel, 2, "classification")
    assert "Write an amount" in _tip(panel, 1, "price")
    notice = bench.notice("6 changes pasted.")
    assert notice is not None
    assert "2 of them can't be used" in notice.text
    assert "1 line didn't fit below the last row." in notice.text
    assert staging.bar.words.text() == "6 changes in 3 rows · 2 need correcting"
    assert notice.action is not None
    notice.action.run()
    assert staging.bar.isHidden()


@in_the_window
async def test_one_line_goes_into_every_selected_row_and_fixed_columns_are_told(
    bench: WindowBench, brand: LiveBrand
) -> None:
    for title in ("Coffee", "Milk", "Tea"):
        await products.product(brand, title)
    panel, staging = await _opened(await bench.workspace(brand), bench)
    _at(panel, 0, "sku_category")
    panel.list.table.selectAll()
    QApplication.clipboard().setText("2026-12-01\tNEW\tand more")
    QTest.keyClick(panel.list.table, Key.Key_V, Qt.KeyboardModifier.ControlModifier)
    await until(lambda: bench.notice("pasted") is not None)
    assert [_text(panel, row, "sku_category") for row in range(3)] == ["1 Dec 2026"] * 3
    notice = bench.notice("3 changes pasted.")
    assert notice is not None
    assert "3 cells skipped: Code can't be changed here." in notice.text
    assert "3 cells didn't fit beside the last column." in notice.text
    assert len(staging.staged.ready()) == 3


@in_the_window
async def test_discarding_has_a_way_back(bench: WindowBench, brand: LiveBrand) -> None:
    await products.product(brand, "Tea")
    panel, staging = await _opened(await bench.workspace(brand), bench)
    _change(panel, 0, "price", "12")
    staging.bar.discard_button.click()
    assert _text(panel, 0, "price") == "$10.00"
    notice = bench.notice("1 change discarded.")
    assert notice is not None
    assert notice.action is not None
    notice.action.run()
    assert _text(panel, 0, "price") == "$12.00"


@in_the_window
async def test_a_refusal_of_the_server_is_reported_and_the_change_waits_on(
    bench: WindowBench, brand: LiveBrand
) -> None:
    made = await products.product(brand, "Tea")
    panel, staging = await _opened(await bench.workspace(brand), bench)
    _change(panel, 0, "price", "99999999999")
    staging.bar.apply_button.click()
    await until(lambda: staging.runs.last is not None)
    assert staging.runs.last is not None
    assert staging.runs.last[1].count("failed") == 1
    await until(lambda: panel.is_quiet)
    notice = bench.notice("Changing products was not accepted.")
    assert notice is not None
    assert "must be from 0 to" in notice.text
    assert staging.bar.words.text() == "1 change in 1 row"
    assert (await products.stored(brand, made)).price == 10


@in_the_window
async def test_without_the_server_it_waits_and_goes_on(
    bench: WindowBench, brand: LiveBrand, relay: Relay
) -> None:
    made = await products.product(brand, "Tea")
    workspace = await bench.workspace(brand, base_url=relay.base_url)
    panel, staging = await _opened(workspace, bench)
    await relay.vanish()
    _change(panel, 0, "price", "12")
    staging.bar.apply_button.click()
    await until(lambda: "waiting for the server" in said(staging.runs.bar))
    await relay.listen()
    await until(lambda: bench.notice("1 product changed") is not None)
    assert (await products.stored(brand, made)).price == 12


@pytest.mark.parametrize("role", ["owner", "viewer"])
@in_the_window
async def test_who_may_not_write_is_told_in_a_sentence(
    bench: WindowBench, brand: LiveBrand, role: str, tmp_path: Path
) -> None:
    await products.product(brand, "Tea")
    workspace = await bench.workspace(brand, read_only=role == "owner")
    if role == "viewer":
        workspace.denied_writes.add("products")
    panel, staging = await _opened(workspace, bench)
    _at(panel, 0, "price")
    QTest.keyClick(panel.list.table, Key.Key_F2)
    await _paste(panel, 0, "price", "12")
    assert staging.editing.editor is None
    assert not staging.staged.cells
    wanted = "read only" if role == "owner" else "Only an admin or owner may change this."
    assert bench.notice(wanted) is not None
    assert not open_dialogs()
